"""One switch for the projector: larger, bolder type and thicker lines in every explorer, in the same room."""

from __future__ import annotations

import traitlets


class _Presentation(traitlets.HasTraits):
    """The state of the switch; explorers observe it."""

    on = traitlets.Bool(False)


presentation = _Presentation()


def presenting(on: bool = True) -> None:
    """Make every explorer readable from the back row, or turn that off again.

    Parameters
    ----------
    on : bool, default True
        True for larger type and thicker lines, in explorers already shown and in those to come.

    Raises
    ------
    TypeError
        If ``on`` isn't a bool.

    Examples
    --------
    >>> presenting()
    >>> presenting(False)
    """
    if not isinstance(on, bool):
        raise TypeError(f"on: needs True or False, got {on!r}")
    presentation.on = on
