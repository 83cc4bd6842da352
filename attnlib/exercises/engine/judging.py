"""Judges an answer: case by case, from the smallest mechanism up, and names the slip where it is a known one."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from types import CodeType
from typing import Any

import numpy as np

from attnlib.exercises.engine.comparing import Difference, difference
from attnlib.exercises.engine.diagnosing import Judged, as_noticed, diagnose
from attnlib.exercises.engine.errors import without_guess
from attnlib.exercises.engine.result import CheckResult, Example
from attnlib.exercises.engine.running import Run, run_all
from attnlib.exercises.exercise import Case, Exercise, Slip
from attnlib.maths.check import Array

#: With more results than these nobody tries their orders.
_MOST_RESULTS = 4
_IN_PLACE = "It changes its inputs. Work on copies: x = x.copy(), or x * 2 instead of x *= 2."


def judge(exercise: Exercise, answer: Any) -> CheckResult:
    """Check an answer to an exercise.

    Parameters
    ----------
    exercise : Exercise
    answer : callable
        The reader's function.

    Returns
    -------
    CheckResult
    """
    if not callable(answer):
        says = f"check needs your function itself, without calling it: check({exercise.name!r}, name_of_your_function)."
        return CheckResult(exercise.name, passed=False, slip="not_a_function", wrong=says)
    runs = run_all(answer, exercise.cases)
    judged = [
        _entry(case, run, _needed(exercise, case.arguments, case.named))
        for case, run in zip(exercise.cases, runs, strict=False)
    ]
    right: list[str] = []
    for entry in judged:
        found = _fault(exercise, entry)
        if found is not None:
            return _wrong(exercise, answer, right, entry, found, judged)
        right.append(entry.case.isolates)
    return CheckResult(exercise.name, passed=True, right=tuple(right))


def _entry(case: Case, run: Run, needed: tuple[Array, ...]) -> Judged:
    """Pair a run with what was needed. Results of one shape that came in a list were read as one array: part them."""
    several = len(needed) > 1 and len({part.shape for part in needed}) == 1
    if several and len(run.arrays) == 1 and run.arrays[0].shape == (len(needed), *needed[0].shape):
        run = replace(run, arrays=tuple(run.arrays[0]))
    return Judged(case, run, needed)


def _needed(exercise: Exercise, arguments: tuple[Any, ...], named: Any) -> tuple[Array, ...]:
    value = exercise.reference(*arguments, **named)
    return tuple(map(np.asarray, value)) if isinstance(value, tuple) else (np.asarray(value),)


def _fault(exercise: Exercise, entry: Judged) -> Difference | None:
    """Say what is wrong with one run, or return None."""
    run = entry.run
    if run.slip is not None:
        return Difference(_about(exercise, run), run.slip)
    counts = {1, len(entry.needed)} if exercise.first_alone else {len(entry.needed)}
    if len(run.arrays) not in counts:
        return Difference(
            f"It returns {_results(len(run.arrays))}; needed: {', '.join(exercise.outputs)}.", "wrong_count"
        )
    for place, (got, needed) in enumerate(zip(run.arrays, entry.needed, strict=False)):
        found = difference(got, needed)
        if found is not None:
            prefix = f"{exercise.outputs[place]}: " if len(run.arrays) > 1 else ""
            slip = "results_swapped" if _swapped(entry) else found.slip
            return Difference(prefix + found.says, slip, found.wrong, place)
    return Difference(_IN_PLACE, "modifies_inputs") if run.modified else None


def _about(exercise: Exercise, run: Run) -> str:
    if run.slip == "wrong_parameters":
        return f"{run.says} It is called as {exercise.header}."
    return run.says


def _results(count: int) -> str:
    return "one result" if count == 1 else f"{count} results"


def _swapped(entry: Judged) -> bool:
    """Whether the right results came in another order."""
    got, needed = entry.run.arrays, entry.needed
    return 1 < len(got) <= _MOST_RESULTS and any(
        all(difference(a, b) is None for a, b in zip(order, needed, strict=True))
        for order in permutations(got)
    )


def _wrong(
    exercise: Exercise,
    answer: Any,
    right: list[str],
    entry: Judged,
    found: Difference,
    judged: list[Judged],
) -> CheckResult:
    slip, likely = diagnose(exercise, judged, entry, found)
    stub = found.slip in ("returns_none", "not_written") and not right and not entry.run.printed
    planted = _planted(exercise, slip, judged)
    as_planted = planted is not None and _same_code(answer, planted.wrong[0])
    if planted is not None and not as_planted:
        slip, likely = planted.word, planted.changed
    says = without_guess(found.says) if likely else found.says
    arrays = entry.run.arrays
    comparable = (
        bool(arrays) and found.place < min(len(arrays), len(entry.needed)) and found.slip != "modifies_inputs"
    )
    return CheckResult(
        exercise.name,
        passed=False,
        slip=slip,
        right=tuple(right),
        wrong=f"“{entry.case.isolates}” fails. {says}",
        likely=likely,
        example=Example(
            inputs=_inputs(exercise, entry),
            needed=entry.needed[found.place] if comparable else None,
            got=arrays[found.place] if comparable else None,
            wrong=found.wrong,
            printed=entry.run.printed,
        ),
        untouched=stub or as_planted,
    )


def _planted(exercise: Exercise, slip: str | None, judged: list[Judged]) -> Slip | None:
    """Return the planted bug, if it is the slip, or if no slip is known and the symptom is the same as before."""
    planted = next((known for known in exercise.slips if known.changed), None)
    if planted is None or slip == planted.word:
        return planted
    named = slip is not None and slip != "not_a_number"
    return planted if not named and as_noticed(planted.wrong[0], judged) else None


def _same_code(answer: Any, planted: Any) -> bool:
    """Whether two functions are the same code; spaces and comments don't count."""
    ours, theirs = getattr(answer, "__code__", None), planted.__code__
    return isinstance(ours, CodeType) and _essence(ours) == _essence(theirs)


def _essence(code: CodeType) -> tuple[Any, ...]:
    """Give what a compiled function does, without where it stands."""
    constants = tuple(_essence(part) if isinstance(part, CodeType) else repr(part) for part in code.co_consts)
    return code.co_code, code.co_names, code.co_varnames, constants


def _inputs(exercise: Exercise, entry: Judged) -> tuple[tuple[str, Any], ...]:
    """Pair each argument of a case with its parameter's name."""
    return (*zip(exercise.parameters, entry.case.arguments, strict=False), *entry.case.named.items())
