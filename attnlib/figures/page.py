"""One sheet as an explorer shows it: a heading, the stages, the selected cell's arithmetic, a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from attnlib.figures._engine.blocks import Arithmetic, Column, Prose
from attnlib.figures._engine.layout import MakeBlock, arrange
from attnlib.figures._engine.matrix_block import MatrixBlock
from attnlib.figures._engine.pen import Block
from attnlib.figures._engine.style import LABEL, PAGE_HEIGHT, PAGE_WIDTH, TITLE, Style
from attnlib.figures.lines import LinesBlock
from attnlib.figures.plane import PlaneBlock
from attnlib.maths.explain import Explanation
from attnlib.meaning.drawings import LinesPanel, PlanePanel
from attnlib.meaning.matrix import MatrixPanel


@dataclass(frozen=True)
class Sheet:
    """What to draw, and the matrices in it by name."""

    block: Column
    matrices: Mapping[str, MatrixBlock]


def sheet(
    panels: Mapping[str, MatrixPanel],
    *,
    style: Style,
    height: float = PAGE_HEIGHT,
    lines: LinesPanel | None = None,
    plane: PlanePanel | None = None,
    selected: Explanation | None = None,
    caption: str = "",
    title: str = "",
) -> Sheet:
    """Lay out a sheet; see `twin_png` for what the arguments mean."""
    drawings: list[MakeBlock] = []
    if lines is not None:
        drawings.append(lambda attempt: LinesBlock(lines, attempt))
    if plane is not None:
        drawings.append(lambda attempt: PlaneBlock(plane, attempt))
    above: list[Block] = [Prose(title, PAGE_WIDTH, style.px(1.15 * TITLE), bold=True)] if title else []
    below: list[Block] = (
        [Arithmetic(selected.text, PAGE_WIDTH, style.px(TITLE))] if selected is not None else []
    )
    below += [Prose(caption, PAGE_WIDTH, style.px(LABEL + 1))] if caption else []
    left = height - sum(block.height + 12 for block in (*above, *below))
    page = arrange(panels, style=style, width=PAGE_WIDTH, height=left, selected=selected, drawings=drawings)
    return Sheet(Column([*above, page.rows, *below], 12.0), page.matrices)
