"""A score of 0 is taken for masked: whoever is genuinely scored 0 vanishes."""

from __future__ import annotations

from functools import partial

import numpy as np

from attnlib.examples import mouse_eats_cheese
from attnlib.exercises.exercise import Case, Function, slip
from attnlib.exercises.hunts.extremes import LARGE, VAST, ZERO_KEY, large, vast, with_zeros
from attnlib.exercises.hunts.hunt import hunt
from attnlib.exercises.mistaken import tril
from attnlib.exercises.numbers import numbers
from attnlib.maths.attention import attention
from attnlib.maths.check import Array
from attnlib.maths.masks import causal_mask
from attnlib.maths.steps import softmax


def _right(Q: Array, K: Array) -> Array:
    return attention(Q, K, K, mask=causal_mask(len(Q)))[1]


def _nudged(Q: Array, K: Array, *, by: float) -> Array:
    scores = (Q @ K.T / np.sqrt(K.shape[-1]) + by) * tril(len(Q))
    return softmax(np.where(scores == 0, -np.inf, scores))


_SMALL = np.array([[-1e-2, -1e-3, -1e-4, -1e-5, -1e-6, -1e-7, -1e-8, 1e-6, 1e-8]]).T
_TINY = np.array([[-1e-9, -1e-10, -1e-11, -1e-12, -1e-14, -1e-15, -1e-16, 1e-9, 1e-12]]).T
_TINIEST = -np.array([[2.0**-52, 1e-18, 1e-20, 1e-25, 1e-30, 1e-32, 1e-100, 1e-300, 2.0**-1022]]).T


def _cheese(seen_so_far: Function) -> Array:
    trace = mouse_eats_cheese()
    return np.asarray(seen_so_far(trace.Q, trace.K)[2])


HUNT = hunt(
    "hunt_zero_scores",
    8,
    title="Cheese doesn't look at Mouse, though nothing forbids it",
    sources=("duoan/TorchCode#17",),
    buggy="""
def seen_so_far(Q, K):  # (n, d_k), (n, d_k) -> (n, n)
    scores = Q @ K.T / np.sqrt(K.shape[-1])
    scores = scores * np.tri(len(scores))
    scores = np.where(scores == 0, -np.inf, scores)
    return softmax(scores)
""",
    solution="""
def seen_so_far(Q, K):  # (n, d_k), (n, d_k) -> (n, n)
    scores = Q @ K.T / np.sqrt(K.shape[-1])
    allowed = np.tri(len(scores), dtype=bool)
    scores = np.where(allowed, scores, -np.inf)
    return softmax(scores)
""",
    reference=_right,
    cases=(
        Case("no score is 0", (numbers(3, 1, seed=81), numbers(3, 1, seed=82))),
        Case("one token that scores itself 0", (np.array([[1.0, 0.0]]), np.array([[0.0, 1.0]]))),
        Case("Mouse eats Cheese", (mouse_eats_cheese().Q, mouse_eats_cheese().K)),
        Case("small scores count as they are", (np.ones((9, 1)), _SMALL)),
        Case("tiny scores, too", (np.ones((9, 1)), _TINY)),
        Case("and the tiniest", (np.ones((9, 1)), _TINIEST)),
        Case("a wider head", (numbers(4, 5, seed=83), numbers(4, 5, seed=84))),
        Case(
            ZERO_KEY,
            (numbers(4, 3, seed=85), with_zeros(numbers(4, 3, seed=86), at=1)),
        ),
        Case(LARGE, large(5, 5, seed=87)),
        Case(VAST, vast(5, 5, low=3)),
    ),
    slips=(
        slip("mask_missing", "Nothing is masked now.", lambda Q, K: attention(Q, K, K)[1]),
        slip(
            "still_by_value",
            "A small number moves the trap: now another score becomes 0 and vanishes. Ask where a cell stands, not "
            "what is in it.",
            *(partial(_nudged, by=-float(score)) for score in np.vstack([_SMALL, _TINY, _TINIEST])[:, 0]),
        ),
        slip(
            "zero_scores",
            "Multiplying by the mask leaves a score of 0, and e⁰ = 1. Hidden scores are −∞.",
            lambda Q, K: softmax(Q @ K.T / np.sqrt(K.shape[-1]) * tril(len(Q))),
        ),
    ),
    hints=(
        "What does a score of 0 mean before the mask, and what after the multiplication?",
        "Whether a cell is hidden is known from its place, never from its value.",
        "np.where(allowed, scores, -np.inf), with allowed made by np.tri",
    ),
    symptom=("weights of Cheese for Mouse, Eats, Cheese", _cheese),
)
