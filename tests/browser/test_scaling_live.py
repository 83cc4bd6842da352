"""The scaling explorer in a real JupyterLab: it keeps its frame and its nodes, keeps pace, and can be said aloud."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator

from tests.browser import driving
from tests.browser.axe import violations
from tests.browser.page import EXPLORER, LabPage
from tests.browser.scratch import BEYOND, run_cells

CELLS = (
    'from attnlib import widgets\nwidgets.ScalingExplorer(scale="none")',
    'widgets.ScalingExplorer(1024, n_keys=64, scale="temperature", temperature=0.125, selected=("gradient", "1/d_k"))',
)
CUT = """(root) => [...root.querySelectorAll(".attn-header-text, .attn-formula")]
    .filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"""


@pytest.fixture(scope="module")
def lab(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabPage]:
    with run_cells(browser, tmp_path_factory.mktemp("scaling"), CELLS) as page:
        yield page


@pytest.fixture
def first(lab: LabPage) -> Locator:
    explorer = lab.explorers()[0]
    lab.scroll_to(explorer)
    explorer.get_by_role("button", name="Reset").click()
    lab.settle()
    return explorer


@pytest.mark.parametrize("present", [False, True])
def test_everything_stays_inside_its_frame_and_is_read_whole(lab: LabPage, present: bool) -> None:
    for explorer in lab.explorers():
        explorer.evaluate("(e, on) => e.classList.toggle('attn-presenting', on)", present)
        lab.settle()
        box = explorer.bounding_box()
        assert box is not None
        assert (box["width"] <= 960, box["height"] <= 560) == (True, True), box
        assert explorer.evaluate(BEYOND) == []
        assert explorer.evaluate(CUT) == []
        explorer.evaluate("(e) => e.classList.remove('attn-presenting')")


def test_the_keyboard_widens_the_head_and_explains_a_number(lab: LabPage, first: Locator) -> None:
    first.get_by_role("slider", name="d_k").focus()
    lab.page.keyboard.press("End")
    lab.settle()
    assert "at d_k = 1024 spread by 3" in first.locator(".attn-reading").inner_text()
    assert first.get_by_role("img", name="12800 scores spread by 3").count() == 1
    first.get_by_role("gridcell", name="gradient let through").first.click()
    lab.page.keyboard.press("ArrowRight")
    lab.settle()
    assert first.locator(".attn-why").inner_text().startswith("gradient[1/√d_k] = mean of |gradient at")


def test_its_controls_are_alive_and_quick_and_replace_nothing(lab: LabPage, first: Locator) -> None:
    assert driving.dead_controls(lab, first) == []
    assert driving.unsteady(lab, first) == []
    assert driving.backlog(lab, first) == []
    assert not lab.errors()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_accessible(lab: LabPage, first: Locator, theme: str) -> None:
    lab.set_theme(theme)
    lab.settle()
    try:
        assert violations(lab.page, EXPLORER) == []
    finally:
        lab.set_theme("light")
