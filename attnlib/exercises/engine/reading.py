"""Reads what a function returned as arrays of numbers, without ever building a huge one."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any

import numpy as np

from attnlib.maths.check import Array

#: No right answer is nearly as large; a result of more numbers is a slip, and nobody should wait for it.
MOST_NUMBERS = 100_000


@dataclass(frozen=True)
class Unreadable:
    """Why a result can't be read as numbers."""

    slip: str
    says: str


def as_arrays(value: Any) -> tuple[Array, ...] | Unreadable:
    """Read a result: an array, a number, nested lists, another library's array, or a tuple of such.

    Examples
    --------
    >>> as_arrays([[1, 2], [3, 4]])[0].shape
    (2, 2)
    >>> as_arrays([[1, 2], [3]]).says
    'It returns rows of unequal length, which are no array of numbers.'
    """
    if _is_several(value):
        parts = [_as_array(part) for part in value]
        bad = next((part for part in parts if isinstance(part, Unreadable)), None)
        return bad or tuple(part for part in parts if not isinstance(part, Unreadable))
    array = _as_array(value)
    if not isinstance(array, Unreadable):
        return (array,)
    return _matrices(value) or array


def _matrices(value: Any) -> tuple[Array, ...]:
    """Read a list of whole matrices as several results; empty where it isn't one."""
    if not isinstance(value, list) or _size(value) > MOST_NUMBERS:
        return ()
    parts = [_as_array(part) for part in value]
    found = tuple(part for part in parts if not isinstance(part, Unreadable) and part.ndim > 1)
    return found if len(found) == len(parts) else ()


def _is_several(value: Any) -> bool:
    """Whether a result is several arrays, not one: a tuple of them, or a list of whole matrices of unlike shapes."""
    if isinstance(value, tuple):
        return not all(map(np.isscalar, value))
    matrices = isinstance(value, list) and all(isinstance(part, np.ndarray) for part in value)
    return matrices and len({part.shape for part in value}) > 1


def _as_array(value: Any) -> Array | Unreadable:
    size = _size(value)
    if size > MOST_NUMBERS:
        return Unreadable(
            "too_large", f"It returns more than {MOST_NUMBERS:,} numbers. See which axis is repeated."
        )
    try:
        array = np.asarray(_unwrapped(value))
    except ValueError:
        return Unreadable("not_numbers", "It returns rows of unequal length, which are no array of numbers.")
    except Exception:
        return _no_numbers(value)
    if array.dtype.kind == "c":
        return Unreadable("not_numbers", "It returns complex numbers.")
    return array if array.dtype.kind in "fiub" else _no_numbers(value)


def _unwrapped(value: Any) -> Any:
    """Take a tensor of another library to NumPy, away from its gradients."""
    if isinstance(value, np.ndarray) or not callable(getattr(value, "numpy", None)):
        return value
    return (value.detach() if callable(getattr(value, "detach", None)) else value).numpy()


def _size(value: Any, budget: int = MOST_NUMBERS) -> int:
    """Count numbers, no further than just beyond a budget."""
    if isinstance(value, (list, tuple)):
        if len(value) > budget or not hasattr(next(iter(value), None), "__len__"):
            return len(value)
        total = 0
        for part in value:
            total += _size(part, budget - total)
            if total > budget:
                break
        return total
    size = getattr(value, "size", 1)
    return size if isinstance(size, int) else 1


def _no_numbers(value: Any) -> Unreadable:
    kind = type(value).__name__
    if value is ...:
        return Unreadable("not_written", "There is nothing in it yet.")
    if inspect.isgenerator(value):
        why = "a generator: write return instead of yield"
    elif inspect.iscoroutine(value):
        value.close()
        why = "a coroutine: write def instead of async def"
    elif callable(value):
        why = "a function: call it, with its arguments in brackets"
    elif isinstance(value, dict):
        why = "a dictionary: return the array itself"
    else:
        why = f"{kind}, which is no array of numbers"
    return Unreadable("not_numbers", f"It returns {why}.")
