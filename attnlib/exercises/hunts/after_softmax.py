"""The mask comes after the softmax: the hidden keys keep their share of the budget."""

from __future__ import annotations

import numpy as np

from attnlib.exercises.exercise import Case, slip
from attnlib.exercises.hunts.extremes import LARGE, VAST, large, vast
from attnlib.exercises.hunts.hunt import hunt
from attnlib.exercises.mistaken import tril
from attnlib.exercises.numbers import numbers
from attnlib.maths.check import Array
from attnlib.maths.masks import causal_mask
from attnlib.maths.steps import softmax


def _right(scores: Array) -> Array:
    return softmax(np.where(causal_mask(len(scores)), scores, -np.inf))


def _scores(pair: tuple[Array, Array]) -> Array:
    Q, K = pair
    return Q @ K.T / 2


_ZEROS = np.array([[0, 1, 1], [1, 0, 2], [0.5, 0.5, 0]])
_HIGH = np.array([[1.0, 2000, 2000], [2, 1, 2000], [1, 0, 2]])

HUNT = hunt(
    "hunt_after_softmax",
    7,
    title="Early tokens are quieter than late ones",
    sources=("rasbt/LLMs-from-scratch#60",),
    buggy="""
def causal_weights(scores):  # (n, n) -> (n, n)
    weights = softmax(scores)
    allowed = np.tri(len(scores), dtype=bool)
    return np.where(allowed, weights, 0)
""",
    solution="""
def causal_weights(scores):  # (n, n) -> (n, n)
    allowed = np.tri(len(scores), dtype=bool)
    return softmax(np.where(allowed, scores, -np.inf))
""",
    reference=_right,
    cases=(
        Case("one token: weight 1", (numbers(1, 1, seed=71),)),
        Case("the first of two gives itself everything", (numbers(2, 2, seed=72),)),
        Case("four tokens: every row sums to 1", (numbers(4, 4, seed=73),)),
        Case("scores of 0 and equal scores count like any other", (_ZEROS,)),
        Case(LARGE, (_scores(large(5, 5, seed=74)),)),
        Case("a hidden score far above the others takes nothing", (_HIGH,)),
        Case(VAST, (_scores(vast(5, 5, low=3)),)),
    ),
    slips=(
        slip(
            "zero_scores",
            "A score of 0 is a bid like any other: e⁰ = 1. Hidden scores are −∞.",
            lambda x: softmax(np.where(tril(len(x)), x, 0)),
        ),
        slip(
            "softmax_twice",
            "The softmax is taken twice: what the second one gets is weights, nearly all alike. "
            "Mask the scores, then take it once.",
            lambda x: softmax(np.where(tril(len(x)), softmax(x), -np.inf)),
            lambda x: softmax(softmax(x) * tril(len(x))),
            lambda x: softmax(softmax(np.where(tril(len(x)), x, -np.inf))),
        ),
        slip(
            "renormalised_after",
            "The rows are put right after the softmax, too late: a hidden score far above the others has left them "
            "nothing, and 0/0 is NaN. Hide the scores before it.",
            lambda x: (w := softmax(x) * tril(len(x))) / w.sum(axis=-1, keepdims=True),
            lambda x: np.nan_to_num((w := softmax(x) * tril(len(x))) / w.sum(axis=-1, keepdims=True)),
        ),
        slip(
            "columns_rescaled",
            "It divides by the sums of the columns. A query's budget is a row: axis=-1.",
            lambda x: (w := softmax(x) * tril(len(x))) / w.sum(axis=0, keepdims=True),
        ),
    ),
    hints=(
        "Add up each row. Where did the rest go?",
        "Only −∞ before the softmax takes a key out of the sum below the line as well.",
        "softmax(np.where(allowed, …, …)), as the last step",
    ),
    without=("mask_after_softmax",),
    symptom=("sums of the rows of four tokens", lambda weigh: weigh(numbers(4, 4, seed=73)).sum(axis=-1)),
)
