"""Questions with one answer: a number, or one of several options, each with a word on why it is right or wrong."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

import numpy as np

from attnlib.exercises.result import CheckResult


@dataclass(frozen=True)
class Question:
    """A question.

    Attributes
    ----------
    name : str
        What ``check(name, answer)`` calls it.
    lesson : str
        Number of the lesson in which it stands: "03".
    asks : str
    answer : str, int or float
        The right option's letter, or the number: an int must be met exactly, a float within half a percent.
    because : str
        Said with a right answer.
    hints : tuple of str
    options : mapping of str to (str, str)
        For each letter what it says, and what to reply to who chooses it. None for a number.
    slips : mapping of str to (float, str)
        For a number: wrong values that a known slip gives, by the slip's word, and the reply.
    """

    name: str
    lesson: str
    asks: str
    answer: str | int | float
    because: str
    hints: tuple[str, ...]
    options: Mapping[str, tuple[str, str]] | None = None
    slips: Mapping[str, tuple[float, str]] | None = None

    def judge(self, answer: Any) -> CheckResult:
        """Check an answer: a letter for options, a number else."""
        return self._judge_option(answer) if self.options else self._judge_number(answer)

    def __repr__(self) -> str:
        options = [f"  {letter}) {text}" for letter, (text, _) in (self.options or {}).items()]
        return "\n".join([self.asks, *options, self._how()])

    def _repr_html_(self) -> str:
        options = "".join(
            f"<li><b>{escape(letter)})</b> {escape(text)}</li>"
            for letter, (text, _) in (self.options or {}).items()
        )
        listed = f'<ul style="list-style:none">{options}</ul>' if options else ""
        return f"<p>{escape(self.asks)}</p>{listed}<p>{escape(self._how())}</p>"

    def _how(self) -> str:
        if self.options:
            return f'Answer with its letter: check("{self.name}", "…")'
        return f'Answer with a number: check("{self.name}", …)'

    def _passed(self) -> CheckResult:
        return CheckResult(self.name, passed=True, right=(self.because,))

    def _judge_option(self, answer: Any) -> CheckResult:
        options = self.options or {}
        letter = answer.strip(" ().").lower() if isinstance(answer, str) else ""
        if letter not in options:
            says = f"Answer with one of the letters {', '.join(options)}, in quotation marks."
            return CheckResult(self.name, passed=False, slip="not_an_option", wrong=says)
        if letter == self.answer:
            return self._passed()
        text, reply = options[letter]
        says = f"“{text}” is not it. {reply}"
        return CheckResult(self.name, passed=False, slip=f"option_{letter}", wrong=says)

    def _judge_number(self, answer: Any) -> CheckResult:
        value = _number(answer)
        if value is None:
            says = "Answer with one number, such as 0.25 or 1/4."
            return CheckResult(self.name, passed=False, slip="not_a_number", wrong=says)
        if self._is(value, self.answer):
            return self._passed()
        says = f"{value:.10g} is not it."
        for word, (wrong, reply) in (self.slips or {}).items():
            if self._is(value, wrong):
                return CheckResult(self.name, passed=False, slip=word, wrong=f"{says} {reply}")
        return CheckResult(self.name, passed=False, wrong=says)

    def _is(self, value: float, number: Any) -> bool:
        if isinstance(self.answer, int):
            return bool(value == number)
        return math.isclose(value, float(number), rel_tol=5e-3, abs_tol=5e-4)


def _number(answer: Any) -> float | None:
    """Read a number: Python's, NumPy's, or text such as "1/3"; None for anything else, True among it."""
    if isinstance(answer, (bool, np.bool_)):
        return None
    try:
        value = float(Fraction(answer.strip()) if isinstance(answer, str) else answer)
    except (TypeError, ValueError, ZeroDivisionError, OverflowError):
        return None
    return value if math.isfinite(value) else None
