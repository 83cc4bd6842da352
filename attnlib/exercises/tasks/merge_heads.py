"""merge_heads(x): each token's parts side by side again."""

from __future__ import annotations

import numpy as np

from attnlib.exercises.exercise import Case, Exercise, slip
from attnlib.exercises.numbers import numbers, stored_otherwise, whole
from attnlib.maths.check import Array
from attnlib.maths.heads.trace import merge_heads


def _rows(x: Array) -> Array:
    """Join the last two axes."""
    return x.reshape(*x.shape[:-2], -1)


def _heads(*shape: int) -> Array:
    """Numbers that say where they stand: 120 is head 1, token 2, feature 0."""
    h, n, d = shape[-3:]
    table = np.arange(1, h + 1)[:, None, None] * 100.0 + np.arange(1, n + 1)[:, None] * 10 + np.arange(d)
    return np.stack([table + 1000 * (batch + 1) for batch in range(shape[0])]) if len(shape) == 4 else table


EXERCISE = Exercise(
    name="merge_heads",
    lesson="04",
    rank=2,
    signature="def merge_heads(x):  # (..., n_heads, n, d) -> (..., n, n_heads · d)",
    reference=merge_heads,
    cases=(
        Case("one head: only an axis less", (_heads(1, 3, 2),)),
        Case("two heads, one token: side by side", (_heads(2, 1, 3),)),
        Case("two heads, three tokens", (_heads(2, 3, 4),)),
        Case("as many heads as tokens as features", (_heads(2, 2, 2),)),
        Case("whole numbers", whole(_heads(2, 3, 4))),
        Case(
            "single precision, stored column by column: the same numbers", stored_otherwise(_heads(3, 2, 4))
        ),
        Case("a batch of sequences", (_heads(3, 2, 4, 5),)),
        Case("a batch in two axes", (numbers(2, 3, 4, 5, 7),)),
    ),
    slips=(
        slip(
            "heads_scrambled",
            "The numbers are joined in the order in which they lie, which mixes tokens. Put the heads behind "
            "the tokens first: "
            "(n, n_heads, d).",
            lambda x: x.reshape(*x.shape[:-3], x.shape[-2], -1),
        ),
        slip(
            "interleaved",
            "The heads' features are dealt out in turns. A head's features stay together: (n, n_heads, d) "
            "before the reshape.",
            lambda x: _rows(np.moveaxis(x, -3, -1)),
        ),
        slip(
            "summed",
            "The heads are summed. Lay them side by side; W_O sums them later.",
            lambda x: x.sum(axis=-3),
        ),
        slip("averaged", "The heads are averaged. Lay them side by side.", lambda x: x.mean(axis=-3)),
        slip(
            "first_head_only",
            "Only one of the heads is returned.",
            lambda x: x[..., 0, :, :],
            lambda x: x[..., -1, :, :],
        ),
        slip(
            "largest_only",
            "Of all heads the largest number is kept. Lay them side by side.",
            lambda x: x.max(axis=-3),
        ),
        slip(
            "stacked_as_tokens",
            "The heads stand below each other, as if they were more tokens. Lay them side by side: the last "
            "axis grows.",
            lambda x: x.reshape(*x.shape[:-3], -1, x.shape[-1]),
        ),
        slip(
            "reshape_missing",
            "The axes are swapped, but heads and features are still two axes. Join them with reshape.",
            lambda x: np.swapaxes(x, -2, -3),
        ),
        slip(
            "axis_from_front",
            "Axes are counted from the front, which fails for a batch. Swap the axes -2 and -3.",
            lambda x: _rows(np.swapaxes(x, 0, 1)),
        ),
        slip(
            "joined_without_swap",
            "Tokens and features are joined, and the heads left apart. Swap heads and tokens first, then "
            "join heads and features.",
            _rows,
        ),
        slip(
            "features_swapped",
            "Heads and features have changed places before the reshape. It is heads and tokens that must: axes -2 and "
            "-3.",
            lambda x: _rows(np.swapaxes(x, -1, -3)),
            lambda x: np.swapaxes(x, -1, -3).reshape(*x.shape[:-3], x.shape[-2], -1),
        ),
        slip(
            "heads_reversed",
            "The heads come in the wrong order: head 0 gives the first columns.",
            lambda x: merge_heads(np.flip(x, axis=-3)),
        ),
    ),
    hints=(
        "It undoes split_heads: the same two steps backwards.",
        "(..., h, n, d) → (..., n, h, d) by swapping axes → (..., n, h·d) by reshape.",
        "parts = np.swapaxes(x, …, …); return parts.reshape(*parts.shape[:-2], -1)",
    ),
    solution="""
def merge_heads(x):
    parts = np.swapaxes(x, -2, -3)  # (..., n, h, d)
    return parts.reshape(*parts.shape[:-2], -1)  # (..., n, h · d)
""",
)
