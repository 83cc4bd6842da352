"""The scaling explorer's controls and views, and where each stands. It shows what it is given."""

from __future__ import annotations

from collections.abc import Iterable

import ipywidgets
import numpy as np

from attnlib.maths.scaling.draws import KEYS, WIDTHS
from attnlib.meaning.scaling.panels import MOST_KEYS, SCALES, jacobian_panel
from attnlib.meaning.scaling.scene import ScaledSoftmax, jacobian_rows
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


class ScalingBoard:
    """Controls and views of a `ScalingExplorer`, built once."""

    def __init__(self, narrator: Narrator) -> None:
        self.d_k = Slider("d_k", 64, values=WIDTHS)
        self.scale = ipywidgets.Dropdown(options=SCALES, description="scale")
        self.temperature = Slider("temperature", 1.0, min=COLDEST, max=HOTTEST, step=0.125)
        self.n_keys = Slider("keys", 8, values=KEYS)
        self.seed = SeedBox()
        self.randomise = ipywidgets.Button(
            description="Randomise", tooltip="Draw queries and keys with the next seed"
        )
        self.restart = ipywidgets.Button(description="Reset", tooltip="Back to where this explorer started")
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

    @property
    def all_views(self) -> list[tuple[str, MatrixView]]:
        """What may ever show cells to select, with its name."""
        return [("measures", self.measures), *(("jacobian", view) for view in self.jacobians.values())]

    @property
    def sliders(self) -> tuple[Slider, ...]:
        """The sliders, in the order of the page."""
        return self.d_k, self.temperature, self.n_keys

    def show(self, shown: ScaledSoftmax) -> None:
        """Show what follows from the choices."""
        self.temperature.disabled = shown.scale != "temperature"
        self.formula.value = shown.formula
        for view, bars in zip((self.distribution, self.row), shown.bars(), strict=True):
            view.show(bars)
        self.jacobian = self.jacobians[jacobian_rows(shown.draws.n_keys)]
        for view in self.jacobians.values():
            reveal(view, view is self.jacobian)
        for name, panel in shown.panels().items():
            self.views[name].show(panel)

    def mark(self, view: str, row: int, column: int, bars: Iterable[int]) -> None:
        """Outline a cell, and light bars of the row of weights."""
        for name, shown in self.views.items():
            shown.selected = (row, column) if name == view else ()
        self.row.light(bars)

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
