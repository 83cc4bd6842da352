"""What an explorer says in words: why the selected cell holds its number, what to see, and what went wrong."""

from __future__ import annotations

import traitlets

from attnlib.widgets.views.assets import of_explorers, script, style
from attnlib.widgets.views.wire import WiredWidget


class Narrator(WiredWidget):
    """Three texts, each with its place: an explanation, a reading (spoken politely) and an error (spoken at once).

    They are shown as text, never as markup.

    Examples
    --------
    >>> Narrator(name="Mouse eats cheese", reading="“Mouse” looks mostly at “Eats” (0.89).")
    Narrator('Mouse eats cheese')
    """

    _esm = script("views/narrator")
    _css = style("views/narrator", "frame/explorer", *of_explorers())

    name = traitlets.Unicode().tag(sync=True)
    explanation = traitlets.Unicode().tag(sync=True)
    reading = traitlets.Unicode().tag(sync=True)
    error = traitlets.Unicode().tag(sync=True)

    def __repr__(self) -> str:
        return f"Narrator({self.name!r})"
