"""A mask as a panel: 1 where a query may attend to a key, hatched where it may not, with a mark at special cells."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from attnlib.maths.check import Array
from attnlib.meaning.matrix import MatrixPanel
from attnlib.meaning.palette import MASKED, VALUE_STEPS, value_level, weight_level

#: Levels of `attnlib.meaning.palette`: allowed, forbidden, and a leak, which no one should overlook.
_ALLOWED, _FORBIDDEN, _LEAK = weight_level(4), MASKED, value_level(VALUE_STEPS)

BY_HAND, LEAK = "*", "!"
_LEGEND = {BY_HAND: "* by hand", LEAK: "! leak"}


def mask_panel(
    mask: Array,
    tokens: tuple[str, ...],
    key_tokens: tuple[str, ...] | None = None,
    *,
    marks: Mapping[tuple[int, int], str] | None = None,
) -> MatrixPanel:
    """Prepare a mask for showing.

    Parameters
    ----------
    mask : ndarray of bool, shape (n_q, n_k)
        True = may attend.
    tokens, key_tokens : tuple of str
        Names of the queries and of the keys; without the latter they are the same.
    marks : mapping of (row, column) to str, optional
        A sign behind a cell's 0 or 1: `BY_HAND` or `LEAK`.

    Returns
    -------
    MatrixPanel
        Its values are 0 and 1.

    Examples
    --------
    >>> panel = mask_panel(np.array([[True, False], [True, True]]), ("Mouse", "eats"), marks={(0, 0): BY_HAND})
    >>> panel.texts
    (('1*', '0'), ('1', '1'))
    >>> panel.reading
    '3 of 4 cells may be attended to.'
    """
    marks = {} if marks is None else marks
    texts = tuple(
        tuple(f"{int(allowed)}{marks.get((i, j), '')}" for j, allowed in enumerate(row))
        for i, row in enumerate(mask.tolist())
    )
    levels = tuple(
        tuple(
            _LEAK if marks.get((i, j)) == LEAK else _ALLOWED if allowed else _FORBIDDEN
            for j, allowed in enumerate(row)
        )
        for i, row in enumerate(mask.tolist())
    )
    legend = [said for sign, said in _LEGEND.items() if sign in marks.values()]
    return MatrixPanel(
        name="mask",
        title="mask",
        note=", ".join(
            legend if len(legend) > 1 else ["1 may attend", *legend]
        ),  # a heading has room for two
        values=mask.astype(np.float64),
        row_labels=tokens,
        column_labels=tokens if key_tokens is None else key_tokens,
        row_role="asks",
        column_role="is asked",
        kind="score",
        limits=(0.0, 1.0),
        texts=texts,
        levels=levels,
        masked=~mask,
        reading=f"{np.count_nonzero(mask)} of {mask.size} cells may be attended to.",
    )
