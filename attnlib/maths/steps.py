"""The five steps of attention, one function each: score, scale, mask, normalise (softmax), mix.

Source: Vaswani et al. 2017, *Attention Is All You Need* (arXiv:1706.03762), equation 1.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from attnlib.maths import check
from attnlib.maths.check import Array, shape_text

#: NaN or infinity at a masked key is no fault, and at an allowed one it is seen in the result: no need for warnings.
_quiet = np.errstate(invalid="ignore", over="ignore")


@_quiet
def softmax(x: npt.ArrayLike, axis: int = -1) -> Array:
    """Turn numbers into positive weights that sum to 1 along an axis.

    The largest entry is subtracted first: the result is the same and nothing overflows.

    Parameters
    ----------
    x : array_like, shape (...)
        Any real numbers. −inf is allowed and gets weight exactly 0.
    axis : int, default -1
        The axis that is normalised. For scores (n_q, n_k) this is the last one: each query's row.

    Returns
    -------
    ndarray, shape of ``x``
        Weights. Where every entry along the axis is −inf there is nothing to weigh: all weights are 0, never NaN.

    Raises
    ------
    TypeError
        If ``x`` isn't numbers, or ``axis`` isn't one whole number.
    ValueError
        If ``axis`` isn't an axis of ``x``.

    Notes
    -----
    A row that holds NaN or +inf has no honest weights: it becomes NaN, as in PyTorch (−inf still weighs 0).

    Examples
    --------
    >>> softmax([0.0, 0.0, 0.0]).round(4).tolist()
    [0.3333, 0.3333, 0.3333]
    >>> softmax([10000.0, 10000.0 - np.log(3)]).round(4).tolist()
    [0.75, 0.25]
    """
    x = check.floats("x", x)
    if isinstance(axis, bool) or not isinstance(axis, (int, np.integer)):
        raise TypeError(
            f"axis: needs one whole number, got {axis!r}; for scores (n_q, n_k) it is -1, the keys"
        )
    if not -x.ndim <= axis < x.ndim:
        raise ValueError(f"axis: x has shape {shape_text(x.shape)}, so axis {axis} does not exist")
    powers = np.exp(x - x.max(axis=axis, keepdims=True, initial=-np.inf))
    weights = powers / powers.sum(axis=axis, keepdims=True)
    return np.where(np.isneginf(x), 0, weights)  # also where −inf stood alone and gave NaN


@_quiet
def score(Q: Array, K: Array) -> Array:
    """Step 1, score: every query · every key, (..., n_q, d_k) and (..., n_k, d_k) to (..., n_q, n_k)."""
    product: Array = Q @ np.swapaxes(K, -1, -2)
    return product


@_quiet
def rescale(scores: Array, factor: float) -> Array:
    """Step 2, scale: one factor for every score, 1/√d_k unless another was asked for."""
    return scores * factor


@_quiet
def apply_mask(scaled: Array, mask: Array | None) -> Array:
    """Step 3, mask: forbidden cells become −inf *before* the softmax, whatever stood there."""
    if mask is None:
        return scaled
    if mask.dtype == bool:
        return np.where(mask, scaled, scaled.dtype.type(-np.inf))
    mask = mask.astype(scaled.dtype, copy=False)
    return np.where(np.isneginf(mask), mask, scaled + mask)


@_quiet
def mix(weights: Array, V: Array, allowed: Array | None = None) -> Array:
    """Step 5, mix: weights (..., n_q, n_k) times values (..., n_k, d_v) to (..., n_q, d_v).

    A value that a query may not attend to can't reach its output, not even as 0 × NaN.
    """
    if allowed is None or np.isfinite(V).all():
        return weights @ V
    shares = weights[..., None] * V[..., None, :, :]  # (..., n_q, n_k, d_v)
    total: Array = np.where(allowed[..., None], shares, 0).sum(axis=-2)
    return total
