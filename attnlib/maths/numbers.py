"""How a number is written, the same in explanations, panels, figures and widgets."""

from __future__ import annotations

import math
from functools import lru_cache

MINUS = "−"
INFINITY = "∞"

#: From here on a number is written with its exponent.
_LARGE = 1e6
#: What the order of a sum's terms may change; a cell says the same on every machine.
_ROUNDING = 1e-12


def number(value: float, digits: int = 3) -> str:
    """Write a number for reading: integers bare, decimals rounded, tiny ones with their exponent.

    Parameters
    ----------
    value : float
        The number.
    digits : int, default 3
        Decimals kept when the number is not an integer.

    Returns
    -------
    str
        With a true minus sign, ``∞`` for infinity, and no trailing exponent unless rounding would show 0.

    Examples
    --------
    >>> number(4.0), number(-2.8284271), number(1.2e-7), number(-math.inf)
    ('4', '−2.828', '1.2e−7', '−∞')
    """
    size = abs(value)
    if not size < _LARGE:
        return scientific(value, 1) if size < math.inf else _no_number(value)
    if value == int(value):
        return _signed(f"{int(value)}")
    if size < 0.5 * 10**-digits:
        return scientific(value, 1)
    return _signed(f"{value:.{digits}f}")


def significant(value: float, digits: int = 4) -> str:
    """Write a number on the way to a result, with so many digits that the next step can be followed with them.

    Examples
    --------
    >>> significant(16.91886), significant(0.00673794), significant(1.0), significant(2.0612e-9)
    ('16.92', '0.006738', '1', '2.061e−9')
    """
    size = abs(value)
    if not size < math.inf or (size < _LARGE and value == int(value)):
        return number(value)
    if not 1e-4 <= size < _LARGE:
        return scientific(value, digits - 1)
    decimals = max(1, digits - 1 - math.floor(math.log10(size)))
    return _signed(f"{value:.{decimals}f}")


@lru_cache(maxsize=8192)  # cells hold few different numbers, and a drag comes back to them
def short(value: float, digits: int = 2) -> str:
    """Write a number for a cell: like `number`, but what rounds to zero is written ``0.00``.

    A genuine zero stays ``0``; so a reader can tell *nothing* from *next to nothing*.

    Examples
    --------
    >>> short(0.0), short(0.0004), short(-0.0004), short(0.8943), short(4.0)
    ('0', '0.00', '0.00', '0.89', '4')
    """
    if not -_LARGE < value < _LARGE or value == int(value):
        return number(value, digits)
    if (near := round(value)) and abs(value - near) < _ROUNDING:  # 0.9999999999999999 is 1 on another machine
        return number(float(near), digits)
    text = f"{abs(value):.{digits}f}"
    return MINUS + text if value < 0 and float(text) else text


def bracketed(text: str) -> str:
    """Put a written number in brackets if it is negative, as a factor or an exponent must be.

    Examples
    --------
    >>> bracketed(number(-1.5)), bracketed(number(2))
    ('(−1.500)', '2')
    """
    return f"({text})" if text.startswith((MINUS, "-")) else text


def latex(text: str) -> str:
    r"""Turn a written number into LaTeX.

    Examples
    --------
    >>> latex("−2.828"), latex("1.2e−7"), latex("−∞")
    ('-2.828', '1.2 \\cdot 10^{-7}', '-\\infty')
    """
    mantissa, _, exponent = text.replace(MINUS, "-").replace(INFINITY, r"\infty").partition("e")
    if mantissa == "NaN":
        return r"\text{NaN}"
    return rf"{mantissa} \cdot 10^{{{exponent}}}" if exponent else mantissa


def scientific(value: float, digits: int) -> str:
    """Write a number with its exponent, and so many decimals before it."""
    mantissa, exponent = f"{value:.{digits}e}".split("e")
    return _signed(f"{mantissa}e{int(exponent)}")


def _no_number(value: float) -> str:
    return "NaN" if math.isnan(value) else INFINITY if value > 0 else MINUS + INFINITY


def _signed(text: str) -> str:
    return text.replace("-", MINUS)
