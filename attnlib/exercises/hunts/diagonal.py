"""The diagonal is masked as well: the first token may see nothing, and 0/0 is NaN."""

from __future__ import annotations

from functools import partial

import numpy as np

from attnlib.exercises.exercise import Case, slip
from attnlib.exercises.hunts.extremes import LARGE, VAST, ZEROS, large, vast, with_zeros
from attnlib.exercises.hunts.hunt import hunt
from attnlib.exercises.mistaken import attend, tril
from attnlib.exercises.numbers import numbers
from attnlib.maths.attention import attention
from attnlib.maths.check import Array
from attnlib.maths.masks import causal_mask


def _right(Q: Array, K: Array, V: Array) -> Array:
    return attention(Q, K, V, mask=causal_mask(len(Q)))[0]


def _filled(Q: Array, K: Array, V: Array, *, by: float) -> Array:
    """Hide what the planted mask hides, by a finite number."""
    return attend(Q, K, V, tril(len(Q), -1), hide=lambda scaled, mask: np.where(mask, scaled, by))[0]


def _painted(Q: Array, K: Array, V: Array) -> Array:
    return np.nan_to_num(attend(Q, K, V, tril(len(Q), -1))[0])


HUNT = hunt(
    "hunt_diagonal",
    6,
    title="The first row is NaN",
    sources=("pbloem/former#10", "pbloem/former#6"),
    buggy="""
def causal_output(Q, K, V):  # (n, d_k), (n, d_k), (n, d_v) -> (n, d_v)
    allowed = np.tri(len(Q), k=-1, dtype=bool)
    scores = np.where(allowed, Q @ K.T / np.sqrt(K.shape[-1]), -np.inf)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ V
""",
    solution="""
def causal_output(Q, K, V):  # (n, d_k), (n, d_k), (n, d_v) -> (n, d_v)
    allowed = np.tri(len(Q), dtype=bool)
    scores = np.where(allowed, Q @ K.T / np.sqrt(K.shape[-1]), -np.inf)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ V
""",
    reference=_right,
    cases=(
        Case(
            "one token: the output is its value",
            (numbers(1, 3, seed=61), numbers(1, 3, seed=62), numbers(1, 2, seed=63)),
        ),
        Case(
            "the second of two sees both",
            (numbers(2, 3, seed=64), numbers(2, 3, seed=65), numbers(2, 1, seed=66)),
        ),
        Case("four tokens", (numbers(4, 3, seed=67), numbers(4, 3, seed=68), numbers(4, 2, seed=69))),
        Case("a wider head", (numbers(4, 5, seed=260), numbers(4, 5, seed=261), numbers(4, 2, seed=262))),
        Case(ZEROS, (numbers(4, 3, seed=263), *(with_zeros(x, at=1) for x in numbers(2, 4, 3, seed=264)))),
        Case(LARGE, (*large(5, 5, seed=265), numbers(5, 2, seed=266))),
        Case(VAST, (*vast(5, 5, low=3), numbers(5, 2, seed=267))),
    ),
    slips=(
        slip(
            "nan_painted_over",
            "The NaN is gone, and its cause is not: every token still misses itself.",
            _painted,
            *(partial(_filled, by=-(10.0**power)) for power in (1, 2, 3, 4, 5, 6, 9, 10, 12, 30)),
        ),
        slip(
            "first_row_alone",
            "The first token sees itself now; every other still misses itself.",
            lambda Q, K, V: attention(
                Q, K, V, mask=tril(len(Q), -1) | (np.arange(len(Q)) + np.arange(len(Q))[:, None] == 0)
            )[0],
            lambda Q, K, V: attention(Q, K, V, mask=tril(len(Q), -1) | (np.arange(len(Q)) == 0)[:, None])[0],
        ),
        slip(
            "mask_leaks",
            "Now a token sees its successor.",
            lambda Q, K, V: attend(Q, K, V, tril(len(Q), 1))[0],
        ),
        slip("mask_missing", "Nothing is masked now.", lambda Q, K, V: attend(Q, K, V)[0]),
    ),
    hints=(
        "NaN is 0/0 here. In which row is there nothing to add up?",
        "Token i may look at 0 … i, itself included: the diagonal belongs to the triangle.",
        "np.tri(n, k=…) begins k places above the main diagonal.",
    ),
    without=("sees_next", "diagonal_masked"),
    symptom=(
        "output of the first of three tokens, whose value is 2, 5",
        lambda f: f(
            numbers(3, 3, seed=64), numbers(3, 3, seed=65), np.array([[2.0, 5.0], [1.0, 1.0], [0.0, 3.0]])
        )[0],
    ),
)
