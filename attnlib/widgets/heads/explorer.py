"""Several heads side by side: look at one, silence it, edit its projections, and see which outputs move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy.typing as npt

from attnlib import figures
from attnlib.maths import check
from attnlib.maths.heads.multihead import MultiHeadAttention
from attnlib.meaning.cells import Address
from attnlib.meaning.heads.fused import MATRICES
from attnlib.widgets.heads.board import LINES, NUMBERS, HeadBoard
from attnlib.widgets.heads.controls import HeadHandling
from attnlib.widgets.heads.picture import numbers_of, picture_of
from attnlib.widgets.heads.state import HeadBench


class HeadExplorer(HeadHandling):
    """Every head's weights on one scale; one head's projections, editable; each head's share of the output.

    Choose a head by a click on its tile. Silence it: what it adds is left out of the output, and no other head changes.
    Outputs that moved are lit. Another number of heads cuts the same projections anew. Everything shown is
    ``explorer.trace`` and ``explorer.output``.

    Parameters
    ----------
    attend : MultiHeadAttention, optional
        At most 8 heads. Without it and X: four heads drawn by lot, over "The cat sat on the mat" with vectors drawn by
        lot; they mean nothing.
    X : array_like, shape (n, d_model), optional
        At most 8 tokens and 16 features.
    tokens : sequence of str, optional
    names : sequence of str, optional
        What the heads do, one name each. They are left away where the projections are cut otherwise.
    n_heads : int, optional
        How many heads to cut the projections into.
    head : int or str, default 0
        The head to look at, by place or name.
    silenced : sequence of int or str
        Heads that are left out of the output.
    picture : {"numbers", "lines"}
        How the chosen head's weights are shown.
    matrix : {"W_Q", "W_K", "W_V"}
        Which of its projections is shown.
    selected : (view, row, column), optional
        The cell that is explained; views are ``weights average W_Q W_K W_V shares output``.
    editing : (row, column), optional
        The cell of the projection that the slider holds.
    seed : int, default 0
        Of the random start.
    edits : iterable of (matrix, row, column, value)
        Cells of the whole projections that were changed, by their places.

    Attributes
    ----------
    trace : MultiHeadTrace
    output : ndarray, shape (n, d_out)
        ``trace.output`` without the silenced heads.

    Raises
    ------
    ValueError, TypeError
        If there is no room for it, the arguments don't fit together, or a choice doesn't exist.

    Examples
    --------
    >>> explorer = HeadExplorer(head=1)
    >>> explorer.silence()
    >>> bool((explorer.output == explorer.trace.contributions[[0, 2, 3]].sum(axis=0)).all())
    True
    """

    def __init__(
        self,
        attend: MultiHeadAttention | None = None,
        X: npt.ArrayLike | None = None,
        *,
        tokens: Sequence[str] | None = None,
        names: Sequence[str] | None = None,
        n_heads: int | None = None,
        head: int | str = 0,
        silenced: Sequence[int | str] = (),
        picture: str = NUMBERS,
        matrix: str = "W_Q",
        selected: Address | None = None,
        editing: Sequence[int | str] = (0, 0),
        seed: int = 0,
        edits: Iterable[Sequence[str | int | float]] = (),
    ) -> None:
        self._bench = HeadBench(attend, X, tokens=tokens, names=names, seed=seed, edits=edits)
        count = self._bench.count(n_heads)
        chosen = self._bench.place("head", head, count)
        self._first: dict[str, Any] = {
            "heads": count,
            "head": chosen,
            "picture": check.choice("picture", picture, (NUMBERS, LINES)),
            "matrix": check.choice("matrix", matrix, MATRICES),
        }
        silent = frozenset(self._bench.place("silenced", one, count) for one in silenced)
        heard = self._heard = self._bench.heard(count, chosen, silent)
        cell = heard.strongest if selected is None else heard.cell(selected)
        if cell[0] in MATRICES:
            self._first["matrix"], editing = cell[0], cell[1:]
        self._first_marks = silent, cell, heard.cell((self._first["matrix"], *editing))[1:]
        self._subject = () if self._bench.random else ("attend", "X")

        super().__init__(name=f"Head explorer: {' '.join(self._bench.tokens)}")
        self.add_class("attn-heads")
        self.board = HeadBoard(self.narrator, self._bench.counts, random=self._bench.random)
        self.children = self.board.rows
        self._listen()
        self.reset()

    @property
    def state(self) -> dict[str, Any]:
        """All choices as plain values; where ``attend`` and ``X`` were given, they come before."""
        board = self.board
        return {
            "tokens": list(self._bench.tokens),
            "names": None if self._bench.names is None else list(self._bench.names),
            "n_heads": board.heads.value,
            "head": board.head.value,
            "silenced": sorted(self._silenced),
            "picture": board.picture.value,
            "matrix": board.matrix.value,
            "selected": self._heard.names_of(self._selected),
            "editing": self._heard.names_of((board.matrix.value, *self._editing))[1:],
            **({"seed": self._bench.seed} if self._bench.random else {}),
            "edits": self._bench.edits,
        }

    def reset(self) -> None:
        """Go back to what it was made with."""
        self._bench.reset()
        self._silenced, self._selected, self._editing = self._first_marks
        first = self._first
        self._cut(first["heads"], first["head"])
        with self.quietly():
            for control in ("heads", "picture", "matrix"):
                getattr(self.board, control).value = first[control]
        self.board.lines.selected = -1
        self.narrator.error = ""
        self._refresh()

    def _figure(self) -> figures.HeadsDisplay:
        return picture_of(self._heard, self._selected)

    def _numbers(self) -> str:
        return numbers_of(self._heard, self._selected, self.board.matrix.value)
