"""scores(Q, K): every query asks every key."""

from __future__ import annotations

import math

import numpy as np

from attnlib.exercises.exercise import Case, Exercise, slip
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


def _scores(Q: Array, K: Array) -> Array:
    return Q @ flip(K)


def _cosine(Q: Array, K: Array) -> Array:
    lengths = np.linalg.norm(Q, axis=-1)[..., :, None] * np.linalg.norm(K, axis=-1)[..., None, :]
    return Q @ flip(K) / lengths


def _sums(Q: Array, K: Array) -> Array:
    return Q.sum(axis=-1)[..., :, None] * K.sum(axis=-1)[..., None, :]


EXERCISE = Exercise(
    name="scores",
    lesson="01",
    rank=1,
    signature="def scores(Q, K):  # (..., n_q, d_k), (..., n_k, d_k) -> (..., n_q, n_k)",
    reference=_scores,
    cases=(
        Case("one query, one key: one number, their dot product", (numbers(1, 3), numbers(1, 3, seed=1))),
        Case("one query, several keys: one score for each key", (numbers(1, 3), numbers(4, 3, seed=1))),
        Case("several queries: rows ask, columns are asked", (numbers(2, 3), numbers(4, 3, seed=1))),
        Case("as many queries as keys", (numbers(3, 3, seed=2), numbers(3, 3, seed=3))),
        Case("whole numbers", whole(numbers(2, 5, seed=6), numbers(3, 5, seed=7))),
        Case(
            "single precision, stored column by column: the same numbers",
            stored_otherwise(numbers(2, 5, seed=8), numbers(3, 5, seed=9)),
        ),
        Case("a batch of sequences", (numbers(2, 3, 5, seed=4), numbers(2, 4, 5, seed=5))),
        Case("a batch in two axes", (numbers(2, 3, 4, 6, seed=10), numbers(2, 3, 5, 6, seed=11))),
    ),
    slips=(
        slip(
            "transposed",
            "Keys ask queries here: row and column have changed places. Queries are rows: Q @ K transposed.",
            lambda Q, K: K @ flip(Q),
            lambda Q, K: K @ Q.T,
        ),
        slip(
            "transpose_missing",
            "The product needs K transposed, so that a query's features meet a key's features: "
            "np.swapaxes(K, -1, -2).",
            lambda Q, K: Q @ K,
        ),
        slip("batch_transposed", TURNED_SAYS, *TURNED),
        slip("reshaped", RESHAPED_SAYS, *RESHAPED),
        slip("batch_paired", PAIRED_SAYS, *PAIRED),
        slip("axis_from_front", FRONT_SAYS, *FROM_FRONT),
        slip(
            "scaled_already",
            "These scores are divided by √d_k already. That is the next step; here they stay raw.",
            lambda Q, K: Q @ flip(K) / math.sqrt(Q.shape[-1]),
        ),
        slip(
            "averaged",
            "The products are averaged over the features. A dot product is their sum.",
            lambda Q, K: Q @ flip(K) / Q.shape[-1],
        ),
        slip(
            "softmax_already",
            "These are weights: the softmax has been taken. Return the scores themselves.",
            lambda Q, K: budget(Q @ flip(K)),
            lambda Q, K: budget(Q @ flip(K) / math.sqrt(Q.shape[-1])),
        ),
        slip(
            "elementwise",
            "* multiplies entry by entry. Each query must meet each key in a dot product: @.",
            lambda Q, K: Q * K,
        ),
        slip(
            "cosine",
            "The dot products are divided by the vectors' lengths, which gives their cosine. "
            "A score is the plain dot product: longer vectors score higher.",
            _cosine,
        ),
        slip(
            "distance",
            "That is how far queries and keys lie apart. A score is their dot product: the sum of products.",
            distance,
            lambda Q, K: -distance(Q, K),
            lambda Q, K: np.sqrt(distance(Q, K)),
            lambda Q, K: -np.sqrt(distance(Q, K)),
            lambda Q, K: -distance(Q, K) / 2,
        ),
        slip(
            "absolute",
            "The sign is dropped. A score may be negative: query and key point away from each other.",
            lambda Q, K: np.abs(_scores(Q, K)),
        ),
        slip(
            "sign_reversed",
            "The sign is turned: what fits best scores lowest. Write Q @ K transposed.",
            lambda Q, K: -_scores(Q, K),
        ),
        slip(
            "summed_before",
            "The features are summed before they are multiplied. Multiply feature by feature first, then "
            "sum.",
            _sums,
        ),
        slip(
            "keys_unused",
            "Queries meet queries: K takes no part. Write Q @ K transposed.",
            lambda Q, K: Q @ flip(Q),
        ),
        slip(
            "queries_unused",
            "Keys meet keys: Q takes no part. Write Q @ K transposed.",
            lambda Q, K: K @ flip(K),
        ),
    ),
    hints=(
        "Each query is compared with each key: multiply feature by feature and add up.",
        "scores = Q Kᵀ: row i, column j holds qᵢ · kⱼ. With a batch, only the last two axes of K are "
        "swapped.",
        "return Q @ np.swapaxes(K, …, …)",
    ),
    solution="""
def scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2)  # (..., n_q, n_k)
""",
)
