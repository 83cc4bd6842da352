"""Examples small enough for the head. Each gives traces, so each of its numbers can be asked for its reason."""

from __future__ import annotations

from attnlib.maths.attention import self_attention
from attnlib.maths.masks import causal_mask
from attnlib.maths.trace import AttentionTrace


def mouse_eats_cheese(*, causal: bool = False) -> AttentionTrace:
    """Three tokens, two features; Mouse and Cheese start equal, and the query projection swaps the features.

    Parameters
    ----------
    causal : bool, default False
        Whether a token may look only at itself and at what came before. Then Mouse and Cheese part.

    Examples
    --------
    >>> mouse_eats_cheese().weights[1].round(4).tolist()
    [0.3333, 0.3333, 0.3333]
    >>> mouse_eats_cheese(causal=True).weights[1].round(4).tolist()
    [0.5, 0.5, 0.0]
    """
    return self_attention(
        X=[[2, 0], [1, 2], [2, 0]],
        W_Q=[[0, 1], [1, 0]],
        W_K=[[1, 0], [0, 1]],
        W_V=[[1, 0], [0, 1]],
        tokens=["Mouse", "Eats", "Cheese"],
        mask=causal_mask(3) if causal else None,
    )


def keys_are_not_values() -> AttentionTrace:
    """Three tokens found by one pair of numbers and delivering another: W_K and W_V differ, neither is the identity.

    Examples
    --------
    >>> trace = keys_are_not_values()
    >>> trace.K[0].tolist(), trace.V[0].tolist()
    ([0.0, 1.0], [3.0, 1.0])
    """
    return self_attention(
        X=[[1, 0], [1, 1], [0, 1]],
        W_Q=[[1, 0], [0, 1]],
        W_K=[[0, 1], [1, 0]],
        W_V=[[3, 1], [0, 2]],
        tokens=["Dogs", "chase", "cats"],
    )


def cat_on_the_mat() -> AttentionTrace:
    """Let "The cat sat on the mat" attend to itself, with three hand-made features: thing, action, small word.

    The projections are made by hand as well: things ask for actions; actions and small words ask for things.
    ``The`` and ``the`` start equal, and nothing here knows about word order.

    Examples
    --------
    >>> trace = cat_on_the_mat()
    >>> trace.tokens[int(trace.weights[1].argmax())]
    'sat'
    """
    return self_attention(
        X=[[0, 0, 1], [2, 0, 0], [0, 2, 0], [0, 1, 1], [0, 0, 1], [1, 0, 1]],
        W_Q=[[0, 1], [1, 0], [1, 0]],
        W_K=[[1, 0], [0, 1], [0, 0]],
        W_V=[[1, 0], [0, 1], [0, 0]],
        tokens=["The", "cat", "sat", "on", "the", "mat"],
    )
