"""Attention written a second time, from the formula and not from our code: plain loops over Python floats."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np


def attention(Q, K, V, mask=None, scale=None) -> dict[str, np.ndarray]:
    """Return every stage, in float64, one sequence and one cell after another."""
    Q, K, V = (np.asarray(array, dtype=np.float64) for array in (Q, K, V))
    n_q, d_k = Q.shape[-2:]
    n_k, d_v = V.shape[-2:]
    scores_leading = np.broadcast_shapes(Q.shape[:-2], K.shape[:-2])
    leading = np.broadcast_shapes(scores_leading, V.shape[:-2])
    scale = 1 / math.sqrt(d_k) if scale is None else float(scale)
    Q, K, V = (np.broadcast_to(array, (*leading, *array.shape[-2:])) for array in (Q, K, V))
    mask = None if mask is None else np.broadcast_to(mask, (*leading, n_q, n_k))
    stages = {name: np.zeros((*leading, n_q, n_k)) for name in ("scores", "scaled", "masked", "weights")}
    stages["output"] = np.zeros((*leading, n_q, d_v))
    for at in np.ndindex(*leading):
        for i in range(n_q):
            row = [math.fsum(a * b for a, b in zip(Q[at][i], K[at][j], strict=True)) for j in range(n_k)]
            scaled = [value * scale for value in row]
            masked = [seen(scaled[j], None if mask is None else mask[at][i, j]) for j in range(n_k)]
            weights = budget(masked)
            stages["scores"][at][i], stages["scaled"][at][i], stages["masked"][at][i] = row, scaled, masked
            stages["weights"][at][i] = weights
            for c in range(d_v):
                stages["output"][at][i, c] = math.fsum(
                    weights[j] * V[at][j, c] for j in range(n_k) if masked[j] != -math.inf
                )
    return stages


def seen(score: float, mask: np.bool_ | np.floating | None) -> float:
    """Return what a mask leaves of a score."""
    if mask is None:
        return score
    if isinstance(mask, np.bool_):
        return score if mask else -math.inf
    return -math.inf if mask == -math.inf else score + float(mask)


def budget(row: list[float]) -> list[float]:
    """Softmax of one row; nothing to spend on gives nothing."""
    largest = max(row, default=-math.inf)
    if largest == -math.inf:
        return [0.0] * len(row)
    powers = [math.exp(value - largest) for value in row]
    return [power / math.fsum(powers) for power in powers]


def differences(loss, array: np.ndarray, step: float = 1e-5) -> np.ndarray:
    """Return the gradient of ``loss(array)`` by central differences of fourth order, one entry after another."""
    gradient = np.zeros_like(array)
    for at in np.ndindex(*array.shape):
        gradient[at] = sum(weight * loss(moved) for weight, moved in _moved(array, at, step)) / step
    return gradient


def _moved(array: np.ndarray, at: tuple[int, ...], step: float) -> Iterator[tuple[float, np.ndarray]]:
    for weight, steps in ((1 / 12, -2), (-2 / 3, -1), (2 / 3, 1), (-1 / 12, 2)):
        moved = array.copy()
        moved[at] += steps * step
        yield weight, moved
