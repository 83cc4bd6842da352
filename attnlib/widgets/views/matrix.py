"""A matrix as an accessible grid: places a panel's texts and colours, and reports what its reader selected or typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import TYPE_CHECKING, Any

import traitlets

from attnlib.meaning import palette
from attnlib.widgets.views.assets import script, style
from attnlib.widgets.views.wire import Content, WiredWidget, call_all, whole_in

if TYPE_CHECKING:
    from attnlib.meaning.matrix import MatrixPanel

Selected = Callable[[int, int], None]
Edited = Callable[[int, int, str], None]
Pressed = Callable[[int, int], None]


class MatrixView(WiredWidget):
    """One matrix on the page. It computes nothing.

    Parameters
    ----------
    panel : MatrixPanel, optional
        What to show at first.
    editable : bool
        Whether the reader may type into the cells. What is typed is reported as text, not parsed.
    sheet : bool
        Whether it is edited as in a spreadsheet: Enter goes on to the cell below, arrows end typing, Delete and
        Backspace empty a cell (which is reported as an empty text), and roots, powers of e and ∞ may begin a number.
    size : {"large", "normal", "compact", "dense", "tiny"}
        Cells of 64 × 34, 50 × 27, 40 × 23, 34 × 18 or 16 × 14 pixels. Tiny ones show their colour only, without
        labels; texts and labels are still spoken, and stand where the mouse rests.
    foldable : bool
        Whether the heading has a button that folds the grid away; ``folded`` says whether it is.
    pressable : bool
        Whether cells are switches: a click, Enter or Space presses one. A masked cell counts as switched off.

    Examples
    --------
    >>> from attnlib import examples
    >>> from attnlib.meaning import matrix as panels
    >>> view = MatrixView(panels.matrix_panel(examples.mouse_eats_cheese(), "weights"))
    >>> view.select(0, 1)
    >>> view, view.selected
    (MatrixView('weights', 3 × 3), (0, 1))
    """

    _esm = script("views/matrix_cells", "views/matrix_edit", "views/matrix")
    _css = style("views/matrix") + palette.css_variables()

    title = traitlets.Unicode().tag(sync=True)
    note = traitlets.Unicode().tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    reading = traitlets.Unicode().tag(sync=True)
    row_role = traitlets.Unicode().tag(sync=True)
    column_role = traitlets.Unicode().tag(sync=True)
    joint = traitlets.Unicode(", ").tag(sync=True)
    # Tuples, unchecked element by element: they come from panels, dozens of times a second.
    row_labels = traitlets.Any(()).tag(sync=True)
    column_labels = traitlets.Any(()).tag(sync=True)
    texts = traitlets.Any(()).tag(sync=True)
    levels = traitlets.Any(()).tag(sync=True)
    lit = traitlets.Any(()).tag(sync=True)
    selected = traitlets.Any(()).tag(sync=True)
    editable = traitlets.Bool(False).tag(sync=True)
    sheet = traitlets.Bool(False).tag(sync=True)
    size = traitlets.Enum(("large", "normal", "compact", "dense", "tiny"), "normal").tag(sync=True)
    pressable = traitlets.Bool(False).tag(sync=True)
    foldable = traitlets.Bool(False).tag(sync=True)
    folded = traitlets.Bool(False).tag(sync=True)

    def __init__(self, panel: MatrixPanel | None = None, **traits: Any) -> None:
        self._select_callbacks: list[Selected] = []
        self._edit_callbacks: list[Edited] = []
        self._press_callbacks: list[Pressed] = []
        super().__init__(**traits)
        if panel is not None:
            self.show(panel)

    def show(self, panel: MatrixPanel) -> None:
        """Show a panel. What is the same as before isn't sent again.

        A selection that the new shape has no room for is dropped.
        """
        rows, columns = len(panel.row_labels), len(panel.column_labels)
        with self.hold_sync():
            if (panel.row_labels, panel.column_labels) != (self.row_labels, self.column_labels):
                self.put(row_labels=panel.row_labels, column_labels=panel.column_labels, lit=())
                if self.selected and not self._has(*self.selected):
                    self.selected = ()
            self.put(
                texts=tuple(chain.from_iterable(panel.texts)),
                levels=tuple(chain.from_iterable(panel.levels)),
                reading=panel.reading,
                title=panel.title,
                note=panel.note,
                row_role=panel.row_role,
                column_role=panel.column_role,
                # Where rows and columns do something to each other the row's role is the verb: "Mouse asks Eats".
                joint=", " if panel.kind == "value" else f" {panel.row_role} ",
                label=f"{panel.title}, {rows} rows ({panel.row_role}), {columns} columns ({panel.column_role})",
            )

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns shown."""
        return len(self.row_labels), len(self.column_labels)

    def select(self, row: int, column: int) -> None:
        """Select a cell and tell those who asked by `on_select`, as a click does.

        Raises
        ------
        ValueError, TypeError
            If there is no such cell, or what a callback raises.
        """
        self.selected = self._cell(row, column)
        call_all(self._select_callbacks, *self.selected)

    def unselect(self) -> None:
        """Select nothing, and tell nobody."""
        self.selected = ()

    def edit(self, row: int, column: int, text: str) -> None:
        """Tell those who asked by `on_edit` that a text was typed into a cell.

        Raises
        ------
        ValueError, TypeError
            If the view isn't editable, there is no such cell, ``text`` isn't a str, or what a callback raises.
        """
        if not self.editable:
            raise ValueError(
                f"{self.title} is computed, so its cells can't be edited; edit what it is computed from"
            )
        if not isinstance(text, str):
            raise TypeError(f"text must be a str, as it was typed, got {text!r}")
        call_all(self._edit_callbacks, *self._cell(row, column), text)

    def press(self, row: int, column: int) -> None:
        """Select a cell and tell those who asked by `on_press` that it was pressed, as a click on a switch does.

        Raises
        ------
        ValueError, TypeError
            If the view isn't pressable, there is no such cell, or what a callback raises.
        """
        if not self.pressable:
            raise ValueError(
                f"{self.title} has no switches, so its cells can't be pressed; select one instead"
            )
        self.selected = self._cell(row, column)
        call_all(self._press_callbacks, *self.selected)

    def light(self, cells: Iterable[tuple[int, int]] = ()) -> None:
        """Light these cells, as operands of a cell selected elsewhere, and no others."""
        columns = self.shape[1]
        self.lit = tuple(row * columns + column for row, column in (self._cell(*cell) for cell in cells))

    def on_select(self, callback: Selected) -> None:
        """Call ``callback(row, column)`` whenever the reader selects a cell."""
        self._select_callbacks.append(callback)

    def on_edit(self, callback: Edited) -> None:
        """Call ``callback(row, column, text)`` whenever the reader has typed into a cell."""
        self._edit_callbacks.append(callback)

    def on_press(self, callback: Pressed) -> None:
        """Call ``callback(row, column)`` whenever the reader presses a cell."""
        self._press_callbacks.append(callback)

    def _receive(self, content: Content) -> None:
        match content:
            case {"type": "select", "row": row, "column": column}:
                self.select(row, column)
            case {"type": "edit", "row": row, "column": column, "text": text}:
                self.edit(row, column, text)
            case {"type": "press", "row": row, "column": column}:
                self.press(row, column)
            case {"type": "fold", "folded": bool() as folded}:
                self.folded = folded
            case _:
                super()._receive(content)

    def _has(self, row: int, column: int) -> bool:
        return row < len(self.row_labels) and column < len(self.column_labels)

    def _cell(self, row: int, column: int) -> tuple[int, int]:
        rows, columns = self.shape
        return whole_in("row", row, rows), whole_in("column", column, columns)

    def __repr__(self) -> str:
        return f"MatrixView({self.title!r}, {len(self.row_labels)} × {len(self.column_labels)})"
