"""softmax(x): each row a budget."""

from __future__ import annotations

from functools import partial

import numpy as np

from attnlib.exercises.exercise import Case, Exercise, Function, slip
from attnlib.exercises.mistaken import budget
from attnlib.exercises.numbers import numbers, stored_otherwise, whole
from attnlib.maths.check import Array
from attnlib.maths.steps import softmax


def _powers(x: Array, axis: int | None = -1) -> Array:
    shifted: Array = np.exp(x - x.max(axis=axis, keepdims=True))
    return shifted


def _one_sum(x: Array) -> Array:
    return _powers(x) / _powers(x).sum()


def _keepdims_missing(x: Array) -> Array:
    return _powers(x) / _powers(x).sum(axis=-1)


def _keepdims_missing_twice(x: Array) -> Array:
    powers = np.exp(x - x.max(axis=-1))
    return powers / powers.sum(axis=-1)


def _keepdims_missing_above(x: Array) -> Array:
    return budget(x - x.max(axis=-1), maximum=False)


def _maximum_over_columns(x: Array) -> Array:
    powers = _powers(x, axis=-2)
    return powers / powers.sum(axis=-1, keepdims=True)


def _one_maximum(x: Array) -> Array:
    powers = _powers(x, axis=None)
    return powers / powers.sum(axis=-1, keepdims=True)


def _shares(powers: Array) -> Array:
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


def _shifted(x: Array, by: Function) -> Array:
    return budget(x - by(x), maximum=False)


_ROWS = np.array([[0.5, 1.5, -1.0, 0.0], [2.0, 0.25, 1.0, -0.5], [0.0, -2.0, 1.25, 0.75]])
_APART = np.array([[1e4, -1e4, 0.0], [0.0, 1e4, -1e4], [-3e4, 0.0, 1e4]])
_LARGE = np.array([[1000.0, 1001.0, 999.0], [-1000.0, -1001.0, -1002.0]])

_WITH_INFINITE = np.array([[-20000.0, -20001.0, -np.inf], [-np.inf, -3e38, -np.inf], [0.5, -np.inf, 1.5]])

