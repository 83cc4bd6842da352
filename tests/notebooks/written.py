"""Numbers as they are written in a sentence, a table or a formula, and whether a value is rounded to them rightly."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

_THIN = "\u2009\u202f\u00a0"  # thin, narrow and no-break spaces, as in 10 000 and 89.4 %
_WHOLE = rf"\d{{1,3}}(?:(?:[,{_THIN}]|\\,|\{{,\}})\d{{3}})+(?!\d)|\d+"
_POWER = r"[eE][+-]?\d+|\s?(?:×|\\times|\\cdot)\s?10(?:\^\{?\s*[-−]?\d+\s*\}?|[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
_PERCENT = rf"(?:\s|[{_THIN}]|\\,)?(?:\\?%|per\s?cent\b)"
NUMBER = re.compile(
    rf"(?<![\w.\\])(?P<sign>(?<![\w)\]}}])[-−+])?"
    rf"(?:(?P<digits>(?:{_WHOLE})(?:\.\d+)?|\.\d+)(?P<power>{_POWER})?(?![\d])(?!\.\d)|(?P<infinite>∞|\\infty\b))"
    rf"(?P<percent>{_PERCENT})?"
)
PERCENT_AFTER = re.compile(_PERCENT)
_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")
_NOT_A_QUANTITY = re.compile(r"(?:arxiv[:\s]\s*|doi[:\s]\s*|^#{1,6}[ \t]+)$", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True)
class Number:
    """One written number: where it stands, what it says and how exactly it says it."""

    text: str
    start: int
    end: int
    value: float
    decimals: int
    percent: bool
    unit: float = 1.0  # the power of ten behind the digits

    @property
    def needs_proof(self) -> bool:
        """Tell whether the number may not stand alone: decimals and percentages may not, counts and years may."""
        return self.decimals > 0 or self.percent or self.unit != 1.0

    def agrees(self, value: float, *, percent: bool = False) -> bool:
        """Tell whether ``value``, rounded as this number is written, gives this number.

        A percentage is written for a fraction: 0.894 is 89.4 %.

        Example
        -------
        >>> number = next(find_numbers("weighs 0.89"))
        >>> number.agrees(0.8943), number.agrees(0.8957)
        (True, False)
        """
        if not math.isfinite(value) or not math.isfinite(self.value):
            return value == self.value
        shown = value * 100 if self.percent or percent else value
        half = 0.5 * 10.0**-self.decimals * self.unit
        # A tie may be rounded either way, and the last bit of the arithmetic is nobody's error.
        return abs(shown - self.value) <= half * (1 + 1e-9) + 4 * math.ulp(max(abs(shown), abs(self.value)))


def find_numbers(text: str, start: int = 0, end: int | None = None) -> Iterator[Number]:
    """Yield every number of ``text[start:end]``, signs, thin spaces, powers of ten and percent signs included.

    Version numbers (1.2.3), arXiv and DOI numbers and the numbering of a heading are no quantities.

    Example
    -------
    >>> [n.value for n in find_numbers("−.5, 10{}000 and 1.2.3".format(chr(0x2009)))]
    [-0.5, 10000.0]
    """
    for match in NUMBER.finditer(text, start, len(text) if end is None else end):
        if _NOT_A_QUANTITY.search(text[: match.start()]) or re.match(r"/[A-Za-z]", text[match.end() :]):
            continue
        yield _read(match)


def _read(match: re.Match[str]) -> Number:
    sign = -1.0 if match["sign"] in ("-", "−") else 1.0
    if match["infinite"]:
        return Number(match.group(), match.start(), match.end(), sign * math.inf, 0, False)
    digits = re.sub(rf"[,{_THIN}\\{{}}]", "", match["digits"])
    decimals = len(digits.partition(".")[2])
    unit = 1.0
    if match["power"]:
        tail = re.sub(r"^[eE]|^.*?10", "", match["power"], flags=re.DOTALL).translate(_RAISED)
        unit = 10.0 ** int(re.sub(r"[^\d-]", "", tail))
    return Number(
        match.group(),
        match.start(),
        match.end(),
        sign * float(digits) * unit,
        decimals,
        bool(match["percent"]),
        unit,
    )
