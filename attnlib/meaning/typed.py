"""Numbers as a reader types them. What is typed is data: read by rules, never evaluated."""

from __future__ import annotations

import math
import re

_NUMBER = re.compile(r"([+-]?)(\d+\.?\d*|\.\d+)(?:/(\d+\.?\d*|\.\d+))?")

#: Beyond this a cell can't show its number and a colour scale says nothing.
LARGEST = 1000.0


def typed_number(text: str) -> float:
    """Read a number such as ``2``, ``-0.5``, ``1/3`` or ``.25``.

    Parameters
    ----------
    text : str
        What was typed. A true minus sign and a decimal comma are understood.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If it is no number, divides by zero, or is larger than 1000.

    Examples
    --------
    >>> typed_number("-0.5"), typed_number(" 1/4 "), typed_number("−2,5")
    (-0.5, 0.25, -2.5)
    """
    clean = text.strip().replace("−", "-").replace(",", ".").replace(" ", "")
    match = _NUMBER.fullmatch(clean)
    if match is None:
        raise ValueError(f"{text.strip()[:40]!r} is not a number; write for example 2, -0.5 or 1/3")
    sign, upper, lower = match.groups()
    if lower is not None and float(lower) == 0:
        raise ValueError(f"{text.strip()[:40]!r} divides by zero")
    value = math.copysign(float(upper) / float(lower or 1), -1.0 if sign == "-" else 1.0)
    if not abs(value) <= LARGEST:
        raise ValueError(f"{text.strip()[:40]!r} is beyond ±{LARGEST:g}; a cell has no room for it")
    return value + 0.0  # −0 reads as 0
