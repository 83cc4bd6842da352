"""An exercise and a hunt solved in a real JupyterLab by keyboard alone: a slip is named, the mended version passes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from attnlib.exercises import Exercise
from attnlib.exercises.catalogue import task
from tests.browser.axe import violations
from tests.browser.page import LabPage
from tests.browser.scratch import run
from tests.notebooks.running import LESSONS

SLIPS = {
    "scores": "def scores(Q, K):\n    return Q @ K",
    "hunt_axis": None,  # as it stands in the lesson: still the bug
}


@pytest.fixture(scope="module", params=["01_queries_keys_values", "11_bug_hunt"])
def lesson(
    request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LabPage]:
    (path,) = (path for path in LESSONS if path.stem == request.param)
    with run(browser, tmp_path_factory.mktemp("exercises"), path) as page:
        yield page


def place(page: LabPage, name: str) -> int:
    """Find the cell that checks ``name``, and make it the active one, as arrow keys do."""
    index: int = page.page.evaluate(
        """(call) => {
            const notebook = window.attnPanel.content;
            const index = notebook.widgets.findIndex((cell) => cell.model.sharedModel.source.includes(call));
            notebook.activeCellIndex = index;
            notebook.mode = "command";
            notebook.activate();
            return index;
        }""",
        f'check("{name}"',
    )
    assert index >= 0, f"no cell checks {name}"
    return index


def exercise(name: str) -> Exercise:
    found = task(name)
    assert isinstance(found, Exercise)
    return found


def verdict(page: LabPage, index: int) -> str:
    text: str = page.page.evaluate(
        "(index) => window.attnPanel.content.widgets[index].outputArea.node.innerText", index
    )
    return text


def answer(page: LabPage, name: str, code: str | None) -> str:
    """Write an answer over the stub with the keyboard, run the cell, and read what it says."""
    index = place(page, name)
    if code is not None:
        call = exercise(name).signature.split("(")[0].removeprefix("def ")
        page.page.keyboard.press("Enter")  # into the cell
        page.page.keyboard.press("Control+a")
        page.page.keyboard.insert_text(f'{code.strip()}\n\n\ncheck("{name}", {call})')
    page.page.keyboard.press("Control+Enter")
    page.page.wait_for_function(
        "() => window.attnPanel.sessionContext.session.kernel.status === 'busy' || true"
    )
    page.page.evaluate(
        """async () => {
            const kernel = window.attnPanel.sessionContext.session.kernel;
            await kernel.requestExecute({ code: "", silent: true }).done;  // all before it has run
        }"""
    )
    page.settle()
    return verdict(page, index)


def exercise_of(page: LabPage) -> str:
    return "scores" if page.name.startswith("01") else "hunt_axis"


def test_a_slip_is_named_and_the_mended_answer_passes(lesson: LabPage):
    name = exercise_of(lesson)
    said = answer(lesson, name, SLIPS[name])
    assert "not yet" in said
    assert "passed" not in said
    assert "passed" in answer(lesson, name, exercise(name).solution)


def test_a_verdict_is_accessible(lesson: LabPage):
    index = place(lesson, exercise_of(lesson))
    lesson.page.evaluate(
        "(index) => window.attnPanel.content.widgets[index].outputArea.node.setAttribute('data-verdict', 'true')",
        index,
    )
    assert not violations(lesson.page, "[data-verdict] section")
