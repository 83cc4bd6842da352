"""Minus infinity is only −10 000: scores below it lose to what is hidden.

The smallest number that a float64 can hold, ``np.finfo(float).min``, weighs exactly 0 in each case, as −∞ does, and
passes.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from attnlib.exercises.exercise import Case, slip
from attnlib.exercises.hunts.hunt import hunt
from attnlib.exercises.numbers import numbers
from attnlib.maths.check import Array
from attnlib.maths.steps import softmax


def _right(scores: Array, allowed: Array) -> Array:
    return softmax(np.where(allowed, scores, -np.inf))


def _filled(scores: Array, allowed: Array, *, value: float) -> Array:
    return softmax(np.where(allowed, scores, value))


def _below(scores: Array, allowed: Array, *, step: float, axis: int | None) -> Array:
    return softmax(np.where(allowed, scores, scores.min(axis=axis, keepdims=True) - step))


_ROW = np.array([[True, False, True], [False, True, True]])

_ZEROS = np.array([[0, 1, 0], [1, 0, 0.5]])
_LARGE = np.array([[801, 800, 800.5], [3, -801, -800]])

HUNT = hunt(
    "hunt_finite",
    9,
    title="A hidden token takes everything, once in a while",
    sources=("karpathy/minGPT#75", "huggingface/transformers#17121"),
    buggy="""
def masked_weights(scores, allowed):  # (n_q, n_k) twice -> (n_q, n_k)
    scores = np.where(allowed, scores, -1e4)
    return softmax(scores)
""",
    solution="""
def masked_weights(scores, allowed):  # (n_q, n_k) twice -> (n_q, n_k)
    scores = np.where(allowed, scores, -np.inf)
    return softmax(scores)
""",
    reference=_right,
    cases=(
        Case("tame scores", (numbers(2, 3, seed=91), _ROW)),
        Case("scores of 0 and equal scores count like any other", (_ZEROS, _ROW)),
        Case("scores near ±800 don't overflow", (_LARGE, _ROW)),
        Case(
            "three queries and four keys",
            (numbers(3, 4, seed=92), numbers(3, 4, seed=93) > np.array([[-2, 0, 0, 0]])),
        ),
        Case("allowed scores near −20 000", (np.array([[-20000.0, 5.0, -20001.0]]), _ROW[:1])),
        Case("allowed scores near −10¹²", (np.array([[3.0, -1e12, -2e12]]), _ROW[1:])),
        Case("allowed scores near −10¹⁶", (np.array([[3.0, -1e16, -2e16]]), _ROW[1:])),
        Case("allowed scores of −10³⁰¹", (np.array([[3.0, -1e301, -2e301]]), _ROW[1:])),
        Case("a hidden score far above the others", (np.array([[1e301, -1e31, -2e31]]), _ROW[1:])),
    ),
    slips=(
        slip(
            "finite_still",
            "Another finite number moves the trap, and leaves it open. Only −∞ is below every score.",
            *(
                partial(_filled, value=value)
                for value in (
                    -10,
                    -100,
                    -2e4,
                    -1e5,
                    -1e6,
                    -1e9,
                    -1e12,
                    -1e15,
                    -1e16,
                    -1e30,
                    -1e300,
                    -1e301,
                )
            ),
        ),
        slip(
            "mask_after_softmax",
            "The hidden weights are set to 0 after the softmax: what they took is lost to the others, and the rows no "
            "longer sum to 1. Hide the scores before it.",
            lambda s, a: softmax(s) * a,
            lambda s, a: _filled(s, a, value=-1e4) * a,
        ),
        slip(
            "finite_below",
            "A number a little below the smallest score is still a number: what is hidden keeps a share. Only −∞ gets "
            "none.",
            *(partial(_below, step=step, axis=axis) for step in (1.0, 2.0, 5.0, 10.0) for axis in (None, -1)),
        ),
        slip(
            "mask_inverted",
            "Now the allowed cells are hidden: True means may attend.",
            lambda s, a: softmax(np.where(a, -np.inf, s)),
        ),
    ),
    hints=(
        "Which score would a hidden cell have to be below, so that it never wins?",
        "Below every number there is only −∞, and e^−∞ is exactly 0.",
        "NumPy writes it -np.inf.",
    ),
    symptom=(
        "weights for scores −20 000, −20 001 and a hidden 5",
        lambda weigh: weigh(np.array([[-20000.0, -20001.0, 5.0]]), np.array([[True, True, False]])),
    ),
)
