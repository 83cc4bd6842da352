"""How a number is written, the same in explanations, panels, figures and widgets."""

from __future__ import annotations

import math

MINUS = "−"
INFINITY = "∞"


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
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return INFINITY if value > 0 else MINUS + INFINITY
    if value == round(value) and abs(value) < 1e6:
        return _signed(f"{int(value)}")
    if abs(value) >= 1e6 or abs(value) < 0.5 * 10**-digits:
        mantissa, exponent = f"{value:.1e}".split("e")
        return _signed(f"{mantissa}e{int(exponent)}")
    return _signed(f"{value:.{digits}f}")


def short(value: float, digits: int = 2) -> str:
    """Write a number for a cell: like `number`, but what rounds to zero is written ``0.00``.

    A genuine zero stays ``0``; so a reader can tell *nothing* from *next to nothing*.

    Examples
    --------
    >>> short(0.0), short(0.0004), short(-0.0004), short(0.8943), short(4.0)
    ('0', '0.00', '0.00', '0.89', '4')
    """
    if math.isfinite(value) and 0 < abs(value) < 0.5 * 10**-digits:
        return f"{0:.{digits}f}"
    return number(value, digits)


def factor(value: float, digits: int = 3) -> str:
    """Write a number as one factor of a product: negatives in brackets.

    Examples
    --------
    >>> factor(-1.5), factor(2)
    ('(−1.500)', '2')
    """
    text = number(value, digits)
    return f"({text})" if text.startswith(MINUS) else text


def _signed(text: str) -> str:
    return text.replace("-", MINUS)
