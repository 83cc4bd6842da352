"""What a hunt is: code with a real bug in it, the symptom that gives it away, and the check of a mended version."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from attnlib.exercises.engine.comparing import agrees
from attnlib.exercises.engine.errors import described
from attnlib.exercises.exercise import Case, Exercise, Function, Slip
from attnlib.exercises.hunts.common import common_slips
from attnlib.exercises.hunts.running import function_of
from attnlib.maths.check import Array
from attnlib.maths.numbers import short

#: The lesson in which the hunts stand.
LESSON = "11"
#: How the words begin of slips that must be seen in every case: in a single one other divisors and masks do the same.
_IN_ALL = ("scale_", "mask_missing")
#: How the case begins that the symptom is measured on.
SYMPTOM = "where the bug was noticed"
_STILL = "This is the code as it was planted. exercises.hint({name!r}) gives you a step."
_CHANGED = (
    "The code has changed, and the symptom is the same as before: the bug is elsewhere, or only half mended. "
    "exercises.hint({name!r}) gives you a step."
)


@dataclass(frozen=True, eq=False)
class Symptom:
    """What is measured where a bug shows, with what would be right.

    Attributes
    ----------
    label : str
        What is measured.
    seen : ndarray or str
        What came, a few numbers; or what was raised.
    needed : ndarray
        What would be right.
    """

    label: str
    seen: Array | str
    needed: Array

    @property
    def shows(self) -> bool:
        """Whether the bug is seen here."""
        if isinstance(self.seen, str) or self.seen.shape != self.needed.shape:
            return True
        return not agrees(self.seen, self.needed)

    def __repr__(self) -> str:
        seen = self.seen if isinstance(self.seen, str) else _written(self.seen)
        return f"{self.label}: {seen}, {f'needed {_written(self.needed)} ✗' if self.shows else 'as it should be ✓'}"


@dataclass(frozen=True, eq=False)
class Hunt:
    """A bug to find.

    Attributes
    ----------
    title : str
        What was noticed, as a headline.
    sources : tuple of str
        The public reports, as ``owner/repository#number``.
    buggy : str
        Source of the function with the bug.
    label : str
        What the symptom measures.
    measure : callable
        Gives the symptom's few numbers for a function.
    exercise : Exercise
        The check of a mended function.
    """

    title: str
    sources: tuple[str, ...]
    buggy: str
    label: str
    measure: Callable[[Function], Any]
    exercise: Exercise

    @property
    def name(self) -> str:
        """What ``check(name, answer)`` calls it."""
        return self.exercise.name

    @property
    def links(self) -> tuple[str, ...]:
        """Addresses of the reports."""
        pairs = (source.split("#") for source in self.sources)
        return tuple(f"https://github.com/{repository}/issues/{number}" for repository, number in pairs)

    def symptom(self, function: Function | None = None) -> Symptom:
        """Measure a function where the bug shows: the one with the bug, if none is given."""
        return Symptom(
            self.label,
            self._measured(function_of(self.buggy) if function is None else function),
            _numbers(self.measure(self.exercise.reference)),
        )

    def _measured(self, function: Function) -> Array | str:
        with np.errstate(all="ignore"):
            try:
                return _numbers(self.measure(function))
            except Exception as error:  # the reader's code: the check says more, and this is no place to stop
                return described(error).partition("\n")[0]


def hunt(
    name: str,
    rank: int,
    *,
    title: str,
    sources: tuple[str, ...],
    buggy: str,
    solution: str,
    reference: Function,
    cases: tuple[Case, ...],
    hints: tuple[str, ...],
    symptom: tuple[str, Callable[[Function], Any]],
    slips: tuple[Slip, ...] = (),
    without: tuple[str, ...] = (),
) -> Hunt:
    """Make a hunt; its check knows the planted bug by the word ``still_the_bug``.

    The slips that any hunt may end in are added, but for the words in ``without``. What the symptom is measured on
    becomes the last of the cases, so that symptom and check can't disagree.
    """
    label, measure = symptom
    slips = tuple(replace(known, exact=known.exact or known.word.startswith(_IN_ALL)) for known in slips)
    cases = _with_symptom(label, measure, reference, cases)
    unmended = Slip(
        "still_the_bug",
        _STILL.format(name=name),
        (function_of(buggy),),
        changed=_CHANGED.format(name=name),
    )
    exercise = Exercise(
        name=name,
        lesson=LESSON,
        rank=rank,
        signature=buggy.strip().splitlines()[0],
        reference=reference,
        cases=cases,
        slips=(
            unmended,
            *slips,
            *common_slips(solution, buggy, (*(known.word for known in slips), *without)),
        ),
        hints=hints,
        solution=solution,
    )
    return Hunt(title, sources, buggy, label, measure, exercise)


def _with_symptom(
    label: str, measure: Callable[[Function], Any], reference: Function, cases: tuple[Case, ...]
) -> tuple[Case, ...]:
    """Return the cases with one for each call that a symptom makes; where there is one already, it is marked."""
    calls: list[tuple[tuple[Any, ...], dict[str, Any]]] = []

    def recorded(*arguments: Any, **named: Any) -> Any:
        calls.append(copy.deepcopy((arguments, named)))
        return reference(*arguments, **named)

    measure(recorded)
    noticed = [Case(f"{SYMPTOM}: {label}", arguments, named, noticed=True) for arguments, named in calls]
    known = tuple(replace(case, noticed=any(_alike(case, call) for call in noticed)) for case in cases)
    new = [call for call in noticed if not any(_alike(case, call) for case in known)]
    later = [replace(call, isolates=f"{call.isolates}, once more") for call in new[1:]]
    return (*known, *new[:1], *later)


def _alike(one: Case, other: Case) -> bool:
    return same_inputs((one.arguments, dict(one.named)), (other.arguments, dict(other.named)))


def same_inputs(one: Any, other: Any) -> bool:
    """Whether two calls are given the same.

    Examples
    --------
    >>> same_inputs((np.eye(2), 3), (np.eye(2), 3)), same_inputs((np.eye(2),), (np.ones((2, 2)),))
    (True, False)
    """
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return np.array_equal(one, other, equal_nan=np.asarray(one).dtype.kind == "f")
    if isinstance(one, tuple | list) and isinstance(other, tuple | list):
        return len(one) == len(other) and all(map(same_inputs, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same_inputs(one[key], other[key]) for key in one)
    return bool(one == other)


def _numbers(value: Any) -> Array:
    """Read what was measured, without the last digits, in which machines differ."""
    numbers: Array = np.atleast_1d(np.asarray(value, dtype=float)).round(12)
    return numbers


def _written(numbers: Array) -> str:
    return ", ".join(short(float(number)) for number in numbers.ravel())
