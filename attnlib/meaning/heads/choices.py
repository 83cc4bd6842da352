"""What a reader of the head explorer chooses: one sequence and its heads, to be cut, edited and drawn anew."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from attnlib.maths import check
from attnlib.maths.check import Array
from attnlib.maths.heads.multihead import MultiHeadAttention
from attnlib.meaning.cells import Cell
from attnlib.meaning.heads.fused import MATRICES, Edit, FusedHeads
from attnlib.meaning.heads.given import starting_heads
from attnlib.meaning.heads.panels import head_labels, head_titles
from attnlib.meaning.heads.scene import Heads


class HeadChoices:
    """What a `HeadExplorer` computes with.

    Parameters
    ----------
    attend, X, tokens, names, seed, edits
        See `HeadExplorer`.

    Attributes
    ----------
    random : bool
        Whether everything was drawn by lot, and can be drawn again.
    tokens : tuple of str
    names : tuple of str or None
        Of the heads as they were given.
    counts : tuple of int
        Numbers of heads that the projections can be cut into.

    Examples
    --------
    >>> choices = HeadChoices(None, None, tokens=None, names=None, seed=0)
    >>> choices.put(choices.heads(4, 1), ("W_V", 0, 1), 2.0)
    >>> choices.edits
    [('W_V', 0, 3, 2.0)]
    """

    def __init__(
        self,
        attend: MultiHeadAttention | None,
        X: npt.ArrayLike | None,
        *,
        tokens: Sequence[str] | None,
        names: Sequence[str] | None,
        seed: int,
        edits: Iterable[Sequence[str | int | float]] = (),
    ) -> None:
        start = starting_heads(attend, X, tokens, seed)
        self.tokens, self.random = start.tokens, start.random
        self.names = None if names is None else tuple(names)
        head_titles(start.attend.n_heads, self.names)  # complains of names that don't fit
        self._first_edits = self._use(start.attend, start.X, edits)
        self._n_named = start.attend.n_heads
        self.counts, self.seed, self._first_seed = self._fused.counts, int(seed), int(seed)

    @property
    def edits(self) -> list[Edit]:
        """Cells of the whole projections that differ from what they were."""
        return self._fused.edits

    def count(self, n_heads: int | None) -> int:
        """Return the number of heads asked for, if there can be so many; that of the start for None."""
        asked = self._n_named if n_heads is None else check.count("n_heads", n_heads, least=1)
        if asked not in self.counts:
            offered = ", ".join(map(str, self.counts))
            raise ValueError(f"n_heads: these projections can be cut into {offered} heads, not {asked}")
        return asked

    def place(self, argument: str, head: int | str, count: int) -> int:
        """Find a head by its name or its place."""
        return check.place(argument, head, self._names(count) or head_labels(count), "the heads")

    def heads(
        self, count: int, chosen: int, silenced: Collection[int] = (), *, matrix: str = MATRICES[0]
    ) -> Heads:
        """Let the heads attend as they are now."""
        if count not in self._first_outputs:
            self._first_outputs[count] = self._fused.unedited(count)(self._X).output
        return Heads(
            self._fused.attention(count)(self._X, tokens=self.tokens),
            names=self._names(count),
            chosen=chosen,
            silenced=silenced,
            first=self._first_outputs[count],
            group=self._fused.group,
            by_lot=self.random,
            matrix=matrix,
        )

    def put(self, heads: Heads, cell: Cell, value: float) -> None:
        """Set a cell of the chosen head's part of a projection."""
        matrix, row, column = cell
        whole = self._fused.column(matrix, heads.chosen, column, n_heads=len(heads.trace.heads))
        self._fused.put(matrix, row, whole, value)

    def draw(self, seed: int) -> None:
        """Draw vectors and projections anew; ValueError if they were given."""
        if not self.random:
            raise ValueError(
                "seed: attend and X were given, so there is nothing to draw; HeadExplorer() draws its own"
            )
        self.seed = seed
        start = starting_heads(None, None, self.tokens, seed)
        self._use(start.attend, start.X, ())

    def reset(self) -> None:
        """Go back to the numbers of the start."""
        if self.seed != self._first_seed:
            self.draw(self._first_seed)
        self._fused.reset(self._first_edits)

    def _use(
        self, attend: MultiHeadAttention, X: Array, edits: Iterable[Sequence[str | int | float]]
    ) -> list[Edit]:
        self._fused, self._X = FusedHeads(attend, edits), np.array(X)
        self._first_outputs: dict[int, Array] = {}
        return self._fused.edits

    def _names(self, count: int) -> tuple[str, ...] | None:
        """Names mean the heads as they were given, not others cut from the same columns."""
        return self.names if count == self._n_named else None
