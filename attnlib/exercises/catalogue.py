"""Finds the exercises and questions: every file of ``tasks/`` holds one exercise, or some questions.

Files with _ in front hold what several share.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from attnlib.exercises import tasks
from attnlib.exercises.exercise import Exercise
from attnlib.exercises.hunts import all_hunts
from attnlib.exercises.naming import named
from attnlib.exercises.question import Question
from attnlib.maths import check

Task = Exercise | Question


@cache
def all_tasks() -> dict[str, Task]:
    """Return every exercise and question by name, in the order of the lessons; exercises first in each."""
    found = sorted(_found(), key=lambda task: (task.lesson, task.rank if isinstance(task, Exercise) else 100))
    return {task.name: task for task in found}


def task(name: str) -> Task:
    """Return one exercise or question, an exercise by its function's name too; a misspelt name gives the nearest."""
    chosen = named(name, _understood(), kind="exercise or question", listed="attnlib.exercises.names()")
    return all_tasks()[chosen]


@cache
def _understood() -> dict[str, str]:
    """Every name that a task is known by: its own before all, then its function's."""
    functions = {
        task.header.partition("(")[0]: name
        for name, task in reversed(all_tasks().items())  # a hunt's function yields to an exercise's
        if isinstance(task, Exercise)
    }
    return functions | {name: name for name in all_tasks()}


def of_lesson(lesson: str) -> tuple[str, ...]:
    """Return the names of one lesson's tasks."""
    lessons = tuple(dict.fromkeys(task.lesson for task in all_tasks().values()))
    chosen = check.choice("lesson", lesson, lessons)
    return tuple(name for name, task in all_tasks().items() if task.lesson == chosen)


def _found() -> Iterator[Task]:
    for entry in iter_modules(tasks.__path__):
        if entry.name.startswith("_"):
            continue
        module = import_module(f"{tasks.__name__}.{entry.name}")
        if hasattr(module, "EXERCISE"):
            yield module.EXERCISE
        yield from getattr(module, "QUESTIONS", ())
    yield from (hunt.exercise for hunt in all_hunts().values())
