"""One step of attention at a time, with the selected cell's arithmetic written out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import ipywidgets

from attnlib import figures
from attnlib.maths import check
from attnlib.maths.explain import labels
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning import plain
from attnlib.meaning.cells import Address, Cell, cell_at, names_of
from attnlib.meaning.matrix import matrix_panel, scaling_symbol
from attnlib.widgets.frame.boxes import box, foot, operator, reveal
from attnlib.widgets.frame.explorer import Explorer
from attnlib.widgets.frame.fit import ROOM_ACROSS, SIZES, largest
from attnlib.widgets.views.matrix import MatrixView
from attnlib.widgets.views.stepper import Stepper

MOST_TOKENS = 6

_SIGNS = 180  # room for the operation and the sign of equality, in a projector's type


@dataclass(frozen=True)
class Step:
    """What goes into a step, what comes out, and what happens in between."""

    operands: tuple[str, ...]
    result: str
    sign: str
    says: str

    @property
    def stages(self) -> tuple[str, ...]:
        """Operands and result, as they stand from left to right."""
        return (*self.operands, self.result)


STEPS: Mapping[str, Step] = {
    "score": Step(
        ("Q", "K"),
        "scores",
        "each q · each k",
        "Each query meets each key: multiply feature by feature, add.",
    ),
    "scale": Step(("scores",), "scaled", "", "Every score is divided by the same number."),
    "mask": Step(
        ("scaled",), "masked", "mask", "What a query may not attend to becomes −∞; the rest passes unchanged."
    ),
    "normalise": Step(
        ("masked",), "weights", "softmax", "Each row becomes a budget: positive shares that sum to 1."
    ),
    "mix": Step(("weights", "V"), "output", "· V", "Each output is its row of weights, spent on the values."),
}


class StepExplorer(Explorer):
    """Walk through score, scale, mask, normalise and mix; select any cell to see its arithmetic.

    Parameters
    ----------
    trace : AttentionTrace
        Small enough to follow by hand: one sequence, at most 6 tokens and as many features as fit.
    step : {"score", "scale", "mask", "normalise", "mix"}
        Where to start.
    selected : (row, column) or (stage, row, column), default (0, 0)
        The cell that is explained: of the step's result, or of any stage that the step shows.

    Raises
    ------
    ValueError
        If the trace has leading axes or is too large, or the step or cell doesn't exist.

    Examples
    --------
    >>> from attnlib import examples
    >>> explorer = StepExplorer(examples.mouse_eats_cheese(), step="normalise", selected=("Mouse", "Eats"))
    >>> explorer.narrator.explanation
    'weights[Mouse, Eats] = e^2.8284 / (e^0 + e^2.8284 + e^0) = 16.92 / 18.92 = 0.894'
    """

    _subject = ("trace",)

    def __init__(self, trace: AttentionTrace, *, step: str = "score", selected: Address = (0, 0)) -> None:
        size = _size(trace)
        self.trace = trace
        self._first = (
            tuple(STEPS).index(check.choice("step", step, tuple(STEPS))),
            self._cell(STEPS[step], selected),
        )
        self._selected = self._first[1]
        super().__init__(name=f"Step explorer: {' '.join(trace.tokens)}")
        self.stepper = Stepper(list(STEPS))
        self.operands = MatrixView(size=size), MatrixView(size=size)
        self.result = MatrixView(size=size)
        self._sign = ipywidgets.Label()
        left, right = self.operands
        stages = box("row", "stages", left, operator(self._sign), right, operator("="), self.result)
        stages.layout.height = f"{SIZES[size].high(max(trace.scores.shape))}px"
        stages.add_class("attn-lower")
        self.restart = ipywidgets.Button(description="Reset", tooltip="Back to the first step shown")
        self.children = (
            box("row", "bar", self.stepper, box("row", "fill"), self.restart),
            stages,
            foot(self.narrator),
        )
        self._listen()
        self.reset()

    @property
    def step(self) -> str:
        """The step shown."""
        return tuple(STEPS)[self.stepper.value]

    @property
    def views(self) -> dict[str, MatrixView]:
        """What this step shows, by stage."""
        step = STEPS[self.step]
        return {**dict(zip(step.operands, self.operands, strict=False)), step.result: self.result}

    @property
    def state(self) -> dict[str, Any]:
        """The step and the cell; the trace itself is the first argument."""
        stage, row, column = names_of(self.trace, self._selected)
        of_result = stage == STEPS[self.step].result
        return {"step": self.step, "selected": (row, column) if of_result else (stage, row, column)}

    def reset(self) -> None:
        """Go back to the step and the cell it was made with."""
        with self.quietly():
            self.stepper.value, self._selected = self._first
        self.narrator.error = ""
        self._show()

    def select(self, *cell: str | int) -> None:
        """Select a cell as a click does: ``(row, column)`` of the step's result, or ``(stage, row, column)``."""
        self._selected = self._cell(STEPS[self.step], cell)
        self._explain()

    def _listen(self) -> None:
        self.stepper.observe(self.heard(self._stepped), names="value")
        for view in (self.result, *self.operands):
            view.on_select(self.guarded(partial(self._choose, view)))
        self.restart.on_click(self.guarded(lambda _button: self.reset()))
        for view in (self.stepper, self.result, *self.operands):
            view.on_error.append(self.show_error)

    def _choose(self, view: MatrixView, row: int, column: int) -> None:
        for stage, shown in self.views.items():  # a view that this step doesn't show may still be heard, late
            if shown is view:
                self._selected = stage, row, column
                self._explain()

    def _stepped(self) -> None:
        """Ask of the new result what was asked of the old one."""
        stage = STEPS[self.step].result
        _, row, column = self._selected
        rows, columns = labels(self.trace, stage)
        self._selected = stage, min(row, len(rows) - 1), min(column, len(columns) - 1)
        self._show()

    def _show(self) -> None:
        step = STEPS[self.step]
        panels = {name: matrix_panel(self.trace, name, digits=3) for name in step.stages}
        for name, view in self.views.items():
            view.show(panels[name])
        reveal(self.operands[1], len(step.operands) == 2)
        self._sign.value = step.sign or scaling_symbol(self.trace)
        unmasked = step.result == "masked" and self.trace.mask is None
        self.narrator.reading = (
            "No mask here: every score passes unchanged."
            if unmasked
            else f"{step.says} {panels[step.result].reading}"
        )
        self._explain()

    def _explain(self) -> None:
        stage, row, column = self._selected
        explanation = self.trace.explain(stage, row, column)
        for name, view in self.views.items():
            view.light([(cell.row, cell.column) for cell in explanation.operands if cell.stage == name])
            view.selected = (row, column) if name == stage else ()
        self.narrator.explanation = explanation.text

    def _cell(self, step: Step, address: Address) -> Cell:
        if not isinstance(address, str) and len(address) == 2:
            address = (step.result, *address)
        cell = cell_at(self.trace, address, argument="selected")
        check.choice("selected", cell[0], step.stages)
        return cell

    def _figure(self) -> figures.PipelineDisplay:
        return figures.PipelineDisplay(self.trace)

    def _numbers(self) -> str:
        shown = [matrix_panel(self.trace, name, digits=3) for name in STEPS[self.step].stages]
        return plain.as_text(*shown, sentence=f"{self.step}: {self.narrator.explanation}")


def _size(trace: AttentionTrace) -> str:
    """Size of the largest cells with which every step fits."""
    if trace.scores.ndim != 2 or max(trace.scores.shape) > MOST_TOKENS:
        raise ValueError(
            f"trace: scores have shape {check.shape_text(trace.scores.shape)}; steps are for one sequence "
            f"of at most {MOST_TOKENS} tokens. Choose one of a batch by trace[0]"
        )
    fitting = []
    for step in STEPS.values():
        widths = [(labels(trace, name)[0], trace.stage(name).shape[-1]) for name in step.stages]
        size = largest(widths, room=ROOM_ACROSS - _SIGNS)
        if size is None:
            d_k, d_v = trace.Q.shape[-1], trace.V.shape[-1]
            raise ValueError(
                f"trace: d_k = {d_k} and d_v = {d_v} are too many features to show beside each other; steps are for "
                "examples that one can do by hand"
            )
        fitting.append(size)
    return max(fitting, key=list(SIZES).index)
