"""Wrong divisors of the scores: the same slips in every exercise that scales."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from attnlib.exercises.exercise import Function, Slip, slip
from attnlib.exercises.mistaken import Divisor, scores
from attnlib.maths.check import Array


def scale_slips(attend: Callable[..., Any], *more: Slip) -> tuple[Slip, ...]:
    """Return the slips of an attention that divides by the wrong thing.

    Parameters
    ----------
    attend : callable
        Takes the exercise's arguments and ``divisor=``, a function of Q, K, V.
    *more : Slip
        Of this exercise alone, such as the width of the model; they are tried first.
    """

    def by(divisor: Divisor) -> Function:
        return lambda *arguments, **named: attend(*arguments, divisor=divisor, **named)

    return (
        *more,
        slip(
            "scale_missing", "The scores aren't divided at all. Divide them by √d_k.", by(lambda Q, K, V: 1)
        ),
        slip(
            "scale_not_rooted",
            "The scores are divided by d_k (or twice by √d_k). Divide once by the root, √d_k.",
            by(lambda Q, K, V: Q.shape[-1]),
        ),
        slip(
            "scale_multiplied",
            "The scores are multiplied by √d_k, which makes large scores larger. Divide.",
            by(lambda Q, K, V: 1 / math.sqrt(Q.shape[-1])),
        ),
        slip(
            "scale_precedence",
            "d ** 1/2 is (d ** 1) / 2: a power binds before a division. Write d ** 0.5, or np.sqrt(d).",
            by(lambda Q, K, V: Q.shape[-1] / 2),
            by(lambda Q, K, V: Q.shape[-1] * 2),
        ),
        slip(
            "scale_truncated",
            "The root is made a whole number. Divide by √d_k as it is.",
            *(by(_whole_root(whole)) for whole in (math.floor, math.ceil, round)),
        ),
        slip(
            "floored",
            "// divides and drops what stands behind the point. Divide by /.",
            lambda *arguments, **named: attend(
                *arguments, score=_floored, divisor=lambda Q, K, V: 1, **named
            ),
        ),
        slip(
            "scale_squared",
            "The scores are divided by d_k². It is the root that is needed: √d_k.",
            by(lambda Q, K, V: Q.shape[-1] ** 2),
        ),
        slip(
            "scale_by_values",
            "The divisor is made from the width of the values, d_v. It must be the width of a query, d_k.",
            by(lambda Q, K, V: math.sqrt(V.shape[-1])),
        ),
        slip(
            "scale_by_tokens",
            "The divisor counts tokens. It must be the width of a query, d_k = Q.shape[-1].",
            by(lambda Q, K, V: math.sqrt(K.shape[-2])),
            by(lambda Q, K, V: math.sqrt(Q.shape[-2])),
            by(lambda Q, K, V: math.sqrt(Q.shape[0])),
            by(lambda Q, K, V: math.sqrt(K.shape[0])),
        ),
        slip(
            "scale_fixed",
            "The divisor is a fixed number. It must follow the width of a query, d_k = Q.shape[-1].",
            *map(by, map(_always, (8, math.sqrt(2), 2, math.sqrt(512)))),
        ),
    )


def _whole_root(whole: Callable[[float], int]) -> Divisor:
    return lambda Q, K, V: whole(math.sqrt(Q.shape[-1]))


def _floored(Q: Array, K: Array) -> Array:
    return scores(Q, K) // math.sqrt(Q.shape[-1])


def _always(number: float) -> Divisor:
    return lambda Q, K, V: number
