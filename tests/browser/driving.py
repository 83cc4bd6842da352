"""Drive an explorer as a person would; each check gives its complaints, none when all is well."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Locator

from tests.browser.page import LabPage

SLIDER = ".attn-slider input[type=range]:not([disabled]):visible"
EDITABLE = "[role=grid][aria-readonly=false] .attn-cell:visible"
BUTTON = "button:not([disabled]):visible"
PRESSES, PER_SECOND = 30, 30
# Measured 64 ms here; a queue of 30 steps would take seconds. Shared machines stall for a moment now and then.
BACKLOG_MS = 400
SHOWN = """(root) => [...root.querySelectorAll(".attn-cell, svg, [aria-live], [data-level]")].map(
    (e) => e instanceof SVGElement ? e.outerHTML : e.textContent + (e.dataset.level ?? "")).join("|")"""


def shown(explorer: Locator) -> str:
    """Return all that an explorer shows at the moment, apart from its controls: texts, colours, drawings."""
    return str(explorer.evaluate(SHOWN))


def sliders(explorer: Locator) -> list[Locator]:
    """Return the sliders that can be moved; where none can, an editable cell is selected first."""
    found = explorer.locator(SLIDER).all()
    if not found and (cell := explorer.locator(".attn-cell[aria-readonly=false]")).count():
        cell.first.click()
        explorer.page.wait_for_timeout(300)
        found = explorer.locator(SLIDER).all()
    return found


def bouncing(slider: Locator, presses: int) -> Iterator[str]:
    """Yield arrow keys that each move the slider: to its end, back, and so on."""
    at, last = slider.evaluate(
        "(e) => [(e.value - e.min) / (e.step || 1), (e.max - e.min) / (e.step || 1)].map(Math.round)"
    )
    step = 1 if at < last else -1
    for _ in range(presses):
        if not 0 <= at + step <= last:
            step = -step
        at += step
        yield "ArrowRight" if step > 0 else "ArrowLeft"


def dead_controls(lab: LabPage, explorer: Locator) -> list[str]:
    """An explorer is alive when each of its sliders changes what it shows; else a button does, or a number typed."""
    complaints = []
    for number, slider in enumerate(sliders(explorer), 1):
        before = shown(explorer)
        for key in ("End", "Home"):
            slider.press(key)
            lab.settle()
            if shown(explorer) != before:
                break
        else:
            complaints.append(f"slider {number} ({name_of(slider)}) changes nothing that is shown")
    if not explorer.locator(SLIDER).count():
        before = shown(explorer)
        for button in explorer.locator(BUTTON).all():
            if button.is_enabled():
                button.click()
            lab.settle()
            if shown(explorer) != before:
                break
        else:
            if not takes_a_number(lab, explorer):
                complaints.append("no slider, no button and no cell to type into that changes what is shown")
    return complaints


def takes_a_number(lab: LabPage, explorer: Locator) -> bool:
    """Type a number into the first cell that may be edited, and tell whether what is shown has changed."""
    cell = explorer.locator(EDITABLE)
    if not cell.count():
        return False
    before = shown(explorer)
    cell.first.click()
    lab.page.keyboard.type("7")
    lab.page.keyboard.press("Enter")
    lab.settle()
    return shown(explorer) != before


def unsteady(lab: LabPage, explorer: Locator) -> list[str]:
    """Nothing on the page is replaced by a slider's step, and the height is the same at every moment.

    A button may bring matrices of another shape, so of a button only the height is asked.
    """
    moved = sliders(explorer)
    lab.watch(explorer)
    for slider in moved:
        slider.focus()
        for key in bouncing(slider, 6):
            lab.page.keyboard.press(key)
            lab.page.wait_for_timeout(80)
    for button in explorer.locator(BUTTON).all()[: 0 if moved else 8]:
        if button.is_enabled():
            button.click()
            lab.page.wait_for_timeout(150)
    lab.settle()
    seen = lab.watched()
    replaced = seen["replaced"][:5] if moved else []
    complaints = [f"a step took a node out of the page: {html}" for html in replaced]
    if not seen["changes"]:
        complaints.append("nothing changed while driving")
    if len(seen["heights"]) > 1:
        complaints.append(f"the height changed while driving: {seen['heights']}")
    return complaints


def backlog(lab: LabPage, explorer: Locator) -> list[str]:
    """Thirty key presses in a second: soon after the last one all is still, and shows the last value."""
    complaints = []
    for slider in sliders(explorer)[:1]:
        slider.focus()
        lab.settle()
        lab.watch(explorer)
        for key in bouncing(slider, PRESSES):
            lab.page.keyboard.press(key)
            lab.page.wait_for_timeout(1000 / PER_SECOND - 5)
        end = lab.now()
        lab.page.wait_for_timeout(BACKLOG_MS + 1500)
        seen = lab.watched()
        late = max(seen["changes"], default=end) - end
        if late > BACKLOG_MS:
            complaints.append(f"still changing {late:.0f} ms after the last of {PRESSES} key presses")
        fast = shown(explorer)
        for key in ("ArrowLeft", "ArrowRight") if not at_start(slider) else ("ArrowRight", "ArrowLeft"):
            slider.press(key)
            lab.settle()
        if shown(explorer) != fast:
            complaints.append("the last value did not win: arriving slowly shows something else")
    return complaints


def at_start(slider: Locator) -> bool:
    """Tell whether a slider stands at its minimum."""
    return bool(slider.evaluate("(e) => Number(e.value) <= Number(e.min)"))


def name_of(control: Locator) -> str:
    """Return what a screen reader would call a control."""
    return str(
        control.evaluate("(e) => e.getAttribute('aria-label') ?? e.closest('[role=group], label')?.innerText")
    )
