"""Traces and numbers to try things on, for the tests of every floor."""

from __future__ import annotations

import numpy as np

from attnlib import examples, trace_attention
from attnlib.maths.trace import AttentionTrace

mouse, dogs, cat = examples.mouse_eats_cheese, examples.keys_are_not_values, examples.cat_on_the_mat


def numbers(rows: int, columns: int, seed: int = 0) -> np.ndarray:
    """Draw halves from −2 to 2."""
    return np.random.default_rng(seed).integers(-4, 5, (rows, columns)) / 2


def made_of_Q_K_V() -> AttentionTrace:
    """Give a trace that doesn't know its X."""
    return trace_attention(numbers(3, 2, 1), numbers(3, 2, 2), numbers(3, 2, 3))
