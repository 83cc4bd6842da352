"""Vectors of two features as arrows in the plane."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import traitlets

from attnlib.widgets.views.assets import script, style
from attnlib.widgets.views.wire import WiredWidget

if TYPE_CHECKING:
    from attnlib.meaning.drawings import PlanePanel


class PlaneView(WiredWidget):
    """A square plane with arrows from the origin. It is as large whatever it shows.

    Parameters
    ----------
    panel : PlanePanel, optional
        What to show at first.
    size : int, default 230
        Pixels of the square's side; the legend beneath takes 18 more.

    Examples
    --------
    >>> from attnlib import examples
    >>> from attnlib.meaning import drawings
    >>> PlaneView(drawings.plane_panel(examples.mouse_eats_cheese()))
    PlaneView('queries and keys', 6 arrows)
    """

    _esm = script("views/svg", "views/plane_labels", "views/plane")
    _css = style("views/plane")

    which = traitlets.Unicode().tag(sync=True)
    arrows = traitlets.Any(()).tag(sync=True)
    limit = traitlets.Float(1.0).tag(sync=True)
    reading = traitlets.Unicode().tag(sync=True)
    size = traitlets.Int(230, min=120).tag(sync=True)

    def __init__(self, panel: PlanePanel | None = None, **traits: Any) -> None:
        super().__init__(**traits)
        if panel is not None:
            self.show(panel)

    def show(self, panel: PlanePanel) -> None:
        """Show a panel. What is the same as before isn't sent again."""
        with self.hold_sync():
            self.which, self.limit, self.reading = panel.which, panel.limit, panel.reading
            self.arrows = tuple((arrow.label, arrow.role, arrow.x, arrow.y) for arrow in panel.arrows)

    def __repr__(self) -> str:
        return f"PlaneView({self.which!r}, {len(self.arrows)} arrows)"
