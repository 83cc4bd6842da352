from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from attnlib.meaning.bars import BarsPanel, Mark, score_bars, weight_bars
from attnlib.meaning.palette import FILLS
from attnlib.widgets.views.bars import BarsView
from tests.browser.axe import violations
from tests.widgets.host import Host, record

Open = Callable[[Any], Host]

WEIGHTS = [0.1, 0.6, 0.3]


def both_ways() -> BarsPanel:
    return BarsPanel(
        "balance", "balance", "", "way", ("a", "b"), (2.0, -1.0), ("2", "−1"), ("v8", "v-4"), (-2.0, 2.0), (0, 1),
        (Mark(0.0, "0"),), (), (), "Two bars.",
    )  # fmt: skip


def test_what_is_shown_already_is_not_sent_again() -> None:
    view = BarsView(weight_bars(WEIGHTS))
    said = record(view)
    view.show(weight_bars(WEIGHTS))
    assert said == []
    assert repr(view) == "BarsView('weights', 3 bars)"


def test_lit_bars_that_are_gone_are_let_go() -> None:
    view = BarsView(weight_bars(WEIGHTS))
    view.light([2, 0, 2])
    assert view.lit == (0, 2)
    view.show(weight_bars([0.5, 0.5]))
    assert view.lit == (0,)
    with pytest.raises(ValueError, match="bar must be from 0 to 1, got 2"):
        view.light([2])


# On the page


def boxes(host: Host) -> list[dict[str, float]]:
    made = host('.attn-bar[visibility="visible"]').all()
    names = ("x", "y", "width", "height")
    return [{name: float(bar.get_attribute(name) or "nan") for name in names} for bar in made]


def written(host: Host, selector: str) -> list[str]:
    return [text.text_content() or "" for text in host(f'{selector}[visibility="visible"]').all()]


def test_bars_are_as_high_as_their_values(opened: Open) -> None:
    host = opened(BarsView(weight_bars(WEIGHTS)))
    heights = np.array([box["height"] for box in boxes(host)])
    np.testing.assert_allclose(heights / heights[1], np.array(WEIGHTS) / 0.6, atol=0.002)
    assert host.page.get_by_role(
        "img", name="The largest of 3 weights is 0.60, on 2; equal ones would be 1/3."
    ).count()
    assert written(host, ".attn-bar-text") == ["0.10", "0.60", "0.30"]
    assert written(host, ".attn-bars-label") == ["1", "2", "3"]
    assert written(host, ".attn-bars-name") == ["0", "0.5", "1", "1/3"]


def test_bars_below_0_hang_from_it(opened: Open) -> None:
    host = opened(BarsView(both_ways()))
    up, down = boxes(host)
    assert up["y"] + up["height"] == pytest.approx(down["y"], abs=0.2)
    assert up["height"] == pytest.approx(2 * down["height"], abs=0.3)


def test_bars_have_the_panels_colours(opened: Open) -> None:
    host = opened(BarsView(both_ways()))
    fill = "(bar) => getComputedStyle(bar).fill"
    for bar, level in enumerate(("v8", "v-4")):
        colour = tuple(int(FILLS["light"][level][i : i + 2], 16) for i in (1, 3, 5))
        assert host(".attn-bar").nth(bar).evaluate(fill) == f"rgb{colour}"


def test_posts_stand_on_the_bars_and_hide_none(opened: Open) -> None:
    host = opened(BarsView(score_bars(np.random.default_rng(0).normal(size=4000), expected=1)))
    tallest = max(boxes(host), key=lambda box: box["height"])
    for post in host('.attn-bars-mark[data-kind="post"]').all():
        path = post.get_attribute("d") or ""
        assert float(path[1:].split("V")[0].split()[1]) <= tallest["y"] + 0.2
    assert written(host, '.attn-bars-name[data-kind="post"]') == ["", "±1 in theory"]


def test_a_step_keeps_nodes_and_size(opened: Open) -> None:
    host = opened(BarsView(weight_bars(WEIGHTS)))
    host.page.evaluate("window.kept = [...document.querySelectorAll('.attn-bars, .attn-bars *')]")
    size = host(".attn-bars").bounding_box()
    assert size is not None
    assert (round(size["width"]), round(size["height"])) == (460, 190)
    panels = [weight_bars(np.full(64, 1 / 64)), score_bars([500.0, 0.0], expected=32), weight_bars([1.0])]
    for panel in panels:
        host.widget.show(panel)
        host.carry()
        assert len(boxes(host)) == sum(value != 0 for value in panel.values)
        assert host.page.evaluate("kept.every((node) => node.isConnected)")
        assert host(".attn-bars").bounding_box() == size


@pytest.mark.parametrize("present", [False, True])
@pytest.mark.parametrize("panel", [
    weight_bars(np.full(8, 1 / 8)), weight_bars(np.full(64, 1 / 64)), weight_bars(np.full(16, 1 / 16)),
    score_bars([500.0, 0.0, 0.0, -500.0, *range(-60, 60)], expected=32),
], ids=lambda panel: f"{len(panel.values)} bars")  # fmt: skip
def test_what_is_written_is_never_cut(opened: Open, panel: BarsPanel, present: bool) -> None:
    host = opened(BarsView(panel))
    if present:
        host.page.evaluate("document.body.firstElementChild.classList.add('attn-presenting')")
    room = host(".attn-bars-svg").bounding_box()
    assert room is not None
    for text in host("svg text:not(:empty)").all():
        box = text.bounding_box()
        assert box is not None
        assert room["x"] <= box["x"] + 0.5
        assert box["x"] + box["width"] <= room["x"] + room["width"] + 0.5


def test_labels_are_text_and_never_markup(opened: Open) -> None:
    host = opened(BarsView(weight_bars([0.5, 0.5], ["<img src=x onerror=window.hurt=1>", "b"])))
    assert host("img").count() == 0
    assert host.page.evaluate("window.hurt") is None


def test_lit_bars_are_marked(opened: Open) -> None:
    host = opened(BarsView(weight_bars(WEIGHTS)))
    host.widget.light([1])
    host.carry()
    assert [bar.get_attribute("data-lit") for bar in host(".attn-bar").all()] == ["false", "true", "false"]


def test_it_is_accessible(opened: Open) -> None:
    host = opened(BarsView(weight_bars(WEIGHTS)))
    assert violations(host.page, ".attn-bars") == []
