"""One matrix: heading, column labels, and rows of cells with their labels. Everything it says comes from the panel."""

from __future__ import annotations

import math
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property

from matplotlib.collections import LineCollection, PathCollection
from matplotlib.text import Text

from attnlib.figures._engine.pen import Box, Pen, rounded
from attnlib.figures._engine.style import CELL, FAINT, LABEL, LEAST, LIT, MUTED, NOTE, SELECTED, TITLE, Style
from attnlib.figures._engine.text import fit, text_width, widest
from attnlib.meaning.matrix import MatrixPanel

Cell = tuple[int, int]


@dataclass
class MatrixArtists:
    """What was drawn of one matrix. ``texts[i][j]`` is the text of a cell; empty if cells are too small to speak."""

    cells: PathCollection | None = None
    texts: tuple[tuple[Text, ...], ...] = ()
    hatches: LineCollection | None = None
    title: Text | None = None
    note: Text | None = None
    row_labels: tuple[Text, ...] = ()
    column_labels: tuple[Text, ...] = ()
    marks: tuple[PathCollection, ...] = ()
    boxes: tuple[tuple[Box, ...], ...] = ()


@dataclass(eq=False)
class MatrixBlock:
    """A panel that can be placed.

    Parameters
    ----------
    panel : MatrixPanel
    style : Style
    cell_width : float, optional
        Shared by the matrices of one picture, so that equal columns are equally wide.
    gutter : float, optional
        Room for row labels, shared by matrices one below another. Set it before asking for the width.
    roles : bool
        Whether to write what rows and columns are (``asks``, ``is asked``).
    selected, lit : a cell and a set of cells
        Framed in black, and in colour.
    """

    panel: MatrixPanel
    style: Style
    cell_width: float | None = None
    gutter: float | None = None
    roles: bool = False
    selected: Cell | None = None
    lit: AbstractSet[Cell] = frozenset()
    artists: MatrixArtists = field(default_factory=MatrixArtists)

    @cached_property
    def pitch(self) -> tuple[float, float]:
        """Width and height of a cell with its seam."""
        if not self.style.texts:
            return self.style.pitch, self.style.pitch
        return self.cell_width or natural_cell_width(self.panel, self.style), self.style.px(28)

    @cached_property
    def row_texts(self) -> tuple[tuple[str, ...], float]:
        """Row labels as they fit, and their size."""
        size = self.style.px(LABEL)
        if not self.style.texts:
            size = min(size, max(6.5, 0.8 * self.pitch[1]))
        return fit(
            self.panel.row_labels, self.style.px(max(62.0, self.style.label_room)), size, min(LEAST, size)
        )

    @cached_property
    def column_texts(self) -> tuple[tuple[str, ...], float, bool]:
        """Column labels as they fit, their size, and whether they are turned."""
        size = self.style.px(LABEL)
        if self.style.texts:
            return *fit(self.panel.column_labels, self.pitch[0] - self.style.px(4), size, LEAST), False
        size = min(size, max(6.5, 0.8 * self.pitch[0]))
        turned = widest(self.panel.column_labels, size) > self.pitch[0] - 2
        return *fit(self.panel.column_labels, self.style.px(64), size, min(LEAST, size)), turned

    @cached_property
    def needed_gutter(self) -> float:
        """Room that the row labels take."""
        texts, size = self.row_texts
        return widest(texts, size) + self.style.px(6)

    @cached_property
    def left_of_cells(self) -> float:
        """Where cells begin, from the block's left side."""
        return (self.needed_gutter if self.gutter is None else self.gutter) + self._role_room

    @cached_property
    def top_of_cells(self) -> float:
        """Where cells begin, from the block's upper side."""
        texts, size, turned = self.column_texts
        labels = widest(texts, size) + self.style.px(8) if turned else self.style.px(20)
        return self.style.px(20) + self._role_room + labels

    @cached_property
    def width(self) -> float:
        """Width in logical pixels."""
        cells = self.left_of_cells + self.pitch[0] * len(self.panel.column_labels)
        return max(cells, text_width(self.panel.title, self.style.px(TITLE), bold=True))

    @cached_property
    def height(self) -> float:
        """Height in logical pixels."""
        return self.top_of_cells + self.pitch[1] * len(self.panel.row_labels)

    @property
    def _role_room(self) -> float:
        return self.style.px(18) if self.roles else 0.0

    def draw(self, pen: Pen, left: float, top: float) -> None:
        """Draw the heading, the labels and the cells."""
        made = self.artists
        made.title, made.note = self._heading(pen, left, top)
        x0, y0 = left + self.left_of_cells, top + self.top_of_cells
        self._labels(pen, x0, y0)
        wide, high = self.pitch
        seam = self.style.px(2) if self.style.texts else 0.4
        rows, columns = range(len(self.panel.row_labels)), range(len(self.panel.column_labels))
        made.boxes = tuple(
            tuple((x0 + wide * j, y0 + high * i, wide - seam, high - seam) for j in columns) for i in rows
        )
        radius = self.style.px(3) if self.style.texts else 0.0
        made.cells = pen.shapes(
            [rounded(box, radius) for row in made.boxes for box in row],
            fills=[self.panel.fill(i, j) for i in rows for j in columns],
            edges=FAINT if self.style.texts else "none",  # a pale 0 is still a cell
            stroke=0.7 * self.style.strokes,
        )
        hidden = [made.boxes[i][j] for i in rows for j in columns if self.panel.masked[i, j]]
        if not self.style.texts:  # pale cells without a seam need a frame around all of them
            everything = (x0, y0, wide * len(columns), high * len(rows))
            pen.shapes([rounded(everything, 0)], edges=FAINT, stroke=1.0)
        if hidden:
            made.hatches = pen.hatch(hidden, max(3.0, min(self.style.px(7), high / 3)))
        if self.style.texts:
            made.texts = tuple(tuple(self._cell_text(pen, i, j) for j in columns) for i in rows)
        self._marks(pen, radius)

    def _cell_text(self, pen: Pen, i: int, j: int) -> Text:
        left, top, width, height = self.artists.boxes[i][j]
        text = self.panel.texts[i][j]
        size = self.style.px(CELL)
        # a number is never cut: one that is too long is set smaller
        size = min(size, size * (width - self.style.px(3)) / text_width(text, size))
        return pen.text(
            left + width / 2, top + height / 2, text, size, align="center", colour=self.panel.ink(i, j)
        )

    def _heading(self, pen: Pen, left: float, top: float) -> tuple[Text, Text | None]:
        size, y = self.style.px(TITLE), top + self.style.px(8)
        title = pen.text(left, y, self.panel.title, size, bold=True)
        start = text_width(self.panel.title, size, bold=True) + self.style.px(5)
        room, small = self.width + self.style.px(6) - start, self.style.px(NOTE)
        small = min(small, small * room / max(text_width(self.panel.note, small), 1e-9))
        if not self.panel.note or small < max(LEAST, 0.65 * size):
            return title, None
        return title, pen.text(left + start, y, self.panel.note, small, colour=MUTED)

    def _labels(self, pen: Pen, x0: float, y0: float) -> None:
        wide, high = self.pitch
        made, style = self.artists, self.style
        names, size = self.row_texts
        every = (
            1 if style.texts else math.ceil(7.5 / min(wide, high))
        )  # thin cells: not every one has room for a label
        made.row_labels = tuple(
            pen.text(x0 - style.px(5), y0 + high * (i + 0.5) - 1, name, size, align="right", colour=MUTED)
            for i, name in enumerate(names)
            if i % every == 0
        )
        names, size, turned = self.column_texts
        middles = [x0 + wide * (j + 0.5) - 1 for j in range(len(names))]
        made.column_labels = tuple(
            pen.text(x, y0 - style.px(4), name, size, colour=MUTED, turned=True)
            if turned
            else pen.text(x, y0 - style.px(10), name, size, align="center", colour=MUTED)
            for x, name in list(zip(middles, names, strict=True))[::every]
        )
        if self.roles:
            role_size = style.px(LABEL - 1)
            right, below = x0 + wide * len(names), y0 + high * len(self.panel.row_labels)
            across, down = f"{self.panel.column_role} →", f"← {self.panel.row_role}"
            pen.text(
                (x0 + right) / 2,
                y0 - self.top_of_cells + style.px(28),
                across,
                role_size,
                align="center",
                colour=MUTED,
            )
            pen.text(
                x0 - self.left_of_cells + style.px(7),
                (y0 + below) / 2,
                down,
                role_size,
                align="center",
                colour=MUTED,
                turned=True,
            )

    def _marks(self, pen: Pen, radius: float) -> None:
        frames: list[PathCollection] = []
        for cells, colour, stroke in ((self.lit, LIT, 2.0), ({self.selected}, SELECTED, 3.0)):
            paths = [
                rounded(self.artists.boxes[cell[0]][cell[1]], radius) for cell in cells if cell is not None
            ]
            if paths:
                frames.append(pen.shapes(paths, edges=colour, stroke=stroke * self.style.strokes, above=3))
        self.artists.marks = tuple(frames)


def natural_cell_width(panel: MatrixPanel, style: Style) -> float:
    """Width of a panel's cells: its numbers always fit, its column labels up to the style's room for them."""
    numbers = widest([text for row in panel.texts for text in row], style.px(CELL)) + style.px(10)
    labels = min(widest(panel.column_labels, style.px(LABEL)) + style.px(8), style.px(style.label_room))
    return max(min(numbers, style.px(72)), labels, style.px(38 if style.label_room else 30))
