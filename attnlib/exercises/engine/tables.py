"""Arrays as small tables of texts, for a check's example: as plain text and as HTML that can be heard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import zip_longest
from typing import Any

import numpy as np

from attnlib.maths.check import Array, shape_text
from attnlib.maths.numbers import short

#: An example shows matrices up to this many rows and columns, and names the shape of larger ones.
MOST_SHOWN = 9
#: Values that aren't arrays are written up to this many characters.
LONGEST = 60
#: Columns of plain text.
WIDEST = 110


@dataclass(frozen=True)
class Table:
    """A caption, rows of texts, and which of them are wrong. Without rows the caption says it all."""

    caption: str
    rows: tuple[tuple[str, ...], ...] = ()
    wrong: tuple[tuple[bool, ...], ...] = ()


def table(name: str, value: Any, wrong: Array | None = None, *, marked: Array | None = None) -> Table:
    """Write an array's numbers; of one with more than two axes the matrix in which a wrong cell is.

    Parameters
    ----------
    name : str
    value : object
    wrong : ndarray of bool, optional
        Which cells of ``value`` are wrong.
    marked : ndarray of bool, optional
        Which cells of the result are wrong: they choose the matrix to show.

    Examples
    --------
    >>> table("Q", np.eye(2)).rows
    (('1', '0'), ('0', '1'))
    >>> table("n_q", 3).caption
    'n_q = 3'
    """
    if not isinstance(value, np.ndarray):
        text = repr(value)
        return Table(f"{name} = {text if len(text) <= LONGEST else text[:LONGEST] + ' …'}")
    shape = shape_text(value.shape)
    if value.ndim == 0:
        return Table(f"{name} = {_text(value[()])}")
    if value.size == 0 or max(value.shape[-2:]) > MOST_SHOWN:
        return Table(f"{name}, shape {shape}" + (", too large to show" if value.size else ""))
    chosen = _first_matrix(value, marked)
    caption = (
        f"{name}[{', '.join(map(str, chosen))}] of shape {shape}" if chosen else f"{name}, shape {shape}"
    )
    marks = np.zeros(value.shape, bool) if wrong is None or wrong.shape != value.shape else wrong
    rows, signs = np.atleast_2d(value[chosen]), np.atleast_2d(marks[chosen])
    return Table(
        caption, tuple(tuple(map(_text, row)) for row in rows), tuple(tuple(map(bool, row)) for row in signs)
    )


def as_text(shown: Sequence[Table]) -> list[str]:
    r"""Write tables in lines of plain text, side by side as far as they fit.

    Examples
    --------
    >>> print(*as_text([table("Q", np.eye(2)), table("n", 3)]), sep="\n")
      Q, shape (2, 2):   n = 3
        1  0
        0  1
    """
    rows: list[list[list[str]]] = [[]]
    for block in map(_block, shown):
        if rows[-1] and sum(map(_width, [*rows[-1], block])) > WIDEST:
            rows.append([])
        rows[-1].append(block)
    lines: list[str] = []
    for row in rows:
        lines += [""] if lines else []
        for parts in zip_longest(*row, fillvalue=""):
            texts = (part.ljust(_width(block)) for part, block in zip(parts, row, strict=True))
            lines.append(("  " + "".join(texts)).rstrip())
    return lines


def _block(shown: Table) -> list[str]:
    if not shown.rows:
        return [shown.caption]
    texts = [
        [text + ("✗" if bad else " ") for text, bad in zip(row, signs, strict=True)]
        for row, signs in zip(shown.rows, shown.wrong, strict=True)
    ]
    width = max(len(text) for row in texts for text in row)
    return [f"{shown.caption}:", *("  " + " ".join(text.rjust(width) for text in row) for row in texts)]


def _width(block: list[str]) -> int:
    """Columns of a block, with a gap behind it."""
    return max(map(len, block)) + 3


def as_html(shown: Table) -> str:
    """Write a table in HTML, with headers that count its rows and columns from 0."""
    if not shown.rows:
        return f"<p>{escape(shown.caption)}</p>"
    head = "".join(f'<th scope="col">{column}</th>' for column in range(len(shown.rows[0])))
    rows = "".join(
        f'<tr style="background:none"><th scope="row">{number}</th>{"".join(map(_cell, row, signs))}</tr>'
        for number, (row, signs) in enumerate(zip(shown.rows, shown.wrong, strict=True))
    )
    return (
        f'<table style="margin:0"><caption style="white-space:nowrap">{escape(shown.caption)}</caption>'
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _cell(text: str, bad: bool) -> str:
    if not bad:
        return f"<td>{escape(text)}</td>"
    mark = '<span role="img" aria-label="wrong">✗</span>'
    return f'<td style="outline:2px solid"><strong>{escape(text)} {mark}</strong></td>'


def _text(value: Any) -> str:
    return str(bool(value)) if isinstance(value, (bool, np.bool_)) else short(float(value), 3)


def _first_matrix(value: Array, marked: Array | None) -> tuple[int, ...]:
    """Choose the leading indices of the matrix to show: where the first wrong cell is, as far as the axes reach."""
    leading = value.ndim - 2
    if leading <= 0:
        return ()
    where = np.argwhere(marked)[0].tolist() if marked is not None and marked.any() else []
    wanted = where[max(0, len(where) - value.ndim) : len(where) - 2] if len(where) > 2 else []
    wanted = ([0] * leading + wanted)[-leading:]
    return tuple(index if index < size else 0 for index, size in zip(wanted, value.shape, strict=False))
