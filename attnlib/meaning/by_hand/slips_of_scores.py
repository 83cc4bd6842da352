"""Slips on the way from the embeddings to the masked scores."""

from __future__ import annotations

import math
from collections.abc import Callable

from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.by_hand.slip import Slip, Slips, across, dot, products
from attnlib.meaning.by_hand.tasks import scaling


def of_projected(stage: str) -> Callable[[AttentionTrace, int, int], Slips]:
    """Return a function that yields the slips of a cell of Q, K or V."""
    own = f"W_{stage}"

    def of(trace: AttentionTrace, i: int, j: int) -> Slips:
        x, W = trace.stage("X")[i], trace.stage(own)
        yield from products(x, W[:, j])
        if W.shape[0] == W.shape[1]:
            yield Slip("row for column", dot(x, W[j]), f"x met row f{j + 1} of {own}; take the column")
            yield Slip("not projected", float(x[j]), f"that is x itself; multiply it by {own}")
        for other in ("W_Q", "W_K", "W_V"):
            theirs = trace.stage(other)
            if other != own and j < theirs.shape[1]:
                with_it = f"that is made with {other}, not {own}"
                yield Slip("other projection", dot(x, theirs[:, j]), with_it)

    return of


def of_scores(trace: AttentionTrace, i: int, j: int) -> Slips:
    """Yield the slips of a score."""
    q, k = trace.Q[i], trace.K[j]
    yield from across(trace, "scores", i, j)
    yield from products(q, k)
    if j < len(trace.Q):
        both = "both vectors were taken from Q; the second is a key, from K"
        yield Slip("two queries", dot(q, trace.Q[j]), both)
    if i < len(trace.K):
        yield Slip(
            "two keys", dot(trace.K[i], k), "both vectors were taken from K; the first is a query, from Q"
        )
    if trace.scale != 1:
        yield Slip("scaled already", float(trace.scaled[i, j]), "already scaled; that is the next step")


def of_scaled(trace: AttentionTrace, i: int, j: int) -> Slips:
    """Yield the slips of a scaled score."""
    score, d_k, n_k = float(trace.scores[i, j]), trace.Q.shape[-1], trace.scores.shape[-1]
    how = scaling(trace, "it")
    how = how[0].lower() + how[1:]
    if trace.scale != 1:
        yield Slip("not scaled", score, f"that is the score itself: {how}")
    yield Slip("d_k without root", score / d_k, f"divided by d_k = {d_k}: {how}")
    yield Slip("multiplied", score * math.sqrt(d_k), f"multiplied by √{d_k}: {how}")
    yield Slip("tokens counted", score / math.sqrt(n_k), f"√{n_k} counts tokens, d_k features: {how}")
    yield from across(trace, "scaled", i, j)


def of_masked(trace: AttentionTrace, i: int, j: int) -> Slips:
    """Yield the slips of a masked score."""
    yield from (_allowed if trace.allowed[i, j] else _forbidden)(trace, i, j)
    yield Slip("not scaled", float(trace.scores[i, j]), "that is the score before it was scaled")
    yield from across(trace, "masked", i, j)


def _forbidden(trace: AttentionTrace, i: int, j: int) -> Slips:
    forbidden = f"{trace.tokens[i]} may not attend to {trace.key_tokens[j]}"
    yield Slip("minus missing", math.inf, "the minus is missing: e^(−∞) is 0, while e^∞ is no number")
    yield Slip(
        "0 for −∞", 0.0, "0 is a genuine score and gets a share, since e^0 = 1; what is forbidden is −∞"
    )
    yield Slip("not masked", float(trace.scaled[i, j]), f"{forbidden}: −∞, whatever the score")


def _allowed(trace: AttentionTrace, i: int, j: int) -> Slips:
    scaled = float(trace.scaled[i, j])
    unchanged = scaled == float(trace.masked[i, j])
    passes = "passes unchanged" if unchanged else "has the mask's number added"
    allowed = f"{trace.tokens[i]} may attend to {trace.key_tokens[j]}, so its score {passes}"
    yield Slip("masked by mistake", -math.inf, allowed)
    yield Slip("0 for −∞", 0.0, allowed)
    yield Slip("not added", scaled, "the mask's number is still to be added")
    yield Slip("mask itself", 1.0, f"that is the mask; an allowed score {passes}")
