"""The browser of the browser tests: a Chromium that is installed, else Playwright's own.

``python -m tests.chromium`` (a step of ``make test``) downloads Playwright's when the machine has none.
"""

from __future__ import annotations

import shutil
import subprocess
import sys

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """Return the path of an installed Chromium or Chrome, or None: Playwright then takes its own."""
    return next((path for name in _NAMES if (path := shutil.which(name))), None)


def main() -> int:
    """Make sure that there is a browser; say where it is."""
    if path := find():
        print(f"Browser tests use {path}")
        return 0
    print("No Chromium found: downloading the one of Playwright (about 170 MB) ...", flush=True)
    return subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
