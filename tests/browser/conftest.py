"""One Chromium and one JupyterLab for all browser tests; each lesson is opened and run once for all that look at it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import chromium
from tests.browser.lab import LabServer
from tests.browser.page import LabPage
from tests.notebooks.running import LESSONS


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and {"browser", "lab", "live"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.browser)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    names = LESSONS or [Path("no-lesson-found.ipynb")]
    for fixture in {"live", "unrun"} & set(metafunc.fixturenames):
        # Scoped to the session, so that pytest groups the tests of a lesson and it is opened once.
        metafunc.parametrize(fixture, names, ids=lambda path: path.stem, indirect=True, scope="package")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="package")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabServer]:
    # A path with spaces and accents, as readers have them.
    folder = tmp_path_factory.mktemp("lab") / "mon cahier é"
    with LabServer(folder, LESSONS) as server:
        yield server


@pytest.fixture(scope="package")
def live(request: pytest.FixtureRequest, browser: Browser, lab: LabServer) -> Iterator[LabPage]:
    """Give a lesson open in JupyterLab, every cell run."""
    page = LabPage(browser, lab)
    try:
        yield page.open(request.param.name).run_all()
    finally:
        page.close()
