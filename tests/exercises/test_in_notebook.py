"""In a notebook: the cell's own line is named, verdicts show as HTML and as text, and a loop leaves the kernel well."""

from __future__ import annotations

import nbformat
import pytest
from nbclient import NotebookClient

CELLS = [
    "import numpy as np\nfrom attnlib.exercises import ask, check, hint, progress",
    "def softmax(x):\n    shifted = x - x.max()\n    return shifted @ shifted\n\ncheck('softmax', softmax)",
    "def softmax(x):\n    while True:\n        print('again')\n\ncheck('softmax', softmax)",
    "print('still here')",
    "check('mask_true', 'a')",
    "ask('mask_true')",
    "hint('softmax')",
    "progress()",
]


@pytest.fixture(scope="module")
def outputs():
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    book = nbformat.v4.new_notebook(cells=cells)
    NotebookClient(book, timeout=120, kernel_name="python3").execute()
    return [cell.outputs for cell in book.cells]


def test_the_line_of_the_cell_is_named_and_no_file(outputs):
    text = outputs[1][0].data["text/plain"]
    assert "in line 3 of softmax: return shifted @ shifted" in text
    assert ".py" not in text


def test_a_loop_is_stopped_and_what_it_printed_stays_in_the_verdict(outputs):
    (shown,) = outputs[2]
    assert "still running" in shown.data["text/plain"]
    assert "again" in shown.data["text/html"]
    assert outputs[3][0].text == "still here\n"


@pytest.mark.parametrize("cell", [1, 2, 4, 5, 6, 7])
def test_everything_shows_as_text_and_as_html(outputs, cell):
    (shown,) = outputs[cell]
    assert {"text/plain", "text/html"} <= set(shown.data)
    assert "0x" not in shown.data["text/plain"]
