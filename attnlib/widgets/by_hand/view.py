"""A blank grid that a reader fills, cell by cell."""

from __future__ import annotations

from typing import Any

from attnlib.meaning import palette
from attnlib.meaning.by_hand.panel import HandPanel, css
from attnlib.widgets.views.assets import style
from attnlib.widgets.views.matrix import MatrixView

#: By how much by_hand/view.css makes cells wider than those of other matrices, at most.
WIDER = 24


class HandView(MatrixView):
    """A `MatrixView` that is edited as a spreadsheet and says of each cell whether it is right, wrong or blank.

    Examples
    --------
    >>> from attnlib import examples
    >>> from attnlib.meaning import by_hand
    >>> HandView(by_hand.hand_panel(examples.mouse_eats_cheese(), "scores", {}, {}, marks=False))
    MatrixView('your scores', 3 × 3)
    """

    _css = "\n".join([style("views/matrix", "by_hand/view"), palette.css_variables(), css()])

    def __init__(self, panel: HandPanel | None = None, **traits: Any) -> None:
        super().__init__(panel, editable=True, sheet=True, **traits)
