"""A blank grid that a reader fills, cell by cell."""

from __future__ import annotations

from typing import Any

from attnlib import palette
from attnlib.by_hand.panel import HandPanel, css
from attnlib.widgets._assets import style
from attnlib.widgets.matrix_view import MatrixView

#: By how much static/by_hand.css makes cells wider than those of other matrices, at most.
WIDER = 24


class HandView(MatrixView):
    """A `MatrixView` that is edited as a spreadsheet and says of each cell whether it is right, wrong or blank.

    Examples
    --------
    >>> from attnlib import by_hand, examples
    >>> HandView(by_hand.hand_panel(examples.mouse_eats_cheese(), "scores", {}, {}, marks=False))
    MatrixView('your scores', 3 × 3)
    """

    _css = "\n".join([style("matrix_view", "by_hand"), palette.css_variables(), css()])

    def __init__(self, panel: HandPanel | None = None, **traits: Any) -> None:
        super().__init__(panel, editable=True, sheet=True, **traits)
