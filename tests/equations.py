"""Equations as they stand printed: found in text and LaTeX, and checked by exact decimal arithmetic.

Nothing here is the library's: the figures that a reader sees are all that is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal, getcontext

getcontext().prec = 60

_TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?(?:e-?\d+)?|e\^|[-+*/()√^])")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
_WHOLE = Decimal("0.0005")


class NotArithmeticError(ValueError):
    """A side in words or symbols."""


def exact(side: str) -> Decimal:
    """Evaluate one side with the figures printed.

    Examples
    --------
    >>> exact("0.053×0 + 0.894×2 + 0.053×0"), exact("2√4 − (−1)")
    (Decimal('1.788'), Decimal('5'))
    """
    rest, tokens = _ascii(side).strip(), []
    while rest:
        found = _TOKEN.match(rest)
        if not found:
            raise NotArithmeticError(side)
        tokens.append(found[1])
        rest = rest[found.end() :].strip()
    tokens.reverse()
    value = _sum(tokens)
    if tokens:
        raise NotArithmeticError(side)
    return value


def _ascii(side: str) -> str:
    for sign, plain in (("−", "-"), ("×", "*"), ("·", "*"), ("÷", "/")):
        side = side.replace(sign, plain)
    return side


def _sum(tokens: list[str]) -> Decimal:
    total = _product(tokens)
    while tokens and tokens[-1] in "+-":
        total += _signed(tokens)
    return total


def _signed(tokens: list[str]) -> Decimal:
    sign = 1 if tokens.pop() == "+" else -1
    return sign * _product(tokens)


def _product(tokens: list[str]) -> Decimal:
    total = _factor(tokens)
    while tokens and tokens[-1] not in ("+", "-", ")"):
        if tokens[-1] == "/":
            tokens.pop()
            total /= _factor(tokens)
        else:
            if tokens[-1] == "*":
                tokens.pop()
            total *= _factor(tokens)
    return total


def _factor(tokens: list[str]) -> Decimal:
    if not tokens:
        raise NotArithmeticError
    match token := tokens.pop():
        case "-":
            return -_factor(tokens)
        case "√":
            return _factor(tokens).sqrt()
        case "e^":
            return _factor(tokens).exp()
        case "(":
            value = _sum(tokens)
            if not tokens or tokens.pop() != ")":
                raise NotArithmeticError
        case _ if token[0].isdigit():
            value = Decimal(token)
        case _:
            raise NotArithmeticError
    if tokens and tokens[-1] == "^":
        tokens.pop()
        return value ** _factor(tokens)
    return value


def half_a_unit(number: str) -> Decimal:
    """Say what the last printed figure leaves open; a whole number is meant to three decimals."""
    mantissa, _, exponent = _ascii(number).partition("e")
    decimals = len(mantissa.partition(".")[2])
    return Decimal(5).scaleb(int(exponent or 0) - decimals - 1) if decimals or exponent else _WHOLE


def false_links(equation: str) -> list[str]:
    """Return the links between neighbouring sides that don't hold as printed; sides in words are passed over.

    ``≈`` must say why it stands there: it is false where the figures printed would allow ``=``, or differ by more than
    two per cent.
    """
    parts = re.split(r"\s*([=≈])\s*", equation)
    wrong = []
    for left, sign, right in zip(parts[::2], parts[1::2], parts[2::2], strict=False):
        try:
            found, meant = exact(left), exact(right)
        except (NotArithmeticError, ArithmeticError):
            continue
        off, allowed = abs(found - meant), tolerance(right)
        honest = (
            off <= allowed
            if sign == "="
            else off <= max(abs(meant), abs(found)) / 50 or size(left) > 1e3 * abs(float(meant))
        )
        if not honest:
            wrong.append(f"{left} {sign} {right}: it is {found:.8}")
    return wrong


def tolerance(right: str) -> Decimal:
    """Say what the figures of a right side leave open: half a unit of each number, carried to the end."""
    text = _ascii(right).strip()
    if _NUMBER.fullmatch(text):
        return half_a_unit(text)
    meant, total = exact(text), Decimal(0)
    for number in re.finditer(r"\d+\.\d+(?:e-?\d+)?", text):
        moved = Decimal(number[0]) + half_a_unit(number[0])
        total += abs(exact(f"{text[: number.start()]}({moved:f}){text[number.end() :]}") - meant)
    return total * Decimal("1.01") or _WHOLE


def size(side: str) -> float:
    """Size of the largest number in a side: what cancels in a sum loses its figures."""
    return max((abs(float(found[0])) for found in _NUMBER.finditer(_ascii(side))), default=0.0)


#: Numbers with signs of arithmetic between them, then a sign of equality and a number, and perhaps more sides.
_OPERAND = r"\(?[−-]?(?:√|e\^)?\(?[−-]?\d+(?:\.\d+)?(?:e[−-]?\d+)?\)?(?:\^\d+)?\)?"
_SIDE = rf"{_OPERAND}(?:\s?[×·/+−*-]\s?[(]*{_OPERAND}[)]*|√\d+)*"
_EQUATION = re.compile(rf"(?<![\w.,^\[\]]){_SIDE}(?:\s[=≈]\s{_SIDE})+(?![\w^]|\.\d)")


def found_in(text: str) -> Iterator[str]:
    """Yield the equations between numbers that stand in prose, in LaTeX or in a printed output."""
    for equation in _EQUATION.finditer(_unlatex(text)):
        if re.search(r"[×·/+√^*]|\d\s?[−-]\s?\d", equation[0]):
            yield equation[0]


def _unlatex(text: str) -> str:
    text = re.sub(
        r"\\d?t?frac\{([^{}]*(?:\{[^{}]*\})*[^{}]*)\}\{([^{}]*(?:\{[^{}]*\})*[^{}]*)\}", r"(\1) / (\2)", text
    )
    for command, sign in (
        (r"\times", "×"),
        (r"\cdot", "·"),
        (r"\approx", "≈"),
        (r"\,", ""),
        (r"\;", " "),
        ("&=", "="),
    ):
        text = text.replace(command, sign)
    text = re.sub(r"\\sqrt\{?(\d+)\}?", r"√\1", text)
    return re.sub(r"\^\{([^{}]*)\}", r"^(\1)", text)
