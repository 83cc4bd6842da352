from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from attnlib import examples
from attnlib.maths.attention import trace_attention
from attnlib.maths.masks import causal_mask
from attnlib.meaning.drawings import LinesPanel, lines_panel
from attnlib.widgets.views.lines import LinesView
from tests.browser.axe import violations
from tests.widgets.host import Host, record, tell

Open = Callable[[Any], Host]


def panel() -> LinesPanel:
    return lines_panel(examples.mouse_eats_cheese())


def causal() -> LinesPanel:
    trace = examples.mouse_eats_cheese()
    return lines_panel(trace_attention(trace.Q, trace.K, trace.V, mask=causal_mask(3), tokens=trace.tokens))


def test_what_is_shown_already_is_not_sent_again() -> None:
    view = LinesView(panel())
    said = record(view)
    view.show(panel())
    assert said == []
    assert repr(view) == "LinesView(3 tokens ask, 3 are asked, 9 lines)"


def test_selecting_tells_those_who_asked() -> None:
    view = LinesView(panel())
    heard: list[int] = []
    view.on_select(heard.append)
    view.select(2)
    tell(view, {"type": "select", "query": 0})
    view.select(-1)
    assert heard == [2, 0, -1]


@pytest.mark.parametrize(
    ("query", "error"), [(3, ValueError), (-2, ValueError), ("0", TypeError), (None, TypeError)]
)
def test_there_is_no_other_token(query: Any, error: type[Exception]) -> None:
    view = LinesView(panel())
    with pytest.raises(error, match="query must be"):
        tell(view, {"type": "select", "query": query})
    assert view.selected == -1


def test_a_selection_without_a_token_is_dropped() -> None:
    view = LinesView(panel())
    view.select(2)
    view.show(dataclasses.replace(panel(), query_labels=("Mouse",), lines=()))
    assert view.selected == -1


# On the page


def numbers(host: Host) -> list[str]:
    return host(".attn-lines-number").all_inner_texts()


def test_a_line_is_as_wide_as_its_weight(opened: Open) -> None:
    host = opened(LinesView(panel()))
    width = host('.attn-line[data-query="0"][data-key="1"]').get_attribute("stroke-width")
    assert width == f"{9 * examples.mouse_eats_cheese().weights[0, 1]:.2f}"


def test_a_weight_of_zero_has_no_line(opened: Open) -> None:
    host = opened(LinesView(causal()))
    visible = "e => getComputedStyle(e).visibility === 'visible'"
    assert host(".attn-line").count() == 9
    assert sum(line.evaluate(visible) for line in host(".attn-line").all()) == 6


def test_choosing_a_token_shows_its_weights_and_dims_the_others(opened: Open) -> None:
    host = opened(LinesView(causal()))
    assert numbers(host) == ["", "", ""]
    host.page.get_by_role("button", name="Mouse").click()
    assert numbers(host) == ["1", "0", "0"]
    host.page.keyboard.press("ArrowDown")
    host.page.keyboard.press("ArrowDown")
    host.page.keyboard.press("ArrowDown")
    host.carry()
    assert host.widget.selected == 2
    assert host.page.get_by_role("button", name="Cheese").get_attribute("aria-pressed") == "true"
    assert host(".attn-line-chosen").count() == 3
    host.page.keyboard.press("Enter")  # pressed again: none is chosen
    host.carry()
    assert host.widget.selected == -1
    assert numbers(host) == ["", "", ""]


def test_the_kernel_chooses_a_token(opened: Open) -> None:
    host = opened(LinesView(panel()))
    host.widget.select(0)
    host.carry()
    assert numbers(host) == ["0.05", "0.89", "0.05"]


def test_a_step_keeps_nodes_and_size(opened: Open) -> None:
    host = opened(LinesView(panel()))
    host.page.evaluate("window.kept = [...document.querySelectorAll('.attn-lines, .attn-lines *')]")
    size = host(".attn-lines").bounding_box()
    host.widget.show(causal())
    host.widget.select(1)
    host.carry()
    assert numbers(host) == ["0.50", "0.50", "0"]
    assert host.page.evaluate("kept.every((node) => node.isConnected)")
    assert host(".attn-lines").bounding_box() == size


def test_size_does_not_depend_on_the_tokens(opened: Open) -> None:
    host = opened(LinesView(panel()))
    size = host(".attn-lines").bounding_box()
    many = tuple(f"token {i}" for i in range(7))
    host.widget.show(LinesPanel(many, many, (), "nothing"))
    host.carry()
    assert host(".attn-lines").bounding_box() == size
    assert host(".attn-lines-token").count() == 7


def test_tokens_are_text_and_never_markup(opened: Open) -> None:
    wild = "<img src=x onerror=window.hurt=1>"
    host = opened(
        LinesView(dataclasses.replace(panel(), query_labels=(wild, "b", "c"), key_labels=(wild, "b", "c")))
    )
    assert host("img").count() == 0
    assert host.page.evaluate("window.hurt") is None


def test_it_is_accessible(opened: Open) -> None:
    host = opened(LinesView(panel()))
    assert host.page.get_by_role("group", name="weights as lines between tokens").count() == 1
    assert violations(host.page, ".attn-lines") == []
