"""Softmaxes gone wrong inside an attention, and attentions that hand back the wrong thing: slips that many share."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from attnlib.exercises.exercise import Slip, slip
from attnlib.maths.check import Array


def lopsided(x: Array, *, maximum: bool | None = True, total: bool = False) -> Array:
    """Softmax whose sums, or maxima, lose their axis.

    Parameters
    ----------
    x : ndarray, shape (..., n_q, n_k)
    maximum : bool or None
        Whether the maxima keep their axis; None where none are subtracted.
    total : bool
        Whether the sums keep theirs.
    """
    powers = np.exp(x if maximum is None else x - x.max(axis=-1, keepdims=maximum))
    weights: Array = powers / powers.sum(axis=-1, keepdims=total)
    return weights


def _shares(x: Array) -> Array:
    weights: Array = x / x.sum(axis=-1, keepdims=True)
    return weights


def _shifted_shares(x: Array) -> Array:
    return _shares(x - x.max(axis=-1, keepdims=True))


def softmax_slips(attend: Callable[..., Any]) -> tuple[Slip, ...]:
    """Return the slips of an attention with a softmax that is nearly right, or that returns what stands beside it.

    Parameters
    ----------
    attend : callable
        Takes the exercise's arguments and ``normalise=``; returns the output and the weights.
    """
    using = partial(partial, attend)
    return (
        slip(
            "keepdims_missing",
            "The axis is right, but the sums (or maxima) lose it, so they line up with columns instead of "
            "rows. Add keepdims=True.",
            using(normalise=lopsided),
            using(normalise=partial(lopsided, maximum=None)),
            using(normalise=partial(lopsided, maximum=False)),
            using(normalise=partial(lopsided, maximum=False, total=True)),
        ),
        slip(
            "exp_missing",
            "The scores themselves are divided by their sum. Take their powers first: np.exp.",
            using(normalise=_shares),
            using(normalise=_shifted_shares),
        ),
        slip(
            "weights_returned",
            "These are the weights. The output is what they mix: weights @ V.",
            lambda *arguments: attend(*arguments)[1],
        ),
    )
