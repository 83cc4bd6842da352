"""Finds the slip that explains a wrong answer: the one whose code does what the answer does."""

from __future__ import annotations

import copy
import warnings
from dataclasses import dataclass, field

import numpy as np

from attnlib.exercises.engine.comparing import Difference, agrees
from attnlib.exercises.engine.errors import described
from attnlib.exercises.engine.reading import Unreadable, as_arrays
from attnlib.exercises.engine.running import Run
from attnlib.exercises.exercise import Case, Exercise, Function, Slip
from attnlib.maths.check import Array

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


#: What is known where an answer is right up to a case in which only the form of the inputs is new, and no slip fits.
_OF_THE_FORM = {
    "batch": (
        "not_for_a_batch",
        "It is right for one sequence and not for a batch. Is an axis counted from the front (x.shape[0], len(x), "
        "axis=0 or 1, a loop over x), are all of them turned round (.T), or are batch and tokens run together "
        "(reshape(-1, …))? The last axis is -1, the one before is -2.",
    ),
    "axes": (
        "one_leading_axis",
        "It is right for one axis of sequences and not for two. The dots in (..., n, d) stand for any number of axes: "
        "count from the end (axis=-1, x.shape[-2]), or let @ and np.swapaxes do the looping.",
    ),
    "whole": (
        "whole_numbers",
        "It is right for fractions and not where whole numbers come in: an array of whole numbers can't hold a "
        "fraction. Begin with x = x.astype(float), np.zeros(shape) in place of np.zeros_like(x), x = x / 2 in place "
        "of x /= 2.",
    ),
    "stored": (
        "storage",
        "It is right in double precision and not for the same numbers in single precision, stored column by column.",
    ),
}


#: Cases that a slip must explain before it is named, where it doesn't explain them all.
_FEWEST = 2


#: How near a result is that only lost digits, as a share.
_DIGITS = 5e-3


@dataclass(frozen=True)
class Judged:
    """One case, what the answer gave in it, what was needed, and what mistaken code gave as far as it was tried."""

    case: Case
    run: Run
    needed: tuple[Array, ...]
    tried: dict[Function, Run] = field(default_factory=dict, compare=False, repr=False)


