"""Strict nbval: what is stored is what a run gives, today and tomorrow; and it fails when it should."""

from __future__ import annotations

import re

import pytest

from tests.notebooks import toys
from tests.notebooks.regenerate import regenerate, text_of
from tests.notebooks.running import LESSONS, read
from tests.notebooks.strict import copies, nbval

WIDGET = (
    "import ipywidgets\nslider = ipywidgets.IntSlider(max=9)\n"
    "def moved(change):\n    print(9 // (9 - change.new))\nslider.observe(moved, 'value')",
)


@pytest.fixture(scope="session")
def twice(tmp_path_factory):
    """Run all lessons through nbval, twice in a row, in two processes for all the tests of this module."""
    folder = tmp_path_factory.mktemp("nbval")
    files = copies(folder, LESSONS)
    before = [path.read_bytes() for path in files]
    verdicts = [nbval(folder, *files), nbval(folder, *files)]
    return verdicts, {path.stem: path.read_bytes() == old for path, old in zip(files, before, strict=True)}


@pytest.mark.slow
@pytest.mark.parametrize("time", [1, 2])
def test_every_cell_gives_its_stored_output(twice, lesson, time):
    verdict = twice[0][time - 1]
    assert not verdict.failed.get(lesson.stem), verdict.printed[-3000:]
    code_cells = [cell for cell in read(lesson).cells if cell.cell_type == "code"]
    assert verdict.passed.get(lesson.stem) == len(code_cells), verdict.printed[-3000:]


@pytest.mark.slow
def test_the_file_is_the_same_afterwards(twice, lesson):
    assert twice[1][lesson.stem]


@pytest.mark.slow
def test_a_wrong_digit_in_a_stored_output_of_the_lesson_is_noticed(tmp_path, lesson):
    notebook = read(lesson)
    cell, output = next(
        (cell, output)
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if re.search(r"\d", output.get("data", {}).get("text/plain", ""))
    )
    text = output["data"]["text/plain"]
    output["data"]["text/plain"] = re.sub(
        r"\d(?=\D*$)", lambda digit: str((int(digit[0]) + 1) % 10), text, count=1
    )
    assert output["data"]["text/plain"] != text
    notebook.cells = notebook.cells[: notebook.cells.index(cell) + 1]  # the rest only costs time
    path = tmp_path / lesson.name
    path.write_text(text_of(notebook), encoding="utf-8")
    verdict = nbval(tmp_path, path)
    number = [c for c in notebook.cells if c.cell_type == "code"].index(cell)
    assert [failure.split(":")[0] for failure in verdict.failed[lesson.stem]] == [f"Cell {number}"]


def toy(folder, *cells):
    path = toys.write(folder, *cells)
    _, problems = regenerate(path)
    assert not problems
    return path


def test_a_wrong_number_fails(tmp_path):
    path = toy(tmp_path, ("[2 * 2, 0.894]",))
    assert not nbval(tmp_path, path).failed
    path.write_text(path.read_text().replace("0.894]\\n", "0.894]").replace('"[4, 0.894]"', '"[4, 0.895]"'))
    assert "0.895" in path.read_text()
    assert len(nbval(tmp_path, path).failed["toy"]) == 1


def test_an_exception_in_a_callback_fails(tmp_path):
    path = toy(tmp_path, WIDGET, ("slider.value = 8",))
    assert not nbval(tmp_path, path).failed
    path.write_text(path.read_text().replace("slider.value = 8", "slider.value = 9"))
    assert len(nbval(tmp_path, path).failed["toy"]) == 1


def test_a_missing_output_fails(tmp_path):
    path = toy(tmp_path, ("'Mouse 0.89'",))
    notebook = read(path)
    notebook.cells[0].outputs = []
    path.write_text(text_of(notebook), encoding="utf-8")
    assert nbval(tmp_path, path).failed
