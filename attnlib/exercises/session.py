"""What was answered in this session. It is kept in memory, and sent nowhere."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from attnlib.exercises.catalogue import all_tasks, of_lesson


@dataclass(frozen=True)
class Progress:
    """Which tasks there are, how often each was tried, and which are done.

    Attributes
    ----------
    tries : dict of str to int
        By name of the task, in the order of the lessons; 0 for one not tried yet.
    done : tuple of str
    """

    tries: dict[str, int]
    done: tuple[str, ...]

    def __repr__(self) -> str:
        width = max(map(len, self.tries), default=0)
        return "\n".join([self._sum(), *(f"  {name:{width}}  {self._state(name)}" for name in self.tries)])

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<tr><th scope="row">{escape(name)}</th><td>{self._state(name)}</td></tr>' for name in self.tries
        )
        head = '<thead><tr><th scope="col">task</th><th scope="col">state</th></tr></thead>'
        return f"<table><caption>{self._sum()}</caption>{head}<tbody>{rows}</tbody></table>"

    def _sum(self) -> str:
        return f"{len(self.done)} of {len(self.tries)} done"

    def _state(self, name: str) -> str:
        if not self.tries[name]:
            return "not tried yet"
        times = f"{self.tries[name]} {'try' if self.tries[name] == 1 else 'tries'}"
        return f"{'✓ done' if name in self.done else '✗ not yet'}, {times}"


_tries: dict[str, int] = {}
_done: set[str] = set()


def note(name: str, *, passed: bool, untouched: bool = False) -> None:
    """Remember one try; what is ``untouched``, as when a lesson is run from end to end, is none."""
    if untouched:
        return
    _tries[name] = _tries.get(name, 0) + 1
    if passed:
        _done.add(name)


def progress(lesson: str | None = None) -> Progress:
    """Tell what is done in this session.

    Parameters
    ----------
    lesson : str, optional
        Number of a lesson, such as "03": its tasks alone, tried or not. Without it, every task that was tried.

    Returns
    -------
    Progress

    Raises
    ------
    ValueError
        If no task stands in such a lesson.

    Examples
    --------
    >>> forget()
    >>> note("softmax", passed=False)
    >>> note("softmax", passed=True)
    >>> progress()
    1 of 1 done
      softmax  ✓ done, 2 tries
    >>> forget()
    """
    chosen = (
        of_lesson(lesson) if lesson is not None else tuple(name for name in all_tasks() if name in _tries)
    )
    return Progress(
        tries={name: _tries.get(name, 0) for name in chosen},
        done=tuple(name for name in chosen if name in _done),
    )


def forget() -> None:
    """Start anew, as a restarted kernel does."""
    _tries.clear()
    _done.clear()
