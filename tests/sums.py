"""Evaluate what an explanation says: its own small parser, and intervals as wide as the rounding of the digits shown.

``16.92`` stands for 16.915 … 16.925, ``4`` for 4 alone, ``1.2e−7`` for 1.15e−7 … 1.25e−7. So no tolerance is chosen:
two sides agree if their intervals meet.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Interval:
    """All numbers that a rounded one may stand for."""

    low: float
    high: float

    @classmethod
    def shown(cls, text: str) -> Interval:
        mantissa, _, exponent = text.partition("e")
        decimals = len(mantissa.partition(".")[2])
        if not decimals:
            return cls(float(text), float(text))
        half = 0.5 * 10.0 ** (int(exponent or 0) - decimals)
        return cls(float(text) - half, float(text) + half)

    @property
    def width(self) -> float:
        return self.high - self.low

    def meets(self, other: Interval, slack: float = 0.0) -> bool:
        """Whether both may stand for one number; ``slack`` is what floating arithmetic itself may lose."""
        if self == other:
            return True
        slack += 1e-12 * max(abs(self.low), abs(self.high))
        return self.low <= other.high + slack and other.low <= self.high + slack

    def __neg__(self) -> Interval:
        return Interval(-self.high, -self.low)

    def __add__(self, other: Interval) -> Interval:
        return Interval(self.low + other.low, self.high + other.high)

    def __sub__(self, other: Interval) -> Interval:
        return self + -other

    def __mul__(self, other: Interval) -> Interval:
        ends = [a * b for a in (self.low, self.high) for b in (other.low, other.high)]
        return Interval(min(ends), max(ends))

    def __truediv__(self, other: Interval) -> Interval:
        assert other.low > 0 or other.high < 0, f"division by {other}"
        return self * Interval(1 / other.high, 1 / other.low)

    def map(self, rising) -> Interval:
        return Interval(rising(self.low), rising(self.high))


_NUMBER = r"(?<![\w.])\d+(?:\.\d+)?(?:e[−-]?\d+)?(?![\w.])"
_OPERATORS: dict[type[ast.operator], Callable[[Interval, Interval], Interval]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def evaluate(side: str) -> Interval:
    """Return what one side of an equation may stand for; anything but arithmetic is an error."""
    python = re.sub(
        _NUMBER, lambda found: f"number('{found[0].replace('−', '-')}')", side.replace("e^", "E**")
    )
    python = python.replace("∞", "number('inf')").replace("−", "-").replace("×", "*").replace("·", "*")
    python = re.sub(r"√(number\('[^']*'\))", r"root(\1)", python)
    return _value(ast.parse(python.strip(), mode="eval").body)


def _value(node: ast.expr) -> Interval:
    match node:
        case ast.Call(func=ast.Name(id="number"), args=[ast.Constant(value=str(text))]):
            return Interval.shown(text)
        case ast.Call(func=ast.Name(id="root"), args=[inside]):
            return _value(inside).map(math.sqrt)
        case ast.BinOp(left=ast.Name(id="E"), op=ast.Pow(), right=power):
            return _value(power).map(math.exp)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(left), _value(right))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand)
    raise ValueError(f"not arithmetic: {ast.unparse(node)}")


#: What may stand behind the last number, in words.
_NOTES = re.compile(
    r"(: .+ is beyond what float\d+ holds|, (given|allowed|not scaled)"
    r"|: \S+ may (not attend to \S+|attend to nothing)"
    r"| \(with the row's largest, (?P<largest>\S+), subtracted\))$"
)


def sides(text: str) -> tuple[list[str], re.Match[str] | None]:
    """Take an explanation apart at each ``=`` and ``≈``, and its note from the last side."""
    note = _NOTES.search(text)
    return re.split(" [=≈] ", text[: note.start()] if note else text), note


def plain(latex: str) -> str:
    """Turn the LaTeX of an explanation into the signs that `evaluate` reads."""
    assert latex.count("{") == latex.count("}"), latex
    latex = latex.replace(r"\approx", "=")
    latex = re.sub(r" \\cdot 10\^\{(-?\d+)\}", r"e\1", latex)
    latex = latex.replace(r"\infty", "∞").replace(r"\times", "×").replace("-", "−")
    latex = re.sub(r"\\sqrt\{(\d+)\}", r"√\1", latex)
    latex = re.sub(r"e\^\{([^{}]*)\}", r"e^(\1)", latex)
    return re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"(\1) / (\2)", latex)
