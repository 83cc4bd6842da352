"""The scaling explorer's controls and views, and where each stands. It shows what it is given."""

from __future__ import annotations

import ipywidgets
import numpy as np

from attnlib.maths.scaling.draws import KEYS, WIDTHS
from attnlib.meaning.cells import Cell
from attnlib.meaning.scaling.panels import MOST_KEYS, SCALES, jacobian_panel
from attnlib.meaning.scaling.scene import ScaledSoftmax, jacobian_rows
from attnlib.meaning.scene import Lit
from attnlib.widgets.frame.board import Board
from attnlib.widgets.frame.boxes import box, foot, reveal
from attnlib.widgets.frame.fit import ROOM_ACROSS, ROOM_DOWN, SIZES
from attnlib.widgets.frame.seed import SeedBox
from attnlib.widgets.views.bars import BarsView
from attnlib.widgets.views.matrix import MatrixView
from attnlib.widgets.views.narrator import Narrator
from attnlib.widgets.views.slider import Slider

#: Temperatures that the slider reaches.
COLDEST, HOTTEST = 0.125, 4.0

#: Numbers of keys whose Jacobians have different shapes: one more than is shown whole stands for all that are a size.
_SHAPES = [n_keys for n_keys in KEYS if n_keys <= 2 * MOST_KEYS]

_LOWER = SIZES["dense"].high(8) + 4
_UPPER = ROOM_DOWN - _LOWER - 4


class ScalingBoard(Board):
    """Controls and views of a `ScalingExplorer`, built once."""

    seed: SeedBox
    randomise: ipywidgets.Button

    def __init__(self, narrator: Narrator) -> None:
        super().__init__()
        self.d_k = Slider("d_k", 64, values=WIDTHS)
        self.scale = ipywidgets.Dropdown(options=SCALES, description="scale")
        self.temperature = Slider("temperature", 1.0, min=COLDEST, max=HOTTEST, step=0.125)
        self.n_keys = Slider("keys", 8, values=KEYS)
        self._draws("Draw queries and keys with the next seed")
        self.formula = ipywidgets.Label()
        self.formula.add_class("attn-formula")
        wide = (ROOM_ACROSS - 12) // 2
        self.distribution = BarsView(width=wide, height=_UPPER)
        self.row = BarsView(width=wide, height=_UPPER)
        self.measures = MatrixView()
        self.measures.add_class("attn-measures")
        # One for each number of rows, filled from the start: a step of a slider then takes no cell out of the page.
        self.jacobians = {len(view.row_labels): view for view in map(_equal, _SHAPES)}
        for view in self.jacobians.values():
            view.add_class("attn-jacobian")
        self.jacobian = self.jacobians[MOST_KEYS]
        self.rows = self._rows(narrator)

    @property
    def views(self) -> dict[str, MatrixView]:
        """What shows cells to select now, by name."""
        return {"measures": self.measures, "jacobian": self.jacobian}

    def show(self, scene: ScaledSoftmax, before: ScaledSoftmax | None = None) -> None:
        """Show what follows from the choices."""
        self.temperature.disabled = scene.scale != "temperature"
        self.formula.value = scene.formula
        for view, bars in zip((self.distribution, self.row), scene.bars(), strict=True):
            view.show(bars)
        self.jacobian = self.jacobians[jacobian_rows(scene.draws.n_keys)]
        for view in self.jacobians.values():
            reveal(view, view is self.jacobian)
        super().show(scene, before)

    def mark(self, cell: Cell | None, lit: Lit) -> None:
        """Outline a cell, and light bars of the row of weights."""
        super().mark(cell, lit)
        self.row.light(bar for _, bar in lit.get("row", ()))

    def _rows(self, narrator: Narrator) -> tuple[ipywidgets.Box, ...]:
        upper = box("row", "stages", self.distribution, self.row)
        lower = box("row", "stages", self.measures, box("row", "fill"), *self.jacobians.values())
        for row, height in ((upper, _UPPER), (lower, _LOWER)):
            row.layout.height = f"{height}px"
        return (
            box("row", "bar", self.d_k, self.scale, self.temperature, box("row", "fill"), self.restart),
            box("row", "bar", self.n_keys, self.seed, self.randomise, box("row", "fill"), self.formula),
            upper,
            lower,
            foot(narrator),
        )


def _equal(n_keys: int) -> MatrixView:
    """Make a view of the Jacobian of equal weights."""
    panel = jacobian_panel(np.full(n_keys, 1 / n_keys), tuple(str(key + 1) for key in range(n_keys)))
    return MatrixView(panel, size="dense" if len(panel.values) > 1 else "normal")
