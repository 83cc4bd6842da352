"""Draws on an axes whose unit is one logical pixel, downwards: row 0 is on top because y = 0 is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.figure import Figure
from matplotlib.path import Path
from matplotlib.text import Text

from attnlib.figures._engine.style import HATCH, INK, PIXELS_PER_INCH, POINTS_PER_PIXEL, WHITE, Style
from attnlib.figures._engine.text import SANS

Align = Literal["left", "center", "right"]
Box = tuple[float, float, float, float]  # left, top, width, height


class Block(Protocol):
    """Something with a size that can be placed."""

    @property
    def width(self) -> float:
        """Width in logical pixels."""

    @property
    def height(self) -> float:
        """Height in logical pixels."""

    def draw(self, pen: Pen, left: float, top: float) -> None:
        """Draw with the upper left corner here."""


class Pen:
    """Adds texts, cells and lines to an axes, and keeps what it added.

    Parameters
    ----------
    ax : Axes
        Emptied of ticks and frame; its unit becomes the logical pixel.
    width, height : float
        Size of what will be drawn, in logical pixels.
    style : Style
    """

    def __init__(self, ax: Axes, width: float, height: float, style: Style) -> None:
        self.ax, self.style = ax, style
        room = ax.get_window_extent()
        assert ax.figure is not None, "an axes that was removed from its figure"
        figure = ax.figure.figure  # the whole figure, where the axes stands in a part of it
        self.figure = figure
        per_pixel = figure.dpi / PIXELS_PER_INCH
        # an axes of another size than ours scales everything, the type included
        self.points = min(room.width / width, room.height / height) / per_pixel * POINTS_PER_PIXEL
        ax.set(xlim=(0, width), ylim=(height, 0), aspect="equal")
        ax.set_axis_off()
        self.texts: list[Text] = []

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        align: Align = "left",
        bold: bool = False,
        colour: str = INK,
        family: str = SANS,
        turned: bool = False,
    ) -> Text:
        """Write a text whose digits are centred on ``y`` (or on ``x``, if turned, and then starting at ``y``)."""
        shift = 0.365 * size  # half the height of a digit
        added = Text(
            x=x + shift if turned else x,
            y=y if turned else y + shift,
            text=text,
            color=colour,
            fontfamily=family,
            fontsize=size * self.points,
            fontweight="bold" if bold else "normal",
            horizontalalignment=align,
            verticalalignment="baseline",
            rotation=90 if turned else 0,
            rotation_mode="anchor",
            usetex=False,
            parse_math=False,  # a token may be a dollar sign
            clip_on=False,
        )
        self.ax.add_artist(added)
        added.set_clip_on(False)
        self.texts.append(added)
        return added

    def shapes(
        self,
        paths: Sequence[Path],
        *,
        fills: Sequence[str] | str = "none",
        edges: Sequence[str] | str = "none",
        stroke: float = 0.0,
        dash: tuple[float, ...] | None = None,
        above: float = 1.0,
    ) -> PathCollection:
        """Draw several closed or open paths as one artist."""
        added = PathCollection(
            list(paths),
            facecolors=fills,
            edgecolors=edges,
            linewidths=stroke * self.points,
            linestyles="solid" if dash is None else (0, tuple(d * self.points for d in dash)),
            zorder=above,
            clip_on=False,
        )
        self.ax.add_collection(added, autolim=False)
        return added

    def strokes(
        self,
        segments: Any,
        *,
        colours: Sequence[str] | str,
        widths: Sequence[float] | float,
        above: float = 1.0,
    ) -> LineCollection:
        """Draw several straight lines as one artist."""
        added = LineCollection(
            segments,
            colors=colours,
            linewidths=np.multiply(widths, self.points),
            capstyle="butt",
            zorder=above,
            clip_on=False,
        )
        self.ax.add_collection(added, autolim=False)
        return added

    def hatch(self, boxes: Sequence[Box], spacing: float) -> LineCollection:
        """Hatch boxes with rising diagonals that stay inside them."""
        lines = [line for box in boxes for line in _diagonals(box, spacing)]
        return self.strokes(lines, colours=HATCH, widths=0.8 * self.style.strokes, above=1.5)


def rounded(box: Box, radius: float) -> Path:
    """Outline of a box with round corners."""
    left, top, width, height = box
    right, bottom = left + width, top + height
    r = min(radius, width / 2, height / 2)
    corners = [
        (left + r, top), (right - r, top), (right, top), (right, top + r), (right, bottom - r),
        (right, bottom), (right - r, bottom), (left + r, bottom), (left, bottom), (left, bottom - r),
        (left, top + r), (left, top), (left + r, top), (left + r, top),
    ]  # fmt: skip
    line, curve = [Path.LINETO], [Path.CURVE3, Path.CURVE3]
    codes = [Path.MOVETO, *(line + curve) * 4, Path.CLOSEPOLY]
    return Path(corners, codes)


def blank_figure(width: float, height: float, *, sharpness: float = 1.75) -> Figure:
    """Make an opaque white figure of this many logical pixels that no pyplot knows of."""
    figure = Figure(
        figsize=(width / PIXELS_PER_INCH, height / PIXELS_PER_INCH),
        dpi=PIXELS_PER_INCH * sharpness,
        facecolor=WHITE,
        edgecolor=WHITE,
    )
    FigureCanvasAgg(figure)
    return figure


def _diagonals(box: Box, spacing: float) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    left, top, width, height = box
    lines = []
    for offset in np.arange(spacing / 2, width + height, spacing):
        start = (left + max(0.0, offset - height), top + min(offset, height))
        end = (left + min(offset, width), top + max(0.0, offset - width))
        lines.append((start, end))
    return lines
