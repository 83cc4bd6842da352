"""Scaled dot-product attention: the words that run its five steps (`attnlib.maths.steps`) and keep what they gave.

Source: Vaswani et al. 2017, *Attention Is All You Need* (arXiv:1706.03762), equation 1.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from attnlib.maths import check
from attnlib.maths.check import Array, shape_text
from attnlib.maths.masks import may_attend
from attnlib.maths.steps import apply_mask, mix, rescale, score, softmax
from attnlib.maths.trace import AttentionTrace


def attention(
    Q: npt.ArrayLike,
    K: npt.ArrayLike,
    V: npt.ArrayLike,
    *,
    mask: npt.ArrayLike | None = None,
    scale: float | None = None,
) -> tuple[Array, Array]:
    """Mix values by how well queries match keys: softmax(Q Kᵀ / √d_k) V.

    Parameters
    ----------
    Q : array_like, shape (..., n_q, d_k)
        Queries, one a row.
    K : array_like, shape (..., n_k, d_k)
        Keys, one a row.
    V : array_like, shape (..., n_k, d_v)
        Values, one for each key.
    mask : array_like, shape broadcastable to (..., n_q, n_k), optional
        Booleans, True = may attend; or floats, added to the scaled scores (−inf forbids).
    scale : float, optional
        Factor for the scores. None means 1/√d_k.

    Returns
    -------
    output : ndarray, shape (..., n_q, d_v)
        One mixture of values a query. A query that may attend to nothing gets zeros.
    weights : ndarray, shape (..., n_q, n_k)
        Each row sums to 1 (or is all 0 when everything is masked). Masked cells are exactly 0.

    Raises
    ------
    ValueError
        If shapes don't fit together; the message names the argument and the likely slip.
    TypeError
        If an argument isn't numbers, or the mask holds integers.

    Notes
    -----
    float32 gives float32, float64 gives float64, integers become float64. Inputs are never modified.
    NaN or infinity at an *allowed* key shows as NaN in the rows of the queries that may attend to it, and in no other.
    Source: Vaswani et al. 2017 (arXiv:1706.03762), equation 1.

    Examples
    --------
    >>> output, weights = attention([[0, 2]], [[2, 0], [1, 2]], [[2, 0], [1, 2]])
    >>> weights.round(3).tolist(), output.round(3).tolist()
    ([[0.056, 0.944]], [[1.056, 1.888]])
    """
    trace = trace_attention(Q, K, V, mask=mask, scale=scale)
    return trace.output, trace.weights


def trace_attention(
    Q: npt.ArrayLike,
    K: npt.ArrayLike,
    V: npt.ArrayLike,
    *,
    mask: npt.ArrayLike | None = None,
    scale: float | None = None,
    tokens: Sequence[str] | None = None,
    key_tokens: Sequence[str] | None = None,
) -> AttentionTrace:
    """Run `attention` and keep every step.

    Parameters
    ----------
    Q, K, V, mask, scale
        As in `attention`.
    tokens : sequence of str, optional
        One name for each query. Without `key_tokens` and with n_q = n_k they name the keys too.
    key_tokens : sequence of str, optional
        One name for each key.

    Returns
    -------
    AttentionTrace
        Q, K, V, scores, scaled, masked, weights, output and the names.

    Raises
    ------
    ValueError, TypeError
        As in `attention`; and when names are too few, too many or repeated.

    Examples
    --------
    >>> trace = trace_attention([[0, 2]], [[2, 0], [1, 2]], [[2, 0], [1, 2]], scale=1)
    >>> trace.scores.tolist()
    [[0.0, 4.0]]
    """
    Q, K, V = check.same_float(
        check.matrix("Q", Q, "n_q, d_k"),
        check.matrix("K", K, "n_k, d_k"),
        check.matrix("V", V, "n_k, d_v"),
    )
    _check_shapes(Q, K, V)
    factor = check.scale(scale, Q.shape[-1])
    scores = score(Q, K)  # (..., n_q, n_k)
    mask = check.mask(mask, scores.shape, scores.dtype)
    n_q, n_k = scores.shape[-2:]
    if key_tokens is None and n_q == n_k:
        key_tokens = tokens
    scaled = rescale(scores, factor)  # (..., n_q, n_k)
    masked = apply_mask(scaled, mask)  # (..., n_q, n_k)
    weights = softmax(masked)  # (..., n_q, n_k)
    return AttentionTrace(
        Q=Q,
        K=K,
        V=V,
        scores=scores,
        scaled=scaled,
        masked=masked,
        weights=weights,
        output=mix(weights, V, None if mask is None else may_attend(mask)),  # (..., n_q, d_v)
        scale=factor,
        mask=mask,
        tokens=check.tokens("tokens", tokens, n_q, "Q"),
        key_tokens=check.tokens("key_tokens", key_tokens, n_k, "K"),
    )


def self_attention(
    X: npt.ArrayLike,
    W_Q: npt.ArrayLike,
    W_K: npt.ArrayLike,
    W_V: npt.ArrayLike,
    *,
    mask: npt.ArrayLike | None = None,
    scale: float | None = None,
    tokens: Sequence[str] | None = None,
) -> AttentionTrace:
    """Let one sequence attend to itself: project X to queries, keys and values, then attend.

    Parameters
    ----------
    X : array_like, shape (..., n, d_model)
        One vector a token.
    W_Q, W_K : array_like, shape (d_model, d_k)
        Projections to queries and keys.
    W_V : array_like, shape (d_model, d_v)
        Projection to values.
    mask, scale, tokens
        As in `trace_attention`.

    Returns
    -------
    AttentionTrace
        With X, W_Q, W_K and W_V kept.

    Raises
    ------
    ValueError, TypeError
        As in `trace_attention`; and when an entry of X or of a projection isn't finite.

    Notes
    -----
    Source: Vaswani et al. 2017 (arXiv:1706.03762), section 3.2.

    Examples
    --------
    >>> swap, same = [[0, 1], [1, 0]], [[1, 0], [0, 1]]
    >>> trace = self_attention([[2, 0], [1, 2], [2, 0]], swap, same, same, tokens=["Mouse", "Eats", "Cheese"])
    >>> trace.weights[0].round(4).tolist()
    [0.0529, 0.8943, 0.0529]
    """
    X, W_Q, W_K, W_V = check.same_float(
        check.matrix("X", X, "n, d_model"),
        check.plain_matrix("W_Q", W_Q, "d_model, d_k"),
        check.plain_matrix("W_K", W_K, "d_model, d_k"),
        check.plain_matrix("W_V", W_V, "d_model, d_v"),
    )
    if X.shape[-1] == 0:
        raise ValueError(
            f"X: d_model is 0 in shape {shape_text(X.shape)}; a token needs at least one feature"
        )
    for name, array in {"X": X, "W_Q": W_Q, "W_K": W_K, "W_V": W_V}.items():
        check.finite(name, array)
        if name != "X" and array.shape[0] != X.shape[-1]:
            slip = "; it looks transposed" if array.shape[-1] == X.shape[-1] else ""
            raise ValueError(
                f"{name}: shape {shape_text(array.shape)} does not fit X of shape {shape_text(X.shape)}; "
                f"needed (d_model, …) with d_model = {X.shape[-1]}{slip}"
            )
    if W_Q.shape[1] != W_K.shape[1]:
        raise ValueError(
            f"W_K: shape {shape_text(W_K.shape)} gives keys of width {W_K.shape[1]}, but W_Q of shape "
            f"{shape_text(W_Q.shape)} gives queries of width {W_Q.shape[1]}; both need the same d_k"
        )
    # axes of n tokens are self-attention's alone: names of tokens are names of X's rows
    names = check.tokens("tokens", tokens, X.shape[-2], "X")
    trace = trace_attention(X @ W_Q, X @ W_K, X @ W_V, mask=mask, scale=scale, tokens=names)
    return trace.with_inputs(X=X, W_Q=W_Q, W_K=W_K, W_V=W_V)


def _check_shapes(Q: Array, K: Array, V: Array) -> None:
    if Q.shape[-1] == 0:
        raise ValueError(f"Q: d_k is 0 in shape {shape_text(Q.shape)}; a query needs at least one feature")
    if Q.shape[-1] != K.shape[-1]:
        slip = "; K looks transposed" if K.shape[-2] == Q.shape[-1] else ""
        raise ValueError(
            f"K: shape {shape_text(K.shape)} does not fit Q of shape {shape_text(Q.shape)}; queries and keys need "
            f"the same last axis d_k, got {Q.shape[-1]} and {K.shape[-1]}{slip}"
        )
    if K.shape[-2] != V.shape[-2]:
        slip = "; V looks transposed" if V.shape[-1] == K.shape[-2] else ""
        raise ValueError(
            f"V: shape {shape_text(V.shape)} does not fit K of shape {shape_text(K.shape)}; each key needs one value, "
            f"got {K.shape[-2]} keys and {V.shape[-2]} values{slip}"
        )
    try:
        np.broadcast_shapes(Q.shape[:-2], K.shape[:-2], V.shape[:-2])
    except ValueError:
        raise ValueError(
            f"Q, K, V: leading axes {shape_text(Q.shape[:-2])}, {shape_text(K.shape[:-2])} and "
            f"{shape_text(V.shape[:-2])} don't go together; batch and head axes must be equal or 1"
        ) from None
