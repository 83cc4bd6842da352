"""The scores aren't divided by √d_k: the wider the head, the more one-sided its weights."""

from __future__ import annotations

import numpy as np

from attnlib.exercises.exercise import Case, Function, slip
from attnlib.exercises.hunts.extremes import LARGE, ZERO_KEY, large, vast, with_zeros
from attnlib.exercises.hunts.hunt import hunt
from attnlib.exercises.numbers import numbers
from attnlib.maths.attention import attention
from attnlib.maths.check import Array
from attnlib.maths.steps import softmax


def _right(Q: Array, K: Array) -> Array:
    return attention(Q, K, K)[1]


def _over(number: float) -> Function:
    return lambda Q, K: softmax(Q @ K.T / number)


def _largest(match: Function) -> float:
    """Average a query's largest weight over 300 random queries."""
    rng = np.random.default_rng(0)
    Q, K = rng.normal(size=(300, 256)), rng.normal(size=(8, 256))
    return float(match(Q, K).max(axis=-1).mean())


HUNT = hunt(
    "hunt_scale_missing",
    2,
    title="The wider the head, the more one-sided its weights",
    sources=("PAIR-code/tiny-transformers#71",),
    buggy="""
def match(Q, K):  # (n_q, d_k), (n_k, d_k) -> (n_q, n_k)
    scores = Q @ K.T
    return softmax(scores)
""",
    solution="""
def match(Q, K):  # (n_q, d_k), (n_k, d_k) -> (n_q, n_k)
    scores = Q @ K.T / np.sqrt(K.shape[-1])
    return softmax(scores)
""",
    reference=_right,
    cases=(
        Case("d_k = 1: there is nothing to scale", (numbers(2, 1, seed=21), numbers(3, 1, seed=22))),
        Case("d_k = 4: scores are halved", (numbers(2, 4, seed=23), numbers(3, 4, seed=24))),
        Case("d_k = 5", (numbers(2, 5, seed=25), numbers(3, 5, seed=26))),
        Case("d_k = 2", (numbers(3, 2, seed=27), numbers(4, 2, seed=28))),
        Case(
            ZERO_KEY,
            (numbers(2, 3, seed=29), with_zeros(numbers(4, 3, seed=30), at=1)),
        ),
        Case(LARGE, large(3, 5, seed=330)),
        Case("scores of ±10³⁷", vast(3, 5, low=2)),
    ),
    slips=(
        slip(
            "standardised",
            "It divides by the scores' own spread. The divisor is known before: √d_k.",
            lambda Q, K: softmax((s := Q @ K.T) / s.std()),
            lambda Q, K: softmax((s := Q @ K.T) / s.std(axis=-1, keepdims=True)),
        ),
        slip(
            "scale_fourth_root",
            "It divides by the fourth root of d_k: the root is taken twice, or of one of Q and K alone.",
            lambda Q, K: softmax((Q @ K.T) / K.shape[-1] ** 0.25),
        ),
        slip(
            "scale_d_k",
            "It divides by d_k; the root is missing.",
            lambda Q, K: softmax(Q @ K.T / K.shape[-1]),
        ),
        slip(
            "scale_inverted",
            "It multiplies by √d_k. Divide.",
            lambda Q, K: softmax(Q @ K.T * np.sqrt(K.shape[-1])),
        ),
        slip(
            "scale_fixed",
            "It divides by the same number whatever the width. The divisor follows the width of a key: "
            "np.sqrt(K.shape[-1]).",
            *(_over(number) for number in (16, 2, 4, 8, 10, 64, 256, 2**0.5, 3**0.5, 5**0.5)),
        ),
        slip(
            "scale_n_k",
            "It divides by the root of the number of keys. It is their width that counts: K.shape[-1].",
            lambda Q, K: softmax(Q @ K.T / np.sqrt(len(K))),
        ),
        slip(
            "scale_after",
            "It divides the weights, so they no longer sum to 1. Divide the scores.",
            lambda Q, K: softmax(Q @ K.T) / np.sqrt(K.shape[-1]),
        ),
    ),
    hints=(
        "A sum of more random products spreads more widely. What does a softmax make of wider scores?",
        "Divide by what makes the spread of q · k about 1 again: √d_k.",
        "scores = Q @ K.T / np.sqrt(…), the width of a key",
    ),
    symptom=("largest of 8 weights, on average, for random queries and keys of width 256", _largest),
)
