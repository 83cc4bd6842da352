"""The projection explorer's controls and views, and where each stands. It shows what it is given."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import ipywidgets

from attnlib.maths.explain import INPUTS, STAGES
from attnlib.maths.numbers import number
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.cells import Cell, written
from attnlib.meaning.drawings import PLANES, lines_panel, plane_panel
from attnlib.meaning.matrix import matrix_panel, same_panel
from attnlib.meaning.projection.inputs import HANDLES, PRESETS, PROJECTIONS
from attnlib.widgets.frame.boxes import box, foot, operator, reveal
from attnlib.widgets.frame.fit import ALONE, FOLDED, PICTURE, SIZES, STRIP, Arrangement
from attnlib.widgets.frame.folding import Folding
from attnlib.widgets.frame.seed import SeedBox
from attnlib.widgets.projection.given import LINES, NO_PICTURE, handles_of, pictures_of
from attnlib.widgets.views.lines import LinesView
from attnlib.widgets.views.matrix import MatrixView
from attnlib.widgets.views.narrator import Narrator
from attnlib.widgets.views.plane import PlaneView
from attnlib.widgets.views.slider import Slider

_FOLDABLE = ("Q", "K", "V", "scores", "scaled", "masked")
_GIVE_WAY = ("scaled", "scores", "masked")  # in this order, when the lower row is full


class ProjectionBoard:
    """Controls and views of a `ProjectionExplorer`, built once for the shapes of a trace."""

    def __init__(
        self, trace: AttentionTrace, narrator: Narrator, arranged: Arrangement, *, masks: Sequence[str]
    ) -> None:
        self._arranged = arranged
        self._masked: bool | None = None
        self._shown: AttentionTrace | None = None
        self.views = {
            name: MatrixView(editable=name in INPUTS, foldable=name in _FOLDABLE, size=arranged.size)
            for name in (*INPUTS, *STAGES)
        }
        self.plane = PlaneView(size=arranged.picture)
        self.lines = LinesView(height=arranged.picture, width=PICTURE if arranged.beside else ALONE)
        self._fold_what_has_no_room(trace)

        self.mask = ipywidgets.Dropdown(options=masks, description="mask")
        self.scale = ipywidgets.Checkbox(True, description="scale by 1/√d_k", indent=False)
        self.picture = ipywidgets.Dropdown(options=pictures_of(trace, arranged), description="picture")
        self.seed = SeedBox()
        self.randomise = ipywidgets.Button(
            description="Randomise", tooltip="Draw W_Q, W_K and W_V with the next seed"
        )
        self.restart = ipywidgets.Button(description="Reset", tooltip="Back to where this explorer started")
        self.projection = ipywidgets.Dropdown(options=PROJECTIONS, description="projection")
        self.presets = {
            name: ipywidgets.Button(description=name, tooltip=f"Set the chosen projection to: {name}")
            for name in PRESETS
        }
        self.handle = ipywidgets.Dropdown(options=handles_of(trace), description="handle")
        self.amount = Slider("amount", 0, min=0, max=1, step=0.125, label_width="0px")
        self.cell = Slider("W_Q", 0, min=-3, max=3, step=0.25, label_width="108px")
        self.rows = (*self._bars(), self._upper(), self._lower(), foot(narrator, self.cell))

    def show(self, trace: AttentionTrace) -> None:
        """Show a trace in every view that is open; a view sends only what differs from what it shows."""
        for name, view in self.views.items():
            if name == "masked" and trace.mask is None:
                continue  # it isn't on the page
            if self._shown is None or not same_panel(self._shown, trace, name):
                view.show(matrix_panel(trace, name))
        self._shown = trace
        self._show_mask(trace.mask is not None)
        picture = self.picture.value
        reveal(self.lines, picture == LINES)
        reveal(self.plane, picture in PLANES)
        for part in self._instead:
            reveal(part, picture == NO_PICTURE)
        if picture == LINES:
            self.lines.show(lines_panel(trace))
        elif picture in PLANES:
            self.plane.show(plane_panel(trace, picture))

    def mark(self, trace: AttentionTrace, cell: Cell) -> str:
        """Outline a cell, light the cells it was made from, and return why it holds its number."""
        stage, row, column = cell
        lit: dict[str, list[tuple[int, int]]] = {}
        if stage in INPUTS:
            says = (
                f"{written(trace, cell)} = {number(float(trace.stage(stage)[row, column]))}: yours to change"
            )
        else:
            explanation = trace.explain(stage, row, column)
            says = explanation.text
            for operand in explanation.operands:
                lit.setdefault(self._shown_as(operand.stage), []).append((operand.row, operand.column))
        for name, view in self.views.items():  # at every step: what stays is left alone
            cells, chosen = lit.get(name, ()), (row, column) if name == self._shown_as(stage) else ()
            if cells or view.lit:
                view.light(cells)
            if view.selected != chosen:
                view.selected = chosen
        return says

    def hold_cell(self, trace: AttentionTrace, cell: Cell) -> None:
        """Give the slider a cell of X or of a projection to hold."""
        stage, row, column = cell
        value = float(trace.stage(stage)[row, column])
        reach = max(3, ceil(abs(value)))
        _retarget(self.cell, written(trace, cell), value, -reach, reach, 0.25)

    def release_handle(self) -> None:
        """Put the handle's slider back to where it moves nothing."""
        handle = HANDLES[self.handle.value]
        label = f"{self.handle.value} {self.projection.value}"
        _retarget(self.amount, label, handle.neutral, handle.min, handle.max, handle.step)
        self.amount.unit = handle.unit

    def unfold(self) -> None:
        """Fold and open as at first."""
        for column in self._columns:
            column.settle(self._arranged.upper, folded="QKV" if self._arranged.one_open else "")
        masked = bool(self._masked)
        row = self._arranged.rows[masked]
        self._stages.settle(row.room, folded=row.folded, hidden=() if masked else ("masked",))
        (self._lower_row.remove_class if row.arrows else self._lower_row.add_class)("attn-crowded")

    def _show_mask(self, on: bool) -> None:
        """Show the mask's stage where there is a mask, and fold what then has no room."""
        if on != self._masked:
            self._masked = on
            reveal(self.views["masked"], on)
            self.unfold()

    def _shown_as(self, stage: str) -> str:
        """Without a mask its stage is hidden, and the same numbers stand in ``scaled``."""
        return "scaled" if stage == "masked" and not self._masked else stage

    def _fold_what_has_no_room(self, trace: AttentionTrace) -> None:
        arranged, views = self._arranged, self.views
        self._stages = Folding({name: views[name] for name in _GIVE_WAY}, arranged.widths, folded=STRIP)
        cells = SIZES[arranged.size]
        self._columns = [
            Folding(
                {name: views[name] for name in (f"W_{made}", made)},
                {name: cells.high(len(trace.stage(name))) for name in (f"W_{made}", made)},
                folded=FOLDED,
            )
            for made in ("Q", "K", "V")
            if arranged.one_open
        ]

    def _bars(self) -> tuple[ipywidgets.Box, ipywidgets.Box]:
        presets = box("row", "bar", *self.presets.values())
        first = (
            self.mask,
            self.scale,
            self.picture,
            box("row", "fill"),
            self.seed,
            self.randomise,
            self.restart,
        )
        return (
            box("row", "bar", *first),
            box("row", "bar", self.projection, presets, self.handle, self.amount),
        )

    def _upper(self) -> ipywidgets.Box:
        columns = [box("column", "stack", self.views[f"W_{name}"], self.views[name]) for name in "QKV"]
        matrices = (self.views["X"], operator("→"), *columns)
        self._instead = () if self._arranged.beside else matrices
        middle = () if self._arranged.beside else (box("row", "fill"),)
        row = box("row", "stages", *matrices, box("row", "fill"), self.plane, self.lines, *middle)
        row.layout.height = f"{self._arranged.upper}px"
        return row

    def _lower(self) -> ipywidgets.Box:
        views = self.views
        row = box(
            "row", "stages",
            views["scores"], operator("→"), views["scaled"], views["masked"], operator("→"),
            views["weights"], operator("→"), views["output"],
        )  # fmt: skip
        row.add_class("attn-lower")
        row.layout.height = f"{self._arranged.lower}px"
        self._lower_row = row
        return row


def _retarget(slider: Slider, label: str, value: float, low: float, high: float, step: float) -> None:
    """Point a slider at a quantity, unless it is there already: this runs at every step of another."""
    if (slider.label, slider.value, slider.min, slider.max, slider.step) != (label, value, low, high, step):
        slider.retarget(label, value, low, high, step)
