"""How wide a text is, before it is drawn: so that nothing is cut, and nothing runs into its neighbour."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextToPath

# "building the font cache" would otherwise be the first output of somebody's lesson
logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)

SANS, MONO = "DejaVu Sans", "DejaVu Sans Mono"  # Matplotlib brings both along

_METRICS = TextToPath()
_REFERENCE = 100.0
_SLACK = 1.03  # hinting makes drawn letters a little wider than measured ones


@contextmanager
def whatever_the_font_lacks() -> Iterator[None]:
    """Measure or draw a box for a letter that the font lacks, and say nothing: the text beside it names the token."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        # Matplotlib before 3.11 has none of these scripts, and says so
        warnings.filterwarnings("ignore", message="Matplotlib currently does not support")
        yield


@lru_cache(maxsize=4096)
def _relative_width(text: str, bold: bool, family: str) -> float:
    font = FontProperties(family=family, weight="bold" if bold else "normal", size=_REFERENCE)
    with whatever_the_font_lacks():
        width, _, _ = _METRICS.get_text_width_height_descent(text, font, ismath=False)
    return float(width) / _REFERENCE


def text_width(text: str, size: float, *, bold: bool = False, family: str = SANS) -> float:
    """Width of a text set at ``size``, in the unit of ``size``."""
    return _relative_width(text, bold, family) * size * _SLACK


def widest(texts: Sequence[str], size: float, *, bold: bool = False) -> float:
    """Width of the widest of several texts."""
    return max((text_width(text, size, bold=bold) for text in texts), default=0.0)


def shorten(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """Cut the middle out of a text that is too wide: tokens often differ only at their ends (``the``, ``the·2``).

    Examples
    --------
    >>> shorten("counterrevolutionary", 80, 12), shorten("cat", 80, 12)
    ('count…nary', 'cat')
    """
    if text_width(text, size, bold=bold) <= width + 1e-6:  # a text set to fit exactly does fit
        return text
    for kept in range(len(text) - 1, 1, -1):
        end = kept // 2
        cut = f"{text[: kept - end]}…{text[len(text) - end :]}"
        if text_width(cut, size, bold=bold) <= width:
            return cut
    return "…"


def fit(texts: Sequence[str], width: float, size: float, least: float) -> tuple[tuple[str, ...], float]:
    """Make texts fit into ``width``: all set smaller together, not below ``least``, and shortened only then.

    Returns
    -------
    tuple of str, float
        The texts and the size to set them at.
    """
    needed = widest(texts, size)
    if needed <= width:
        return tuple(texts), size
    size = max(least, size * width / needed)
    return tuple(shorten(text, width, size) for text in texts), size


def wrap(text: str, width: float, size: float, *, family: str = SANS) -> list[str]:
    """Break a text into lines no wider than ``width``, between words wherever that is possible."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size, family=family) <= width:
            lines[-1] += f" {word}"
            continue
        while len(word) > 1 and text_width(word, size, family=family) > width:
            kept = max(
                (n for n in range(1, len(word)) if text_width(word[:n], size, family=family) <= width),
                default=1,
            )
            lines.append(word[:kept])
            word = word[kept:]
        lines.append(word)
    return lines
