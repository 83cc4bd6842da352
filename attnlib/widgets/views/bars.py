"""Bars that keep their place: a distribution, or one row of weights."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import traitlets

from attnlib.meaning import palette
from attnlib.widgets.views.assets import script, style
from attnlib.widgets.views.wire import WiredWidget, whole_in

if TYPE_CHECKING:
    from attnlib.meaning.bars import BarsPanel, Mark


class BarsView(WiredWidget):
    """Bars side by side under a heading. It is as large whatever it shows.

    Parameters
    ----------
    panel : BarsPanel, optional
        What to show at first.
    width, height : int, default 460, 190
        Pixels, with the heading.

    Examples
    --------
    >>> from attnlib.meaning import bars
    >>> view = BarsView(bars.weight_bars([0.05, 0.9, 0.05]))
    >>> view.light([1])
    >>> view
    BarsView('weights', 3 bars)
    """

    _esm = script("views/svg", "views/bars")
    _css = style("views/bars") + palette.css_fills("attn-bar")

    title = traitlets.Unicode().tag(sync=True)
    note = traitlets.Unicode().tag(sync=True)
    axis = traitlets.Unicode().tag(sync=True)
    reading = traitlets.Unicode().tag(sync=True)
    # Tuples, unchecked element by element: they come from panels, dozens of times a second.
    labels = traitlets.Any(()).tag(sync=True)
    values = traitlets.Any(()).tag(sync=True)
    texts = traitlets.Any(()).tag(sync=True)
    levels = traitlets.Any(()).tag(sync=True)
    limits = traitlets.Any((0.0, 1.0)).tag(sync=True)
    ticks = traitlets.Any(()).tag(sync=True)
    marks = traitlets.Any(()).tag(sync=True)
    lit = traitlets.Any(()).tag(sync=True)
    width = traitlets.Int(460, min=200).tag(sync=True)
    height = traitlets.Int(190, min=120).tag(sync=True)

    def __init__(self, panel: BarsPanel | None = None, **traits: Any) -> None:
        super().__init__(**traits)
        if panel is not None:
            self.show(panel)

    def show(self, panel: BarsPanel) -> None:
        """Show a panel. What is the same as before isn't sent again; lit bars that are gone are let go."""
        with self.hold_sync():
            self.title, self.note, self.axis = panel.title, panel.note, panel.axis
            self.reading, self.limits, self.ticks = panel.reading, panel.limits, panel.ticks
            self.labels, self.values = panel.labels, panel.values
            self.texts, self.levels = panel.texts, panel.levels
            self.marks = (
                *_marks("scale", panel.scale),
                *_marks("line", panel.lines),
                *_marks("post", panel.posts),
            )
            self.lit = tuple(bar for bar in self.lit if bar < len(panel.values))

    def light(self, bars: Iterable[int] = ()) -> None:
        """Light these bars, as operands of a cell selected elsewhere, and no others."""
        self.lit = tuple(sorted({whole_in("bar", bar, len(self.values)) for bar in bars}))

    def __repr__(self) -> str:
        return f"BarsView({self.title!r}, {len(self.values)} bars)"


def _marks(kind: str, marks: Iterable[Mark]) -> Iterable[tuple[str, float, str]]:
    return ((kind, mark.at, mark.text) for mark in marks)
