"""How cells came about that several heads have made: each with its actual numbers."""

from __future__ import annotations

from collections.abc import Collection

from attnlib._format import bracketed, number
from attnlib.head_panels import head_labels, lengths, output_without
from attnlib.heads import MultiHeadTrace


def average_in_words(trace: MultiHeadTrace, row: int, column: int) -> str:
    """Say how a cell of the mean of the weights came about.

    Examples
    --------
    >>> from attnlib import MultiHeadAttention
    >>> trace = MultiHeadAttention.random(4, 2, rng=0)([[1, 0, 0, 0], [0, 1, 0, 0]])
    >>> average_in_words(trace, 0, 1)
    '= (0.492 + 0.466) / 2 = 0.479: a summary, which no head need look like'
    """
    said = " + ".join(number(float(head.weights[row, column])) for head in trace.heads)
    mean = number(float(trace.average_weights[row, column]))
    return f"= ({said}) / {len(trace.heads)} = {mean}: a summary, which no head need look like"


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
    said = [number(size) for place, size in enumerate(sizes.tolist()) if place not in silenced]
    share = number(float(sizes[head] / sizes.sum()))
    own = number(float(sizes[head]))
    return f"= {own} / ({' + '.join(said)}) = {share} of all lengths added"


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
    said = " + ".join(bracketed(number(part)) for part in parts)
    whole = number(float(output_without(trace, silenced)[row, column]))
    quiet = ", ".join(labels[place] for place in sorted(silenced))
    return f"= {said} = {whole}: one summand a head{f', without {quiet}' if quiet else ''}"
