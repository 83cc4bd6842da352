"""One Chromium for all views' pages; no notebook, no kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from attnlib.widgets.views.wire import WiredWidget
from tests.browser.chromium import chromium
from tests.widgets.host import Host


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "opened" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def view_browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="package")
def view_page(view_browser: Browser) -> Iterator[Page]:
    page = view_browser.new_page(viewport={"width": 1000, "height": 700})
    page.set_default_timeout(5000)
    yield page
    page.close()


@pytest.fixture
def opened(view_page: Page) -> Iterator[Callable[[WiredWidget], Host]]:
    """Open a view on the page; whatever goes wrong in its script fails the test."""
    wrong: list[str] = []
    view_page.on("pageerror", note := lambda error: wrong.append(str(error)))
    yield lambda widget: Host(view_page, widget)
    view_page.remove_listener("pageerror", note)
    assert wrong == []
