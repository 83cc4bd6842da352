"""``import attnlib`` is quick, and pictures and explorers come when they are first asked for."""

from __future__ import annotations

import statistics
import subprocess
import sys

import pytest

import attnlib


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("heavy", ["matplotlib", "ipywidgets", "anywidget", "IPython", "PIL", "hypothesis"])
def test_import_attnlib_does_not_load(heavy):
    assert run(f"import attnlib, sys; print({heavy!r} in sys.modules)") == "False\n"


def test_pictures_load_on_first_use():
    assert run("import attnlib, sys; attnlib.figures; print('matplotlib' in sys.modules)") == "True\n"


def test_explorers_load_on_first_use():
    assert run("import attnlib, sys; attnlib.widgets; print('ipywidgets' in sys.modules)") == "True\n"


def test_importing_costs_at_most_1_3_times_as_much_as_numpy():
    """Both in one process, as processor time; the median, since others use the machine as well."""
    clock = "import time; a = time.process_time(); import numpy; b = time.process_time(); import attnlib; "
    ratios = [float(run(clock + "print((time.process_time() - a) / (b - a))")) for _ in range(5)]
    assert statistics.median(ratios) <= 1.3, f"import attnlib took {ratios} times as long as import numpy"


def test_public_words_are_all_there_and_no_others():
    assert dir(attnlib) == sorted(attnlib.__all__)
    for word in attnlib.__all__:
        assert getattr(attnlib, word) is not None
    with pytest.raises(AttributeError, match="module 'attnlib' has no attribute 'atention'"):
        attnlib.atention  # noqa: B018
