"""How large the head explorer's cells may be, so that every head, one head's numbers and the output fit together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil

from attnlib.maths.explain import features
from attnlib.widgets.frame.fit import LABELS, ROOM_ACROSS, ROOM_DOWN, SIZES, Cells

#: Widths of a tile's cells, and of cells that are narrower than their size says, as heads/explorer.css sets them.
TILES, NARROW = (28, 24, 20, 16, 13, 10), {"normal": 40, "compact": 32, "dense": 28}
WIDTHS = (*TILES, 40, 32)

_COLOURS, _SLIM_COLOURS = 16, 10  # widths of the output's cells where they say no number

_GAP = 4  # between an explorer's parts
_FRAME = 6  # of a tile around its cells, with the line around the chosen one
_AVERAGE = 148  # of the average's tile, for its title
_ARROWS = 2 * 24
_TILE_TITLE = 26
_BAR = 14  # a scroll bar
_LEAST_LINES, _LEAST_LOWER = 206, 110  # width of the lines, and height of the row they stand in
_LEAST_BOX = 168  # of the projection's box, which can be scrolled


@dataclass(frozen=True)
class HeadArrangement:
    """Sizes of the head explorer's parts in pixels.

    Attributes
    ----------
    tile : int
        Width of a tile's cells.
    tall : bool
        Whether a tile's cells are 18 pixels high rather than 14.
    tiles, lower : int
        Heights of the two rows of matrices, the same for any number of heads.
    size, matrix, labels : str
        Of the numbers' cells, of the projection's cells and of the row labels, as in `attnlib.widgets.frame.fit`.
    weights, shares, output : int
        Widths of their cells where narrower than ``size`` says, else 0. Narrow ones of the output say nothing.
    box, middle : int
        Widths of the projection's box, and of the weights or lines.
    """

    tile: int
    tall: bool
    tiles: int
    lower: int
    size: str
    matrix: str
    labels: str
    weights: int
    shares: int
    output: int
    box: int
    middle: int


def arrange_heads(
    tokens: Sequence[str], *, n_heads: int, d_model: int, d_head: int, d_out: int
) -> HeadArrangement:
    """Choose the largest cells with which everything fits.

    Parameters
    ----------
    tokens : sequence of str
        Names of the rows.
    n_heads : int
        Heads there are now.
    d_model, d_head, d_out : int
        Rows and columns of a head's widest projection, and columns of the output.

    Examples
    --------
    >>> cat = "The cat sat on the mat".split()
    >>> made = arrange_heads(cat, n_heads=4, d_model=8, d_head=2, d_out=8)
    >>> made.tile, made.size, made.matrix, made.output
    (28, 'normal', 'compact', 16)
    """
    n = len(tokens)
    tall = n <= 6
    tiles = _TILE_TITLE + n * (19 if tall else 15)
    lower = max(_LEAST_LOWER, min(ROOM_DOWN - tiles - _GAP, SIZES["normal"].high(max(n, d_model))))
    tile = next(
        width for width in WIDTHS if _tiles_wide(n_heads, n, width) <= ROOM_ACROSS or width == TILES[-1]
    )
    for whole, (size, labels, weights, shares, output) in product((True, False), _from_best()):
        cells = SIZES[size]
        if cells.high(n) > lower or (whole and size == "dense"):
            continue

        def wide(
            names: Sequence[str], columns: int, width: int, cells: Cells = cells, labels: str = labels
        ) -> float:
            return replace(cells, width=width or cells.width).wide(names, columns, longest=LABELS[labels])

        middle = max(_LEAST_LINES, ceil(wide(tokens, n, weights)))
        taken = middle + wide(tokens, n_heads, shares) + wide((), d_out, output)
        room = int(ROOM_ACROSS - taken - _ARROWS - 4 * _GAP)
        matrix, box = _projection(size, d_model, d_head, room=room, height=lower)
        if room >= (box if whole else min(box, _LEAST_BOX)):
            break
    box = min(box, room)
    return HeadArrangement(
        tile, tall, tiles, lower, size, matrix, labels, weights, shares, output, box, middle
    )


def _projection(size: str, rows: int, columns: int, *, room: float, height: int) -> tuple[str, int]:
    """Size, at most ``size``, of the largest cells with which a projection needs no scrolling; and its width."""
    sizes = ("normal", "compact", "dense")
    for name in sizes[sizes.index(size) :]:
        cells = SIZES[name]
        wide = ceil(cells.wide(features(rows), columns, longest=LABELS["short"]))
        if cells.high(rows) <= height and wide <= room:
            break
    return name, wide + (_BAR if cells.high(rows) > height else 0)


def _tiles_wide(heads: int, columns: int, width: int) -> int:
    """Width of the heads' tiles and of the average's, which has room for its title."""
    tile = _FRAME + columns * (width + 1) + 1
    return heads * (tile + _GAP) + max(tile, _AVERAGE)


def _from_best() -> Iterator[tuple[str, str, int, int, int]]:
    """Yield size, labels, and widths of weights, shares and output: larger type beats numbers in the output.

    They are tried first with room for the whole width of the projection, then with as much of it as must be: to scroll
    is better than the smallest type.
    """
    for labels in LABELS:
        for size, narrow in NARROW.items():
            for shares, output in ((0, 0), (0, _COLOURS), (narrow, _COLOURS)):
                yield size, labels, 0, shares, output
    yield "dense", "short", NARROW["dense"], NARROW["dense"], _SLIM_COLOURS
