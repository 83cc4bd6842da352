"""Runs the source of a hunt, with the names that the lesson's first cell brings."""

from __future__ import annotations

from typing import Any

import numpy as np

from attnlib.exercises.exercise import Function
from attnlib.maths.attention import attention
from attnlib.maths.steps import softmax

#: Names that the code of a hunt may use.
NAMES = {"np": np, "softmax": softmax, "attention": attention}


def function_of(source: str) -> Function:
    """Return the function that a source defines.

    Examples
    --------
    >>> function_of("def double(x): return 2 * x")(3)
    6
    """
    space: dict[str, Any] = dict(NAMES)
    exec(source, space)
    function: Function = next(value for name, value in space.items() if name not in NAMES and callable(value))
    return function
