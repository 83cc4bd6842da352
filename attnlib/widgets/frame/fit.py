"""How large cells may be so that a whole pipeline fits an explorer, and what is folded when even small ones don't."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from attnlib.meaning.page import EDGES, HEIGHT, WIDTH

#: What is left of an explorer between its edges, and beneath and above its bars and its narrator.
ROOM_ACROSS, ROOM_DOWN = WIDTH - EDGES, HEIGHT - 160

#: Side of the plane and height of the lines; either needs this much more around it. Lines that stand alone are wider.
PICTURE, PICTURE_FRAME, ALONE = 230, 26, 420

#: Height of a folded matrix of dense cells, and width of a folded stage's strip.
FOLDED, STRIP = 24, 28

_GAP = 4  # between an explorer's parts
_ARROW = 16 + _GAP
_LABEL_PADDING = 5


@dataclass(frozen=True)
class Cells:
    """Measures of a matrix in pixels, as views/matrix.css sets them; its labels in the type for a projector."""

    width: int
    height: int
    type: float
    gap: int = 2
    heading: int = 44

    def wide(self, labels: Sequence[str], columns: int, *, longest: int) -> float:
        """Width of a matrix whose row labels are cut after ``longest`` pixels."""
        label = min(longest, self.type * max(map(_ems, labels), default=0))
        return 6 + _LABEL_PADDING + label + columns * (self.width + self.gap)

    def high(self, rows: int) -> int:
        """Height of a matrix with its heading and its column labels."""
        return self.heading + rows * (self.height + self.gap)


SIZES = {
    "large": Cells(64, 34, 15),
    "normal": Cells(50, 27, 13),
    "compact": Cells(40, 23, 12.5),
    "dense": Cells(34, 18, 12, gap=1, heading=36),
}

#: Pixels after which a row label is cut.
LABELS = {"long": 92, "short": 56}


@dataclass(frozen=True)
class Lower:
    """How the stages from the scores to the output stand in one row."""

    arrows: bool
    folded: tuple[str, ...]
    room: float


@dataclass(frozen=True)
class Arrangement:
    """Sizes of the parts of an explorer of projections.

    Attributes
    ----------
    size, labels : str
        Of the cells, one of `SIZES`; of the row labels, one of `LABELS`.
    upper, lower : int
        Heights in pixels of the rows of matrices: X, projections, Q, K, V; and scores to output.
    one_open : bool
        Whether, for want of height, a projection and what it makes are open one at a time.
    beside : bool
        Whether the plane or the lines stand beside the upper row; else they take its place.
    widths : mapping of str to float
        Of the stages in the lower row.
    rows : mapping of bool to Lower
        The lower row without and with a mask.
    """

    size: str
    labels: str
    upper: int
    lower: int
    one_open: bool
    beside: bool
    widths: dict[str, float]
    rows: dict[bool, Lower]

    @property
    def picture(self) -> int:
        """Height that the upper row leaves to a picture."""
        return min(PICTURE, self.upper - PICTURE_FRAME)


def arrange(tokens: Sequence[str], *, d_model: int, d_k: int, d_v: int) -> Arrangement:
    """Choose the largest cells with which everything fits.

    Parameters
    ----------
    tokens : sequence of str
        Names of the rows.
    d_model, d_k, d_v : int
        Columns of X, of Q and K, and of V.

    Examples
    --------
    >>> small = arrange(["Mouse", "Eats", "Cheese"], d_model=2, d_k=2, d_v=2)
    >>> small.size, small.one_open, small.beside, small.rows[True].folded
    ('normal', False, True, ('scaled',))
    """
    n_tokens, features = len(tokens), [f"f{d_model}"]
    for size, labels, one_open, beside in _from_best():
        cells, longest = SIZES[size], LABELS[labels]

        def wide(
            columns: int, of: Sequence[str] = tokens, cells: Cells = cells, longest: int = longest
        ) -> float:
            return cells.wide(of, columns, longest=longest)

        made, lower = [cells.high(d_model), cells.high(n_tokens)], cells.high(n_tokens)
        stack = max(made) + FOLDED if one_open else sum(made) + 2
        upper = max(stack, min(PICTURE + PICTURE_FRAME, ROOM_DOWN - lower))
        columns = [max(wide(width), wide(width, features)) for width in (d_k, d_k, d_v)]
        across = wide(d_model) + _ARROW + sum(columns) + 4 * _GAP
        if beside:
            across += PICTURE + 12 + _GAP
        if across <= ROOM_ACROSS and upper + lower <= ROOM_DOWN:
            break
    square = wide(n_tokens)
    widths = {**dict.fromkeys(("scores", "scaled", "masked", "weights"), square), "output": wide(d_v)}
    rows = {masked: _lower(square, widths["output"], masked=masked) for masked in (False, True)}
    return Arrangement(size, labels, upper, lower, one_open, beside, widths, rows)


def largest(widths: Sequence[tuple[Sequence[str], int]], *, room: float) -> str | None:
    """Size of the largest cells with which matrices fit side by side, None if not even the smallest do.

    Parameters
    ----------
    widths : sequence of (row labels, columns)
        The matrices.
    room : float
        Pixels.

    Examples
    --------
    >>> largest([(["Mouse", "Eats"], 2), (["Mouse", "Eats"], 2)], room=500)
    'large'
    """
    for size, cells in SIZES.items():
        if sum(cells.wide(labels, columns, longest=LABELS["long"]) for labels, columns in widths) <= room:
            return size
    return None


def _from_best() -> Iterator[tuple[str, str, bool, bool]]:
    """Yield size, labels, one_open and beside: all open beats larger cells, and those beat a picture beside them."""
    sizes = ("normal", "compact", "dense")
    for labels, size in product(LABELS, sizes):
        yield size, labels, False, True
    for labels, size in product(LABELS, sizes):
        yield size, labels, False, False
    for beside, labels in product((True, False), LABELS):
        yield "dense", labels, True, beside


def _lower(square: float, output: float, *, masked: bool) -> Lower:
    """Fold what has no room: the scaled scores first, then the raw ones, the masked ones last; arrows go before."""
    squares = ["scores", "scaled", *(["masked"] if masked else [])]
    order = [name for name in ("scaled", "scores", "masked") if name in squares]
    for count, arrows in product(range(len(order) + 1), (True, False)):
        taken = 3 * _ARROW if arrows else 0
        room = ROOM_ACROSS - taken - square - output - _GAP * (len(squares) + 1)
        if (len(squares) - count) * square + count * STRIP <= room:
            break
    return Lower(arrows, tuple(order[:count]), room)


def _ems(text: str) -> float:
    """Width of a text in ems, in a wide letter such as DejaVu Sans: better too much than too little."""
    return sum(map(_em, text))


def _em(char: str) -> float:
    if unicodedata.combining(char):
        return 0.0
    if unicodedata.east_asian_width(char) in "WF" or char in "mwMWQO@%&":
        return 1.0
    if char in "iljtfrI.,:;'|!()[] ":
        return 0.42
    return 0.7 if char.isupper() else 0.64 if char.isdigit() else 0.62
