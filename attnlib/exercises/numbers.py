"""Inputs of the exercises' cases: small, the same on every machine, and so that no softmax saturates."""

from __future__ import annotations

from typing import Any

import numpy as np

from attnlib.maths.check import Array


def numbers(*shape: int, seed: int = 0) -> Array:
    """Return quarters between −1.5 and 1.5, none of them 0.

    Examples
    --------
    >>> numbers(1, 3).shape, bool((abs(numbers(9, 9)) <= 1.5).all())
    ((1, 3), True)
    """
    rng = np.random.default_rng(1000 + seed)
    sizes: Array = rng.integers(1, 7, size=shape) / 4
    signs: Array = rng.choice([-1.0, 1.0], size=shape)
    return sizes * signs


def whole(*arguments: Any) -> tuple[Any, ...]:
    """Round every array of fractions to whole numbers, stored as such: what is computed must not be stored in them.

    Examples
    --------
    >>> whole(np.array([0.75, -1.5]), 3)
    (array([ 1, -2]), 3)
    """
    return tuple(np.rint(part).astype(int) if _fractions(part) else part for part in arguments)


def stored_otherwise(*arguments: Any, factor: float = 0.9) -> tuple[Any, ...]:
    """Store every array of fractions in single precision, column by column.

    The factor gives numbers more digits than half precision keeps.

    Examples
    --------
    >>> stored_otherwise(np.eye(2))[0].dtype
    dtype('float32')
    """
    return tuple(
        np.asfortranarray(part * factor, np.float32) if _fractions(part) else part for part in arguments
    )


def _fractions(part: Any) -> bool:
    return isinstance(part, np.ndarray) and part.dtype.kind == "f"
