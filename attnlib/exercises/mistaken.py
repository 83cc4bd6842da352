"""Attention with mistakes on request: what the slips of the exercises are made of."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from attnlib.maths.check import Array

Divisor = Callable[[Array, Array, Array], float]


def flip(array: Array) -> Array:
    """Swap the last two axes."""
    return np.swapaxes(array, -1, -2)


def budget(x: Array, *, axis: int | tuple[int, ...] | None = -1, maximum: bool = True) -> Array:
    """Softmax over any axis, with or without subtracting the maximum; NaN where there is nothing to weigh."""
    powers = np.exp(x - x.max(axis=axis, keepdims=True)) if maximum else np.exp(x)
    weights: Array = powers / powers.sum(axis=axis, keepdims=True)
    return weights


def scores(Q: Array, K: Array) -> Array:
    """Score as it should be: every query with every key."""
    product: Array = Q @ flip(K)
    return product


def distance(Q: Array, K: Array) -> Array:
    """Return how far each query lies from each key, squared."""
    squares: Array = ((Q[..., :, None, :] - K[..., None, :, :]) ** 2).sum(axis=-1)
    return squares


def root_d_k(Q: Array, K: Array, V: Array) -> float:
    """Give the right divisor, √d_k."""
    return math.sqrt(Q.shape[-1])


def allow(scaled: Array, mask: Array) -> Array:
    """Mask as it should be: −∞ where the mask is False."""
    return np.where(mask, scaled, -np.inf)


def attend(
    Q: Array,
    K: Array,
    V: Array,
    mask: Array | None = None,
    *,
    score: Callable[[Array, Array], Array] = scores,
    divisor: Divisor = root_d_k,
    hide: Callable[[Array, Array], Array] = allow,
    normalise: Callable[[Array], Array] = budget,
    after: Callable[[Array, Array], Array] | None = None,
    mix: Callable[[Array, Array], Array] = np.matmul,
) -> tuple[Array, Array]:
    """Attention of which each step can be replaced by a mistaken one.

    Parameters
    ----------
    Q, K, V : ndarray, shapes (..., n_q, d_k), (..., n_k, d_k), (..., n_k, d_v)
    mask : ndarray of bool, shape (..., n_q, n_k), optional
    score : callable
        Of Q and K: the raw scores.
    divisor : callable
        Of Q, K, V: what the scores are divided by.
    hide : callable
        Of scaled scores and mask: the masked scores.
    normalise : callable
        Of masked scores: the weights.
    after : callable, optional
        Of weights and mask: weights masked again, or for the first time.
    mix : callable
        Of weights and V: the output.

    Returns
    -------
    output, weights : ndarray
    """
    scaled = score(Q, K) / divisor(Q, K, V)
    masked = scaled if mask is None else hide(scaled, mask)
    weights = normalise(masked)
    if after is not None and mask is not None:
        weights = after(weights, mask)
    return mix(weights, V), weights


def tril(n: int, shift: int = 0) -> Array:
    """Return the causal mask of n tokens, its diagonal shifted; True = may attend."""
    return np.tri(n, n, shift, dtype=bool)
