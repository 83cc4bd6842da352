"""What all explorers share: a frame that says why, shows its errors, can be reset, kept, and read without running."""

from __future__ import annotations

import functools
import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ParamSpec

import ipywidgets

from attnlib.maths.trace import AttentionTrace
from attnlib.widgets.frame.boxes import tree
from attnlib.widgets.frame.presentation import presentation
from attnlib.widgets.views.narrator import Narrator
from attnlib.widgets.views.wire import one_parcel

P = ParamSpec("P")

#: Said where an explorer is stored and nothing runs: in the picture itself, and at the end of its text.
TO_LIFE = "A picture of the explorer. In JupyterLab: Run → Run All Cells, and it moves."


class Explorer(ipywidgets.VBox):  # type: ignore[misc]
    """A frame for controls and views that all show one trace.

    A subclass builds its controls and views, puts them into ``children`` and sets ``trace``. It wraps each callback in
    `guarded`, so that an error is shown beside the widget (and raised again where ``ATTNLIB_RAISE_ERRORS`` is set, as
    under test), and each observer of a control in `heard`, so that the explorer can set its own controls `quietly`. It
    gives its state as plain values, from which the constructor can make it anew. It checks its arguments before it
    makes its first widget, so that a refused one leaves nothing behind.

    Attributes
    ----------
    trace : AttentionTrace
        What is shown now; use it in the next cell.
    narrator : Narrator
        The explanation, the reading and the error.
    """

    trace: AttentionTrace

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
        raise NotImplementedError

    def _figure(self) -> Any:
        """Picture to keep of what is shown now, a display of `attnlib.figures`."""
        raise NotImplementedError

    def _numbers(self) -> str:
        """All that is shown, as text."""
        raise NotImplementedError

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
