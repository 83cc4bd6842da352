"""Keeps what the threads of checks print, each for itself, and gives the standard streams back whoever ends first."""

from __future__ import annotations

import contextlib
import sys
import threading
import warnings
from collections.abc import Iterator
from typing import Any

#: Characters kept of what a function prints.
LONGEST_PRINT = 300

_own = threading.local()
_lock = threading.Lock()
_running = 0
_put_back = contextlib.ExitStack()


class Printed:
    """Keeps the beginning of what is printed, however much that is."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        """Keep the text, as far as there is room."""
        self.text += text[: LONGEST_PRINT - len(self.text)]
        return len(text)

    def take(self) -> str:
        """Return what was printed since the last time."""
        taken, self.text = self.text, ""
        return taken


class _Router:
    """Stands in for a standard stream: what a check's own thread writes is kept, all else goes where it went before."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        written: int = getattr(_own, "printed", self._stream).write(text)
        return written

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        if not hasattr(_own, "printed"):
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Stand in for the standard streams and keep warnings quiet, as long as any check runs.

    The streams belong to all threads. Were each check to put back what it found, the one that ends last would put back
    the stand-in of the other, for good; so the first to begin puts them aside, and the last to end puts them back.
    """
    global _running
    with _lock:
        _running += 1
        if _running == 1:
            _put_back.enter_context(contextlib.redirect_stdout(_Router(sys.stdout)))
            _put_back.enter_context(contextlib.redirect_stderr(_Router(sys.stderr)))
            _put_back.enter_context(warnings.catch_warnings())
            warnings.simplefilter("ignore")
    try:
        yield
    finally:
        with _lock:
            _running -= 1
            if not _running:
                _put_back.close()


def keep(printed: Printed) -> None:
    """Let what this thread prints from now on go there."""
    _own.printed = printed
