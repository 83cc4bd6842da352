"""The heads are joined by reshape alone: tokens and heads are mixed up."""

from __future__ import annotations

import numpy as np

from attnlib.exercises.exercise import Case, Function, slip
from attnlib.exercises.hunts.extremes import LOUD, LOUDEST, ZERO_TOKEN, with_zeros
from attnlib.exercises.hunts.hunt import hunt
from attnlib.exercises.numbers import numbers
from attnlib.maths.attention import attention
from attnlib.maths.check import Array


def _right(X: Array, W_Q: Array, W_K: Array, W_V: Array, n_heads: int) -> Array:
    width = W_Q.shape[1] // n_heads
    parts = (slice(i * width, (i + 1) * width) for i in range(n_heads))
    return np.hstack([attention(X @ W_Q[:, p], X @ W_K[:, p], X @ W_V[:, p])[0] for p in parts])


def _both_scrambled(X: Array, W_Q: Array, W_K: Array, W_V: Array, n_heads: int) -> Array:
    Q, K, V = (np.reshape(X @ W, (n_heads, len(X), -1)) for W in (W_Q, W_K, W_V))
    return attention(Q, K, V)[0].reshape(len(X), -1)


def _heads_inside(X: Array, W_Q: Array, W_K: Array, W_V: Array, n_heads: int) -> Array:
    output = _right(X, W_Q, W_K, W_V, n_heads)
    return output.reshape(len(X), n_heads, -1).swapaxes(1, 2).reshape(len(X), -1)


def _heads_reversed(X: Array, W_Q: Array, W_K: Array, W_V: Array, n_heads: int) -> Array:
    output = _right(X, W_Q, W_K, W_V, n_heads)
    return output.reshape(len(X), n_heads, -1)[:, ::-1].reshape(len(X), -1)


def _features_swapped(X: Array, W_Q: Array, W_K: Array, W_V: Array, n_heads: int) -> Array:
    heads = _right(X, W_Q, W_K, W_V, n_heads).reshape(len(X), n_heads, -1).swapaxes(0, 1)  # (h, n, d_k)
    return heads.swapaxes(1, 2).reshape(len(X), -1)


def _moved(multi_head: Function) -> float:
    """Reverse the tokens, attend, reverse back: nothing may have moved."""
    X, W = numbers(4, 3, seed=144), numbers(3, 3, 6, seed=145)
    return float(np.abs(multi_head(X[::-1], *W, 2)[::-1] - multi_head(X, *W, 2)).max())


_X, _W = numbers(4, 5, seed=542), numbers(3, 5, 6, seed=543)

HUNT = hunt(
    "hunt_heads",
    14,
    title="The same tokens in another order give another mixture",
    sources=("jsbaan/transformer-from-scratch#4", "jsbaan/transformer-from-scratch#6"),
    buggy="""
def multi_head(X, W_Q, W_K, W_V, n_heads):  # (n, d_model), (d_model, h · d_k) three times
    def split(Y):
        return Y.reshape(len(X), n_heads, -1).swapaxes(0, 1)  # (h, n, d_k)

    Q, K, V = split(X @ W_Q), split(X @ W_K), split(X @ W_V)
    weights = softmax(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1]))
    heads = weights @ V
    return heads.reshape(len(X), -1)  # (n, h · d_k)
""",
    solution="""
def multi_head(X, W_Q, W_K, W_V, n_heads):  # (n, d_model), (d_model, h · d_k) three times
    def split(Y):
        return Y.reshape(len(X), n_heads, -1).swapaxes(0, 1)  # (h, n, d_k)

    Q, K, V = split(X @ W_Q), split(X @ W_K), split(X @ W_V)
    weights = softmax(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1]))
    heads = weights @ V
    return heads.swapaxes(0, 1).reshape(len(X), -1)  # (n, h · d_k)
""",
    reference=_right,
    cases=(
        Case("one head", (numbers(3, 2, seed=141), *numbers(3, 2, 4, seed=142), 1)),
        Case("one token in two heads", (numbers(1, 3, seed=143), *numbers(3, 3, 4, seed=146), 2)),
        Case("three tokens in two heads", (numbers(3, 5, seed=147) / 2, *numbers(3, 5, 8, seed=148) / 2, 2)),
        Case("four tokens in three heads", (numbers(4, 5, seed=149) / 2, *numbers(3, 5, 6, seed=150) / 2, 3)),
        Case(ZERO_TOKEN, (with_zeros(numbers(4, 3, seed=540), at=1), *numbers(3, 3, 4, seed=541), 2)),
        Case("scores beyond ±800 don't overflow", (_X, *_W[:2] * LOUD, _W[2], 2)),
        Case("scores of ±10³⁶", (_X, *_W[:2] * LOUDEST, _W[2], 2)),
    ),
    slips=(
        slip(
            "split_scrambled",
            "Now the split mixes tokens and heads as well. Its swapaxes was right.",
            _both_scrambled,
        ),
        slip(
            "scale_all_heads",
            "It divides by the root of all heads' width together. A head's own products are d_k in number.",
            lambda X, W_Q, W_K, W_V, h: _right(X, W_Q / np.sqrt(h), W_K, W_V, h),
        ),
        slip(
            "heads_reversed",
            "The heads come in the wrong order: head 0 gives the first columns.",
            _heads_reversed,
        ),
        slip(
            "features_swapped",
            "Tokens and features have changed places before the reshape. It is heads and tokens that must: axes 0 and "
            "1.",
            _features_swapped,
        ),
        slip(
            "heads_interleaved",
            "The heads are interleaved: a token's row must hold head 1 whole, then head 2.",
            _heads_inside,
        ),
    ),
    hints=(
        "A reshape never moves a number; it only draws the borders anew. In which order do the numbers of `heads` lie?",
        "To put a token's heads side by side, the token axis must come first: (n, h, d_k).",
        "Undo what split did, last step first.",
    ),
    symptom=("largest change of an output when the tokens are fed in reverse", _moved),
)
