"""What a scale does, on one sheet: the scores, a row of weights, the measures and the softmax's Jacobian."""

from __future__ import annotations

from attnlib.figures._engine.base import Display, require
from attnlib.figures._engine.blocks import Arithmetic, Column, Prose, Row
from attnlib.figures._engine.matrix_block import MatrixArtists, MatrixBlock
from attnlib.figures._engine.pen import Block
from attnlib.figures._engine.style import LABEL, PAGE_WIDTH, TITLE
from attnlib.figures.bars import BarsBlock
from attnlib.meaning.bars import BarsPanel
from attnlib.meaning.matrix import MatrixPanel

#: Smaller than usual: eight rows of a Jacobian stand beneath the bars.
_SHRINK = 0.9


class ScalingDisplay(Display):
    """Two fields of bars above two matrices.

    Parameters
    ----------
    distribution, row : BarsPanel
        All scores, and one row of weights.
    measures, jacobian : MatrixPanel
    selected : (name, row, column), optional
        The cell that ``says`` explains, by the name of its panel; it is framed.
    lit : tuple of int
        Bars of the row to frame.
    title, says, caption : str
        A heading, the selected cell's arithmetic in a box, and a sentence below.
    presenting : bool, default False
        Larger type and thicker lines, for a projector.

    Attributes
    ----------
    bars_ : tuple of PathCollection
        Of the distribution and of the row.
    matrices_ : dict of str to MatrixArtists
        By the panel's name.
    ax_, figure_, texts_
        See `Display`.
    """

    matrices_: dict[str, MatrixArtists]

    def __init__(
        self,
        distribution: BarsPanel,
        row: BarsPanel,
        measures: MatrixPanel,
        jacobian: MatrixPanel,
        *,
        selected: tuple[str, int, int] | None = None,
        lit: tuple[int, ...] = (),
        title: str = "",
        says: str = "",
        caption: str = "",
        presenting: bool = False,
    ) -> None:
        for panel in (distribution, row):
            require("ScalingDisplay", panel, BarsPanel, "make one with score_bars or weight_bars")
        for matrix in (measures, jacobian):
            require("ScalingDisplay", matrix, MatrixPanel, "make one with measures_panel or jacobian_panel")
        super().__init__(distribution, row, measures, jacobian, presenting=presenting)
        self._panels = distribution, row, measures, jacobian
        self._selected, self._lit = selected, frozenset(lit)
        self._title, self._says, self._caption = title, says, caption

    @property
    def reading(self) -> str:
        """One sentence that says what is to be seen."""
        return self._caption or super().reading

    @property
    def _sentence(self) -> str:
        return "\n".join(text for text in (self.reading, self._title, self._says) if text)

    def _block(self) -> Block:
        distribution, row, measures, jacobian = self._panels
        full = self.style
        style = full.but(scale=full.scale * _SHRINK, label_room=150.0)
        # The sheet is as wide as its bars; whatever is written on it is wrapped to that.
        upper = Row([BarsBlock(distribution, style), BarsBlock(row, style, lit=self._lit)], style.px(8))
        self._bars = upper.blocks
        self._matrices = {panel.name: MatrixBlock(panel, style) for panel in (measures, jacobian)}
        if self._selected is not None:
            self._matrices[self._selected[0]].selected = self._selected[1:]
        lower = Row(list(self._matrices.values()), style.px(24))
        wide = max(PAGE_WIDTH if not self.presenting else 0, upper.width, lower.width)
        above: list[Block] = [Prose(self._title, wide, full.px(TITLE), bold=True)] if self._title else []
        below: list[Block] = []
        if self._says:
            below.append(Arithmetic(self._says, wide, full.px(TITLE)))
        if self._caption:
            below.append(Prose(self._caption, wide, full.px(LABEL + 1)))
        return Column([*above, upper, lower, *below], 12.0)

    def _keep(self, block: Block) -> None:
        self.bars_ = tuple(bars.bars for bars in self._bars if isinstance(bars, BarsBlock))
        self.matrices_ = {name: matrix.artists for name, matrix in self._matrices.items()}
