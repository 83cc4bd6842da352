"""The weights as lines: tokens that ask on the left, tokens that are asked on the right."""

from __future__ import annotations

from dataclasses import dataclass, field

from matplotlib.collections import PathCollection
from matplotlib.path import Path
from matplotlib.text import Text

from attnlib.figures._engine.base import Display, require
from attnlib.figures._engine.pen import Align, Pen
from attnlib.figures._engine.style import LABEL, LEAST, MUTED, NOTE, ROLES, TITLE, Style
from attnlib.figures._engine.text import fit, text_width, widest
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.drawings import LinesPanel, lines_panel

#: Width of the line of a weight of 1, room between the tokens, and height of a token, in logical pixels.
WIDEST, SPAN, PITCH = 11.0, 190.0, 34.0


class LinesDisplay(Display):
    """A line for each weight above 0, as wide as the weight.

    Parameters
    ----------
    panel : LinesPanel
    presenting : bool, default False
        Larger type and thicker lines, for a projector.

    Attributes
    ----------
    lines_ : PathCollection
        In the order of ``panel.lines``.
    query_labels_, key_labels_ : tuple of Text
    ax_, figure_, texts_
        See `Display`.

    Examples
    --------
    >>> from attnlib import examples
    >>> display = plot_lines(examples.mouse_eats_cheese())
    >>> len(display.lines_.get_paths())
    9
    """

    lines_: PathCollection
    query_labels_: tuple[Text, ...]
    key_labels_: tuple[Text, ...]

    def __init__(self, panel: LinesPanel, *, presenting: bool = False) -> None:
        require("LinesDisplay", panel, LinesPanel, "make one with lines_panel(trace)")
        super().__init__(panel, presenting=presenting)
        self.panel = panel

    def _block(self) -> LinesBlock:
        return LinesBlock(self.panel, self.style)

    def _keep(self, block: LinesBlock) -> None:
        self.lines_, self.query_labels_, self.key_labels_ = block.artists


@dataclass(eq=False)
class LinesBlock:
    """Lines that can be placed."""

    panel: LinesPanel
    style: Style
    artists: tuple[PathCollection, tuple[Text, ...], tuple[Text, ...]] = field(init=False)

    @property
    def pitch(self) -> float:
        """Height of a token: less where there are many."""
        most = max(len(self.panel.query_labels), len(self.panel.key_labels), 1)
        return min(self.style.px(PITCH), max(11.0, 620.0 / most))

    @property
    def _names(self) -> tuple[tuple[str, ...], tuple[str, ...], float]:
        size = min(self.style.px(LABEL + 1), 0.85 * self.pitch)
        room = self.style.px(110)
        asks, size = fit(self.panel.query_labels, room, size, LEAST)
        asked, size = fit(self.panel.key_labels, room, size, LEAST)
        return asks, asked, size

    @property
    def _sides(self) -> tuple[float, float]:
        asks, asked, size = self._names
        # the words above the columns need room as well
        heads = [text_width(word, self.style.px(LABEL)) for word in ("asks", "is asked")]
        return max(widest(asks, size), heads[0]), max(widest(asked, size), heads[1])

    @property
    def width(self) -> float:
        """Width in logical pixels."""
        return sum(self._sides) + self.style.px(SPAN + 16)

    @property
    def top(self) -> float:
        """Where the tokens begin."""
        return self.style.px(44)

    @property
    def height(self) -> float:
        """Height in logical pixels."""
        return self.top + self.pitch * max(len(self.panel.query_labels), len(self.panel.key_labels))

    def draw(self, pen: Pen, left: float, top: float) -> None:
        """Draw the lines, the tokens on both sides and what the sides are."""
        style = self.style
        start = left + self._sides[0] + style.px(8)
        end = start + style.px(SPAN)
        y = [self._middles(len(names), top) for names in (self.panel.query_labels, self.panel.key_labels)]
        lines = self.panel.lines
        drawn = pen.shapes(
            [_curve(start, y[0][line.query], end, y[1][line.key]) for line in lines],
            edges=ROLES["query"] + "b8",  # seen through a little, so that a crossing is seen
        )
        drawn.set_linewidth([style.px(WIDEST) * pen.points * line.weight for line in lines])
        title = pen.text(left, top + style.px(8), "weights", style.px(TITLE), bold=True)
        after = left + text_width(title.get_text(), style.px(TITLE), bold=True) + style.px(5)
        pen.text(after, top + style.px(8), "as wide as the weight", style.px(NOTE), colour=MUTED)
        above, small = top + style.px(30), style.px(LABEL - 1)
        pen.text(start - style.px(8), above, "asks", small, align="right", colour=MUTED)
        pen.text(end + style.px(8), above, "is asked", small, colour=MUTED)
        asks, asked, size = self._names
        self.artists = (
            drawn,
            self._column(pen, start - style.px(8), y[0], asks, size, "right"),
            self._column(pen, end + style.px(8), y[1], asked, size, "left"),
        )

    def _middles(self, count: int, top: float) -> list[float]:
        most = max(len(self.panel.query_labels), len(self.panel.key_labels))
        lead = top + self.top + self.pitch * (most - count) / 2  # the shorter side stands in the middle
        return [lead + self.pitch * (place + 0.5) for place in range(count)]

    def _column(
        self, pen: Pen, x: float, y: list[float], names: tuple[str, ...], size: float, align: Align
    ) -> tuple[Text, ...]:
        return tuple(
            pen.text(x, place, name, size, align=align) for place, name in zip(y, names, strict=True)
        )


def _curve(x0: float, y0: float, x1: float, y1: float) -> Path:
    middle = (x0 + x1) / 2
    return Path(
        [(x0, y0), (middle, y0), (middle, y1), (x1, y1)], [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4]
    )


def plot_lines(trace: AttentionTrace, *, presenting: bool = False) -> LinesDisplay:
    """Draw the weights of a trace as lines between tokens."""
    return LinesDisplay(lines_panel(trace), presenting=presenting).plot()  # type: ignore[no-any-return]
