"""The kernel's half of the protocol that views/wire.js speaks: a message, its answer, and errors that don't vanish."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

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
        self._carried: WeakKeyDictionary[WiredWidget, set[str]] = WeakKeyDictionary()
        self._plain = False
        super().__init__(**traits)

    def put(self, **values: Any) -> None:
        """Set traits, in one message, and leave those alone that have their value already."""
        changed = {name: value for name, value in values.items() if getattr(self, name) != value}
        if changed:
            with self.hold_sync():
                for name, value in changed.items():
                    setattr(self, name, value)

    @classmethod
    @cache
    def _own_traits(cls) -> frozenset[str]:
        """Name a view's own traits: plain texts, numbers and tuples, which need no translation for the page."""
        return frozenset(cls.class_trait_names(sync=True)).difference(anywidget.AnyWidget.class_trait_names())

    def send_state(self, key: Any = None) -> None:
        """Send traits to the page, or leave them to the parcel that is being filled."""
        names = (key,) if isinstance(key, str) else tuple(key or ())
        if _parcel is None or self.comm is None or not names or not self._own_traits().issuperset(names):
            super().send_state(key)
        else:
            _parcel.setdefault(self, {}).update({name: getattr(self, name) for name in names})

    def _carry(self, states: dict[WiredWidget, Content]) -> None:
        """Send the changes of many views as one message; or each view its own, where the page can't give them out."""
        if self._plain:
            for view, state in states.items():
                view.send_state(list(state))
        elif states and self.comm is not None:
            for view, state in states.items():
                self._carried.setdefault(view, set()).update(state)
            self.send({"type": "parcel", "states": {view.model_id: state for view, state in states.items()}})

    def _go_plain(self) -> None:
        """Carry nothing from now on, and send again what was carried: the page could not give it out."""
        self._plain = True
        for view, names in tuple(self._carried.items()):
            view.send_state(list(names))
        self._carried.clear()

    def _receive(self, content: Content) -> None:
        """Do what a message says. Subclasses name the messages they know and leave the others to this."""
        if content.get("type") == "plain":
            self._go_plain()
            return
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


#: What the views of one step have to tell the page, by view; None while each sends its own.
_parcel: dict[WiredWidget, Content] | None = None


@contextmanager
def one_parcel(carrier: WiredWidget) -> Iterator[None]:
    """Send what changes in any number of views as one message of the carrier.

    A message costs the kernel and the page far more than what is in it, and a step changes ten views. A front end that
    lets no view reach another (marimo) asks for ordinary traits instead, once, and gets them from then on.
    """
    global _parcel
    if _parcel is not None:
        yield
        return
    _parcel = {}
    try:
        yield
    finally:
        parcel, _parcel = _parcel, None
        carrier._carry(parcel)


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
