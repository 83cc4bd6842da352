"""What all explorers share: a frame that says why, shows its errors, can be reset, kept, and read without running."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec

import ipywidgets

from attnlib.trace import AttentionTrace
from attnlib.widgets.narrator import Narrator
from attnlib.widgets.presentation import presentation

P = ParamSpec("P")

#: No explorer is larger; it must fit a laptop's screen and a slide.
WIDTH, HEIGHT = 960, 560


class Explorer(ipywidgets.VBox):  # type: ignore[misc]
    """A frame for controls and views that all show one trace.

    A subclass builds its controls and views, puts them into ``children`` and sets ``trace``. It wraps each callback in
    `guarded`, so that an error is shown beside the widget (and raised again where ``ATTNLIB_RAISE_ERRORS`` is set, as
    under test). It gives its state as plain values, from which the constructor can make it anew.

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
        super().__init__()
        self.add_class("attn-explorer")
        presentation.observe(self._present, names="on")
        self._present()

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
            If the ending is another, or the folder doesn't exist.
        """
        self._figure().save(path)

    def guarded(self, callback: Callable[P, None]) -> Callable[P, None]:
        """Return the callback with its errors shown in this explorer's message area."""

        @functools.wraps(callback)
        def call(*args: P.args, **kwargs: P.kwargs) -> None:
            self.narrator.error = ""
            try:
                callback(*args, **kwargs)
            except Exception as error:
                self.show_error(error)

        return call

    def show_error(self, error: Exception) -> None:
        """Show an error beside the widget; under test, raise it as well."""
        self.narrator.error = f"{type(error).__name__}: {error}"
        if os.environ.get("ATTNLIB_RAISE_ERRORS"):
            raise error

    def _present(self, _change: Any = None) -> None:
        (self.add_class if presentation.on else self.remove_class)("attn-presenting")

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Give the live view, and its static twin for where nothing runs: a picture and all numbers as text."""
        live = super()._repr_mimebundle_(**kwargs) or {}
        data, metadata = self._figure()._repr_mimebundle_()
        return {**live, **data, "text/plain": self._numbers()}, metadata

    def __repr__(self) -> str:
        choices = [f"{key}={value!r}" for key, value in self.state.items()]
        return f"{type(self).__name__}({', '.join((*self._subject, *choices))})"
