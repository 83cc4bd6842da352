"""self_attention(X, W_Q, W_K, W_V): one sequence asks itself."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from attnlib.exercises.exercise import Case, Exercise, slip
from attnlib.exercises.mistaken import attend, budget, flip
from attnlib.exercises.numbers import stored_otherwise, whole
from attnlib.exercises.tasks._products import overflow_slips, product_slips, step_slips
from attnlib.exercises.tasks._projected import Parts, inputs, project, projection_slips
from attnlib.exercises.tasks._scales import scale_slips
from attnlib.exercises.tasks._softmaxes import softmax_slips
from attnlib.maths.check import Array


def _run(*arguments: Array, parts: Parts = project, **mistakes: Any) -> tuple[Array, Array]:
    return attend(*parts(*arguments), **mistakes)


def _model_width(X: Array, *weights: Array) -> tuple[Array, Array]:
    return _run(X, *weights, divisor=lambda Q, K, V: math.sqrt(X.shape[-1]))


def _large() -> tuple[Array, ...]:
    X, *weights = inputs(4, 3, 5, 2, seed=180)
    return X * 64, *weights


_SWAP = np.array([[0.0, 1.0], [1.0, 0.0]])
_MOUSE = np.array([[2.0, 0.0], [1.0, 2.0], [2.0, 0.0]])

EXERCISE = Exercise(
    name="self_attention",
    lesson="01",
    rank=3,
    signature="def self_attention(X, W_Q, W_K, W_V):  "
    "# (..., n, d_model), (d_model, d_k) twice, (d_model, d_v) -> (..., n, d_v)",
    reference=_run,
    cases=(
        Case("one token: the output is its value", inputs(1, 3, 4, 2, seed=40)),
        Case("two tokens: each row is a budget of its own", inputs(2, 3, 6, 5, seed=42)),
        Case("Mouse eats cheese", (_MOUSE, _SWAP, np.eye(2), np.eye(2))),
        Case("four tokens, every width another", inputs(4, 3, 5, 2, seed=50)),
        Case("one width for everything", inputs(3, 3, 3, 3, seed=60)),
        Case("large scores: nothing overflows", _large()),
        Case("whole numbers in, fractions out", whole(*inputs(4, 3, 5, 2, seed=601))),
        Case(
            "single precision, stored column by column: the same numbers",
            stored_otherwise(*inputs(4, 3, 5, 2, seed=160)),
        ),
        Case("a batch of sequences", inputs(4, 5, 6, 2, seed=140, batch=(3,))),
        Case("a batch in two axes", inputs(4, 5, 11, 6, seed=701, batch=(2, 3))),
    ),
    slips=(
        *scale_slips(
            _run,
            slip(
                "scale_d_model",
                "The divisor is the root of the embedding's width. It must be of a query's: d_k = "
                "Q.shape[-1].",
                _model_width,
            ),
        ),
        *projection_slips(_run),
        *softmax_slips(_run),
        slip(
            "wrong_axis",
            "The softmax runs down the columns. A query's budget is its row, the last axis: axis=-1.",
            partial(_run, normalise=partial(budget, axis=-2)),
            partial(_run, normalise=partial(budget, axis=0)),
        ),
        slip(
            "softmax_missing",
            "The values are mixed by the scores themselves. Take the softmax of each row first.",
            partial(_run, normalise=lambda scores: scores),
            partial(_run, normalise=lambda scores: scores, divisor=lambda Q, K, V: 1),
        ),
        slip(
            "mix_transposed",
            "The weights are transposed before they meet the values: weights @ V.",
            partial(_run, mix=lambda weights, V: flip(weights) @ V),
        ),
        *overflow_slips(_run),
        *step_slips(_run),
        *product_slips(_run),
    ),
    hints=(
        "Make queries, keys and values from X first; the rest is attention as before.",
        "Q = X W_Q, K = X W_K, V = X W_V; softmax(Q Kᵀ / √d_k) V with d_k the width of Q, not of X.",
        "Q, K, V = X @ …, X @ …, X @ …; then score, divide by np.sqrt(Q.shape[…]), softmax row by row, @ V",
    ),
    solution="""
def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V  # (..., n, d_k), (..., n, d_k), (..., n, d_v)
    scaled = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])  # (..., n, n)
    powers = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ V, weights  # (..., n, d_v), (..., n, n)
""",
    outputs=("output", "weights"),
    first_alone=True,
)
