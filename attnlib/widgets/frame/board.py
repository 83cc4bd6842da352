"""What every explorer's board has: it places controls and views and shows a scene; it neither speaks nor remembers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets

from attnlib.meaning.cells import Cell
from attnlib.meaning.scene import Lit
from attnlib.widgets.frame.cell_slider import CellSlider
from attnlib.widgets.frame.seed import SeedBox
from attnlib.widgets.views.matrix import MatrixView


class Board:
    """Controls and views of an explorer, built once.

    Attributes
    ----------
    rows : tuple of Box
        All of it, from top to bottom.
    views : mapping of str to MatrixView
        What shows cells to select now, by the names of the scene's views.
    restart : Button
    seed, randomise
        A box and a button, where something is drawn by lot.
    cell : CellSlider
        Where there are cells to change: holds the last of those that was selected.
    """

    rows: tuple[ipywidgets.Box, ...]
    _views: Mapping[str, MatrixView]
    seed: SeedBox | None = None
    randomise: ipywidgets.Button | None = None
    cell: CellSlider | None = None

    def __init__(self, restart: str = "Back to where this explorer started") -> None:
        self.restart = ipywidgets.Button(description="Reset", tooltip=restart)

    def _draws(self, what: str) -> None:
        """Make the box and the button for what is drawn by lot."""
        self.seed = SeedBox()
        self.randomise = ipywidgets.Button(description="Randomise", tooltip=what)

    @property
    def views(self) -> Mapping[str, MatrixView]:
        """Views by the names of the scene's; at each moment those that are shown."""
        return self._views

    def show(self, scene: Any, before: Any = None) -> None:
        """Show a scene, in views and in controls that tell of it; what is as before it is left alone."""
        views = self.views
        for name, panel in scene.panels(views, before=before).items():
            views[name].show(panel)

    def mark(self, cell: Cell | None, lit: Lit) -> None:
        """Outline a cell, and light others; what stays is left alone."""
        for name, view in self.views.items():
            cells = lit.get(name, ())
            if cells or view.lit:
                view.light(sorted(cells))
            chosen = cell[1:] if cell is not None and cell[0] == name else ()
            if view.selected != chosen:
                view.selected = chosen
