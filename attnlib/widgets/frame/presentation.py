"""One switch for the projector: larger, bolder type and thicker lines in every explorer, in the same room."""

from __future__ import annotations

from typing import Protocol
from weakref import WeakSet


class Shown(Protocol):
    """What can be made readable from the back row."""

    def present(self, on: bool) -> None:
        """Use larger type, or the usual one."""


class _Presentation:
    """The state of the switch, and who follows it; it keeps nobody alive."""

    def __init__(self) -> None:
        self.on = False
        self._followers: WeakSet[Shown] = WeakSet()

    def follow(self, shown: Shown) -> None:
        self._followers.add(shown)
        shown.present(self.on)

    def forget(self, shown: Shown) -> None:
        self._followers.discard(shown)

    def turn(self, on: bool) -> None:
        self.on = on
        for shown in tuple(self._followers):
            shown.present(on)


presentation = _Presentation()


def presenting(on: bool = True) -> None:
    """Make every explorer readable from the back row, or turn that off again.

    Parameters
    ----------
    on : bool, default True
        True for larger type and thicker lines, in explorers already shown and in those to come.

    Raises
    ------
    TypeError
        If ``on`` isn't a bool.

    Examples
    --------
    >>> presenting()
    >>> presenting(False)
    """
    if not isinstance(on, bool):
        raise TypeError(f"on: needs True or False, got {on!r}")
    presentation.turn(on)
