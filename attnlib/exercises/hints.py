"""Hints in steps: the idea, then the formula, then almost the code."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from attnlib.exercises.catalogue import task
from attnlib.exercises.exercise import Exercise

_STEPS = ("idea", "formula", "almost the code")
_given: dict[str, int] = {}


@dataclass(frozen=True)
class Hint:
    """One hint, where it stands among the others, and what there is after the last."""

    name: str
    step: int
    of: int
    text: str
    then: str = ""

    def __repr__(self) -> str:
        kind = f" ({_STEPS[self.step]})" if self.of == len(_STEPS) else ""
        last = "\nThat was the last hint" + (f"; {self.then}." if self.then else ".")
        more = "" if self.step + 1 < self.of else last
        return f"{self.name}, hint {self.step + 1} of {self.of}{kind}:\n{self.text}{more}"

    def _repr_html_(self) -> str:
        return f'<pre role="status" style="white-space:pre-wrap">{escape(repr(self))}</pre>'


def hint(name: str) -> Hint:
    """Give the next hint for an exercise or a question; after the last, the last again.

    Parameters
    ----------
    name : str
        As in `check`.

    Returns
    -------
    Hint

    Raises
    ------
    ValueError
        If there is no such exercise; the message names the nearest.

    Examples
    --------
    >>> start_over()
    >>> print(repr(hint("softmax")).splitlines()[0])
    softmax, hint 1 of 3 (idea):
    >>> start_over()
    """
    chosen = task(name)
    hints = chosen.hints
    step = min(_given.get(chosen.name, 0), len(hints) - 1)
    _given[chosen.name] = step + 1
    then = "a solution stands folded beside the exercise" if isinstance(chosen, Exercise) else ""
    return Hint(name=chosen.name, step=step, of=len(hints), text=hints[step], then=then)


def start_over() -> None:
    """Give the first hints again."""
    _given.clear()
