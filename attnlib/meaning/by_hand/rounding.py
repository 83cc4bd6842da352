"""What a cell may come to if the numbers that it is made from were rounded as the sheet asks.

Whoever writes 0.894 for 0.8943 and goes on with it finds 1.788 where exact numbers give 1.7886, and has made no
mistake.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from itertools import product

import numpy as np

from attnlib.maths.trace import AttentionTrace

#: Decimals that a sheet asks for, and that given numbers are printed with.
ASKED = 3
#: Figures to keep of a power of e on the way.
ON_THE_WAY = 4
_BROKEN = 2.0**52

Interval = tuple[float, float]


def reached(trace: AttentionTrace, stage: str, i: int, j: int) -> Interval:
    """Return the least and the most that a cell comes to, from exact numbers or from rounded ones.

    Examples
    --------
    >>> from attnlib import examples
    >>> low, high = reached(examples.mouse_eats_cheese(), "output", 0, 1)
    >>> round(low, 4), round(high, 4)
    (1.788, 1.7887)
    """
    value = float(trace.stage(stage)[i, j])
    if not math.isfinite(value):
        return value, value
    match stage:
        case "scores":
            pairs = [(_given(q), _given(k)) for q, k in zip(trace.Q[i], trace.K[j], strict=True)]
            found = _sum_of_products(pairs)
        case "scaled":
            found = _times(_cell(trace, "scores", i, j), _spread([trace.scale, 1 / _root(trace)]))
        case "masked":
            added = 0.0
            if trace.mask is not None and trace.mask.dtype != bool:
                added = float(np.broadcast_to(trace.mask, trace.masked.shape)[i, j])
            (low, high), by = _cell(trace, "scaled", i, j), _given(added)
            found = low + by[0], high + by[1]
        case "weights":
            found = _share(trace, i, j)
        case "output":
            keys = range(trace.K.shape[-2])
            pairs = [(_cell(trace, "weights", i, m), _given(trace.V[m, j])) for m in keys]
            found = _sum_of_products(pairs)
        case _:
            inputs = zip(trace.stage("X")[i], trace.stage(f"W_{stage}")[:, j], strict=True)
            found = _sum_of_products([(_given(x), _given(w)) for x, w in inputs])
    return min(value, *found), max(value, *found)


def rounded(value: float, decimals: int = ASKED) -> tuple[float, ...]:
    """Round as either school does: halves up, or to the even neighbour.

    Examples
    --------
    >>> rounded(0.0625), rounded(0.8943)
    ((0.063, 0.062), (0.894, 0.894))
    """
    if not abs(value) < _BROKEN:  # from here on there are no decimals
        return (value,)
    place = Decimal(1).scaleb(-decimals)
    return tuple(float(Decimal(repr(value)).quantize(place, way)) for way in (ROUND_HALF_UP, ROUND_HALF_EVEN))


def _cell(trace: AttentionTrace, stage: str, i: int, j: int) -> Interval:
    """Return the least and the most that a reader may have written into the cell of an earlier stage."""
    return _spread(end for bound in reached(trace, stage, i, j) for end in (bound, *rounded(bound)))


def _given(value: float) -> Interval:
    value = float(value)
    return _spread((value, *rounded(value)))


def _root(trace: AttentionTrace) -> float:
    """Round the divisor."""
    return rounded(1 / trace.scale)[0] or 1 / trace.scale


def _spread(values: Iterable[float]) -> Interval:
    held = tuple(values)
    return min(held), max(held)


def _times(a: Interval, b: Interval) -> Interval:
    return _spread(x * y for x, y in product(a, b))


def _sum_of_products(pairs: Iterable[tuple[Interval, Interval]]) -> Interval:
    each = [_times(a, b) for a, b in pairs]
    return sum(low for low, _ in each), sum(high for _, high in each)


def _share(trace: AttentionTrace, i: int, j: int) -> Interval:
    """Share out the powers: the cell's own score low and the others high, the other way round, and rounded powers."""
    keys = np.flatnonzero(trace.allowed[i]).tolist()
    if j not in keys:
        return 0.0, 0.0
    cells = {m: _cell(trace, "masked", i, m) for m in keys}
    largest = max(high for _, high in cells.values())
    place, found = keys.index(j), []
    for own in (0, 1):
        scores = [cells[m][own if m == j else 1 - own] for m in keys]
        powers = [math.exp(score - largest) for score in scores]
        found += [powers[place] / sum(powers), *_kept_shares(scores, place)]
    for end in (0, 1):  # as one goes on: each score as it stands
        found += _kept_shares([cells[m][end] for m in keys], place)
    return _spread(found)


def _kept_shares(scores: list[float], place: int) -> list[float]:
    """Share out powers of e that are written down with the figures to keep, their sum exact or kept so too."""
    powers = [_figures(math.exp(min(score, 700.0))) for score in scores]
    total = sum(powers)
    return [powers[place] / total, powers[place] / _figures(total)] if total else []


def _figures(value: float) -> float:
    return float(f"{value:.{ON_THE_WAY - 1}e}")
