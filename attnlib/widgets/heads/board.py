"""The head explorer's controls and views, and where each stands. It shows what it is given."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets

from attnlib.meaning.cells import Cell
from attnlib.meaning.drawings import lines_panel
from attnlib.meaning.heads.fused import MATRICES
from attnlib.meaning.heads.panels import head_labels
from attnlib.meaning.heads.scene import Heads
from attnlib.meaning.scene import Lit
from attnlib.widgets.frame.board import Board
from attnlib.widgets.frame.boxes import box, classify, foot, operator, reveal
from attnlib.widgets.frame.cell_slider import CellSlider
from attnlib.widgets.heads.fit import NARROW, WIDTHS, HeadArrangement, arrange_heads
from attnlib.widgets.views.lines import LinesView
from attnlib.widgets.views.matrix import MatrixView
from attnlib.widgets.views.narrator import Narrator

NUMBERS, LINES = "numbers", "lines"

_RECUT = "Cuts the columns of the same W_Q, W_K and W_V into so many heads. No number changes."
_LINES_FRAME = 26


class HeadBoard(Board):
    """Controls and views of a `HeadExplorer`, built once for any number of heads that it may be asked for."""

    cell: CellSlider

    def __init__(self, narrator: Narrator, counts: Sequence[int], *, random: bool) -> None:
        super().__init__()
        self.heads = ipywidgets.Dropdown(options=counts, description="heads", tooltip=_RECUT)
        self.head = ipywidgets.Dropdown(options=[("head 1", 0)], description="look at")
        self.silence = ipywidgets.Checkbox(
            False,
            description="silence it",
            indent=False,
            tooltip="Leave what this head adds out of the output",
        )
        self.matrix = ipywidgets.Dropdown(options=MATRICES, description="projection")
        self.picture = ipywidgets.Dropdown(options=(NUMBERS, LINES), description="weights as")
        self.cell = CellSlider()
        if random:
            self._draws("Draw vectors and projections with the next seed. They mean nothing")

        self.tiles = tuple(MatrixView(size="tiny") for _ in range(max(counts)))
        self.average = MatrixView(size="tiny")
        self.projection = MatrixView(editable=True)
        self.weights, self.shares, self.output = MatrixView(), MatrixView(), MatrixView()
        self.lines = LinesView()
        # Boxes, because a box takes up a new class at once; a view on the page keeps its first ones.
        self._frames = tuple(box("row", "tile", tile) for tile in self.tiles)
        self._tiles = box("row", "tiles", *self._frames, box("row", "tile", self.average))
        self._tiles.children[-1].add_class("attn-average")
        self._projection = box("row", "scrolled", self.projection)
        self._weights = box("row", "held", self.weights, self.lines)
        self._shares, self._output = box("row", "held", self.shares), box("row", "held", self.output)
        self._output.add_class("attn-unnamed")
        self._lower = self._lower_row()
        self.rows = self._rows(narrator)

    @property
    def views(self) -> dict[str, MatrixView]:
        """The matrices by the names of their cells; `projection` is the one that is chosen."""
        return {
            "weights": self.weights,
            "average": self.average,
            self.matrix.value: self.projection,
            "shares": self.shares,
            "output": self.output,
        }

    def fit(self, arranged: HeadArrangement) -> None:
        """Make room for another number of heads. Heights stay as they are."""
        self.projection.size = arranged.matrix
        self.weights.size = self.shares.size = arranged.size
        self.output.size = "tiny" if arranged.output else arranged.size
        for part, width in (
            (self._tiles, arranged.tile),
            (self._weights, arranged.weights),
            (self._shares, arranged.shares),
            (self._output, arranged.output),
        ):
            for other in WIDTHS:
                classify(part, f"attn-cells-{other}", other == width)
        for size in NARROW:
            classify(self._output, f"attn-rows-{size}", bool(arranged.output) and size == arranged.size)
        classify(self._tiles, "attn-tall", arranged.tall)
        classify(self._lower, "attn-short-labels", arranged.labels == "short")
        self._tiles.layout.height = f"{arranged.tiles}px"
        self._lower.layout.height = self._projection.layout.max_height = f"{arranged.lower}px"
        self._projection.layout.width = f"{arranged.box}px"
        self._weights.layout.width = f"{arranged.middle}px"
        self.lines.width, self.lines.height = arranged.middle - 4, arranged.lower - _LINES_FRAME

    def show(self, scene: Heads, before: Heads | None = None) -> None:
        """Show in every view what differs from before, and offer the heads that there are."""
        count = len(scene.trace.heads)
        if before is None or len(before.trace.heads) != count:
            self.fit(_arranged(scene))
        super().show(scene, before)
        for place, (tile, frame) in enumerate(zip(self.tiles, self._frames, strict=True)):
            if place < count and (before is None or scene.tile_differs(before, place)):
                tile.show(scene.tile(place))
            reveal(frame, place < count)
            classify(frame, "attn-chosen", place == scene.chosen)
            classify(frame, "attn-silenced", place in scene.silenced)
        options = tuple((title, place) for place, title in enumerate(scene.titles))
        if self.head.options != options:
            self.head.options = options
        self.head.value, self.silence.value = scene.chosen, scene.chosen in scene.silenced
        as_lines = self.picture.value == LINES
        reveal(self.lines, as_lines)
        reveal(self.weights, not as_lines)
        if as_lines:
            self.lines.show(lines_panel(scene.head))

    def mark(self, cell: Cell | None, lit: Lit) -> None:
        """Outline a cell, and light others; the chosen head's tile shows what its weights show."""
        super().mark(cell, lit)
        for place, (label, tile) in enumerate(zip(head_labels(self.heads.value), self.tiles, strict=False)):
            tile.light(sorted(lit.get(label, ())))
            chosen = cell is not None and cell[0] == "weights" and place == self.head.value
            tile.selected = cell[1:] if chosen and cell is not None else ()

    def _lower_row(self) -> ipywidgets.Box:
        parts = (self._projection, operator("→"), self._weights, operator("→"), self._shares, self._output)
        row = box("row", "stages", *parts)
        row.add_class("attn-lower")
        return row

    def _rows(self, narrator: Narrator) -> tuple[ipywidgets.Box, ...]:
        drawn = [control for control in (self.seed, self.randomise) if control is not None]
        first = (self.heads, self.head, self.silence, box("row", "fill"), *drawn, self.restart)
        return (
            box("row", "bar", *first),
            self._tiles,
            box("row", "bar", self.matrix, self.picture),
            self._lower,
            foot(narrator, self.cell),
        )


def _arranged(scene: Heads) -> HeadArrangement:
    shapes = [scene.head.stage(name).shape for name in MATRICES]
    return arrange_heads(
        scene.head.tokens,
        n_heads=len(scene.trace.heads),
        d_model=shapes[0][0],
        d_head=max(shape[1] for shape in shapes),
        d_out=scene.output.shape[1],
    )
