"""Padding is hidden on the query axis: real tokens go on looking at it."""

from __future__ import annotations

from functools import partial

import numpy as np

from attnlib.exercises.exercise import Case, Function, slip
from attnlib.exercises.hunts.extremes import LARGE, VAST, ZEROS, large, vast, with_zeros
from attnlib.exercises.hunts.hunt import hunt
from attnlib.exercises.numbers import numbers
from attnlib.maths.attention import attention
from attnlib.maths.check import Array


def _right(Q: Array, K: Array, V: Array, real: Array) -> Array:
    return attention(Q, K, V, mask=real[:, None, :])[0]


def _for_all(Q: Array, K: Array, V: Array, real: Array, *, of: Function) -> Array:
    return _right(Q, K, V, np.broadcast_to(of(real), real.shape))


def _moved(attend: Function) -> float:
    """Tell how far the output of a real token moves when the value of the padding goes from 0 to 100."""
    Q, K, V = numbers(1, 3, 2, seed=114), numbers(1, 3, 2, seed=115), np.array([[[1.0], [2.0], [0.0]]])
    real = np.array([[True, True, False]])
    other = V.copy()
    other[0, 2] = 100
    return float(np.abs(attend(Q, K, other, real) - attend(Q, K, V, real))[0, 0, 0])


def _batch(pair: tuple[Array, Array]) -> tuple[Array, Array, Array]:
    Q, K = (np.stack([x, x]) for x in pair)  # (2, 5, 4)
    return Q, K, numbers(2, 5, 3, seed=117)


_BATCH = numbers(2, 3, 4, seed=111), numbers(2, 3, 4, seed=112), numbers(2, 3, 1, seed=113)
_WIDER = numbers(3, 4, 5, seed=118), numbers(3, 4, 5, seed=119), numbers(3, 4, 2, seed=120)
_MORE = np.array([[True, True, True, False], [False, True, True, True], [True, True, False, False]])
_LONG = np.array([[True, True, True, False, True], [True, True, True, False, False]])
_LAST = np.array([[True, True, True, True, False], [True, True, True, False, False]])
_REAL = np.array([[True, True, False], [True, True, True]])

HUNT = hunt(
    "hunt_padding_axis",
    11,
    title="A sentence changes its meaning with the batch it travels in",
    sources=("hyunwoongko/transformer#40",),
    buggy="""
def attend_batch(Q, K, V, real):  # (batch, n, d) three times, (batch, n): False is padding
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])  # (batch, n, n)
    allowed = real[:, :, None]
    weights = softmax(np.where(allowed, scores, -np.inf))
    return weights @ V
""",
    solution="""
def attend_batch(Q, K, V, real):  # (batch, n, d) three times, (batch, n): False is padding
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])  # (batch, n, n)
    allowed = real[:, None, :]
    weights = softmax(np.where(allowed, scores, -np.inf))
    return weights @ V
""",
    reference=_right,
    cases=(
        Case("nothing is padded", (*_BATCH, np.ones((2, 3), dtype=bool))),
        Case("one sentence, its last token is padding", (*(x[:1] for x in _BATCH), _REAL[:1])),
        Case("two sentences of different length", (*_BATCH, _REAL)),
        Case("three sentences of four tokens, one padded in front", (*_WIDER, _MORE)),
        Case(
            ZEROS,
            (_WIDER[0], *(with_zeros(x.swapaxes(0, 1), at=1).swapaxes(0, 1) for x in _WIDER[1:]), _MORE),
        ),
        Case(LARGE, (*_batch(large(5, 5, seed=116)), _LAST)),
        Case(VAST, (*_batch(vast(5, 5, low=3)), _LONG)),
    ),
    slips=(
        slip(
            "both_axes",
            "The queries of the padding are masked too, and now see nothing. Hide keys alone.",
            lambda Q, K, V, r: attention(Q, K, V, mask=r[:, None, :] & r[:, :, None])[0],
        ),
        slip(
            "joined_by_or",
            "Now a padded key is seen by every query that is real. It must be hidden from all of them.",
            lambda Q, K, V, r: attention(Q, K, V, mask=r[:, None, :] | r[:, :, None])[0],
        ),
        slip(
            "one_for_all",
            "Now one sentence's padding, or what all of them share, is used for the whole batch. Each sentence has its "
            "own: real[:, None, :].",
            *(partial(_for_all, of=of) for of in (lambda r: r[0], lambda r: r[-1])),
            *(partial(_for_all, of=partial(of, axis=0)) for of in (np.any, np.all)),
        ),
        slip("mask_missing", "Nothing is hidden now.", lambda Q, K, V, r: attention(Q, K, V)[0]),
        slip(
            "mask_inverted",
            "Now it is the real tokens that are hidden.",
            lambda Q, K, V, r: attention(Q, K, V, mask=~r[:, None, :])[0],
        ),
    ),
    hints=(
        "Who must be hidden from whom? Padding from every token that asks.",
        "The scores are (batch, query, key). A key that is padding is a column.",
        "The axis of size 1 stands for every query: where must None go?",
    ),
    symptom=("how far a real token's output moves when its padding goes from 0 to 100", _moved),
)
