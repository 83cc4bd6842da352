"""A sheet filled in a real JupyterLab, by keyboard alone: wrong numbers are told why, right ones complete it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.axe import violations
from tests.browser.page import EXPLORER, LabPage
from tests.browser.scratch import run_cells

CELL = """from attnlib import examples, widgets
widgets.ByHand("weights", examples.mouse_eats_cheese(causal=True))"""


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabPage]:
    with run_cells(browser, tmp_path_factory.mktemp("sheet"), [CELL]) as page:
        yield page


def test_it_is_filled_by_keyboard_alone(page: LabPage) -> None:
    explorer = page.explorers()[0]
    page.scroll_to(explorer)
    keys, says = page.page.keyboard, explorer.locator(".attn-reading")
    height = explorer.bounding_box()
    explorer.get_by_role("button", name="Clear").focus()
    for _ in range(2):  # past the grid of what is given
        keys.press("Tab")
    assert page.page.evaluate("document.activeElement.ariaLabel") == "Mouse asks Mouse: blank"
    for text, to in [("0.05", "ArrowRight"), ("0", "ArrowRight"), ("0", "ArrowDown"), ("0", "ArrowLeft")]:
        keys.type(text)
        keys.press(to)
    page.settle()
    assert says.inner_text() == "weights[Eats, Cheese]: 0 is right. 3 of 9 cells are right, 1 is wrong."
    keys.press("Home")
    keys.press("ArrowUp")
    page.settle()
    why = explorer.locator(".attn-why").inner_text()
    assert why.startswith("weights[Mouse, Mouse]: 0.05 is wrong, forbidden cells were counted in the sum")
    for column in (("1", "1/2", "0.0529"), ("", "0.5", "0.894"), ("", "", "1/(2+e^2.83)")):
        for text in column:
            keys.type(text)
            keys.press("Enter" if text else "ArrowDown")
        keys.press("ArrowRight")
        keys.press("PageUp")
    page.settle()
    assert says.inner_text().endswith("All 9 cells are right.")
    assert explorer.bounding_box() == height
    assert page.errors() == []


def test_it_is_accessible_and_fits(page: LabPage) -> None:
    box = page.explorers()[0].bounding_box()
    assert box is not None
    assert box["width"] <= 960
    assert box["height"] <= 560
    assert violations(page.page, EXPLORER) == []
