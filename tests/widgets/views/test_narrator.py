from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from attnlib.widgets.views.narrator import Narrator
from tests.browser.axe import violations
from tests.widgets.host import Host

Open = Callable[[Any], Host]
TEXTS = {"explanation": "scores[Mouse, Eats] = 4", "reading": "Mouse looks at Eats.", "error": "it failed"}

# The frame that an explorer's boxes put around its narrator.
FRAME = """(width) => {
    const frame = Object.assign(document.createElement("div"), { className: "attn-explorer" });
    frame.style.width = `${width}px`;
    const foot = Object.assign(document.createElement("div"), { className: "attn-foot" });
    foot.style.display = "grid";
    foot.append(...document.body.children);
    frame.append(foot);
    document.body.append(frame);
}"""


def framed(opened: Open, narrator: Narrator, width: int = 960) -> Host:
    host = opened(narrator)
    host.page.evaluate(FRAME, width)
    narrator.name += "."
    host.carry()
    return host


def test_each_text_has_its_place_and_is_announced(opened: Open) -> None:
    host = framed(opened, Narrator(name="n", **TEXTS))
    assert host(".attn-why").inner_text() == TEXTS["explanation"]
    assert host(".attn-reading").inner_text() == TEXTS["reading"]
    assert host(".attn-reading").get_attribute("aria-live") == "polite"
    assert host.page.get_by_role("alert").inner_text() == TEXTS["error"]


def test_without_an_error_there_is_no_alert(opened: Open) -> None:
    host = framed(opened, Narrator(name="n", **{**TEXTS, "error": ""}))
    assert host.page.get_by_role("alert").count() == 0
    host.widget.error = "it failed"
    host.carry()
    assert host.page.get_by_role("alert").count() == 1
    host.widget.error = ""
    host.carry()
    assert host.page.get_by_role("alert").count() == 0


def test_a_text_is_never_markup(opened: Open) -> None:
    evil = "<img src=x onerror='document.title=1'><b>b</b>"
    host = framed(opened, Narrator(name=evil, explanation=evil, reading=evil, error=evil))
    assert host("img, b").count() == 0
    assert host(".attn-why").inner_text() == evil
    assert host.page.title() == "view"


def test_it_names_the_explorer_around_it(opened: Open) -> None:
    host = framed(opened, Narrator(name="Mouse eats cheese", **TEXTS))
    assert host.page.get_by_role("group", name="Mouse eats cheese.").count() == 1


@pytest.mark.parametrize("count", [0, 10, 40, 400])
def test_it_is_as_high_whatever_it_says(opened: Open, count: int) -> None:
    host = framed(opened, Narrator(name="n"))
    empty = host(".attn-explorer").bounding_box()
    host.widget.explanation = "0×1 + 2×2 " * count
    host.widget.reading = "word " * count
    host.widget.error = "error " * count
    host.carry()
    assert host(".attn-explorer").bounding_box() == empty


@pytest.mark.parametrize(("words", "scrolls"), [(10, False), (22, False), (60, True)])
def test_a_long_text_is_set_smaller_and_what_is_longer_still_is_reached_by_keyboard(
    opened: Open, words: int, scrolls: bool
) -> None:
    host = framed(opened, Narrator(name="n", explanation="e^2.8284 " * words))
    why = host(".attn-why")
    assert (why.get_attribute("tabindex") == "0") is scrolls
    assert why.evaluate("e => e.scrollHeight <= e.clientHeight") is not scrolls
    small = float(why.evaluate("e => parseFloat(getComputedStyle(e).fontSize)"))
    assert (small < 13) is (words > 14)


def test_words_from_the_right_leave_arithmetic_as_it_is(opened: Open) -> None:
    host = framed(opened, Narrator(name="n", explanation="k[שלום עולם] = 0×1 + 2×2 = 4"))
    # Where on the page do the digits stand? From left to right, as in the text.
    xs = host(".attn-why").evaluate(
        """(node) => [...node.firstChild.data.matchAll(/[0-9]/g)].map(({ index }) => {
            const range = document.createRange();
            range.setStart(node.firstChild, index);
            range.setEnd(node.firstChild, index + 1);
            return range.getBoundingClientRect().x;
        })"""
    )
    assert len(xs) == 5
    assert xs == sorted(xs)


@pytest.mark.parametrize(("width", "fit"), [(960, 1), (1200, 1), (818, 0.849), (300, 0.6)])
def test_a_narrow_page_gets_all_of_it_smaller(opened: Open, width: int, fit: float) -> None:
    host = framed(opened, Narrator(name="n", **TEXTS), width)
    host.page.wait_for_function(
        "document.querySelector('.attn-explorer').style.getPropertyValue('--attn-fit')"
    )
    assert float(host(".attn-explorer").evaluate("e => e.style.getPropertyValue('--attn-fit')")) == fit
    beyond = host(".attn-explorer").evaluate("e => e.scrollWidth - e.clientWidth")
    assert (beyond > 0) is (fit == 0.6)


def test_it_is_accessible(opened: Open) -> None:
    host = framed(opened, Narrator(name="Mouse eats cheese", **TEXTS))
    assert violations(host.page, ".attn-explorer") == []


def test_its_repr_is_stable() -> None:
    assert repr(Narrator(name="a")) == "Narrator('a')"
