"""The mask explorer in a real JupyterLab: clicks and keys toggle cells, any sentence keeps the size, slips are said."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator

from tests.browser import driving
from tests.browser.axe import violations
from tests.browser.page import EXPLORER, LabPage
from tests.browser.scratch import BEYOND, run_cells

LONG = "Donaudampfschiff extraordinarily-long words that nobody reads aloud"
LONGER = f"{LONG} now"
CELLS = (
    "from attnlib import widgets\nwidgets.MaskExplorer()",
    f"widgets.MaskExplorer({LONGER!r}, prefix=2, window=2, padding=1, leak=True, changed='aloud', toggled=[(0, 0)])",
)


@pytest.fixture(scope="module")
def masks(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabPage]:
    with run_cells(browser, tmp_path_factory.mktemp("masks"), CELLS) as page:
        yield page


@pytest.fixture
def first(masks: LabPage) -> Locator:
    explorer = masks.explorers()[0]
    masks.scroll_to(explorer)
    explorer.get_by_role("button", name="Reset").click()
    masks.settle()
    return explorer


def switch(explorer: Locator, name: str) -> Locator:
    return explorer.get_by_role("grid", name="mask").get_by_role("switch", name=name)


def typed(masks: LabPage, explorer: Locator, sentence: str) -> None:
    box = explorer.get_by_role("textbox", name="sentence")
    box.fill(sentence)
    box.press("Enter")
    masks.settle()


@pytest.mark.parametrize("present", [False, True])
def test_everything_stays_inside_its_frame(masks: LabPage, present: bool) -> None:
    for explorer in masks.explorers():
        explorer.evaluate("(e, on) => e.classList.toggle('attn-presenting', on)", present)
        masks.settle()
        box = explorer.bounding_box()
        assert box is not None
        assert (box["width"] <= 960, box["height"] <= 560) == (True, True), box
        assert explorer.evaluate(BEYOND) == []
        assert explorer.locator(".attn-code").evaluate("(e) => e.scrollHeight <= e.clientHeight + 1")
        explorer.evaluate("(e) => e.classList.remove('attn-presenting')")


def test_a_click_and_a_key_toggle_a_cell(masks: LabPage, first: Locator) -> None:
    switch(first, "The asks cat: masked, 0").click()
    masks.settle()
    assert switch(first, "The asks cat: 1*").get_attribute("aria-checked") == "true"
    assert "mask[0, 1] = True" in first.locator(".attn-code").inner_text()
    masks.page.keyboard.press("ArrowDown")
    masks.page.keyboard.press("Space")
    masks.settle()
    assert switch(first, "cat asks cat: masked, 0*").get_attribute("aria-checked") == "false"
    assert "mask[1, 1] = False" in first.locator(".attn-code").inner_text()
    assert "toggled by hand" in first.locator(".attn-why").inner_text()


def test_any_sentence_keeps_the_size(masks: LabPage, first: Locator) -> None:
    sizes = [first.bounding_box()]
    for sentence in ("one", "Mouse eats cheese", LONG, LONGER, "a cat"):
        typed(masks, first, sentence)
        assert (
            len(first.get_by_role("grid", name="mask").get_by_role("switch").all())
            == len(sentence.split()) ** 2
        )
        assert first.evaluate(BEYOND) == []
        sizes.append(first.bounding_box())
    assert len({(box["width"], box["height"]) for box in sizes if box is not None}) == 1


def test_too_many_words_are_refused_in_sight(masks: LabPage, first: Locator) -> None:
    typed(masks, first, "a b c d e f g h i")
    assert "has room for 8 words, got 9" in first.get_by_role("alert").inner_text()
    assert first.get_by_role("grid", name="mask, 6 rows").count() == 1
    typed(masks, first, "a b c")
    assert first.locator(".attn-wrong").inner_text() == ""


def test_a_leak_and_a_changed_token_light_what_moved(masks: LabPage, first: Locator) -> None:
    first.get_by_label("change a token").select_option("mat")
    first.get_by_label("plant a leak").check()
    masks.settle()
    assert "the outputs of “cat” and “mat” moved" in first.locator(".attn-reading").inner_text()
    lit = first.get_by_role("grid", name="output").locator(".attn-lit")
    assert {cell.get_attribute("data-row") for cell in lit.all()} == {"1", "5"}


def test_its_controls_are_alive_and_quick_and_replace_nothing(masks: LabPage, first: Locator) -> None:
    assert driving.dead_controls(masks, first) == []
    assert driving.unsteady(masks, first) == []
    assert driving.backlog(masks, first) == []
    assert not masks.errors()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_accessible(masks: LabPage, first: Locator, theme: str) -> None:
    masks.set_theme(theme)
    masks.settle()
    try:
        assert violations(masks.page, EXPLORER) == []
    finally:
        masks.set_theme("light")
