"""The scores are divided by the root of the model's width instead of the head's: the weights are too even."""

from __future__ import annotations

import numpy as np

from attnlib.exercises.exercise import Case, Function, slip
from attnlib.exercises.hunts.extremes import LOUD, LOUDEST, ZERO_TOKEN, with_zeros
from attnlib.exercises.hunts.hunt import hunt
from attnlib.exercises.numbers import numbers
from attnlib.maths.attention import attention
from attnlib.maths.check import Array
from attnlib.maths.steps import softmax


def _right(X: Array, W_Q: Array, W_K: Array) -> Array:
    return attention(X @ W_Q, X @ W_K, X)[1]


def _largest(head: Function) -> float:
    """Average a query's largest weight: 8 tokens of width 256, a head of width 4."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(8, 256))
    W_Q, W_K = rng.normal(size=(2, 256, 4)) / 16
    return float(head(X, W_Q, W_K).max(axis=-1).mean())


_X, _W = numbers(4, 5, seed=344), numbers(2, 5, 3, seed=345)

HUNT = hunt(
    "hunt_scale_width",
    3,
    title="Many narrow heads hardly tell one token from another",
    sources=("karpathy/ng-video-lecture#6", "karpathy/ng-video-lecture#55"),
    buggy="""
def head_weights(X, W_Q, W_K):  # (n, d_model), (d_model, d_k) twice -> (n, n)
    Q, K = X @ W_Q, X @ W_K
    scores = Q @ K.T / np.sqrt(X.shape[-1])
    return softmax(scores)
""",
    solution="""
def head_weights(X, W_Q, W_K):  # (n, d_model), (d_model, d_k) twice -> (n, n)
    Q, K = X @ W_Q, X @ W_K
    scores = Q @ K.T / np.sqrt(K.shape[-1])
    return softmax(scores)
""",
    reference=_right,
    cases=(
        Case(
            "a head as wide as the model",
            (numbers(3, 2, seed=31), numbers(2, 2, seed=32), numbers(2, 2, seed=33)),
        ),
        Case("a narrower head", (numbers(3, 4, seed=34), numbers(4, 1, seed=35), numbers(4, 1, seed=36))),
        Case("a wider head", (numbers(4, 2, seed=37), numbers(2, 5, seed=38), numbers(2, 5, seed=39))),
        Case("a head of 3 in a model of 5", (numbers(4, 5, seed=340) / 2, *numbers(2, 5, 3, seed=341) / 2)),
        Case(ZERO_TOKEN, (with_zeros(numbers(4, 3, seed=342), at=1), *numbers(2, 3, 2, seed=343))),
        Case("scores beyond ±800 don't overflow", (_X, *_W * LOUD)),
        Case("scores of ±10³⁶", (_X, *_W * LOUDEST)),
    ),
    slips=(
        slip(
            "standardised",
            "It divides by the scores' own spread. The divisor is known before: √d_k.",
            lambda X, W_Q, W_K: softmax((s := X @ W_Q @ (X @ W_K).T) / s.std()),
            lambda X, W_Q, W_K: softmax((s := X @ W_Q @ (X @ W_K).T) / s.std(axis=-1, keepdims=True)),
        ),
        slip(
            "scale_fourth_root",
            "It divides by the fourth root of d_k: the root is taken twice, or of one of Q and K alone.",
            lambda X, W_Q, W_K: softmax((X @ W_Q @ (X @ W_K).T) / W_K.shape[-1] ** 0.25),
        ),
        slip(
            "scale_missing",
            "The scores aren't scaled at all now.",
            lambda X, W_Q, W_K: softmax(X @ W_Q @ (X @ W_K).T),
        ),
        slip(
            "scale_n",
            "It divides by the root of the number of tokens.",
            lambda X, W_Q, W_K: softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(len(X))),
        ),
    ),
    hints=(
        "Three sizes meet here: the model's width, the head's width, the number of tokens. Over which does q · k sum?",
        "The products that are added up are d_k in number, so the divisor is √d_k.",
        "Take the width from Q or K, not from X.",
    ),
    without=("scale_n_q",),
    symptom=("largest of 8 weights, on average, in a head of width 4 of a model of width 256", _largest),
)
