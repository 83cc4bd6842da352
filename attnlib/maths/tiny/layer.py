"""One attention layer with a residual connection, forwards and, by hand, backwards."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from attnlib.maths.check import Array
from attnlib.maths.gradients import softmax_backward
from attnlib.maths.heads.trace import merge_heads, split_heads
from attnlib.maths.steps import apply_mask, mix, rescale, score, softmax

#: Multiplications up to which OpenBLAS does a product in one thread (its interface/gemm.c: 4 × 65,536). Waking a second
#: thread takes longer than products as small as ours, and on a machine that is busy many times longer.
UNSHARED = 2**18


@dataclass(frozen=True, eq=False)
class LayerPass:
    """What one pass through a layer gave, and what its way back needs.

    ``x`` (batch, n, d_model) came in; queries and keys were made from ``placed``, which is ``x``, or ``x`` with the
    places' vectors added. The last ``n_q`` places asked.
    """

    x: Array
    placed: Array
    Q: Array  # (batch, h, n_q, d_k)
    K: Array  # (batch, h, n, d_k)
    V: Array  # (batch, h, n, d_v)
    weights: Array  # (batch, h, n_q, n)
    concat: Array  # (batch, n_q, h · d_v)
    output: Array  # (batch, n_q, d_model)


@dataclass(frozen=True, eq=False)
class LayerGradients:
    """Gradients of a layer's queries, keys and values (heads side by side) and, by name, of its projections."""

    Q: Array  # (batch, n_q, h · d_k)
    K: Array  # (batch, n, h · d_k)
    V: Array  # (batch, n, h · d_v)
    projections: dict[str, Array]


def layer_forward(
    x: Array,
    placed: Array,
    projections: Mapping[str, Array],
    *,
    n_heads: int,
    n_q: int,
    scale: float,
    mask: Array | None,
) -> LayerPass:
    """Let the last ``n_q`` places attend to all, and add what they find to what they were."""
    asking = placed[:, -n_q:]
    Q = split_heads(project(asking, projections["W_Q"]), n_heads)  # (batch, h, n_q, d_k)
    K = split_heads(project(placed, projections["W_K"]), n_heads)  # (batch, h, n, d_k)
    V = split_heads(project(x, projections["W_V"]), n_heads)  # (batch, h, n, d_v)
    weights = softmax(apply_mask(rescale(score(Q, K), scale), mask))  # (batch, h, n_q, n)
    concat = merge_heads(mix(weights, V))  # (batch, n_q, h · d_v)
    output = x[:, -n_q:] + concat @ projections["W_O"]  # (batch, n_q, d_model)
    return LayerPass(x, placed, Q, K, V, weights, concat, output)


def layer_backward(
    forward: LayerPass, projections: Mapping[str, Array], d_output: Array, *, scale: float
) -> LayerGradients:
    """Carry a gradient from a layer's output back to its projections.

    A masked cell has weight 0, and `softmax_backward` multiplies by the weight: nothing flows through it.
    """
    n_heads, n_q = forward.weights.shape[1:3]
    d_heads = split_heads(d_output @ projections["W_O"].T, n_heads)  # (batch, h, n_q, d_v)
    d_weights = d_heads @ _flip(forward.V)  # (batch, h, n_q, n)
    d_scores = softmax_backward(forward.weights, d_weights) * scale  # (batch, h, n_q, n)
    d_Q = merge_heads(d_scores @ forward.K)  # (batch, n_q, h · d_k)
    d_K = merge_heads(_flip(d_scores) @ forward.Q)  # (batch, n, h · d_k)
    d_V = merge_heads(_flip(forward.weights) @ d_heads)  # (batch, n, h · d_v)
    gradients = {
        "W_Q": weight_gradient(forward.placed[:, -n_q:], d_Q),
        "W_K": weight_gradient(forward.placed, d_K),
        "W_V": weight_gradient(forward.x, d_V),
        "W_O": weight_gradient(forward.concat, d_output),
    }
    return LayerGradients(d_Q, d_K, d_V, gradients)


def layer_inputs(
    back: LayerGradients, projections: Mapping[str, Array], d_output: Array
) -> tuple[Array, Array]:
    """Carry it on to what came in by the layer's two doors, ``x`` and ``placed``, (batch, n, d_model) each.

    Apart from `layer_backward` because the lowest layer over a frozen embedding has no use for it.
    """
    n_q = d_output.shape[1]
    d_x = back.V @ projections["W_V"].T
    d_x[:, -n_q:] += d_output  # the residual connection
    d_placed = back.K @ projections["W_K"].T
    d_placed[:, -n_q:] += back.Q @ projections["W_Q"].T
    return d_x, d_placed


def project(x: Array, W: Array) -> Array:
    """Return x W, (..., n, a) and (a, b) to (..., n, b), piece by piece: see `UNSHARED`."""
    flat = _rows(x)  # (batch · n, a)
    y = np.empty((len(flat), W.shape[1]), x.dtype)
    for piece in _pieces(len(flat), W.size):
        np.matmul(flat[piece], W, out=y[piece])
    return y.reshape(*x.shape[:-1], W.shape[1])


def weight_gradient(x: Array, d_y: Array) -> Array:
    """Gradient of W where y = x W: the sum over all places of xᵀ d_y, (..., n, a) and (..., n, b) to (a, b)."""
    x, d_y = _rows(x), _rows(d_y)  # (batch · n, a), (batch · n, b)
    total = np.zeros((x.shape[1], d_y.shape[1]), x.dtype)
    for piece in _pieces(len(x), total.size):
        total += x[piece].T @ d_y[piece]
    return total


def _pieces(n_rows: int, cost: int) -> Iterator[slice]:
    """Cut rows that cost so many multiplications each into pieces of at most `UNSHARED`."""
    size = max(1, UNSHARED // cost)
    return (slice(start, start + size) for start in range(0, n_rows, size))


def _rows(array: Array) -> Array:
    return array.reshape(math.prod(array.shape[:-1]), array.shape[-1])


def _flip(array: Array) -> Array:
    return np.swapaxes(array, -1, -2)
