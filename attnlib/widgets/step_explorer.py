"""One step of attention at a time, with the selected cell's arithmetic written out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import ipywidgets

from attnlib import _check, figures, plain
from attnlib.explain import labels
from attnlib.panels import matrix_panel, scaling_symbol
from attnlib.trace import AttentionTrace
from attnlib.widgets.arrangement import CELLS, HEADING
from attnlib.widgets.boxes import box, foot, operator
from attnlib.widgets.explorer import Explorer
from attnlib.widgets.matrix_view import MatrixView
from attnlib.widgets.stepper import Stepper

MOST_TOKENS = 6


@dataclass(frozen=True)
class Step:
    """What goes into a step, what comes out, and what happens in between."""

    operands: tuple[str, ...]
    result: str
    sign: str
    says: str


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
    """Walk through score, scale, mask, normalise and mix; select a cell of the result to see its arithmetic.

    Parameters
    ----------
    trace : AttentionTrace
        Small enough to follow by hand: one sequence, at most 6 tokens.
    step : {"score", "scale", "mask", "normalise", "mix"}
        Where to start.
    selected : (row, column), default (0, 0)
        The cell of the result that is explained, by name or by place.

    Raises
    ------
    ValueError
        If the trace has leading axes or too many tokens, or the step or cell doesn't exist.

    Examples
    --------
    >>> from attnlib import examples
    >>> explorer = StepExplorer(examples.mouse_eats_cheese(), step="normalise", selected=("Mouse", "Eats"))
    >>> explorer.narrator.explanation
    'weights[Mouse, Eats] = e^2.8284 / (e^0 + e^2.8284 + e^0) = 16.92 / 18.92 = 0.894'
    """

    _subject = ("trace",)

    def __init__(
        self, trace: AttentionTrace, *, step: str = "score", selected: tuple[str | int, str | int] = (0, 0)
    ) -> None:
        n_tokens = max(trace.scores.shape[-2:])
        if trace.scores.ndim != 2 or n_tokens > MOST_TOKENS:
            raise ValueError(
                f"trace: scores have shape {_check.shape_text(trace.scores.shape)}; steps are for one sequence "
                f"of at most {MOST_TOKENS} tokens. Choose one of a batch by trace[0]"
            )
        _check.choice("step", step, tuple(STEPS))
        super().__init__(name=f"Step explorer: {' '.join(trace.tokens)}")
        self.trace = trace
        self._first = (tuple(STEPS).index(step), *self._place(STEPS[step].result, selected))
        self.stepper = Stepper(list(STEPS))
        size = "large" if n_tokens <= 4 else "normal"
        self.operands = MatrixView(size=size), MatrixView(size=size)
        self.result = MatrixView(size=size)
        self._sign = ipywidgets.Label()
        stages = box(
            "row",
            "stages",
            self.operands[0],
            operator(self._sign),
            self.operands[1],
            operator("="),
            self.result,
        )
        stages.layout.height = f"{HEADING + n_tokens * (CELLS[size][1] + 2)}px"
        self._restart = ipywidgets.Button(description="Reset", tooltip="Back to the first step shown")
        self.children = (
            box("row", "bar", self.stepper, box("row", "fill"), self._restart),
            stages,
            foot(self.narrator),
        )
        self.stepper.observe(self.guarded(lambda _change: self._show()), names="value")
        self.result.on_select(self.guarded(self._choose))
        self._restart.on_click(self.guarded(lambda _button: self.reset()))
        for view in (self.stepper, self.result, *self.operands):
            view.on_error.append(self.show_error)
        self.reset()

    @property
    def step(self) -> str:
        """The step shown."""
        return tuple(STEPS)[self.stepper.value]

    @property
    def state(self) -> dict[str, Any]:
        """The step and the cell; the trace itself is the first argument."""
        rows, columns = labels(self.trace, STEPS[self.step].result)
        return {"step": self.step, "selected": (rows[self._selected[0]], columns[self._selected[1]])}

    def reset(self) -> None:
        """Go back to the step and the cell it was made with."""
        step, *self._selected = self._first
        self.stepper.value = step
        self._show()

    def select(self, row: str | int, column: str | int) -> None:
        """Select a cell of the step's result, as a click does."""
        self._choose(*self._place(STEPS[self.step].result, (row, column)))

    def _place(self, stage: str, cell: tuple[str | int, str | int]) -> tuple[int, int]:
        rows, columns = labels(self.trace, stage)
        return _check.place("row", cell[0], rows, stage), _check.place("column", cell[1], columns, stage)

    def _choose(self, row: int, column: int) -> None:
        self._selected = [row, column]
        self._explain()

    def _show(self) -> None:
        step = STEPS[self.step]
        for view, name in zip(self.operands, step.operands, strict=False):
            view.show(matrix_panel(self.trace, name, digits=3))
        self.operands[1].layout.display = None if len(step.operands) == 2 else "none"
        self._sign.value = step.sign or scaling_symbol(self.trace)
        panel = matrix_panel(self.trace, step.result, digits=3)
        self.result.show(panel)
        rows, columns = panel.values.shape
        self._selected = [min(self._selected[0], rows - 1), min(self._selected[1], columns - 1)]
        unmasked = step.result == "masked" and self.trace.mask is None
        self.narrator.reading = (
            "No mask here: every score passes unchanged." if unmasked else f"{step.says} {panel.reading}"
        )
        self._explain()

    def _explain(self) -> None:
        step, (row, column) = STEPS[self.step], self._selected
        explanation = self.trace.explain(step.result, row, column)
        for view, name in zip(self.operands, step.operands, strict=False):
            view.light([(cell.row, cell.column) for cell in explanation.operands if cell.stage == name])
        self.result.selected = (row, column)
        self.narrator.explanation = explanation.text

    def _figure(self) -> figures.PipelineDisplay:
        return figures.PipelineDisplay(self.trace)

    def _numbers(self) -> str:
        step = STEPS[self.step]
        shown = [matrix_panel(self.trace, name, digits=3) for name in (*step.operands, step.result)]
        return plain.as_text(*shown, sentence=f"{self.step}: {self.narrator.explanation}")
