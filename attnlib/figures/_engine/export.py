"""A figure as bytes or as a file: the same picture gives the same bytes, whoever's machine it is."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import matplotlib
from matplotlib.figure import Figure

from attnlib.figures._engine.style import PIXELS_PER_INCH, WHITE
from attnlib.figures._engine.text import whatever_the_font_lacks

#: What can be written, and the metadata that would otherwise say when and by what.
_UNDATED: dict[str, dict[str, Any]] = {
    ".png": {"Software": None},
    ".svg": {"Date": None, "Creator": None},
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
_STABLE: Any = {
    "svg.hashsalt": "attnlib",
    "svg.fonttype": "none",
    "pdf.fonttype": 42,
    "savefig.bbox": None,
    "savefig.transparent": False,
}


def logical_size(figure: Figure) -> tuple[int, int]:
    """Width and height at which a page should show the picture."""
    width, height = figure.get_size_inches() * PIXELS_PER_INCH
    return round(width), round(height)


def save(figure: Figure, path: str | Path, *, reading: str = "") -> Path:
    """Write a figure to a file, as PNG, SVG or PDF by the suffix.

    Raises
    ------
    ValueError
        If the suffix is another one or missing.
    FileNotFoundError
        If the folder doesn't exist.
    """
    path = Path(path)
    if path.suffix.lower() not in _UNDATED:
        raise ValueError(
            f"path: {path.name!r} ends in {path.suffix!r}; pictures are written as .png, .svg or .pdf"
            if path.suffix
            else f"path: {path.name!r} has no suffix; add .png, .svg or .pdf to say what to write"
        )
    if not path.parent.is_dir():
        raise FileNotFoundError(
            f"path: there is no folder {path.parent}; make it first, or save beside the notebook"
        )
    data = _render(figure, path.suffix.lower())
    if path.suffix.lower() == ".svg":
        data = _readable_anywhere(data.decode(), reading).encode()
    path.write_bytes(data)
    return path


def _render(figure: Figure, suffix: str) -> bytes:
    buffer = io.BytesIO()
    with matplotlib.rc_context(_STABLE), whatever_the_font_lacks():
        figure.savefig(
            buffer,
            format=suffix[1:],
            dpi=figure.dpi,
            facecolor=WHITE,
            edgecolor=WHITE,
            metadata=_UNDATED[suffix],
        )
    return buffer.getvalue()


def _readable_anywhere(svg: str, reading: str) -> str:
    """Name a generic family beside each font, and say what the picture shows."""
    svg = svg.replace("'DejaVu Sans Mono'", "'DejaVu Sans Mono', monospace")
    svg = svg.replace("'DejaVu Sans'", "'DejaVu Sans', sans-serif")
    return svg.replace("<svg ", f'<svg role="img" aria-label={quoteattr(reading)} ', 1) if reading else svg
