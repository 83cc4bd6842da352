"""Masks that a reader can choose from by name, and the name of the one a trace came with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from attnlib.maths import check
from attnlib.maths.check import Array
from attnlib.maths.masks import Mask, causal_mask, padding_mask, window_mask

NO_MASK, AS_GIVEN = "none", "as given"

MASKS: Mapping[str, Callable[[int], Mask] | None] = {
    NO_MASK: None,
    "causal": causal_mask,
    "causal, one back": lambda n: window_mask(n, left=1),
    "last is padding": lambda n: padding_mask(n - 1, n),
}


class Masking:
    """The masks for ``n`` tokens, and which of them to start with.

    Parameters
    ----------
    n : int
        Tokens.
    start : str, array_like or None
        One of `MASKS`, or a mask as for `attnlib.attention`: then it is offered as well, unless it is one of them.

    Attributes
    ----------
    names : tuple of str
        To choose from.
    first : str
        The name to start with.

    Raises
    ------
    ValueError
        If there is no mask of that name.

    Examples
    --------
    >>> Masking(2, [[True, False], [True, True]]).first
    'causal'
    >>> Masking(2, [[True, True], [False, True]]).names[-1]
    'as given'
    """

    def __init__(self, n: int, start: str | npt.ArrayLike | None = None) -> None:
        self._masks = {name: None if make is None else _square(make(n), n) for name, make in MASKS.items()}
        if start is None:
            start = NO_MASK
        if isinstance(start, str):
            self.first = check.choice("mask", start, tuple(self._masks))
        else:
            self.first = self._offer(_boolean(np.array(start)), n)
        self.names = tuple(self._masks)

    def __getitem__(self, name: str) -> Array | None:
        """Give the mask of that name, None for none."""
        return self._masks[name]

    def as_plain(self, name: str) -> Any:
        """Give what ``start`` takes to start with this mask, as plain values."""
        given = self._masks[name] if name == AS_GIVEN else None
        return name if given is None else given.tolist()

    def _offer(self, given: Array, n: int) -> str:
        """Name a mask; one that isn't known, or doesn't fit, is kept as it is."""
        if given.dtype == bool and given.shape in ((n, n), (1, n), (n,)):
            for name, mask in self._masks.items():
                if mask is not None and np.array_equal(mask, _square(given, n)):
                    return name
        self._masks[AS_GIVEN] = given
        return AS_GIVEN


def _square(mask: Array, n: int) -> Array:
    return np.broadcast_to(mask, (n, n))


def _boolean(mask: Array) -> Array:
    """Write a mask of 0 and −∞, to be added, as what it means: True where nothing is forbidden."""
    added = mask.dtype.kind == "f" and np.isin(mask, (0, -np.inf)).all()
    return mask == 0 if added else mask
