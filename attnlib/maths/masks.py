"""Masks: who may look at whom. One convention everywhere: boolean, True = may attend.

Masks combine with ``&``. With fewer queries than keys they are aligned to the *last* key, as in generation:
the one new query is the newest token and may see everything before it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from attnlib.maths import check
from attnlib.maths.check import Array, shape_text

Mask = npt.NDArray[np.bool_]


def causal_mask(n_q: int, n_k: int | None = None) -> Mask:
    """Let each token see itself and what came before it.

    Parameters
    ----------
    n_q : int
        Number of queries.
    n_k : int, optional
        Number of keys; ``n_q`` if not given.

    Returns
    -------
    ndarray of bool, shape (n_q, n_k)
        True = may attend. The last query sees the last key.

    Raises
    ------
    TypeError, ValueError
        If a length isn't a whole number of at least 0.

    Notes
    -----
    Source: Vaswani et al. 2017 (arXiv:1706.03762), section 3.2.3.

    Examples
    --------
    >>> causal_mask(3).astype(int).tolist()
    [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    >>> causal_mask(1, 3).astype(int).tolist()
    [[1, 1, 1]]
    """
    behind = _steps_back(n_q, n_k)
    return behind >= 0


def window_mask(n_q: int, n_k: int | None = None, *, left: int, right: int = 0) -> Mask:
    """Let each token see its neighbourhood: ``left`` tokens back, itself, and ``right`` tokens ahead.

    Parameters
    ----------
    n_q : int
        Number of queries.
    n_k : int, optional
        Number of keys; ``n_q`` if not given.
    left : int
        How many tokens before the query may be seen.
    right : int, default 0
        How many tokens after it. 0 makes the window causal.

    Returns
    -------
    ndarray of bool, shape (n_q, n_k)
        True = may attend.

    Raises
    ------
    TypeError, ValueError
        If a number isn't a whole number of at least 0.

    Examples
    --------
    >>> window_mask(4, left=1).astype(int).tolist()
    [[1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]]
    """
    behind = _steps_back(n_q, n_k)
    return (behind <= check.count("left", left)) & (behind >= -check.count("right", right))


def prefix_mask(n_q: int, n_k: int | None = None, *, prefix: int) -> Mask:
    """Let every token see a prefix whole, and behind it only itself and what came before.

    Parameters
    ----------
    n_q : int
        Number of queries.
    n_k : int, optional
        Number of keys; ``n_q`` if not given.
    prefix : int
        How many tokens at the start every query may see, such as a question that is known in full.

    Returns
    -------
    ndarray of bool, shape (n_q, n_k)
        True = may attend.

    Raises
    ------
    TypeError, ValueError
        If a number isn't a whole number of at least 0.

    Examples
    --------
    >>> prefix_mask(3, prefix=2).astype(int).tolist()
    [[1, 1, 0], [1, 1, 0], [1, 1, 1]]
    """
    behind = _steps_back(n_q, n_k)
    return (behind >= 0) | (np.arange(behind.shape[1]) < check.count("prefix", prefix))


def padding_mask(lengths: npt.ArrayLike, n_k: int) -> Mask:
    """Hide the padding at the end of each sequence from every query.

    Parameters
    ----------
    lengths : array_like of int, shape (...)
        How many real tokens each sequence has; one number, or one for each sequence of the batch.
    n_k : int
        The padded length.

    Returns
    -------
    ndarray of bool, shape (..., 1, n_k)
        True = may attend. The axis of size 1 stands for every query, so it is the *keys* that are hidden.

    Raises
    ------
    TypeError
        If the lengths aren't whole numbers.
    ValueError
        If a length is below 0 or above ``n_k``.

    Examples
    --------
    >>> padding_mask([1, 3], 3).astype(int).tolist()
    [[[1, 0, 0]], [[1, 1, 1]]]
    """
    n_k = check.count("n_k", n_k)
    real = np.asarray(lengths)
    if real.dtype.kind not in "iu":
        slip = "; give how many tokens are real, not a mask" if real.dtype.kind == "b" else ""
        raise TypeError(f"lengths: needs whole numbers, got {real.dtype}{slip}")
    if real.size and not (0 <= real.min() and real.max() <= n_k):
        raise ValueError(
            f"lengths: each must lie between 0 and n_k = {n_k}, got {real.min()} to {real.max()} "
            f"in shape {shape_text(real.shape)}"
        )
    return np.arange(n_k) < real[..., None, None]


def may_attend(mask: Array) -> Array:
    """Which cells a checked mask lets through; a floating mask forbids where it holds −inf."""
    return mask if mask.dtype == bool else ~np.isneginf(mask)


def _steps_back(n_q: int, n_k: int | None) -> npt.NDArray[np.int_]:
    """How many tokens each key lies behind each query, (n_q, n_k); negative means ahead of it."""
    n_q = check.count("n_q", n_q)
    n_k = n_q if n_k is None else check.count("n_k", n_k)
    return (np.arange(n_q) + (n_k - n_q))[:, None] - np.arange(n_k)
