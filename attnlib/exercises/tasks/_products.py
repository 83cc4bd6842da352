"""Mistakes with the two products, and everyday ones around them: the same slips in every exercise that attends."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from attnlib.exercises.exercise import Function, Slip, slip
from attnlib.exercises.mistaken import budget, distance, flip, scores
from attnlib.maths.check import Array

#: Ways to score that are right for one matrix and turn round or mistake the axes of a batch.
TURNED: tuple[Function, ...] = (lambda Q, K: Q @ K.T,)
FROM_FRONT: tuple[Function, ...] = (
    lambda Q, K: Q @ np.swapaxes(K, 0, 1),
    lambda Q, K: Q @ np.transpose(K, (1, 0)),
)
#: Ways to score that pair every matrix of a batch with every other.
PAIRED: tuple[Function, ...] = (
    np.inner,
    lambda Q, K: np.dot(Q, flip(K)),
    lambda Q, K: np.dot(Q, K.T),
    lambda Q, K: np.tensordot(Q, K, axes=([-1], [-1])),
)

#: Ways to score that draw the borders of K anew instead of transposing it.
RESHAPED: tuple[Function, ...] = (lambda Q, K: Q @ K.reshape(*K.shape[:-2], K.shape[-1], K.shape[-2]),)

RESHAPED_SAYS = (
    "A reshape leaves the numbers in their order and draws the borders anew, so features of different keys mix. "
    "To transpose, swap the last two axes: np.swapaxes(K, -1, -2)."
)
TURNED_SAYS = "K.T turns round all axes, the batch too. Swap the last two only: np.swapaxes(K, -1, -2)."
PAIRED_SAYS = (
    "np.dot, np.inner and np.tensordot pair every matrix of a batch with every other. "
    "@ multiplies each with its own partner."
)
FRONT_SAYS = (
    "An axis is counted from the front, which fits one matrix and not a batch. Count from the end: -1 is the last, "
    "-2 the one before."
)


def _causal(x: Array, *, newest: bool = False) -> Array:
    """Softmax under a causal mask, aligned to the first key or to the newest."""
    n_q, n_k = x.shape[-2:]
    return budget(np.where(np.tri(n_q, n_k, n_k - n_q if newest else 0, dtype=bool), x, -np.inf))


def product_slips(attend: Callable[..., Any]) -> tuple[Slip, ...]:
    """Return the slips of an attention whose products are right for one sequence alone, and their everyday relatives.

    Parameters
    ----------
    attend : callable
        Takes the exercise's arguments, and ``score=``, ``divisor=``, ``normalise=`` and ``mix=`` as
        `mistaken.attend` does.
    """
    using = partial(partial, attend)
    second = {"divisor": lambda Q, K, V: math.sqrt(Q.shape[1])}
    along = {"normalise": partial(budget, axis=1)}
    return (
        slip("batch_transposed", TURNED_SAYS, *(using(score=score) for score in TURNED)),
        slip(
            "batch_paired",
            PAIRED_SAYS,
            *(using(score=score) for score in PAIRED),
            *(using(score=score, mix=np.dot) for score in PAIRED),
            using(mix=np.dot),
        ),
        slip("reshaped", RESHAPED_SAYS, *(using(score=score) for score in RESHAPED)),
        slip(
            "axis_from_front",
            FRONT_SAYS,
            *(using(score=score) for score in FROM_FRONT),
            using(**second),
            using(**along),
            using(**second, **along),
        ),
        slip(
            "causal_uninvited",
            "The future is hidden, as in a causal mask. Nobody asked for one: every query sees every key.",
            using(normalise=_causal),
            using(normalise=partial(_causal, newest=True)),
        ),
    )


def overflow_slips(attend: Callable[..., Any]) -> tuple[Slip, ...]:
    """Return the slips of an attention whose powers overflow."""
    using = partial(partial, attend)
    plain = partial(budget, maximum=False)
    return (
        slip(
            "no_maximum",
            "e to a large score is too large for the computer. Subtract each row's largest score first.",
            using(normalise=plain),
        ),
        slip(
            "maximum_wrong_axis",
            "The largest score is not taken row by row, so all powers of a row may vanish. Take it over axis=-1 with "
            "keepdims=True.",
            using(normalise=lambda x: _shares(np.exp(x - x.max()))),
        ),
        slip(
            "overflow_painted_over",
            "Powers overflow, and the NaN that come of it are replaced: the largest score then gets nothing. "
            "Subtract each row's largest score first.",
            using(normalise=lambda x: np.nan_to_num(plain(x))),
            lambda *arguments: tuple(map(np.nan_to_num, attend(*arguments, normalise=plain))),
            using(normalise=lambda x: _shares(np.nan_to_num(np.exp(x)))),
            using(normalise=_capped),
            exact=True,
        ),
    )


def _shares(powers: Array) -> Array:
    weights: Array = powers / powers.sum(axis=-1, keepdims=True)
    return weights


def _capped(x: Array) -> Array:
    """Softmax that cuts large scores off, at the usual 700: their order is lost."""
    return budget(np.minimum(x, 700), maximum=False)


def step_slips(attend: Callable[..., Any], *known: str) -> tuple[Slip, ...]:
    """Return the slips that leave out, double or exchange a whole step.

    Parameters
    ----------
    attend : callable
        As for `product_slips`.
    *known : str
        Words that the exercise has already.
    """
    using = partial(partial, attend)
    every = (
        slip(
            "sum_missing",
            "The values are mixed by powers that don't sum to 1. Divide each row by its sum.",
            using(normalise=np.exp),
            using(normalise=lambda x: np.exp(x - x.max(axis=-1, keepdims=True))),
        ),
        slip(
            "whole_matrix",
            "All queries share one budget. Normalise each row by itself: axis=-1, keepdims=True.",
            using(normalise=partial(budget, axis=None)),
            using(normalise=lambda x: _of_all(np.exp(x - x.max(axis=-1, keepdims=True)))),
        ),
        slip(
            "softmax_twice",
            "The softmax is taken twice: its result is a budget already.",
            using(normalise=lambda x: budget(budget(x))),
        ),
        slip(
            "wrong_base",
            "The powers are of another base. Softmax takes powers of e: np.exp.",
            using(normalise=lambda x: budget(x * math.log(2))),
            using(normalise=lambda x: budget(x * math.log(10))),
        ),
        slip(
            "sign_reversed",
            "The sign is turned: what fits best gets the smallest weight. Scores are Q @ K transposed as they are.",
            using(score=lambda Q, K: -scores(Q, K)),
        ),
        slip(
            "absolute",
            "The scores' sign is dropped. A negative score means a small weight.",
            using(score=lambda Q, K: np.abs(scores(Q, K))),
        ),
        slip(
            "distance",
            "Queries and keys are compared by how far they lie apart. A score is their dot product.",
            using(score=lambda Q, K: -distance(Q, K)),
            using(score=lambda Q, K: -np.sqrt(distance(Q, K))),
            using(score=distance),
        ),
    )
    return tuple(slip for slip in every if slip.word not in known)


def _of_all(powers: Array) -> Array:
    shares: Array = powers / powers.sum()
    return shares
