"""How the stages of one attention share a page: X, then W's over Q, K, V, then the scores' way to the output."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from attnlib.figures._engine.blocks import Column, Row, Symbol
from attnlib.figures._engine.matrix_block import MatrixBlock, natural_cell_width
from attnlib.figures._engine.pen import Block
from attnlib.figures._engine.style import Style
from attnlib.maths.explain import Explanation
from attnlib.meaning.matrix import MatrixPanel

_PROJECTED = ("Q", "K", "V")
_SOURCES = ("X", "W_Q", "W_K", "W_V", *_PROJECTED)
_SHRINKS = (1.0, 0.93, 0.86, 0.8, 0.74, 0.68, 0.62, 0.56, 0.5, 0.46)
#: Below this scale numbers would be smaller than eight pixels.
_SMALLEST = 0.68
#: How much longer than asked a page may grow before its cells fall silent.
_LONGEST = 1.8
_PITCHES = (20.0, 16.0, 13.0, 10.0, 8.0, 6.0, 4.0, 3.0, 2.0)

MakeBlock = Callable[[Style], Block]
Link = tuple[Block, ...]  # a matrix with the operation that leads to it


@dataclass(frozen=True)
class Page:
    """An arrangement that fits: rows of blocks, and the matrices among them by name."""

    rows: Column
    matrices: Mapping[str, MatrixBlock]
    style: Style

    @property
    def width(self) -> float:
        """Width in logical pixels."""
        return self.rows.width

    @property
    def height(self) -> float:
        """Height in logical pixels."""
        return self.rows.height


def arrange(
    panels: Mapping[str, MatrixPanel],
    *,
    style: Style,
    width: float,
    height: float,
    selected: Explanation | None = None,
    drawings: Sequence[MakeBlock] = (),
) -> Page:
    """Arrange panels on a page, as large as the page allows.

    Parameters
    ----------
    panels : mapping of str to MatrixPanel
        By stage; other names stand in the chain after the scores, in their order.
    style : Style
        Sizes are at most these.
    width, height : float
        The page. Where even small cells don't fit, the page grows downwards.
    selected : Explanation, optional
        Its cell is framed, and so are the cells it was made from.
    drawings : sequence of functions that make a block in a style
        Lines or a plane, after the matrices.
    """
    grown: Page | None = None
    for attempt, usual in _attempts(style):
        if grown is not None and grown.style.texts and not attempt.texts:
            return grown  # a longer page that says its numbers is better than a short one that doesn't
        matrices = _blocks(panels, attempt, selected)
        sources = _sources(matrices, attempt)
        drawn = [(make(attempt),) for make in drawings]
        for option in _options(sources, _chain(matrices, attempt), drawn, usual):
            rows = _rows(option, attempt, width)
            if rows.width > width:
                continue
            if rows.height <= height:
                return Page(rows, matrices, attempt)
            least = 0.0 if grown is None else grown.height
            if rows.height <= _LONGEST * height or not attempt.texts:
                grown = grown if 0 < least <= rows.height else Page(rows, matrices, attempt)
    assert grown is not None, "a matrix wider than the page at two pixels a cell"
    return grown


def _attempts(style: Style) -> Iterator[tuple[Style, bool]]:
    """Styles to try, and whether only in the usual arrangement.

    Labels are shortened before type becomes small, and type becomes small before cells fall silent.
    """
    smaller = [shrink for shrink in _SHRINKS[3:] if shrink * style.scale >= _SMALLEST]
    for shrinks, usual in ((_SHRINKS[:3], True), (_SHRINKS[:3], False), (smaller, False)):
        for label_rooms in ((72.0, 52.0), (0.0,)):
            for shrink in shrinks:
                for label_room in label_rooms:
                    yield style.but(scale=style.scale * shrink, label_room=label_room), usual
    for pitch in _PITCHES:
        yield style.but(scale=0.8, texts=False, pitch=pitch), False


def _blocks(
    panels: Mapping[str, MatrixPanel], style: Style, selected: Explanation | None
) -> dict[str, MatrixBlock]:
    cell = max((natural_cell_width(panel, style) for panel in panels.values()), default=0.0)
    blocks = {name: MatrixBlock(panel, style, cell_width=cell) for name, panel in panels.items()}
    if selected is not None:
        for name, block in blocks.items():
            # without a mask the masked scores are the scaled ones, and only these are shown
            stages = (name, "masked") if name == "scaled" and "masked" not in blocks else (name,)
            block.lit = {(o.row, o.column) for o in selected.operands if o.stage in stages}
        if selected.stage in blocks:
            block = blocks[selected.stage]
            rows, columns = block.panel.row_labels, block.panel.column_labels
            if selected.row in rows and selected.column in columns:
                block.selected = rows.index(selected.row), columns.index(selected.column)
    return blocks


def _sources(matrices: Mapping[str, MatrixBlock], style: Style) -> Block | None:
    """X, an arrow, and each projection over what it makes, cells below cells."""
    columns: list[Block] = []
    for name in _PROJECTED:
        pair = [matrices[key] for key in (f"W_{name}", name) if key in matrices]
        for block in pair:
            block.gutter = max(other.needed_gutter for other in pair)
        if pair:
            columns.append(Column(pair, style.px(10)))
    if "X" not in matrices:
        return Row(columns, style.px(22)) if columns else None
    x = matrices["X"]
    if not columns:
        return x
    arrow = Symbol("→", style, _middle(x), x.height)
    return Row([x, arrow, Row(columns, style.px(22))], style.px(14), anchor=0.5)


def _chain(matrices: Mapping[str, MatrixBlock], style: Style) -> list[Link]:
    """Each matrix after Q, K, V with the operation that leads to it."""
    links: list[Link] = []
    before = ""
    for name, block in matrices.items():
        if name in _SOURCES:
            continue
        text = _operation(before, name, block.panel)
        links.append((Symbol(text, style, _middle(block), block.height), block) if text else (block,))
        before = name
    return links


def _operation(before: str, name: str, panel: MatrixPanel) -> str:
    if (before, name) == ("scores", "scaled"):
        return panel.note  # ÷ √2, × 0.5 or not scaled
    if (before, name) in (("scores", "masked"), ("scaled", "masked")):
        return "mask"
    if name == "weights" and before in ("scores", "scaled", "masked"):
        return "softmax"
    if (before, name) == ("weights", "output"):
        return "· V"
    return ""


def _middle(block: MatrixBlock) -> float:
    return (block.top_of_cells + block.height) / 2


def _options(
    sources: Block | None, links: Sequence[Link], drawings: Sequence[Link], usual: bool
) -> list[list[list[Link]]]:
    """Ways to break what is to be shown into rows.

    Usual is: the sources and the drawings in one row, the scores' way to the output in the next. Otherwise: few rows
    first, the sources by themselves before shared, then as evenly as may be.
    """
    head: list[Link] = [] if sources is None else [(sources,)]
    if usual:
        return [[row for row in ([*head, *drawings], list(links)) if row]]
    items = [*head, *links, *drawings]
    ways = [
        [items[start:end] for start, end in zip((0, *cuts), (*cuts, len(items)), strict=True)]
        for count in range(len(items))
        for cuts in combinations(range(1, len(items)), count)
    ]
    return sorted(
        ways, key=lambda rows: (len(rows), len(rows[0]) != len(head), _widest_after_the_first(rows))
    )


def _widest_after_the_first(rows: Sequence[Sequence[Link]]) -> float:
    return max((sum(block.width for link in row for block in link) for row in rows[1:]), default=0.0)


def _rows(option: Sequence[Sequence[Link]], style: Style, width: float) -> Column:
    rows = []
    for row in option:
        blocks = [block for link in row for block in link]
        used = Row(blocks, style.px(12)).width
        spare = max(0.0, width - used) / max(1, len(blocks) - 1)
        # cells stand on one line, beside Q, K and V as well; a drawing has no such line
        anchor = 1.0 if all(isinstance(block, MatrixBlock | Symbol | Row) for block in blocks) else 0.5
        rows.append(Row(blocks, style.px(12) + min(spare, style.px(16)), anchor))
    return Column(rows, style.px(16))
