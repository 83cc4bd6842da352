"""Exercises whose checks say what is right, the first thing that is wrong, and the slip that likely made it.

``check(name, answer)``, ``hint(name)``, ``ask(name)``, ``progress()``. Nothing is stored or sent.
"""

from __future__ import annotations

from typing import Any

from attnlib.exercises import session
from attnlib.exercises.catalogue import Task, all_tasks, of_lesson, task
from attnlib.exercises.engine.judging import judge
from attnlib.exercises.engine.result import CheckResult
from attnlib.exercises.exercise import Case, Exercise, Slip, slip
from attnlib.exercises.hints import Hint, hint
from attnlib.exercises.question import Question
from attnlib.exercises.session import Progress, progress

__all__ = [
    "Case",
    "CheckResult",
    "Exercise",
    "Hint",
    "Progress",
    "Question",
    "Slip",
    "Task",
    "ask",
    "check",
    "hint",
    "names",
    "progress",
    "slip",
]


def check(name: str, answer: Any) -> CheckResult:
    """Check an answer to an exercise or a question.

    Parameters
    ----------
    name : str
        Of the exercise or question, or of an exercise's function; ``names()`` lists them.
    answer : object
        Your function itself, not its result; for a question a number, or the letter of an option.

    Returns
    -------
    CheckResult
        ``.passed``, ``.slip`` (a stable word for the likely slip, or None), and what to read.

    Raises
    ------
    ValueError
        If there is no such exercise; the message names the nearest.

    Examples
    --------
    >>> import numpy as np
    >>> check("softmax", lambda x: np.exp(x) / np.exp(x).sum()).slip
    'whole_matrix'
    """
    chosen = task(name)
    result = chosen.judge(answer) if isinstance(chosen, Question) else judge(chosen, answer)
    session.note(chosen.name, passed=result.passed, untouched=result.untouched)
    return result


def ask(name: str) -> Question:
    """Show a question with its options.

    Parameters
    ----------
    name : str

    Returns
    -------
    Question
        Its display is the question and, for a choice, the options with their letters.

    Raises
    ------
    ValueError
        If there is no such question.

    Examples
    --------
    >>> print(ask("mask_true"))  # doctest: +ELLIPSIS
    In a boolean mask of this course, what does True mean?
      a) ...
    """
    chosen = task(name)
    if isinstance(chosen, Question):
        return chosen
    raise ValueError(
        f"name: {name!r} is an exercise, not a question; write {chosen.header} and check({name!r}, …)"
    )


def names(lesson: str | None = None) -> tuple[str, ...]:
    """List the exercises and questions that `check` knows, all or those of one lesson.

    Examples
    --------
    >>> names("01")[:3]
    ('scores', 'softmax', 'self_attention')
    """
    return tuple(all_tasks()) if lesson is None else of_lesson(lesson)
