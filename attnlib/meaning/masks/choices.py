"""What a reader of the mask explorer chooses, the mask it makes, and the code that makes the same mask."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from attnlib.maths.masks import Mask, causal_mask, padding_mask, prefix_mask, window_mask
from attnlib.meaning.cells import Place
from attnlib.meaning.masks.panels import BY_HAND, LEAK

#: With more cells set by hand than this the code writes the whole mask, which is shorter.
_MOST_SET = 2


@dataclass(frozen=True)
class MaskChoices:
    """A mask for ``n`` tokens, put together.

    Parameters
    ----------
    n : int
        Tokens.
    causal : bool
    prefix : int
        How many tokens at the start everyone may see, in spite of ``causal``; without it they count for nothing.
    window : int or None
        How many tokens back may be seen.
    padding : int
        How many tokens at the end are padding.
    toggled : tuple of (row, column)
        Cells that are the other way round.
    leak : bool
        Whether the second query may see the last key whatever the rest says.

    Examples
    --------
    >>> choices = MaskChoices(3, padding=1, toggled=((2, 2),))
    >>> choices.mask.astype(int).tolist()
    [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    >>> choices.code
    'mask = causal_mask(3) & padding_mask(2, 3); mask[2, 2] = True'
    """

    n: int
    causal: bool = True
    prefix: int = 0
    window: int | None = None
    padding: int = 0
    toggled: tuple[Place, ...] = ()
    leak: bool = False

    @cached_property
    def parts(self) -> dict[str, Mask]:
        """The masks that are joined, each (n, n), by the code that makes it."""
        n, parts = self.n, {}
        if self.causal and self.prefix:
            parts[f"prefix_mask({n}, prefix={self.prefix})"] = prefix_mask(n, prefix=self.prefix)
        elif self.causal:
            parts[f"causal_mask({n})"] = causal_mask(n)
        if self.window is not None:
            parts[f"window_mask({n}, left={self.window})"] = window_mask(n, left=self.window)
        if self.padding:
            parts[f"padding_mask({n - self.padding}, {n})"] = padding_mask(n - self.padding, n)
        return {code: np.broadcast_to(part, (n, n)) for code, part in parts.items()}

    @cached_property
    def mask(self) -> Mask | None:
        """The mask, (n, n); None where nothing is masked or set by hand."""
        return self.full if self.parts or self._set else None

    @cached_property
    def full(self) -> Mask:
        """The mask, (n, n), all True where there is none."""
        mask = self._joined.copy()
        for cell, allowed in self._set.items():
            mask[cell] = allowed
        return mask

    @cached_property
    def leaking(self) -> Place | None:
        """The cell that the planted leak opens; None if it opens none."""
        if not self.leak or self.n < 2:
            return None
        cell = (min(1, self.n - 2), self.n - 1)
        return None if self._joined[cell] != (cell in self.toggled) else cell

    @cached_property
    def marks(self) -> dict[Place, str]:
        """Signs for the cells that no part of the mask explains."""
        by_hand = dict.fromkeys(self.toggled, BY_HAND)
        return by_hand if self.leaking is None else {**by_hand, self.leaking: LEAK}

    @cached_property
    def code(self) -> str:
        """Python that makes the same mask, with the words of `attnlib` and ``np``."""
        n, parts = self.n, list(self.parts)
        if len(self._set) > _MOST_SET:
            rows = " ".join("".join(map(str, row)) for row in self.full.astype(int).tolist())
            return f'mask = np.array([[*row] for row in "{rows}".split()]) == "1"'
        if not parts and not self._set:
            return "mask = None"
        square = any(
            not part.startswith("padding_mask") for part in parts
        )  # padding alone is one row, (1, n)
        if self._set and not square:
            parts.insert(0, f"np.ones(({n}, {n}), dtype=bool)")
        lines = [f"mask[{row}, {column}] = {allowed}" for (row, column), allowed in self._set.items()]
        return "; ".join([f"mask = {' & '.join(parts)}", *lines])

    def why(self, row: int, column: int) -> str:
        """Say what allows or forbids a cell; nothing where a cell is allowed because nothing forbids it."""
        mark = self.marks.get((row, column))
        if mark is not None:
            return "the planted leak" if mark == LEAK else "toggled by hand"
        return " and ".join(code for code, part in self.parts.items() if not part[row, column])

    @cached_property
    def _joined(self) -> Mask:
        joined = np.ones((self.n, self.n), dtype=bool)
        for part in self.parts.values():
            joined &= part
        return joined

    @cached_property
    def _set(self) -> dict[Place, bool]:
        """The cells that differ from the joined masks, with what they are instead."""
        changed = {cell: not self._joined[cell] for cell in sorted(self.toggled)}
        return changed if self.leaking is None else {**changed, self.leaking: True}
