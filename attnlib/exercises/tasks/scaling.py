"""scaled_scores(Q, K): scores whose size doesn't depend on d_k."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from attnlib.exercises.exercise import Case, Exercise, Function, slip
from attnlib.exercises.mistaken import budget, distance, flip
from attnlib.exercises.numbers import numbers, stored_otherwise, whole
from attnlib.exercises.tasks._products import (
    FROM_FRONT,
    FRONT_SAYS,
    PAIRED,
    PAIRED_SAYS,
    RESHAPED,
    RESHAPED_SAYS,
    TURNED,
    TURNED_SAYS,
)
from attnlib.maths.check import Array


def _divided(divisor: Callable[[Array, Array], float]) -> Callable[[Array, Array], Array]:
    """Scores divided by something of Q and K."""

    def scaled(Q: Array, K: Array) -> Array:
        return Q @ flip(K) / divisor(Q, K)

    return scaled


def _scored(score: Function) -> Callable[[Array, Array], Array]:
    """Scores made in another way, divided as they should be."""
    return lambda Q, K: score(Q, K) / math.sqrt(Q.shape[-1])


def _always(number: float) -> Callable[[Array, Array], float]:
    return lambda Q, K: number


_right = _divided(lambda Q, K: math.sqrt(Q.shape[-1]))


def _standardised(Q: Array, K: Array) -> Array:
    scores = Q @ flip(K)
    return scores / scores.std()


def _cosine(Q: Array, K: Array) -> Array:
    return Q @ flip(K) / (np.linalg.norm(Q, axis=-1)[..., None] * np.linalg.norm(K, axis=-1)[..., None, :])


EXERCISE = Exercise(
    name="scaling",
    lesson="02",
    rank=1,
    signature="def scaled_scores(Q, K):  # (..., n_q, d_k), (..., n_k, d_k) -> (..., n_q, n_k)",
    reference=_right,
    cases=(
        Case(
            "one pair with d_k = 4: the dot product, halved", (numbers(1, 4, seed=1), numbers(1, 4, seed=2))
        ),
        Case("one pair with d_k = 7", (numbers(1, 7, seed=3), numbers(1, 7, seed=4))),
        Case("several queries and keys: one divisor for all", (numbers(2, 5, seed=5), numbers(3, 5, seed=6))),
        Case("as many queries as keys", (numbers(3, 6, seed=7), numbers(3, 6, seed=8))),
        Case("whole numbers in, fractions out", whole(numbers(2, 3, seed=11), numbers(4, 3, seed=12))),
        Case(
            "single precision, stored column by column: the same numbers",
            stored_otherwise(numbers(2, 5, seed=13), numbers(3, 5, seed=14)),
        ),
        Case("a batch of sequences", (numbers(2, 3, 7, seed=9), numbers(2, 4, 7, seed=10))),
        Case("a batch in two axes", (numbers(2, 3, 4, 11, seed=15), numbers(2, 3, 5, 11, seed=16))),
    ),
    slips=(
        slip(
            "scale_missing",
            "The scores aren't divided at all. Divide them by √d_k.",
            _divided(lambda Q, K: 1),
        ),
        slip(
            "scale_not_rooted",
            "The scores are divided by d_k (or twice by √d_k). Their typical size grows with the root: "
            "divide once by √d_k.",
            _divided(lambda Q, K: Q.shape[-1]),
        ),
        slip(
            "scale_multiplied",
            "The scores are multiplied by √d_k, which makes large scores larger. Divide.",
            _divided(lambda Q, K: 1 / math.sqrt(Q.shape[-1])),
            _divided(lambda Q, K: 1 / Q.shape[-1]),
        ),
        slip(
            "scale_precedence",
            "d ** 1/2 is (d ** 1) / 2: a power binds before a division. Write d ** 0.5, or np.sqrt(d).",
            _divided(lambda Q, K: Q.shape[-1] / 2),
            _divided(lambda Q, K: Q.shape[-1] * 2),
        ),
        slip(
            "scale_truncated",
            "The root is made a whole number. Divide by √d_k as it is.",
            _divided(lambda Q, K: math.floor(math.sqrt(Q.shape[-1]))),
            _divided(lambda Q, K: math.ceil(math.sqrt(Q.shape[-1]))),
            _divided(lambda Q, K: round(math.sqrt(Q.shape[-1]))),
        ),
        slip(
            "floored",
            "// divides and drops what stands behind the point. Divide by /.",
            lambda Q, K: Q @ flip(K) // math.sqrt(Q.shape[-1]),
        ),
        slip(
            "scale_squared",
            "The scores are divided by a power of d_k. It is the root that is needed: √d_k.",
            _divided(lambda Q, K: Q.shape[-1] ** 2),
        ),
        slip(
            "scale_fourth_root",
            "Only one of Q and K was divided by the fourth root of d_k, or the root was taken twice. "
            "Together it must come to √d_k.",
            _divided(lambda Q, K: Q.shape[-1] ** 0.25),
        ),
        slip(
            "scale_by_tokens",
            "The divisor counts tokens. It must be the width of a query, d_k = Q.shape[-1].",
            _divided(lambda Q, K: math.sqrt(K.shape[-2])),
            _divided(lambda Q, K: math.sqrt(Q.shape[-2])),
            _divided(lambda Q, K: math.sqrt(Q.shape[0])),
            _divided(lambda Q, K: math.sqrt(K.shape[0])),
            _divided(lambda Q, K: K.shape[-2]),
            _divided(lambda Q, K: math.sqrt(Q.size)),
        ),
        slip(
            "scale_fixed",
            "The divisor is a fixed number. It must follow the width of a query, d_k = Q.shape[-1].",
            *map(_divided, map(_always, (2, 4, 8, math.sqrt(2), math.sqrt(512)))),
        ),
        slip(
            "scale_logarithm",
            "The divisor is the logarithm of d_k; it must be the root.",
            _divided(lambda Q, K: math.log(Q.shape[-1])),
            _divided(lambda Q, K: math.log2(Q.shape[-1])),
        ),
        slip(
            "standardised",
            "The scores are divided by their own spread. The divisor is known before: √d_k.",
            _standardised,
        ),
        slip(
            "cosine",
            "The scores are divided by the vectors' lengths. The divisor is one number for all: √d_k.",
            _cosine,
            lambda Q, K: _cosine(Q, K) / math.sqrt(Q.shape[-1]),
        ),
        slip(
            "transposed",
            "Row and column have changed places. Queries are rows: Q @ K transposed.",
            lambda Q, K: flip(_right(Q, K)),
        ),
        slip("batch_transposed", TURNED_SAYS, *(_scored(score) for score in TURNED)),
        slip("reshaped", RESHAPED_SAYS, *(_scored(score) for score in RESHAPED)),
        slip("batch_paired", PAIRED_SAYS, *(_scored(score) for score in PAIRED)),
        slip(
            "axis_from_front",
            FRONT_SAYS,
            *(_scored(score) for score in FROM_FRONT),
            _divided(lambda Q, K: math.sqrt(Q.shape[1])),
            _divided(lambda Q, K: math.sqrt(K.shape[1])),
        ),
        slip(
            "transpose_missing",
            "The product needs K transposed, so that a query's features meet a key's features: "
            "np.swapaxes(K, -1, -2).",
            _scored(lambda Q, K: Q @ K),
        ),
        slip(
            "distance",
            "That is how far queries and keys lie apart. A score is their dot product.",
            _scored(distance),
            _scored(lambda Q, K: -distance(Q, K)),
            _scored(lambda Q, K: -np.sqrt(distance(Q, K))),
        ),
        slip(
            "softmax_already",
            "The softmax has been taken. Return the scaled scores.",
            lambda Q, K: budget(_right(Q, K)),
        ),
    ),
    hints=(
        "A dot product adds up d_k products. How fast does the typical size of such a sum grow with d_k?",
        "scaled = Q Kᵀ / √d_k, where d_k is the width of a query.",
        "return Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[…])",
    ),
    solution="""
def scaled_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])  # (..., n_q, n_k)
""",
)
