"""Change a projection and watch every later stage follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy.typing as npt

from attnlib import figures
from attnlib.maths.attention import self_attention
from attnlib.maths.explain import INPUTS
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning import plain
from attnlib.meaning.cells import Address, Cell, input_at
from attnlib.meaning.projection.inputs import Inputs
from attnlib.meaning.projection.masking import Masking
from attnlib.meaning.projection.scene import Projected
from attnlib.meaning.scene import Lit
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

    scene: Projected
    trace: AttentionTrace
    board: ProjectionBoard
    _selected: Cell
    _editing: Cell

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
        self._tokens, self._inputs = trace.tokens, Inputs({name: trace.stage(name) for name in INPUTS})
        scene = self._computed(self._first["mask"], self._first["scale"])
        strongest = ("scores", 0, int(scene.trace.scores[0].argmax()))
        self._first_selected = scene.cell(selected or strongest)
        self._first_editing = input_at(trace, editing, argument="editing")

        super().__init__(name=f"Projection explorer: {' '.join(trace.tokens)}")
        if arranged.labels == "short":
            self.add_class("attn-short-labels")
        self._open(ProjectionBoard(trace, self.narrator, arranged, masks=self._masking.names))

    @property
    def state(self) -> dict[str, Any]:
        """All choices as plain values: ``ProjectionExplorer(**explorer.state)`` shows the same."""
        board = self.board
        return {
            **self._inputs.as_lists(),
            "tokens": list(self._tokens),
            "mask": self._masking.as_plain(board.mask.value),
            "scale": board.scale.value,
            "view": board.picture.value,
            "selected": self.scene.names_of(self._selected),
            "editing": self.scene.names_of(self._editing),
            "projection": board.projection.value,
            "handle": board.handle.value,
            "seed": board.seed.value,
        }

    def reset(self) -> None:
        """Go back to the arrays, controls, cells and folds it was made with."""
        super().reset()
        self.board.unfold()

    def select(self, stage: str, row: str | int, column: str | int) -> None:
        """Select a cell, as a click does: light its operands and explain it."""
        self._selected = self.scene.cell((stage, row, column))
        if stage in INPUTS:
            self._editing = self._selected
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

    def _listen(self) -> None:
        board = self.board
        self.hears(self._refresh, board.mask, board.scale, board.picture)
        self.hears(self._changed, board.projection, board.handle)
        self.hears(self._move, board.amount)
        for name, button in board.presets.items():
            button.on_click(self.guarded(partial(self._press, name)))

    def _typed(self, view: str, row: int, column: int, text: str) -> None:
        self.edit(view, row, column, text)

    def _slid(self, value: float) -> None:
        self._inputs.put(*self._editing, value)
        self._changed()

    def _drawn(self) -> None:
        self.randomise(self.board.seed.value)

    def _move(self) -> None:
        self._inputs.move(self.board.projection.value, self.board.handle.value, self.board.amount.value)
        self._refresh()

    def _press(self, preset: str, _button: object) -> None:
        self.preset(self.board.projection.value, preset)

    def _restore(self) -> None:
        self._inputs.reset()
        self._editing = self._first_editing
        self.board.lines.selected = -1

    def _changed(self) -> None:
        """After any change but a handle's own: the handle lets go and takes hold anew."""
        self._inputs.grip()
        with self.quietly():
            self.board.release_handle()
        self._refresh()

    def _scene(self) -> Projected:
        return self._computed(self.board.mask.value, self.board.scale.value)

    def _computed(self, mask: str, scale: bool) -> Projected:
        arrays, allowed = (self._inputs[name] for name in INPUTS), self._masking[mask]
        return Projected(
            self_attention(*arrays, mask=allowed, scale=None if scale else 1, tokens=self._tokens)
        )

    def _picture(self, selected: Cell | None, lit: Lit, **told: Any) -> figures.PipelineDisplay:
        why = self.scene.explanation(self._selected)
        shown = why if selected is None else replace(why, stage=selected[0])
        return figures.PipelineDisplay(self.trace, selected=shown)

    def _numbers(self) -> str:
        says = self.scene.explain(self._selected)[0]
        return plain.as_text(self.trace, sentence=f"{self.scene.reading}\n{says}")
