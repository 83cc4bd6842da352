"""A stage to fill by hand: type a number, and it turns right or wrong, with a word on why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import ipywidgets

from attnlib import figures
from attnlib.maths.explain import labels
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning import plain
from attnlib.meaning.by_hand import check_task, made_from, operand_panel
from attnlib.meaning.by_hand.answers import HandAnswers
from attnlib.meaning.by_hand.tasks import MASK
from attnlib.meaning.cells import Address, Place
from attnlib.meaning.matrix import MatrixPanel, scaling_symbol
from attnlib.widgets.by_hand.view import WIDER, HandView
from attnlib.widgets.frame.boxes import box, foot, operator
from attnlib.widgets.frame.explorer import Explorer
from attnlib.widgets.frame.fit import ROOM_ACROSS, SIZES, largest
from attnlib.widgets.views.matrix import MatrixView

#: What is done to the operands, where a stage's own name doesn't say it.
_SIGNS = {"scores": "each q · each k", "masked": "under", "weights": "softmax", "output": "·"}
_ROOM_FOR_SIGNS = 200


class ByHand(Explorer):
    """A blank grid beside what it is made from. Each number typed into it turns right or wrong, with a word on why.

    The keys are a spreadsheet's: type to begin, Enter goes to the cell below and an arrow to the cell beside, Delete
    empties a cell, F2 opens it again, Escape takes back what is being typed. A number is right if it is exact (2, 1/3,
    4/√2), or has at least two decimals and agrees as far as they go: with the exact number, or with what one finds from
    the printed, rounded ones.

    Parameters
    ----------
    stage : {"Q", "K", "V", "scores", "scaled", "masked", "weights", "output"}
        What is to be worked out.
    trace : AttentionTrace
        One sequence of at most 6 tokens.
    filled : sequence of (row, column, text), optional
        Cells filled at first, right or wrong.
    selected : (row, column), optional
        The cell selected at first; without it the first blank one.
    worked : bool, default False
        Whether the selected cell is worked out at first, as the button *Show me one cell* does.

    Raises
    ------
    ValueError, TypeError
        If the stage can't be worked out by hand, a cell doesn't exist, or a text is no number.

    Examples
    --------
    >>> from attnlib import examples
    >>> sheet = ByHand("scores", examples.mouse_eats_cheese(), filled=[("Mouse", "Eats", "4")])
    >>> sheet.type("Eats", "Eats", "2")
    >>> sheet.narrator.explanation
    'scores[Eats, Eats]: 2 is wrong, that is one product alone, 2 × 1; add all 2.'
    >>> sheet.narrator.reading
    '1 of 9 cells is right, 1 is wrong.'
    """

    def __init__(
        self,
        stage: str,
        trace: AttentionTrace,
        *,
        filled: Iterable[Sequence[str | int]] | None = None,
        selected: Address | None = None,
        worked: bool = False,
    ) -> None:
        self.stage, self.trace = check_task(trace, stage), trace
        self._subject = (repr(stage), "trace")
        self._answers = HandAnswers(trace, stage, filled or ())
        start = self._answers.first_blank if selected is None else self._answers.place(selected, "selected")
        self._start = self._answers.filled, start, bool(worked)
        panels = {name: operand_panel(trace, name) for name in made_from(trace, stage)}
        size = _size([*panels.values(), self._answers.panel()])
        super().__init__(name=f"{stage} by hand: {' '.join(trace.tokens)}")
        self.add_class("attn-by-hand")
        self.view = HandView(size=size)
        self.operands = {name: MatrixView(panel, size=size) for name, panel in panels.items()}
        self.show_one = ipywidgets.Button(
            description="Show me one cell", tooltip="Work out the selected cell"
        )
        self.empty = ipywidgets.Button(description="Clear", tooltip="Empty every cell")
        self.children = self._rows(size)
        self._listen()
        self.reset()

    @property
    def filled(self) -> list[tuple[str, str, str]]:
        """What stands in the grid: row, column and text of each cell that isn't blank, row by row."""
        return self._answers.filled

    @property
    def done(self) -> bool:
        """Whether every cell is right."""
        return self._answers.done

    @property
    def state(self) -> dict[str, Any]:
        """What is filled and selected, as plain values; stage and trace are the first arguments."""
        rows, columns = labels(self.trace, self.stage)
        (i, j), worked = self._place, self._worked
        return {"filled": self.filled, "selected": (rows[i], columns[j]), "worked": worked}

    def reset(self) -> None:
        """Go back to what it was made with."""
        filled, self._place, self._worked = self._start
        self._answers = HandAnswers(self.trace, self.stage, filled)
        self.narrator.error = ""
        self._show()

    def clear(self) -> None:
        """Empty every cell."""
        self._answers.clear()
        self._worked = False
        self._show()

    def select(self, row: str | int, column: str | int) -> None:  # type: ignore[override]
        """Select a cell, as a click does: light what it is made from, and say what is to be done."""
        self._go(self._answers.place((row, column), "selected"))

    def type(self, row: str | int, column: str | int, text: str) -> None:
        """Write a number into a cell, as typing does; an empty text empties it. ValueError if it is no number."""
        self._write(self._answers.place((row, column), "cell"), text)

    def _write(self, place: Place, text: str, *, kept: bool = False) -> None:
        self._answers.write(place, text, kept=kept)
        self._place, self._worked = place, False
        self._show(self._answers.remark(place) if place in self._answers.verdicts else "")

    def work_out(self) -> None:
        """Show the arithmetic of the selected cell, until another one is selected."""
        self._worked = True
        self._explain()

    # What the reader does. Each observer is guarded: its error is shown beside the widget.

    def _listen(self) -> None:
        self.view.on_select(self.guarded(lambda i, j: self._go((i, j))))
        self.view.on_edit(self.guarded(self._filled_in))
        for view in self.operands.values():
            view.on_select(partial(_unselect, view))
        for view in (self.view, *self.operands.values()):
            view.on_error.append(self.show_error)
        self.show_one.on_click(self.guarded(lambda _button: self.work_out()))
        self.empty.on_click(self.guarded(lambda _button: self.clear()))

    def _filled_in(self, i: int, j: int, text: str) -> None:
        self._write((i, j), text, kept=True)  # what is no number stays to be mended: nothing typed is lost

    def _go(self, place: Place) -> None:
        if place != self._place:
            self._place, self._worked = place, False
        self._explain()

    # What follows from it.

    def _show(self, remark: str = "") -> None:
        self._remark = remark
        self.view.show(self._answers.panel(marks=False))
        self._explain()

    def _explain(self) -> None:
        lit = self._lit()
        for name, view in self.operands.items():
            view.light(sorted(lit[name]))
        self.view.selected = self._place
        why = self._answers.why(self._place, worked=self._worked)
        # Enter goes on to another cell, and what was said of the last one is still to be read. Nothing is said twice.
        remark = "" if self._remark == why else f"{self._remark} "
        with self.narrator.hold_sync():
            self.narrator.explanation, self.narrator.reading = why, f"{remark}{self.view.reading}".lstrip()

    def _lit(self) -> dict[str, set[Place]]:
        """Cells that the selected one is made from, by the stage they are of."""
        operands = self.trace.explain(self.stage, *self._place).operands
        lit = {
            name: {(cell.row, cell.column) for cell in operands if cell.stage == name}
            for name in self.operands
        }
        return {**lit, MASK: {self._place}} if MASK in lit else lit

    def _rows(self, size: str) -> tuple[ipywidgets.Box, ...]:
        sign = _SIGNS.get(self.stage, "·")
        if self.stage == "scaled":
            sign = scaling_symbol(self.trace)
        elif self.stage == "masked" and MASK not in self.operands:
            sign = "no mask"
        between = [operator(sign), operator("=")]
        parts: list[ipywidgets.Widget] = []
        for view in self.operands.values():
            parts += [view, between.pop(0)]
        stages = box("row", "stages", *parts, *between, self.view)
        most = max(view.shape[0] for view in (*self.operands.values(), self.view))
        stages.layout.height = f"{SIZES[size].high(most)}px"
        stages.add_class("attn-lower")
        return box("row", "bar", self.show_one, self.empty), stages, foot(self.narrator)

    def _figure(self) -> figures.RowsDisplay:
        panels = [operand_panel(self.trace, name) for name in self.operands]
        return figures.RowsDisplay(
            [*panels, self._answers.panel(blank=" ")],
            selected=(self.stage, *self._place),
            lit=self._lit(),
            title=self.narrator.name,
            says=self.narrator.explanation,
            caption=self.narrator.reading,
        )

    def _numbers(self) -> str:
        panels = [operand_panel(self.trace, name) for name in self.operands]
        sentence = f"{self.narrator.reading}\n{self.narrator.explanation}"
        return plain.as_text(*panels, self._answers.panel(blank="_"), sentence=sentence)


def _unselect(view: MatrixView, _row: int, _column: int) -> None:
    """Let go of a cell that was only clicked on: what is given needs no explanation."""
    view.unselect()


def _size(panels: Sequence[MatrixPanel]) -> str:
    """Size of the largest cells with which all of it fits."""
    widths = [(panel.row_labels, len(panel.column_labels)) for panel in panels]
    taken = _ROOM_FOR_SIGNS + WIDER * widths[-1][1]
    return largest(widths, room=ROOM_ACROSS - taken) or "dense"
