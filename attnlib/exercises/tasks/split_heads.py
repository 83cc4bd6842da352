"""split_heads(x, n_heads): the columns of each token, dealt out to the heads."""

from __future__ import annotations

import numpy as np

from attnlib.exercises.exercise import Case, Exercise, slip
from attnlib.exercises.numbers import stored_otherwise, whole
from attnlib.maths.check import Array
from attnlib.maths.heads.trace import split_heads


def _apart(x: Array, n_heads: int) -> Array:
    return x.reshape(*x.shape[:-1], n_heads, -1)


def _scrambled(x: Array, n_heads: int) -> Array:
    return x.reshape(*x.shape[:-2], n_heads, x.shape[-2], -1)


def _interleaved(x: Array, n_heads: int) -> Array:
    return np.moveaxis(x.reshape(*x.shape[:-1], -1, n_heads), -1, -3)


def _scrambled_then_turned(x: Array, n_heads: int) -> Array:
    return np.swapaxes(x.reshape(*x.shape[:-2], n_heads, -1, x.shape[-2]), -1, -2)


def _tokens(*shape: int) -> Array:
    """Numbers that say where they stand: 12 is token 1, column 2."""
    *_, n, width = shape
    table = np.arange(1, n + 1)[:, None] * 10.0 + np.arange(width)
    return np.stack([table + 100 * (batch + 1) for batch in range(shape[0])]) if len(shape) == 3 else table


EXERCISE = Exercise(
    name="split_heads",
    lesson="04",
    rank=1,
    signature="def split_heads(x, n_heads):  # (..., n, n_heads · d) -> (..., n_heads, n, d)",
    reference=split_heads,
    cases=(
        Case("one token, two heads: the first half, the second half", (_tokens(1, 6), 2)),
        Case("one head: nothing but a new axis", (_tokens(3, 4), 1)),
        Case("two tokens, three heads: each head has a part of every token", (_tokens(2, 6), 3)),
        Case("four tokens, two heads of three", (_tokens(4, 6), 2)),
        Case("whole numbers", whole(_tokens(4, 6), 2)),
        Case(
            "single precision, stored column by column: the same numbers", stored_otherwise(_tokens(4, 6), 3)
        ),
        Case("a batch of sequences", (_tokens(3, 5, 8), 2)),
        Case("a batch in two axes", (_tokens(6, 5, 28).reshape(2, 3, 5, 28), 4)),
    ),
    slips=(
        slip(
            "heads_scrambled",
            "The numbers are cut straight into (n_heads, n, d), which mixes tokens: a head gets several "
            "parts of one token. "
            "Reshape to (n, n_heads, d) first, then swap the axes.",
            _scrambled,
            lambda x, n_heads: x.reshape(n_heads, x.shape[-2], -1),
        ),
        slip(
            "transpose_missing",
            "The columns are dealt out, but the heads still stand behind the tokens: (n, n_heads, d). Swap "
            "these two axes.",
            _apart,
        ),
        slip(
            "interleaved",
            "Columns are dealt out in turns, like cards. Head i owns a run of neighbours: columns i·d to "
            "(i+1)·d.",
            _interleaved,
        ),
        slip(
            "features_swapped",
            "Head, token and feature stand in another order. Needed is (n_heads, n, d).",
            lambda x, n_heads: np.moveaxis(_apart(x, n_heads), -1, -2),
            lambda x, n_heads: np.moveaxis(_apart(x, n_heads), -3, -1),
            lambda x, n_heads: np.swapaxes(_apart(x, n_heads), -1, -3),
            _scrambled_then_turned,
        ),
        slip(
            "first_head_only",
            "Every head gets the same columns, the first. Each has its own: head i owns columns i·d to (i+1)·d.",
            lambda x, n_heads: np.stack([x[..., : x.shape[-1] // n_heads]] * n_heads, axis=-3),
        ),
        slip(
            "heads_first",
            "The heads stand in front of the batch. They come behind it, directly before the tokens: (batch, "
            "n_heads, n, d).",
            lambda x, n_heads: np.moveaxis(_apart(x, n_heads), -2, 0),
        ),
        slip(
            "width_for_heads",
            "n_heads is taken for the width of a head. It is how many there are.",
            lambda x, n_heads: np.swapaxes(x.reshape(*x.shape[:-1], -1, n_heads), -2, -3),
        ),
        slip(
            "axis_from_front",
            "Axes are counted from the front, which fails for a batch. Swap the axes -2 and -3.",
            lambda x, n_heads: np.swapaxes(_apart(x, n_heads), 0, 1),
        ),
        slip(
            "heads_reversed",
            "The heads come in the wrong order: head 0 owns the first columns.",
            lambda x, n_heads: np.flip(split_heads(x, n_heads), axis=-3),
        ),
    ),
    hints=(
        "First cut each token's row into n_heads parts of equal width; then let heads and tokens change "
        "places.",
        "(..., n, h·d) → (..., n, h, d) by reshape → (..., h, n, d) by swapping axes.",
        "parts = x.reshape(*x.shape[:-1], n_heads, -1); return np.swapaxes(parts, …, …)",
    ),
    solution="""
def split_heads(x, n_heads):
    parts = x.reshape(*x.shape[:-1], n_heads, -1)  # (..., n, h, d)
    return np.swapaxes(parts, -2, -3)  # (..., h, n, d)
""",
)
