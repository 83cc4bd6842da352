"""Weights as lines between the tokens that ask and the tokens that are asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import traitlets

from attnlib.widgets.views.assets import script, style
from attnlib.widgets.views.wire import Content, WiredWidget, call_all, whole_in

if TYPE_CHECKING:
    from attnlib.meaning.drawings import LinesPanel

Selected = Callable[[int], None]


class LinesView(WiredWidget):
    """Query tokens left, key tokens right, a line per weight, as wide as the weight. It is as large whatever it shows.

    Selecting a query token shows its weights as numbers and dims the others' lines.

    Parameters
    ----------
    panel : LinesPanel, optional
        What to show at first.
    height, width : int, default 230 and 300
        Pixels.
    label : str
        What the lines are; spoken.

    Attributes
    ----------
    selected : int
        The query token selected, -1 for none.

    Examples
    --------
    >>> from attnlib import examples
    >>> from attnlib.meaning import drawings
    >>> LinesView(drawings.lines_panel(examples.mouse_eats_cheese()))
    LinesView(3 tokens ask, 3 are asked, 9 lines)
    """

    _esm = script("views/lines")
    _css = style("views/lines")

    query_labels = traitlets.Any(()).tag(sync=True)
    key_labels = traitlets.Any(()).tag(sync=True)
    lines = traitlets.Any(()).tag(sync=True)
    reading = traitlets.Unicode().tag(sync=True)
    label = traitlets.Unicode("weights as lines between tokens").tag(sync=True)
    selected = traitlets.Int(-1).tag(sync=True)
    height = traitlets.Int(230, min=80).tag(sync=True)
    width = traitlets.Int(300, min=180).tag(sync=True)

    def __init__(self, panel: LinesPanel | None = None, **traits: Any) -> None:
        self._select_callbacks: list[Selected] = []
        super().__init__(**traits)
        if panel is not None:
            self.show(panel)

    def show(self, panel: LinesPanel) -> None:
        """Show a panel. What is the same as before isn't sent again."""
        with self.hold_sync():
            self.query_labels, self.key_labels = panel.query_labels, panel.key_labels
            self.lines = tuple((line.query, line.key, line.weight, line.text) for line in panel.lines)
            self.reading = panel.reading
            if self.selected >= len(panel.query_labels):
                self.selected = -1

    def select(self, query: int) -> None:
        """Select a query token, or none with -1, and tell those who asked by `on_select`, as a click does.

        Raises
        ------
        ValueError, TypeError
            If there is no such token, or what a callback raises.
        """
        self.selected = -1 if query == -1 else whole_in("query", query, len(self.query_labels))
        call_all(self._select_callbacks, self.selected)

    def on_select(self, callback: Selected) -> None:
        """Call ``callback(query)`` whenever the reader selects a query token; -1 says none."""
        self._select_callbacks.append(callback)

    def _receive(self, content: Content) -> None:
        match content:
            case {"type": "select", "query": query}:
                self.select(query)
            case _:
                super()._receive(content)

    def __repr__(self) -> str:
        asks, asked = len(self.query_labels), len(self.key_labels)
        return f"LinesView({asks} tokens ask, {asked} are asked, {len(self.lines)} lines)"
