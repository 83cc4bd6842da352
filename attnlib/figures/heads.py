"""The weights of several heads side by side, to compare them on one scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from attnlib.figures._engine.base import Display, require
from attnlib.figures._engine.blocks import Arithmetic, Column, Prose
from attnlib.figures._engine.layout import Page, arrange
from attnlib.figures._engine.matrix_block import MatrixArtists
from attnlib.figures._engine.pen import Block
from attnlib.figures._engine.style import LABEL, PAGE_HEIGHT, PAGE_WIDTH, TITLE, Style
from attnlib.maths.heads.trace import MultiHeadTrace
from attnlib.meaning.heads.panels import average_panel, head_panels, heads_reading
from attnlib.meaning.matrix import MatrixPanel

Cell = tuple[int, int]

#: Share of a page's height that the heads take where something stands below them.
_ABOVE = 0.8


class HeadsDisplay(Display):
    """Heads in as few rows as the page allows, and what came of them below. Weights are on the fixed scale from 0 to 1.

    Parameters
    ----------
    heads : sequence of MatrixPanel
        See `attnlib.meaning.heads.panels.head_panels`.
    below : sequence of MatrixPanel
        Other matrices, in rows of their own.
    reading : str
        One sentence that says what is to be seen.
    selected : (name, row, column), optional
        The cell that ``says`` explains, by the name of its panel; it is framed.
    lit : mapping of str to set of (row, column), optional
        Cells to frame in colour, by the panel's name.
    says : str
        The selected cell's arithmetic, in a box.
    captioned : bool
        Whether the reading stands below the picture as well.
    presenting : bool, default False
        Larger type and thicker lines, for a projector.

    Attributes
    ----------
    matrices_ : dict of str to MatrixArtists
        By the panel's name: ``h1``, ``h2``… and ``average``.
    ax_, figure_, texts_
        See `Display`.
    """

    matrices_: dict[str, MatrixArtists]

    def __init__(
        self,
        heads: Sequence[MatrixPanel],
        *,
        below: Sequence[MatrixPanel] = (),
        reading: str,
        selected: tuple[str, int, int] | None = None,
        lit: Mapping[str, AbstractSet[Cell]] | None = None,
        says: str = "",
        captioned: bool = False,
        presenting: bool = False,
    ) -> None:
        super().__init__(*heads, *below, presenting=presenting)
        self._rows = [row for row in (heads, below) if row]
        self._says, self._reading, self._captioned = says, reading, captioned
        self._selected, self._lit = selected, lit or {}

    @property
    def reading(self) -> str:
        """One sentence that says what is to be seen."""
        return self._reading

    @property
    def _sentence(self) -> str:
        return "\n".join(text for text in (self.reading, self._says) if text)

    def _block(self) -> Block:
        above = self._page(
            self._rows[0], self.style, PAGE_HEIGHT if len(self._rows) == 1 else _ABOVE * PAGE_HEIGHT
        )
        style = above.style if above.style.texts else self.style  # letters of one size above and below
        self._pages = [above, *(self._page(row, style, PAGE_HEIGHT) for row in self._rows[1:])]
        blocks: list[Block] = [page.rows for page in self._pages]
        if self._says:
            blocks.append(Arithmetic(self._says, PAGE_WIDTH, self.style.px(TITLE)))
        if self._captioned:
            blocks.append(Prose(self.reading, PAGE_WIDTH, self.style.px(LABEL + 1)))
        return Column(blocks, 14.0)

    def _page(self, panels: Sequence[MatrixPanel], style: Style, height: float) -> Page:
        named = {panel.name: panel for panel in panels}
        page = arrange(named, style=style, width=PAGE_WIDTH, height=height)
        for name, matrix in page.matrices.items():
            matrix.lit = self._lit.get(name, frozenset())
            if self._selected is not None and self._selected[0] == name:
                matrix.selected = self._selected[1:]
        return page

    def _keep(self, block: Block) -> None:
        self.matrices_ = {
            name: matrix.artists for page in self._pages for name, matrix in page.matrices.items()
        }


def plot_heads(
    trace: MultiHeadTrace,
    names: Sequence[str] | None = None,
    *,
    average: bool = False,
    presenting: bool = False,
) -> HeadsDisplay:
    """Draw every head's weights, all on the scale from 0 to 1.

    Parameters
    ----------
    trace : MultiHeadTrace
        Of one sequence, without leading axes.
    names : sequence of str, optional
        What the heads do, one name each; without them they are counted.
    average : bool, default False
        Whether to add the mean of the heads. It is a summary: no head need look like it.
    presenting : bool, default False
        Larger type and thicker lines, for a projector.

    Raises
    ------
    TypeError
        If ``trace`` isn't a MultiHeadTrace.
    ValueError
        If there isn't one name for each head, or the trace has leading axes.

    Examples
    --------
    >>> from attnlib import examples
    >>> made = examples.readable_heads("hot ( not )")
    >>> display = plot_heads(made.trace(), made.heads, average=True)
    >>> [matrix.title.get_text() for matrix in display.matrices_.values()][-2:]
    ['4 first token', 'average: a summary']
    """
    require("plot_heads", trace, MultiHeadTrace, "make one by calling a MultiHeadAttention")
    panels = head_panels(trace, names)
    return HeadsDisplay(  # type: ignore[no-any-return]
        (*panels, average_panel(trace)) if average else panels,
        reading=heads_reading(trace, names),
        presenting=presenting,
    ).plot()
