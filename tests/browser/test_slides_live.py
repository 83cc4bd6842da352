"""Every lesson as slides at 1280 × 720: stepped through with Space, from the title to the sources."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest

from tests.browser.driving import dead_controls
from tests.browser.page import EXPLORER, VIEWPORT, LabPage
from tests.notebooks import markdown
from tests.notebooks.running import read
from tests.notebooks.slides import INTENDED

PROJECTOR = {"width": 1280, "height": 720}
PROSE_PX = 20
# Six tokens and all stages side by side have 34 px for a number of four letters; larger, they would be cut.
NUMBERS_PX = {"large": 20, "normal": 20, "compact": 16, "dense": 15}
STEP = """() => {
    const { widgets, activeCellIndex } = window.attnPanel.content;
    const numbers = (name) => widgets.flatMap((cell, n) => cell.hasClass(`jp-deck-mod-${name}`) ? [n] : []);
    return { active: activeCellIndex, shown: numbers("visible"), room: numbers("onscreen") };
}"""
BOX = """(e) => {
    const [box, buttons] = [e, document.querySelector(".jp-Deck-Remote")].map((one) => one.getBoundingClientRect());
    const cut = [];
    if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) cut.push("by the window");
    if (box.right > buttons.left && box.bottom > buttons.top) cut.push("by the buttons");
    if (e.scrollWidth > e.clientWidth + 1) cut.push(`across: ${e.scrollWidth} of ${e.clientWidth} px`);
    for (let up = e.parentElement; up !== document.body; up = up.parentElement) {
        const around = up.getBoundingClientRect();
        const hides = getComputedStyle(up).overflow !== "visible";
        if (hides && (box.left < around.left - 1 || box.top < around.top - 1 ||
                      box.right > around.right + 1 || box.bottom > around.bottom + 1)) cut.push(`by ${up.className}`);
    }
    return cut;
}"""
NUMBERS = """(e) => [...e.querySelectorAll(".attn-matrix")].flatMap((matrix) => {
    const cell = [...matrix.querySelectorAll(".attn-cell:not(.attn-long) .attn-text")].find((one) => one.offsetWidth);
    if (!cell) return [];
    const own = parseFloat(getComputedStyle(cell).fontSize);
    // Chromium tells the size before an ancestor's zoom or after it, as its version has it: measured instead.
    const drawn = own * (matrix.currentCSSZoom ?? 1);
    return [[matrix.dataset.size, drawn]];
})"""


@pytest.fixture(scope="package")
def unrun(request):
    return request.param


@pytest.fixture(scope="module")
def deck(unrun, browser, lab):
    """Give a lesson run and shown as slides, at its title, on a projector."""
    page = LabPage(browser, lab)
    page.page.set_viewport_size(PROJECTOR)
    try:
        page.open(unrun.name).run_all()
        run(page, "from attnlib import widgets as _shown; _shown.presenting()")
        # As the teaching guide has it: up to the title, click it, then Toggle Deck.
        page.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-WindowedPanel-outer").first.evaluate(
            "(pane) => pane.scrollTo(0, 0)"
        )
        page.page.locator(".jp-Notebook .jp-Cell h1").click()
        page.page.locator('[data-command="deck:toggle"]:visible').first.click()
        page.page.wait_for_selector(".jp-Deck")
        page.settle()
        yield page
    finally:
        page.close()
        lab.forget()


def run(page: LabPage, code: str) -> None:
    page.page.evaluate(
        "(code) => window.attnPanel.sessionContext.session.kernel.requestExecute({ code }).done", code
    )
    page.settle()


def test_the_deck_shows_every_cell_and_each_explorer_whole_and_alive(deck, unrun):
    cells = read(unrun).cells
    step, seen, explored, complaints = deck.page.evaluate(STEP), set(), set(), []
    assert step["active"] == 0, "the title is clicked, and the deck opens elsewhere"
    while True:
        shown = [cells[n] for n in step["shown"]]
        seen |= set(step["shown"])
        complaints += list(shared(step, shown))
        for explorer in deck.page.locator(f".jp-deck-mod-visible {EXPLORER}").all():
            if step["active"] not in explored:
                explored.add(step["active"])
                complaints += [f"cell {step['active'] + 1}: {text}" for text in faults(deck, explorer)]
        for picture in deck.page.locator(".jp-deck-mod-visible .jp-RenderedImage img").all():
            box = picture.bounding_box()
            if box["x"] + box["width"] > PROJECTOR["width"] or box["height"] > PROJECTOR["height"]:
                complaints.append(f"cell {step['active'] + 1}: the picture is larger than the slide: {box}")
        last = step["active"]
        go_on(deck, moved=last in explored)
        step = deck.page.evaluate(STEP)
        if step["active"] == last:
            break
    hidden = {n for n in range(len(cells)) if n not in seen}
    intended = {n for n, cell in enumerate(cells) if cell.metadata["slideshow"]["slide_type"] in INTENDED}
    complaints += [f"cell {n + 1} is never shown" for n in sorted(hidden - intended)]
    made = {n for n, cell in enumerate(cells) if is_live(deck, n)}
    assert explored == made
    assert made
    assert not complaints, "\n".join(complaints)
    assert not deck.errors()


def go_on(page: LabPage, *, moved: bool) -> None:
    """Press Space; after an explorer was moved, which keeps its keys, the arrows at the right below."""
    if not moved:
        page.page.keyboard.press("Space")
        return
    for arrow in ("next fragment or subslide", "next slide"):
        button = page.page.locator(f'.jp-Deck-Remote button[title*="{arrow}"]:not(.jp-mod-disabled)')
        if button.count():
            button.click()
            return


def is_live(page: LabPage, cell: int) -> bool:
    """Tell whether a cell shows an explorer."""
    found = "([n, css]) => !!window.attnPanel.content.widgets[n].node.querySelector(css)"
    return bool(page.page.evaluate(found, [cell, EXPLORER]))


def shared(step: dict[str, Any], shown: list[Any]) -> Any:
    """Say which cells share a slide that should not."""
    headings = [h for cell in shown if cell.cell_type == "markdown" for h in markdown.headings(cell.source)]
    if len(headings) > 1:
        yield f"cell {step['active'] + 1}: {len(headings)} headings on one slide"
    texts = [cell.source for cell in shown if cell.cell_type == "markdown"]
    for before, after in itertools.pairwise(texts):
        if re.match(r"\*\*Explain\.", before) and "**Predict.**" in after:
            yield f"cell {step['active'] + 1}: an explanation and the next prediction on one slide"
    pictures = [any("image/png" in o.get("data", {}) for o in cell.get("outputs", [])) for cell in shown]
    if any(pictures) and len(step["room"]) > 1:
        yield f"cell {step['active'] + 1}: a picture shares its slide with {len(step['room']) - 1} other cells"


def faults(page: LabPage, explorer: Any) -> Any:
    """Say what a class would miss of an explorer on its slide: a part cut off, small numbers, nothing that moves."""
    page.settle()
    if cut := explorer.evaluate(BOX):
        yield f"cut {', '.join(cut)}"
    for size, pixels in explorer.evaluate(NUMBERS):
        if size in NUMBERS_PX and pixels < NUMBERS_PX[size]:
            yield f"numbers of {pixels:.1f} px in a matrix of size {size}, at least {NUMBERS_PX[size]}"
    yield from dead_controls(page, explorer)


def test_prose_and_code_are_as_large_as_the_numbers(deck):
    sizes = deck.page.evaluate(
        """() => Object.fromEntries([".jp-RenderedMarkdown p", ".cm-line", ".jp-RenderedText pre"].map(
            (css) => [css, parseFloat(getComputedStyle(document.querySelector(`.jp-Notebook ${css}`)).fontSize)]))"""
    )
    assert all(size >= PROSE_PX for size in sizes.values()), sizes


def test_the_page_is_as_before_when_the_deck_and_the_projector_are_off(deck):
    deck.page.evaluate("() => window.jupyterapp.commands.execute('deck:stop')")
    run(deck, "_shown.presenting(False)")
    deck.page.set_viewport_size(VIEWPORT)
    deck.settle()
    fits = deck.page.locator(EXPLORER).evaluate_all(
        "(all) => all.map((e) => e.style.getPropertyValue('--attn-fit'))"
    )
    assert set(fits) == {"1"}
