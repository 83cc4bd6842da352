"""The projection explorer's controls and views, and where each stands. It shows what it is given."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import ipywidgets

from attnlib._check import shape_text
from attnlib._format import number
from attnlib.drawings import PLANES, lines_panel, plane_panel
from attnlib.explain import INPUTS, STAGES, labels
from attnlib.panels import matrix_panel
from attnlib.trace import AttentionTrace
from attnlib.widgets.arrangement import arrange
from attnlib.widgets.boxes import box, foot, operator
from attnlib.widgets.explorer import HEIGHT, WIDTH
from attnlib.widgets.inputs import HANDLES, PRESETS, PROJECTIONS
from attnlib.widgets.lines_view import LinesView
from attnlib.widgets.matrix_view import MatrixView
from attnlib.widgets.narrator import Narrator
from attnlib.widgets.plane_view import PlaneView
from attnlib.widgets.slider import Slider

LINES = "lines"
MOST_TOKENS, MOST_FEATURES, PICTURE = 8, 4, 230

_FOLDABLE = ("Q", "K", "V", "scores", "scaled", "masked")


class ProjectionBoard:
    """Controls and views of a `ProjectionExplorer`, built once for the shapes of a trace."""

    def __init__(self, trace: AttentionTrace, narrator: Narrator, *, masks: Sequence[str]) -> None:
        _check_size(trace)
        d_model = trace.stage("X").shape[-1]
        d_v = trace.V.shape[-1]
        self._arranged = arrange(trace.tokens, d_model, d_v, size=(WIDTH, HEIGHT), picture=PICTURE)
        self.views = {name: self._matrix(name) for name in (*INPUTS, *STAGES)}
        if self._arranged.one_open:
            self._let_one_be_open()
        self.plane, self.lines = PlaneView(), LinesView()
        planes = zip(PLANES, (trace.Q.shape[-1], trace.V.shape[-1]), strict=True)
        self.pictures = (*(name for name, width in planes if width == 2), LINES)

        self.mask = ipywidgets.Dropdown(options=masks, description="mask")
        self.scale = ipywidgets.Checkbox(True, description="scale by 1/√d_k", indent=False)
        self.picture = ipywidgets.Dropdown(options=self.pictures, description="picture")
        self.seed = ipywidgets.BoundedIntText(0, min=0, max=9999, description="seed")
        self.randomise = ipywidgets.Button(
            description="Randomise", tooltip="Draw W_Q, W_K and W_V with the next seed"
        )
        self.restart = ipywidgets.Button(description="Reset", tooltip="Back to where this explorer started")
        self.projection = ipywidgets.Dropdown(options=PROJECTIONS, description="projection")
        self.presets = {
            name: ipywidgets.Button(description=name, tooltip=f"Set the chosen projection to: {name}")
            for name in PRESETS
        }
        self.handle = ipywidgets.Dropdown(options=tuple(HANDLES), description="handle")
        self.amount = Slider("amount", 0, min=0, max=1, step=0.125, label_width="0px")
        self.cell = Slider("W_Q", 0, min=-3, max=3, step=0.25, label_width="108px")
        self._masked: bool | None = None
        self.rows = self._rows(narrator)

    def show(self, trace: AttentionTrace) -> None:
        """Show a trace in every view that is open; a view sends only what differs from what it shows."""
        for name, view in self.views.items():
            view.show(matrix_panel(trace, name))
        self._show_mask(trace.mask is not None)
        picture = self.picture.value
        _reveal(self.lines, picture == LINES)
        _reveal(self.plane, picture != LINES)
        if picture == LINES:
            self.lines.show(lines_panel(trace))
        else:
            self.plane.show(plane_panel(trace, picture))

    def mark(self, trace: AttentionTrace, cell: tuple[str, int, int]) -> str:
        """Outline a cell, light the cells it was made from, and return why it holds its number."""
        stage, row, column = cell
        lit: dict[str, list[tuple[int, int]]] = {}
        if stage in INPUTS:
            says = f"{self.address(trace, cell)} = {number(float(trace.stage(stage)[row, column]))}: yours to change"
        else:
            explanation = trace.explain(stage, row, column)
            says = explanation.text
            for operand in explanation.operands:
                lit.setdefault(self._shown_as(operand.stage), []).append((operand.row, operand.column))
        for name, view in self.views.items():
            view.light(lit.get(name, ()))
            view.selected = (row, column) if name == stage else ()
        return says

    def hold_cell(self, trace: AttentionTrace, cell: tuple[str, int, int]) -> None:
        """Give the slider a cell of X or of a projection to hold."""
        stage, row, column = cell
        value = float(trace.stage(stage)[row, column])
        reach = max(3, ceil(abs(value)))
        self.cell.retarget(self.address(trace, cell), value, -reach, reach, 0.25)

    def release_handle(self) -> None:
        """Put the handle's slider back to where it moves nothing."""
        handle = HANDLES[self.handle.value]
        label = f"{self.handle.value} {self.projection.value}"
        self.amount.retarget(label, handle.neutral, handle.min, handle.max, handle.step)
        self.amount.unit = handle.unit

    def address(self, trace: AttentionTrace, cell: tuple[str, int, int]) -> str:
        """How a cell is written: ``W_Q[f2, f1]``."""
        stage, row, column = cell
        rows, columns = labels(trace, stage)
        return f"{stage}[{rows[row]}, {columns[column]}]"

    def _matrix(self, name: str) -> MatrixView:
        return MatrixView(editable=name in INPUTS, foldable=name in _FOLDABLE, size=self._arranged.size)

    def _let_one_be_open(self) -> None:
        """Where a projection and what it makes don't both fit, opening one folds the other."""
        for first, second in ((f"W_{name}", name) for name in "QKV"):
            upper, lower = self.views[first], self.views[second]
            upper.foldable, upper.folded, lower.folded = True, False, True
            upper.observe(
                lambda change, other=lower: setattr(other, "folded", not change["new"]), names="folded"
            )
            lower.observe(
                lambda change, other=upper: setattr(other, "folded", not change["new"]), names="folded"
            )

    def _show_mask(self, on: bool) -> None:
        """Show the mask's stage where there is a mask, and fold what then has no room."""
        if on == self._masked:
            return
        self._masked = on
        _reveal(self.views["masked"], on)
        for name in ("scores", "scaled"):
            self.views[name].folded = name in self._arranged.folded[on]

    def _shown_as(self, stage: str) -> str:
        """Without a mask its stage is hidden, and the same numbers stand in ``scaled``."""
        return "scaled" if stage == "masked" and not self._masked else stage

    def _rows(self, narrator: Narrator) -> tuple[ipywidgets.Box, ...]:
        columns = [box("column", "stack", self.views[f"W_{name}"], self.views[name]) for name in "QKV"]
        upper = box(
            "row",
            "stages",
            self.views["X"],
            operator("→"),
            *columns,
            box("row", "fill"),
            self.plane,
            self.lines,
        )
        lower = box(
            "row",
            "stages",
            self.views["scores"],
            operator("→"),
            self.views["scaled"],
            self.views["masked"],
            operator("→"),
            self.views["weights"],
            operator("→"),
            self.views["output"],
        )
        lower.add_class("attn-lower")
        if not self._arranged.operators:
            lower.add_class("attn-crowded")
        upper.layout.height, lower.layout.height = f"{self._arranged.upper}px", f"{self._arranged.lower}px"
        buttons = box("row", "bar", *self.presets.values())
        return (
            box(
                "row",
                "bar",
                self.mask,
                self.scale,
                self.picture,
                box("row", "fill"),
                self.seed,
                self.randomise,
                self.restart,
            ),
            box("row", "bar", self.projection, buttons, self.handle, self.amount),
            upper,
            lower,
            foot(narrator, self.cell),
        )


def _reveal(widget: ipywidgets.Widget, on: bool) -> None:
    """Show a view or take it off the page; it stays a child of the explorer either way."""
    widget.layout.display = None if on else "none"


def _check_size(trace: AttentionTrace) -> None:
    X = trace.stage("X")
    if X.ndim != 2:
        raise ValueError(
            f"trace: X has shape {shape_text(X.shape)}; an explorer shows one sequence: trace[0]"
        )
    widest = max(array.shape[-1] for array in (X, trace.Q, trace.V))
    if len(X) > MOST_TOKENS or widest > MOST_FEATURES:
        raise ValueError(
            f"trace: {len(X)} tokens with up to {widest} features; an explorer has room for {MOST_TOKENS} and "
            f"{MOST_FEATURES}. For a larger one use figures.plot_weights(trace)"
        )
