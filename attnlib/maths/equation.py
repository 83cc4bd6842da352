"""Printed equations that hold in the figures that they print.

A reader checks 0.894 × 2 with the figures that stand there, and finds 1.788 instead of 1.789. So the left side gets as
many figures as it takes until what is printed gives what is printed; where no reasonable number of them does, the sign
is ≈.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from attnlib.maths.numbers import INFINITY, MINUS, number, scientific

#: Decimals that a left side gets at first, and at most.
FEWEST, MOST = 3, 8

EQUAL, NEARLY = "=", "≈"

#: A difference this near to half a unit counts as more, so that whoever adds in another order finds the same.
_NEARLY_HALF = 1 - 1e-6

#: Writes a left side with so many decimals, and says what it is worth as written.
Left = Callable[[int], tuple[str, float]]


def equation(left: Left, value: float, *, fewest: int = FEWEST, digits: int = 3) -> tuple[str, str, str]:
    """Choose the figures of a left side so that it gives its result as printed.

    Parameters
    ----------
    left : callable
        Takes a number of decimals; returns the text and what the text is worth.
    value : float
        The result.
    fewest : int, default 3
        Decimals tried first.
    digits : int, default 3
        Decimals of the result.

    Returns
    -------
    left, sign, right : str
        The sign is ``=``, or ``≈`` where more figures don't help.

    Examples
    --------
    >>> def doubled(decimals):
    ...     said = written(0.8943, decimals)
    ...     return f"{said} × 2", read(said) * 2
    >>> equation(doubled, 1.7886)
    ('0.8943 × 2', '=', '1.789')
    """
    right = number(value, digits)
    for decimals in range(fewest, MOST + 1):
        said, worth = left(decimals)
        if holds(worth, right):
            return said, EQUAL, right
    return said, NEARLY, right


def holds(worth: float, right: str) -> bool:
    """Tell whether a number rounds to what is printed. A whole number stands for itself, to three decimals.

    Examples
    --------
    >>> holds(1.7886, "1.789"), holds(1.788, "1.789"), holds(3.9, "4")
    (True, False, False)
    """
    printed = read(right)
    if not (math.isfinite(printed) and math.isfinite(worth)):
        return worth == printed or (math.isnan(worth) and math.isnan(printed))
    return abs(worth - printed) <= _NEARLY_HALF * half_a_unit(right)


def half_a_unit(text: str) -> float:
    """Say what the last figure of a written number leaves open; a whole number is meant to three decimals.

    Examples
    --------
    >>> half_a_unit("1.79"), half_a_unit("1.2e−7"), half_a_unit("4")
    (0.005, 5e-09, 0.0005)
    """
    mantissa, _, exponent = text.replace(MINUS, "-").partition("e")
    decimals = len(mantissa.partition(".")[2])
    if not exponent and not decimals:
        decimals = FEWEST
    return float(f"5e{int(exponent or 0) - decimals - 1}")


def read(text: str) -> float:
    """Read a written number again.

    Examples
    --------
    >>> read("−2.828"), read("1.2e−7"), read("−∞")
    (-2.828, 1.2e-07, -inf)
    """
    return float(text.replace(MINUS, "-").replace(INFINITY, "inf"))


def written(value: float, decimals: int) -> str:
    """Write a number like `number`; what needs an exponent gets more figures with more decimals, too.

    Examples
    --------
    >>> written(0.89429, 4), written(2.0, 4), written(1.2345e-7, 3), written(1.2346e-7, 5)
    ('0.8943', '2', '1.2e−7', '1.235e−7')
    """
    text = number(value, decimals)
    return scientific(value, 1 + decimals - FEWEST) if "e" in text else text
