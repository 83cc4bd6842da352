"""Reads one number, however a reader wrote it as an answer: Python's, NumPy's, or text by the rules of the sheets."""

from __future__ import annotations

import math
import re
import unicodedata
from typing import Any

import numpy as np

from attnlib.meaning.typed import TypedValue, typed_value

#: Answers to questions count larger things than cells of a sheet hold.
LARGEST = 1e12
#: What lessons and readers leave where there is no answer yet.
_GAP = re.compile(r"[\s?…._]*")
_SAYS = "Answer with one number, such as 0.25 or 1/4."
_ABOUT = re.compile(
    r"(?:about|approximately|approx\.?|around|roughly|circa|ca\.|exactly|answer|[~≃≅:])\s*", re.IGNORECASE
)
_PER_CENT = re.compile(r"\s*(?:%|per ?cent)$", re.IGNORECASE)


def is_gap(answer: Any) -> bool:
    """Whether nothing has been answered yet.

    Examples
    --------
    >>> is_gap("?"), is_gap(...), is_gap(" … "), is_gap("a")
    (True, True, True, False)
    """
    return answer is ... or (isinstance(answer, str) and _GAP.fullmatch(answer) is not None)


def read_number(answer: Any, *, share: bool = False) -> TypedValue | str:
    """Read an answer as one number, or say why it is none. True is no number.

    Parameters
    ----------
    answer : object
    share : bool
        Whether a share of 1 is asked for: then per cent are read as well.

    Examples
    --------
    >>> read_number("≈ 2²/√2").value, read_number("33 %", share=True).value
    (2.82842712474619, 0.33)
    >>> read_number("1, 2")
    "Answer with one number, such as 0.25 or 1/4. '1, 2' looks like two numbers; a decimal is written 1.2 or 1,2."
    """
    if isinstance(answer, np.ndarray) and answer.size == 1:
        answer = answer.item()
    if isinstance(answer, bool | np.bool_):
        return _SAYS
    try:
        typed = _from_text(answer, share) if isinstance(answer, str) else _from_value(answer)
    except ValueError as error:
        return f"{_SAYS} {error}." if isinstance(answer, str) else _SAYS
    except (TypeError, OverflowError, ArithmeticError):
        return _SAYS
    return typed if math.isfinite(typed.value) else _SAYS


def _from_value(answer: Any) -> TypedValue:
    value = float(answer)
    digits = repr(value).partition(".")[2]  # as they were typed
    decimals = len(digits) if digits.isdigit() and digits != "0" else None
    return TypedValue(value, 0.5 * 10.0**-decimals if decimals else 0.0, decimals)


def _from_text(answer: str, share: bool) -> TypedValue:
    said = " ".join(answer.split())
    text = _plain(said)
    body = _PER_CENT.sub("", text)
    if body == text or not share:
        return _typed(text, said)
    number = _typed(body, said)
    if body.isdigit():  # whole per cent are two decimals of a share
        return TypedValue(number.value / 100, 0.005, 2)
    decimals = None if number.decimals is None else number.decimals + 2
    return TypedValue(number.value / 100, number.slack / 100, decimals)


def _typed(text: str, said: str) -> TypedValue:
    """Read what was made plain; where it can't be read, the message quotes what was typed."""
    try:
        return typed_value(text, largest=LARGEST)
    except ValueError as error:
        raise ValueError(str(error).replace(repr(text), repr(said), 1)) from None


def _plain(text: str) -> str:
    """Take off what stands around a number: quotation marks, "about", an equation before it, dots behind it."""
    text = "".join(char for char in text if unicodedata.category(char) != "Cf").strip("\"'`“”„‘’$ ")
    text = re.split("[=≈]", text)[-1]  # of 4/√2 = 2.83 what comes out
    while (shorter := _ABOUT.sub("", text.strip(), count=1) if _ABOUT.match(text.strip()) else text) != text:
        text = shorter
    return re.sub(r"(?<=[0-9])(?:…|\.\.\.+)$", "", text.strip())
