"""How cells came about that several heads have made: each with its actual numbers."""

from __future__ import annotations

import math
from collections.abc import Collection

from attnlib.maths.equation import Left, equation, read, written
from attnlib.maths.heads.trace import MultiHeadTrace
from attnlib.maths.numbers import bracketed
from attnlib.meaning.heads.panels import head_labels, lengths, output_without


def average_in_words(trace: MultiHeadTrace, row: int, column: int) -> str:
    """Say how a cell of the mean of the weights came about.

    Examples
    --------
    >>> from attnlib import MultiHeadAttention
    >>> trace = MultiHeadAttention.random(4, 2, rng=0)([[1, 0, 0, 0], [0, 1, 0, 0]])
    >>> average_in_words(trace, 0, 1)
    '= (0.492 + 0.466) / 2 = 0.479: a summary, which no head need look like'
    """
    weights = [float(head.weights[row, column]) for head in trace.heads]

    def mean(decimals: int) -> tuple[str, float]:
        said = [written(weight, decimals) for weight in weights]
        return f"({' + '.join(said)}) / {len(said)}", sum(map(read, said)) / len(said)

    return f"= {_in_figures(mean, float(trace.average_weights[row, column]))}: a summary, which no head need look like"


def share_in_words(trace: MultiHeadTrace, row: int, head: int, silenced: Collection[int] = ()) -> str:
    """Say how a head's share of a token's output came about.

    Examples
    --------
    >>> from attnlib import MultiHeadAttention
    >>> trace = MultiHeadAttention.random(4, 2, rng=0)([[1, 0, 0, 0], [0, 1, 0, 0]])
    >>> share_in_words(trace, 0, 1, silenced={1})
    '= 0: h2 is silenced'
    """
    labels = head_labels(len(trace.heads))
    if head in silenced:
        return f"= 0: {labels[head]} is silenced"
    sizes = lengths(trace, silenced=silenced)[row]
    if not sizes.any():
        return "= 0: no head adds anything here"
    heard = [size for place, size in enumerate(sizes.tolist()) if place not in silenced]

    def share(decimals: int) -> tuple[str, float]:
        own, said = written(float(sizes[head]), decimals), [written(size, decimals) for size in heard]
        total = sum(map(read, said))
        return f"{own} / ({' + '.join(said)})", read(own) / total if total else math.nan

    return f"= {_in_figures(share, float(sizes[head] / sizes.sum()))} of all lengths added"


def output_in_words(trace: MultiHeadTrace, row: int, column: int, silenced: Collection[int] = ()) -> str:
    """Say how a feature of a token's output came about.

    Examples
    --------
    >>> from attnlib import MultiHeadAttention
    >>> trace = MultiHeadAttention.random(4, 2, rng=0)([[1, 0, 0, 0], [0, 1, 0, 0]])
    >>> output_in_words(trace, 0, 0, silenced={0, 1})
    '= 0: every head is silenced'
    """
    labels = head_labels(len(trace.heads))
    parts = [
        float(trace.contributions[place, row, column])
        for place in range(len(labels))
        if place not in silenced
    ]
    if not parts:
        return "= 0: every head is silenced"

    def summed(decimals: int) -> tuple[str, float]:
        said = [written(part, decimals) for part in parts]
        return " + ".join(map(bracketed, said)), sum(map(read, said))

    whole = _in_figures(summed, float(output_without(trace, silenced)[row, column]))
    quiet = ", ".join(labels[place] for place in sorted(silenced))
    return f"= {whole}: one summand a head{f', without {quiet}' if quiet else ''}"


def _in_figures(left: Left, value: float) -> str:
    return " ".join(equation(left, value))
