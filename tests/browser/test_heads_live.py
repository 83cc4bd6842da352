"""The head explorer in a real JupyterLab: tiles choose by click and key, any cut keeps the size, nothing is cut off."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator

from tests.browser import driving
from tests.browser.axe import violations
from tests.browser.page import EXPLORER, LabPage
from tests.browser.scratch import run_cells

CELLS = (
    "from attnlib import MultiHeadAttention, examples, widgets\nimport numpy as np\nwidgets.HeadExplorer()",
    'made = examples.readable_heads("the ( cat ( the ) sat )")\n'
    "widgets.HeadExplorer(made.attend, made.X, tokens=made.tokens, names=made.heads)",
    "many = MultiHeadAttention.random(16, 8, rng=0), np.random.default_rng(1).normal(size=(8, 16))\n"
    "widgets.HeadExplorer(*many, tokens=[f'extraordinarily-{i}' for i in range(8)],"
    " names=[f'something {i}' for i in range(8)], silenced=[2])",
)
# What reaches out of the explorer, or covers its neighbour. The projection's box may scroll.
BEYOND = """(root) => {
    const frame = root.getBoundingClientRect();
    const parts = ".attn-tile, .attn-scrolled, .attn-held .attn-grid, .attn-bar > *, .attn-foot > *";
    const boxes = [...root.querySelectorAll(parts)]
        .map((e) => [e.className, e.getBoundingClientRect()]).filter(([_, box]) => box.width);
    const out = boxes.filter(([_, b]) => b.right > frame.right + 1 || b.bottom > frame.bottom + 1).map(([n]) => n);
    const grids = boxes.filter(([n]) => /attn-(tile|scrolled|grid)/.test(n)).map(([_, b]) => b);
    for (const [i, a] of grids.entries()) for (const b of grids.slice(i + 1)) {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 1 && high > 1) out.push("covered");
    }
    return out;
}"""


@pytest.fixture(scope="module")
def heads(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabPage]:
    with run_cells(browser, tmp_path_factory.mktemp("heads"), CELLS) as page:
        yield page


def reset(heads: LabPage, number: int) -> Locator:
    explorer = heads.explorers()[number]
    heads.scroll_to(explorer)
    explorer.get_by_role("button", name="Reset").click()
    heads.settle()
    return explorer


@pytest.fixture
def first(heads: LabPage) -> Locator:
    return reset(heads, 0)


@pytest.fixture
def machine(heads: LabPage) -> Locator:
    return reset(heads, 1)


def tile(explorer: Locator, name: str) -> Locator:
    return explorer.locator(".attn-tile", has=explorer.page.get_by_role("grid", name=name))


@pytest.mark.parametrize("present", [False, True])
def test_everything_stays_inside_its_frame(heads: LabPage, present: bool) -> None:
    for explorer in heads.explorers():
        explorer.evaluate("(e, on) => e.classList.toggle('attn-presenting', on)", present)
        heads.settle()
        box = explorer.bounding_box()
        assert box is not None
        assert (box["width"] <= 960, box["height"] <= 560) == (True, True), box
        assert explorer.evaluate(BEYOND) == []
        explorer.evaluate("(e) => e.classList.remove('attn-presenting')")


def test_any_cut_keeps_the_size(heads: LabPage, first: Locator, machine: Locator) -> None:
    for explorer, counts in ((first, "1 2 8 4"), (machine, "1 2 4")):
        sizes = set()
        for count in counts.split():
            explorer.get_by_label("heads").select_option(count)
            heads.settle()
            assert explorer.locator(".attn-tile:visible").count() == int(count) + 1
            assert explorer.evaluate(BEYOND) == []
            box = explorer.bounding_box()
            assert box is not None
            sizes.add((box["width"], box["height"]))
        assert len(sizes) == 1


def test_a_click_and_a_key_on_a_tile_look_at_its_head(heads: LabPage, machine: Locator) -> None:
    tile(machine, "3 matching bracket").get_by_role("gridcell", name="( asks )·2").click()
    heads.settle()
    assert "attn-chosen" in (tile(machine, "3 matching bracket").get_attribute("class") or "")
    assert machine.get_by_label("look at").evaluate("(e) => e.selectedIndex") == 2
    assert machine.locator(".attn-why").inner_text().startswith("head 3, weights[(, )·2] = e^")
    heads.page.keyboard.press("ArrowDown")
    heads.settle()
    assert machine.locator(".attn-why").inner_text().startswith("head 3, weights[cat, )·2] = ")
    tile(machine, "2 same word").locator("[tabindex='0'].attn-cell").focus()
    heads.page.keyboard.press("Enter")
    heads.settle()
    assert machine.locator(".attn-why").inner_text().startswith("head 2, weights[")


def test_silencing_strikes_the_tile_and_lights_the_outputs(heads: LabPage, machine: Locator) -> None:
    machine.get_by_label("silence it").check()
    heads.settle()
    struck = tile(machine, "1 silenced: previous token")
    assert "attn-silenced" in (struck.get_attribute("class") or "")
    assert (
        struck.locator(".attn-name").evaluate("(e) => getComputedStyle(e).textDecorationLine")
        == "line-through"
    )
    assert machine.get_by_role("grid", name="output").locator(".attn-lit").count() == 8 * 5
    assert "Silenced: head 1. Outputs moved: all." in machine.locator(".attn-reading").inner_text()


def test_a_cell_of_the_projection_is_typed_and_moves_its_own_head_alone(
    heads: LabPage, first: Locator
) -> None:
    colours = "(e) => [...e.querySelectorAll('.attn-cell')].map((c) => c.getAttribute('aria-label')).join()"
    before = [tile(first, f"head {i}").evaluate(colours) for i in (1, 2, 3, 4)]
    first.get_by_role("grid", name="W_Q").get_by_role("gridcell").nth(1).click()
    heads.page.keyboard.type("3")
    heads.page.keyboard.press("Enter")
    heads.settle()
    after = [tile(first, f"head {i}").evaluate(colours) for i in (1, 2, 3, 4)]
    assert [one != other for one, other in zip(before, after, strict=True)] == [True, False, False, False]


def test_a_projection_too_large_for_its_box_is_reached_by_keys(heads: LabPage, machine: Locator) -> None:
    box = machine.locator(".attn-scrolled")
    machine.get_by_role("grid", name="W_Q").locator("[tabindex='0'].attn-cell").focus()
    heads.page.keyboard.press("Control+End")
    heads.settle()
    cell = machine.get_by_role("grid", name="W_Q").get_by_role("gridcell").last.bounding_box()
    frame = box.bounding_box()
    assert cell is not None
    assert frame is not None
    assert cell["x"] + cell["width"] <= frame["x"] + frame["width"] + 1
    assert cell["y"] + cell["height"] <= frame["y"] + frame["height"] + 1


def test_its_controls_are_alive_and_quick_and_replace_nothing(heads: LabPage, first: Locator) -> None:
    assert driving.dead_controls(heads, first) == []
    assert driving.unsteady(heads, first) == []
    assert driving.backlog(heads, first) == []
    assert not heads.errors()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_accessible(heads: LabPage, machine: Locator, theme: str) -> None:
    machine.get_by_label("silence it").check()
    heads.set_theme(theme)
    heads.settle()
    try:
        assert violations(heads.page, EXPLORER) == []
    finally:
        heads.set_theme("light")
