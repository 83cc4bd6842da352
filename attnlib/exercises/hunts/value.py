"""The values are made with W_K: W_V does nothing."""

from __future__ import annotations

import numpy as np

from attnlib.exercises.exercise import Case, Function, slip
from attnlib.exercises.hunts.extremes import LOUD, LOUDEST, ZERO_TOKEN, with_zeros
from attnlib.exercises.hunts.hunt import hunt
from attnlib.exercises.numbers import numbers
from attnlib.maths.attention import attention
from attnlib.maths.check import Array


def _right(X: Array, W_Q: Array, W_K: Array, W_V: Array) -> Array:
    return attention(X @ W_Q, X @ W_K, X @ W_V)[0]


def _growth(attend: Function) -> float:
    """Tell how many times larger the output is when W_V is doubled."""
    X, W = numbers(4, 3, seed=41), numbers(3, 3, 3, seed=42)
    return float(np.linalg.norm(attend(X, W[0], W[1], 2 * W[2])) / np.linalg.norm(attend(X, *W)))


_SAME = numbers(2, 2, seed=44)

_X, _W = numbers(4, 5, seed=444), numbers(3, 5, 3, seed=445)

HUNT = hunt(
    "hunt_value",
    4,
    title="One of the three projections never learns anything",
    sources=("brightmart/text_classification#93", "yflyzhang/AnnotatedTransformer#1"),
    buggy="""
def self_attend(X, W_Q, W_K, W_V):  # (n, d_model), (d_model, d) three times -> (n, d)
    Q, K, V = X @ W_Q, X @ W_K, X @ W_K
    weights = softmax(Q @ K.T / np.sqrt(K.shape[-1]))
    return weights @ V
""",
    solution="""
def self_attend(X, W_Q, W_K, W_V):  # (n, d_model), (d_model, d) three times -> (n, d)
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    weights = softmax(Q @ K.T / np.sqrt(K.shape[-1]))
    return weights @ V
""",
    reference=_right,
    cases=(
        Case("W_V equal to W_K", (numbers(3, 2, seed=43), numbers(2, 2, seed=45), _SAME, _SAME)),
        Case("one token: the output is its value", (numbers(1, 2, seed=46), *numbers(3, 2, 2, seed=47))),
        Case("several tokens", (numbers(3, 4, seed=48), *numbers(3, 4, 2, seed=49))),
        Case("a wider head", (numbers(4, 2, seed=440), *numbers(3, 2, 5, seed=441))),
        Case(ZERO_TOKEN, (with_zeros(numbers(4, 3, seed=442), at=1), *numbers(3, 3, 2, seed=443))),
        Case("scores beyond ±800 don't overflow", (_X, *_W[:2] * LOUD, _W[2])),
        Case("scores of ±10³⁶", (_X, *_W[:2] * LOUDEST, _W[2])),
    ),
    slips=(
        slip(
            "values_are_inputs",
            "It mixes the tokens themselves. Their values are X @ W_V.",
            lambda X, W_Q, W_K, W_V: attention(X @ W_Q, X @ W_K, X)[0],
        ),
        slip(
            "keys_and_values_exchanged",
            "Now keys and values have changed places: the keys are X @ W_K, the values X @ W_V.",
            lambda X, W_Q, W_K, W_V: attention(X @ W_Q, X @ W_V, X @ W_K)[0],
        ),
        slip(
            "values_from_queries",
            "Now the values are made with W_Q. Each of the three has its own matrix.",
            lambda X, W_Q, W_K, W_V: attention(X @ W_Q, X @ W_K, X @ W_Q)[0],
        ),
        slip(
            "values_for_keys",
            "Now the keys are made with W_V as well.",
            lambda X, W_Q, W_K, W_V: attention(X @ W_Q, X @ W_V, X @ W_V)[0],
        ),
    ),
    hints=(
        "Double each of the three matrices in turn. Which one can the output not feel?",
        "K = X W_K and V = X W_V: two different jobs, two different matrices.",
        "Read the line that makes Q, K and V once more, letter by letter.",
    ),
    symptom=("how many times larger the output is when W_V is doubled", _growth),
)
