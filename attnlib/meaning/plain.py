"""Panels as plain text: what a screen reader says, a terminal shows, and a strict comparison of outputs compares.

The sentence comes first, then each matrix as a table whose cells are the panel's own texts.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from attnlib.maths.numbers import short
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.bars import MOST_WRITTEN, BarsPanel
from attnlib.meaning.drawings import LinesPanel, PlanePanel
from attnlib.meaning.matrix import MatrixPanel, panels_of

Drawn = MatrixPanel | LinesPanel | PlanePanel | BarsPanel
Showable = Drawn | AttentionTrace


def as_text(*shown: Showable, sentence: str | None = None) -> str:
    """Write panels, drawings or whole traces as plain text, the same from run to run.

    Parameters
    ----------
    *shown : MatrixPanel, LinesPanel, PlanePanel, BarsPanel or AttentionTrace
        What to write, in this order. A trace stands for the panels of `shown_panels`; many bars for their reading.
    sentence : str, optional
        The first line. By default the reading of the weights where they are shown, else the first reading.

    Returns
    -------
    str

    Raises
    ------
    TypeError
        If something else is passed, such as a bare array.

    Examples
    --------
    >>> from attnlib import examples
    >>> from attnlib.meaning.matrix import matrix_panel
    >>> print(as_text(matrix_panel(examples.mouse_eats_cheese(), "weights")))
    “Mouse” and “Cheese” look mostly at “Eats” (0.89); “Eats” takes an even blend of all 3 (0.33 each).
    <BLANKLINE>
    weights: softmax of each row (rows ask, columns are asked)
            Mouse  Eats  Cheese
    Mouse    0.05  0.89    0.05
    Eats     0.33  0.33    0.33
    Cheese   0.05  0.89    0.05
    """
    parts = [part for item in shown for part in _parts(item)]
    if sentence is None:
        readings = [item.reading for item in parts if isinstance(item, LinesPanel) or _is_weights(item)]
        sentence = next(iter(readings + [item.reading for item in parts]), "")
    bodies = [_body(part) for part in parts]
    return "\n\n".join(text for text in (sentence, *bodies) if text)


def shown_panels(trace: AttentionTrace) -> dict[str, MatrixPanel]:
    """Prepare the panels a picture of the whole trace shows: all that it knows, ``masked`` only if there is a mask.

    Examples
    --------
    >>> from attnlib import examples
    >>> "masked" in shown_panels(examples.mouse_eats_cheese())
    False
    """
    return {
        name: panel for name, panel in panels_of(trace).items() if name != "masked" or trace.mask is not None
    }


def _parts(item: Showable) -> list[Drawn]:
    if isinstance(item, AttentionTrace):
        return list(shown_panels(item).values())
    if isinstance(item, Drawn):
        return [item]
    raise TypeError(
        f"shown: {type(item).__name__} can't be written as text; pass a trace or a panel, such as "
        'matrix_panel(trace, "weights")'
    )


def _is_weights(item: Drawn) -> bool:
    return isinstance(item, MatrixPanel) and item.kind == "weight"


def _body(part: Drawn) -> str:
    if isinstance(part, MatrixPanel):
        return f"{_heading(part)}\n{table(part.row_labels, part.column_labels, part.texts)}"
    if isinstance(part, LinesPanel):
        names = [f"{part.query_labels[line.query]} → {part.key_labels[line.key]}" for line in part.lines]
        return "lines: one for each weight above 0\n" + table(
            names, ("weight",), [(line.text,) for line in part.lines]
        )
    if isinstance(part, BarsPanel):
        heading = f"{part.title}: {part.note}\n"
        if len(part.labels) > MOST_WRITTEN:
            return heading + part.reading
        return heading + table((part.axis,), part.labels, (part.texts,))
    names = [f"{arrow.role} {arrow.label}" for arrow in part.arrows]
    numbers = [(short(arrow.x), short(arrow.y)) for arrow in part.arrows]
    return f"plane: {part.which}\n" + table(names, ("f1", "f2"), numbers)


def _heading(panel: MatrixPanel) -> str:
    note = panel.note if panel.note.startswith("=") or not panel.note else f": {panel.note}"
    heading = panel.title + (" " if note.startswith("=") else "") + note
    return f"{heading} (rows ask, columns are asked)" if panel.row_role == "asks" else heading


def table(rows: Sequence[str], columns: Sequence[str], texts: Sequence[Sequence[str]]) -> str:
    """Align texts under their column labels, row labels on the left.

    Examples
    --------
    >>> print(table(("a", "long"), ("f1", "f2"), (("1", "−2.50"), ("0", "3"))))
          f1     f2
    a      1  −2.50
    long   0      3
    """
    first = max((_columns(label) for label in rows), default=0)
    widths = [max(_columns(text) for text in column) for column in zip(columns, *texts, strict=True)]
    lines = [("", columns), *zip(rows, texts, strict=True)]
    return "\n".join(
        _pad(label, -first)
        + "".join("  " + _pad(text, width) for text, width in zip(row, widths, strict=True))
        for label, row in lines
    )


def _pad(text: str, width: int) -> str:
    """Fill up to ``width`` columns: on the left, or on the right if negative."""
    blank = " " * (abs(width) - _columns(text))
    return text + blank if width < 0 else blank + text


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes: Chinese and its like take two, accents none."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )
