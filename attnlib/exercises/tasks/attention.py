"""attention(Q, K, V): score, scale, normalise, mix."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from attnlib.exercises.exercise import Case, Exercise, slip
from attnlib.exercises.mistaken import attend, budget, flip
from attnlib.exercises.numbers import numbers, stored_otherwise, whole
from attnlib.exercises.tasks._products import overflow_slips, product_slips, step_slips
from attnlib.exercises.tasks._scales import scale_slips
from attnlib.exercises.tasks._softmaxes import softmax_slips
from attnlib.maths.check import Array


def _scaled_late(Q: Array, K: Array, V: Array) -> tuple[Array, Array]:
    weights = budget(Q @ flip(K)) / math.sqrt(Q.shape[-1])
    return weights @ V, weights


def _asked(Q: Array, K: Array, V: Array) -> tuple[Array, Array]:
    weights = budget(K @ flip(Q) / math.sqrt(Q.shape[-1]))
    return weights @ V, weights


_WIDE = numbers(3, 4, seed=30) * 200

EXERCISE = Exercise(
    name="attention",
    lesson="05",
    rank=1,
    signature="def attention(Q, K, V):  # (..., n_q, d_k), (..., n_k, d_k), (..., n_k, d_v) -> (..., n_q, "
    "d_v)",
    reference=attend,
    cases=(
        Case(
            "one key: the output is its value",
            (numbers(1, 3, seed=1), numbers(1, 3, seed=2), numbers(1, 2, seed=3)),
        ),
        Case(
            "all scores 0: the mean of the values",
            (numbers(2, 3, seed=4), np.zeros((4, 3)), numbers(4, 5, seed=5)),
        ),
        Case(
            "one query, three keys: scores are divided by √d_k",
            (numbers(1, 5, seed=6), numbers(3, 5, seed=7), numbers(3, 2, seed=8)),
        ),
        Case(
            "several queries: each spends its own budget",
            (numbers(2, 5, seed=9), numbers(4, 5, seed=10), numbers(4, 3, seed=11)),
        ),
        Case(
            "as many queries as keys",
            (numbers(3, 5, seed=12), numbers(3, 5, seed=13), numbers(3, 2, seed=14)),
        ),
        Case(
            "large scores: nothing overflows", (_WIDE, numbers(2, 4, seed=31) * 200, numbers(2, 5, seed=32))
        ),
        Case(
            "whole numbers in, fractions out",
            whole(numbers(2, 5, seed=18), numbers(4, 5, seed=19), numbers(4, 3, seed=20)),
        ),
        Case(
            "single precision, stored column by column: the same numbers",
            stored_otherwise(numbers(2, 5, seed=21), numbers(4, 5, seed=22), numbers(4, 3, seed=23)),
        ),
        Case(
            "a batch of sequences",
            (numbers(2, 3, 6, seed=15), numbers(2, 4, 6, seed=16), numbers(2, 4, 5, seed=17)),
        ),
        Case(
            "a batch in two axes",
            (numbers(2, 3, 4, 11, seed=24), numbers(2, 3, 5, 11, seed=25), numbers(2, 3, 5, 7, seed=26)),
        ),
    ),
    slips=(
        slip(
            "values_returned",
            "The values are returned as they are. Mix them by the weights.",
            lambda Q, K, V: V,
        ),
        slip(
            "uniform",
            "Every key weighs the same, whatever the query asks. The weights must come from the scores.",
            lambda Q, K, V: np.broadcast_to(V.mean(axis=-2, keepdims=True), (*Q.shape[:-1], V.shape[-1])),
        ),
        *scale_slips(attend),
        slip(
            "scale_after_softmax",
            "The weights are divided by √d_k, so a row no longer sums to 1. Divide the scores, before the "
            "softmax.",
            _scaled_late,
        ),
        *softmax_slips(attend),
        slip(
            "wrong_axis",
            "The softmax runs down the columns. A query's budget is its row, the last axis: axis=-1.",
            partial(attend, normalise=partial(budget, axis=-2)),
            partial(attend, normalise=partial(budget, axis=-2, maximum=False)),
            partial(attend, normalise=partial(budget, axis=0)),
        ),
        slip(
            "whole_matrix",
            "All queries share one budget. Normalise each row by itself: axis=-1, keepdims=True.",
            partial(attend, normalise=partial(budget, axis=None)),
            partial(attend, normalise=partial(budget, axis=(-2, -1))),
        ),
        *overflow_slips(attend),
        *step_slips(attend, "sum_missing", "whole_matrix"),
        slip(
            "softmax_missing",
            "The values are mixed by the scores themselves. Take the softmax of each row first.",
            partial(attend, normalise=lambda scores: scores),
            lambda Q, K, V: Q @ flip(K) @ V,
        ),
        slip(
            "sum_missing",
            "The values are mixed by powers that don't sum to 1. Divide each row by its sum.",
            partial(attend, normalise=np.exp),
            partial(attend, normalise=lambda x: np.exp(x - x.max(axis=-1, keepdims=True))),
        ),
        slip(
            "keys_mixed",
            "The keys are mixed instead of the values: weights @ V.",
            lambda Q, K, V: attend(Q, K, K),
        ),
        slip(
            "roles_exchanged",
            "Keys ask queries here: row and column have changed places. Score Q @ K transposed.",
            _asked,
        ),
        slip(
            "weights_transposed",
            "The weights are transposed before they meet the values: weights @ V.",
            partial(attend, mix=lambda weights, V: flip(weights) @ V),
        ),
        *product_slips(attend),
        slip(
            "hard_maximum",
            "Each query takes the value of its best key alone. Mix all values by the softmax of the scores.",
            partial(attend, normalise=lambda x: np.eye(x.shape[-1])[x.argmax(axis=-1)]),
        ),
    ),
    hints=(
        "Four steps: score every query with every key, scale, make each row a budget, mix the values by it.",
        "softmax(Q Kᵀ / √d_k) V, the softmax row by row.",
        "scaled = Q @ np.swapaxes(K, …) / math.sqrt(…); powers = np.exp(scaled - scaled.max(…)); "
        "weights = powers / powers.sum(…); return weights @ …",
    ),
    solution="""
def attention(Q, K, V):
    scaled = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])  # (..., n_q, n_k)
    powers = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ V, weights  # (..., n_q, d_v), (..., n_q, n_k)
""",
    outputs=("output", "weights"),
    first_alone=True,
)
