"""Several matrices side by side, to compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from attnlib.figures._engine.base import Display, require
from attnlib.figures._engine.layout import Page, arrange
from attnlib.figures._engine.matrix_block import MatrixArtists
from attnlib.figures._engine.pen import Block
from attnlib.figures._engine.style import PAGE_HEIGHT, PAGE_WIDTH
from attnlib.meaning.matrix import MatrixPanel


class PanelsDisplay(Display):
    """Panels side by side, in as few rows as the page allows. Each keeps the colour scale that its panel has.

    Parameters
    ----------
    *panels : MatrixPanel
    titles : sequence of str, optional
        One for each panel, where the panels' own titles don't say what differs.
    presenting : bool, default False
        Larger type and thicker lines, for a projector.

    Attributes
    ----------
    matrices_ : list of MatrixArtists
        In the order of the panels.
    ax_, figure_, texts_
        See `Display`.

    Examples
    --------
    >>> from attnlib import examples
    >>> from attnlib.meaning.matrix import matrix_panel
    >>> trace = examples.mouse_eats_cheese()
    >>> display = plot_panels(matrix_panel(trace, "Q"), matrix_panel(trace, "K"), titles=["asks", "is asked"])
    >>> [matrix.title.get_text() for matrix in display.matrices_]
    ['asks', 'is asked']
    """

    matrices_: list[MatrixArtists]

    def __init__(
        self, *panels: MatrixPanel, titles: Sequence[str] | None = None, presenting: bool = False
    ) -> None:
        for panel in panels:
            require("PanelsDisplay", panel, MatrixPanel, 'make one with matrix_panel(trace, "weights")')
        if not panels:
            raise ValueError("panels: got none; pass one or more, such as matrix_panel(trace, 'weights')")
        if titles is not None:
            if len(titles) != len(panels):
                raise ValueError(f"titles: got {len(titles)} for {len(panels)} panels; each panel needs one")
            panels = tuple(replace(panel, title=title) for panel, title in zip(panels, titles, strict=True))
        super().__init__(*panels, presenting=presenting)
        self.panels = panels

    def _block(self) -> Block:
        numbered = {f"{place}": panel for place, panel in enumerate(self.panels)}
        self._page: Page = arrange(numbered, style=self.style, width=PAGE_WIDTH, height=PAGE_HEIGHT)
        return self._page.rows

    def _keep(self, block: Block) -> None:
        self.matrices_ = [matrix.artists for matrix in self._page.matrices.values()]


def plot_panels(
    *panels: MatrixPanel, titles: Sequence[str] | None = None, presenting: bool = False
) -> PanelsDisplay:
    """Draw several panels side by side."""
    return PanelsDisplay(*panels, titles=titles, presenting=presenting).plot()  # type: ignore[no-any-return]
