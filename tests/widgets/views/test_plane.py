from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from attnlib import examples
from attnlib.meaning.drawings import Arrow, PlanePanel, plane_panel
from attnlib.widgets.views.plane import PlaneView
from tests.browser.axe import violations
from tests.widgets.host import Host, record

Open = Callable[[Any], Host]


def panel(*arrows: Arrow, limit: float = 2.0) -> PlanePanel:
    return PlanePanel("queries and keys", arrows, limit, "Arrows.")


def test_what_is_shown_already_is_not_sent_again() -> None:
    view = PlaneView(plane_panel(examples.mouse_eats_cheese()))
    said = record(view)
    view.show(plane_panel(examples.mouse_eats_cheese()))
    assert said == []
    assert repr(view) == "PlaneView('queries and keys', 6 arrows)"


def test_only_what_changed_is_sent() -> None:
    view = PlaneView(panel(Arrow("Mouse", "query", 0, 2)))
    said = record(view)
    view.show(panel(Arrow("Mouse", "query", 1, 2)))
    assert [list(message["state"]) for message in said] == [["arrows"]]


# On the page


def shown(host: Host) -> list[str]:
    return [label.text_content() or "" for label in host('.attn-arrow-label[visibility="visible"]').all()]


def test_an_arrow_points_where_its_numbers_say(opened: Open) -> None:
    host = opened(PlaneView(panel(Arrow("Mouse", "query", -2, 1))))
    tip = host(".attn-head").first.get_attribute("d")
    assert tip is not None
    assert tip.startswith("M-92.0 -46.0L")  # half the plane is 92 wide; on the page y goes down
    assert host.page.get_by_role("img", name="Arrows.").count() == 1


def test_equal_arrows_share_a_label(opened: Open) -> None:
    host = opened(PlaneView(plane_panel(examples.mouse_eats_cheese())))
    assert sorted(shown(host)) == ["Eats", "Eats", "Mouse, Cheese", "Mouse, Cheese"]


@pytest.mark.parametrize("which", ["queries and keys", "values and outputs"])
@pytest.mark.parametrize("example", [examples.mouse_eats_cheese, examples.keys_are_not_values])
@pytest.mark.parametrize("present", [False, True])
def test_labels_do_not_overlap_and_are_never_cut(
    opened: Open, example: Callable[[], Any], which: str, present: bool
) -> None:
    host = opened(PlaneView(plane_panel(example(), which)))
    if present:
        host.page.evaluate("document.body.firstElementChild.classList.add('attn-presenting')")
    square = host(".attn-plane-svg").bounding_box()
    boxes = [label.bounding_box() for label in host('.attn-arrow-label[visibility="visible"]').all()]
    assert square is not None
    for box in boxes:
        assert box is not None
        assert square["x"] - 1 <= box["x"]
        assert box["x"] + box["width"] <= square["x"] + square["width"] + 1
    for one, two in itertools.combinations(boxes, 2):
        assert one is not None
        assert two is not None
        across = min(one["x"] + one["width"], two["x"] + two["width"]) - max(one["x"], two["x"])
        down = min(one["y"] + one["height"], two["y"] + two["height"]) - max(one["y"], two["y"])
        assert across <= 1 or down <= 4  # a line's box is higher than its letters


def test_roles_differ_in_colour_and_in_style(opened: Open) -> None:
    host = opened(PlaneView(plane_panel(examples.mouse_eats_cheese())))
    look = """(role) => {
        const group = document.querySelector(`.attn-plane g [data-role=${role}]`);
        const [shaft, head] = ["shaft", "head"].map((part) => getComputedStyle(group.querySelector(`.attn-${part}`)));
        return { colour: shaft.stroke, dashes: shaft.strokeDasharray, filled: head.fill === head.stroke };
    }"""
    query, key = host.page.evaluate(look, "query"), host.page.evaluate(look, "key")
    assert query["colour"] != key["colour"]
    assert (query["dashes"], query["filled"]) == ("none", True)
    assert (key["dashes"], key["filled"]) == ("6px, 3px", False)
    assert host(".attn-legend-item").all_inner_texts() == ["query", "key"]


def test_a_step_keeps_nodes_and_size(opened: Open) -> None:
    host = opened(PlaneView(panel(Arrow("Mouse", "query", 0, 2), Arrow("Eats", "query", 1, 1))))
    host.page.evaluate("window.kept = [...document.querySelectorAll('.attn-plane, .attn-plane *')]")
    size = host(".attn-plane").bounding_box()
    host.widget.show(panel(Arrow("Mouse", "query", 0, 2), Arrow("Eats", "query", 0, 2)))
    host.carry()
    assert shown(host) == ["Mouse, Eats"]
    host.widget.show(panel(Arrow("Mouse", "query", 0, 0), Arrow("Eats", "query", 30, 7), limit=30.0))
    host.carry()
    assert shown(host) == ["Mouse", "Eats"]
    assert [tick.text_content() for tick in host(".attn-tick").all()] == ["30", "30"]
    assert host.page.evaluate("kept.every((node) => node.isConnected)")
    assert host(".attn-plane").bounding_box() == size


def test_tokens_are_text_and_never_markup(opened: Open) -> None:
    host = opened(PlaneView(panel(Arrow("<img src=x onerror=window.hurt=1>", "query", 1, 1))))
    assert host("img").count() == 0
    assert host.page.evaluate("window.hurt") is None


def test_it_is_accessible(opened: Open) -> None:
    host = opened(PlaneView(plane_panel(examples.mouse_eats_cheese())))
    assert violations(host.page, ".attn-plane") == []
