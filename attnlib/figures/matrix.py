"""One matrix as a picture: each cell says its number and has the colour that the panel gave it."""

from __future__ import annotations

from matplotlib.collections import LineCollection, PathCollection
from matplotlib.text import Text

from attnlib.figures._engine.base import Display, require
from attnlib.figures._engine.matrix_block import MatrixBlock
from attnlib.figures._engine.style import PAGE_WIDTH, Style
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.matrix import MatrixPanel, matrix_panel


class MatrixDisplay(Display):
    """A panel as a picture, row 0 on top.

    Parameters
    ----------
    panel : MatrixPanel
    presenting : bool, default False
        Larger type and thicker lines, for a projector.

    Attributes
    ----------
    cells_ : PathCollection
        The cells, row by row.
    cell_texts_ : tuple of tuples of Text
        What each cell says; empty where cells are too small to say anything.
    hatches_ : LineCollection or None
        The hatching of masked cells.
    row_labels_, column_labels_ : tuple of Text
    ax_, figure_, texts_
        See `Display`.

    Examples
    --------
    >>> from attnlib import examples
    >>> display = plot_matrix(examples.mouse_eats_cheese(), "scores")
    >>> display.cell_texts_[0][1].get_text()
    '4'
    """

    cells_: PathCollection
    cell_texts_: tuple[tuple[Text, ...], ...]
    hatches_: LineCollection | None
    row_labels_: tuple[Text, ...]
    column_labels_: tuple[Text, ...]

    def __init__(self, panel: MatrixPanel, *, presenting: bool = False) -> None:
        require("MatrixDisplay", panel, MatrixPanel, 'make one with matrix_panel(trace, "weights")')
        super().__init__(panel, presenting=presenting)
        self.panel = panel

    def _block(self) -> MatrixBlock:
        return fitting_block(self.panel, self.style)

    def _keep(self, block: MatrixBlock) -> None:
        made = block.artists
        assert made.cells is not None
        self.cells_, self.cell_texts_, self.hatches_ = made.cells, made.texts, made.hatches
        self.row_labels_, self.column_labels_ = made.row_labels, made.column_labels


def fitting_block(panel: MatrixPanel, style: Style, *, width: float = PAGE_WIDTH) -> MatrixBlock:
    """Make a block no wider than ``width``: first with less room, at last with small cells that say nothing."""
    smaller = style.but(scale=0.75 * style.scale, label_room=0)
    for attempt in (style.but(label_room=130), style, style.but(label_room=0), smaller):
        block = MatrixBlock(panel, attempt, roles=True)
        if block.width <= width:
            return block
    pitch = min((width - block.left_of_cells) / len(panel.column_labels), 620.0 / len(panel.row_labels))
    pitch = max(2.0, min(22.0, pitch))
    return MatrixBlock(panel, style.but(scale=1.0, texts=False, pitch=pitch), roles=True)


def plot_matrix(trace: AttentionTrace, stage: str, *, presenting: bool = False) -> MatrixDisplay:
    """Draw one stage or input of a trace."""
    return MatrixDisplay(matrix_panel(trace, stage), presenting=presenting).plot()  # type: ignore[no-any-return]


def plot_weights(trace: AttentionTrace, *, presenting: bool = False) -> MatrixDisplay:
    """Draw the weights of a trace: who looks at whom."""
    return plot_matrix(trace, "weights", presenting=presenting)
