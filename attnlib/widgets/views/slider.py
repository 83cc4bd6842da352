"""One value with a slider and a number box that keep the screen's pace, and have a name for a screen reader."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Any

import traitlets

from attnlib.widgets.views.assets import script, style
from attnlib.widgets.views.wire import Content, WiredWidget


class Slider(WiredWidget):
    """A native range input and a number box in one labelled group.

    Parameters
    ----------
    label : str
        What the value is; shown in front and spoken.
    value, min, max, step : float
        ``value`` is clamped to ``min`` … ``max``. When all four are integers the value stays an integer.
    values : sequence of float, optional
        The permitted values, ascending, instead of ``min``, ``max`` and ``step``; others go to the nearest.
    scale : {"linear", "log2"}
        ``"log2"`` permits the powers of two from ``min`` to ``max``.
    digits : int, optional
        Decimals shown; as many as ``step`` has when left out.
    unit : str
        Shown behind the number and spoken, e.g. ``"°"``.
    label_width : str
        A CSS width for the label, so that a label that changes moves nothing.
    disabled : bool

    Raises
    ------
    ValueError
        If ``min`` exceeds ``max``, ``step`` isn't positive, ``values`` don't ascend or a number isn't finite.

    Examples
    --------
    >>> angle = Slider("rotate W_Q", 0, min=-180, max=180, step=15, unit="°")
    >>> angle.value = 200
    >>> angle
    Slider('rotate W_Q', 180, min=-180, max=180, step=15)
    """

    _esm = script("views/slider")
    _css = style("views/slider")

    label = traitlets.Unicode().tag(sync=True)
    value = traitlets.Float().tag(sync=True)
    min = traitlets.Float().tag(sync=True)
    max = traitlets.Float().tag(sync=True)
    step = traitlets.Float().tag(sync=True)
    values = traitlets.Any(()).tag(sync=True)
    whole = traitlets.Bool(False).tag(sync=True)
    digits = traitlets.Int(0).tag(sync=True)
    unit = traitlets.Unicode("").tag(sync=True)
    label_width = traitlets.Unicode("").tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        label: str,
        value: float = 0.0,
        min: float = 0.0,
        max: float = 1.0,
        step: float = 0.125,
        *,
        values: Sequence[float] | None = None,
        scale: str = "linear",
        digits: int | None = None,
        **traits: Any,
    ) -> None:
        permitted = _permitted(values, scale, min, max)
        if permitted:
            min, max = permitted[0], permitted[-1]
            whole = all(_is_whole(number) for number in permitted)
        else:
            whole = all(isinstance(number, int) for number in (value, min, max, step))
        super().__init__(
            label=label,
            min=min,
            max=max,
            step=step,
            values=permitted,
            whole=whole,
            value=value,
            digits=digits if digits is not None else _decimals(permitted or (step,)),
            **traits,
        )

    def retarget(self, label: str, value: float, min: float, max: float, step: float) -> None:
        """Point the slider at another quantity, in one message and without a value in between.

        Observers of ``value`` hear of it when the value differs, as they do of any change. Where it points there
        already nothing is done: this runs at every step of other sliders.
        """
        if (self.label, self.value, self.min, self.max, self.step) == (label, value, min, max, step):
            return
        with self.hold_sync(), self.hold_trait_notifications():
            self.values = ()
            self.whole = all(isinstance(number, int) for number in (value, min, max, step))
            self.label, self.min, self.max, self.step, self.value = label, min, max, step, value
            self.digits = _decimals((step,))

    @traitlets.validate("value")
    def _clamped(self, proposal: Any) -> float:
        value = _finite("value", proposal["value"])
        if self.values:
            value = min(self.values, key=lambda permitted: abs(permitted - value))
        value = max(self.min, min(self.max, value))
        return round(value) if self.whole else value

    @traitlets.validate("min", "max")
    def _ordered(self, proposal: Any) -> float:
        name, bound = proposal["trait"].name, _finite(proposal["trait"].name, proposal["value"])
        low, high = (bound, self.max) if name == "min" else (self.min, bound)
        if low > high:
            raise ValueError(f"min must not exceed max, got min={low:g} and max={high:g}; are they swapped?")
        return bound

    @traitlets.observe("min", "max")
    def _clamp_again(self, _change: Any) -> None:
        self.value = self.value

    @traitlets.validate("step")
    def _positive(self, proposal: Any) -> float:
        step = _finite("step", proposal["value"])
        if step <= 0:
            raise ValueError(f"step must be positive, got {step:g}")
        return step

    def _receive(self, content: Content) -> None:
        match content:
            case {"type": "value", "value": int() | float() as value}:
                self.value = value
            case _:
                super()._receive(content)

    def __repr__(self) -> str:
        if self.values:
            return (
                f"Slider({self.label!r}, {self.value:g}, values={[_tidy(number) for number in self.values]})"
            )
        return (
            f"Slider({self.label!r}, {self.value:g}, min={self.min:g}, max={self.max:g}, step={self.step:g})"
        )


def _permitted(values: Sequence[float] | None, scale: str, low: float, high: float) -> tuple[float, ...]:
    if values is not None:
        permitted = tuple(_tidy(_finite("values", number)) for number in values)
        if not permitted or any(a >= b for a, b in pairwise(permitted)):
            raise ValueError(f"values must be at least one number, ascending, got {list(values)!r}")
        return permitted
    if scale == "linear":
        return ()
    if scale != "log2":
        raise ValueError(f'scale must be "linear" or "log2", got {scale!r}')
    if not 0 < low <= high:
        raise ValueError(f"a log2 scale needs 0 < min ≤ max, got min={low:g} and max={high:g}")
    return tuple(
        _tidy(2.0**power) for power in range(math.ceil(math.log2(low)), math.floor(math.log2(high)) + 1)
    )


def _finite(name: str, value: float) -> float:
    if not math.isfinite(value):
        raise ValueError(f"{name} must be a finite number, got {value!r}")
    return value


def _is_whole(value: float) -> bool:
    return value == round(value)


def _tidy(value: float) -> float:
    return int(value) if _is_whole(value) else float(value)


def _decimals(numbers: Sequence[float]) -> int:
    exponents = (Decimal(repr(_tidy(number))).normalize().as_tuple().exponent for number in numbers)
    return max(0, *(-int(exponent) for exponent in exponents), 0)
