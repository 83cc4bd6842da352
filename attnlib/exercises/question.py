"""Questions with one answer: a number, or one of several options, each with a word on why it is right or wrong."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from attnlib.exercises.engine.result import CheckResult
from attnlib.exercises.engine.written import is_gap, read_number
from attnlib.meaning.typed import TypedValue


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
        if is_gap(answer):
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
        letter = _chosen(answer, options)
        if letter not in options:
            letters = ", ".join(options)
            says = f'Answer with one of the letters {letters}, in quotation marks: check("{self.name}", "…").'
            return CheckResult(self.name, passed=False, slip="not_an_option", wrong=says)
        if letter == self.answer:
            return self._passed()
        text, reply = options[letter]
        says = f"“{text}” is not it. {reply}"
        return CheckResult(self.name, passed=False, slip=f"option_{letter}", wrong=says)

    def _judge_number(self, answer: Any) -> CheckResult:
        typed = read_number(answer, share=isinstance(self.answer, float) and 0 <= self.answer <= 1)
        if isinstance(typed, str):
            return CheckResult(self.name, passed=False, slip="not_a_number", wrong=typed)
        if self._is(typed, self.answer):
            return self._passed()
        said = " ".join(answer.split()) if isinstance(answer, str) else f"{typed.value:.10g}"
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


def _agrees(typed: TypedValue, number: float) -> bool:
    """Whether a number agrees with another as far as the digits go that were typed."""
    return abs(typed.value - number) <= typed.slack + 1e-9


def _chosen(answer: Any, options: Mapping[str, tuple[str, str]]) -> str:
    r"""Read which option is meant: its letter, however it is set off, its own text, or both; empty where it is unclear.

    Examples
    --------
    >>> options = {"a": ("this", ""), "b": ("that one", "No.")}
    >>> [_chosen(answer, options) for answer in ("B)", " option a\n", "That one.", "b) that one", "a, b")]
    ['b', 'a', 'b', 'b', '']
    """
    if not isinstance(answer, str):
        return ""
    said = _bare(answer)
    for letter, (text, _) in options.items():
        if said in (_bare(text), _bare(f"{letter}) {text}")):
            return letter
    short = re.sub("^(?:my |the )?(?:option|answer|choice|letter)(?: is)? ", "", said)
    return short if len(short) == 1 else ""


def _bare(text: str) -> str:
    """Leave out what doesn't tell options apart: capitals, spaces, and signs around the words."""
    words = (word.strip("()[]{}.,;:!?\"'`*“”„‘’") for word in text.casefold().split())
    return " ".join(filter(None, words))
