"""Change a projection and watch every later stage follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy.typing as npt

from attnlib import _check, figures, plain
from attnlib.attention import self_attention
from attnlib.explain import INPUTS, STAGES, labels
from attnlib.masks import Mask, causal_mask, padding_mask, window_mask
from attnlib.readings import reading
from attnlib.trace import AttentionTrace
from attnlib.widgets.explorer import Explorer
from attnlib.widgets.inputs import HANDLES, PROJECTIONS, Inputs
from attnlib.widgets.projection_board import ProjectionBoard
from attnlib.widgets.typed import typed_number

MASKS: Mapping[str, Callable[[int], Mask] | None] = {
    "none": None,
    "causal": causal_mask,
    "causal, one back": lambda n: window_mask(n, left=1),
    "last is padding": lambda n: padding_mask(n - 1, n),
}

Address = Sequence[str | int]
Cell = tuple[str, int, int]


class ProjectionExplorer(Explorer):
    """X and its three projections, editable; every stage from Q to the output, redrawn at each step.

    Select a cell and read how it came about, with its operands lit. Type into a dashed cell or drag the slider. Turn,
    stretch or blend a whole projection. Everything shown is ``explorer.trace``.

    Parameters
    ----------
    trace : AttentionTrace, optional
        Where to start, made by `self_attention`: at most 8 tokens and 4 features.
    X, W_Q, W_K, W_V, tokens : optional
        Instead of a trace, as in `self_attention`.
    mask : {"none", "causal", "causal, one back", "last is padding"}
    scale : bool, default True
        Whether scores are divided by √d_k.
    view : str, optional
        ``"queries and keys"``, ``"values and outputs"`` (arrows, where there are two features) or ``"lines"``.
    selected, editing : (stage, row, column), optional
        The cell that is explained, and the one that the slider holds.
    projection, handle : str
        Which projection the handle moves (``"W_Q"``, ``"W_K"`` or ``"W_V"``), and how: ``"turn"``, ``"stretch"`` or
        ``"towards identity"``.
    seed : int, default 0
        Of the last randomising.

    Raises
    ------
    ValueError
        If the trace doesn't know its X, has leading axes or is too large to show; or a choice doesn't exist.

    Examples
    --------
    >>> from attnlib import examples
    >>> explorer = ProjectionExplorer(examples.mouse_eats_cheese())
    >>> explorer.preset("W_Q", "identity")
    >>> explorer.trace.weights[0].round(3).tolist()
    [0.446, 0.108, 0.446]
    """

    def __init__(
        self,
        trace: AttentionTrace | None = None,
        *,
        X: npt.ArrayLike = (),
        W_Q: npt.ArrayLike = (),
        W_K: npt.ArrayLike = (),
        W_V: npt.ArrayLike = (),
        tokens: Sequence[str] | None = None,
        mask: str = "none",
        scale: bool = True,
        view: str | None = None,
        selected: Address | None = None,
        editing: Address = ("W_Q", 0, 0),
        projection: str = "W_Q",
        handle: str = "turn",
        seed: int = 0,
    ) -> None:
        trace = trace or self_attention(X, W_Q, W_K, W_V, tokens=tokens)
        super().__init__(name=f"Projection explorer: {' '.join(trace.tokens)}")
        self.trace = trace
        self._inputs = Inputs({name: trace.stage(name) for name in INPUTS})
        self.board = ProjectionBoard(trace, self.narrator, masks=tuple(MASKS))
        strongest = ("scores", 0, int(trace.scores[0].argmax()))
        self._first = {
            "mask": _check.choice("mask", mask, tuple(MASKS)),
            "scale": bool(scale),
            "picture": _check.choice("view", view or self.board.pictures[0], self.board.pictures),
            "projection": _check.choice("projection", projection, PROJECTIONS),
            "handle": _check.choice("handle", handle, tuple(HANDLES)),
            "seed": _check.count("seed", seed),
        }
        self._first_cells = self._cell(selected or strongest), self._cell(editing)
        self._quiet = False
        self.children = self.board.rows
        self._listen()
        self.reset()

    @property
    def state(self) -> dict[str, Any]:
        """All choices as plain values: ``ProjectionExplorer(**explorer.state)`` shows the same."""
        board = self.board
        return {
            **self._inputs.as_lists(),
            "tokens": list(self.trace.tokens),
            "mask": board.mask.value,
            "scale": board.scale.value,
            "view": board.picture.value,
            "selected": self._address(self._selected),
            "editing": self._address(self._editing),
            "projection": board.projection.value,
            "handle": board.handle.value,
            "seed": board.seed.value,
        }

    def reset(self) -> None:
        """Go back to the arrays, controls and cells it was made with."""
        self._inputs.reset()
        self._selected, self._editing = self._first_cells
        with self._quietly():
            for control, value in self._first.items():
                getattr(self.board, control).value = value
        self._changed()

    def select(self, stage: str, row: str | int, column: str | int) -> None:
        """Select a cell, as a click does: light its operands and explain it."""
        self._selected = self._cell((stage, row, column))
        if stage in INPUTS:
            self._editing = self._selected
            self._hold_cell()
        self._explain()

    def edit(self, stage: str, row: str | int, column: str | int, text: str) -> None:
        """Type a number into a cell of X or of a projection; ValueError if it is none."""
        cell = self._cell((stage, row, column))
        if stage not in INPUTS:
            raise ValueError(f"stage: {stage} is computed; edit one of {', '.join(INPUTS)}")
        self._inputs.put(*cell, typed_number(text))
        self._selected = self._editing = cell
        self._changed()

    def preset(self, projection: str, name: str) -> None:
        """Set a projection to ``"identity"``, ``"swap"`` or ``"zero"``."""
        self._inputs.preset(projection, name)
        self._changed()

    def randomise(self, seed: int) -> None:
        """Draw the three projections anew from a seed."""
        with self._quietly():
            self.board.seed.value = _check.count("seed", seed)
        self._inputs.randomise(seed)
        self._changed()

    # What the reader does. Each observer is guarded: its error is shown beside the widget.

    def _listen(self) -> None:
        board = self.board
        for stage, view in board.views.items():
            view.on_error.append(self.show_error)
            view.on_select(self.guarded(partial(self.select, stage)))
            view.on_edit(self.guarded(partial(self._type, stage)))
        observers = {
            self._refresh: (board.mask, board.scale, board.picture),
            self._changed: (board.projection, board.handle),
            self._move: (board.amount,),
            self._slide: (board.cell,),
            self._reseed: (board.seed,),
        }
        for observer, controls in observers.items():
            for control in controls:
                control.observe(self._heard(observer), names="value")
        for name, button in board.presets.items():
            button.on_click(self.guarded(partial(self._press, name)))
        board.randomise.on_click(self.guarded(lambda _button: self.randomise(board.seed.value + 1)))
        board.restart.on_click(self.guarded(lambda _button: self.reset()))
        board.lines.on_select(self.guarded(self._look_from))

    def _heard(self, observer: Callable[[], None]) -> Callable[[Any], None]:
        guarded = self.guarded(observer)
        return lambda _change: None if self._quiet else guarded()

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        """Set controls without being told of it, where the reader has not touched them."""
        before, self._quiet = self._quiet, True
        try:
            yield
        finally:
            self._quiet = before

    def _type(self, stage: str, row: int, column: int, text: str) -> None:
        try:
            self.edit(stage, row, column, text)
        except ValueError as error:  # the reader's slip, not ours: it is said, and the old number stays
            self.narrator.error = f"{self.board.address(self.trace, (stage, row, column))}: {error}"

    def _slide(self) -> None:
        self._inputs.put(*self._editing, self.board.cell.value)
        self._changed()

    def _move(self) -> None:
        self._inputs.move(self.board.projection.value, self.board.handle.value, self.board.amount.value)
        self._refresh()

    def _press(self, preset: str, _button: object) -> None:
        self.preset(self.board.projection.value, preset)

    def _reseed(self) -> None:
        self.randomise(self.board.seed.value)

    def _look_from(self, query: int) -> None:
        if query >= 0:  # −1: the reader let go of a token
            self.select("weights", query, int(self.trace.weights[query].argmax()))

    # What follows from it.

    def _changed(self) -> None:
        """After any change but a handle's own: the handle lets go and takes hold anew."""
        self._inputs.grip()
        with self._quietly():
            self.board.release_handle()
        self._refresh()

    def _refresh(self) -> None:
        mask = MASKS[self.board.mask.value]
        self.trace = self_attention(
            *(self._inputs[name] for name in INPUTS),
            mask=None if mask is None else mask(len(self.trace.tokens)),
            scale=None if self.board.scale.value else 1,
            tokens=self.trace.tokens,
        )
        self.board.show(self.trace)
        self._hold_cell()
        self._explain()

    def _hold_cell(self) -> None:
        with self._quietly():
            self.board.hold_cell(self.trace, self._editing)

    def _explain(self) -> None:
        explanation = self.board.mark(self.trace, self._selected)
        with self.narrator.hold_sync():
            self.narrator.explanation, self.narrator.reading = explanation, reading(self.trace)

    # Cells: by place within, by name outside.

    def _cell(self, address: Address) -> Cell:
        stage, row, column = address
        _check.choice("stage", stage, (*INPUTS, *STAGES))
        rows, columns = labels(self.trace, str(stage))
        stage = str(stage)
        return stage, _check.place("row", row, rows, stage), _check.place("column", column, columns, stage)

    def _address(self, cell: Cell) -> tuple[str, str, str]:
        stage, row, column = cell
        rows, columns = labels(self.trace, stage)
        return stage, rows[row], columns[column]

    def _figure(self) -> figures.PipelineDisplay:
        return figures.PipelineDisplay(self.trace)

    def _numbers(self) -> str:
        return plain.as_text(self.trace)
