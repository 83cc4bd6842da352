"""The mask is inverted: every token sees the future, and the loss is too good."""

from __future__ import annotations

from functools import partial

import numpy as np

from attnlib.exercises.exercise import Case, Function, slip
from attnlib.exercises.hunts.extremes import LARGE, VAST, ZEROS, large, vast, with_zeros
from attnlib.exercises.hunts.hunt import hunt
from attnlib.exercises.mistaken import attend, tril
from attnlib.exercises.numbers import numbers
from attnlib.maths.attention import attention
from attnlib.maths.check import Array
from attnlib.maths.masks import causal_mask, window_mask


def _right(Q: Array, K: Array, V: Array) -> Array:
    return attention(Q, K, V, mask=causal_mask(len(Q)))[0]


def _windowed(Q: Array, K: Array, V: Array, *, left: int) -> Array:
    return attention(Q, K, V, mask=window_mask(len(Q), left=left))[0]


def _guessed(look_back: Function) -> float:
    """Count guesses of the next card in a shuffled pack of 8, for a head that asks each place for its successor."""
    pack = np.random.default_rng(0).permutation(8)
    places, cards = np.eye(8), np.eye(8)[pack]
    asks = 40 * np.roll(places, 1, axis=1)  # place i asks for place i + 1
    told = look_back(asks, places, cards)
    return float((told[:-1].argmax(axis=1) == pack[1:]).sum())


HUNT = hunt(
    "hunt_polarity",
    5,
    title="The loss is too good",
    sources=("tensorflow/text#894", "rasbt/LLMs-from-scratch#1061", "rasbt/LLMs-from-scratch#1062"),
    buggy="""
def look_back(Q, K, V):  # (n, d_k), (n, d_k), (n, d_v) -> (n, d_v)
    allowed = np.triu(np.ones((len(Q), len(K)), dtype=bool))  # True = may attend
    scores = Q @ K.T / np.sqrt(K.shape[-1])
    weights = softmax(np.where(allowed, scores, -np.inf))
    return weights @ V
""",
    solution="""
def look_back(Q, K, V):  # (n, d_k), (n, d_k), (n, d_v) -> (n, d_v)
    allowed = np.tril(np.ones((len(Q), len(K)), dtype=bool))  # True = may attend
    scores = Q @ K.T / np.sqrt(K.shape[-1])
    weights = softmax(np.where(allowed, scores, -np.inf))
    return weights @ V
""",
    reference=_right,
    cases=(
        Case(
            "one token sees itself", (numbers(1, 3, seed=51), numbers(1, 3, seed=52), numbers(1, 2, seed=53))
        ),
        Case(
            "the first of two sees itself alone",
            (numbers(2, 3, seed=54), numbers(2, 3, seed=55), numbers(2, 1, seed=56)),
        ),
        Case("four tokens", (numbers(4, 3, seed=57), numbers(4, 3, seed=58), numbers(4, 2, seed=59))),
        Case(
            "nine tokens: the last still sees the first",
            (numbers(9, 5, seed=60), numbers(9, 5, seed=61), numbers(9, 2, seed=62)),
        ),
        Case(ZEROS, (numbers(4, 3, seed=250), *(with_zeros(x, at=1) for x in numbers(2, 4, 3, seed=251)))),
        Case(LARGE, (*large(5, 5, seed=252), numbers(5, 2, seed=253))),
        Case(VAST, (*vast(5, 5, low=3), numbers(5, 2, seed=254))),
    ),
    slips=(
        slip("mask_missing", "Nothing is masked now.", lambda Q, K, V: attend(Q, K, V)[0]),
        slip(
            "diagonal_masked",
            "A token may see itself, too.",
            lambda Q, K, V: attention(Q, K, V, mask=tril(len(Q), -1))[0],
        ),
        slip(
            "diagonal_only",
            "Now each token sees itself alone. It sees what came before, too.",
            lambda Q, K, V: V,
        ),
        slip(
            "window_too_short",
            "Now a token sees the last few before it alone. However long the text is, the last token sees the first.",
            *(partial(_windowed, left=left) for left in range(1, 8)),
        ),
    ),
    hints=(
        "Print the mask for three tokens. Which row belongs to the first token, and what may it see?",
        "Query i may attend to keys 0 … i: the ones stand on and below the diagonal.",
        "triu keeps the upper triangle. There is a function for the lower one.",
    ),
    symptom=("cards guessed of the 7 that come next in a shuffled pack", _guessed),
)
