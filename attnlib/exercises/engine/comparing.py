"""Compares what came with what was needed: kind, shape, then numbers; and says where they part."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnlib.maths.check import Array, shape_text

#: Relative and absolute tolerance: what careful arithmetic in float32 may lose, whatever the result is stored as.
_TOLERANCE = (8e-5, 8e-6)


@dataclass(frozen=True)
class Difference:
    """How a result differs from what was needed, and the word for it where it is plain.

    ``place`` is which of several results it was, ``wrong`` marks the cells that differ.
    """

    says: str
    slip: str | None = None
    wrong: Array | None = None
    place: int = 0


def difference(got: Array, needed: Array) -> Difference | None:
    """Say how two arrays differ, or return None where they agree within rounding.

    Examples
    --------
    >>> difference(np.ones((2, 3)), np.ones((3, 2))).says
    'It returns shape (2, 3), needed is (3, 2). The last two axes look swapped.'
    >>> difference(np.ones(2), np.ones(2)) is None
    True
    """
    if got.shape != needed.shape:
        return Difference(*_about_shapes(got, needed))
    if (got.dtype == bool) != (needed.dtype == bool):
        return Difference(_about_kinds(got, needed), "wrong_dtype")
    agree = _agree(got, needed)
    if agree.all():
        return None
    if got.ndim > 1 and got.shape[-1] == got.shape[-2] and _agree(_flip(got), needed).all():
        return Difference(
            "It is the right matrix transposed: rows and columns are swapped.", "transposed", ~agree
        )
    missing = np.isnan(got) & ~np.isnan(needed)
    if missing.any():
        return Difference(f"{_of(missing)} NaN (not a number).", "not_a_number", ~agree)
    return Difference(f"{_of(~agree)} wrong.", None, ~agree)


def agrees(got: Array, needed: Array) -> bool:
    """Whether two arrays agree within rounding."""
    return difference(got, needed) is None


def _agree(got: Array, needed: Array) -> Array:
    rtol, atol = _TOLERANCE
    with np.errstate(invalid="ignore", over="ignore"):
        close: Array = np.isclose(
            got.astype(float), needed.astype(float), rtol=rtol, atol=atol, equal_nan=True
        )
    return close


def _of(marked: Array) -> str:
    """Count marked cells in words: "2 of 6 numbers are"."""
    count = int(np.count_nonzero(marked))
    if marked.size == 1:
        return "The number is"
    if count == marked.size:
        return "Both numbers are" if count == 2 else f"All {count} numbers are"
    return f"{count} of {marked.size} numbers {'is' if count == 1 else 'are'}"


def _about_kinds(got: Array, needed: Array) -> str:
    if needed.dtype == bool:
        return f"It returns numbers ({got.dtype}); needed are booleans, True or False, as a comparison gives them."
    return "It returns booleans; needed are numbers."


def _about_shapes(got: Array, needed: Array) -> tuple[str, str]:
    """Say what shape came and which axes look swapped, with the word for it."""
    came, due = got.shape, needed.shape
    text = f"It returns shape {shape_text(came)}, needed is {shape_text(due)}."
    if len(came) != len(due):
        count = abs(len(due) - len(came))
        axes = "an axis is" if count == 1 else f"{count} axes are"
        which = f"{axes} {'missing' if len(came) < len(due) else 'too many'}"
        return f"{text} {which[0].upper()}{which[1:]}.", "wrong_shape"
    if came[:-2] + came[-2:][::-1] == due:
        return f"{text} The last two axes look swapped.", "transposed"
    odd = [axis for axis, (a, b) in enumerate(zip(came, due, strict=True)) if a != b]
    if sorted(came) == sorted(due):
        return f"{text} Axes {' and '.join(map(str, odd))} look exchanged.", "axes_exchanged"
    return f"{text} Look at axis {odd[0]}: {came[odd[0]]} instead of {due[odd[0]]}.", "wrong_shape"


def _flip(array: Array) -> Array:
    return np.swapaxes(array, -1, -2)
