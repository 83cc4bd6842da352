"""Where the labels of arrows go: beside the tip, over no other label, and inside the plane."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from attnlib.figures._engine.pen import Box
from attnlib.figures._engine.text import shorten, text_width
from attnlib.meaning.drawings import Arrow

_ALONG = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.77, 0.84, 0.91)
_TURNS = (0.0, 0.5, -0.5, 1.0, -1.0, 1.6, -1.6, 2.3, -2.3, math.pi)


@dataclass(frozen=True)
class Tip:
    """Where one or more arrows of a role end, in pixels right of and below the origin."""

    names: tuple[str, ...]
    role: str
    x: float
    y: float


def gathered(arrows: Sequence[Arrow], per_unit: float) -> list[Tip]:
    """Gather arrows of one role that end at the same place."""
    tips: dict[tuple[str, int, int], Tip] = {}
    for arrow in arrows:
        x, y = arrow.x * per_unit, -arrow.y * per_unit
        key = (arrow.role, round(x), round(y))
        names = tips[key].names if key in tips else ()
        tips[key] = Tip((*names, arrow.label), arrow.role, x, y)
    return list(tips.values())


def place_labels(tips: Sequence[Tip], *, half: float, size: float, reach: float) -> list[tuple[str, Box]]:
    """Choose a text and a box for each tip, in the tips' own coordinates.

    Parameters
    ----------
    tips : sequence of Tip
    half : float
        From the origin to the plane's edge.
    size : float
        Of the type.
    reach : float
        Least distance from the tip.
    """
    heads = [_square(tip.x, tip.y, size) for tip in tips]
    shafts = [_square(tip.x * share, tip.y * share, 0.5 * size) for tip in tips for share in _ALONG]
    taken: list[Box] = []
    placed = []
    for tip in tips:
        text = shorten(", ".join(tip.names), 1.7 * half, size)
        width, height = text_width(text, size) + 4, 1.3 * size
        outwards = math.atan2(tip.y, tip.x) if math.hypot(tip.x, tip.y) > 1 else -math.pi / 4
        best: tuple[float, Box] | None = None
        for away in (reach, 3 * reach, 5 * reach, 8 * reach):
            for turn in _TURNS:
                right, down = math.cos(outwards + turn), math.sin(outwards + turn)
                left = _within(tip.x + right * (away + width / 2) - width / 2, width, half)
                top = _within(tip.y + down * (away + height / 2) - height / 2, height, half)
                box = (left, top, width, height)
                covered = 8 * _overlap(box, taken) + 6 * _overlap(box, heads) + 1.8 * _overlap(box, shafts)
                cost = covered / size + 0.5 * away + abs(turn)
                if best is None or cost < best[0]:
                    best = cost, box
        assert best is not None
        taken.append(best[1])
        placed.append((text, best[1]))
    return placed


def leader(tip: Tip, box: Box) -> list[tuple[float, float]] | None:
    """Line from a tip to the nearest point of its label, where the label had to go far away."""
    left, top, width, height = box
    x, y = max(left, min(tip.x, left + width)), max(top, min(tip.y, top + height))
    return [(tip.x, tip.y), (x, y)] if math.hypot(x - tip.x, y - tip.y) > height else None


def _square(x: float, y: float, side: float) -> Box:
    return x - side / 2, y - side / 2, side, side


def _within(start: float, length: float, half: float) -> float:
    return max(-half + 2, min(half - 2 - length, start))


def _overlap(box: Box, others: Sequence[Box]) -> float:
    left, top, width, height = box
    return sum(
        max(0.0, min(left + width, x + w) - max(left, x)) * max(0.0, min(top + height, y + h) - max(top, y))
        for x, y, w, h in others
    )
