"""Each lesson in a real JupyterLab: open, Run All, drive every explorer."""

from __future__ import annotations

import pytest

from tests.browser import driving
from tests.browser.axe import violations
from tests.browser.page import EXPLORER


def test_runs_without_error(live):
    assert not live.errors()


def test_every_cell_ran(live):
    counts = live.page.evaluate(
        "() => window.attnPanel.content.model.sharedModel.toJSON().cells"
        ".filter((cell) => cell.cell_type === 'code').map((cell) => cell.execution_count)"
    )
    assert counts == list(range(1, len(counts) + 1))


def test_explorers_are_shown_within_their_size(live):
    explorers = live.explorers()
    assert explorers, "no explorer on the page"
    for number, explorer in enumerate(explorers, 1):
        box = explorer.bounding_box()
        assert box is not None, f"explorer {number} is not visible"
        assert 100 <= box["height"] <= 560, f"explorer {number}: {box}"
        assert 200 <= box["width"] <= 960, f"explorer {number}: {box}"
        beyond = explorer.evaluate(
            """(root) => {
                const frame = root.getBoundingClientRect();
                const text = (e) => [...e.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
                return [...root.querySelectorAll("*")].filter(text).filter((e) => {
                    const box = e.getBoundingClientRect();
                    return box.width && (box.right > frame.right + 1 || box.bottom > frame.bottom + 1);
                }).map((e) => e.textContent);
            }"""
        )
        assert not beyond, f"explorer {number}: reaches beyond its frame: {beyond}"


def test_every_control_of_every_explorer_is_alive(live):
    complaints = [driving.dead_controls(live, explorer) for explorer in live.explorers()]
    assert not any(complaints), complaints
    assert not live.errors()


def test_no_node_is_replaced_and_the_height_stays_while_driving(live):
    complaints = [driving.unsteady(live, explorer) for explorer in live.explorers()]
    assert not any(complaints), complaints


def test_thirty_key_presses_in_a_second_leave_no_backlog(live):
    complaints = [driving.backlog(live, explorer) for explorer in live.explorers()]
    assert not any(complaints), complaints


def test_selecting_a_cell_by_keyboard_explains_it(live):
    for explorer in live.explorers():
        stop = explorer.locator("[role=grid] .attn-cell[tabindex='0']:visible").last
        before = explorer.inner_text()
        stop.focus()
        live.page.keyboard.press("ArrowDown" if stop.get_attribute("data-row") == "0" else "ArrowUp")
        live.page.keyboard.press("Enter")
        live.settle()
        assert explorer.inner_text() != before
        selected = explorer.locator(".attn-cell[aria-selected=true]:visible")
        assert selected.count() == 1
        live.page.keyboard.press("Escape")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_explorers_are_accessible_and_pictured(live, theme):
    live.set_theme(theme)
    live.settle()
    try:
        for number, explorer in enumerate(live.explorers(), 1):
            live.scroll_to(explorer)
            live.screenshot(f"{live.name.removesuffix('.ipynb')}-{number}-{theme}", explorer)
        found = violations(live.page, EXPLORER)
        assert not found, "\n".join(found)
    finally:
        live.set_theme("light")


def test_every_grid_has_a_name(live):
    unnamed = live.page.evaluate(
        """() => [...document.querySelectorAll(".attn-explorer [role=grid]")].filter((grid) => {
            if (grid.getClientRects().length === 0) return false; // folded away: not there for anybody
            const ids = (grid.getAttribute("aria-labelledby") ?? "").split(" ").filter(Boolean);
            const by = ids.map((id) => document.getElementById(id)?.innerText);
            return !(grid.getAttribute("aria-label") ?? by.join(" ")).trim();
        }).map((grid) => grid.outerHTML.slice(0, 200))"""
    )
    assert not unnamed
