"""A stage as its reader has filled it so far: blank cells, right ones, wrong ones, and those with too few digits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

import numpy as np

from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.matrix import MatrixPanel, matrix_panel
from attnlib.meaning.palette import DARK_ROOTS, THEMES

Cell = tuple[int, int]

BLANK, GOOD, BAD, COARSE = "blank", "right", "wrong", "coarse"

#: Beside the colour, for every eye.
MARKS = {BLANK: "", GOOD: "✓", BAD: "✗", COARSE: "≈"}

FILLS = {
    "light": {BLANK: "#ffffff", GOOD: "#d3efe2", BAD: "#fcdccb", COARSE: "#fbeeb8"},
    "dark": {BLANK: "#1b1e23", GOOD: "#124636", BAD: "#6a2a12", COARSE: "#56470a"},
}
_LEVELS = {True: GOOD, False: BAD, None: COARSE}
INKS = {"light": "#000000", "dark": "#ffffff"}


class HandPanel(MatrixPanel):
    """A panel whose levels are ``blank``, ``right``, ``wrong``, ``coarse``. Its values are the right ones, else NaN."""

    def fill(self, row: int, column: int, theme: str = "light") -> str:
        """Colour of a cell as ``#rrggbb``."""
        return FILLS[theme][self.levels[row][column]]

    def ink(self, row: int, column: int, theme: str = "light") -> str:
        """Colour of a cell's text and of its mark."""
        return INKS[theme]


def hand_panel(
    trace: AttentionTrace,
    stage: str,
    texts: Mapping[Cell, str],
    right: Mapping[Cell, bool | None],
    *,
    marks: bool = True,
    blank: str = "",
) -> HandPanel:
    """Prepare a stage for showing, as far as it is filled.

    Parameters
    ----------
    trace : AttentionTrace
    stage : str
    texts, right : mapping of (row, column)
        What was written, and whether it is right, for the cells that are filled; None for what is right as far as it
        goes, and doesn't go far enough.
    marks : bool, default True
        Whether ✓, ≈ or ✗ stands behind each number; a view has them in the cell's corner instead.
    blank : str
        What a blank cell says.

    Examples
    --------
    >>> from attnlib import examples
    >>> written, right = {(0, 1): "4", (0, 2): "2"}, {(0, 1): True, (0, 2): False}
    >>> panel = hand_panel(examples.mouse_eats_cheese(), "scores", written, right)
    >>> panel.texts[0], panel.reading
    (('', '4 ✓', '2 ✗'), '1 of 9 cells is right, 1 is wrong.')
    """
    model = matrix_panel(trace, stage)
    rows, columns = model.values.shape
    levels = tuple(
        tuple(_LEVELS[right[i, j]] if (i, j) in texts else BLANK for j in range(columns)) for i in range(rows)
    )
    said = tuple(
        tuple(
            f"{texts.get((i, j), blank)} {MARKS[level] if marks else ''}".rstrip() or blank
            for j, level in enumerate(row)
        )
        for i, row in enumerate(levels)
    )
    known = np.array([[level == GOOD for level in row] for row in levels])
    changed = {
        "title": f"your {stage}",
        "values": np.where(known, model.values, np.nan),
        "texts": said,
        "levels": levels,
        "masked": np.zeros(model.values.shape, dtype=bool),
        "reading": progress(levels),
    }
    return HandPanel(**{field.name: getattr(model, field.name) for field in fields(model)} | changed)


def progress(levels: tuple[tuple[str, ...], ...]) -> str:
    """Say how far a reader has come.

    Examples
    --------
    >>> progress((("right", "right"), ("right", "blank")))
    '3 of 4 cells are right.'
    """
    cells = [level for row in levels for level in row]
    good, bad, coarse = map(cells.count, (GOOD, BAD, COARSE))
    if good == len(cells):
        return f"All {good} cells are right." if good > 1 else "The one cell is right."
    wrong = f", {bad} {_are(bad)} wrong" if bad else ""
    digits = f", {coarse} {'needs' if coarse == 1 else 'need'} more digits" if coarse else ""
    return f"{good} of {len(cells)} cells {_are(good)} right{wrong}{digits}."


def css() -> str:
    """Write the colours as style rules for cells that carry ``data-level``, for the light and the dark theme."""
    roots = {"light": "", "dark": f":is({','.join(DARK_ROOTS)}) "}
    return "\n".join(
        f'{roots[theme]}.attn-cell[data-level="{level}"]{{background-color:{fill};color:{INKS[theme]}}}'
        for theme in THEMES
        for level, fill in FILLS[theme].items()
    )


def _are(count: int) -> str:
    return "is" if count == 1 else "are"
