"""What every display can do: draw itself, show itself in a notebook without pyplot, and be saved."""

from __future__ import annotations

import base64
import textwrap
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

from attnlib.figures._engine import export, png
from attnlib.figures._engine.pen import Block, Pen, blank_figure
from attnlib.figures._engine.style import MUTED, NOTE, NOTEBOOK, PROJECTOR, Style
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.page import MARGIN
from attnlib.meaning.plain import Showable, as_text
from attnlib.meaning.readings import reading as reading_of

#: Height and least width of a picture's foot line, in logical pixels.
FOOT, FOOT_WIDTH = 22.0, 440.0


class Display:
    """A picture of computed data, in the manner of scikit-learn's Display objects.

    Attributes
    ----------
    ax_, figure_ : Axes, Figure
        Where `plot` drew.
    texts_ : list of Text
        Every text of the picture.
    """

    ax_: Axes
    figure_: Figure
    texts_: list[Text]

    #: A line below the picture, about the picture itself; a figure of one's own has none.
    foot: str = ""

    def __init__(self, *shown: Showable, presenting: bool = False) -> None:
        self.shown = shown
        self.presenting = presenting

    @property
    def reading(self) -> str:
        """One sentence that says what is to be seen."""
        said = [reading_of(item) if isinstance(item, AttentionTrace) else item.reading for item in self.shown]
        return " ".join(dict.fromkeys(said))

    @property
    def _sentence(self) -> str:
        """What the text begins with."""
        return self.reading

    @property
    def style(self) -> Style:
        """Sizes for a notebook, or for a projector."""
        return PROJECTOR if self.presenting else NOTEBOOK

    def plot(self, ax: Axes | None = None) -> Any:
        """Draw.

        Parameters
        ----------
        ax : Axes, optional
            Where to draw: it is emptied of ticks and frame, and the drawing grows or shrinks with it. By default a
            figure of the drawing's own size, which pyplot doesn't know of.

        Returns
        -------
        self
        """
        block = self._block()
        width, height = block.width + 2 * MARGIN, block.height + 2 * MARGIN
        if self.foot:
            width, height = max(width, FOOT_WIDTH + 2 * MARGIN), height + FOOT
        if ax is None:
            ax = blank_figure(width, height).add_axes((0, 0, 1, 1))
        pen = Pen(ax, width, height, self.style)
        block.draw(pen, MARGIN, MARGIN)
        if self.foot:
            pen.text(MARGIN, height - MARGIN - FOOT / 2 + 4, self.foot, NOTE, colour=MUTED)
        self.ax_, self.figure_, self.texts_ = ax, pen.figure, pen.texts
        self._keep(block)
        return self

    def save(self, path: str | Path) -> Path:
        """Write the picture to a file: ``.png``, ``.svg`` or ``.pdf``.

        Raises
        ------
        ValueError
            If the suffix is another one or missing.
        FileNotFoundError
            If the folder doesn't exist.
        """
        return export.save(self._drawn(), path, reading=self.reading)

    def _block(self) -> Block:
        raise NotImplementedError

    def _keep(self, block: Any) -> None:
        """Keep the artists that a caller may want, under names ending in an underscore."""

    def _drawn(self) -> Figure:
        if not hasattr(self, "figure_"):
            self.plot()
        return self.figure_

    def _repr_mimebundle_(
        self, include: Any = None, exclude: Any = None
    ) -> tuple[dict[str, str], dict[str, Any]]:
        figure = self._drawn()
        width, height = export.logical_size(figure)
        picture = base64.b64encode(png.encode(figure)).decode()
        data = {"image/png": picture, "text/plain": as_text(*self.shown, sentence=self._sentence)}
        return data, {
            "image/png": {"alt": textwrap.shorten(self.reading, 300), "width": width, "height": height}
        }

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.reading}>"


def require(name: str, shown: object, kind: type, hint: str) -> None:
    """Raise a TypeError that says what a display is made from."""
    if not isinstance(shown, kind):
        raise TypeError(f"{name} shows a {kind.__name__}, got {type(shown).__name__}; {hint}")
