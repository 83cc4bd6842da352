"""The causal mask is applied only where a padding mask is given."""

from __future__ import annotations

import numpy as np

from attnlib.exercises.exercise import Case, Function, slip
from attnlib.exercises.hunts.extremes import LARGE, VAST, ZEROS, large, vast, with_zeros
from attnlib.exercises.hunts.hunt import hunt
from attnlib.exercises.numbers import numbers
from attnlib.maths.attention import attention
from attnlib.maths.check import Array
from attnlib.maths.masks import causal_mask


def _right(Q: Array, K: Array, V: Array, real: Array | None = None, causal: bool = True) -> Array:
    allowed = causal_mask(len(Q)) if causal else np.ones((len(Q), len(K)), dtype=bool)
    return attention(Q, K, V, mask=allowed if real is None else allowed & real)[0]


def _always_causal(Q: Array, K: Array, V: Array, real: Array | None = None, causal: bool = True) -> Array:
    return _right(Q, K, V, real, True)


def _padding_lost(Q: Array, K: Array, V: Array, real: Array | None = None, causal: bool = True) -> Array:
    return _right(Q, K, V, None, causal)


def _rows_padded(Q: Array, K: Array, V: Array, real: Array | None = None, causal: bool = True) -> Array:
    allowed = causal_mask(len(Q)) if causal else np.ones((len(Q), len(K)), dtype=bool)
    return attention(Q, K, V, mask=allowed if real is None else allowed & real[:, None])[0]


def _either(Q: Array, K: Array, V: Array, real: Array | None = None, causal: bool = True) -> Array:
    """See what one of the masks allows, where one that isn't given allows everything."""
    return (
        _right(Q, K, V, None, causal and real is None)
        if real is None or not causal
        else _joined(Q, K, V, real)
    )


def _either_one(Q: Array, K: Array, V: Array, real: Array | None = None, causal: bool = True) -> Array:
    """See what one of the masks that are given allows."""
    return _joined(Q, K, V, real) if real is not None and causal else _right(Q, K, V, real, causal)


def _joined(Q: Array, K: Array, V: Array, real: Array) -> Array:
    return attention(Q, K, V, mask=causal_mask(len(Q)) | real)[0]


def _first(attend: Function) -> Array:
    output = attend(numbers(3, 2, seed=104), numbers(3, 2, seed=105), np.array([[7.0], [0.0], [0.0]]))
    return np.asarray(output[0])


_THREE = numbers(3, 2, seed=101), numbers(3, 2, seed=102), numbers(3, 1, seed=103)
_WIDER = numbers(4, 5, seed=108), numbers(4, 5, seed=109), numbers(4, 2, seed=110)
_REAL = np.array([True, True, False])

HUNT = hunt(
    "hunt_skipped",
    10,
    title="Whether the model peeks depends on the batch",
    sources=("facebookresearch/xformers#103", "huggingface/transformers#48745"),
    buggy="""
def attend(Q, K, V, real=None, causal=True):  # real (n,): False is padding
    allowed = np.ones((len(Q), len(K)), dtype=bool)
    if real is not None:
        allowed = allowed & real
        if causal:
            allowed = np.tril(allowed)
    scores = Q @ K.T / np.sqrt(K.shape[-1])
    return softmax(np.where(allowed, scores, -np.inf)) @ V
""",
    solution="""
def attend(Q, K, V, real=None, causal=True):  # real (n,): False is padding
    allowed = np.ones((len(Q), len(K)), dtype=bool)
    if real is not None:
        allowed = allowed & real
    if causal:
        allowed = np.tril(allowed)
    scores = Q @ K.T / np.sqrt(K.shape[-1])
    return softmax(np.where(allowed, scores, -np.inf)) @ V
""",
    reference=_right,
    cases=(
        Case("no mask at all", _THREE, {"causal": False}),
        Case("padding alone", (*_THREE, _REAL), {"causal": False}),
        Case("causal and padding", (*_THREE, _REAL)),
        Case("causal alone", _THREE),
        Case(
            "a wider head, causal, a token in the middle padded",
            (*_WIDER, np.array([True, False, True, True])),
        ),
        Case(ZEROS, (_WIDER[0], *(with_zeros(x, at=1) for x in _WIDER[1:]))),
        Case(LARGE, (*large(5, 5, seed=106), numbers(5, 2, seed=107))),
        Case(VAST, (*vast(5, 5, low=3), numbers(5, 2, seed=107))),
        Case(
            "so it is with padding",
            (*vast(5, 5, low=3), numbers(5, 2, seed=107), np.arange(5) < 3),
            {"causal": False},
        ),
    ),
    slips=(
        slip("always_causal", "Now it is causal even with causal=False.", _always_causal),
        slip(
            "one_mask_at_a_time",
            "Now the causal mask is left out where a padding mask is given. Each is applied whenever its own switch "
            "is on.",
            lambda Q, K, V, real=None, causal=True: _right(Q, K, V, real, causal and real is None),
        ),
        slip(
            "padding_axis",
            "Now padding is hidden on the query axis. Whom it must be hidden from is everybody: a column.",
            _rows_padded,
        ),
        slip(
            "joined_by_or",
            "Now a cell is seen if either mask allows it. Both must: join them by &.",
            _either,
            _either_one,
        ),
        slip(
            "padding_lost",
            "Now padding isn't hidden, or not always. It must be, whether it is causal or not.",
            _padding_lost,
            lambda Q, K, V, real=None, causal=True: _right(Q, K, V, None if causal else real, causal),
            lambda Q, K, V, real=None, causal=True: _right(Q, K, V, real if causal else None, causal),
        ),
    ),
    hints=(
        "Two switches make four cases. Walk through the code for each of them.",
        "The two masks know nothing of each other: each is applied whenever its own switch is on.",
        "Look at how far the second `if` is indented.",
    ),
    symptom=("output of the first of three tokens, causal, nothing padded; its value is 7", _first),
)
