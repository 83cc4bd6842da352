"""Checks of what a caller hands in. Each error names the argument, what came, what was needed and the likely slip."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def shape_text(shape: Sequence[int]) -> str:
    """Write a shape the way NumPy prints it: ``(3, 2)``."""
    return str(tuple(int(size) for size in shape))


def floats(name: str, value: npt.ArrayLike) -> Array:
    """Return ``value`` as a floating array: floats keep their dtype, integers and booleans become float64."""
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise ValueError(
            f"{name}: rows of unequal length; a matrix needs the same number of entries in each"
        ) from error
    if array.dtype.kind == "f":
        return array
    if array.dtype.kind in "iub":
        return array.astype(np.float64)
    if array.dtype.kind == "c":
        raise TypeError(f"{name}: got complex numbers ({array.dtype}); attention here is over real numbers")
    raise TypeError(f"{name}: needs numbers, got {_what(value, array)}")


def _what(value: object, array: Array) -> str:
    if array.dtype.kind in "US":
        return "text; tokens belong in tokens=, their vectors here"
    return f"{type(value).__name__} of dtype {array.dtype}"


def matrix(name: str, value: npt.ArrayLike, axes: str) -> Array:
    """Return ``value`` as a floating array with at least two axes; ``axes`` names the last two, for the message."""
    array = floats(name, value)
    if array.ndim < 2:
        slip = f"for one vector write {name}[None, :]" if array.ndim == 1 else "a single number is no matrix"
        raise ValueError(
            f"{name}: needs at least two axes, (..., {axes}), got shape {shape_text(array.shape)}; {slip}"
        )
    return array


def plain_matrix(name: str, value: npt.ArrayLike, axes: str) -> Array:
    """Return ``value`` as a floating array with exactly two axes."""
    array = matrix(name, value, axes)
    if array.ndim > 2:
        raise ValueError(
            f"{name}: needs two axes, ({axes}), got shape {shape_text(array.shape)}; "
            "one weight matrix serves the whole batch, so it has no batch axis"
        )
    return array


def same_float(*arrays: Array) -> tuple[Array, ...]:
    """Bring floating arrays to their common dtype (float32 with float64 gives float64).

    As copies: a record keeps its numbers, whatever becomes of the arrays it was made from.
    """
    dtype = np.result_type(*arrays)
    return tuple(array.astype(dtype) for array in arrays)


def finite(name: str, array: Array) -> None:
    """Raise where an array holds NaN or infinity, and say where the first stands."""
    bad = np.argwhere(~np.isfinite(array))
    if len(bad):
        place = ", ".join(str(int(index)) for index in bad[0])
        raise ValueError(
            f"{name}: {name}[{place}] is {array[tuple(bad[0])]}; every entry must be a finite number "
            f"({len(bad)} of {array.size} are not). Likely slip: a division by zero or a missing value upstream"
        )


def scale(value: float | None, d_k: int) -> float:
    """Return the factor for the scores: 1/√d_k unless a finite number is given."""
    if value is None:
        return 1 / math.sqrt(d_k)
    if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise TypeError(
            f"scale: needs a number or None (for 1/√d_k), got {value!r}; to leave the scores unscaled write scale=1"
        )
    if not math.isfinite(value):
        raise ValueError(f"scale: needs a finite number, got {value}; likely slip: 1/√d_k with d_k = 0")
    return float(value)


def count(name: str, value: int, *, least: int = 0) -> int:
    """Return ``value`` as an int of at least ``least``; a length or a window size."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        slip = "; give the length, not the array" if np.ndim(value) else ""
        raise TypeError(f"{name}: needs a whole number, got {type(value).__name__}{slip}")
    if value < least:
        raise ValueError(f"{name}: needs a whole number of at least {least}, got {value}")
    return int(value)


