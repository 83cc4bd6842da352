from __future__ import annotations

import subprocess
import sys

import pytest

from tests.benchmarks.imports import measure_imports

HEAVY = ("matplotlib", "ipywidgets", "anywidget", "IPython", "traitlets", "PIL")


def loaded(code):
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*(m for m in {HEAVY} if m in sys.modules))"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout.split()


def test_import_loads_numpy_alone():
    assert loaded("import attnlib") == []


def test_computing_and_explaining_load_no_front_end():
    imports = "from attnlib import examples\nfrom attnlib.maths import masks"
    code = f"{imports}\nexamples.mouse_eats_cheese().explain('weights', 0, 1).text"
    assert loaded(code) == []


def test_pictures_and_explorers_load_on_first_use():
    assert "matplotlib" in loaded("import attnlib; attnlib.figures")
    assert {"ipywidgets", "anywidget"} <= set(loaded("import attnlib; attnlib.widgets"))


@pytest.mark.bench
def test_import_costs_little_more_than_numpy():
    assert measure_imports()["ratio"] <= 1.3
