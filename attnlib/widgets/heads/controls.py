"""What a reader of the head explorer does, and what follows from it."""

from __future__ import annotations

from functools import partial

from attnlib.maths import check
from attnlib.maths.check import Array
from attnlib.maths.heads.trace import MultiHeadTrace
from attnlib.meaning.cells import Cell
from attnlib.meaning.heads.fused import MATRICES
from attnlib.meaning.heads.scene import HeardHeads, Place
from attnlib.meaning.typed import typed_number
from attnlib.widgets.frame.explorer import Explorer
from attnlib.widgets.heads.board import HeadBoard
from attnlib.widgets.heads.state import HeadBench


class HeadHandling(Explorer):
    """The hands of a `HeadExplorer`, which makes the bench and the board that they work with."""

    trace: MultiHeadTrace  # type: ignore[assignment]
    output: Array
    board: HeadBoard
    _bench: HeadBench
    _heard: HeardHeads
    _silenced: frozenset[int]
    _selected: Cell
    _editing: Place

    def select(self, view: str, row: str | int, column: str | int) -> None:
        """Select a cell, as a click does: light its operands and explain it."""
        self._selected = self._heard.cell((view, row, column))
        if view in MATRICES:
            self._editing = self._selected[1:]
            with self.quietly():
                self.board.matrix.value = view
        self._show()

    def silence(self, on: bool = True) -> None:
        """Leave what the chosen head adds out of the output, or take it in again."""
        chosen = {self.board.head.value}
        self._silenced = self._silenced | chosen if on else self._silenced - chosen
        self._refresh()

    def edit(self, matrix: str, row: str | int, column: str | int, text: str) -> None:
        """Type a number into a cell of the chosen head's projection; ValueError if it is none."""
        cell = self._heard.cell((check.choice("matrix", matrix, MATRICES), row, column))
        self._bench.put(self._heard, cell, typed_number(text))
        self.select(*cell)
        self._refresh()

    def randomise(self, seed: int) -> None:
        """Draw vectors and projections anew from a seed of at most 9999; ValueError if they were given."""
        self._bench.draw(seed)
        self._refresh()

    # What the reader does. Each observer is guarded: its error is shown beside the widget.

    def _listen(self) -> None:
        board = self.board
        for place, tile in enumerate(board.tiles):
            tile.on_select(self.guarded(partial(self._from_tile, place)))
        for name in ("average", "weights", "shares", "output"):
            board.views[name].on_select(self.guarded(partial(self.select, name)))
        board.projection.on_select(
            self.guarded(lambda row, column: self.select(board.matrix.value, row, column))
        )
        board.projection.on_edit(self.guarded(self._type))
        board.lines.on_select(self.guarded(self._look_from))
        for view in (*board.tiles, *board.views.values(), board.lines, board.cell):
            view.on_error.append(self.show_error)
        observers = {
            self._recut: board.heads,
            self._refresh: board.head,
            self._switch: board.silence,
            self._turn_to: board.matrix,
            self._show: board.picture,
            self._slide: board.cell,
        }
        for observer, control in observers.items():
            control.observe(self.heard(observer), names="value")
        board.restart.on_click(self.guarded(lambda _button: self.reset()))
        if board.seed is not None and board.randomise is not None:
            seed = board.seed
            seed.observe(self.heard(lambda: self.randomise(seed.value)), names="value")
            board.randomise.on_click(self.guarded(lambda _button: seed.draw_on()))

    def _from_tile(self, place: int, row: int, column: int) -> None:
        if place >= self.board.heads.value:
            return  # a tile that is no longer shown may still be heard, late
        with self.quietly():
            self.board.head.value = place
        self._selected = ("weights", row, column)
        self._refresh()

    def _type(self, row: int, column: int, text: str) -> None:
        matrix = self.board.matrix.value
        try:
            self.edit(matrix, row, column, text)
        except ValueError as error:  # the reader's slip, not ours: it is said, and the old number stays
            self.narrator.error = f"{self._heard.written((matrix, row, column))}: {error}"

    def _slide(self) -> None:
        self._bench.put(self._heard, self._held, self.board.cell.value)
        self._refresh()

    def _switch(self) -> None:
        self.silence(self.board.silence.value)

    def _turn_to(self) -> None:
        """Hold the same cell of another projection, or the nearest there is."""
        row, column = self._editing
        rows, columns = self._heard.head.stage(self.board.matrix.value).shape
        self._editing = min(row, rows - 1), min(column, columns - 1)
        if self._selected[0] in MATRICES:
            self._selected = self._held
        self._show()

    def _recut(self) -> None:
        """Look at other heads made of the same columns; nobody is silenced, for these are others."""
        count, self._silenced = self.board.heads.value, frozenset()
        self._cut(count, min(self._heard.chosen, count - 1))
        if self._selected[0] == "shares" and self._selected[2] >= count:
            self._selected = self._heard.strongest
        self._turn_to()
        self._refresh()

    def _look_from(self, query: int) -> None:
        if query >= 0:  # −1: the reader let go of a token
            self.select("weights", query, int(self._heard.head.weights[query].argmax()))

    # What follows from it.

    @property
    def _held(self) -> Cell:
        """The cell of the projection that the slider holds."""
        return (self.board.matrix.value, *self._editing)

    def _cut(self, count: int, chosen: int) -> None:
        """Make room for so many heads, and offer them."""
        self._heard = self._bench.heard(count, chosen, self._silenced)
        self.board.fit(self._bench.arrangement(self._heard))
        with self.quietly():
            self.board.offer(self._heard.titles, chosen)

    def _refresh(self) -> None:
        """Let the heads attend as they are now, and show it."""
        board = self.board
        heard = self._heard = self._bench.heard(board.heads.value, board.head.value, self._silenced)
        self.trace, self.output = heard.trace, heard.output
        with self.quietly():
            board.offer(heard.titles, heard.chosen)
            board.silence.value = heard.chosen in heard.silenced
            if board.seed is not None:
                board.seed.value = self._bench.seed
        self._show()

    def _show(self) -> None:
        """Show what was computed, and explain the selected cell."""
        heard = self._heard
        self.board.show(heard)
        matrix, row, column = self._held
        with self.quietly():
            self.board.hold_cell(heard.written(self._held), float(heard.head.stage(matrix)[row, column]))
        says, lit = heard.explain(self._selected)
        self.board.mark(heard, self._selected, {**lit, "output": heard.lit_rows})
        with self.narrator.hold_sync():
            self.narrator.explanation, self.narrator.reading = says, heard.reading(self._selected)
