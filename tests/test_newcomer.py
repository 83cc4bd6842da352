"""What CONTRIBUTING.md asks of who adds an explorer or a lesson is enough: both are added to a copy, as it says."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from attnlib import examples
from attnlib.widgets import StepExplorer
from tests.notebooks import toys
from tests.notebooks.slides import arrange

ROOT = Path(__file__).parents[1]

EXPLORER = '''"""One row of weights at a time."""

from __future__ import annotations

from typing import Any

import ipywidgets

from attnlib import figures
from attnlib.maths import check
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.matrix import matrix_panel
from attnlib.meaning.plain import as_text
from attnlib.meaning.readings import reading, row_reading
from attnlib.widgets.frame.explorer import Explorer
from attnlib.widgets.views.matrix import MatrixView


class RowExplorer(Explorer):
    """The weights, and one query in words."""

    _subject = ("trace",)

    def __init__(self, trace: AttentionTrace, *, query: str | int = 0) -> None:
        self._first = check.place("query", query, trace.tokens, "trace")
        super().__init__(name="rows")
        self.trace = trace
        self.weights = MatrixView(matrix_panel(trace, "weights"))
        self.query = ipywidgets.Dropdown(options=[*zip(trace.tokens, range(len(trace.tokens)))], description="query")
        self.query.observe(self.heard(self._say), names="value")
        self.weights.on_select(lambda row, column: self.query.set_trait("value", row))
        self.children = (self.query, self.weights, self.narrator)
        self.reset()

    @property
    def state(self) -> dict[str, Any]:
        return {"query": self.query.value}

    def reset(self) -> None:
        with self.quietly():
            self.query.value = self._first
        self._say()

    def _say(self) -> None:
        self.weights.selected = ()
        self.narrator.explanation = row_reading(self.trace, self.query.value)
        self.narrator.reading = reading(self.trace)

    def _figure(self) -> Any:
        return figures.MatrixDisplay(matrix_panel(self.trace, "weights"))

    def _numbers(self) -> str:
        return as_text(matrix_panel(self.trace, "weights"))
'''

OPENING = """# One row at a time

**To begin:** Run → Run All Cells.

**Goals.** Be able to read a row. **Time** 20 minutes. **You need** matrix multiplication.
Previous: none. Next: [all of it](01_queries_keys_values.ipynb). See [the sources](#Sources).
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for folder in ("attnlib", "tests"):
        shutil.copytree(
            ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "artifacts")
        )
    (tmp_path / "notebooks").mkdir()
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def one_line(path: Path, before: str, line: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1, before
    path.write_text(text.replace(before, line + before), encoding="utf-8")


def run(folder: Path, *arguments: str) -> str:
    alone = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run([sys.executable, *arguments], cwd=folder, env=alone, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_an_explorer_is_its_own_folder_and_one_line_of_two_files(copy: Path) -> None:
    folder = copy / "attnlib" / "widgets" / "rows"
    folder.mkdir()
    (folder / "__init__.py").write_text('"""Rows."""\n', encoding="utf-8")
    (folder / "explorer.py").write_text(EXPLORER, encoding="utf-8")
    face, tests = copy / "attnlib" / "widgets" / "__init__.py", copy / "tests" / "widgets" / "explorers.py"
    one_line(face, "from attnlib.widgets.scaling", "from attnlib.widgets.rows.explorer import RowExplorer\n")
    one_line(face, '    "ScalingExplorer",\n', '    "RowExplorer",\n')
    one_line(tests, "    ScalingExplorer,\n", "    RowExplorer,\n")
    one_line(tests, '    "scaling": ', '    "rows of mouse": lambda: RowExplorer(mouse(), query="Eats"),\n')
    quickly = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
    said = run(copy, *quickly, "tests/widgets/test_every_control.py", "-k", "rows and mouse")
    assert int(said.rpartition(" passed")[0].split()[-1]) >= 6


@pytest.mark.slow
def test_a_lesson_of_that_shape_keeps_every_rule(copy: Path) -> None:
    shutil.copy(ROOT / "notebooks" / "01_queries_keys_values.ipynb", copy / "notebooks")
    end = "## What you can now answer\n\nWhy?\n\n## Sources\n\n- [toy] A book."
    code = "StepExplorer(examples.mouse_eats_cheese())"
    notebook = arrange(toys.notebook(OPENING, "## A row sums to one\n\nText.", (code,), end))
    explorer = StepExplorer(examples.mouse_eats_cheese())
    data, metadata = explorer._repr_mimebundle_()
    explorer.close()
    kept = {kind: data[kind] for kind in ("image/png", "text/plain")}
    shown = next(cell for cell in notebook.cells if cell.cell_type == "code")
    shown.execution_count = 1
    shown.outputs = [nbformat.v4.new_output("display_data", kept, metadata=metadata)]
    path = copy / "notebooks" / "12_rows.ipynb"
    nbformat.write(notebook, path)
    said = run(
        copy,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/notebooks/test_static.py",
        "-k",
        "12_rows",
    )
    assert "passed" in said
