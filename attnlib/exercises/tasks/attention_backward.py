"""attention_backward(Q, K, V, d_output): from the output back to queries, keys and values."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from attnlib.exercises.exercise import Case, Exercise, Function, slip
from attnlib.exercises.mistaken import budget, flip, scores
from attnlib.exercises.numbers import numbers, stored_otherwise, whole
from attnlib.exercises.tasks._products import PAIRED, PAIRED_SAYS, TURNED, TURNED_SAYS, overflow_slips
from attnlib.exercises.tasks._softmaxes import lopsided
from attnlib.maths.attention import trace_attention
from attnlib.maths.check import Array
from attnlib.maths.gradients import attention_backward

Gradients = tuple[Array, Array, Array]


def _right(Q: Array, K: Array, V: Array, d_output: Array) -> Gradients:
    found = attention_backward(trace_attention(Q, K, V), d_output)
    return found.Q, found.K, found.V


def _through_softmax(w: Array, d: Array) -> Array:
    return w * (d - (w * d).sum(axis=-1, keepdims=True))


def _back(
    Q: Array,
    K: Array,
    V: Array,
    d_output: Array,
    *,
    score: Function = scores,
    to_weights: Function = lambda d_output, V: d_output @ flip(V),
    through_softmax: Function = _through_softmax,
    normalise: Function = budget,
    forward_divisor: Function = lambda d_k: math.sqrt(d_k),
    factor: Function = lambda d_k: 1 / math.sqrt(d_k),
    to_values: Function = lambda weights, d_output: flip(weights) @ d_output,
    to_queries: Function = lambda d_scores, Q, K: d_scores @ K,
    to_keys: Function = lambda d_scores, Q, K: flip(d_scores) @ Q,
) -> Gradients:
    """Go back through attention, each step replaceable by a mistaken one."""
    d_k = Q.shape[-1]
    weights = normalise(score(Q, K) / forward_divisor(d_k))
    d_V = to_values(weights, d_output)
    d_scores = through_softmax(weights, to_weights(d_output, V)) * factor(d_k)
    return to_queries(d_scores, Q, K), to_keys(d_scores, Q, K), d_V


def _case(
    isolates: str, n_q: int, n_k: int, d_k: int, d_v: int, *, seed: int, batch: tuple[int, ...] = ()
) -> Case:
    shapes = ((n_q, d_k), (n_k, d_k), (n_k, d_v), (n_q, d_v))
    return Case(
        isolates, tuple(numbers(*batch, *shape, seed=seed + place) for place, shape in enumerate(shapes))
    )


def _equal_values() -> Case:
    Q, K, _, d_output = _case("", 2, 3, 4, 5, seed=510).arguments
    return Case(
        "equal values: whom one asks makes no difference, so nothing reaches Q and K",
        (Q, K, np.full((3, 5), 0.5), d_output),
    )


def _large() -> Case:
    Q, K, V, d_output = _case("", 3, 4, 5, 2, seed=590).arguments
    return Case("large scores: nothing overflows", (Q * 64, K * 64, V, d_output))


def _keepdims_missing(w: Array, d: Array) -> Array:
    return w * (d - (w * d).sum(axis=-1))


def _by_columns(w: Array, d: Array) -> Array:
    return w * (d - (w * d).sum(axis=-2, keepdims=True))


EXERCISE = Exercise(
    name="attention_backward",
    lesson="05",
    rank=2,
    signature="def attention_backward(Q, K, V, d_output):  # d_output (..., n_q, d_v) -> d_Q, d_K, d_V, "
    "shaped as Q, K, V",
    reference=_right,
    cases=(
        _case("one key: all of the gradient goes to its value", 2, 1, 3, 4, seed=500),
        _equal_values(),
        _case("one query, two keys", 1, 2, 6, 4, seed=520),
        _case("everything, every size another", 3, 4, 5, 2, seed=530),
        _case("as many queries as keys", 3, 3, 4, 2, seed=540),
        _large(),
        Case("whole numbers in, fractions out", whole(*_case("", 3, 4, 5, 2, seed=560).arguments)),
        Case(
            "single precision, stored column by column: the same numbers",
            stored_otherwise(*_case("", 3, 4, 5, 2, seed=570).arguments),
        ),
        _case("a batch of sequences", 3, 4, 5, 2, seed=550, batch=(2,)),
        _case("a batch in two axes", 4, 5, 11, 6, seed=580, batch=(2, 3)),
    ),
    slips=(
        slip(
            "scale_missing",
            "The factor 1/√d_k is missing on the way back, for d_Q, d_K or both. What was divided going forward is "
            "divided going back.",
            partial(_back, factor=lambda d_k: 1),
            partial(_back, to_queries=lambda d_scores, Q, K: d_scores @ K * math.sqrt(Q.shape[-1])),
            partial(_back, to_keys=lambda d_scores, Q, K: flip(d_scores) @ Q * math.sqrt(Q.shape[-1])),
        ),
        slip(
            "scale_twice",
            "The gradient is divided by √d_k twice. Once for the scores is enough.",
            partial(_back, factor=lambda d_k: 1 / d_k),
            partial(_back, to_queries=lambda d_scores, Q, K: d_scores @ K / math.sqrt(Q.shape[-1])),
            partial(_back, to_keys=lambda d_scores, Q, K: flip(d_scores) @ Q / math.sqrt(Q.shape[-1])),
        ),
        slip(
            "scale_multiplied",
            "The gradient is multiplied by √d_k on the way back. Divide.",
            partial(_back, factor=math.sqrt),
        ),
        slip(
            "forward_unscaled",
            "The weights are computed from unscaled scores. Divide the scores by √d_k first.",
            partial(_back, forward_divisor=lambda d_k: 1),
            partial(_back, forward_divisor=lambda d_k: 1, factor=lambda d_k: 1),
        ),
        slip(
            "softmax_skipped",
            "The gradient goes from the weights to the scores unchanged. Take it back through the softmax: w "
            "(d − Σ w d).",
            partial(_back, through_softmax=lambda w, d: d),
        ),
        slip(
            "softmax_diagonal",
            "The softmax's derivative is taken for each weight alone. Every score moves every weight of its "
            "row: w (d − Σ w d).",
            partial(_back, through_softmax=lambda w, d: w * (1 - w) * d),
        ),
        slip(
            "softmax_sum_missing",
            "On the way through the softmax the sum is missing: w (d − Σ w d), not w d.",
            partial(_back, through_softmax=lambda w, d: w * d),
        ),
        slip(
            "wrong_axis",
            "The softmax is taken back along the columns. Its row is the last axis: axis=-1.",
            partial(_back, through_softmax=_by_columns),
        ),
        slip(
            "whole_matrix",
            "On the way through the softmax one sum is taken over all rows. Each row has its own: axis=-1, "
            "keepdims=True.",
            partial(_back, through_softmax=lambda w, d: w * (d - (w * d).sum())),
            partial(_back, through_softmax=lambda w, d: w * (d - (w * d).sum(axis=(-2, -1), keepdims=True))),
        ),
        slip(
            "softmax_sum_unweighted",
            "On the way through the softmax the sum (or mean) is of the gradients alone. Weigh it: w (d − Σ w d).",
            partial(_back, through_softmax=lambda w, d: w * (d - d.sum(axis=-1, keepdims=True))),
            partial(_back, through_softmax=lambda w, d: w * (d - d.mean(axis=-1, keepdims=True))),
            partial(_back, through_softmax=lambda w, d: w * (d - w * d.sum(axis=-1, keepdims=True))),
        ),
        slip(
            "keepdims_missing",
            "A sum over a row loses its axis, so it lines up with columns instead of rows. Add keepdims=True.",
            partial(_back, through_softmax=_keepdims_missing),
            partial(_back, normalise=lopsided),
            partial(_back, normalise=partial(lopsided, maximum=None)),
            partial(_back, normalise=lopsided, through_softmax=_keepdims_missing),
        ),
        slip(
            "weights_not_transposed",
            "A key gathers from all queries that looked at it: d_V = weightsᵀ @ d_output, with the weights "
            "transposed.",
            partial(_back, to_values=lambda weights, d_output: weights @ d_output),
        ),
        slip(
            "values_straight",
            "The output's gradient is handed to the values as it is. Each value gets its share: weightsᵀ @ "
            "d_output.",
            partial(_back, to_values=lambda weights, d_output: d_output),
        ),
        slip(
            "scores_not_transposed",
            "d_K must gather from all queries: d_scoresᵀ @ Q, with d_scores transposed.",
            partial(_back, to_keys=lambda d_scores, Q, K: d_scores @ Q),
        ),
        slip(
            "keys_queries_exchanged",
            "d_Q is made from Q, d_K from K. Each is made from the other: d_Q = d_scores @ K, d_K = "
            "d_scoresᵀ @ Q.",
            partial(
                _back,
                to_queries=lambda d_scores, Q, K: d_scores @ Q,
                to_keys=lambda d_scores, Q, K: flip(d_scores) @ K,
            ),
        ),
        slip(
            "batch_transposed",
            TURNED_SAYS,
            *(partial(_back, score=score) for score in TURNED),
            partial(_back, to_weights=lambda d_output, V: d_output @ V.T),
            partial(_back, to_values=lambda weights, d_output: weights.T @ d_output),
            partial(_back, to_keys=lambda d_scores, Q, K: d_scores.T @ Q),
        ),
        slip(
            "batch_paired",
            PAIRED_SAYS,
            *(partial(_back, score=score) for score in PAIRED),
            *(partial(_back, to_weights=score) for score in PAIRED),
            partial(_back, to_values=lambda weights, d_output: np.dot(flip(weights), d_output)),
            partial(_back, to_queries=lambda d_scores, Q, K: np.dot(d_scores, K)),
        ),
        *overflow_slips(_back),
        slip(
            "sign_reversed",
            "The sign is turned: this is the way downhill, not the gradient.",
            lambda *arguments: tuple(-part for part in _right(*arguments)),
        ),
    ),
    hints=(
        "Walk the five steps backwards: mix, normalise, scale, score. At each, ask what the step multiplied "
        "by.",
        "d_V = wᵀ dO; d_w = dO Vᵀ; d_scores = w (d_w − Σ w d_w) / √d_k; d_Q = d_scores K; d_K = d_scoresᵀ Q.",
        "d_V = np.swapaxes(weights, …) @ d_output; d_weights = d_output @ np.swapaxes(V, …); "
        "d_scores = weights * (d_weights - …) / np.sqrt(…); return d_scores @ …, np.swapaxes(d_scores, …) @ "
        "…, d_V",
    ),
    solution="""
def attention_backward(Q, K, V, d_output):
    scale = 1 / np.sqrt(Q.shape[-1])
    scaled = Q @ np.swapaxes(K, -1, -2) * scale  # (..., n_q, n_k)
    powers = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    d_V = np.swapaxes(weights, -1, -2) @ d_output
    d_weights = d_output @ np.swapaxes(V, -1, -2)
    mean = (weights * d_weights).sum(axis=-1, keepdims=True)
    d_scores = weights * (d_weights - mean) * scale
    return d_scores @ K, np.swapaxes(d_scores, -1, -2) @ Q, d_V
""",
    outputs=("d_Q", "d_K", "d_V"),
)
