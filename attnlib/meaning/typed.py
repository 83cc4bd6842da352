"""Numbers as a reader types them, into a cell, a sheet or an answer: 1/3, 4/√2, e^2.83/18.9, −∞.

What is typed is data: read by rules, never evaluated.
"""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass

#: What is longer is no answer to one cell.
LONGEST = 40

#: Beyond this a number is no answer either.
LARGEST = 1e6

#: Beyond this a cell can't show its number and a colour scale says nothing.
LARGEST_IN_CELL = 1000.0

_TOKEN = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[-+]?[0-9]+)?|sqrt|√|exp|e\^|[-+*/()^]")
#: 1 048 576, or 1,048,576: with a single comma it is a decimal.
_GROUPED = re.compile(
    r"(?<![0-9.,])[0-9]{1,3}(?:(?:[ \u00a0\u2009\u202f][0-9]{3})+|(?:,[0-9]{3}){2,})(?![0-9,])"
)
#: With a space beside it a comma separates two numbers.
_TWO = re.compile(r"[0-9](?:\s+,\s*|,\s+|\s*;\s*)[-+−]?[0-9.]")
_SPELT = {
    "−": "-",
    "–": "-",
    "×": "*",
    "·": "*",
    "÷": "/",
    "⁄": "/",
    "∕": "/",
    "∗": "*",
    "⋅": "*",
    "{": "(",
    "}": ")",
    "‐": "-",
    "‑": "-",
    ":": "/",
    ",": ".",
}
_INFINITE = re.compile(r"([+-]?)(?:∞|oo|inf|infinity)\.?")
_SUPERSCRIPT = re.compile("[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
#: One number written as a whole and a fraction: 2 1/3.
_MIXED = re.compile(r"([-−]?)\s*([0-9]+)\s+([0-9]+)\s*[/⁄∕]\s*([0-9]+)")
#: As they are said or programmed, and what they are written with.
_WORDS = (
    (r"\b(?:np|numpy|math|torch)\.", ""),
    (r"float\(\s*['\"]([^'\"]*)['\"]\s*\)", r"\1"),
    (r"\bminus\b", "-"),
    (r"\broot\b(?:\s+of\b)?", "√"),
    (r"(?<=[0-9)])\s*x\s*(?=[-−0-9(√.])", "*"),
)
#: Powers up to this, and their halves, such as 8^.5; nobody needs others by hand.
_HIGHEST = 20
#: What has more decimals than this is as exact as a float.
_DEEPEST = 300
_EXAMPLES = "write for example 2, -0.5, 1/3, 4/√2, e^2.83 or -inf"
_EXAMPLES_IN_CELL = "write for example 2, -0.5, 1/3 or √2"


@dataclass(frozen=True)
class TypedValue:
    """A number as it was written.

    Attributes
    ----------
    value : float
    slack : float
        How far the number meant may be from ``value``: half a unit of the last place of each decimal in it, carried
        through the arithmetic. 0 for what is exact, such as 1/3 or 4/√2.
    decimals : int or None
        The fewest decimals of a number in it; None if it is exact.
    """

    value: float
    slack: float = 0.0
    decimals: int | None = None


def typed_value(text: str, *, largest: float = LARGEST) -> TypedValue:
    """Read a number, a fraction, a root, a power, or sums and products of them.

    Parameters
    ----------
    text : str
        What was typed. Known are decimals with a point or a comma, thousands (1 048 576 or 1,048,576),
        ``+ - * / ( )`` and their printed forms, ``√`` or ``sqrt``, ``e^`` or ``exp``, whole and half powers such as
        ``8^.5`` or ``2²``, exponents such as ``1.2e-7``, ½ and 2 1/3, and ``∞`` or ``inf``. A root takes the number or
        bracket behind it; ``2√2`` and ``2e^0`` are one factor. A sign of equality before it may stay.
    largest : float
        Beyond ± this a number is refused.

    Returns
    -------
    TypedValue

    Raises
    ------
    ValueError
        If it is none of these, is two numbers, is in per cent, divides by zero, takes the root of a negative number, or
        is longer than 40 characters or too large.

    Examples
    --------
    >>> typed_value("4/√2").value, typed_value("2,83")
    (2.82842712474619, TypedValue(value=2.83, slack=0.005, decimals=2))
    >>> typed_value("-inf").value
    -inf
    """
    return _read(text, largest, "nothing here is so large", _EXAMPLES)


def typed_number(text: str) -> float:
    """Read what is typed into a cell that is computed with: whatever `typed_value` reads, from −1000 to 1000.

    Parameters
    ----------
    text : str
        What was typed.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        As for `typed_value`, with examples that suit a cell; and if it is infinite.

    Examples
    --------
    >>> typed_number("-0.5"), typed_number(" 1/4 "), typed_number("−2,5"), typed_number("√2")
    (-0.5, 0.25, -2.5, 1.4142135623730951)
    """
    no_room = "a cell has no room for it"
    value = _read(text, LARGEST_IN_CELL, no_room, _EXAMPLES_IN_CELL).value
    if math.isinf(value):
        raise _beyond(repr(text.strip()), LARGEST_IN_CELL, no_room)
    return value


def _read(text: str, largest: float, why: str, examples: str) -> TypedValue:
    said = repr(text.strip()[:LONGEST])
    if len(text) > LONGEST:
        raise ValueError(f"{said}… is too long; work it out, and {examples}")
    text = _as_typed(text)
    if _TWO.search(text):
        raise ValueError(f"{said} looks like two numbers; a decimal is written 1.2 or 1,2")
    if re.search(r"[0-9)]\s*[=≈]", text):
        raise ValueError(f"{said} is a whole equation; write only what it comes to")
    if re.search(r"…|\.\.", text):
        raise ValueError(f"{said} goes on without an end; round it, or write a fraction such as 1/3")
    text = _GROUPED.sub(lambda found: re.sub("[^0-9]", "", found[0]), text)
    clean = "".join(_SPELT.get(char, char) for char in text.lower() if not char.isspace()).replace("**", "^")
    if infinite := _INFINITE.fullmatch(clean):
        return TypedValue(-math.inf if infinite[1] == "-" else math.inf)
    if clean.endswith(("%", "percent", "percent.")):
        raise ValueError(f"{said} is in per cent; write a share of 1, such as 0.05 for 5%")
    tokens = _TOKEN.findall(clean)
    if not tokens or "".join(tokens) != clean or re.search(r"[0-9.]\s+[0-9.]", text):
        raise ValueError(f"{said} is not a number; {examples}")
    try:
        value = _Reader(tokens).whole()
    except _UnreadableError as error:
        raise ValueError(f"{said} {error}; {examples}") from None
    except OverflowError:
        value = TypedValue(math.inf)
    if not abs(value.value) <= largest:
        raise _beyond(said, largest, why)
    return TypedValue(value.value + 0.0, value.slack, value.decimals)  # −0 reads as 0


def _beyond(said: str, largest: float, why: str) -> ValueError:
    return ValueError(f"{said} is beyond ±{largest:g}; {why}")


def _as_typed(text: str) -> str:
    """Put what people type and print into the few signs of the rules: ½, 2², = 0.5, $0.5$, np.inf."""
    text = text.strip().lower().strip("$'\"` \t\n").lstrip("=≈~ ").rstrip(",; ")
    if mixed := _MIXED.fullmatch(text):
        return "{}({}+{}/{})".format(*mixed.groups())
    for pattern, sign in _WORDS:
        text = re.sub(pattern, sign, text)
    text = _SUPERSCRIPT.sub(lambda of: f"^({unicodedata.normalize('NFKC', of[0])})", text)
    text = re.sub(r"([0-9]*)\s?([¼-¾⅐-⅞])", _fraction, text)
    return "".join(unicodedata.normalize("NFKC", char) if "！" <= char <= "～" else char for char in text)


def _fraction(found: re.Match[str]) -> str:
    whole = f"{found[1]}+" if found[1] else ""
    return f"({whole}{unicodedata.normalize('NFKC', found[2])})"


class _UnreadableError(Exception):
    """The text isn't one that these rules know."""

    def __init__(self, says: str = "is not a number") -> None:
        super().__init__(says)


class _Reader:
    """Reads tokens from left to right: a sum of products of signed factors."""

    def __init__(self, tokens: list[str]) -> None:
        self._left = tokens[::-1]

    def whole(self) -> TypedValue:
        value = self._sum()
        if self._left:
            raise _UnreadableError
        return value

    def _next(self, *wanted: str) -> str:
        """Take the next token if it is one of these."""
        return self._left.pop() if self._left and self._left[-1] in wanted else ""

    def _sum(self) -> TypedValue:
        total = self._product()
        while sign := self._next("+", "-"):
            term = self._product()
            value = total.value + term.value if sign == "+" else total.value - term.value
            total = TypedValue(value, total.slack + term.slack, _fewest(total, term))
        return total

    def _product(self) -> TypedValue:
        total = self._signed()
        while sign := self._next("*", "/"):
            factor = self._signed()
            total = _times(total, factor) if sign == "*" else _over(total, factor)
        return total

    def _signed(self) -> TypedValue:
        minus = self._next("+", "-") == "-"
        factor = self._factor()
        return TypedValue(-factor.value, factor.slack, factor.decimals) if minus else factor

    def _factor(self) -> TypedValue:
        base = self._base()
        return _power(base, self._signed()) if self._next("^") else base

    def _base(self) -> TypedValue:
        if self._next("("):
            inside = self._sum()
            if not self._next(")"):
                raise _UnreadableError("lacks a closing bracket")
            return inside
        if self._next("√", "sqrt"):
            return _root(self._factor())
        if self._next("e^", "exp"):
            power = self._signed()
            value = math.exp(power.value)
            return TypedValue(value, value * power.slack, power.decimals)
        if not self._left or not (self._left[-1][0].isdigit() or self._left[-1][0] == "."):
            raise _UnreadableError
        number = _number(self._left.pop())
        if self._left and self._left[-1] in ("√", "sqrt", "e^", "exp"):
            return _times(number, self._factor())
        return number


def _number(token: str) -> TypedValue:
    mantissa, _, exponent = token.partition("e")
    decimals = len(mantissa.partition(".")[2]) - int(exponent or 0)
    if decimals <= 0 or decimals > _DEEPEST:
        return TypedValue(float(token))
    return TypedValue(float(token), 0.5 * 10.0**-decimals, decimals)


def _times(a: TypedValue, b: TypedValue) -> TypedValue:
    return TypedValue(a.value * b.value, abs(a.value) * b.slack + abs(b.value) * a.slack, _fewest(a, b))


def _over(a: TypedValue, b: TypedValue) -> TypedValue:
    if b.value == 0:
        raise _UnreadableError("divides by zero")
    value = a.value / b.value
    return TypedValue(value, (a.slack + abs(value) * b.slack) / abs(b.value), _fewest(a, b))


def _root(of: TypedValue) -> TypedValue:
    if of.value < 0:
        raise _UnreadableError("takes the root of a negative number")
    value = math.sqrt(of.value)
    return TypedValue(value, 0.5 * of.slack / value if value else 0.0, of.decimals)


def _power(of: TypedValue, by: TypedValue) -> TypedValue:
    """Raise to a whole or half power, which is exact however it is written."""
    if by.value * 2 != int(by.value * 2) or abs(by.value) > _HIGHEST:
        raise _UnreadableError(f"has another power than whole and half ones up to {_HIGHEST}")
    if of.value < 0 and by.value != int(by.value):
        raise _UnreadableError("takes the root of a negative number")
    if of.value == 0 and by.value < 0:
        raise _UnreadableError("divides by zero")
    value = float(of.value**by.value)
    return TypedValue(value, abs(by.value * value / of.value) * of.slack if of.value else 0.0, of.decimals)


def _fewest(a: TypedValue, b: TypedValue) -> int | None:
    known = [value.decimals for value in (a, b) if value.decimals is not None]
    return min(known, default=None)
