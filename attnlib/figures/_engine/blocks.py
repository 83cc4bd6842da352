"""Blocks in rows and columns, with what is done between them written between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from attnlib.figures._engine.pen import Block, Pen, rounded
from attnlib.figures._engine.style import FAINT, INK, LIT, MUTED, SYMBOL, Style
from attnlib.figures._engine.text import MONO, text_width, wrap


@dataclass(frozen=True)
class Symbol:
    """An operation, such as ``softmax``, written between two matrices at the height of their cells' middle."""

    text: str
    style: Style
    middle: float
    height: float

    @property
    def size(self) -> float:
        """Size of the type."""
        return self.style.px(SYMBOL)

    @cached_property
    def width(self) -> float:
        """Width in logical pixels."""
        return text_width(self.text, self.size)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        """Write the operation."""
        pen.text(left, top + self.middle, self.text, self.size, colour=MUTED)


@dataclass(frozen=True)
class Prose:
    """Muted or bold lines of text, wrapped to a width."""

    text: str
    width: float
    size: float
    bold: bool = False

    @cached_property
    def lines(self) -> list[str]:
        """The wrapped lines."""
        return wrap(self.text, self.width, self.size)

    @cached_property
    def height(self) -> float:
        """Height in logical pixels."""
        return 1.4 * self.size * len(self.lines)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        """Write line by line."""
        for place, line in enumerate(self.lines):
            y = top + 1.4 * self.size * (place + 0.5)
            pen.text(left, y, line, self.size, bold=self.bold, colour=INK if self.bold else MUTED)


@dataclass(frozen=True)
class Arithmetic:
    """The explanation of the selected cell, in a box with a coloured edge."""

    text: str
    width: float
    size: float

    @cached_property
    def lines(self) -> list[str]:
        """The wrapped lines."""
        return wrap(self.text, self.width - 2.4 * self.size, self.size, family=MONO)

    @cached_property
    def height(self) -> float:
        """Height in logical pixels."""
        return (1.4 * len(self.lines) + 1.2) * self.size

    def draw(self, pen: Pen, left: float, top: float) -> None:
        """Draw the box and write in it."""
        pen.shapes([rounded((left, top, self.width, self.height), 4)], edges=FAINT, stroke=1.0)
        pen.shapes([rounded((left, top, 4, self.height), 1)], fills=LIT)
        for place, line in enumerate(self.lines):
            y = top + (1.4 * (place + 0.5) + 0.6) * self.size
            pen.text(left + 1.2 * self.size, y, line, self.size, family=MONO)


@dataclass(frozen=True)
class Row:
    """Blocks side by side. ``anchor`` is 0 to align their tops, 1 their bottoms, 0.5 their middles."""

    blocks: Sequence[Block]
    gap: float
    anchor: float = 0.0

    @cached_property
    def width(self) -> float:
        """Width in logical pixels."""
        return sum(block.width for block in self.blocks) + self.gap * max(0, len(self.blocks) - 1)

    @cached_property
    def height(self) -> float:
        """Height in logical pixels."""
        return max((block.height for block in self.blocks), default=0.0)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        """Draw from left to right."""
        for block in self.blocks:
            block.draw(pen, left, top + self.anchor * (self.height - block.height))
            left += block.width + self.gap


@dataclass(frozen=True)
class Column:
    """Blocks one below another."""

    blocks: Sequence[Block]
    gap: float

    @cached_property
    def width(self) -> float:
        """Width in logical pixels."""
        return max((block.width for block in self.blocks), default=0.0)

    @cached_property
    def height(self) -> float:
        """Height in logical pixels."""
        return sum(block.height for block in self.blocks) + self.gap * max(0, len(self.blocks) - 1)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        """Draw from top to bottom."""
        for block in self.blocks:
            block.draw(pen, left, top)
            top += block.height + self.gap
