"""Sizes and the few colours that are not a cell's, in logical pixels (96 to the inch)."""

from __future__ import annotations

from dataclasses import dataclass, replace

PIXELS_PER_INCH = 96.0
POINTS_PER_PIXEL = 72.0 / PIXELS_PER_INCH

WHITE = "#ffffff"
INK = "#1a1d21"
MUTED = "#57606a"  # 6.4 : 1 on white
FAINT = "#d0d7de"
HATCH = "#9aa3ad"
LIT = "#c2410c"

#: Sizes of type in a notebook.
CELL, LABEL, TITLE, NOTE, SYMBOL = 13.0, 12.0, 13.0, 12.5, 17.0

#: Nothing is set smaller than this, except where a reader zooms in anyway: cells then go without text.
LEAST = 8.0


@dataclass(frozen=True)
class Style:
    """Sizes that grow and shrink together.

    Attributes
    ----------
    scale : float
        1 for a notebook, more for a projector, less where much must fit.
    strokes : float
        How much thicker lines are than usual.
    label_room : float
        How far columns are widened, and rows indented, so that labels fit.
    texts : bool
        Whether cells say their number.
    pitch : float
        Width and height of a cell that says nothing.
    """

    scale: float = 1.0
    strokes: float = 1.0
    label_room: float = 72.0
    texts: bool = True
    pitch: float = 0.0

    def px(self, length: float) -> float:
        """Length at this style's scale."""
        return length * self.scale

    def but(self, **changes: object) -> Style:
        """Return the same style with changes."""
        return replace(self, **changes)  # type: ignore[arg-type]


NOTEBOOK = Style()
PROJECTOR = Style(scale=1.5, strokes=1.8)
