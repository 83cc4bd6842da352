"""Parts of a page to be printed and written on: grids of thin black lines, lines of black text, ruled room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from matplotlib.text import Text

from attnlib.figures._engine.pen import Pen, rounded
from attnlib.figures._engine.text import fit, text_width, widest, wrap

BLACK = "#000000"
#: What is written on; dark enough for a copier.
RULE = "#999999"

_LABEL, _LEAST = 12.0, 8.0
_MOST_LABEL = 70.0


@dataclass(eq=False)
class RuledGrid:
    """A matrix in black lines. A cell's text may be empty: then there is room to write.

    Parameters
    ----------
    rows, columns : sequence of str
        Labels.
    texts : sequence of sequences of str
    cell : (width, height)
    size : float
        Of the cells' type.
    heading : str
        Above the column labels.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    texts: Sequence[Sequence[str]]
    cell: tuple[float, float]
    size: float
    heading: str = ""
    artists: list[list[Text]] = field(default_factory=list)

    @cached_property
    def _labels(self) -> tuple[tuple[str, ...], float]:
        return fit(self.rows, _MOST_LABEL, _LABEL, _LEAST)

    @cached_property
    def gutter(self) -> float:
        """Room for row labels."""
        return widest(*self._labels) + 6

    @cached_property
    def top(self) -> float:
        """Room for the heading and the column labels."""
        return 18.0 + (18.0 if self.heading else 0.0)

    @cached_property
    def width(self) -> float:
        """Width in logical pixels."""
        cells = self.gutter + self.cell[0] * len(self.columns)
        return max(cells, text_width(self.heading, _LABEL + 2, bold=True))

    @cached_property
    def height(self) -> float:
        """Height in logical pixels."""
        return self.top + self.cell[1] * len(self.rows)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        """Draw labels, lines and texts."""
        wide, high = self.cell
        x0, y0 = left + self.gutter, top + self.top
        if self.heading:
            pen.text(left, top + 8, self.heading, _LABEL + 2, bold=True, colour=BLACK)
        names, size = self._labels
        for i, name in enumerate(names):
            pen.text(x0 - 5, y0 + high * (i + 0.5), name, size, align="right", colour=BLACK)
        names, size = fit(self.columns, wide - 4, _LABEL, _LEAST)
        for j, name in enumerate(names):
            pen.text(x0 + wide * (j + 0.5), y0 - 9, name, size, align="center", colour=BLACK)
        places = [(i, j) for i in range(len(self.rows)) for j in range(len(self.columns))]
        boxes = [rounded((x0 + wide * j, y0 + high * i, wide, high), 0) for i, j in places]
        pen.shapes(boxes, edges=BLACK, stroke=1.0)
        self.artists = [
            [
                self._write(pen, text, x0 + wide * (j + 0.5), y0 + high * (i + 0.5))
                for j, text in enumerate(row)
            ]
            for i, row in enumerate(self.texts)
        ]

    def _write(self, pen: Pen, text: str, x: float, y: float) -> Text:
        size = min(self.size, self.size * (self.cell[0] - 6) / max(text_width(text, self.size), 1e-9))
        return pen.text(x, y, text, size, align="center", colour=BLACK)


@dataclass(frozen=True)
class Lines:
    """Black text, wrapped to a width; it takes the room of at least so many lines."""

    text: str
    width: float
    size: float
    bold: bool = False
    at_least: int = 1

    @cached_property
    def wrapped(self) -> list[str]:
        """The lines."""
        return wrap(self.text, self.width / (1.08 if self.bold else 1.0), self.size)

    @cached_property
    def height(self) -> float:
        """Height in logical pixels."""
        return 1.35 * self.size * max(self.at_least, len(self.wrapped))

    def draw(self, pen: Pen, left: float, top: float) -> None:
        """Write line by line."""
        for place, line in enumerate(self.wrapped):
            y = top + 1.35 * self.size * (place + 0.5)
            pen.text(left, y, line, self.size, bold=self.bold, colour=BLACK)


@dataclass(frozen=True)
class Room:
    """Ruled lines to write on, or what is written there."""

    width: float
    ruled: int
    says: Lines | None = None
    spacing: float = 24.0

    @property
    def height(self) -> float:
        """Height in logical pixels."""
        return max(self.ruled * self.spacing, 0.0 if self.says is None else self.says.height + 4)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        """Write, or else rule."""
        if self.says is not None:
            self.says.draw(pen, left, top + 4)
            return
        ends = [top + self.spacing * (place + 1) - 1 for place in range(self.ruled)]
        pen.strokes([[(left, y), (left + self.width, y)] for y in ends], colours=RULE, widths=0.8)
