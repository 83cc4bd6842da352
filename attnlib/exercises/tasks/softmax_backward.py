"""softmax_backward(weights, d_weights): what reaches the scores."""

from __future__ import annotations

import numpy as np

from attnlib.exercises.exercise import Case, Exercise, slip
from attnlib.exercises.mistaken import budget
from attnlib.exercises.numbers import numbers, stored_otherwise, whole
from attnlib.maths.check import Array
from attnlib.maths.gradients import softmax_backward


def _summed(w: Array, d: Array, axis: int | None) -> Array:
    return w * (d - (w * d).sum(axis=axis, keepdims=True))


def _keepdims_missing(w: Array, d: Array) -> Array:
    return w * (d - (w * d).sum(axis=-1))


_WEIGHTS = budget(numbers(2, 4, seed=1))
_SOME_ZERO = np.array([[0.5, 0.0, 0.5], [0.0, 0.25, 0.75]])

EXERCISE = Exercise(
    name="softmax_backward",
    lesson="02",
    rank=3,
    signature="def softmax_backward(weights, d_weights):  # (..., n_q, n_k) twice -> (..., n_q, n_k)",
    reference=softmax_backward,
    cases=(
        Case("two equal weights, one of them pushed", (np.array([[0.5, 0.5]]), np.array([[1.0, 0.0]]))),
        Case("all weights of a row pushed alike: nothing moves", (_WEIGHTS[:1], np.full((1, 4), 0.75))),
        Case("one row", (_WEIGHTS[:1], numbers(1, 4, seed=2))),
        Case("several rows: each by itself", (_WEIGHTS, numbers(2, 4, seed=3))),
        Case("as many rows as columns", (budget(numbers(3, 3, seed=4)), numbers(3, 3, seed=5))),
        Case("a weight of 0 passes nothing back", (_SOME_ZERO, numbers(2, 3, seed=6))),
        Case(
            "whole numbers in, fractions out",
            (np.array([[0.25, 0.5, 0.25], [0.5, 0.25, 0.25]]), *whole(numbers(2, 3, seed=9))),
        ),
        Case(
            "single precision, stored column by column: the same numbers",
            stored_otherwise(_WEIGHTS, numbers(2, 4, seed=10), factor=1),
        ),
        Case("a batch of matrices", (budget(numbers(2, 3, 4, seed=7)), numbers(2, 3, 4, seed=8))),
        Case("a batch in two axes", (budget(numbers(2, 3, 4, 5, seed=11)), numbers(2, 3, 4, 5, seed=12))),
    ),
    slips=(
        slip(
            "sum_missing",
            "That is weight × gradient alone. Raising one score lowers the other weights: subtract the row's "
            "Σ w d first.",
            lambda w, d: w * d,
        ),
        slip(
            "diagonal_only",
            "That is the derivative of each weight by its own score alone. Every score moves every weight of "
            "its row: "
            "w (d − Σ w d).",
            lambda w, d: w * (1 - w) * d,
        ),
        slip(
            "weights_missing",
            "The factor w in front is missing: w (d − Σ w d).",
            lambda w, d: d - (w * d).sum(axis=-1, keepdims=True),
        ),
        slip(
            "sum_unweighted",
            "The sum (or mean) is of the gradients alone. Weigh it: Σ w d.",
            lambda w, d: w * (d - d.sum(axis=-1, keepdims=True)),
            lambda w, d: w * (d - d.mean(axis=-1, keepdims=True)),
            lambda w, d: w * (d - w * d.sum(axis=-1, keepdims=True)),
            lambda w, d: d - d.mean(axis=-1, keepdims=True),
        ),
        slip(
            "mean_for_sum",
            "Σ w d is a sum: the weights make a mean of it already. Write sum, not mean.",
            lambda w, d: w * (d - (w * d).mean(axis=-1, keepdims=True)),
        ),
        slip(
            "whole_matrix",
            "One sum is taken over all rows. Each row has its own: axis=-1, keepdims=True.",
            lambda w, d: _summed(w, d, None),
        ),
        slip(
            "wrong_axis",
            "The sum runs down the columns. A softmax's row is the last axis: axis=-1.",
            lambda w, d: _summed(w, d, -2),
            lambda w, d: _summed(w, d, 0),
        ),
        slip(
            "axis_from_front",
            "axis=1 is the last axis of one matrix, but not of a batch. Count from the end: axis=-1.",
            lambda w, d: _summed(w, d, 1),
        ),
        slip(
            "keepdims_missing",
            "The sums lose their axis, so they line up with columns instead of rows. Sum with keepdims=True.",
            _keepdims_missing,
        ),
        slip(
            "sign_reversed",
            "The sign is turned: w (d − Σ w d).",
            lambda w, d: -softmax_backward(w, d),
            lambda w, d: w * (d + (w * d).sum(axis=-1, keepdims=True)),
        ),
        slip(
            "sum_not_multiplied",
            "The sum Σ w d is subtracted after the multiplication by w; it belongs inside the brackets: w (d "
            "− Σ w d).",
            lambda w, d: w * d - (w * d).sum(axis=-1, keepdims=True),
        ),
        slip(
            "softmax_again",
            "The weights are taken through a softmax once more. They are the softmax's result already.",
            lambda w, d: softmax_backward(budget(w), d),
        ),
        slip("passed_through", "The gradient is passed on unchanged.", lambda w, d: d),
    ),
    hints=(
        "Raising one score raises its own weight and lowers all others of its row, since a row always sums "
        "to 1.",
        "d_scoresᵢ = wᵢ (dᵢ − Σⱼ wⱼ dⱼ), row by row.",
        "return weights * (d_weights - (weights * …).sum(axis=…, keepdims=True))",
    ),
    solution="""
def softmax_backward(weights, d_weights):
    mean = (weights * d_weights).sum(axis=-1, keepdims=True)  # (..., n_q, 1)
    return weights * (d_weights - mean)  # (..., n_q, n_k)
""",
)
