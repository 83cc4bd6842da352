"""Reads the catalogue: for every exercise a file of wrong and right answers, as a reader would type them."""

from __future__ import annotations

import math
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from tests.wrong_answers.answers import Right
from tests.wrong_answers.everyday import everyday
from tests.wrong_answers.unusual import UNUSUAL

HERE = Path(__file__).parent
_NO_EXERCISES = {
    "__init__",
    "answers",
    "catalogue",
    "everyday",
    "faults",
    "graders",
    "questions",
    "test_graders",
    "hunts",
    "hunts_of_masks",
    "hunts_of_numbers",
    "hunts_of_parts",
    "unusual",
}


def exercises() -> list[str]:
    """Return the exercises that have answers here."""
    return sorted(path.stem for path in HERE.glob("*.py") if path.stem not in _NO_EXERCISES)


def answers(exercise: str) -> Any:
    """Return the answers of an exercise: WRONG, everyday slips with them, and RIGHT, unusual styles with them."""
    file = import_module(f"tests.wrong_answers.{exercise}")
    unusual = [Right(f"unusual {number}", code) for number, code in enumerate(UNUSUAL.get(exercise, []), 1)]
    return SimpleNamespace(WRONG=[*file.WRONG, *everyday(exercise)], RIGHT=[*file.RIGHT, *unusual])


def function_of(code: str) -> Callable[..., Any]:
    """Run an answer as a cell of its own and return the last function that it defines."""
    space: dict[str, Any] = {"__name__": "answer", "np": np, "math": math}
    exec(compile(code, "<answer>", "exec"), space)
    functions = [value for value in space.values() if getattr(value, "__module__", "") == "answer"]
    answer: Callable[..., Any] = functions[-1]
    return answer
