"""What an explorer shows, without a page: so that it can be tested, driven and read where no browser is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from attnlib.maths import check
from attnlib.meaning.cells import Address, Cell
from attnlib.meaning.matrix import MatrixPanel

Lit = dict[str, set[tuple[int, int]]]


class Scene(ABC):
    """Views of cells with names, each of which can say how it came about."""

    #: Names of the views, in the order of the page.
    views: ClassVar[tuple[str, ...]]

    @abstractmethod
    def labels(self, view: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Names of a view's rows and columns."""

    @abstractmethod
    def panels(self, *, digits: int = 2) -> dict[str, MatrixPanel]:
        """Prepare what is shown, by the names of the views."""

    @abstractmethod
    def explain(self, cell: Cell) -> tuple[str, Lit]:
        """Say how a cell came about, and give the cells shown that it was made from, by view."""

    @property
    @abstractmethod
    def reading(self) -> str:
        """Say what is to be seen."""

    @property
    def always_lit(self) -> Lit:
        """Cells that are lit whatever is selected."""
        return {}

    def marked(self, cell: Cell | None) -> tuple[str, Lit]:
        """Explain a cell, or nothing, and give all that is lit."""
        says, lit = ("", {}) if cell is None else self.explain(cell)
        return says, {**lit, **self.always_lit}

    def cell(self, address: Address) -> Cell:
        """Find a cell by the name of a view, and by names or places of row and column."""
        if isinstance(address, str) or len(address) != 3:
            raise ValueError(
                f'selected: needs a view, a row and a column, such as ("weights", 0, 1); got {address!r}'
            )
        view, row, column = address
        view = check.choice("selected", view, self.views)
        rows, columns = self.labels(view)
        return view, check.place("row", row, rows, view), check.place("column", column, columns, view)

    def names_of(self, cell: Cell) -> tuple[str, str, str]:
        """Give a cell's view, and the names of its row and its column."""
        view, row, column = cell
        rows, columns = self.labels(view)
        return view, rows[row], columns[column]
