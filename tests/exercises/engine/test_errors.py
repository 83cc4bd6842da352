"""An error is shown with the reader's own line, wherever it was raised, and none of ours."""

from __future__ import annotations

import linecache

import numpy as np
import pytest

import attnlib
from attnlib.exercises import check
from attnlib.exercises.engine.errors import LONGEST, described


def raised_by(source, filename, **names):
    """Define ``answer`` in a file or cell of this name, call it, and return what it raised."""
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    space = {"np": np, "attnlib": attnlib, **names}
    exec(compile(source, filename, "exec"), space)
    with pytest.raises(BaseException) as caught:  # noqa: PT011
        space["answer"](np.ones((2, 3)))
    linecache.cache.pop(filename, None)
    return caught.value


SOURCE = "def helper(x):\n    return x @ x\n\ndef answer(x):\n    return helper(x)\n"


@pytest.mark.parametrize(
    "filename",
    [
        "/tmp/ipykernel_4711/1234567890.py",
        "<ipython-input-3-abc>",
        "/home/André/attnlib lessons/attnlib/my notebook.py",
        r"C:\Users\me\AppData\Local\Temp\ipykernel_1\5.py",
    ],
)
def test_the_readers_line_is_found_in_a_cell_or_a_file(filename):
    error = raised_by(SOURCE, filename)
    linecache.cache[filename] = (len(SOURCE), None, SOURCE.splitlines(keepends=True), filename)
    text = described(error)
    del linecache.cache[filename]
    assert "in line 2 of helper: return x @ x" in text


def test_frames_of_this_library_and_of_numpy_are_left_out():
    source = "def answer(x):\n    y = 1\n    return attnlib.softmax(x, axis=5)\n"
    text = described(raised_by(source, "<cell>"))
    assert "in line 3 of answer" in text
    assert "steps.py" not in text
    source = "def answer(x):\n    return np.linalg.inv(x)\n"
    assert "in line 2 of answer" in described(raised_by(source, "<cell>"))


def test_without_its_source_the_line_is_still_numbered():
    text = described(raised_by(SOURCE, "<gone>"))
    assert text.splitlines()[1] == "in line 2 of helper"


def test_the_reference_is_not_in_what_a_check_says_or_holds():
    def answer(x):
        raise ValueError("mine")

    result = check("softmax", answer)
    text = repr(result) + result._repr_html_()
    assert "mine" in text
    for word in ("judging", "running", "reference", "powers.sum", "Traceback"):
        assert word not in text
    held = [value for value in vars(result).values() if callable(value) or isinstance(value, BaseException)]
    assert not held


def test_a_product_of_shapes_that_do_not_meet_is_put_in_plain_words():
    text = described(raised_by(SOURCE, "<cell>"))
    assert "as many columns in A as rows in B; here they are 3 and 2" in text


def test_entries_that_do_not_meet_are_put_in_plain_words():
    text = described(raised_by("def answer(x):\n    return x + x.T\n", "<cell>"))
    assert "keepdims=True" in text


def test_long_messages_and_long_lines_are_cut():
    source = f"def answer(x):\n    raise ValueError('a' * {10 * LONGEST}) # {'b' * 500}\n"
    filename = "<long>"
    error = raised_by(source, filename)
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    text = described(error)
    del linecache.cache[filename]
    assert len(text) < 2 * LONGEST
    assert text.count(" …") == 2


def test_an_error_that_cannot_be_written_is_named():
    class Odd(Exception):
        def __str__(self):
            raise RuntimeError

    assert described(Odd()) == "It raises Odd"


def test_frames_from_inside_python_are_not_the_readers():
    source = "def answer(x):\n    import importlib\n    importlib.import_module('no_such_module_at_all')\n"
    assert "in line 3 of answer" in described(raised_by(source, "<cell>"))
