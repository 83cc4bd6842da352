"""What several heads are made of: one axis cut into heads and put together again, and the record of them all."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attnlib.maths import check
from attnlib.maths.check import Array, shape_text
from attnlib.maths.trace import AttentionTrace


def split_heads(x: npt.ArrayLike, n_heads: int) -> Array:
    """Cut the last axis into heads and put the heads in front of the tokens.

    Parameters
    ----------
    x : array_like, shape (..., n, n_heads · d)
        Projected vectors, the heads' parts side by side.
    n_heads : int

    Returns
    -------
    ndarray, shape (..., n_heads, n, d)

    Raises
    ------
    ValueError
        If the last axis can't be cut into ``n_heads`` equal parts.

    Examples
    --------
    >>> split_heads([[1, 2, 3, 4], [5, 6, 7, 8]], 2).tolist()
    [[[1.0, 2.0], [5.0, 6.0]], [[3.0, 4.0], [7.0, 8.0]]]
    """
    x = check.matrix("x", x, "n, n_heads · d")
    n_heads = check.count("n_heads", n_heads, least=1)
    if x.shape[-1] % n_heads:
        raise ValueError(
            f"n_heads: {n_heads} heads can't share {x.shape[-1]} columns equally (x {shape_text(x.shape)})"
        )
    # (..., n, h, d) first: reshaping straight to (..., h, n, d) would mix tokens into heads
    apart = x.reshape(*x.shape[:-1], n_heads, x.shape[-1] // n_heads)
    return np.swapaxes(apart, -2, -3)


def merge_heads(x: npt.ArrayLike) -> Array:
    """Put the heads' parts of each token side by side again; undoes `split_heads`.

    Parameters
    ----------
    x : array_like, shape (..., n_heads, n, d)

    Returns
    -------
    ndarray, shape (..., n, n_heads · d)

    Raises
    ------
    ValueError
        If ``x`` has fewer than three axes.

    Examples
    --------
    >>> merge_heads(split_heads([[1, 2, 3, 4], [5, 6, 7, 8]], 2)).tolist()
    [[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]
    """
    x = check.floats("x", x)
    if x.ndim < 3:
        raise ValueError(f"x: needs (..., n_heads, n, d), got shape {shape_text(x.shape)}")
    together = np.swapaxes(x, -2, -3)  # (..., n, h, d)
    *tokens, heads, width = together.shape
    return together.reshape(*tokens, heads * width)  # not −1, which no size answers when there is no token


@dataclass(frozen=True, eq=False, repr=False)
class MultiHeadTrace:
    """Every step of one multi-head attention.

    Attributes
    ----------
    heads : tuple of AttentionTrace
        One record a head, with the X and the projections that made it.
    concat : ndarray, shape (..., n_q, n_heads · d_v)
        The heads' outputs side by side.
    contributions : ndarray, shape (n_heads, ..., n_q, d_out)
        What each head adds to the output through its rows of W_O. They sum to ``output``.
    output : ndarray, shape (..., n_q, d_out)
    """

    heads: tuple[AttentionTrace, ...]
    concat: Array
    contributions: Array
    output: Array

    @property
    def average_weights(self) -> Array:
        """Mean of the heads' weights, (..., n_q, n_k): a summary. No head need look like it."""
        return np.mean([head.weights for head in self.heads], axis=0)  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"<MultiHeadTrace: {len(self.heads)} heads, output {shape_text(self.output.shape)}>"
