"""Vectors of two features as arrows: queries with keys, or values with outputs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.path import Path
from matplotlib.text import Text

from attnlib.figures._engine.base import Display, require
from attnlib.figures._engine.labels import Tip, gathered, leader, place_labels
from attnlib.figures._engine.pen import Pen, rounded
from attnlib.figures._engine.style import FAINT, LABEL, LINE, MUTED, ROLES, TITLE, WHITE, Style
from attnlib.maths.numbers import short
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.drawings import PlanePanel, plane_panel
from attnlib.meaning.palette import DASHED

#: Side of the square plane, and length of an arrow's head, in logical pixels.
SIDE, HEAD = 236.0, 11.0
_LEFT, _TOP, _RIGHT, _BELOW = 30.0, 38.0, 24.0, 42.0


class PlaneDisplay(Display):
    """Arrows from the origin of a square plane; arrows that end at one place share a label.

    Parameters
    ----------
    panel : PlanePanel
    presenting : bool, default False
        Larger type and thicker lines, for a projector.

    Attributes
    ----------
    shafts_ : dict of str to LineCollection
        By role: ``query``, ``key``, ``value``, ``output``.
    heads_ : dict of str to PathCollection
    labels_ : tuple of Text
    ax_, figure_, texts_
        See `Display`.

    Examples
    --------
    >>> from attnlib import examples
    >>> display = plot_plane(examples.mouse_eats_cheese())
    >>> [label.get_text() for label in display.labels_]
    ['Mouse, Cheese', 'Eats', 'Mouse, Cheese', 'Eats']
    """

    shafts_: dict[str, LineCollection]
    heads_: dict[str, PathCollection]
    labels_: tuple[Text, ...]

    def __init__(self, panel: PlanePanel, *, presenting: bool = False) -> None:
        require("PlaneDisplay", panel, PlanePanel, "make one with plane_panel(trace)")
        super().__init__(panel, presenting=presenting)
        self.panel = panel

    def _block(self) -> PlaneBlock:
        return PlaneBlock(self.panel, self.style)

    def _keep(self, block: PlaneBlock) -> None:
        self.shafts_, self.heads_, self.labels_ = block.shafts, block.heads, block.labels


@dataclass(eq=False)
class PlaneBlock:
    """A plane that can be placed."""

    panel: PlanePanel
    style: Style
    shafts: dict[str, LineCollection] = field(default_factory=dict)
    heads: dict[str, PathCollection] = field(default_factory=dict)
    labels: tuple[Text, ...] = ()

    @property
    def width(self) -> float:
        """Width in logical pixels."""
        return self.style.px(_LEFT + SIDE + _RIGHT)

    @property
    def height(self) -> float:
        """Height in logical pixels."""
        return self.style.px(_TOP + SIDE + _BELOW)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        """Draw the plane, the arrows, their labels and what the two kinds of arrow are."""
        px = self.style.px
        pen.text(left, top + px(8), self.panel.which, px(TITLE), bold=True)
        frame = (left + px(_LEFT), top + px(_TOP), px(SIDE), px(SIDE))
        self._plane(pen, frame)
        middle = (frame[0] + px(SIDE) / 2, frame[1] + px(SIDE) / 2)
        per_unit = px(SIDE) / 2 / (1.12 * self.panel.limit)  # a little room beyond the longest arrow
        tips = gathered(self.panel.arrows, per_unit)
        roles = list(dict.fromkeys(tip.role for tip in tips))
        for role in roles:
            ends = [(middle[0] + tip.x, middle[1] + tip.y) for tip in tips if tip.role == role]
            self.shafts[role], self.heads[role] = self._arrows(pen, role, middle, ends)
        self.labels = self._labels(pen, frame, middle, tips)
        self._legend(pen, roles, left + px(_LEFT), frame[1] + px(SIDE + 32))

    def _plane(self, pen: Pen, frame: tuple[float, float, float, float]) -> None:
        px, limit = self.style.px, self.panel.limit
        left, top, side, _ = frame
        middle = (left + side / 2, top + side / 2)
        per_unit = side / 2 / (1.12 * limit)
        ticks = _ticks(limit)
        across = [[(left, middle[1] - t * per_unit), (left + side, middle[1] - t * per_unit)] for t in ticks]
        up = [[(middle[0] + t * per_unit, top), (middle[0] + t * per_unit, top + side)] for t in ticks]
        pen.strokes(across + up, colours=FAINT, widths=0.7)
        axes = [
            [(left, middle[1]), (left + side, middle[1])],
            [(middle[0], top), (middle[0], top + side)],
        ]
        pen.strokes(axes, colours=LINE, widths=1.0 * self.style.strokes)
        pen.shapes([rounded(frame, 0)], edges=FAINT, stroke=1.0)
        for t in (*ticks, 0.0):
            text, size = short(t), px(LABEL - 1.5)
            pen.text(left - px(5), middle[1] - t * per_unit, text, size, align="right", colour=MUTED)
            pen.text(middle[0] + t * per_unit, top + side + px(11), text, size, align="center", colour=MUTED)
        pen.text(left + side + px(5), middle[1], "f1", px(LABEL), colour=MUTED)
        pen.text(middle[0], top - px(8), "f2", px(LABEL), align="center", colour=MUTED)

    def _arrows(
        self, pen: Pen, role: str, middle: tuple[float, float], ends: list[tuple[float, float]]
    ) -> tuple[LineCollection, PathCollection]:
        head, stroke = self.style.px(HEAD), 2.2 * self.style.strokes
        dashed = role in DASHED
        shafts = pen.strokes(
            [_shaft(middle, end, head) for end in ends], colours=ROLES[role], widths=stroke, above=2
        )
        if dashed:
            shafts.set_linestyle((0, (2.6, 1.4)))
        heads = pen.shapes(
            [_head(middle, end, head) for end in ends],
            fills=WHITE if dashed else ROLES[role],
            edges=ROLES[role],
            stroke=1.5 * self.style.strokes,
            above=2.5,
        )
        return shafts, heads

    def _labels(
        self, pen: Pen, frame: tuple[float, float, float, float], middle: tuple[float, float], tips: list[Tip]
    ) -> tuple[Text, ...]:
        size = self.style.px(LABEL + 0.5)
        placed = place_labels(tips, half=frame[2] / 2, size=size, reach=self.style.px(6))
        made = []
        for tip, (text, (left, top, width, height)) in zip(tips, placed, strict=True):
            box = (middle[0] + left, middle[1] + top, width, height)
            far = leader(tip, (left, top, width, height))
            if far is not None:
                line = [[(middle[0] + x, middle[1] + y) for x, y in far]]
                pen.strokes(line, colours=ROLES[tip.role], widths=0.8 * self.style.strokes, above=1.8)
            # lines of the grid must not cross the letters
            pen.shapes([rounded(box, 2)], fills=WHITE + "d8", above=1.5)
            label = pen.text(
                box[0] + width / 2, box[1] + height / 2, text, size, align="center", colour=ROLES[tip.role]
            )
            label.set_zorder(4)
            made.append(label)
        return tuple(made)

    def _legend(self, pen: Pen, roles: list[str], left: float, y: float) -> None:
        px = self.style.px
        for place, role in enumerate(roles):
            x = left + px(20) + place * px(SIDE / 2)
            self._arrows(pen, role, (x, y), [(x + px(40), y)])
            pen.text(x + px(48), y, role, px(LABEL), colour=ROLES[role])


def _ticks(limit: float) -> list[float]:
    step = next(
        step
        for step in (1, 2, 5, 10, 20, 50, 10 ** np.ceil(np.log10(limit)))
        if limit / step <= 4 or step > 50
    )
    count = int(limit / step + 1e-9)
    return [float(step * place) for place in range(-count, count + 1) if place]


def _shaft(start: tuple[float, float], end: tuple[float, float], head: float) -> np.ndarray[Any, Any]:
    a, b = np.array(start), np.array(end)
    length = float(np.hypot(*(b - a)))
    return np.array([a, b if length <= head else b - (b - a) * (0.8 * head / length)])


def _head(start: tuple[float, float], end: tuple[float, float], head: float) -> Path:
    a, b = np.array(start), np.array(end)
    length = float(np.hypot(*(b - a)))
    if length < 1:  # a vector of zeros is a dot
        return rounded((b[0] - head / 3, b[1] - head / 3, head / 1.5, head / 1.5), head)
    along = (b - a) / length * min(head, length)
    aside = 0.42 * np.array([-along[1], along[0]])
    return Path(
        [b, b - along + aside, b - along - aside, b], [Path.MOVETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
    )


def plot_plane(
    trace: AttentionTrace, which: str = "queries and keys", *, presenting: bool = False
) -> PlaneDisplay:
    """Draw queries and keys, or values and outputs, as arrows in the plane."""
    return PlaneDisplay(plane_panel(trace, which), presenting=presenting).plot()  # type: ignore[no-any-return]
