"""What an explorer shows, without a page: so that it can be tested, driven and read where no browser is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, ClassVar, Self

from attnlib.meaning.cells import Address, Cell, Place, found
from attnlib.meaning.matrix import MatrixPanel

Lit = Mapping[str, AbstractSet[Place]]


class Scene(ABC):
    """Views of cells with names, each of which can say how it came about."""

    #: Names of the views, in the order of the page.
    views: ClassVar[tuple[str, ...]]

    #: What a view is called.
    kind: ClassVar[str] = "view"

    #: The record that all of it shows.
    trace: Any

    @abstractmethod
    def labels(self, view: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Names of a view's rows and columns."""

    @abstractmethod
    def panel(self, view: str) -> MatrixPanel:
        """Prepare one view."""

    def panels(
        self, of: Iterable[str] | None = None, *, before: Self | None = None
    ) -> dict[str, MatrixPanel]:
        """Prepare views by their names: all or some, or of those what looks otherwise than in another scene."""
        views = self.views if of is None else of
        return {view: self.panel(view) for view in views if before is None or self.differs(before, view)}

    def differs(self, before: Self, view: str) -> bool:
        """Tell whether a view looks otherwise than in another scene, or at least may do so."""
        return True

    @abstractmethod
    def explain(self, cell: Cell) -> tuple[str, Lit]:
        """Say how a cell came about, and give the cells shown that it was made from, by view."""

    @property
    @abstractmethod
    def reading(self) -> str:
        """Say what is to be seen."""

    def about(self, cell: Cell | None) -> str:
        """Say what is to be seen while a cell is selected."""
        return self.reading

    def looked_at(self, query: int) -> int:
        """Give the key that a query looks at most."""
        return int(self.trace.weights[query].argmax())

    @property
    def always_lit(self) -> Lit:
        """Cells that are lit whatever is selected."""
        return {}

    def marked(self, cell: Cell | None) -> tuple[str, Lit]:
        """Explain a cell, or nothing, and give all that is lit."""
        says, lit = ("", {}) if cell is None else self.explain(cell)
        return says, {**lit, **self.always_lit}

    def cell(self, address: Address) -> Cell:
        """Find a cell by the name of a view, and by names or places of row and column.

        Raises
        ------
        ValueError, TypeError
            If there is no such cell.
        """
        return found(address, self.views, self.labels, argument="selected", what=self.kind)

    def shown_at(self, cell: Cell | None) -> Cell | None:
        """Give the cell in which a cell's number is shown: itself."""
        return cell

    def nearest(self, cell: Cell) -> Cell:
        """Give the cell itself, or the nearest one where its view has become smaller."""
        view, row, column = cell
        rows, columns = self.labels(view)
        return view, min(row, len(rows) - 1), min(column, len(columns) - 1)

    def names_of(self, cell: Cell) -> tuple[str, str, str]:
        """Give a cell's view, and the names of its row and its column."""
        view, row, column = cell
        rows, columns = self.labels(view)
        return view, rows[row], columns[column]

    def value(self, cell: Cell) -> float:
        """Give the number in a cell."""
        view, row, column = cell
        return float(self.panel(view).values[row, column])

    def written(self, cell: Cell) -> str:
        """How a cell is written: ``W_Q[f2, f1]``."""
        view, *names = self.names_of(cell)
        return f"{view}[{', '.join(names)}]"
