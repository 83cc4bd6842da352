"""The projection explorer's controls and views, and where each stands. It shows what it is given."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets

from attnlib.maths.explain import INPUTS, STAGES
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.drawings import PLANES, lines_panel, plane_panel
from attnlib.meaning.projection.inputs import HANDLES, PRESETS, PROJECTIONS
from attnlib.meaning.projection.scene import Projected
from attnlib.widgets.frame.board import Board
from attnlib.widgets.frame.boxes import box, foot, operator, reveal
from attnlib.widgets.frame.cell_slider import CellSlider
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


class ProjectionBoard(Board):
    """Controls and views of a `ProjectionExplorer`, built once for the shapes of a trace."""

    seed: SeedBox
    randomise: ipywidgets.Button
    cell: CellSlider

    def __init__(
        self, trace: AttentionTrace, narrator: Narrator, arranged: Arrangement, *, masks: Sequence[str]
    ) -> None:
        super().__init__()
        self._arranged = arranged
        self._masked: bool | None = None
        self._views = {
            name: MatrixView(editable=name in INPUTS, foldable=name in _FOLDABLE, size=arranged.size)
            for name in (*INPUTS, *STAGES)
        }
        self.plane = PlaneView(size=arranged.picture)
        self.lines = LinesView(height=arranged.picture, width=PICTURE if arranged.beside else ALONE)
        self._fold_what_has_no_room(trace)

        self.mask = ipywidgets.Dropdown(options=masks, description="mask")
        self.scale = ipywidgets.Checkbox(True, description="scale by 1/√d_k", indent=False)
        self.picture = ipywidgets.Dropdown(options=pictures_of(trace, arranged), description="picture")
        self._draws("Draw W_Q, W_K and W_V with the next seed")
        self.projection = ipywidgets.Dropdown(options=PROJECTIONS, description="projection")
        self.presets = {
            name: ipywidgets.Button(description=name, tooltip=f"Set the chosen projection to: {name}")
            for name in PRESETS
        }
        self.handle = ipywidgets.Dropdown(options=handles_of(trace), description="handle")
        self.amount = Slider("amount", 0, min=0, max=1, step=0.125, label_width="0px")
        self.cell = CellSlider()
        self.rows = (*self._bars(), self._upper(), self._lower(), foot(narrator, self.cell))

    def show(self, scene: Projected, before: Projected | None = None) -> None:
        """Show a scene in every view, and the picture that is chosen."""
        super().show(scene, before)
        self._show_mask(scene.trace.mask is not None)
        picture = self.picture.value
        reveal(self.lines, picture == LINES)
        reveal(self.plane, picture in PLANES)
        for part in self._instead:
            reveal(part, picture == NO_PICTURE)
        if picture == LINES:
            self.lines.show(lines_panel(scene.trace))
        elif picture in PLANES:
            self.plane.show(plane_panel(scene.trace, picture))

    def release_handle(self) -> None:
        """Put the handle's slider back to where it moves nothing."""
        handle = HANDLES[self.handle.value]
        label = f"{self.handle.value} {self.projection.value}"
        self.amount.retarget(label, handle.neutral, handle.min, handle.max, handle.step)
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
