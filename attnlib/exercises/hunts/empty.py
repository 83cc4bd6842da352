"""A query that may look at nothing: −∞ minus −∞ is NaN."""

from __future__ import annotations

import numpy as np

from attnlib.exercises.exercise import Case, slip
from attnlib.exercises.hunts.hunt import hunt
from attnlib.exercises.numbers import numbers
from attnlib.maths.check import Array
from attnlib.maths.steps import softmax


def _right(scores: Array, allowed: Array) -> Array:
    return softmax(np.where(allowed, scores, -np.inf))


def _finite(scores: Array, allowed: Array) -> Array:
    return softmax(np.where(allowed, scores, -1e30))


def _spoilt() -> Array:
    scores = numbers(2, 3, seed=125)
    scores[0, 1] = np.nan
    return scores


def _painted_over(scores: Array, allowed: Array) -> Array:
    return np.nan_to_num(_right(scores, allowed))


_SOME = np.array([[True, False, True], [True, True, False]])

HUNT = hunt(
    "hunt_empty",
    12,
    title="One empty sentence, and the whole batch is NaN",
    sources=("pytorch/pytorch#103963", "d2l-ai/d2l-en#2423", "NVIDIA/apex#1390"),
    buggy="""
def safe_weights(scores, allowed):  # (n_q, n_k) twice -> (n_q, n_k)
    scores = np.where(allowed, scores, -np.inf)
    most = scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores - most)
    return powers / powers.sum(axis=-1, keepdims=True)
""",
    solution="""
def safe_weights(scores, allowed):  # (n_q, n_k) twice -> (n_q, n_k)
    scores = np.where(allowed, scores, -np.inf)
    most = scores.max(axis=-1, keepdims=True)
    powers = np.where(allowed, np.exp(scores - most), 0)
    return powers / np.maximum(powers.sum(axis=-1, keepdims=True), 1)
""",
    reference=_right,
    cases=(
        Case("every query may see something", (numbers(2, 3, seed=121), _SOME)),
        Case(
            "scores of 0 and equal scores count like any other", (np.array([[0, 1, 0], [1, 0, 0.5]]), _SOME)
        ),
        Case("large scores still don't overflow", (np.array([[801, -3, 800], [-800.5, -800, 5]]), _SOME)),
        Case(
            "a hidden score far above the others takes nothing",
            (np.array([[1, 2000, 0.5], [1, 2, 2000]]), _SOME),
        ),
        Case(
            "scores of −10³⁷ count, and a hidden one far above them doesn't",
            (np.array([[-1e37, 1e37, -2e37], [-2e37, -1e37, 1e37]]), _SOME),
        ),
        Case(
            "a query that may see nothing: weights 0", (numbers(1, 3, seed=123), np.zeros((1, 3), dtype=bool))
        ),
        Case(
            "both kinds of query together",
            (
                numbers(3, 4, seed=124),
                np.array([[True, True, False, True], [False] * 4, [False, True, True, True]]),
            ),
        ),
        Case("NaN in a score that counts is still seen", (_spoilt(), np.ones((2, 3), dtype=bool))),
    ),
    slips=(
        slip(
            "uniform_when_empty",
            "A query that may see nothing now looks at everything alike. It must weigh nothing.",
            _finite,
            lambda s, a: np.where(a.any(axis=-1, keepdims=True), _right(s, a), 1 / s.shape[-1]),
        ),
        slip(
            "all_rows_zeroed",
            "Now one query that may see nothing takes the weights of all others as well. Only its own row is due "
            "zeros.",
            lambda s, a: _right(s, a) * a.any(axis=-1).all(),
        ),
        slip(
            "nan_painted_over",
            "Now every NaN is painted over, even one that came in with the scores: a fault that nobody will "
            "find. Treat the empty rows alone; `allowed` says which they are.",
            _painted_over,
            lambda s, a: np.where(np.isnan(s), 0, _painted_over(np.where(np.isnan(s), 0, s), a)),
        ),
        slip(
            "no_maximum",
            "Without the maximum the NaN is gone, and large scores overflow.",
            lambda s, a: (p := np.exp(s) * a) / np.maximum(p.sum(axis=-1, keepdims=True), 1e-300),
            lambda s, a: (
                (p := np.exp(np.where(a, s, -np.inf))) / np.maximum(p.sum(axis=-1, keepdims=True), 1e-300)
            ),
            lambda s, a: (p := np.exp(np.where(a, s, -np.inf))) / np.where(a.any(-1), p.sum(-1), 1)[:, None],
            lambda s, a: np.nan_to_num((p := np.exp(np.where(a, s, -np.inf))) / p.sum(-1, keepdims=True)),
        ),
        slip(
            "maximum_from_zero",
            "The maximum is 0 at least (initial=0), so a row of scores far below 0 loses all its powers, and is taken "
            "for an empty one. Ask `allowed` which rows are empty.",
            lambda s, a: (
                (p := np.exp((m := np.where(a, s, -np.inf)) - np.maximum(m.max(-1, keepdims=True), 0)))
                / np.where(p.any(-1), p.sum(-1), 1)[:, None]
            ),
        ),
        slip(
            "maximum_of_hidden",
            "The maximum is taken over the hidden scores as well: one far above the others leaves them nothing. "
            "Hide first, then take it.",
            lambda s, a: (
                (p := np.exp(s - s.max(-1, keepdims=True)) * a) / np.where(p.any(-1), p.sum(-1), 1)[:, None]
            ),
            lambda s, a: np.nan_to_num(
                (p := np.exp(s - s.max(-1, keepdims=True)) * a) / p.sum(-1, keepdims=True)
            ),
            lambda s, a: (
                softmax(s) * a / np.where((softmax(s) * a).any(-1), (softmax(s) * a).sum(-1), 1)[:, None]
            ),
        ),
    ),
    hints=(
        "Follow a row of −∞ through the code. Which line makes the first NaN, and which would make the second?",
        "−∞ − (−∞) is NaN, and so is 0/0. What is hidden has weight 0, so say so; and never divide by 0.",
        "np.where(allowed, …, 0) around the powers; their sum is at least 1 where any is allowed: np.maximum(…, 1).",
    ),
    without=("finite_still",),
    symptom=(
        "weights of a query that may look at none of three keys",
        lambda weigh: weigh(numbers(1, 3, seed=123), np.zeros((1, 3), dtype=bool)),
    ),
)