EXERCISE = Exercise(
    name="softmax",
    lesson="01",
    rank=2,
    signature="def softmax(x):  # (..., n_q, n_k) -> (..., n_q, n_k), each row sums to 1",
    reference=softmax,
    cases=(
        Case("two equal scores in one row: half and half", (np.array([[1.0, 1.0]]),)),
        Case("one row: powers of e, divided by their sum", (_ROWS[:1],)),
        Case("several rows: each has its own sum", (_ROWS,)),
        Case("as many rows as columns", (numbers(3, 3, seed=1),)),
        Case("large scores: nothing overflows", (_LARGE,)),
        Case("scores far apart: the row's largest is subtracted", (_APART,)),
        Case("one row far below 0: its own largest score is subtracted", (_LARGE[1:] - 2000,)),
        Case("−∞ among low scores: weight 0, and the others as without it", (_WITH_INFINITE,)),
        Case("whole numbers in, fractions out", whole(_ROWS * 2)),
        Case("single precision, stored column by column: the same numbers", stored_otherwise(_ROWS / 2)),
        Case("a batch of matrices", (np.stack([_ROWS, -_ROWS[::-1]]),)),
        Case("a batch in two axes", (numbers(2, 3, 4, 5, seed=2),)),
    ),
    slips=(
        slip(
            "sum_missing",
            "The powers aren't divided by their row's sum: a row isn't a budget yet.",
            _powers,
            np.exp,
        ),
        slip(
            "whole_matrix",
            "All rows share one sum. Sum over axis=-1, with keepdims=True.",
            partial(budget, axis=None),
            partial(budget, axis=None, maximum=False),
            partial(budget, axis=(-2, -1)),
            _one_sum,
        ),
        slip(
            "wrong_axis",
            "It normalises columns. A query's budget is its row, the last axis: axis=-1.",
            partial(budget, axis=-2),
            partial(budget, axis=-2, maximum=False),
            partial(budget, axis=0),
            partial(budget, axis=0, maximum=False),
        ),
        slip(
            "axis_from_front",
            "axis=1 is the last axis of one matrix, but not of a batch. Count from the end: axis=-1.",
            partial(budget, axis=1),
            partial(budget, axis=1, maximum=False),
        ),
        slip(
            "keepdims_missing",
            "The sums lose their axis, so they line up with columns instead of rows. Sum with keepdims=True.",
            _keepdims_missing,
            _keepdims_missing_twice,
            _keepdims_missing_above,
            lambda x: np.exp(x) / np.exp(x).sum(axis=-1),
        ),
        slip(
            "no_maximum",
            "e¹⁰⁰⁰ is too large for the computer. Subtract each row's largest score first; the result is the "
            "same.",
            partial(budget, maximum=False),
        ),
        slip(
            "overflow_painted_over",
            "Powers overflow, and the NaN that come of it are replaced, or large scores cut off: the order of the "
            "largest is lost. Subtract each row's largest score first.",
            lambda x: np.nan_to_num(budget(x, maximum=False)),
            lambda x: _shares(np.nan_to_num(np.exp(x))),
            lambda x: budget(np.clip(x, -700, 700), maximum=False),
            lambda x: budget(np.clip(x, -709, 709), maximum=False),
            lambda x: budget(np.clip(x, -500, 500), maximum=False),
            lambda x: budget(np.minimum(x, 700), maximum=False),
            exact=True,
        ),
        slip(
            "maximum_added",
            "The largest score is added; it must be subtracted, so that no power is above e⁰ = 1.",
            lambda x: budget(x + x.max(axis=-1, keepdims=True), maximum=False),
        ),
        slip(
            "not_the_maximum",
            "What is subtracted is not the row's largest score. If it is smaller, a power may be too large for the "
            "computer; if it is larger, all powers of a row may vanish: x.max(axis=-1, keepdims=True).",
            partial(_shifted, by=partial(np.mean, axis=-1, keepdims=True)),
            partial(_shifted, by=partial(np.min, axis=-1, keepdims=True)),
            partial(_shifted, by=partial(np.median, axis=-1, keepdims=True)),
            partial(_shifted, by=lambda x: x[..., :1]),
            partial(_shifted, by=lambda x: x[..., -1:]),
            partial(_shifted, by=lambda x: np.abs(x).max(axis=-1, keepdims=True)),
        ),
        slip(
            "maximum_from_zero",
            "The largest score is taken to be 0 at least (initial=0, or a 0 among the candidates): a row far below 0 "
            "loses all its powers. Take the row's own.",
            lambda x: budget(x - np.maximum(x.max(axis=-1, keepdims=True), 0), maximum=False),
        ),
        slip(
            "maximum_wrong_axis",
            "The maximum is not taken row by row, so a row's powers may all vanish. "
            "Take it over axis=-1 with keepdims=True.",
            _maximum_over_columns,
            _one_maximum,
        ),
        slip(
            "exp_missing",
            "The scores are divided by their sum, without np.exp.",
            lambda x: x / x.sum(axis=-1, keepdims=True),
        ),
        slip(
            "exp_missing_below",
            "The sum below the line is of the scores; it must be of their powers.",
            lambda x: np.exp(x) / x.sum(axis=-1, keepdims=True),
            lambda x: _powers(x) / x.sum(axis=-1, keepdims=True),
        ),
        slip(
            "logarithm", "That is the logarithm of the softmax. Leave it out.", lambda x: np.log(softmax(x))
        ),
        slip(
            "sign_reversed",
            "The largest score gets the smallest weight: the sign is turned.",
            lambda x: softmax(-x),
        ),
        slip(
            "wrong_base",
            "The powers are of another base. Softmax takes powers of e: np.exp.",
            lambda x: softmax(x * np.log(2)),
            lambda x: softmax(x * np.log(10)),
        ),
        slip(
            "sigmoid",
            "Each number is squeezed by itself. In a softmax the numbers of a row share one budget.",
            lambda x: 1 / (1 + np.exp(-x)),
        ),
        slip(
            "hard_maximum",
            "All of the budget goes to the largest score. Softmax gives the others their share too.",
            lambda x: (x == x.max(axis=-1, keepdims=True)) * 1.0,
            lambda x: np.eye(x.shape[-1])[x.argmax(axis=-1)],
        ),
    ),
    hints=(
        "Make every number positive, then make each row sum to 1.",
        "softmax(x)ᵢ = e^xᵢ / Σⱼ e^xⱼ, and subtracting the row's largest x first changes nothing.",
        "powers = np.exp(x - x.max(axis=…, keepdims=True)); return powers / powers.sum(…)",
    ),
    solution="""
def softmax(x):
    powers = np.exp(x - x.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
""",
)