def mask(value: npt.ArrayLike | None, scores_shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array | None:
    """Return a copy of the mask as a boolean or floating array that fits the scores, or None."""
    if value is None:
        return None
    array = np.array(value)
    if array.dtype.kind in "iu":
        raise TypeError(
            f"mask: got integers ({array.dtype}); a 0/1 mask is ambiguous between libraries. "
            "Write mask.astype(bool) with True = may attend, or a floating mask that is added to the scores"
        )
    if array.dtype.kind not in "bf":
        raise TypeError(
            f"mask: needs booleans (True = may attend) or floats (added to the scores), got {array.dtype}"
        )
    if array.dtype.kind == "f" and (np.isnan(array).any() or np.isposinf(array).any()):
        raise ValueError("mask: a floating mask may hold finite numbers and −inf only, got NaN or +inf")
    if array.dtype.kind == "f" and set(np.unique(array)) == {0.0, 1.0}:
        raise ValueError(
            "mask: floats, all of them 0 or 1; a floating mask is added to the scores, so this one would hide nothing. "
            "Likely slip: np.tril(np.ones(…)). Write mask.astype(bool) with True = may attend"
        )
    if array.dtype.kind == "f":
        _in_range(array, np.finfo(dtype))
    _fit_mask(array, scores_shape)
    return array


def _in_range(array: Array, limits: np.finfo[Any]) -> None:
    beyond = array[np.isfinite(array) & (np.abs(array) > limits.max)]
    if beyond.size:
        raise ValueError(
            f"mask: {beyond[0]:.3g} is beyond {limits.dtype}, the scores' dtype (at most {limits.max:.3g}); "
            "write -np.inf to forbid, which weighs exactly 0"
        )


def _fit_mask(array: Array, scores_shape: tuple[int, ...]) -> None:
    n_q, n_k = scores_shape[-2:]
    queries, keys = (1, 1, *array.shape)[-2:]
    try:
        fits = np.broadcast_shapes(array.shape, scores_shape) == scores_shape
    except ValueError:
        fits = False
    if fits:
        return
    slip = ""
    if (queries, keys) == (n_k, n_q) and n_q != n_k:
        slip = "; it looks transposed: queries are rows, keys are columns"
    elif array.ndim > len(scores_shape):
        slip = "; the mask has a batch axis that the queries lack, so give them one: Q[None]"
    elif array.ndim > 2:
        slip = "; leading axes must match those of the scores (a batch of padding masks is (batch, 1, n_k))"
    elif array.ndim == 2 and array.shape == (*scores_shape[:1], n_k):
        slip = "; with one row a sequence it needs an axis for the queries: mask[:, None, :]"
    elif (queries, keys) == (1, n_q):
        slip = "; it has one entry for each query, but the last axis of a mask is the keys"
    raise ValueError(
        f"mask: shape {shape_text(array.shape)} does not fit scores of shape {shape_text(scores_shape)}, "
        f"(..., n_q, n_k) with n_q = {n_q}, n_k = {n_k}{slip}"
    )


def one_sequence(output_shape: tuple[int, ...]) -> None:
    """Raise where a trace has leading axes: only one sequence at a time can be shown or explained."""
    if len(output_shape) > 2:
        raise ValueError(
            f"trace: has leading axes, its output is {shape_text(output_shape)}; choose one sequence first: trace[0]"
        )


def tokens(name: str, value: Sequence[str] | None, length: int, of: str) -> tuple[str, ...]:
    """Return token names, one for each of ``length`` places, all different; ``"1"``, ``"2"``… when none are given."""
    if value is None:
        return tuple(str(place + 1) for place in range(length))
    if isinstance(value, str):
        raise TypeError(
            f"{name}: needs a list of names, got the text {value!r}; likely slip: {value!r}.split()"
        )
    if not isinstance(value, Iterable):
        raise TypeError(f"{name}: needs a list of names, got {value!r}")
    names = tuple(value)
    for entry in names:
        if not isinstance(entry, str):
            raise TypeError(f"{name}: each name must be text, got {entry!r} ({type(entry).__name__})")
        if not entry.strip():
            raise ValueError(
                f"{name}: a name is empty at place {names.index(entry)}; likely slip: split(' ') for split()"
            )
    if len(names) != length:
        raise ValueError(f"{name}: got {len(names)} names for {length} rows of {of}: {list(names)}")
    repeated = [entry for entry, times in Counter(names).items() if times > 1]
    if repeated:
        where = [place for place, entry in enumerate(names) if entry == repeated[0]]
        raise ValueError(
            f"{name}: {repeated[0]!r} stands at places {where}; names are addresses, so each must differ. "
            f"Write distinct_tokens({name}) to number the repeats"
        )
    return names


def choice(name: str, value: object, choices: Sequence[str]) -> str:
    """Return ``value`` if it is one of ``choices``; otherwise raise, with the nearest choice."""
    if isinstance(value, str) and value in choices:
        return value
    near = _nearest(str(value), choices) or [c for c in choices if c.lower() == str(value).lower()]
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise ValueError(f"{name}: {value!r} is none of {', '.join(choices)}{hint}")


def _nearest(word: str, words: Sequence[str]) -> list[str]:
    from difflib import get_close_matches  # only an error needs it, and importing attnlib is to be quick

    return get_close_matches(word, words, n=1)


def place(name: str, value: str | int, names: Sequence[str], stage: str) -> int:
    """Return the index that a name or an index stands for."""
    if isinstance(value, str):
        if value in names:
            return names.index(value)
        folded = {entry.casefold(): entry for entry in names}
        near = [folded[value.casefold()]] if value.casefold() in folded else _nearest(value, names)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"{name}: no {value!r} in {stage}, whose {name}s are {', '.join(names)}{hint}")
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name}: needs a name or a whole number, got {value!r}")
    if not -len(names) <= value < len(names):
        raise ValueError(f"{name}: {value} is outside {stage}, which has {len(names)} {name}s counted from 0")
    return int(value) % len(names)
