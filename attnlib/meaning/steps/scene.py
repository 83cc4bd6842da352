"""One step of attention: what goes in, what comes out, and how each cell of it came about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from attnlib.maths.explain import labels
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.cells import Address, Cell, Place
from attnlib.meaning.matrix import MatrixPanel, matrix_panel, scaling_symbol
from attnlib.meaning.readings import stage_reading
from attnlib.meaning.scene import Lit, Scene


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


class OneStep(Scene):
    """One of `STEPS` of a trace.

    Parameters
    ----------
    trace : AttentionTrace
        Without leading axes.
    step : str

    Examples
    --------
    >>> from attnlib import examples
    >>> shown = OneStep(examples.mouse_eats_cheese(), "scale")
    >>> shown.views, shown.sign, shown.cell((0, "Eats"))
    (('scores', 'scaled'), '÷ √2', ('scaled', 0, 1))
    """

    kind = "stage"
    trace: AttentionTrace

    def __init__(self, trace: AttentionTrace, step: str) -> None:
        self.trace, self.step = trace, STEPS[step]
        self.views = self.step.stages  # type: ignore[misc] # other steps show other stages

    @property
    def sign(self) -> str:
        """What is done, in a few characters."""
        return self.step.sign or scaling_symbol(self.trace)

    @property
    def reading(self) -> str:
        """Say what the step does, and what comes of it."""
        if self.step.result == "masked" and self.trace.mask is None:
            return "No mask here: every score passes unchanged."
        return f"{self.step.says} {stage_reading(self.trace, self.step.result)}"

    def labels(self, view: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Names of a view's rows and columns."""
        return labels(self.trace, view)

    def panel(self, view: str) -> MatrixPanel:
        """Prepare one of the step's stages."""
        return matrix_panel(self.trace, view, digits=3)

    def cell(self, address: Address) -> Cell:
        """Find a cell of the result by row and column, or of any stage shown."""
        if not isinstance(address, str) and len(address) == 2:
            address = (self.step.result, *address)
        return super().cell(address)

    def explain(self, cell: Cell) -> tuple[str, Lit]:
        """Say how a cell came about, and give the cells shown that it was made from, by stage."""
        explanation, lit = self.trace.explain(*cell), dict[str, set[Place]]()
        for operand in explanation.operands:
            if operand.stage in self.views:
                lit.setdefault(operand.stage, set()).add((operand.row, operand.column))
        return explanation.text, lit
