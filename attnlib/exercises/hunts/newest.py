"""The causal mask begins at the first key: with a cache, the newest token sees the oldest alone."""

from __future__ import annotations

from functools import partial

import numpy as np

from attnlib.exercises.exercise import Case, Function, slip
from attnlib.exercises.hunts.extremes import LARGE, VAST, ZEROS, large, vast, with_zeros
from attnlib.exercises.hunts.hunt import hunt
from attnlib.exercises.numbers import numbers
from attnlib.maths.attention import attention
from attnlib.maths.check import Array
from attnlib.maths.masks import causal_mask


def _right(Q: Array, K: Array, V: Array) -> Array:
    return attention(Q, K, V, mask=causal_mask(len(Q), len(K)))[0]


def _shifted(Q: Array, K: Array, V: Array, *, by: int) -> Array:
    return attention(Q, K, V, mask=np.tri(len(Q), len(K), by, dtype=bool))[0]


def _shifted_if_fewer(Q: Array, K: Array, V: Array, *, by: int) -> Array:
    return _shifted(Q, K, V, by=by if len(Q) < len(K) else 0)


def _itself_hidden(Q: Array, K: Array, V: Array) -> Array:
    return _shifted(Q, K, V, by=len(K) - len(Q) - 1)


def _newest(continue_text: Function) -> Array:
    V = np.array([[9.0], [0.0], [0.0], [0.0]])
    output = continue_text(numbers(1, 2, seed=154), numbers(4, 2, seed=155), V)
    return np.asarray(output[0])


HUNT = hunt(
    "hunt_newest",
    15,
    title="The model forgets the question while it answers",
    sources=("pytorch/pytorch#108108", "pytorch/pytorch#144858"),
    buggy="""
def continue_text(Q, K, V):  # n_q newest tokens ask n_k tokens, themselves the last of them
    n_q, n_k = len(Q), len(K)
    allowed = np.tri(n_q, n_k, dtype=bool)
    scores = Q @ K.T / np.sqrt(K.shape[-1])
    return softmax(np.where(allowed, scores, -np.inf)) @ V
""",
    solution="""
def continue_text(Q, K, V):  # n_q newest tokens ask n_k tokens, themselves the last of them
    n_q, n_k = len(Q), len(K)
    allowed = np.tri(n_q, n_k, k=n_k - n_q, dtype=bool)
    scores = Q @ K.T / np.sqrt(K.shape[-1])
    return softmax(np.where(allowed, scores, -np.inf)) @ V
""",
    reference=_right,
    cases=(
        Case(
            "the whole text at once",
            (numbers(3, 2, seed=151), numbers(3, 2, seed=152), numbers(3, 1, seed=153)),
        ),
        Case(
            "one new token sees all before it",
            (numbers(1, 2, seed=156), numbers(4, 2, seed=157), numbers(4, 3, seed=158)),
        ),
        Case("two new tokens", (numbers(2, 3, seed=159), numbers(5, 3, seed=160), numbers(5, 4, seed=161))),
        Case(
            "four new tokens of nine",
            (numbers(4, 2, seed=240), numbers(9, 2, seed=241), numbers(9, 3, seed=242)),
        ),
        Case(ZEROS, (numbers(2, 3, seed=243), *(with_zeros(x, at=1) for x in numbers(2, 4, 3, seed=244)))),
        Case(LARGE, (*large(3, 5, seed=245), numbers(5, 2, seed=246))),
        Case(VAST, (*vast(2, 5, low=4), numbers(5, 3, seed=247))),
    ),
    slips=(
        slip(
            "mask_missing",
            "Nothing is masked now. One new token may see all, two new ones may not.",
            lambda Q, K, V: attention(Q, K, V)[0],
        ),
        slip(
            "one_query_alone",
            "Now one new token is right, several aren't. The mask is aligned to the last key however many they are: "
            "k=n_k - n_q.",
            lambda Q, K, V: _shifted(Q, K, V, by=len(K) - len(Q) if len(Q) == 1 else 0),
            lambda Q, K, V: _shifted(Q, K, V, by=len(K) if len(Q) < len(K) else 0),
        ),
        slip(
            "offset_fixed",
            "Now the mask is shifted by the same number whatever the sizes. It must follow them: k=n_k - n_q.",
            *(partial(_shifted, by=number) for number in range(1, 6)),
            *(partial(_shifted_if_fewer, by=number) for number in range(1, 6)),
        ),
        slip(
            "offset_sign",
            "Now the mask is shifted the wrong way: the queries are the newest tokens, k=n_k - n_q.",
            lambda Q, K, V: _shifted(Q, K, V, by=len(Q) - len(K)),
        ),
        slip("off_by_one", "A token may see itself, too.", _itself_hidden),
    ),
    hints=(
        "Number the keys 0 … n_k − 1. Which number does the first of the new queries have?",
        "Query i stands at place i + n_k − n_q, and may see keys up to there: the mask is aligned to the last key.",
        "np.tri(n_q, n_k, k=…) moves the diagonal to the right.",
    ),
    symptom=("output of a new token after three others; only the first has a value, 9", _newest),
)
