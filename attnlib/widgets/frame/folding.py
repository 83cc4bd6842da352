"""Views that share a room: when one opens and the room is full, another folds."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any

from attnlib.widgets.views.matrix import MatrixView


class Folding:
    """Keep what is open within a room.

    Parameters
    ----------
    views : mapping of str to MatrixView
        In the order in which they give way.
    sizes : mapping of str to float
        Pixels that each takes while open.
    folded : float
        Pixels that a folded one takes.
    """

    def __init__(self, views: Mapping[str, MatrixView], sizes: Mapping[str, float], *, folded: float) -> None:
        self._views, self._sizes, self._folded = dict(views), sizes, folded
        self._room, self._shown = float("inf"), set(views)
        for name, view in self._views.items():
            view.foldable = True
            view.observe(partial(self._moved, name), names="folded")

    def settle(self, room: float, *, folded: Collection[str] = (), hidden: Collection[str] = ()) -> None:
        """Start anew with a room, with what is folded at first, and with what isn't shown at all."""
        self._room, self._shown = room, set(self._views) - set(hidden)
        for fold in (True, False):  # first make room, then open
            for name, view in self._views.items():
                if (name in folded) is fold:
                    view.folded = fold

    def _moved(self, name: str, change: Any) -> None:
        if change["new"]:
            return
        for other, view in self._views.items():
            if self._taken() <= self._room:
                return
            if other != name and other in self._shown:
                view.folded = True

    def _taken(self) -> float:
        return sum(self._folded if self._views[name].folded else self._sizes[name] for name in self._shown)
