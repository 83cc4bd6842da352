"""One slip: a number that is wrong in a way one can name, and the ways that many stages share."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from attnlib.maths.check import Array
from attnlib.maths.explain import labels
from attnlib.maths.numbers import number
from attnlib.maths.steps import softmax
from attnlib.maths.trace import AttentionTrace


class Slip(NamedTuple):
    """A number that is wrong in a way one can name."""

    name: str
    value: float
    words: str


Slips = Iterator[Slip]


def products(a: Array, b: Array) -> Slips:
    """Yield slips of a sum of products."""
    each = (a * b).tolist()
    if len(each) < 2:
        return
    for first, second, product in zip(a.tolist(), b.tolist(), each, strict=True):
        said = f"{number(first)} × {number(second)}"
        yield Slip("one product", product, f"that is one product alone, {said}; add all {len(each)}")
    yield Slip("added only", float((a + b).sum()), "the numbers were added; multiply each pair, then add")
    yield Slip("average", sum(each) / len(each), f"divided by {len(each)}; the products are only added")


def across(trace: AttentionTrace, stage: str, i: int, j: int) -> Slips:
    """Yield the cell across the diagonal, where there is one."""
    array = trace.stage(stage)
    if i < array.shape[1] and j < array.shape[0]:
        said = f"that is {trace.tokens[j]} asking {trace.key_tokens[i]}: rows ask, columns are asked"
        yield Slip("transposed", float(array[j, i]), said)


def of_place(trace: AttentionTrace, stage: str, i: int, j: int) -> Slips:
    """Yield what any stage may go wrong by: the sign, and the right number of another cell."""
    array = trace.stage(stage)
    rows, columns = labels(trace, stage)
    yield Slip("sign", -float(array[i, j]), "the sign is the wrong way round")
    others = [(float(array[i, m]), f"column {columns[m]}") for m in range(len(columns)) if m != j]
    others += [(float(array[m, j]), f"row {rows[m]}") for m in range(len(rows)) if m != i]
    for value, where in others:
        if math.isfinite(value) and value != int(value):  # many cells may share a whole number by chance
            yield Slip("another cell", value, f"that number belongs to {where}")


def dot(a: Array, b: Array) -> float:
    """Multiply entry by entry, and add."""
    return float(a @ b)


def share(row: Sequence[float] | Array, j: int) -> float:
    """Take one entry of a row's softmax."""
    return float(softmax(row)[j])


def ratio(upper: float, lower: float) -> float:
    """Divide; by 0 there is no number."""
    return float(upper) / float(lower) if lower else math.nan
