"""What all explorers share: to select and say why, to show errors, to go back, to be kept and read without running."""

from __future__ import annotations

import functools
import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, ParamSpec

import ipywidgets

from attnlib.meaning.cells import Cell
from attnlib.meaning.scene import Lit, Scene
from attnlib.widgets.frame.board import Board
from attnlib.widgets.frame.boxes import tree
from attnlib.widgets.frame.presentation import presentation
from attnlib.widgets.views.lines import LinesView
from attnlib.widgets.views.matrix import MatrixView
from attnlib.widgets.views.narrator import Narrator
from attnlib.widgets.views.wire import WiredWidget, one_parcel

P = ParamSpec("P")

#: Said where an explorer is stored and nothing runs: in the picture itself, and at the end of its text.
TO_LIFE = "A picture of the explorer. In JupyterLab: Run → Run All Cells, and it moves."


class Explorer(ipywidgets.VBox):  # type: ignore[misc]
    """A frame for a scene (what is shown and said) and a board (the controls and views that show it).

    A subclass names both: ``_scene`` makes a scene of the choices as they stand, and ``_open`` takes the board. It says
    what else its reader can do in ``_listen``, where each callback is `guarded`, so that an error is shown beside the
    widget (and raised again where ``ATTNLIB_RAISE_ERRORS`` is set, as under test), and each observer of a control is
    `heard`, so that the explorer can set its own controls `quietly`. It gives its state as plain values, from which the
    constructor can make it anew. It checks its arguments before it makes its first widget, so that a refused one leaves
    nothing behind.

    Attributes
    ----------
    scene : Scene
        What is shown now, without a page.
    trace : AttentionTrace or MultiHeadTrace
        Its record; use it in the next cell.
    board : Board
    narrator : Narrator
        The explanation, the reading and the error.
    """

    scene: Scene
    trace: Any
    board: Board

    #: Said while nothing is selected.
    hint: ClassVar[str] = ""

    #: First value of each control, by its name on the board, and the cell selected at first.
    _first: dict[str, Any]
    _first_selected: Cell | None
    _selected: Cell | None

    #: The cell that the board's slider holds, where there are cells to change.
    _editing: Cell | None = None

    #: Arguments of the constructor that ``state`` doesn't hold, as ``repr`` names them.
    _subject: tuple[str, ...] = ()

    def __init__(self, *, name: str) -> None:
        self.narrator = Narrator(name=name)
        self._quiet = False
        super().__init__()
        self.add_class("attn-explorer")
        presentation.follow(self)

    @property
    def state(self) -> dict[str, Any]:
        """The choices that make this picture, as plain values: ``type(explorer)(**explorer.state)`` shows the same."""
        raise NotImplementedError

    def reset(self) -> None:
        """Go back to the state it was made with."""
        self._selected = self._first_selected
        self._restore()
        with self.quietly():
            for control, value in self._first.items():
                getattr(self.board, control).value = value
        self.narrator.error = ""
        self._changed()

    def select(self, view: str, row: str | int, column: str | int) -> None:
        """Select a cell, as a click does: light its operands and explain it."""
        self._selected = self.scene.cell((view, row, column))
        self._explain()

    # What a subclass says of itself.

    def _scene(self) -> Scene:
        """Make a scene of the choices as they stand."""
        raise NotImplementedError

    def _listen(self) -> None:
        """Hear what its reader can do beyond selecting, typing into cells, drawing by lot and going back."""

    def _restore(self) -> None:
        """Put back what isn't a control."""

    def _typed(self, view: str, row: int, column: int, text: str) -> None:
        """Take what was typed into a cell; ValueError if it is no number."""
        raise NotImplementedError

    def _drawn(self) -> None:
        """Draw by lot anew, from the seed in its box."""
        self._refresh()

    def _slid(self, value: float) -> None:
        """Put a number into the cell that the slider holds."""
        raise NotImplementedError

    def _figure(self) -> Any:
        """Picture to keep of what is shown now, a display of `attnlib.figures`."""
        says, lit = self.scene.marked(self._selected)
        selected, reading = self.scene.shown_at(self._selected), self.scene.about(self._selected)
        return self._picture(selected, lit, says=says, caption=reading)

    def _picture(self, selected: Cell | None, lit: Lit, **told: Any) -> Any:
        """Draw what is shown now, with what is selected, lit and said."""
        raise NotImplementedError

    def _numbers(self) -> str:
        """All that is shown, as text."""
        raise NotImplementedError

    # What follows from what the reader does.

    def _open(self, board: Board) -> None:
        """Take a board, hear it, and show the first state."""
        self.board, self.children = board, board.rows
        for part in tree(self):
            if isinstance(part, WiredWidget) and part is not self.narrator:
                part.on_error.append(self.show_error)
            if isinstance(part, MatrixView):
                part.on_select(self.guarded(functools.partial(self._clicked, part)))
                part.on_edit(self.guarded(functools.partial(self._edited, part)))
            elif isinstance(part, LinesView):
                part.on_select(self.guarded(self._look_from))
        board.restart.on_click(self.guarded(lambda _button: self.reset()))
        if board.seed is not None and board.randomise is not None:
            draw_on = board.seed.draw_on
            board.seed.observe(self.heard(self._drawn), names="value")
            board.randomise.on_click(self.guarded(lambda _button: draw_on()))
        if (cell := board.cell) is not None:
            self.hears(lambda: self._slid(cell.value), cell)
        self._listen()
        self.reset()

    def _clicked(self, view: MatrixView, row: int, column: int) -> None:
        for name in self._names_of(view):
            self.select(name, row, column)

    def _edited(self, view: MatrixView, row: int, column: int, text: str) -> None:
        for name in self._names_of(view):
            with self.slips(f"{self.scene.written((name, row, column))}: "):
                self._typed(name, row, column, text)

    def _names_of(self, view: MatrixView) -> list[str]:
        """Name what a view shows; nothing, where it isn't shown any more and is still heard, late."""
        return [name for name, shown in self.board.views.items() if shown is view]

    def _look_from(self, query: int) -> None:
        if query >= 0:  # −1: the reader let go of a token
            self.select("weights", query, self.scene.looked_at(query))

    def _changed(self) -> None:
        """Show what follows from what isn't a control."""
        self._refresh()

    def _refresh(self) -> None:
        """Show what follows from the choices as they stand now."""
        before, self.scene = getattr(self, "scene", None), self._scene()
        self.trace = self.scene.trace
        with self.quietly():
            self.board.show(self.scene, before)
        self._explain()

    def _explain(self) -> None:
        held, slider = self._editing, self.board.cell
        if held is not None and slider is not None:
            with self.quietly():
                slider.hold(self.scene.written(held), self.scene.value(held))
        says, lit = self.scene.marked(self._selected)
        self.board.mark(self.scene.shown_at(self._selected), lit)
        self.narrator.put(explanation=says or self.hint, reading=self.scene.about(self._selected))

    def save(self, path: str | Path) -> None:
        """Keep the picture as a file.

        Parameters
        ----------
        path : str or Path
            Ends in ``.png``, ``.svg`` or ``.pdf``.

        Raises
        ------
        ValueError
            If the ending is another.
        FileNotFoundError
            If the folder doesn't exist.
        """
        self._figure().save(path)

    def close(self) -> None:
        """Take the explorer off every page and let go of all that it is made of."""
        presentation.forget(self)
        if self.comm is None:
            return
        for part in tuple(tree(self)):
            for of_part in (part.layout, getattr(part, "style", None)):
                if of_part is not None:
                    of_part.close()
            if part is not self:
                part.close()
        super().close()

    def guarded(self, callback: Callable[P, None]) -> Callable[P, None]:
        """Return the callback with its errors shown in this explorer's message area."""

        @functools.wraps(callback)
        def call(*args: P.args, **kwargs: P.kwargs) -> None:
            with one_parcel(self.narrator):
                self.narrator.error = ""
                try:
                    callback(*args, **kwargs)
                except Exception as error:
                    self.show_error(error)

        return call

    def heard(self, observer: Callable[[], None]) -> Callable[[Any], None]:
        """Return a guarded observer for a control's trait, deaf to what the explorer sets `quietly`."""
        guarded = self.guarded(observer)
        return lambda _change: None if self._quiet else guarded()

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """Set controls without being told of it, where the reader has not touched them."""
        before, self._quiet = self._quiet, True
        try:
            yield
        finally:
            self._quiet = before

    @contextmanager
    def slips(self, where: str = "") -> Iterator[None]:
        """Say a slip of what the reader typed: it is theirs, not ours, and what stood there before stays."""
        try:
            yield
        except ValueError as error:
            self.narrator.error = f"{where}{error}"

    def hears(self, observer: Callable[[], None], *controls: ipywidgets.Widget) -> None:
        """Do something whenever the reader changes one of these controls."""
        for control in controls:
            control.observe(self.heard(observer), names="value")

    def show_error(self, error: Exception) -> None:
        """Show an error beside the widget; under test, raise it as well."""
        self.narrator.error = f"{type(error).__name__}: {error}"
        if os.environ.get("ATTNLIB_RAISE_ERRORS"):
            raise error

    def present(self, on: bool) -> None:
        """Use larger type, for a projector, or the usual one."""
        (self.add_class if on else self.remove_class)("attn-presenting")

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Give the live view, and its static twin for where nothing runs: a picture and all numbers as text."""
        live = super()._repr_mimebundle_(**kwargs) or {}
        figure = self._figure()
        figure.foot = TO_LIFE
        data, metadata = figure._repr_mimebundle_()
        metadata["image/png"]["alt"] += f" {TO_LIFE}"
        return {**live, **data, "text/plain": f"{self._numbers()}\n\n{TO_LIFE}"}, metadata

    def __repr__(self) -> str:
        choices = [f"{key}={_literal(value)}" for key, value in self.state.items()]
        return f"{type(self).__name__}({', '.join((*self._subject, *choices))})"


def _literal(value: Any) -> str:
    """Write a plain value so that Python reads it back, infinities too."""
    if isinstance(value, list):
        return f"[{', '.join(map(_literal, value))}]"
    return f'float("{value}")' if isinstance(value, float) and not math.isfinite(value) else repr(value)