def diagnose(
    exercise: Exercise, judged: list[Judged], first: Judged, found: Difference
) -> tuple[str | None, str]:
    """Name the likely slip, on evidence or not at all.

    A slip is sure when its code does what the answer does in every case. With two slips in one answer none does; then
    one is named that explains the first wrong case and at least one more, of which one is telling: no other slip does
    the same there. Where the answer is right and the slip's code isn't, that speaks against it: more must speak for
    it. What is right until only the form of the inputs is new is told what form that is.

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
        if any(
            _explains(wrong, judged, first, exactly=bool(slip.changed) or slip.exact) for wrong in slip.wrong
        ):
            return slip.word, slip.says
    stored = _of_the_result(judged)
    if stored:
        return stored
    nearest = _nearest(exercise, judged, first)
    if nearest:
        return nearest.word, f"{nearest.says} (There may be a second slip.)"
    return _OF_THE_FORM.get(first.case.about, (found.slip, ""))


def _nearest(exercise: Exercise, judged: list[Judged], first: Judged) -> Slip | None:
    """Find the slip that explains most of the wrong cases: two at least, one of them as no other slip does."""
    candidates = [slip for slip in exercise.slips if not slip.changed and not slip.exact]
    fits = [max(_fit(wrong, judged, first) for wrong in slip.wrong) for slip in candidates]
    best = max(fits, default=0)
    if best < _FEWEST:
        return None
    nearest = candidates[fits.index(best)]
    others = [wrong for slip in candidates if slip.word != nearest.word for wrong in slip.wrong]
    telling = any(
        _shows(wrong, entry)
        and not entry.run.slip
        and not _empty(entry.run)
        and not any(_shows(other, entry) for other in others)
        for wrong in nearest.wrong
        if _fit(wrong, judged, first) == best
        for entry in judged
    )
    return nearest if telling else None


def _of_the_result(judged: list[Judged]) -> tuple[str, str] | None:
    """Name what was done to a right result: rounded, cut to whole numbers, or kept in half precision."""
    pairs = [
        pair
        for entry in judged
        if entry.run.slip is None
        for pair in zip(entry.run.arrays, entry.needed, strict=False)
    ]
    if any(got.shape != needed.shape or needed.dtype.kind not in "fiu" for got, needed in pairs):
        return None
    wrong = [(got, needed) for got, needed in pairs if not agrees(got, needed)]
    if not wrong:
        return None
    for whole in (np.trunc, np.floor, np.rint):
        cut = all(np.array_equal(got, whole(needed)) for got, needed in wrong)
        if cut and any(got.any() or got.dtype.kind in "iu" for got, _ in wrong):
            return (
                "whole_numbers",
                "The fractions are cut off. An array of whole numbers can't hold them: np.zeros(shape) in place of "
                "np.zeros_like(x), / in place of //, no astype(int).",
            )
    for places in range(1, 7):
        if all(_close(got, np.round(needed, places), 10.0 ** -(places + 6)) for got, needed in wrong):
            return (
                "rounded",
                "The result is rounded. Return it as it is; NumPy rounds what it shows by itself.",
            )
    finite = [(got, needed) for got, needed in wrong if np.isfinite(got).all()]  # float16 overflows soon
    if finite and all(_near(got, needed) for got, needed in finite):
        return (
            "low_precision",
            "It is right to two or three digits and no further: is something rounded on the way, added to a sum, or "
            "kept in float16?",
        )
    return None


def _close(got: Array, needed: Array, atol: float) -> bool:
    return bool(np.allclose(got, needed, rtol=1e-7, atol=atol))


def _near(got: Array, needed: Array) -> bool:
    """Whether a result is right but for its last digits."""
    size = float(np.abs(needed[np.isfinite(needed)]).max(initial=0))  # NaN may be needed, and has no size
    return bool(np.allclose(got.astype(float), needed, rtol=_DIGITS, atol=_DIGITS * size))


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
        mistaken = _tried(wrong, entry)
        if not exactly and _overflowed(entry.run) and not _overflowed(mistaken):
            skipped = True  # a second slip shows here; this one is judged by the other cases
        elif not _same(entry.run, mistaken):
            return False
    return not skipped or _fit(wrong, judged, first) > 0


def _fit(wrong: Function, judged: list[Judged], first: Judged) -> int:
    """Count the wrong cases that mistaken code explains; 0 if not the first, or if more right ones speak against it."""
    if not _shows(wrong, first):
        return 0
    explained = sum(_shows(wrong, entry) and not _empty(entry.run) for entry in judged)
    against = sum(_right(entry) and _differs(_tried(wrong, entry), entry) for entry in judged)
    return explained if explained > against else 0


def _right(entry: Judged) -> bool:
    """Whether the answer is right in a case."""
    results = zip(entry.run.arrays, entry.needed, strict=False)
    return entry.run.slip is None and all(agrees(got, needed) for got, needed in results)


def _shows(wrong: Function, entry: Judged) -> bool:
    mistaken = _tried(wrong, entry)
    return _same(entry.run, mistaken) and _differs(mistaken, entry)


def _tried(wrong: Function, entry: Judged) -> Run:
    """Run mistaken code on a case, once."""
    if wrong not in entry.tried:
        entry.tried[wrong] = _attempt(wrong, entry.case)
    return entry.tried[wrong]


def _attempt(wrong: Function, case: Case) -> Run:
    """Run mistaken code of ours; that it may overflow or raise is the point."""
    arguments, named = copy.deepcopy((case.arguments, dict(case.named)))
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            arrays = as_arrays(wrong(*arguments, **named))
        except Exception as error:
            return Run(slip="raises", says=described(error))
    if isinstance(arrays, Unreadable):
        return Run(slip=arrays.slip, says=arrays.says)
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
