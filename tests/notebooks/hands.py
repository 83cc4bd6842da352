"""The reader's hands: what a lesson asks for, done to the real explorer through the controls that are on the page.

A lesson's text carries it behind the instruction: ``Press *zero*.<!--do: press("zero") -->``. Each word finds its
control by the name that the page shows, and refuses one that isn't there, is taken off the page or is at rest. So an
instruction that nobody can follow fails.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import ipywidgets

from attnlib.widgets import Explorer, LinesView, MatrixView, Slider, Stepper
from tests.widgets.explorers import shown

_WORDS = [
    "at",
    "back",
    "choose",
    "press",
    "tick",
    "slide",
    "step",
    "look",
    "select",
    "toggle",
    "type",
    "write",
    "fold",
]


class CannotBeDone(Exception):
    """An instruction that a reader couldn't follow."""


class Hands:
    """Does to an explorer what a reader does.

    Examples
    --------
    >>> from attnlib import examples, widgets
    >>> hands = Hands()
    >>> hands.shown(widgets.ProjectionExplorer(examples.mouse_eats_cheese()))
    >>> hands.do("press('identity')")
    >>> hands.it.trace.Q.tolist() == hands.it.trace.X.tolist()
    True
    >>> hands.do("press('inverse')")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    tests.notebooks.hands.CannotBeDone: no button 'inverse' is on the page; there are Randomise, Reset, identity, ...
    """

    def __init__(self) -> None:
        self._shown: list[Explorer] = []
        self._said = 0

    # Which explorer is meant.

    def shown(self, value: object) -> None:
        """Take note of what a cell shows: the explorer shown last is the one that the text speaks of."""
        if isinstance(value, Explorer):
            self._shown.append(value)

    def at(self, explorer: Explorer) -> None:
        """Go to another explorer that was shown above."""
        if not any(explorer is other for other in self._shown):
            raise CannotBeDone("this explorer was not shown above the instruction")
        self._shown.append(explorer)

    def back(self, steps: int = 1) -> None:
        """Go back to the explorer that was shown before this one."""
        others = [one for one in self._shown if one is not self.it]
        if len(others) < steps:
            raise CannotBeDone("no other explorer was shown above the instruction")
        self._shown.append(others[-steps])

    @property
    def any(self) -> bool:
        """Whether an explorer was shown at all."""
        return bool(self._shown)

    @property
    def it(self) -> Explorer:
        """The explorer at hand."""
        if not self._shown:
            raise CannotBeDone("no explorer was shown above the instruction")
        return self._shown[-1]

    def do(self, code: str, names: dict[str, Any] | None = None) -> None:
        """Do what a comment says: calls of these words, one behind the other, separated by semicolons."""
        words: dict[str, Callable[..., None]] = {name: getattr(self, name) for name in _WORDS}
        for statement in ast.parse(code.strip()).body:
            call = statement.value if isinstance(statement, ast.Expr) else None
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in words):
                raise CannotBeDone(
                    f"{ast.unparse(statement)!r} is none of the reader's words {', '.join(words)}"
                )
            eval(compile(ast.Expression(call), "<do>", "eval"), {**(names or {}), **words})
            if self.it.narrator.error:
                raise CannotBeDone(f"{ast.unparse(statement)}: the explorer says {self.it.narrator.error!r}")

    # What hands can do. Names are those that the page shows.

    def choose(self, control: str, option: str) -> None:
        """Choose an option of a drop-down."""
        found = self._control(ipywidgets.Dropdown, control)
        named = {
            str(o[0] if isinstance(o, tuple) else o): o[1] if isinstance(o, tuple) else o
            for o in found.options
        }
        if str(option) not in named:
            raise CannotBeDone(f"{control} offers {', '.join(named)}, not {option!r}")
        found.value = named[str(option)]

    def press(self, button: str) -> None:
        """Press a button."""
        self._control(ipywidgets.Button, button).click()

    def tick(self, box: str, on: bool = True) -> None:
        """Tick a box, or take the tick away."""
        found = self._control(ipywidgets.Checkbox, box)
        if found.value is on:
            raise CannotBeDone(f"{box} is {'ticked' if on else 'not ticked'} already")
        found.value = on

    def slide(self, slider: str, value: float) -> None:
        """Drag a slider to a number, which it must be able to reach."""
        found = self._control(Slider, slider)
        self._tell(found, {"type": "value", "value": value})
        if found.value != value:
            raise CannotBeDone(f"{slider} goes from {found.min:g} to {found.max:g} and can't be at {value:g}")

    def step(self, name: str) -> None:
        """Go from step to step until the one with this name."""
        found = self._control(Stepper, None)
        if name not in found.steps:
            raise CannotBeDone(f"there are the steps {', '.join(found.steps)}, not {name!r}")
        self._tell(found, {"type": "value", "value": found.steps.index(name)})

    def look(self, query: str) -> None:
        """Select a token in the picture of lines."""
        found = self._control(LinesView, None)
        if query not in found.query_labels:
            raise CannotBeDone(f"the lines begin at {', '.join(found.query_labels)}, not at {query!r}")
        self._tell(found, {"type": "select", "query": list(found.query_labels).index(query)})

    def select(self, matrix: str, row: str | int, column: str | int) -> None:
        """Select a cell of a matrix."""
        self._cell(matrix, row, column, {"type": "select"})

    def toggle(self, matrix: str, row: str | int, column: str | int) -> None:
        """Press a cell that is a switch."""
        if not self._matrix(matrix).pressable:
            raise CannotBeDone(f"cells of {matrix} are no switches")
        self._cell(matrix, row, column, {"type": "press"})

    def type(self, matrix: str, row: str | int, column: str | int, text: object) -> None:
        """Type into a cell."""
        if not self._matrix(matrix).editable:
            raise CannotBeDone(f"cells of {matrix} can't be typed into")
        self._cell(matrix, row, column, {"type": "edit", "text": str(text)})

    def write(self, box: str, text: str) -> None:
        """Type into a box of text or of a number."""
        kind = (ipywidgets.Text, ipywidgets.BoundedIntText)
        found = self._control(kind, box)
        if isinstance(found, ipywidgets.Text):
            found.value = text
            return
        if not found.min <= int(text) <= found.max:
            raise CannotBeDone(f"{box} takes whole numbers from {found.min} to {found.max}, not {text}")
        found.value = int(text)

    def fold(self, matrix: str, folded: bool = True) -> None:
        """Fold a matrix, or open it."""
        self._tell(self._matrix(matrix), {"type": "fold", "folded": folded})

    # Finding things on the page.

    def _tell(self, view: Any, content: dict[str, Any]) -> None:
        self._said += 1
        view._handle_custom_msg({**content, "page": "reader", "seq": self._said}, [])

    def _cell(self, matrix: str, row: str | int, column: str | int, message: dict[str, Any]) -> None:
        view = self._matrix(matrix)
        if view.folded:
            raise CannotBeDone(f"{matrix} is folded; it has to be opened first")
        place = {}
        for axis, name, labels in (("row", row, view.row_labels), ("column", column, view.column_labels)):
            if name not in labels:
                raise CannotBeDone(f"{matrix} has the {axis}s {', '.join(labels)}, not {name!r}")
            place[axis] = labels.index(name)
        self._tell(view, {**message, **place})

    def _matrix(self, title: str) -> MatrixView:
        found: MatrixView = self._control(MatrixView, title)
        return found

    def _control(self, kind: Any, name: str | None) -> Any:
        there = [widget for widget in shown(self.it) if isinstance(widget, kind)]
        named = [widget for widget in there if name is None or _name(widget) == name]
        what = {ipywidgets.Button: "button", MatrixView: "matrix", Slider: "slider"}.get(kind, "control")
        if len(named) != 1:
            offered = ", ".join(sorted({_name(widget) for widget in there} - {""}))
            how_many = "no" if not named else f"more than one ({len(named)})"
            raise CannotBeDone(f"{how_many} {what} {name!r} is on the page; there are {offered or 'none'}")
        if getattr(named[0], "disabled", False):
            raise CannotBeDone(f"the {what} {name!r} is at rest and can't be used")
        return named[0]


def _name(widget: Any) -> str:
    """Return what the page calls a widget. (A drop-down's ``label`` is the option that is chosen.)"""
    for name in ("description", "title", "label"):
        if isinstance(said := getattr(widget, name, None), str) and said:
            return said
    return ""
