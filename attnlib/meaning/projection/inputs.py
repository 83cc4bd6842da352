"""What a reader of the projection explorer changes: X and the three projections, by cell or by a geometric handle."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from attnlib.maths import check
from attnlib.maths.check import Array
from attnlib.maths.explain import INPUTS

PROJECTIONS = ("W_Q", "W_K", "W_V")


@dataclass(frozen=True)
class Handle:
    """One way to move a whole projection with one number."""

    neutral: float
    min: float
    max: float
    step: float
    unit: str
    move: Callable[[Array, float], Array]


def _turn(matrix: Array, degrees: float) -> Array:
    """Turn each token's projection in the plane of its first two features; right angles come out exact."""
    if matrix.shape[1] < 2:
        raise ValueError(f"turning needs two features, this projection has {matrix.shape[1]}")
    angle = math.radians(degrees)
    turned = np.eye(matrix.shape[1])
    turned[:2, :2] = [[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]]
    return matrix @ turned.round(12)


def _stretch(matrix: Array, times: float) -> Array:
    return matrix * times


def _blend(matrix: Array, share: float) -> Array:
    return (1 - share) * matrix + share * np.eye(*matrix.shape)


HANDLES: Mapping[str, Handle] = {
    "turn": Handle(0, -180, 180, 15, "°", _turn),
    "stretch": Handle(1, 0, 3, 0.125, "×", _stretch),
    "towards identity": Handle(0, 0, 1, 0.125, "", _blend),
}

PRESETS: Mapping[str, Callable[[Array], Array]] = {
    "identity": lambda matrix: np.eye(*matrix.shape),
    "swap": lambda matrix: np.eye(*matrix.shape)[:, ::-1].copy(),
    "zero": np.zeros_like,
}


class Inputs:
    """X, W_Q, W_K and W_V as they are now, and as they were at first.

    Parameters
    ----------
    arrays : mapping of str to ndarray
        ``X``, ``W_Q``, ``W_K`` and ``W_V``, two axes each.

    Examples
    --------
    >>> inputs = Inputs({"X": [[2, 0]], "W_Q": [[1, 0], [0, 1]], "W_K": [[1, 0], [0, 1]], "W_V": [[1, 0], [0, 1]]})
    >>> inputs.put("W_Q", 0, 1, 3.0)
    >>> inputs.move("W_Q", "turn", 90)
    >>> inputs["W_Q"].tolist()
    [[-3.0, 1.0], [-1.0, 0.0]]
    """

    def __init__(self, arrays: Mapping[str, Any]) -> None:
        self._first = {name: np.array(arrays[name], dtype=np.float64) for name in INPUTS}
        self.reset()

    def __getitem__(self, name: str) -> Array:
        return self._now[name]

    def reset(self) -> None:
        """Go back to the arrays as they were at first."""
        self._now = {name: array.copy() for name, array in self._first.items()}
        self._base = dict(self._now)

    def as_lists(self) -> dict[str, list[list[float]]]:
        """Give the arrays as plain nested lists."""
        return {name: array.tolist() for name, array in self._now.items()}

    def put(self, name: str, row: int, column: int, value: float) -> None:
        """Set one cell."""
        array = self._now[name].copy()
        array[row, column] = value
        self._set(name, array)

    def move(self, name: str, handle: str, amount: float) -> None:
        """Move a projection from where the handle took hold; at the handle's neutral amount it is back there."""
        check.choice("handle", handle, tuple(HANDLES))
        self._now[name] = HANDLES[handle].move(self._base[name], amount) + 0.0

    def grip(self) -> None:
        """Let a handle take hold of the projections as they are now."""
        self._base = dict(self._now)

    def preset(self, name: str, preset: str) -> None:
        """Set a projection to a well-known matrix."""
        check.choice("preset", preset, tuple(PRESETS))
        self._set(name, PRESETS[preset](self._first[name]))

    def randomise(self, seed: int) -> None:
        """Draw the three projections anew: halves from −2 to 2, the same for the same seed."""
        rng = np.random.default_rng(seed)
        for name in PROJECTIONS:
            self._set(name, rng.integers(-4, 5, size=self._first[name].shape) / 2)

    def _set(self, name: str, array: Array) -> None:
        self._now[name] = array
        self._base[name] = array
