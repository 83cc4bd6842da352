"""One of each view, with what its reader does, for tests that hold for the whole kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from attnlib import examples
from attnlib.meaning import bars, by_hand, matrix
from attnlib.meaning.drawings import lines_panel, plane_panel
from attnlib.widgets.by_hand.view import HandView
from attnlib.widgets.views.bars import BarsView
from attnlib.widgets.views.lines import LinesView
from attnlib.widgets.views.matrix import MatrixView
from attnlib.widgets.views.narrator import Narrator
from attnlib.widgets.views.plane import PlaneView
from attnlib.widgets.views.slider import Slider
from attnlib.widgets.views.stepper import Stepper
from attnlib.widgets.views.wire import WiredWidget

TRACE = examples.mouse_eats_cheese()


@dataclass(frozen=True)
class Case:
    """A view to open.

    Parameters
    ----------
    make : callable
        Makes it.
    text : str
        A trait that is a text on the page.
    act : str
        What its reader does, as a function of the view's element on the page; empty where there is nothing to do.
    does : tuple
        The trait that this changes, and to what.
    busy : str
        What starts all that can run on its own or lie open, as a function of the element.
    """

    make: Callable[[], WiredWidget]
    text: str = "reading"
    act: str = ""
    does: tuple[str, Any] = ("", None)
    busy: str = "el => {}"


CLICK = "el => el.querySelector('%s').click()"
SLIDE = """el => {
    const range = el.querySelector("[type=range]");
    range.value = 0.5;
    range.dispatchEvent(new Event("input"));
}"""
EDIT = "el => el.querySelector('.attn-cell').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))"

CASES = {
    "matrix": Case(
        lambda: MatrixView(matrix.matrix_panel(TRACE, "Q"), editable=True),
        act=CLICK % ".attn-cell:last-child",
        does=("selected", (0, 1)),
        busy=EDIT,
    ),
    "sheet": Case(
        lambda: HandView(by_hand.hand_panel(TRACE, "scores", {}, {}, marks=False)),
        act=CLICK % ".attn-cell:last-child",
        does=("selected", (0, 2)),
        busy=EDIT,
    ),
    "bars": Case(lambda: BarsView(bars.weight_bars([0.1, 0.6, 0.3]))),
    "lines": Case(
        lambda: LinesView(lines_panel(TRACE)), act=CLICK % ".attn-lines-token", does=("selected", 0)
    ),
    "plane": Case(lambda: PlaneView(plane_panel(TRACE))),
    "slider": Case(lambda: Slider("scale"), "label", SLIDE, ("value", 0.5)),
    "stepper": Case(
        lambda: Stepper(["score", "scale", "mix"], interval=100),
        "label",
        CLICK % ".attn-step-button:nth-of-type(2)",
        ("value", 1),
        CLICK % ".attn-step-button:nth-of-type(3)",
    ),
    "narrator": Case(lambda: Narrator(name="Mouse eats cheese")),
}
