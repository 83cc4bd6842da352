"""The whole of one attention as one picture, with what is done between the matrices written between them."""

from __future__ import annotations

from collections.abc import Mapping

from attnlib.explain import Explanation
from attnlib.figures import _export
from attnlib.figures._base import MARGIN, Display, require
from attnlib.figures._blocks import Arithmetic, Column, Prose
from attnlib.figures._layout import MakeBlock, Page, arrange
from attnlib.figures._matrix_block import MatrixArtists
from attnlib.figures._pen import Block, Pen, blank_figure
from attnlib.figures._style import LABEL, NOTEBOOK, TITLE
from attnlib.figures.matrix import PAGE
from attnlib.panels import MatrixPanel
from attnlib.plain import shown_panels
from attnlib.trace import AttentionTrace


class PipelineDisplay(Display):
    """Every stage that a trace knows, from the embeddings to the output.

    Parameters
    ----------
    trace : AttentionTrace
        Without leading axes.
    presenting : bool, default False
        Larger type and thicker lines, for a projector.

    Attributes
    ----------
    matrices_ : dict of str to MatrixArtists
        ``.cells``, ``.texts``, ``.hatches``, ``.row_labels``, ``.column_labels`` of each stage.
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

    def __init__(self, trace: AttentionTrace, *, presenting: bool = False) -> None:
        require("PipelineDisplay", trace, AttentionTrace, "make one with trace_attention(Q, K, V)")
        super().__init__(trace, presenting=presenting)
        self.panels = shown_panels(trace)

    def _block(self) -> Block:
        self._page = arrange(
            self.panels, style=self.style, width=PAGE, height=700.0 if self.presenting else 540.0
        )
        return self._page.rows

    def _keep(self, block: Block) -> None:
        self.matrices_ = {name: matrix.artists for name, matrix in self._page.matrices.items()}


def plot_pipeline(trace: AttentionTrace, *, presenting: bool = False) -> PipelineDisplay:
    """Draw every stage of a trace."""
    return PipelineDisplay(trace, presenting=presenting).plot()  # type: ignore[no-any-return]


def twin_png(
    panels: Mapping[str, MatrixPanel],
    *,
    selected: Explanation | None = None,
    caption: str = "",
    title: str = "",
) -> bytes:
    """Draw what an explorer shows, as PNG: for a page on which nothing runs.

    Parameters
    ----------
    panels : mapping of str to MatrixPanel
        What the explorer shows, by stage and in order.
    selected : Explanation, optional
        Of the selected cell: ``trace.explain(stage, row, column)``. Its cell and its operands are framed and its
        arithmetic is written out.
    caption, title : str
        A sentence below and a heading above.

    Returns
    -------
    bytes
        At most 960 logical pixels wide; show it with `twin_size`.
    """
    sheet, _ = _sheet(panels, selected=selected, caption=caption, title=title, drawings=())
    figure = blank_figure(sheet.width + 2 * MARGIN, sheet.height + 2 * MARGIN, sharpness=1.75)
    pen = Pen(figure.add_axes((0, 0, 1, 1)), sheet.width + 2 * MARGIN, sheet.height + 2 * MARGIN, NOTEBOOK)
    sheet.draw(pen, MARGIN, MARGIN)
    return _export.png_bytes(figure)


def _sheet(
    panels: Mapping[str, MatrixPanel],
    *,
    selected: Explanation | None,
    caption: str,
    title: str,
    drawings: tuple[MakeBlock, ...],
) -> tuple[Column, Page]:
    above: list[Block] = [Prose(title, PAGE, 1.15 * TITLE, bold=True)] if title else []
    below: list[Block] = [Arithmetic(selected.text, PAGE, TITLE)] if selected is not None else []
    below += [Prose(caption, PAGE, LABEL + 1)] if caption else []
    taken = sum(block.height + 12 for block in (*above, *below))
    page = arrange(
        panels, style=NOTEBOOK, width=PAGE, height=540.0 - taken, selected=selected, drawings=drawings
    )
    return Column([*above, page.rows, *below], 12.0), page
