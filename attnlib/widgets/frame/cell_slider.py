"""A slider that holds one cell of a matrix, whichever was selected last."""

from __future__ import annotations

from math import ceil

from attnlib.widgets.views.slider import Slider


class CellSlider(Slider):
    """A slider from −3 to 3, or as far as the cell's own number reaches, in quarters.

    Examples
    --------
    >>> slider = CellSlider()
    >>> slider.hold("W_Q[f1, f1]", 4.5)
    >>> slider
    Slider('W_Q[f1, f1]', 4.5, min=-5, max=5, step=0.25)
    """

    def __init__(self) -> None:
        super().__init__("W_Q", 0, min=-3, max=3, step=0.25, label_width="108px")

    def hold(self, label: str, value: float) -> None:
        """Hold another cell, or another number in the same one."""
        reach = max(3, ceil(abs(value)))
        self.retarget(label, value, -reach, reach, 0.25)
