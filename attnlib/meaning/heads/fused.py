"""The projections of all heads, side by side in three matrices: cut into heads anew, and edited cell by cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from attnlib.maths import check
from attnlib.maths.check import Array
from attnlib.maths.heads.multihead import MultiHeadAttention

MATRICES = ("W_Q", "W_K", "W_V")
MOST_HEADS = 8

Edit = tuple[str, int, int, float]


class FusedHeads:
    """W_Q, W_K and W_V of all heads as they are now, and as they were at first.

    Another number of heads cuts the same columns anew; no number changes.

    Parameters
    ----------
    attend : MultiHeadAttention
    edits : iterable of (matrix, row, column, value)
        Cells to set, by their places in the whole matrices.

    Attributes
    ----------
    counts : tuple of int
        Numbers of heads that can share the columns equally, at most 8.

    Examples
    --------
    >>> fused = FusedHeads(MultiHeadAttention.random(8, 4, rng=0))
    >>> fused.counts
    (1, 2, 4, 8)
    >>> fused.put("W_Q", 0, fused.column("W_Q", 3, 1, n_heads=4), 2.0)
    >>> fused.edits, float(fused.attention(4).head_projections(3)[0][0, 1])
    ([('W_Q', 0, 7, 2.0)], 2.0)
    """

    def __init__(self, attend: MultiHeadAttention, edits: Iterable[Sequence[str | int | float]] = ()) -> None:
        self._first = {name: np.array(getattr(attend, name), dtype=np.float64) for name in MATRICES}
        self._W_O = np.array(attend.W_O, dtype=np.float64)
        self.group = attend.n_heads // attend.n_kv_heads
        widths = [self._first[name].shape[1] for name in MATRICES]
        self.counts = tuple(
            count
            for count in range(self.group, MOST_HEADS + 1, self.group)
            if widths[0] % count == 0 and all(width % (count // self.group) == 0 for width in widths[1:])
        )
        self.reset(edits)

    def reset(self, edits: Iterable[Sequence[str | int | float]] = ()) -> None:
        """Go back to what it was at first, but for these edits."""
        self._now = {name: array.copy() for name, array in self._first.items()}
        for edit in edits:
            self.put(*_edit(edit, self._first))

    def attention(self, n_heads: int) -> MultiHeadAttention:
        """Cut the projections as they are now into so many heads."""
        return self._cut(self._now, n_heads)

    def unedited(self, n_heads: int) -> MultiHeadAttention:
        """Cut the projections as they were at first."""
        return self._cut(self._first, n_heads)

    def column(self, name: str, head: int, column: int, *, n_heads: int) -> int:
        """Place in a whole matrix of a column of one head's part."""
        shared = head if name == "W_Q" else head // self.group
        parts = n_heads if name == "W_Q" else n_heads // self.group
        return shared * (int(self._now[name].shape[1]) // parts) + column

    def put(self, name: str, row: int, column: int, value: float) -> None:
        """Set one cell of a whole matrix."""
        self._now[name][row, column] = value

    @property
    def edits(self) -> list[Edit]:
        """Cells that differ from what they were at first."""
        return [
            (name, int(row), int(column), float(self._now[name][row, column]))
            for name in MATRICES
            for row, column in np.argwhere(self._now[name] != self._first[name])
        ]

    def _cut(self, arrays: dict[str, Array], n_heads: int) -> MultiHeadAttention:
        return MultiHeadAttention(**arrays, W_O=self._W_O, n_heads=n_heads, n_kv_heads=n_heads // self.group)


def _edit(edit: Sequence[str | int | float], arrays: dict[str, Array]) -> Edit:
    if isinstance(edit, str) or len(edit) != 4:
        raise ValueError(
            f'edits: each needs a matrix, a row, a column and a value, as ("W_Q", 0, 1, 2.5); got {edit!r}'
        )
    name, row, column, value = edit
    name = check.choice("edits", name, MATRICES)
    rows, columns = arrays[name].shape
    places = [check.count("edits", place) for place in (row, column)]  # type: ignore[arg-type]
    if places[0] >= rows or places[1] >= columns:
        raise ValueError(f"edits: {name} has {rows} rows and {columns} columns, counted from 0; got {edit!r}")
    if not np.isfinite(float(value)):
        raise ValueError(f"edits: a cell needs a finite number, got {value!r}")
    return name, places[0], places[1], float(value)
