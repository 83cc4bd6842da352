"""Each lesson is run once for all tests that look at a run; a run costs seconds, looking costs nothing."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.notebooks.running import LESSONS, Run, run


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "lesson" in metafunc.fixturenames:
        # No lesson at all must be a failure, not an empty (skipped) test.
        metafunc.parametrize(
            "lesson", LESSONS or [Path("notebooks/no-lesson-found.ipynb")], ids=lambda p: p.stem
        )


@pytest.fixture(scope="session")
def ran() -> Callable[[Path], Run]:
    """Give the run of a lesson, the same one to each test."""
    return functools.cache(run)
