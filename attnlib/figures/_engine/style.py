"""Sizes and the few colours that are not a cell's, in logical pixels (96 to the inch)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from attnlib.meaning import palette
from attnlib.meaning.page import HEIGHT, MARGIN, WIDTH

PIXELS_PER_INCH = 96.0
POINTS_PER_PIXEL = 72.0 / PIXELS_PER_INCH

#: The width of a page, and the height that one sees without scrolling, in logical pixels, without the margin.
PAGE_WIDTH, PAGE_HEIGHT = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN

WHITE = "#ffffff"
HATCH = "#9aa3ad"

#: Paper is white: a picture has the explorers' colours by day.
INK, MUTED, LINE, FAINT, SELECTED, LIT = (
    palette.MARKS["light"][name] for name in ("ink", "muted", "line", "hair", "selected", "lit")
)
ROLES = palette.ROLES["light"]

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
