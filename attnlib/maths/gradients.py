"""The way back: how a loss's gradient flows from the output through every step to Q, K and V.

Each backward step stands beside the forward step it undoes. Checked by central differences with a random cotangent.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attnlib.maths import check
from attnlib.maths.check import Array, shape_text
from attnlib.maths.steps import mix
from attnlib.maths.trace import AttentionTrace


@dataclass(frozen=True, eq=False)
class AttentionGradients:
    """Gradient of one loss at every stage; each has the shape of the stage it belongs to.

    X, W_Q, W_K and W_V are None where the trace doesn't know them.
    """

    output: Array
    weights: Array
    masked: Array
    scaled: Array
    scores: Array
    Q: Array
    K: Array
    V: Array
    X: Array | None = None
    W_Q: Array | None = None
    W_K: Array | None = None
    W_V: Array | None = None


def softmax_backward(weights: npt.ArrayLike, d_weights: npt.ArrayLike) -> Array:
    """Carry a gradient back through a softmax over the last axis.

    Parameters
    ----------
    weights : array_like, shape (..., n)
        What the softmax gave.
    d_weights : array_like, shape (..., n)
        Gradient of the loss at the weights.

    Returns
    -------
    ndarray, shape (..., n)
        Gradient at the softmax's input: w ⊙ (d − Σ w d). Each row sums to 0: softmax sees differences, never levels.

    Raises
    ------
    ValueError
        If the shapes differ.

    Examples
    --------
    >>> softmax_backward([[0.5, 0.5]], [[1.0, 0.0]]).tolist()
    [[0.25, -0.25]]
    """
    weights, d_weights = check.same_float(
        check.floats("weights", weights), check.floats("d_weights", d_weights)
    )
    _same_shape("d_weights", d_weights, weights)
    gradient: Array = weights * (d_weights - (weights * d_weights).sum(axis=-1, keepdims=True))
    return gradient


@np.errstate(invalid="ignore", over="ignore")  # NaN or inf at a masked key is no fault
def attention_backward(trace: AttentionTrace, d_output: npt.ArrayLike) -> AttentionGradients:
    """Carry a gradient from the output of an attention back to every stage.

    Parameters
    ----------
    trace : AttentionTrace
        The forward pass.
    d_output : array_like, shape (..., n_q, d_v)
        Gradient of the loss at ``trace.output``.

    Returns
    -------
    AttentionGradients
        At output, weights, masked, scaled, scores, Q, K, V; and at X, W_Q, W_K, W_V where the trace knows them.

    Raises
    ------
    ValueError, TypeError
        If ``d_output`` doesn't have the output's shape, or ``trace`` isn't a trace.

    Notes
    -----
    A masked cell passes nothing back: its gradient is exactly 0. Leading axes over which an input was repeated are
    summed. Source: the chain rule on Vaswani et al. 2017 (arXiv:1706.03762), equation 1.

    Examples
    --------
    >>> from attnlib import examples
    >>> gradients = attention_backward(examples.mouse_eats_cheese(), [[1, 0], [0, 0], [0, 0]])
    >>> gradients.V.round(4).tolist()
    [[0.0529, 0.0], [0.8943, 0.0], [0.0529, 0.0]]
    """
    if not isinstance(trace, AttentionTrace):
        raise TypeError(
            f"trace: needs an AttentionTrace, got {type(trace).__name__}; make one with trace_attention(Q, K, V)"
        )
    d_output = check.floats("d_output", d_output).astype(trace.output.dtype)  # a copy: the record is its own
    _same_shape("d_output", d_output, trace.output)
    allowed = None if trace.mask is None else trace.allowed
    d_weights = _back_to_weights(trace, d_output, allowed)  # (..., n_q, n_k)
    d_masked = softmax_backward(np.broadcast_to(trace.weights, d_weights.shape), d_weights)
    d_scaled = d_masked if allowed is None else np.where(allowed, d_masked, 0)
    d_scores = d_scaled * trace.scale
    d_V = mix(_flip(trace.weights), d_output, None if allowed is None else _flip(allowed))  # (..., n_k, d_v)
    d_Q = mix(d_scores, trace.K, allowed)  # (..., n_q, d_k)
    d_K = mix(_flip(d_scores), trace.Q, None if allowed is None else _flip(allowed))  # (..., n_k, d_k)
    gradients = {
        "output": d_output,
        "weights": _sum_to(d_weights, trace.weights),
        "masked": _sum_to(d_masked, trace.masked),
        "scaled": _sum_to(d_scaled, trace.scaled),
        "scores": _sum_to(d_scores, trace.scores),
        "Q": _sum_to(d_Q, trace.Q),
        "K": _sum_to(d_K, trace.K),
        "V": _sum_to(d_V, trace.V),
    }
    return AttentionGradients(**gradients, **_back_to_inputs(trace, gradients))


def _back_to_weights(trace: AttentionTrace, d_output: Array, allowed: Array | None) -> Array:
    d_weights = d_output @ _flip(trace.V)
    return d_weights if allowed is None else np.where(allowed, d_weights, 0)


def _back_to_inputs(trace: AttentionTrace, gradients: dict[str, Array]) -> dict[str, Array]:
    if trace.X is None or trace.W_Q is None or trace.W_K is None or trace.W_V is None:
        return {}
    X = _rows(trace.X)  # (all tokens, d_model)
    d_Q, d_K, d_V = (gradients[name] for name in "QKV")
    return {
        "X": d_Q @ trace.W_Q.T + d_K @ trace.W_K.T + d_V @ trace.W_V.T,
        "W_Q": X.T @ _rows(d_Q),
        "W_K": X.T @ _rows(d_K),
        "W_V": X.T @ _rows(d_V),
    }


def _rows(array: Array) -> Array:
    return array.reshape(math.prod(array.shape[:-1]), array.shape[-1])


def _flip(array: Array) -> Array:
    return np.swapaxes(array, -1, -2)


def _sum_to(gradient: Array, like: Array) -> Array:
    """Sum over the leading axes along which ``like`` was repeated to meet the others."""
    extra = gradient.ndim - like.ndim
    gradient = gradient.sum(axis=tuple(range(extra)))
    repeated = tuple(axis for axis, size in enumerate(like.shape) if size == 1 and gradient.shape[axis] != 1)
    return gradient.sum(axis=repeated, keepdims=True) if repeated else gradient


def _same_shape(name: str, array: Array, like: Array) -> None:
    if array.shape != like.shape:
        raise ValueError(f"{name}: shape {shape_text(array.shape)}, needed {shape_text(like.shape)}")
