"""Questions with one answer: a number, or one of several options, each with a word on why it is right or wrong."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from attnlib.by_hand.typed_value import TypedValue, typed_value
from attnlib.exercises.result import CheckResult

#: Answers to questions count larger things than cells of a sheet hold.
_LARGEST = 1e12


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
        The right option's letter, or the number: an int must be met exactly, a float within half a percent or as far as
        two decimals go.
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
        if answer is ... or (isinstance(answer, str) and answer.strip() in ("…", "...", "")):
            says = f"There is nothing in it yet. {self._how()}."
            return CheckResult(self.name, passed=False, slip="not_written", wrong=says, untouched=True)
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
        typed = _read(answer)
        if isinstance(typed, str):
            return CheckResult(self.name, passed=False, slip="not_a_number", wrong=typed)
        if self._is(typed, self.answer):
            return self._passed()
        said = answer.strip() if isinstance(answer, str) else f"{typed.value:.10g}"
        for word, (wrong, reply) in (self.slips or {}).items():
            if self._is(typed, wrong):
                return CheckResult(self.name, passed=False, slip=word, wrong=f"{said} is not it. {reply}")
        if isinstance(self.answer, float) and _agrees(typed, self.answer):
            says = f"{said} is right as far as it goes; give two decimals, or a fraction."
            return CheckResult(self.name, passed=False, slip="too_coarse", wrong=says)
        says = f"{said} is not it. hint({self.name!r}) gives you a step."
        return CheckResult(self.name, passed=False, wrong=says)

    def _is(self, typed: TypedValue, number: Any) -> bool:
        if isinstance(self.answer, int):
            return bool(typed.value == number)
        if (typed.decimals or 0) >= 2 and _agrees(typed, number):
            return True
        return math.isclose(typed.value, float(number), rel_tol=5e-3, abs_tol=5e-4)


def _read(answer: Any) -> TypedValue | str:
    """Read a number: Python's, NumPy's, or text by the rules of the sheets; else say why not. True is no number."""
    says = "Answer with one number, such as 0.25 or 1/4."
    try:
        if isinstance(answer, str):
            typed = typed_value(answer, largest=_LARGEST)
        else:
            value = float(answer)
            digits = repr(value).partition(".")[2]  # as they were typed
            decimals = len(digits) if digits.isdigit() and digits != "0" else None
            typed = TypedValue(value, 0.5 * 10.0**-decimals if decimals else 0.0, decimals)
    except ValueError as error:
        return f"{says} {error}." if isinstance(answer, str) else says
    except (TypeError, OverflowError):
        return says
    return says if isinstance(answer, (bool, np.bool_)) or not math.isfinite(typed.value) else typed


def _agrees(typed: TypedValue, number: float) -> bool:
    """Whether a number agrees with another as far as the digits go that were typed."""
    return abs(typed.value - number) <= typed.slack + 1e-9
