"""Matrices in rows that the caller chooses, cells below cells: what was masked over what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import zip_longest

from attnlib.figures._engine.base import Display, require
from attnlib.figures._engine.blocks import Arithmetic, Column, Prose, Row
from attnlib.figures._engine.matrix_block import MatrixArtists, MatrixBlock, natural_cell_width
from attnlib.figures._engine.pen import Block
from attnlib.figures._engine.style import LABEL, PAGE_WIDTH, TITLE, Style
from attnlib.meaning.matrix import MatrixPanel

_SHRINKS = (1.0, 0.93, 0.86, 0.8, 0.74, 0.68, 0.62, 0.56, 0.5, 0.45, 0.4)

Cell = tuple[int, int]


class RowsDisplay(Display):
    """Panels in rows.

    Parameters
    ----------
    *rows : sequence of MatrixPanel
        From top to bottom; a panel's name is its address, so no two are the same.
    selected : (name, row, column), optional
        The cell that ``says`` explains; it is framed.
    lit : mapping of str to set of (row, column), optional
        Cells to frame in colour, by the panel's name.
    title, says, caption : str
        A heading, the selected cell's arithmetic in a box, and a sentence below.
    presenting : bool, default False
        Larger type and thicker lines, for a projector.

    Attributes
    ----------
    matrices_ : dict of str to MatrixArtists
        By the panel's name.
    ax_, figure_, texts_
        See `Display`.

    Examples
    --------
    >>> from attnlib import examples
    >>> from attnlib.meaning.matrix import matrix_panel
    >>> trace = examples.mouse_eats_cheese()
    >>> display = RowsDisplay([matrix_panel(trace, "scaled")], [matrix_panel(trace, "weights")]).plot()
    >>> display.matrices_["weights"].texts[0][1].get_text()
    '0.89'
    """

    matrices_: dict[str, MatrixArtists]

    def __init__(
        self,
        *rows: Sequence[MatrixPanel],
        selected: tuple[str, int, int] | None = None,
        lit: Mapping[str, AbstractSet[Cell]] | None = None,
        title: str = "",
        says: str = "",
        caption: str = "",
        presenting: bool = False,
    ) -> None:
        panels = [panel for row in rows for panel in row]
        for panel in panels:
            require("RowsDisplay", panel, MatrixPanel, 'make one with matrix_panel(trace, "weights")')
        if not panels:
            raise ValueError("rows: got none; pass one or more lists of panels")
        names = [panel.name for panel in panels]
        if len(set(names)) < len(names):
            raise ValueError(
                f"rows: each panel needs a name of its own, got {names}; rename with dataclasses.replace"
            )
        super().__init__(*panels, presenting=presenting)
        self.rows = rows
        self._selected, self._lit = selected, lit or {}
        self._title, self._says, self._caption = title, says, caption

    @property
    def reading(self) -> str:
        """One sentence that says what is to be seen."""
        return self._caption or super().reading

    @property
    def _sentence(self) -> str:
        return "\n".join(text for text in (self.reading, self._title, self._says) if text)

    def _block(self) -> Block:
        style = self.style
        for attempt in _attempts(style):
            self._matrices = self._made(attempt)
            rows = Column([self._row(row, attempt) for row in self.rows], attempt.px(16))
            if rows.width <= PAGE_WIDTH:
                break
        above: list[Block] = []
        below: list[Block] = []
        if self._title:
            above.append(Prose(self._title, PAGE_WIDTH, style.px(TITLE), bold=True))
        if self._says:
            below.append(Arithmetic(self._says, PAGE_WIDTH, style.px(TITLE)))
        if self._caption:
            below.append(Prose(self._caption, PAGE_WIDTH, style.px(LABEL + 1)))
        return Column([*above, rows, *below], 12.0)

    def _made(self, style: Style) -> dict[str, MatrixBlock]:
        panels = [panel for row in self.rows for panel in row]
        cell = max(natural_cell_width(panel, style) for panel in panels)
        blocks = {panel.name: MatrixBlock(panel, style, cell_width=cell) for panel in panels}
        for column in zip_longest(*self.rows):
            stacked = [blocks[panel.name] for panel in column if panel is not None]
            for block in stacked:
                block.gutter = max(other.needed_gutter for other in stacked)
        for name, block in blocks.items():
            block.lit = self._lit.get(name, frozenset())
            if self._selected is not None and self._selected[0] == name:
                block.selected = self._selected[1:]
        return blocks

    def _row(self, row: Sequence[MatrixPanel], style: Style) -> Row:
        return Row([self._matrices[panel.name] for panel in row], style.px(24))

    def _keep(self, block: Block) -> None:
        self.matrices_ = {name: matrix.artists for name, matrix in self._matrices.items()}


def _attempts(style: Style) -> Iterator[Style]:
    """Labels are shortened before type becomes small; at last cells fall silent."""
    for label_room in (72.0, 0.0):
        for shrink in _SHRINKS:
            yield style.but(scale=style.scale * shrink, label_room=label_room)
            if label_room and shrink <= 0.86:
                break
    for pitch in (16.0, 10.0, 6.0, 3.0):
        yield style.but(scale=0.8, texts=False, pitch=pitch)
