"""The mask comes after the softmax: the hidden keys keep their share of the budget."""

from __future__ import annotations

import numpy as np

from attnlib._check import Array
from attnlib.exercises.exercise import Case, slip
from attnlib.exercises.hunts.hunt import hunt
from attnlib.exercises.mistaken import tril
from attnlib.exercises.numbers import numbers
from attnlib.masks import causal_mask
from attnlib.steps import softmax


def _right(scores: Array) -> Array:
    return softmax(np.where(causal_mask(len(scores)), scores, -np.inf))


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
    symptom=("sums of the rows of four tokens", lambda weigh: weigh(numbers(4, 4, seed=73)).sum(axis=-1)),
)
