"""One step of attention at a time, with the selected cell's arithmetic written out."""

from __future__ import annotations

from typing import Any

from attnlib import figures
from attnlib.maths import check
from attnlib.maths.explain import labels
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning import plain
from attnlib.meaning.cells import Address, Cell
from attnlib.meaning.scene import Lit
from attnlib.meaning.steps.scene import STEPS, OneStep
from attnlib.widgets.frame.explorer import Explorer
from attnlib.widgets.frame.fit import ROOM_ACROSS, SIZES, largest
from attnlib.widgets.steps.board import StepBoard
from attnlib.widgets.views.matrix import MatrixView

MOST_TOKENS = 6

_SIGNS = 180  # room for the operation and the sign of equality, in a projector's type


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

    scene: OneStep
    trace: AttentionTrace
    board: StepBoard
    _selected: Cell

    def __init__(self, trace: AttentionTrace, *, step: str = "score", selected: Address = (0, 0)) -> None:
        size = _size(trace)
        self.trace = trace
        self._first = {"stepper": tuple(STEPS).index(check.choice("step", step, tuple(STEPS)))}
        self._first_selected = OneStep(trace, step).cell(selected)
        super().__init__(name=f"Step explorer: {' '.join(trace.tokens)}")
        board = StepBoard(self.narrator, size, max(trace.scores.shape))
        self.stepper, self.operands, self.result, self._sign = (
            board.stepper,
            board.operands,
            board.result,
            board.sign,
        )
        self._open(board)

    @property
    def step(self) -> str:
        """The step shown."""
        return self.board.step

    @property
    def views(self) -> dict[str, MatrixView]:
        """What this step shows, by stage."""
        return self.board.views

    @property
    def state(self) -> dict[str, Any]:
        """The step and the cell; the trace itself is the first argument."""
        stage, row, column = self.scene.names_of(self._selected)
        of_result = stage == self.scene.step.result
        return {"step": self.step, "selected": (row, column) if of_result else (stage, row, column)}

    def select(self, *cell: str | int) -> None:
        """Select a cell as a click does: ``(row, column)`` of the step's result, or ``(stage, row, column)``."""
        self._selected = self.scene.cell(cell)
        self._explain()

    def _listen(self) -> None:
        self.hears(self._stepped, self.board.stepper)

    def _stepped(self) -> None:
        """Ask of the new result what was asked of the old one."""
        new = OneStep(self.trace, self.step)
        self._selected = new.nearest((new.step.result, *self._selected[1:]))
        self._refresh()

    def _scene(self) -> OneStep:
        return OneStep(self.trace, self.step)

    def _picture(self, selected: Cell | None, lit: Lit, **told: Any) -> figures.PipelineDisplay:
        return figures.PipelineDisplay(self.trace, selected=self.trace.explain(*self._selected))

    def _numbers(self) -> str:
        says = self.scene.explain(self._selected)[0]
        return plain.as_text(*self.scene.panels().values(), sentence=f"{self.step}: {says}")


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
