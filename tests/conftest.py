"""What holds for every test: errors inside an explorer are raised, and hypothesis is repeatable in CI."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

# An explorer shows an error of its callback to the reader instead of losing it; under test it raises it too. Set in the
# environment, not by a fixture, so that the kernels which tests start inherit it.
os.environ["ATTNLIB_RAISE_ERRORS"] = "1"
# JupyterLab's own debugger warns about frozen modules on a kernel's first line of stderr.
os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")

settings.register_profile("local", deadline=None)  # two shared cores: a slow draw is no failure
# In CI the same cases on every run: a red run is the change's doing.
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep on one worker what shares a thing that is dear to make: JupyterLab and its pages, a lesson that was run."""
    for item in items:
        folder = item.path.relative_to(item.config.rootpath).parts
        if folder[:2] == ("tests", "browser") or item.get_closest_marker("bench"):
            item.add_marker(pytest.mark.xdist_group("browser"))
        elif folder[:2] == ("tests", "notebooks"):
            item.add_marker(pytest.mark.xdist_group("notebooks"))
