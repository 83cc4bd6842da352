"""Mistakes with masks: the same slips in every exercise that masks scores.

A finite stand-in for −∞ is a slip where it leaks into a case. One that is below every score by far, such as
``np.finfo(float).min``, gives hidden cells the weight 0 exactly, as −∞ does; it passes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from attnlib.exercises.exercise import Slip, slip
from attnlib.exercises.mistaken import budget
from attnlib.maths.check import Array


def zero_rows(x: Array, *, maximum: bool = True) -> Array:
    """Softmax that gives a row of −∞ alone zeros."""
    return np.where(np.isneginf(x).all(axis=-1, keepdims=True), 0, budget(x, maximum=maximum))


def even_rows(x: Array) -> Array:
    """Softmax that spreads a row of −∞ alone evenly, as a finite stand-in for −∞ does."""
    return np.where(np.isneginf(x).all(axis=-1, keepdims=True), 1 / x.shape[-1], budget(x))


def _guarded(weights: Array, mask: Array) -> Array:
    """Give a query that may see nothing zeros, whatever the softmax said."""
    return np.where(mask.any(axis=-1, keepdims=True), weights, 0)


def filled(value: float) -> Callable[[Array, Array], Array]:
    """Masking that puts a number where the mask is False."""
    return lambda scaled, mask: np.where(mask, scaled, value)


def _added(value: float) -> Callable[[Array, Array], Array]:
    return lambda scaled, mask: scaled + np.where(mask, 0, value)


def _powers_masked(x: Array, mask: Array) -> Array:
    powers = np.exp(x - x.max(axis=-1, keepdims=True)) * mask
    return powers / powers.sum(axis=-1, keepdims=True)


def window(n: int, left: int) -> Array:
    """Return a causal mask in which a token sees only so many before itself."""
    allowed: Array = np.tri(n, dtype=bool) & ~np.tri(n, k=-left - 1, dtype=bool)
    return allowed


#: Windows that are causal, and too short for the nine tokens of a case.
TOO_SHORT = range(1, 8)


#: Numbers that are written for −∞, and are none.
_FINITE = (-10.0, -100.0, -1e3, -1e4, -1e5, -1e6, -1e9, -1e10, -1e12, -1e30)


def mask_slips(attend: Callable[..., Any]) -> tuple[Slip, ...]:
    """Return the slips of an attention that masks wrongly.

    Parameters
    ----------
    attend : callable
        Takes the exercise's arguments, and ``hide=``, ``normalise=`` and ``after=`` as `mistaken.attend` does.
    """
    using = partial(partial, attend)
    keep = filled(-np.inf)
    return (
        slip(
            "mask_missing",
            "Nothing is masked: every query sees every key. Put −np.inf where the mask is False, before the "
            "softmax.",
            using(hide=lambda scaled, mask: scaled),
        ),
        slip(
            "inverted",
            "The mask is used the wrong way round. True means: may attend; −∞ belongs where it is False.",
            using(hide=lambda scaled, mask: keep(scaled, ~mask)),
            using(hide=lambda scaled, mask: keep(scaled, ~mask), normalise=even_rows),
            using(hide=lambda scaled, mask: keep(scaled, ~mask), normalise=zero_rows),
        ),
        slip(
            "mask_after_softmax",
            "Weights are set to 0 after the softmax, so a row no longer sums to 1. Mask the scores, before "
            "the softmax.",
            using(hide=lambda scaled, mask: scaled, after=lambda weights, mask: weights * mask),
        ),
        slip(
            "masked_weights_filled",
            "It is the weights that are set to a large negative number. Mask the scores, before the softmax.",
            *(
                using(hide=lambda scaled, mask: scaled, after=filled(value))
                for value in (-np.inf, -1e9, -1e4)
            ),
        ),
        slip(
            "zero_times_infinity",
            "Everything is NaN, and 0 × −∞ is NaN: is the mask multiplied by −np.inf? Choose instead of "
            "multiplying: np.where(mask, scores, −np.inf).",
            using(hide=lambda scaled, mask: scaled + (1 - mask) * -np.inf),
            using(hide=lambda scaled, mask: scaled + (1 - mask) * -np.inf, normalise=even_rows),
        ),
        slip(
            "masked_to_zero",
            "Masked scores become 0, and e⁰ = 1: they still get weight. Put −np.inf there.",
            using(hide=filled(0)),
        ),
        slip(
            "masked_to_one",
            "Masked scores become a small number, 1 or −1, and still get weight. Put −np.inf there.",
            using(hide=filled(1)),
            using(hide=filled(-1)),
        ),
        slip(
            "mask_added_as_it_is",
            "The mask itself is added, so True counts 1 and nothing is hidden. Put −np.inf where it is "
            "False: np.where.",
            using(hide=lambda scaled, mask: scaled + mask),
            using(hide=lambda scaled, mask: scaled - (~mask)),
        ),
        slip(
            "zeros_masked",
            "Scores that happen to be 0 are taken for masked. Ask the mask, not the score: np.where(mask, "
            "scores, −np.inf).",
            using(hide=lambda scaled, mask: keep(scaled, mask & (scaled != 0))),
            using(hide=lambda scaled, mask: keep(scaled, mask & (scaled != 0)), normalise=even_rows),
            using(hide=lambda scaled, mask: keep(scaled, mask & (scaled != 0)), normalise=zero_rows),
        ),
        slip(
            "finite_minus_infinity",
            "A finite number such as −1e9 stands in for −∞: larger scores leak through, and a row that is "
            "masked whole "
            "comes out even. Write −np.inf.",
            *(using(hide=hide(value)) for hide in (filled, _added) for value in _FINITE),
            *(using(hide=hide(value), after=_guarded) for hide in (filled, _added) for value in _FINITE),
        ),
        slip(
            "maximum_of_masked",
            "The largest score is taken over masked cells too, or the weights are masked and normalised "
            "afterwards: where a "
            "masked score is far larger, all others vanish. Put −np.inf first.",
            using(hide=lambda scaled, mask: _log(_powers_masked(scaled, mask))),
        ),
    )


def _log(weights: Array) -> Array:
    """Scores that a softmax turns into these weights."""
    return np.log(weights)
