"""The cache moves on by the number of heads instead of one token: between the tokens are gaps of zeros."""

from __future__ import annotations

from functools import partial

import numpy as np

from attnlib.exercises.exercise import Case, Function, slip
from attnlib.exercises.hunts.extremes import LARGE, ZEROS, large, vast, with_zeros
from attnlib.exercises.hunts.hunt import hunt
from attnlib.exercises.numbers import numbers
from attnlib.maths.attention import attention
from attnlib.maths.check import Array
from attnlib.maths.masks import causal_mask


def _right(Q: Array, K: Array, V: Array) -> Array:
    swapped = (x.swapaxes(0, 1) for x in (Q, K, V))  # (h, n, d_k)
    return attention(*swapped, mask=causal_mask(len(Q)))[0].swapaxes(0, 1)


def _late(Q: Array, K: Array, V: Array) -> Array:
    """Attend before the new token is counted: it never sees itself."""
    swapped = (x.swapaxes(0, 1) for x in (Q, K, V))
    return attention(*swapped, mask=np.tri(len(Q), k=-1, dtype=bool))[0].swapaxes(0, 1)


def _late_but_the_first(Q: Array, K: Array, V: Array) -> Array:
    """Attend as late, but for the first token, which has nobody else to look at."""
    output = np.array(_late(Q, K, V))
    output[0] = V[0]
    return output


def _whole(Q: Array, K: Array, V: Array, *, of: Function) -> Array:
    """Attend to the whole cache, what is still empty included."""
    n, h, _ = Q.shape
    seen_K, seen_V = np.zeros((2, of(n, h), *K.shape[1:]))
    outputs = []
    for place in range(n):
        seen_K[place], seen_V[place] = K[place], V[place]
        outputs.append(attention(Q[place][:, None], seen_K.swapaxes(0, 1), seen_V.swapaxes(0, 1))[0][:, 0])
    return np.stack(outputs)


def _by_value(Q: Array, K: Array, V: Array, *, of: str) -> Array:
    """Take tokens of zeros for empty, by keys, by values, or each by its own; whole tokens, or head by head."""
    outputs = []
    for place in range(len(Q)):
        q, k, v = Q[place][:, None], K[: place + 1].swapaxes(0, 1), V[: place + 1].swapaxes(0, 1)
        if of.startswith("mask"):
            seen = np.any(k if of == "mask K" else v, axis=-1)[:, None]
            outputs.append(attention(q, k, v, mask=seen)[0][:, 0])
            continue
        by_k, by_v = k.any(axis=(0, 2)), v.any(axis=(0, 2))
        kept = (by_k, by_k) if of == "K" else (by_v, by_v) if of == "V" else (by_k, by_v)
        outputs.append(attention(q, k[:, kept[0]], v[:, kept[1]])[0][:, 0])
    return np.stack(outputs)


def _ones(decode: Function) -> Array:
    Q, K = numbers(2, 4, 2, 3, seed=164)
    output: Array = decode(Q, K, np.ones((4, 2, 3)))
    return output[:, 0, 0]


def _heads(pair: tuple[Array, Array]) -> tuple[Array, Array, Array]:
    Q, K = (np.stack([x, x[::-1]], axis=1) for x in pair)  # (5, 2, 4)
    return Q, K, numbers(5, 2, 4, seed=169)


def _half_zeros() -> tuple[Array, Array, Array]:
    Q, K, V = numbers(3, 5, 3, 2, seed=170)
    K[1], V[2] = 0, 0
    return Q, K, V


_HALF_ZEROS = _half_zeros()

HUNT = hunt(
    "hunt_cache",
    16,
    title="Written token by token, the text fades",
    sources=("fla-org/flash-linear-attention#126", "skyzh/tiny-llm#46"),
    buggy="""
def decode(Q, K, V):  # (n, h, d_k) three times, fed one token at a time
    n, h, d_k = Q.shape
    cache_K, cache_V = np.zeros((2, n * h, h, d_k))  # room to spare
    length, outputs = 0, []
    for q, k, v in zip(Q, K, V, strict=True):  # (h, d_k) each
        cache_K[length], cache_V[length] = k, v
        length += len(k)
        seen_K, seen_V = cache_K[:length].swapaxes(0, 1), cache_V[:length].swapaxes(0, 1)
        outputs.append(attention(q[:, None], seen_K, seen_V)[0][:, 0])
    return np.stack(outputs)
""",
    solution="""
def decode(Q, K, V):  # (n, h, d_k) three times, fed one token at a time
    n, h, d_k = Q.shape
    cache_K, cache_V = np.zeros((2, n * h, h, d_k))  # room to spare
    length, outputs = 0, []
    for q, k, v in zip(Q, K, V, strict=True):  # (h, d_k) each
        cache_K[length], cache_V[length] = k, v
        length += 1
        seen_K, seen_V = cache_K[:length].swapaxes(0, 1), cache_V[:length].swapaxes(0, 1)
        outputs.append(attention(q[:, None], seen_K, seen_V)[0][:, 0])
    return np.stack(outputs)
""",
    reference=_right,
    cases=(
        Case("one head", tuple(numbers(3, 3, 1, 2, seed=162))),
        Case("one token in two heads: the output is its value", tuple(numbers(3, 1, 2, 3, seed=163))),
        Case("three tokens in two heads", tuple(numbers(3, 3, 2, 1, seed=165))),
        Case("four tokens in three heads", tuple(numbers(3, 4, 3, 2, seed=166))),
        Case(ZEROS, tuple(with_zeros(x, at=1) for x in numbers(3, 4, 2, 3, seed=167))),
        Case("tokens whose key alone is zeros, and whose value alone", _HALF_ZEROS),
        Case(LARGE, _heads(large(5, 5, seed=168))),
        Case("scores of −10³⁷ count", _heads(vast(5, 5, low=3))),
    ),
    slips=(
        slip(
            "hidden_by_value",
            "Rows of zeros are taken for empty. A token may well be all zeros: how many rows are filled is known from "
            "the count, never from what is in them.",
            *(partial(_by_value, of=of) for of in ("K", "V", "each", "mask K", "mask V")),
        ),
        slip(
            "itself_unseen",
            "The new token no longer sees itself: count it before it looks back.",
            _late,
            _late_but_the_first,
        ),
        slip(
            "empty_cache_seen",
            "It attends to the empty part of the cache as well: a key of zeros scores 0, and e⁰ = 1.",
            partial(_whole, of=lambda n, h: n * h),
            partial(_whole, of=lambda n, h: n),
        ),
    ),
    hints=(
        "How many rows of the cache are filled after the second token, and how many are looked at?",
        "A row of the cache belongs to a token. What does len(k) count?",
        "k is (h, d_k): one token, h heads. By how much must length grow?",
    ),
    symptom=("outputs of four tokens whose values are all 1", _ones),
)
