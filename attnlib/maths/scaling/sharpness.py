"""How sharp a row of weights is, and what such a softmax lets through on the way back."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from attnlib.maths import check
from attnlib.maths.check import Array


def entropy(weights: npt.ArrayLike) -> Array:
    """How widely each row of weights is spread, in nats: 0 for all-or-nothing, log n for n equal weights.

    Parameters
    ----------
    weights : array_like, shape (..., n)
        Rows that sum to 1.

    Returns
    -------
    ndarray, shape (...)
        −Σ w log w; a weight of 0 adds nothing.

    Raises
    ------
    ValueError
        If a weight is negative, or ``weights`` is a single number.

    Examples
    --------
    >>> entropy([[0.25, 0.25, 0.25, 0.25], [0.0, 1.0, 0.0, 0.0]]).round(4).tolist()
    [1.3863, 0.0]
    """
    weights = _rows("weights", weights)
    spread: Array = (weights * -np.log(np.where(weights > 0, weights, 1))).sum(axis=-1)
    return spread


def softmax_jacobian(weights: npt.ArrayLike) -> Array:
    """Tell how each weight answers to each score: ∂wᵢ/∂sⱼ = wᵢ (1 if i = j else 0) − wᵢ wⱼ.

    Parameters
    ----------
    weights : array_like, shape (..., n)
        What the softmax gave.

    Returns
    -------
    ndarray, shape (..., n, n)
        diag(w) − w wᵀ. Symmetric; each row and each column sums to 0. Where one weight is 1 it is all zeros: then no
        score can be moved to any effect.

    Raises
    ------
    ValueError
        If a weight is negative, or ``weights`` is a single number.

    Examples
    --------
    >>> softmax_jacobian([0.5, 0.5]).tolist()
    [[0.25, -0.25], [-0.25, 0.25]]
    >>> softmax_jacobian([1.0, 0.0]).tolist()
    [[0.0, 0.0], [0.0, 0.0]]
    """
    weights = _rows("weights", weights)
    across = weights[..., :, None] * weights[..., None, :]  # (..., n, n)
    jacobian: Array = weights[..., :, None] * np.eye(weights.shape[-1], dtype=weights.dtype) - across
    return jacobian


def jacobian_norm(weights: npt.ArrayLike) -> Array:
    """Size of the softmax's Jacobian (Frobenius norm), without building it.

    Parameters
    ----------
    weights : array_like, shape (..., n)
        Rows that sum to 1.

    Returns
    -------
    ndarray, shape (...)

    Raises
    ------
    ValueError
        If a weight is negative, or ``weights`` is a single number.

    Examples
    --------
    >>> weights = [0.7, 0.2, 0.1]
    >>> bool(np.isclose(jacobian_norm(weights), np.linalg.norm(softmax_jacobian(weights))))
    True
    """
    weights = _rows("weights", weights)
    # The largest weight apart from the rest: 1 − w is then a sum of small numbers, not a difference of large ones.
    place = weights.argmax(axis=-1)[..., None]
    top = np.take_along_axis(weights, place, axis=-1)[..., 0]
    rest = weights.copy()
    np.put_along_axis(rest, place, 0, axis=-1)
    first, second, third = (np.sum(rest**power, axis=-1) for power in (1, 2, 3))
    inside = second - 2 * third + second**2  # diag(rest) − rest restᵀ
    size: Array = np.sqrt((top * first) ** 2 + 2 * top**2 * second + inside)
    return size


def _rows(name: str, value: npt.ArrayLike) -> Array:
    array = check.floats(name, value)
    if array.ndim == 0:
        raise ValueError(f"{name}: needs at least one axis, (..., n), got a single number")
    if (array < 0).any():
        raise ValueError(
            f"{name}: holds {array.min():.3g}; weights can't be negative. Likely slip: the scores"
        )
    return array
