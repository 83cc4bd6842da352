"""Make heads wider and see what the scale is for: the scores, one row of weights, and what the softmax passes back."""

from __future__ import annotations

from functools import partial
from typing import Any

from attnlib import figures
from attnlib.maths import check
from attnlib.maths.scaling.draws import KEYS, MEASURES, WIDTHS, GrowingDraws, one_of
from attnlib.maths.scaling.saturating import Saturation
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning import plain
from attnlib.meaning.cells import Address
from attnlib.meaning.scaling.panels import COLUMNS, SCALES
from attnlib.meaning.scaling.scene import ScaledSoftmax, cell_of, jacobian_rows
from attnlib.widgets.frame.explorer import Explorer
from attnlib.widgets.frame.seed import checked_seed
from attnlib.widgets.scaling.board import COLDEST, HOTTEST, ScalingBoard
from attnlib.widgets.views.matrix import MatrixView


class ScalingExplorer(Explorer):
    """Random queries and keys, as wide as you like, their scores divided by √d_k, by d_k, by more or by nothing.

    A slider that moves d_k adds features to the same vectors. Shown are all scores of many draws, one query's row of
    weights with its Jacobian, and means over all draws for each scale. The row shown is ``explorer.trace``, the means
    are ``explorer.measured``.

    Parameters
    ----------
    d_k : int, default 64
        Features of a query and a key: a power of two from 1 to 1024.
    n_keys : int, default 8
        A power of two from 2 to 64.
    scale : {"1/√d_k", "none", "1/d_k", "temperature"}
        The last divides by √d_k and by ``temperature``.
    temperature : float, default 1.0
        From 0.125 to 4.
    seed : int, default 0
        Of the draws.
    selected : (row, column) or ("jacobian", row, column), optional
        The number that is explained: of the table by its measure (``"spread"``, ``"largest weight"``, ``"entropy"``,
        ``"Jacobian"``, ``"gradient"``) and its scale or ``"equal weights"``; of the Jacobian by its keys, such as
        ``("jacobian", "1", "2")``.

    Raises
    ------
    ValueError, TypeError
        If a number or a choice isn't one of those.

    Examples
    --------
    >>> explorer = ScalingExplorer(d_k=64, scale="none")
    >>> explorer.narrator.explanation
    'largest weight[none] = (0.975 + 1.000 + 0.926 + …) / 1600 = 0.878; 8 equal weights have 1/8 = 0.125'
    """

    def __init__(
        self,
        d_k: int = 64,
        *,
        n_keys: int = 8,
        scale: str = "1/√d_k",
        temperature: float = 1.0,
        seed: int = 0,
        selected: Address | None = None,
    ) -> None:
        self._first: dict[str, Any] = {
            "d_k": one_of("d_k", d_k, WIDTHS),
            "n_keys": one_of("n_keys", n_keys, KEYS),
            "scale": check.choice("scale", scale, SCALES),
            "temperature": _between("temperature", temperature, COLDEST, HOTTEST),
            "seed": checked_seed(seed),
        }
        self._first_selected = cell_of(selected or ("largest weight", scale), n_keys)
        self._selected = self._first_selected
        super().__init__(name="Scaling explorer")
        self.add_class("attn-scaling")
        self.board = ScalingBoard(self.narrator)
        self.children = self.board.rows
        self._listen()
        self.reset()

    @property
    def state(self) -> dict[str, Any]:
        """All choices as plain values: ``ScalingExplorer(**explorer.state)`` shows the same."""
        view, row, column = self._selected
        names = (MEASURES[row], COLUMNS[column]) if view == "measures" else (view, row, column)
        return {**{name: getattr(self.board, name).value for name in self._first}, "selected": names}

    @property
    def measured(self) -> dict[str, Saturation]:
        """The means over all draws, by scale, and those of ``"equal weights"``."""
        return dict(self._shown.measured)

    def reset(self) -> None:
        """Go back to the numbers and the cell it was made with."""
        self._selected = self._first_selected
        with self.quietly():
            for control, value in self._first.items():
                getattr(self.board, control).value = value
        self.narrator.error = ""
        self._redraw()

    def select(self, *cell: str | int) -> None:
        """Select a cell as a click does: ``(row, column)`` of the table, or ``("jacobian", row, column)``."""
        self._selected = cell_of(cell, self._draws.n_keys)
        self._explain()

    def randomise(self) -> None:
        """Draw with the next seed."""
        self.board.seed.draw_on()

    # What the reader does. Each observer is guarded: its error is shown beside the widget.

    def _listen(self) -> None:
        board = self.board
        for name, view in board.all_views:
            view.on_select(self.guarded(partial(self._choose, name, view)))
            view.on_error.append(self.show_error)
        for slider in board.sliders:
            slider.on_error.append(self.show_error)
        for control in (board.d_k, board.scale, board.temperature):
            control.observe(self.heard(self._show), names="value")
        for control in (board.n_keys, board.seed):
            control.observe(self.heard(self._redraw), names="value")
        board.randomise.on_click(self.guarded(lambda _button: self.randomise()))
        board.restart.on_click(self.guarded(lambda _button: self.reset()))

    def _choose(self, name: str, view: MatrixView, row: int, column: int) -> None:
        if view is self.board.views[name]:  # one that isn't shown any more may still be heard, late
            self.select(name, row, column)

    # What follows from it.

    def _redraw(self) -> None:
        self._draws = GrowingDraws(int(self.board.n_keys.value), self.board.seed.value)
        view, row, column = self._selected
        if view == "jacobian":
            last = jacobian_rows(self._draws.n_keys) - 1
            self._selected = view, min(row, last), min(column, last)
        self._show()

    def _show(self) -> None:
        board = self.board
        self._shown = ScaledSoftmax(
            self._draws, int(board.d_k.value), board.scale.value, board.temperature.value
        )
        self.trace: AttentionTrace = self._shown.trace
        board.show(self._shown)
        self.narrator.reading = self._shown.reading
        self._explain()

    def _explain(self) -> None:
        self.narrator.explanation, lit = self._shown.explain(self._selected)
        self.board.mark(*self._selected, lit)

    def _figure(self) -> figures.ScalingDisplay:
        shown = self._shown
        return figures.ScalingDisplay(
            *shown.bars(),
            *shown.panels().values(),
            selected=self._selected,
            lit=shown.explain(self._selected)[1],
            title=f"d_k = {shown.d_k}, {shown.formula}",
            says=self.narrator.explanation,
            caption=shown.reading,
        )

    def _numbers(self) -> str:
        shown = self._shown
        sentence = f"{shown.reading}\n{self.narrator.explanation}\n\nd_k = {shown.d_k}, {shown.formula}"
        return plain.as_text(*shown.bars(), *shown.panels().values(), sentence=sentence)


def _between(name: str, value: float, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{name}: needs a number, got {value!r}")
    if not low <= value <= high:
        raise ValueError(f"{name}: needs a number from {low:g} to {high:g}, got {value:g}")
    return float(value)
