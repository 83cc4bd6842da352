"""causal_attention(X, W_Q, W_K, W_V): self-attention in which nobody sees what comes later."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from attnlib.exercises.exercise import Case, Exercise, slip
from attnlib.exercises.mistaken import attend, budget, flip, tril
from attnlib.exercises.numbers import stored_otherwise, whole
from attnlib.exercises.tasks._masks import TOO_SHORT, even_rows, mask_slips, window, zero_rows
from attnlib.exercises.tasks._products import overflow_slips, product_slips, step_slips
from attnlib.exercises.tasks._projected import Parts, inputs, project, projection_slips
from attnlib.exercises.tasks._scales import scale_slips
from attnlib.exercises.tasks._softmaxes import softmax_slips
from attnlib.maths.check import Array


def _run(
    *arguments: Array, parts: Parts = project, mask: Callable[[int], Array] = tril, **mistakes: Any
) -> tuple[Array, Array]:
    return attend(*parts(*arguments), mask(arguments[0].shape[-2]), **mistakes)


def _model_width(X: Array, *weights: Array) -> tuple[Array, Array]:
    return _run(X, *weights, divisor=lambda Q, K, V: math.sqrt(X.shape[-1]))


def _equal_scores() -> tuple[Array, ...]:
    X, W_Q, W_K, W_V = inputs(4, 3, 5, 2, seed=80)
    return X, W_Q, W_K * 0, W_V


def _large() -> tuple[Array, ...]:
    X, *weights = inputs(4, 3, 5, 2, seed=180)
    return X * 64, *weights


def _huge_scores() -> tuple[Array, ...]:
    """Each masked score is far above all allowed ones of its row."""
    queries, keys = np.array([[1.0], [2.0], [-1.0]]), np.array([[-1.0], [0.5], [1.0]])
    return np.eye(3), queries * 1e15, keys * 1e15, inputs(3, 3, 1, 2, seed=90)[3]


EXERCISE = Exercise(
    name="causal_attention",
    lesson="03",
    rank=5,
    signature="def causal_attention(X, W_Q, W_K, W_V):  "
    "# (..., n, d_model), (d_model, d_k) twice, (d_model, d_v) -> (..., n, d_v)",
    reference=_run,
    cases=(
        Case("one token: the output is its value", inputs(1, 3, 4, 2, seed=100)),
        Case("all scores 0: each output is the mean of the values so far", _equal_scores()),
        Case("four tokens, every width another: the scale", inputs(4, 3, 5, 2, seed=110)),
        Case("one width for everything", inputs(3, 3, 3, 3, seed=120)),
        Case("nine tokens: the last still sees the first", inputs(9, 3, 5, 2, seed=145)),
        Case("large scores: nothing overflows", _large()),
        Case("huge scores: nothing leaks, nothing overflows", _huge_scores()),
        Case("whole numbers in, fractions out", whole(*inputs(4, 3, 5, 2, seed=600))),
        Case(
            "single precision, stored column by column: the same numbers",
            stored_otherwise(*inputs(4, 3, 5, 2, seed=160)),
        ),
        Case("a batch of sequences", inputs(4, 5, 6, 2, seed=130, batch=(3,))),
        Case("a batch in two axes", inputs(4, 5, 11, 6, seed=670, batch=(2, 3))),
    ),
    slips=(
        *mask_slips(_run),
        slip(
            "future_instead",
            "Each token sees what comes after it and not what came before: the mask is turned round "
            "(np.tril, not np.triu).",
            partial(_run, mask=lambda n: tril(n).T),
        ),
        slip(
            "diagonal_masked",
            "A token is hidden from itself, so the first may see nothing at all. The diagonal is allowed.",
            partial(_run, mask=lambda n: tril(n, -1)),
            partial(_run, mask=lambda n: tril(n, -1), normalise=even_rows),
            partial(_run, mask=lambda n: tril(n, -1), normalise=zero_rows),
        ),
        slip(
            "sees_next",
            "Each token sees one token too far: the one that comes next.",
            partial(_run, mask=lambda n: tril(n, 1)),
        ),
        slip(
            "window_too_short",
            "Each token sees the last few before it and no further back. However long the text is, the last token "
            "sees the first.",
            *(partial(_run, mask=partial(window, left=left)) for left in TOO_SHORT),
        ),
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
            "mix_transposed",
            "The weights are transposed before they meet the values: weights @ V.",
            partial(_run, mix=lambda weights, V: flip(weights) @ V),
        ),
        *overflow_slips(_run),
        *step_slips(_run),
        *(made for made in product_slips(_run) if made.word != "causal_uninvited"),
    ),
    hints=(
        "As self-attention, with one step more between scaling and softmax: hide the future.",
        "softmax(mask(Q Kᵀ / √d_k)) V, where mask puts −∞ into every cell whose column comes after its row.",
        "allowed = np.tri(n, dtype=bool); masked = np.where(allowed, scaled, …); then softmax row by row, @ "
        "V",
    ),
    solution="""
def causal_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V  # (..., n, d_k), (..., n, d_k), (..., n, d_v)
    scaled = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])  # (..., n, n)
    masked = np.where(np.tri(X.shape[-2], dtype=bool), scaled, -np.inf)
    powers = np.exp(masked - masked.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ V, weights  # (..., n, d_v), (..., n, n)
""",
    outputs=("output", "weights"),
    first_alone=True,
)
