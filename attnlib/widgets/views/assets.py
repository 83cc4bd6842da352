"""Joins the small JavaScript and style files into the one text that anywidget sends to the page."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

#: A comment that has its lines to itself. Types are such comments, and each widget carries its script to the page.
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n", re.MULTILINE)


@cache
def script(*names: str) -> str:
    """Join ES modules: the protocol first, then the named files in order, by their paths in this folder's parent.

    A view's module can't import its neighbours (anywidget loads it from memory), so what views share is joined in
    front. The last file holds the ``export default``. Comments are left out.

    Examples
    --------
    >>> "makeWire" in script("views/slider"), script("views/slider").count("export default")
    (True, 1)
    """
    return _COMMENT.sub("", _joined("js", "views/wire", *names))


@cache
def style(*names: str) -> str:
    """Join style sheets: the theme first, then the named files in order, by their paths in this folder's parent.

    Examples
    --------
    >>> ".attn-slider" in style("views/slider")
    True
    """
    return _joined("css", "views/theme", *names)


@cache
def of_explorers() -> tuple[str, ...]:
    """Name the style sheets that explorers bring: each folder's ``explorer.css`` but the frame's, which comes first.

    All of them go into one text: were they several, their order on the page would be that of the explorers shown.

    Examples
    --------
    >>> "masks/explorer" in of_explorers(), "frame/explorer" in of_explorers()
    (True, False)
    """
    rooms = sorted(room.name for room in files("attnlib.widgets").iterdir() if room.is_dir())
    sheets = (files("attnlib.widgets").joinpath(room, "explorer.css") for room in rooms)
    return tuple(
        f"{room}/explorer"
        for room, sheet in zip(rooms, sheets, strict=True)
        if room != "frame" and sheet.is_file()
    )


def _joined(suffix: str, *names: str) -> str:
    folder = files("attnlib.widgets")
    return "\n".join(folder.joinpath(f"{name}.{suffix}").read_text(encoding="utf-8") for name in names)
