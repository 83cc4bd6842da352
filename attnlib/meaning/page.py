"""How large what is shown may be: an explorer on a page and its picture, in logical pixels (96 to the inch)."""

from __future__ import annotations

#: No explorer and no picture is larger; it must fit a laptop's screen and a slide.
WIDTH, HEIGHT = 960, 560

#: Of an explorer, to its left and right together.
EDGES = 16

#: Of a picture, on each of its four sides.
MARGIN = 10.0
