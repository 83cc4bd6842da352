"""The kernel's half of the protocol that static/wire.js speaks: a message, its answer, and errors that don't vanish."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget

Content = dict[str, Any]


class WiredWidget(anywidget.AnyWidget):
    """A view that hears what its reader did by numbered messages, and acknowledges each when all is done.

    Attributes
    ----------
    on_error : list of callable
        Called with an exception that handling a message raised. While the list is empty the exception is raised on.

    Notes
    -----
    ipywidgets only prints what an ``on_msg`` callback raises, so messages are taken before they reach that list.
    """

    on_error: list[Callable[[Exception], None]]

    def __init__(self, **traits: Any) -> None:
        self.on_error = []
        super().__init__(**traits)

    def _receive(self, content: Content) -> None:
        """Do what a message says. Subclasses name the messages they know and leave the others to this."""
        raise ValueError(f"{self!r} got a message from the page that it doesn't understand: {content!r}")

    def _handle_custom_msg(self, content: Any, buffers: Any) -> None:
        if not isinstance(content, dict) or "seq" not in content:
            super()._handle_custom_msg(content, buffers)
            return
        try:
            self._receive(content)
        except Exception as error:
            if not self.on_error:
                raise
            for hook in tuple(self.on_error):
                hook(error)
        finally:
            # After every observer has run, and whatever happened: a page that waits for ever is a dead control.
            self.send({"type": "ack", "page": content.get("page"), "seq": content["seq"]})


def call_all(callbacks: list[Callable[..., None]], *arguments: object) -> None:
    """Call each of the callbacks, in the order in which they were registered, and let what they raise pass."""
    for callback in tuple(callbacks):
        callback(*arguments)


def whole_in(name: str, value: object, count: int) -> int:
    """Check that a value is a whole number from 0 to ``count - 1``.

    Raises
    ------
    TypeError
        If it isn't a whole number.
    ValueError
        If it is out of range.

    Examples
    --------
    >>> whole_in("row", 2, 3)
    2
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be a whole number, got {value!r}")
    index = int(value.__index__())
    if not 0 <= index < count:
        last = f"from 0 to {count - 1}" if count else "but there are none"
        raise ValueError(f"{name} must be {last}, got {index}")
    return index
