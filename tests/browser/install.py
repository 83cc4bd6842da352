"""See to it that the browser tests have a browser; ``make test`` runs this once.

A Chromium, Chrome or Edge of the machine will do; where there is none, Playwright downloads its own.
"""

from __future__ import annotations

import subprocess
import sys

from tests.browser.chromium import find_chromium


def main() -> int:
    """Say which browser is there, or download one."""
    try:
        print(f"The browser tests use {find_chromium()}")
    except RuntimeError:
        print("No Chromium found: Playwright downloads its own (about 170 MB) ...", flush=True)
        done = subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
        if done.returncode:
            return done.returncode
        print(f"The browser tests use {find_chromium()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
