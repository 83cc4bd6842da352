"""The hunts in the lesson are the hunts of the library: same code, same solution, same order, the report named."""

from __future__ import annotations

from pathlib import Path

import pytest

from attnlib.exercises.hunts import all_hunts
from tests.notebooks.running import ROOT, read

HUNTS = tuple(all_hunts().values())
LESSON = ROOT / "notebooks" / "11_bug_hunt.ipynb"


@pytest.fixture(scope="module")
def cells():
    return read(Path(LESSON)).cells


def place(cells, hunt):
    return next(i for i, cell in enumerate(cells) if hunt.buggy.strip() in cell.source)


def test_the_easiest_stands_first(cells):
    places = [place(cells, hunt) for hunt in HUNTS]
    assert places == sorted(places)


@pytest.mark.parametrize("hunt", HUNTS, ids=lambda hunt: hunt.name)
def test_story_then_code_then_solution(cells, hunt):
    here = place(cells, hunt)
    story, code, solution = cells[here - 1], cells[here], cells[here + 1]
    assert f"### {hunt.exercise.rank}. {hunt.title}" in story.source
    assert all(link in story.source for link in hunt.links)
    assert code.source.splitlines()[-1].startswith(f'check("{hunt.name}", ')
    assert hunt.exercise.solution.strip() in solution.source
    assert hunt.exercise.solution.strip() not in code.source


@pytest.mark.parametrize("hunt", HUNTS, ids=lambda hunt: hunt.name)
def test_what_is_stored_is_the_failing_symptom(cells, hunt):
    printed, verdict = cells[place(cells, hunt)].outputs
    assert printed.text.strip() == repr(hunt.symptom())
    assert verdict.data["text/plain"].startswith(f"{hunt.name}: not yet ✗")
