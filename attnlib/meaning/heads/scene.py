"""What the head explorer shows and says, without a page: heads, of which some are silenced and one is chosen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Self

import numpy as np

from attnlib.maths.check import Array
from attnlib.maths.explain import features, labels
from attnlib.maths.heads.trace import MultiHeadTrace
from attnlib.maths.numbers import number, short
from attnlib.maths.tokens import listed
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.cells import Cell
from attnlib.meaning.heads.fused import MATRICES
from attnlib.meaning.heads.panels import (
    average_panel,
    head_labels,
    head_panel,
    head_titles,
    output_panel,
    output_without,
    shares_panel,
    strongest,
)
from attnlib.meaning.heads.words import average_in_words, output_in_words, share_in_words
from attnlib.meaning.matrix import MatrixPanel, matrix_panel
from attnlib.meaning.readings import row_reading
from attnlib.meaning.scene import Lit, Scene

#: Matrices that one can ask for a cell; ``weights`` and the projections are the chosen head's.
VIEWS = ("weights", "average", *MATRICES, "shares", "output")


class Heads(Scene):
    """Heads over one sequence.

    Parameters
    ----------
    trace : MultiHeadTrace
    names : sequence of str, optional
        What the heads do.
    chosen : int
        The head that is looked at.
    silenced : collection of int
        Heads that are left out of the output.
    first : ndarray, shape (n, d_out)
        The output with nothing edited and nobody silenced.
    group : int
        How many heads share each W_K and W_V.
    by_lot : bool
        Whether all numbers were drawn by lot; the reading then says that they mean nothing.
    matrix : str
        The chosen head's projection that is looked at.

    Attributes
    ----------
    output : ndarray, shape (n, d_out)
        What is left of ``trace.output`` without the silenced heads.
    moved : tuple of bool
        For each token, whether its output differs from ``first`` by more than rounding.

    Examples
    --------
    >>> from attnlib import MultiHeadAttention
    >>> trace = MultiHeadAttention.random(4, 2, rng=0)(np.eye(4)[:3], tokens=["the", "cat", "sat"])
    >>> shown = Heads(trace, silenced={1}, first=trace.output)
    >>> shown.moved
    (True, True, True)
    >>> shown.explain(("shares", 1, 1))[0]
    'shares[cat, h2] = 0: h2 is silenced'
    """

    views = VIEWS
    trace: MultiHeadTrace

    def __init__(
        self,
        trace: MultiHeadTrace,
        *,
        names: Sequence[str] | None = None,
        chosen: int = 0,
        silenced: Collection[int] = (),
        first: Array,
        group: int = 1,
        by_lot: bool = False,
        matrix: str = "W_Q",
    ) -> None:
        self.trace, self.names, self.chosen, self.silenced = trace, names, chosen, frozenset(silenced)
        self.matrix = matrix
        self._tiles: dict[int, MatrixPanel] = {}
        self.first, self._group, self._by_lot = first, group, by_lot
        self.output = output_without(trace, self.silenced)
        size = float(np.abs(trace.contributions).max(initial=0))
        self.moved = tuple((np.abs(self.output - first) > 1e-10 * size).any(axis=-1).tolist())

    @property
    def head(self) -> AttentionTrace:
        """The record of the chosen head."""
        return self.trace.heads[self.chosen]

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """Of the heads; of a silenced one it says so."""
        return head_titles(len(self.trace.heads), self.names, silenced=self.silenced)

    def tile(self, place: int) -> MatrixPanel:
        """Prepare one head's weights."""
        if place not in self._tiles:
            self._tiles[place] = head_panel(self.trace, place, self.titles[place])
        return self._tiles[place]

    @cached_property
    def shares(self) -> MatrixPanel:
        """Each head's share of each token's output."""
        return shares_panel(self.trace, silenced=self.silenced)

    def panel(self, view: str) -> MatrixPanel:
        """Prepare one of `VIEWS`."""
        if view == "average":
            return average_panel(self.trace)
        if view == "shares":
            return self.shares
        if view == "output":
            return output_panel(self.trace, silenced=self.silenced, compared_with=self.first)
        if view == "weights":
            return replace(self.tile(self.chosen), name=view, title=view, note=self.titles[self.chosen])
        panel = matrix_panel(self.head, view)
        rows, columns = panel.values.shape
        # Its size, because its box may have to be scrolled: rows beyond the edge are not to be taken for none.
        return replace(panel, note=f"{rows} × {columns}, of {self._owners(view)}")

    def looked_at(self, query: int) -> int:
        """Give the key that a query looks at most, with the chosen head."""
        return int(self.head.weights[query].argmax())

    def value(self, cell: Cell) -> float:
        """Give the number in a cell."""
        view, row, column = cell
        return float(self.head.stage(view)[row, column]) if view in MATRICES else super().value(cell)

    def differs(self, before: Self, view: str) -> bool:
        """Tell whether a view looks otherwise than in another scene."""
        if _shapes(before) != _shapes(self):
            return True
        if view in ("shares", "output"):
            same = before.silenced == self.silenced and np.array_equal(before.first, self.first)
            return not (same and np.array_equal(before.trace.contributions, self.trace.contributions))
        if view == "average":
            return any(map(_unlike, before.trace.heads, self.trace.heads))
        if before.titles[before.chosen] != self.titles[self.chosen]:
            return True
        if view in MATRICES and before.matrix != view:  # it wasn't shown
            return True
        return not np.array_equal(before.head.stage(view), self.head.stage(view))

    def tile_differs(self, before: Self, place: int) -> bool:
        """Tell whether a head's tile looks otherwise than in another scene."""
        if _shapes(before) != _shapes(self) or before.titles[place] != self.titles[place]:
            return True
        return _unlike(before.trace.heads[place], self.trace.heads[place])

    def labels(self, view: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Names of a view's rows and columns."""
        tokens = self.head.tokens
        if view == "shares":
            return tokens, head_labels(len(self.trace.heads))
        if view == "output":
            return tokens, features(self.output.shape[-1])
        return labels(self.head, "weights" if view == "average" else view)

    @property
    def strongest(self) -> Cell:
        """The chosen head's largest weight."""
        return ("weights", *strongest(self.head.weights))

    def explain(self, cell: Cell) -> tuple[str, Lit]:
        """Say how a cell came about, and give the cells shown that it was made from.

        They are keyed by view, the heads' tiles by ``h1``, ``h2``….
        """
        view, row, column = cell
        here = self.written(cell)
        if view in MATRICES:
            return f"{here} of {self._owners(view)} = {number(self.value(cell))}: yours to change", {}
        if view == "weights":
            explanation = self.head.explain(view, row, column)
            # its powers are those of the same row's scores, which stand in the same places
            pairs = {(operand.row, operand.column) for operand in explanation.operands}
            return f"head {self.chosen + 1}, {explanation.text}", {"weights": pairs}
        tiles = head_labels(len(self.trace.heads))
        if view == "average":
            says = average_in_words(self.trace, row, column)
            return f"{here} {says}", {tile: {(row, column)} for tile in tiles}
        in_words = share_in_words if view == "shares" else output_in_words
        whole = {(row, key) for key in range(len(self.head.key_tokens))}
        heard = (tile for place, tile in enumerate(tiles) if place not in self.silenced)
        return f"{here} {in_words(self.trace, row, column, self.silenced)}", dict.fromkeys(heard, whole)

    @property
    def always_lit(self) -> Lit:
        """Cells of the outputs that moved."""
        columns = range(self.output.shape[-1])
        return {
            "output": {(row, column) for row, moved in enumerate(self.moved) if moved for column in columns}
        }

    @property
    def reading(self) -> str:
        """Say where the token looks that the chosen head gives its largest weight to, and what moved."""
        return self.about(None)

    def about(self, cell: Cell | None) -> str:
        """Say where the cell's token looks with the chosen head, what the head adds, and what moved."""
        row = self.strongest[1] if cell is None or cell[0] in MATRICES else cell[1]
        title = f"Head {self.chosen + 1}" + ("" if self.names is None else f" ({self.names[self.chosen]})")
        share = short(float(self.shares.values[:, self.chosen].mean()))
        adds = (
            "It is silenced"
            if self.chosen in self.silenced
            else f"It adds {share} of all lengths, on average"
        )
        quiet = ", ".join(f"head {place + 1}" for place in sorted(self.silenced)) or "none"
        moved = [token for token, moves in zip(self.head.tokens, self.moved, strict=True) if moves]
        which = "all" if len(moved) == len(self.moved) else listed(moved) if moved else "none"
        by_lot = " All numbers are drawn by lot and mean nothing." if self._by_lot else ""
        return f"{title}: {row_reading(self.head, row)}. {adds}. Silenced: {quiet}. Outputs moved: {which}.{by_lot}"

    def _owners(self, matrix: str) -> str:
        """Heads that a projection belongs to: one, or those that share it."""
        if matrix == "W_Q" or self._group == 1:
            return f"head {self.chosen + 1}"
        start = self.chosen // self._group * self._group
        return f"heads {start + 1} to {start + self._group}, which share it"


def _unlike(one: AttentionTrace, other: AttentionTrace) -> bool:
    return not np.array_equal(one.weights, other.weights)


def _shapes(heads: Heads) -> tuple[int, tuple[str, ...]]:
    return len(heads.trace.heads), heads.head.tokens
