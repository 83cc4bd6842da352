"""Several heads as panels: each one's weights, how much each adds to the output, and the sum of what they add."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from attnlib.maths import check
from attnlib.maths.check import Array
from attnlib.maths.numbers import short
from attnlib.maths.tokens import quoted
from attnlib.meaning import palette
from attnlib.meaning.matrix import MatrixPanel, matrix_panel

if TYPE_CHECKING:
    from attnlib.maths.heads.trace import MultiHeadTrace

#: What the tile of the average is called wherever it stands: it looks like a head and is none.
AVERAGE = "average: a summary"


def head_labels(count: int) -> tuple[str, ...]:
    """Short names of heads, for rows and columns: ``h1``, ``h2``…"""
    return tuple(f"h{place + 1}" for place in range(count))


def head_titles(
    count: int, names: Sequence[str] | None = None, *, silenced: Collection[int] = ()
) -> tuple[str, ...]:
    """Titles of heads: ``head 1``, or ``1 previous token`` where they have names; those that are silenced say so.

    Raises
    ------
    ValueError, TypeError
        If there isn't exactly one name for each head, all different, or one isn't text.

    Examples
    --------
    >>> head_titles(2), head_titles(2, ["previous token", "same word"])
    (('head 1', 'head 2'), ('1 previous token', '2 same word'))
    >>> head_titles(2, ["previous token", "same word"], silenced={0})
    ('1 silenced: previous token', '2 same word')
    """
    if names is not None:
        names = check.tokens("names", names, count, "the heads: one for each")
    return tuple(_title(place, names, place in silenced) for place in range(count))


def _title(place: int, names: Sequence[str] | None, silenced: bool) -> str:
    if names is None:
        return f"{place + 1} silenced" if silenced else f"head {place + 1}"
    return f"{place + 1} silenced: {names[place]}" if silenced else f"{place + 1} {names[place]}"


def head_panels(
    trace: MultiHeadTrace, names: Sequence[str] | None = None, *, silenced: Collection[int] = ()
) -> tuple[MatrixPanel, ...]:
    """Prepare the weights of every head, all on the fixed scale from 0 to 1.

    Parameters
    ----------
    trace : MultiHeadTrace
        Of one sequence, without leading axes.
    names : sequence of str, optional
        What the heads do, one name each.
    silenced : collection of int
        Heads that are left out of the output; their titles say so.

    Returns
    -------
    tuple of MatrixPanel
        Named ``h1``, ``h2``…

    Examples
    --------
    >>> from attnlib import examples
    >>> made = examples.readable_heads()
    >>> [panel.title for panel in head_panels(made.trace(), made.heads, silenced={1})]
    ['1 previous token', '2 silenced: same word', '3 matching bracket', '4 first token']
    """
    titles = head_titles(len(trace.heads), names, silenced=silenced)
    return tuple(head_panel(trace, place, title) for place, title in enumerate(titles))


def head_panel(trace: MultiHeadTrace, place: int, title: str) -> MatrixPanel:
    """Prepare the weights of one head."""
    panel = matrix_panel(trace.heads[place], "weights")
    return replace(panel, name=head_labels(place + 1)[-1], title=title, note="")


def average_panel(trace: MultiHeadTrace) -> MatrixPanel:
    """Prepare the mean of the heads' weights.

    Examples
    --------
    >>> from attnlib import MultiHeadAttention
    >>> average_panel(MultiHeadAttention.random(4, 2, rng=0)(np.eye(4)[:2])).title
    'average: a summary'
    """
    mean = replace(trace.heads[0], weights=trace.average_weights)
    return replace(matrix_panel(mean, "weights"), name="average", title=AVERAGE, note="")


def lengths(trace: MultiHeadTrace, *, silenced: Collection[int] = ()) -> Array:
    """How long a vector each head adds to each token's output, (n_q, heads); 0 where it is silenced.

    Examples
    --------
    >>> from attnlib import MultiHeadAttention
    >>> trace = MultiHeadAttention.random(4, 2, rng=0)(np.eye(4)[:3])
    >>> lengths(trace, silenced={1})[:, 1].tolist()
    [0.0, 0.0, 0.0]
    """
    check.one_sequence(trace.output.shape)
    sizes = np.linalg.norm(trace.contributions, axis=-1).T  # (n_q, heads)
    sizes[:, sorted(silenced)] = 0
    return sizes  # type: ignore[no-any-return]


def shares_panel(trace: MultiHeadTrace, *, silenced: Collection[int] = ()) -> MatrixPanel:
    """Prepare each head's share of each token's output: the length of what it adds, over the lengths that all add.

    Each row sums to 1 like a row of weights; where nothing is added to a token, its row is 0.

    Examples
    --------
    >>> from attnlib import MultiHeadAttention
    >>> trace = MultiHeadAttention.random(4, 2, rng=0)(np.eye(4)[:3], tokens=["a", "b", "c"])
    >>> panel = shares_panel(trace)
    >>> panel.column_labels, panel.values.sum(axis=1).round(12).tolist()
    (('h1', 'h2'), [1.0, 1.0, 1.0])
    >>> shares_panel(trace, silenced={0}).texts[0]
    ('0', '1')
    """
    sizes = lengths(trace, silenced=silenced)
    total = sizes.sum(axis=1, keepdims=True)
    values = np.divide(sizes, total, out=np.zeros_like(sizes), where=total > 0)  # (n_q, heads)
    labels = head_labels(len(trace.heads))
    mean = values.mean(axis=0) if len(values) else np.zeros(len(labels))
    said = ", ".join(f"{label} {short(share)}" for label, share in zip(labels, mean.tolist(), strict=True))
    return MatrixPanel(
        name="shares",
        title="shares",
        note="of lengths added",
        values=values,
        row_labels=trace.heads[0].tokens,
        column_labels=labels,
        row_role="takes from",
        column_role="adds",
        kind="weight",
        limits=(0.0, 1.0),
        texts=tuple(tuple(map(short, row)) for row in values.tolist()),
        levels=palette.weight_levels(values),
        masked=np.zeros(values.shape, dtype=bool),
        reading=f"Each head's share, on average: {said}.",
    )


def output_without(trace: MultiHeadTrace, silenced: Collection[int] = ()) -> Array:
    """Add up what the heads add to the output, leaving some out; the others are as they were.

    Examples
    --------
    >>> from attnlib import MultiHeadAttention
    >>> trace = MultiHeadAttention.random(4, 2, rng=0)(np.eye(4)[:3])
    >>> bool(np.allclose(output_without(trace, {1}), trace.contributions[0]))
    True
    """
    if not silenced:
        return trace.output
    heard = [place for place in range(len(trace.heads)) if place not in silenced]
    return trace.contributions[heard].sum(axis=0)  # type: ignore[no-any-return]


def output_panel(
    trace: MultiHeadTrace, *, silenced: Collection[int] = (), compared_with: Array | None = None
) -> MatrixPanel:
    """Prepare the output of all heads together.

    Parameters
    ----------
    trace : MultiHeadTrace
        Without leading axes.
    silenced : collection of int
        Heads to leave out.
    compared_with : ndarray, shape (n_q, d_out), optional
        An output that the same colours are to fit, so that a change shows.

    Examples
    --------
    >>> from attnlib import MultiHeadAttention
    >>> panel = output_panel(MultiHeadAttention.random(4, 2, rng=0)(np.eye(4)[:3]))
    >>> panel.values.shape, panel.note
    ((3, 4), 'sum of shares')
    """
    shown = output_without(trace, silenced)
    # The record of a head with the whole output in the place of its own; its scale of colours takes in its V as well.
    whole = replace(trace.heads[0], output=shown, V=shown if compared_with is None else compared_with)
    return replace(matrix_panel(whole, "output"), note="sum of shares")


def heads_reading(trace: MultiHeadTrace, names: Sequence[str] | None = None) -> str:
    """Say in one sentence where each head looks most.

    Examples
    --------
    >>> from attnlib import examples
    >>> made = examples.readable_heads("hot ( not )")
    >>> heads_reading(made.trace(), made.heads).split(" (0.")[0]
    'Largest weight of each head: 1 previous token, “(” looks at “hot”'
    """
    said = []
    for head, title in zip(trace.heads, head_titles(len(trace.heads), names), strict=True):
        if not head.weights.size:
            said.append(f"{title}, none")
            continue
        row, column = strongest(head.weights)
        asks, asked = head.tokens[row], head.key_tokens[column]
        said.append(
            f"{title}, {quoted(asks)} looks at {quoted(asked)} ({short(float(head.weights[row, column]))})"
        )
    return f"Largest weight of each head: {'; '.join(said)}."


def strongest(weights: Array) -> tuple[int, int]:
    """Place of the largest weight; of the first, where several are equal but for rounding.

    Examples
    --------
    >>> strongest(np.array([[0.5, 0.5], [0.5 + 1e-12, 0.5]]))
    (0, 0)
    """
    row, column = divmod(int(weights.round(6).argmax()), weights.shape[1])
    return row, column
