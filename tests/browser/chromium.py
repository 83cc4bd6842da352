"""The system's Chromium, found and started: Playwright's own download is not needed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--enable-precise-memory-info",
)  # fmt: skip
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
MISSING = (
    "No Chromium was found, and the browser tests need one. Install it (Debian, Ubuntu: sudo apt install chromium; "
    "macOS: brew install --cask google-chrome; Windows: Edge will do), or name one: CHROMIUM=/path/to/chromium. "
    'To leave these tests out: pytest -m "not browser".'
)


def find_chromium() -> str:
    """Return the path of a Chromium: the one named by CHROMIUM, one on the PATH, or one in its usual place.

    Raises
    ------
    RuntimeError
        If there is none; the message says how to get one. Tests then fail: skipped, they would look like passed.
    """
    if named := os.environ.get("CHROMIUM"):
        if found := shutil.which(named):
            return found
        raise RuntimeError(f"CHROMIUM is {named!r}, and nothing that can be run is there.\n{MISSING}")
    for found in [*map(shutil.which, NAMES), *(place for place in PLACES if Path(place).exists())]:
        if found:
            return found
    if found := _downloaded():
        return found
    raise RuntimeError(MISSING)


def _downloaded() -> str | None:
    """Return Playwright's own Chromium, if tests.browser.install fetched it where the machine had none."""
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


@contextmanager
def chromium(*flags: str) -> Iterator[Browser]:
    """Start a headless Chromium, and close it whatever happens."""
    path = find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, *flags])
        try:
            yield browser
        finally:
            browser.close()
