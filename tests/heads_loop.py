"""Multi-head attention written a second time, from the formula: a loop over heads, sums over Python floats.

Every multiplication of two numbers in a matrix product goes through `Counted`, so that it can be counted.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests import loops

Matrix = list[list[float]]


class Counted:
    """Matrix products of lists that count their multiplications."""

    def __init__(self) -> None:
        self.multiplications = 0

    def dot(self, a, b) -> float:
        pairs = list(zip(a, b, strict=True))
        self.multiplications += len(pairs)
        return math.fsum(float(x) * float(y) for x, y in pairs)

    def product(self, rows, matrix) -> Matrix:
        columns = list(zip(*matrix, strict=True))
        return [[self.dot(row, column) for column in columns] for row in rows]


@dataclass
class Looped:
    """What the loop gave for one sequence."""

    weights: list[Matrix]
    outputs: list[Matrix]
    output: Matrix
    multiplications: int


def multihead(X, memory, W: dict[str, Any], n_heads: int, n_kv_heads: int, mask=None) -> Looped:
    """Attend once, head after head. ``mask`` is (n_heads, n_q, n_k) or None."""
    counted = Counted()
    own_keys = [counted.product(memory, columns(W["W_K"], n_kv_heads, group)) for group in range(n_kv_heads)]
    own_values = [
        counted.product(memory, columns(W["W_V"], n_kv_heads, group)) for group in range(n_kv_heads)
    ]
    weights, outputs = [], []
    for head in range(n_heads):
        group = next(g for g in range(n_kv_heads) if head < (g + 1) * (n_heads // n_kv_heads))
        Q = counted.product(X, columns(W["W_Q"], n_heads, head))
        K, V = own_keys[group], own_values[group]
        rows: Matrix = []
        for i, query in enumerate(Q):
            scores = [counted.dot(query, key) / math.sqrt(len(query)) for key in K]
            rows.append(
                loops.budget(
                    [loops.seen(s, None if mask is None else mask[head, i, j]) for j, s in enumerate(scores)]
                )
            )
        weights.append(rows)
        outputs.append(counted.product(rows, V))
    beside = [[entry for output in outputs for entry in output[i]] for i in range(len(X))]
    output = counted.product(beside, W["W_O"])
    return Looped(weights, outputs, output, counted.multiplications)


def columns(matrix, heads: int, head: int) -> Matrix:
    """Return the columns that one head owns."""
    width = len(matrix[0]) // heads
    return [[float(row[head * width + c]) for c in range(width)] for row in np.asarray(matrix)]
