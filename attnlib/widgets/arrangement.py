"""How large cells may be so that a whole pipeline fits an explorer, and what is folded when even small ones don't."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

#: Width and height of a cell in pixels, largest first; static/matrix_view.css sets the same.
CELLS = {"large": (64, 34), "normal": (50, 27), "compact": (40, 23), "dense": (34, 18)}

#: Room for the explorer's bars, narrator and gaps, and for a matrix's heading, column labels and frame.
CHROME, HEADING, FOLDED = 172, 44, 28

_GAP, _LETTER, _FRAME, _OPERATORS, _STRIP = 2, 7.5, 12, 88, 30


@dataclass(frozen=True)
class Arrangement:
    """Sizes of an explorer's parts.

    Attributes
    ----------
    size : str
        Of the cells: ``normal``, ``compact`` or ``dense``.
    upper, lower : int
        Heights in pixels of the rows of matrices: X, projections, Q, K, V; and scores to output.
    one_open : bool
        Whether, for want of height, a projection and what it makes are open one at a time.
    operators : bool
        Whether the lower row has room for the operations between its matrices.
    folded : mapping of bool to tuple of str
        Which stages are folded for want of width, without and with a mask.
    """

    size: str
    upper: int
    lower: int
    one_open: bool
    operators: bool
    folded: dict[bool, tuple[str, ...]]


def arrange(
    tokens: Sequence[str], d_model: int, d_v: int, *, size: tuple[int, int], picture: int
) -> Arrangement:
    """Choose the largest cells with which everything fits.

    Parameters
    ----------
    tokens : sequence of str
        Names of the rows; the longest sets the width of a matrix's labels.
    d_model, d_v : int
        Rows of the projections, and columns of the output.
    size : (width, height)
        What the explorer may use, in pixels.
    picture : int
        Height of the plane or of the lines beside the upper row.

    Examples
    --------
    >>> small = arrange(["Mouse", "Eats", "Cheese"], 2, 2, size=(960, 560), picture=230)
    >>> small.size, small.one_open, small.folded[True]
    ('normal', False, ('scaled',))
    """
    width, height = size
    cells, one_open = _largest(len(tokens), d_model, height, picture)
    step = CELLS[cells][1] + _GAP
    lower, projections = HEADING + len(tokens) * step, HEADING + d_model * step
    square = _width(tokens, len(tokens), cells)
    output = _width(tokens, d_v, cells)
    operators = 3 * square + output + _OPERATORS <= width
    rest = output + (_OPERATORS if operators else 0)
    return Arrangement(
        size=cells,
        upper=max(picture, max(lower, projections) + FOLDED if one_open else lower + projections),
        lower=lower,
        one_open=one_open,
        operators=operators,
        folded={masked: _to_fold(width - rest, square, 4 if masked else 3) for masked in (False, True)},
    )


def _largest(n_tokens: int, d_model: int, height: int, picture: int) -> tuple[str, bool]:
    for cells in ("normal", "compact", "dense"):
        step = CELLS[cells][1] + _GAP
        lower, projections = HEADING + n_tokens * step, HEADING + d_model * step
        if max(picture, lower + projections) + lower + CHROME <= height:
            return cells, False
    return "dense", True


def _width(tokens: Sequence[str], columns: int, cells: str) -> float:
    label = min(92, _LETTER * max(map(len, tokens)))
    return label + columns * (CELLS[cells][0] + _GAP) + _FRAME


def _to_fold(room: float, square: float, squares: int) -> tuple[str, ...]:
    """Which of the square stages to fold so that the others fit: first the scaled scores, then the raw ones."""
    for folded in ((), ("scaled",), ("scaled", "scores")):
        if (squares - len(folded)) * square + len(folded) * _STRIP <= room:
            return folded
    return ("scaled", "scores")
