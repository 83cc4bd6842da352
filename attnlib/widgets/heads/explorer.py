"""Several heads side by side: look at one, silence it, edit its projections, and see which outputs move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import numpy.typing as npt

from attnlib import figures
from attnlib.maths import check
from attnlib.maths.check import Array
from attnlib.maths.heads.multihead import MultiHeadAttention
from attnlib.maths.heads.trace import MultiHeadTrace
from attnlib.meaning import plain
from attnlib.meaning.cells import Address, Cell
from attnlib.meaning.heads.choices import HeadChoices
from attnlib.meaning.heads.fused import MATRICES
from attnlib.meaning.heads.panels import head_labels
from attnlib.meaning.heads.scene import Heads
from attnlib.meaning.scene import Lit
from attnlib.meaning.typed import typed_number
from attnlib.widgets.frame.explorer import Explorer
from attnlib.widgets.frame.seed import checked_seed
from attnlib.widgets.heads.board import LINES, NUMBERS, HeadBoard


class HeadExplorer(Explorer):
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

    scene: Heads
    trace: MultiHeadTrace
    board: HeadBoard
    _selected: Cell
    _editing: Cell
    _silenced: frozenset[int]

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
        choices = self._choices = HeadChoices(
            attend, X, tokens=tokens, names=names, seed=checked_seed(seed), edits=edits
        )
        count = choices.count(n_heads)
        chosen = choices.place("head", head, count)
        self._first = {
            "heads": count,
            "picture": check.choice("picture", picture, (NUMBERS, LINES)),
            "matrix": check.choice("matrix", matrix, MATRICES),
        }
        silent = frozenset(choices.place("silenced", one, count) for one in silenced)
        heads = choices.heads(count, chosen)
        cell = self._first_selected = heads.strongest if selected is None else heads.cell(selected)
        if cell[0] in MATRICES:
            self._first["matrix"], editing = cell[0], cell[1:]
        self._first_look = chosen, silent, heads.cell((self._first["matrix"], *editing))
        self._subject = () if choices.random else ("attend", "X")

        super().__init__(name=f"Head explorer: {' '.join(choices.tokens)}")
        self.add_class("attn-heads")
        self._open(HeadBoard(self.narrator, choices.counts, random=choices.random))

    @property
    def output(self) -> Array:
        """What the heads add together, without the silenced ones."""
        return self.scene.output

    @property
    def state(self) -> dict[str, Any]:
        """All choices as plain values; where ``attend`` and ``X`` were given, they come before."""
        choices, board = self._choices, self.board
        return {
            "tokens": list(choices.tokens),
            "names": None if choices.names is None else list(choices.names),
            "n_heads": board.heads.value,
            "head": self._chosen,
            "silenced": sorted(self._silenced),
            "picture": board.picture.value,
            "matrix": board.matrix.value,
            "selected": self.scene.names_of(self._selected),
            "editing": self.scene.names_of(self._editing)[1:],
            **({"seed": choices.seed} if choices.random else {}),
            "edits": choices.edits,
        }

    def select(self, view: str, row: str | int, column: str | int) -> None:
        """Select a cell, as a click does: light its operands and explain it."""
        self._selected = self.scene.cell((view, row, column))
        if view in MATRICES:
            self._hold(self._selected)
        else:
            self._explain()

    def silence(self, on: bool = True) -> None:
        """Leave what the chosen head adds out of the output, or take it in again."""
        chosen = {self._chosen}
        self._silenced = self._silenced | chosen if on else self._silenced - chosen
        self._refresh()

    def edit(self, matrix: str, row: str | int, column: str | int, text: str) -> None:
        """Type a number into a cell of the chosen head's projection; ValueError if it is none."""
        cell = self.scene.cell((check.choice("matrix", matrix, MATRICES), row, column))
        self._choices.put(self.scene, cell, typed_number(text))
        self._selected = cell
        self._hold(cell)

    def randomise(self, seed: int) -> None:
        """Draw vectors and projections anew from a seed of at most 9999; ValueError if they were given."""
        self._choices.draw(checked_seed(seed))
        self._refresh()

    def _listen(self) -> None:
        board = self.board
        for place, tile in enumerate(board.tiles):
            tile.on_select(self.guarded(partial(self._from_tile, place)))
        self.hears(self._refresh, board.matrix, board.picture)
        self.hears(self._recut, board.heads)
        self.hears(self._choose, board.head)
        self.hears(lambda: self.silence(board.silence.value), board.silence)

    def _from_tile(self, place: int, row: int, column: int) -> None:
        if place < self.board.heads.value:  # one that is no longer shown may still be heard, late
            self._chosen, self._selected = place, ("weights", row, column)
            self._refresh()

    def _typed(self, view: str, row: int, column: int, text: str) -> None:
        self.edit(view, row, column, text)

    def _slid(self, value: float) -> None:
        self._choices.put(self.scene, self._editing, value)
        self._refresh()

    def _drawn(self) -> None:
        if self.board.seed is not None:
            self.randomise(self.board.seed.value)

    def _choose(self) -> None:
        self._chosen = self.board.head.value
        self._refresh()

    def _hold(self, cell: Cell) -> None:
        self._editing = cell
        with self.quietly():
            self.board.matrix.value = cell[0]
        self._refresh()

    def _recut(self) -> None:
        """Look at other heads made of the same columns; nobody is silenced, for these are others."""
        self._chosen, self._silenced = min(self._chosen, self.board.heads.value - 1), frozenset()
        self._refresh()

    def _restore(self) -> None:
        self._choices.reset()
        self._chosen, self._silenced, self._editing = self._first_look
        self.board.lines.selected = -1

    def _scene(self) -> Heads:
        """Let the heads attend; of another projection, or other heads, the same cell is held, or the nearest."""
        count, matrix = self.board.heads.value, self.board.matrix.value
        heads = self._choices.heads(count, self._chosen, self._silenced, matrix=matrix)
        self._editing = heads.nearest((matrix, *self._editing[1:]))
        if self._selected[0] in MATRICES:
            self._selected = self._editing
        elif self._selected[0] == "shares" and self._selected[2] >= count:
            self._selected = heads.strongest
        return heads

    def _refresh(self) -> None:
        super()._refresh()
        if self.board.seed is not None:
            with self.quietly():
                self.board.seed.value = self._choices.seed

    def _picture(self, selected: Cell | None, lit: Lit, **told: Any) -> figures.HeadsDisplay:
        heads, own = self.scene, head_labels(self._chosen + 1)[-1]
        if (
            selected is not None and selected[0] == "weights"
        ):  # in the picture the chosen head's weights are its tile's
            selected = (own, *selected[1:])
        return figures.HeadsDisplay(
            [*map(heads.tile, range(len(heads.titles))), heads.panel("average")],
            below=[heads.panel("shares"), heads.panel("output")],
            reading=told["caption"],
            selected=selected,
            lit={**lit, own: lit.get("weights", lit.get(own, set()))},
            says=told["says"],
            captioned=True,
        )

    def _numbers(self) -> str:
        heads, cell = self.scene, self._selected
        panels = [*map(heads.tile, range(len(heads.titles)))]
        panels += [heads.panel(view) for view in ("average", "shares", "output", heads.matrix)]
        return plain.as_text(*panels, sentence=f"{heads.about(cell)}\n{heads.explain(cell)[0]}")
