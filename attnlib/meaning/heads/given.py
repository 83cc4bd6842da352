"""What the head explorer may start with, checked before its first widget is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attnlib.examples import cat_on_the_mat
from attnlib.maths import check
from attnlib.maths.check import Array, shape_text
from attnlib.maths.heads.multihead import MultiHeadAttention
from attnlib.meaning.heads.fused import MOST_HEADS

MOST_TOKENS, MOST_FEATURES = 8, 16

_RANDOM_D_MODEL, _RANDOM_HEADS = 8, 4


@dataclass(frozen=True)
class HeadStart:
    """One sequence, and heads that attend to it. ``random`` ones can be drawn again."""

    attend: MultiHeadAttention
    X: Array
    tokens: tuple[str, ...]
    random: bool


def starting_heads(
    attend: MultiHeadAttention | None, X: npt.ArrayLike | None, tokens: Sequence[str] | None, seed: int
) -> HeadStart:
    """Return what was given, or random heads over random vectors, which mean nothing.

    Raises
    ------
    TypeError, ValueError
        If only one of ``attend`` and ``X`` is given, they don't fit together, or they are too large to show.

    Examples
    --------
    >>> start = starting_heads(None, None, None, 0)
    >>> start.attend, " ".join(start.tokens)
    (<MultiHeadAttention: 4 heads, d_model = 8, d_k = 2, d_v = 2>, 'The cat sat on the mat')
    """
    if attend is None and X is None:
        names = cat_on_the_mat().tokens if tokens is None else tokens
        names = check.tokens("tokens", names, len(names), "tokens")
        _at_most("tokens", "tokens", len(names), MOST_TOKENS)
        rng = np.random.default_rng(seed)
        attend = MultiHeadAttention.random(_RANDOM_D_MODEL, _RANDOM_HEADS, rng=rng)
        return HeadStart(attend, rng.normal(size=(len(names), _RANDOM_D_MODEL)), names, random=True)
    if attend is None or X is None:
        missing, has = ("attend", "X") if attend is None else ("X", "attend")
        raise ValueError(
            f"{missing}: missing, though {has} is given; give both, or neither for random heads over a sentence"
        )
    if not isinstance(attend, MultiHeadAttention):
        raise TypeError(
            f"attend: needs a MultiHeadAttention, got {type(attend).__name__}; likely slip: pass what makes the "
            "trace, not the trace"
        )
    X = check.plain_matrix("X", X, "n, d_model").astype(np.float64)
    check.finite("X", X)
    if not X.shape[1] == len(attend.W_Q) == len(attend.W_K):
        raise ValueError(
            f"X: has {X.shape[1]} columns (shape {shape_text(X.shape)}); W_Q and W_K have {len(attend.W_Q)} and "
            f"{len(attend.W_K)} rows, and here the sequence attends to itself"
        )
    names = check.tokens("tokens", tokens, len(X), "X")
    _at_most("X", "tokens", len(X), MOST_TOKENS)
    _at_most("X", "features", X.shape[1], MOST_FEATURES)
    _at_most("attend", "heads", attend.n_heads, MOST_HEADS)
    _at_most("attend", "columns of output", attend.W_O.shape[1], MOST_FEATURES)
    return HeadStart(attend, X, names, random=False)


def _at_most(argument: str, what: str, count: int, most: int) -> None:
    if not 1 <= count <= most:
        raise ValueError(f"{argument}: the explorer shows 1 to {most} {what}, got {count}")
