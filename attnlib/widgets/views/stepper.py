"""Buttons for going through named steps one at a time, or letting them play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import traitlets

from attnlib.widgets.views.assets import script, style
from attnlib.widgets.views.wire import Content, WiredWidget, whole_in


class Stepper(WiredWidget):
    """Previous, Next and Play, and a line that says which step this is.

    Parameters
    ----------
    steps : sequence of str
        Their names.
    value : int, default 0
        The present step, from 0. Observe it.
    interval : int, default 1500
        Milliseconds from step to step while playing. The page keeps the time, and waits for a slow step.
    label : str
        What is being stepped through; spoken.

    Raises
    ------
    ValueError, TypeError
        If there are no steps, or no such step.

    Examples
    --------
    >>> stepper = Stepper(["score", "scale", "mask", "normalise", "mix"])
    >>> stepper.next()
    >>> stepper
    Stepper('step 2 of 5: scale')
    """

    _esm = script("views/stepper")
    _css = style("views/stepper")

    steps = traitlets.Any(()).tag(sync=True)
    value = traitlets.Int(0).tag(sync=True)
    interval = traitlets.Int(1500, min=100).tag(sync=True)
    label = traitlets.Unicode("steps").tag(sync=True)

    def __init__(self, steps: Sequence[str], value: int = 0, **traits: Any) -> None:
        super().__init__(steps=_checked(steps), value=value, **traits)

    def next(self) -> None:
        """Go on one step; at the last, stay."""
        self.value = min(len(self.steps) - 1, self.value + 1)

    def previous(self) -> None:
        """Go back one step; at the first, stay."""
        self.value = max(0, self.value - 1)

    @traitlets.validate("steps")
    def _named(self, proposal: Any) -> tuple[str, ...]:
        return _checked(proposal["value"])

    @traitlets.validate("value")
    def _exists(self, proposal: Any) -> int:
        return whole_in("value", proposal["value"], len(self.steps))

    @traitlets.observe("steps")
    def _stay_inside(self, _change: Any) -> None:
        self.value = min(self.value, len(self.steps) - 1)

    def _receive(self, content: Content) -> None:
        match content:
            case {"type": "value", "value": value}:
                self.value = whole_in("value", value, len(self.steps))
            case _:
                super()._receive(content)

    def __repr__(self) -> str:
        return f"Stepper('step {self.value + 1} of {len(self.steps)}: {self.steps[self.value]}')"


def _checked(steps: Sequence[str]) -> tuple[str, ...]:
    if isinstance(steps, str) or not steps or not all(isinstance(step, str) for step in steps):
        raise ValueError(f"steps must be at least one name, got {steps!r}")
    return tuple(steps)
