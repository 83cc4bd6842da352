"""Finds the slip that explains a wrong answer: the one whose code does what the answer does."""

from __future__ import annotations

import copy
import warnings
from dataclasses import dataclass

import numpy as np

from attnlib._check import Array
from attnlib.exercises.comparing import Difference, agrees
from attnlib.exercises.errors import described
from attnlib.exercises.exercise import Case, Exercise, Function
from attnlib.exercises.reading import Unreadable, as_arrays
from attnlib.exercises.running import Run

#: Faults that speak for themselves.
_PLAIN = {
    "modifies_inputs",
    "not_numbers",
    "not_written",
    "returns_none",
    "too_large",
    "too_slow",
    "wrong_count",
    "wrong_parameters",
}


#: Of slips that fail for a batch alone, those that are told by the first wrong case.
_OF_A_BATCH = {"batch_transposed", "heads_first", "axis_from_front"}
_FROM_THE_FRONT = (
    "It is right for one sequence and not for a batch: axes are counted from the front. Count them from the end: -1 is "
    "the last, -2 the one before; the number of tokens is x.shape[-2], not len(x)."
)


@dataclass(frozen=True)
class Judged:
    """One case, what the answer gave in it, and what was needed."""

    case: Case
    run: Run
    needed: tuple[Array, ...]


def diagnose(
    exercise: Exercise, judged: list[Judged], first: Judged, found: Difference
) -> tuple[str | None, str]:
    """Name the likely slip.

    A slip is sure when its code does what the answer does in every case. With two slips in one answer none does; then
    the first wrong case decides, which shows one mechanism alone: the slip that fits there, and elsewhere best. What is
    right up to there and fails for a batch counts its axes from the front.

    Parameters
    ----------
    exercise : Exercise
    judged : list of Judged
        Every case that was run.
    first : Judged
        The first that is wrong.
    found : Difference
        What is wrong there.

    Returns
    -------
    word : str or None
        Of the slip; the plain fault's own where no known slip fits.
    says : str
        What was probably done, and what to do; may be empty.
    """
    if found.slip in _PLAIN:
        return found.slip, ""
    if found.slip == "results_swapped":
        return found.slip, f"The results are right, but not their order; it is {', '.join(exercise.outputs)}."
    for slip in exercise.slips:
        if any(_explains(wrong, judged, first, exactly=bool(slip.changed)) for wrong in slip.wrong):
            return slip.word, slip.says
    candidates = [
        slip
        for slip in exercise.slips
        if not slip.changed and not slip.exact and (slip.word in _OF_A_BATCH or not first.case.batch)
    ]
    fits = [max(_fit(wrong, judged, first) for wrong in slip.wrong) for slip in candidates]
    best = max(fits, default=0)
    if first.case.batch:
        nearest = candidates[fits.index(best)] if best else None
        return (nearest.word, nearest.says) if nearest else ("axis_from_front", _FROM_THE_FRONT)
    if best:
        nearest = candidates[fits.index(best)]
        return nearest.word, f"{nearest.says} (There may be a second slip.)"
    return found.slip, ""


def as_noticed(planted: Function, judged: list[Judged]) -> bool:
    """Whether an answer still does what the planted code does, wherever the bug was noticed."""
    noticed = [entry for entry in judged if entry.case.noticed]
    return any(_shows(planted, entry) for entry in noticed) and all(
        _same(entry.run, _attempt(planted, entry.case)) for entry in noticed
    )


def _explains(wrong: Function, judged: list[Judged], first: Judged, *, exactly: bool = False) -> bool:
    """Whether mistaken code gives what the answer gave in every case, and is wrong where the answer first was."""
    if not _shows(wrong, first):
        return False
    skipped = False
    for entry in judged:
        mistaken = _attempt(wrong, entry.case)
        if not exactly and _overflowed(entry.run) and not _overflowed(mistaken):
            skipped = True  # a second slip shows here; this one is judged by the other cases
        elif not _same(entry.run, mistaken):
            return False
    return not skipped or _fit(wrong, judged, first) > 0


def _fit(wrong: Function, judged: list[Judged], first: Judged) -> int:
    """Count the wrong cases that mistaken code explains; 0 if the first of them isn't, or if all of it is NaN."""
    if not _shows(wrong, first):
        return 0
    return sum(_shows(wrong, entry) and not _empty(entry.run) for entry in judged)


def _shows(wrong: Function, entry: Judged) -> bool:
    mistaken = _attempt(wrong, entry.case)
    return _same(entry.run, mistaken) and _differs(mistaken, entry)


def _attempt(wrong: Function, case: Case) -> Run:
    """Run mistaken code of ours; that it may overflow or raise is the point."""
    arguments, named = copy.deepcopy((case.arguments, dict(case.named)))
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            arrays = as_arrays(wrong(*arguments, **named))
        except Exception as error:
            return Run(slip="raises", says=described(error))
    assert not isinstance(arrays, Unreadable)
    return Run(arrays=arrays)


def _same(run: Run, mistaken: Run) -> bool:
    """Whether two runs gave the same numbers, or stopped with the same error."""
    if run.slip or mistaken.slip:
        return run.slip == mistaken.slip and run.says.partition("\n")[0] == mistaken.says.partition("\n")[0]
    return all(agrees(got, theirs) for got, theirs in zip(run.arrays, mistaken.arrays, strict=False))


def _differs(mistaken: Run, entry: Judged) -> bool:
    """Whether mistaken code is wrong in a case, in a result that the answer returned too."""
    if mistaken.slip:
        return True
    results = zip(mistaken.arrays, entry.needed, entry.run.arrays, strict=False)
    return any(not agrees(theirs, needed) for theirs, needed, _ in results)


def _empty(run: Run) -> bool:
    """Whether a run gave NaN and nothing else, which many mistakes do."""
    return run.slip is None and all(np.isnan(array).all() for array in run.arrays)


def _overflowed(run: Run) -> bool:
    return any(not np.isfinite(array).all() for array in run.arrays)
