"""The whole of one attention as one picture, with what is done between the matrices written between them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attnlib.figures._engine import png
from attnlib.figures._engine.base import Display, require
from attnlib.figures._engine.matrix_block import MatrixArtists
from attnlib.figures._engine.pen import Block, Pen, blank_figure
from attnlib.figures._engine.style import NOTEBOOK, PAGE_HEIGHT
from attnlib.figures.page import sheet
from attnlib.maths.explain import Explanation
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.drawings import LinesPanel, PlanePanel
from attnlib.meaning.matrix import MatrixPanel
from attnlib.meaning.page import MARGIN
from attnlib.meaning.plain import shown_panels


class PipelineDisplay(Display):
    """Every stage that a trace knows, from the embeddings to the output.

    Parameters
    ----------
    trace : AttentionTrace
        Without leading axes.
    presenting : bool, default False
        Larger type and thicker lines, for a projector.
    lines, plane, selected, caption, title
        See `twin_png`.

    Attributes
    ----------
    matrices_ : dict of str to MatrixArtists
        ``.cells``, ``.texts``, ``.hatches``, ``.row_labels``, ``.column_labels``, ``.marks`` of each stage.
    ax_, figure_, texts_
        See `Display`.

    Examples
    --------
    >>> from attnlib import examples
    >>> display = plot_pipeline(examples.mouse_eats_cheese())
    >>> display.matrices_["weights"].texts[0][1].get_text()
    '0.89'
    """

    matrices_: dict[str, MatrixArtists]

    def __init__(self, trace: AttentionTrace, *, presenting: bool = False, **extras: Any) -> None:
        require("PipelineDisplay", trace, AttentionTrace, "make one with trace_attention(Q, K, V)")
        super().__init__(trace, presenting=presenting)
        self.panels = shown_panels(trace)
        self._extras = extras

    @property
    def _sentence(self) -> str:
        selected = self._extras.get("selected")
        return self.reading if selected is None else f"{self.reading}\n{selected.text}"

    def _block(self) -> Block:
        height = 1.3 * PAGE_HEIGHT if self.presenting else PAGE_HEIGHT
        self._sheet = sheet(self.panels, style=self.style, height=height, **self._extras)
        return self._sheet.block

    def _keep(self, block: Block) -> None:
        self.matrices_ = {name: matrix.artists for name, matrix in self._sheet.matrices.items()}


def plot_pipeline(trace: AttentionTrace, *, presenting: bool = False) -> PipelineDisplay:
    """Draw every stage of a trace."""
    return PipelineDisplay(trace, presenting=presenting).plot()  # type: ignore[no-any-return]


def twin_png(
    panels: Mapping[str, MatrixPanel],
    *,
    lines: LinesPanel | None = None,
    plane: PlanePanel | None = None,
    selected: Explanation | None = None,
    caption: str = "",
    title: str = "",
) -> bytes:
    """Draw what an explorer shows, as PNG: for a page on which nothing runs.

    Parameters
    ----------
    panels : mapping of str to MatrixPanel
        What the explorer shows, by stage and in order; may be empty.
    lines : LinesPanel, optional
    plane : PlanePanel, optional
        Drawn after the matrices.
    selected : Explanation, optional
        Of the selected cell: ``trace.explain(stage, row, column)``. Its cell and its operands are framed and its
        arithmetic is written out.
    caption, title : str
        A sentence below and a heading above.

    Returns
    -------
    bytes
        At most 960 logical pixels wide, drawn at 1.75 pixels to each.
    """
    shown = sheet(
        panels, style=NOTEBOOK, lines=lines, plane=plane, selected=selected, caption=caption, title=title
    )
    width, height = shown.block.width + 2 * MARGIN, shown.block.height + 2 * MARGIN
    figure = blank_figure(width, height)
    shown.block.draw(Pen(figure.add_axes((0, 0, 1, 1)), width, height, NOTEBOOK), MARGIN, MARGIN)
    return png.encode(figure)
