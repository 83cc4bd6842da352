"""X, its projections and every stage made of them: what the projection explorer shows and says, without a page."""

from __future__ import annotations

from functools import cached_property
from typing import Self

from attnlib.maths.explain import INPUTS, STAGES, Explanation, labels
from attnlib.maths.numbers import number
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.cells import Cell, Place
from attnlib.meaning.matrix import MatrixPanel, matrix_panel, same_panel
from attnlib.meaning.scene import Lit, Scene


class Projected(Scene):
    """A trace that knows its X, one view for each input and stage.

    Parameters
    ----------
    trace : AttentionTrace
        Made by `self_attention`, without leading axes.

    Examples
    --------
    >>> from attnlib import examples
    >>> shown = Projected(examples.mouse_eats_cheese())
    >>> shown.explain(("W_Q", 1, 0))
    ('W_Q[f2, f1] = 1: yours to change', {})
    """

    views, kind = (*INPUTS, *STAGES), "stage"
    trace: AttentionTrace

    def __init__(self, trace: AttentionTrace) -> None:
        self.trace = trace

    def labels(self, view: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Names of a view's rows and columns."""
        return labels(self.trace, view)

    def panel(self, view: str) -> MatrixPanel:
        """Prepare one view."""
        return self._weights if view == "weights" else matrix_panel(self.trace, view)

    def differs(self, before: Self, view: str) -> bool:
        """Tell whether a view looks otherwise than in another scene."""
        return self._shown_as(view) == view and not same_panel(before.trace, self.trace, view)

    def value(self, cell: Cell) -> float:
        """Give the number in a cell."""
        view, row, column = cell
        return float(self.trace.stage(view)[row, column])

    def explain(self, cell: Cell) -> tuple[str, Lit]:
        """Say how a cell came about, and give the cells shown that it was made from, by view.

        Without a mask its stage isn't shown, and the same numbers stand in ``scaled``.
        """
        explanation, lit = self.explanation(cell), dict[str, set[Place]]()
        for operand in explanation.operands:
            lit.setdefault(self._shown_as(operand.stage), set()).add((operand.row, operand.column))
        return explanation.text, lit

    def explanation(self, cell: Cell) -> Explanation:
        """Explain a cell with all that belongs to it; one of an input is the reader's own."""
        if cell[0] not in INPUTS:
            return self.trace.explain(*cell)
        value = self.value(cell)
        says = f"{self.written(cell)} = {number(value)}: yours to change"
        return Explanation(*self.names_of(cell), value, says, latex="", terms=())

    def shown_at(self, cell: Cell | None) -> Cell | None:
        """Give the cell in which a cell's number is shown: of the mask, without one, that of the stage before."""
        return cell if cell is None else (self._shown_as(cell[0]), *cell[1:])

    def _shown_as(self, view: str) -> str:
        return "scaled" if view == "masked" and self.trace.mask is None else view

    @property
    def reading(self) -> str:
        """Say who looks at whom."""
        return self._weights.reading

    @cached_property
    def _weights(self) -> MatrixPanel:
        return matrix_panel(self.trace, "weights")
