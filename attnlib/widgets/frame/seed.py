"""The seed of what is drawn by lot: a box to type it into, and a button that draws with the next one."""

from __future__ import annotations

import ipywidgets

from attnlib.maths import check

LARGEST_SEED = 9999


def checked_seed(seed: int) -> int:
    """Return the seed if the box for it can show it.

    Raises
    ------
    TypeError, ValueError
        If it is no whole number from 0 to `LARGEST_SEED`.

    Examples
    --------
    >>> checked_seed(7)
    7
    """
    if check.count("seed", seed) > LARGEST_SEED:
        raise ValueError(
            f"seed: {seed} is more than {LARGEST_SEED}, the largest that the explorer's box shows"
        )
    return int(seed)


class SeedBox(ipywidgets.BoundedIntText):  # type: ignore[misc]
    """A box that holds a seed.

    Examples
    --------
    >>> box = SeedBox()
    >>> box.value = LARGEST_SEED
    >>> box.draw_on()
    >>> box.value
    0
    """

    value: int

    def __init__(self) -> None:
        super().__init__(0, min=0, max=LARGEST_SEED, description="seed")

    def draw_on(self) -> None:
        """Go to the next seed, and from the last to the first."""
        self.value = (self.value + 1) % (LARGEST_SEED + 1)
