"""Slips on the way from the masked scores to the output."""

from __future__ import annotations

import math

import numpy as np

from attnlib.maths.steps import softmax
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.by_hand.slip import Slip, Slips, across, dot, products, ratio, share


def of_weights(trace: AttentionTrace, i: int, j: int) -> Slips:
    """Yield the slips of a weight."""
    if trace.allowed[i, j]:
        yield from _shared_out(trace, i, j)
        yield from across(trace, "weights", i, j)
    else:
        yield from _forbidden(trace, i, j)


def _forbidden(trace: AttentionTrace, i: int, j: int) -> Slips:
    none = f"{trace.tokens[i]} may not attend to {trace.key_tokens[j]}, so its weight is exactly 0"
    yield Slip("−∞ as weight", -math.inf, "−∞ is the masked score; its weight has e^(−∞) = 0 above the line")
    yield Slip("not masked", share(trace.scaled[i], j), none)
    yield Slip("0 for −∞", share(_zero_for_infinity(trace, i), j), f"{none}: e^(−∞) is 0, while e^0 is 1")
    yield Slip("even", 1 / trace.allowed.shape[1], none)


def _shared_out(trace: AttentionTrace, i: int, j: int) -> Slips:
    x, scaled, open_ = trace.masked[i], trace.scaled[i], trace.allowed[i]
    power, powers, plain = float(np.exp(x[j])), float(np.exp(x).sum()), float(x[open_].sum())
    each = "softmax gives each allowed cell a share: take e^ of the scores, then share out"
    yield Slip("all or nothing", float(x[j] == x.max()), each)
    yield Slip("all or nothing", 0.0, each)
    yield Slip("power", power, "that is the power of e; divide it by the sum of the row's powers")
    yield Slip("sum of powers", powers, "that is the sum of the row's powers; the cell's own stands above it")
    yield Slip(
        "no powers", ratio(x[j], plain), "the scores themselves were shared out; take e^ of each first"
    )
    yield Slip(
        "score above", ratio(x[j], powers), "above the line stands the score; put its power of e there"
    )
    yield Slip("scores below", ratio(power, plain), "below the line the scores were added; add their powers")
    raw = np.where(open_, trace.scores[i], -np.inf)
    yield Slip("not scaled", share(raw, j), "the scores weren't scaled before e^ was taken")
    if not open_.all():
        counted = "forbidden cells were counted in the sum; their power is 0"
        as_one = "−∞ was counted as 1: e^0 is 1, but e^(−∞) is 0"
        yield Slip("0 for −∞", share(_zero_for_infinity(trace, i), j), as_one)
        yield Slip("not masked", share(scaled, j), counted)
        yield Slip("even", 1 / len(x), counted)
    yield Slip(
        "column", share(trace.masked[:, j], i), "divided by the column's sum; a query shares out its row"
    )
    everything = float(np.exp(trace.masked).sum())
    yield Slip("whole matrix", ratio(power, everything), "divided by the sum of all rows; each has its own")
    yield Slip("percent", 100 * float(trace.weights[i, j]), "that is in per cent; weights are shares of 1")
    yield Slip("even", 1 / int(open_.sum()), "an even share; but the scores of this row differ")


def of_output(trace: AttentionTrace, i: int, j: int) -> Slips:
    """Yield the slips of an output."""
    weights, V, open_ = trace.weights[i], trace.V, trace.allowed[i]
    column, best = V[:, j], int(weights.argmax())
    yield from products(weights, column)
    alone = f"that is the value of {trace.key_tokens[best]} alone; the budget goes to every allowed key"
    yield Slip("largest alone", float(column[best]), alone)
    yield Slip("column's sum", float(column.sum()), "the column of V was added up without its weights")
    yield Slip("even", float(column.mean()), "that is the plain average of the column; use the row's weights")
    for name in ("scores", "scaled"):
        mixed = dot(trace.stage(name)[i, open_], column[open_])
        yield Slip("no weights", mixed, f"mixed with the row of {name}; use the weights")
    if trace.K.shape == V.shape:
        keys = dot(weights, trace.K[:, j])
        yield Slip("keys mixed", keys, "the keys were mixed; weights are spent on the values, V")
    if trace.Q.shape == V.shape:
        queries = dot(weights, trace.Q[:, j])
        yield Slip("queries mixed", queries, "the queries were mixed; weights are spent on the values, V")
    if len(trace.Q) == len(V):
        down = "the weights were taken from a column; a query's weights are its row"
        yield Slip("column", dot(trace.weights[:, i], column), down)
    if not open_.all():
        unmasked = dot(softmax(trace.scaled[i]), column)
        yield Slip("not masked", unmasked, "forbidden keys were mixed in; their weight is 0")


def _zero_for_infinity(trace: AttentionTrace, i: int) -> np.ndarray[tuple[int], np.dtype[np.floating]]:
    return np.where(trace.allowed[i], trace.masked[i], 0)
