"""Bars: a distribution of scores, or one row of weights."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

import numpy.typing as npt
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.text import Text

from attnlib.figures._engine.base import Display, require
from attnlib.figures._engine.pen import Align, Pen, rounded
from attnlib.figures._engine.style import INK, LABEL, LINE, LIT, MUTED, NOTE, TITLE, Style
from attnlib.figures._engine.text import text_width
from attnlib.meaning.bars import BarsPanel, weight_bars

#: Size of the field of bars, and the room around it, in logical pixels.
ACROSS, UP = 420.0, 130.0
_LEFT, _TOP, _RIGHT, _BELOW = 44.0, 40.0, 44.0, 24.0


class BarsDisplay(Display):
    """Bars side by side, with the values, lines and posts that their panel names.

    Parameters
    ----------
    panel : BarsPanel
    presenting : bool, default False
        Larger type and thicker lines, for a projector.

    Attributes
    ----------
    bars_ : PathCollection
        In the order of ``panel.values``.
    marks_ : LineCollection
        Lines across and posts.
    ax_, figure_, texts_
        See `Display`.

    Examples
    --------
    >>> display = plot_bars([0.05, 0.9, 0.05], ["Mouse", "Eats", "Cheese"])
    >>> len(display.bars_.get_paths()), display.reading
    (3, 'The largest of 3 weights is 0.90, on Eats; equal ones would be 1/3.')
    """

    bars_: PathCollection
    marks_: LineCollection

    def __init__(self, panel: BarsPanel, *, presenting: bool = False) -> None:
        require("BarsDisplay", panel, BarsPanel, "make one with weight_bars(trace.weights[0])")
        super().__init__(panel, presenting=presenting)
        self.panel = panel

    def _block(self) -> BarsBlock:
        return BarsBlock(self.panel, self.style)

    def _keep(self, block: BarsBlock) -> None:
        self.bars_, self.marks_ = block.bars, block.marks


@dataclass(eq=False)
class BarsBlock:
    """Bars that can be placed; those in ``lit`` are framed."""

    panel: BarsPanel
    style: Style
    lit: AbstractSet[int] = frozenset()
    bars: PathCollection = field(init=False)
    marks: LineCollection = field(init=False)
    texts: tuple[Text, ...] = ()

    @property
    def width(self) -> float:
        """Width in logical pixels."""
        return self.style.px(_LEFT + ACROSS + _RIGHT)

    @property
    def height(self) -> float:
        """Height in logical pixels."""
        return self.style.px(_TOP + UP + _BELOW)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        """Draw the heading, the bars, and what is named beside them."""
        px, panel = self.style.px, self.panel
        self._left, self._top = left + px(_LEFT), top + px(_TOP)
        self._right, self._bottom = self._left + px(ACROSS), self._top + px(UP)
        heading = pen.text(left, top + px(8), panel.title, px(TITLE), bold=True)
        after = left + text_width(heading.get_text(), px(TITLE), bold=True) + px(5)
        pen.text(after, top + px(8), panel.note, px(NOTE), colour=MUTED)
        self._bars(pen)
        zero = self._y(0.0)
        pen.strokes(
            [[(self._left, zero), (self._right, zero)]], colours=LINE, widths=self.style.strokes, above=2
        )
        self._labels(pen)
        self._marks(pen)

    def _x(self, place: float) -> float:
        return self._left + (self._right - self._left) * place / max(1, len(self.panel.values))

    def _y(self, value: float) -> float:
        low, high = self.panel.limits
        return self._bottom - (value - low) / (high - low) * (self._bottom - self._top)

    def _bars(self, pen: Pen) -> None:
        pitch, zero = self._x(1) - self._x(0), self._y(0.0)
        gap = max(0.8, min(self.style.px(8), 0.16 * pitch))
        paths = []
        for place, value in enumerate(self.panel.values):
            tip = self._y(value)
            box = (self._x(place) + gap / 2, min(zero, tip), pitch - gap, abs(tip - zero))
            paths.append(rounded(box, 0))
        shown = [LINE if value else "none" for value in self.panel.values]  # nothing has no outline
        fills = [self.panel.fill(place) for place in range(len(paths))]
        self.bars = pen.shapes(paths, fills=fills, edges=shown, stroke=0.8)
        framed = [paths[place] for place in sorted(self.lit)]
        if framed:
            pen.shapes(framed, edges=LIT, stroke=2.4 * self.style.strokes, above=3)

    def _labels(self, pen: Pen) -> None:
        px, panel = self.style.px, self.panel
        for place, (value, text) in enumerate(zip(panel.values, panel.texts, strict=True)):
            if text:
                y = self._y(value) + (px(9) if value < 0 else -px(8))
                # not among the values on the left
                x = max(self._x(place + 0.5), self._left + text_width(text, px(LABEL - 1)) / 2)
                pen.text(x, y, text, px(LABEL - 1), align="center")
        below = self._bottom + px(12)
        for place in panel.ticks:
            pen.text(
                self._x(place + 0.5), below, panel.labels[place], px(LABEL - 1), align="center", colour=MUTED
            )
        pen.text(self._left - px(7), below, panel.axis, px(LABEL - 1), align="right", colour=MUTED)

    def _marks(self, pen: Pen) -> None:
        px, panel = self.style.px, self.panel
        for mark in panel.scale:
            y = self._y(mark.at)
            pen.strokes([[(self._left - px(4), y), (self._left, y)]], colours=LINE, widths=1.0)
            pen.text(self._left - px(7), y, mark.text, px(LABEL - 1), align="right", colour=MUTED)
        across = [[(self._left, self._y(at.at)), (self._right + px(3), self._y(at.at))] for at in panel.lines]
        up = [
            [(self._x(at.at), self._foot(at.at)), (self._x(at.at), self._top - px(10))] for at in panel.posts
        ]
        self.marks = pen.strokes(across + up, colours=INK, widths=1.2 * self.style.strokes, above=0.9)
        self.marks.set_linestyle((0, (3.0, 2.0)))
        for mark in panel.lines:
            pen.text(self._right + px(6), self._y(mark.at), mark.text, px(LABEL - 1))
        for mark in panel.posts:
            x, align = self._beside(self._x(mark.at), mark.text)
            pen.text(x, self._top - px(5), mark.text, px(LABEL - 1), align=align)

    def _foot(self, place: float) -> float:
        """Find where a post stands: on the bars, so that it hides none."""
        last = len(self.panel.values) - 1
        return self._y(
            max(0.0, *(self.panel.values[min(last, int(near))] for near in (place - 0.01, place + 0.01)))
        )

    def _beside(self, x: float, text: str) -> tuple[float, Align]:
        """Right of a post, or left of it where there is no room."""
        aside = self.style.px(5)
        fits = x + aside + text_width(text, self.style.px(LABEL - 1)) <= self._right + self.style.px(_RIGHT)
        return (x + aside, "left") if fits else (x - aside, "right")


def plot_bars(
    weights: npt.ArrayLike, labels: list[str] | tuple[str, ...] | None = None, *, presenting: bool = False
) -> BarsDisplay:
    """Draw one row of weights as bars from 0 to 1, with a line where all would be equal."""
    return BarsDisplay(weight_bars(weights, labels), presenting=presenting).plot()  # type: ignore[no-any-return]
