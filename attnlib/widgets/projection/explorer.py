"""Change a projection and watch every later stage follow."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy.typing as npt

from attnlib import figures
from attnlib.maths.attention import self_attention
from attnlib.maths.explain import INPUTS
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning import plain
from attnlib.meaning.cells import Address, cell_at, input_at, names_of, written
from attnlib.meaning.projection.inputs import Inputs
from attnlib.meaning.projection.masking import Masking
from attnlib.meaning.typed import typed_number
from attnlib.widgets.frame.explorer import Explorer
from attnlib.widgets.frame.fit import arrange
from attnlib.widgets.frame.seed import checked_seed
from attnlib.widgets.projection.board import ProjectionBoard
from attnlib.widgets.projection.given import starting_controls, starting_trace


class ProjectionExplorer(Explorer):
    """X and its three projections, editable; every stage from Q to the output, redrawn at each step.

    Select a cell and read how it came about, with its operands lit. Type into a dashed cell or drag the slider. Turn,
    stretch or blend a whole projection. Everything shown is ``explorer.trace``.

    Parameters
    ----------
    trace : AttentionTrace, optional
        Where to start, made by `self_attention`: at most 8 tokens and 4 features. Its mask and its scale count too.
    X, W_Q, W_K, W_V, tokens : optional
        Instead of a trace, as in `self_attention`.
    mask : {"none", "causal", "causal, one back", "last is padding"} or array_like, optional
        By name, or a mask of your own, which is then offered as ``"as given"``.
    scale : bool, optional
        Whether scores are divided by √d_k; True unless the trace says otherwise.
    view : str, optional
        ``"queries and keys"``, ``"values and outputs"`` (arrows, where there are two features), ``"lines"``, or
        ``"none"`` where the matrices leave no room beside them.
    selected, editing : (stage, row, column), optional
        The cell that is explained, and the one that the slider holds.
    projection, handle : str, optional
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
        X: npt.ArrayLike | None = None,
        W_Q: npt.ArrayLike | None = None,
        W_K: npt.ArrayLike | None = None,
        W_V: npt.ArrayLike | None = None,
        tokens: Sequence[str] | None = None,
        mask: str | npt.ArrayLike | None = None,
        scale: bool | None = None,
        view: str | None = None,
        selected: Address | None = None,
        editing: Address = ("W_Q", 0, 0),
        projection: str = "W_Q",
        handle: str | None = None,
        seed: int = 0,
    ) -> None:
        trace = starting_trace(trace, {"X": X, "W_Q": W_Q, "W_K": W_K, "W_V": W_V}, tokens)
        d_model, d_k, d_v = (array.shape[-1] for array in (trace.stage("X"), trace.Q, trace.V))
        arranged = arrange(trace.tokens, d_model=d_model, d_k=d_k, d_v=d_v)
        self._masking = Masking(len(trace.tokens), trace.mask if mask is None else mask)
        choices: dict[str, Any] = {"view": view, "projection": projection, "handle": handle, "seed": seed}
        self._first = starting_controls(trace, arranged, mask=self._masking.first, scale=scale, **choices)
        self._inputs = Inputs({name: trace.stage(name) for name in INPUTS})
        self.trace = self._computed(trace.tokens, self._first["mask"], self._first["scale"])
        strongest = ("scores", 0, int(trace.scores[0].argmax()))
        self._first_cells = (
            cell_at(trace, selected or strongest, argument="selected"),
            input_at(trace, editing, argument="editing"),
        )

        super().__init__(name=f"Projection explorer: {' '.join(trace.tokens)}")
        self.board = ProjectionBoard(self.trace, self.narrator, arranged, masks=self._masking.names)
        self.children = self.board.rows
        if arranged.labels == "short":
            self.add_class("attn-short-labels")
        self._listen()
        self.reset()

    @property
    def state(self) -> dict[str, Any]:
        """All choices as plain values: ``ProjectionExplorer(**explorer.state)`` shows the same."""
        board = self.board
        return {
            **self._inputs.as_lists(),
            "tokens": list(self.trace.tokens),
            "mask": self._masking.as_plain(board.mask.value),
            "scale": board.scale.value,
            "view": board.picture.value,
            "selected": names_of(self.trace, self._selected),
            "editing": names_of(self.trace, self._editing),
            "projection": board.projection.value,
            "handle": board.handle.value,
            "seed": board.seed.value,
        }

    def reset(self) -> None:
        """Go back to the arrays, controls, cells and folds it was made with."""
        self._inputs.reset()
        self._selected, self._editing = self._first_cells
        with self.quietly():
            for control, value in self._first.items():
                getattr(self.board, control).value = value
        self.board.lines.selected = -1
        self.narrator.error = ""
        self._changed()
        self.board.unfold()

    def select(self, stage: str, row: str | int, column: str | int) -> None:
        """Select a cell, as a click does: light its operands and explain it."""
        self._selected = cell_at(self.trace, (stage, row, column))
        if stage in INPUTS:
            self._editing = self._selected
            self._hold_cell()
        self._explain()

    def edit(self, stage: str, row: str | int, column: str | int, text: str) -> None:
        """Type a number into a cell of X or of a projection; ValueError if it is none."""
        cell = input_at(self.trace, (stage, row, column))
        self._inputs.put(*cell, typed_number(text))
        self._selected = self._editing = cell
        self._changed()

    def preset(self, projection: str, name: str) -> None:
        """Set a projection to ``"identity"``, ``"swap"`` or ``"zero"``."""
        self._inputs.preset(projection, name)
        self._changed()

    def randomise(self, seed: int) -> None:
        """Draw the three projections anew from a seed of at most 9999."""
        with self.quietly():
            self.board.seed.value = checked_seed(seed)
        self._inputs.randomise(seed)
        self._changed()

    # What the reader does. Each observer is guarded: its error is shown beside the widget.

    def _listen(self) -> None:
        board = self.board
        for stage, view in board.views.items():
            view.on_select(self.guarded(partial(self.select, stage)))
            view.on_edit(self.guarded(partial(self._type, stage)))
        for view in (*board.views.values(), board.lines, board.amount, board.cell):
            view.on_error.append(self.show_error)
        observers = {
            self._refresh: (board.mask, board.scale, board.picture),
            self._changed: (board.projection, board.handle),
            self._move: (board.amount,),
            self._slide: (board.cell,),
            lambda: self.randomise(board.seed.value): (board.seed,),
        }
        for observer, controls in observers.items():
            for control in controls:
                control.observe(self.heard(observer), names="value")
        for name, button in board.presets.items():
            button.on_click(self.guarded(partial(self._press, name)))
        board.randomise.on_click(self.guarded(self._draw))
        board.restart.on_click(self.guarded(lambda _button: self.reset()))
        board.lines.on_select(self.guarded(self._look_from))

    def _type(self, stage: str, row: int, column: int, text: str) -> None:
        try:
            self.edit(stage, row, column, text)
        except ValueError as error:  # the reader's slip, not ours: it is said, and the old number stays
            self.narrator.error = f"{written(self.trace, (stage, row, column))}: {error}"

    def _slide(self) -> None:
        self._inputs.put(*self._editing, self.board.cell.value)
        self._changed()

    def _move(self) -> None:
        self._inputs.move(self.board.projection.value, self.board.handle.value, self.board.amount.value)
        self._refresh()

    def _press(self, preset: str, _button: object) -> None:
        self.preset(self.board.projection.value, preset)

    def _draw(self, _button: object) -> None:
        self.board.seed.draw_on()

    def _look_from(self, query: int) -> None:
        if query >= 0:  # −1: the reader let go of a token
            self.select("weights", query, int(self.trace.weights[query].argmax()))

    # What follows from it.

    def _changed(self) -> None:
        """After any change but a handle's own: the handle lets go and takes hold anew."""
        self._inputs.grip()
        with self.quietly():
            self.board.release_handle()
        self._refresh()

    def _refresh(self) -> None:
        self.trace = self._computed(self.trace.tokens, self.board.mask.value, self.board.scale.value)
        self.board.show(self.trace)
        self._hold_cell()
        self._explain()

    def _computed(self, tokens: Sequence[str], mask: str, scale: bool) -> AttentionTrace:
        arrays = (self._inputs[name] for name in INPUTS)
        return self_attention(*arrays, mask=self._masking[mask], scale=None if scale else 1, tokens=tokens)

    def _hold_cell(self) -> None:
        with self.quietly():
            self.board.hold_cell(self.trace, self._editing)

    def _explain(self) -> None:
        explanation = self.board.mark(self.trace, self._selected)
        self.narrator.put(explanation=explanation, reading=self.board.views["weights"].reading)

    def _figure(self) -> figures.PipelineDisplay:
        return figures.PipelineDisplay(self.trace)

    def _numbers(self) -> str:
        return plain.as_text(self.trace)
