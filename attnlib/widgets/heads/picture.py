"""What the head explorer shows where nothing runs: a picture to keep, and all its numbers as text."""

from __future__ import annotations

from attnlib import figures
from attnlib.meaning import plain
from attnlib.meaning.cells import Cell
from attnlib.meaning.heads.panels import head_labels
from attnlib.meaning.heads.scene import HeardHeads


def picture_of(heard: HeardHeads, cell: Cell) -> figures.HeadsDisplay:
    """Draw all heads and their average, and below them the shares and the output."""
    view, row, column = cell
    says, lit = heard.explain(cell)
    own = head_labels(heard.chosen + 1)[-1]  # in the picture the chosen head's weights are its tile's
    return figures.HeadsDisplay(
        [*map(heard.tile, range(len(heard.titles))), heard.panel("average")],
        below=[heard.panel("shares"), heard.panel("output")],
        reading=heard.reading(cell),
        selected=(own if view == "weights" else view, row, column),
        lit={**lit, own: lit.get("weights", lit.get(own, set())), "output": heard.lit_rows},
        says=says,
        captioned=True,
    )


def numbers_of(heard: HeardHeads, cell: Cell, matrix: str) -> str:
    """Write the reading, the explanation and every matrix, the shown projection of the chosen head last."""
    panels = [*map(heard.tile, range(len(heard.titles)))]
    panels += [heard.panel(view) for view in ("average", "shares", "output", matrix)]
    return plain.as_text(*panels, sentence=f"{heard.reading(cell)}\n{heard.explain(cell)[0]}")
