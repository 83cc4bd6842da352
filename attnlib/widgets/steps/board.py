"""The step explorer's controls and views, and where each stands. It shows what it is given."""

from __future__ import annotations

import ipywidgets

from attnlib.meaning.steps.scene import STEPS, OneStep
from attnlib.widgets.frame.board import Board
from attnlib.widgets.frame.boxes import box, foot, operator, reveal
from attnlib.widgets.frame.fit import SIZES
from attnlib.widgets.views.matrix import MatrixView
from attnlib.widgets.views.narrator import Narrator
from attnlib.widgets.views.stepper import Stepper


class StepBoard(Board):
    """Controls and views of a `StepExplorer`, built once for all steps."""

    def __init__(self, narrator: Narrator, size: str, rows: int) -> None:
        super().__init__("Back to the first step shown")
        self.stepper = Stepper(list(STEPS))
        left, right = self.operands = MatrixView(size=size), MatrixView(size=size)
        self.result = MatrixView(size=size)
        self.sign = ipywidgets.Label()
        stages = box("row", "stages", left, operator(self.sign), right, operator("="), self.result)
        stages.layout.height = f"{SIZES[size].high(rows)}px"
        stages.add_class("attn-lower")
        self.rows = (
            box("row", "bar", self.stepper, box("row", "fill"), self.restart),
            stages,
            foot(narrator),
        )

    @property
    def step(self) -> str:
        """The step shown."""
        return tuple(STEPS)[self.stepper.value]

    @property
    def views(self) -> dict[str, MatrixView]:
        """What this step shows, by stage."""
        step = STEPS[self.step]
        return {**dict(zip(step.operands, self.operands, strict=False)), step.result: self.result}

    def show(self, scene: OneStep, before: OneStep | None = None) -> None:
        """Show a step."""
        super().show(scene, before)
        reveal(self.operands[1], len(scene.step.operands) == 2)
        self.sign.value = scene.sign
