"""A small PNG of a drawn figure: flat colours kept exactly, the shades at the edges of letters shared out."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from attnlib.figures._engine.text import whatever_the_font_lacks

_COLOURS, _FREQUENT = 256, 208


def encode(figure: Figure) -> bytes:
    """Draw a figure and write it as an opaque PNG with at most 256 colours: a third of the size, and as quick."""
    shown_by = figure.canvas
    canvas: Any = FigureCanvasAgg(figure)
    try:
        with whatever_the_font_lacks():
            canvas.draw()
    finally:
        figure.set_canvas(shown_by)  # somebody's own figure stays somebody's own
    rgb = np.asarray(canvas.buffer_rgba())[..., :3]  # (height, width, 3)
    palette, places = indexed(rgb)
    image = Image.fromarray(places)
    image.putpalette(palette.tobytes())
    buffer = io.BytesIO()
    image.save(buffer, "PNG", dpi=(figure.dpi, figure.dpi))
    return buffer.getvalue()


def indexed(rgb: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Choose at most 256 colours, the most frequent ones and the odd ones, and give each pixel the nearest.

    Parameters
    ----------
    rgb : ndarray of uint8, shape (height, width, 3)

    Returns
    -------
    palette : ndarray, shape (colours, 3)
    places : ndarray of uint8, shape (height, width)
        Which colour of the palette each pixel has. A pixel whose colour was chosen keeps it exactly.
    """
    wide = rgb.astype(np.int32)
    packed = (wide[..., 0] << 16) | (wide[..., 1] << 8) | wide[..., 2]  # (height, width)
    seen = np.zeros(1 << 24, dtype=bool)  # quicker than sorting the pixels, and mostly never touched
    seen[packed] = True
    colours = np.flatnonzero(seen)
    sampled, counts = np.unique(packed.ravel()[::5], return_counts=True)
    frequent = sampled[np.argsort(-counts, kind="stable")][:_FREQUENT]
    palette, nearest = _with_the_farthest(_unpacked(colours), _unpacked(frequent))
    table = np.zeros(1 << 24, dtype=np.uint8)
    table[colours] = nearest
    return palette.astype(np.uint8), table[packed]


def _with_the_farthest(
    colours: np.ndarray[Any, Any], palette: np.ndarray[Any, Any]
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Add the colours that the palette serves worst, and say which of it is nearest to each colour."""
    distance = ((colours**2).sum(axis=1)[:, None] - 2 * colours @ palette.T) + (palette**2).sum(axis=1)
    nearest, apart = distance.argmin(axis=1), distance.min(axis=1)
    for place in range(len(palette), _COLOURS):
        worst = colours[apart.argmax()]
        palette = np.vstack([palette, worst])
        distance = ((colours - worst) ** 2).sum(axis=1)
        nearest, apart = np.where(distance < apart, place, nearest), np.minimum(distance, apart)
    return palette, nearest


def _unpacked(packed: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.stack([packed >> 16, (packed >> 8) & 255, packed & 255], axis=-1).astype(np.float32)
