"""Right or wrong, and a word on why: a number somebody worked out beside the trace's, and beside those of slips."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.by_hand.rounding import reached
from attnlib.meaning.by_hand.slips import slips
from attnlib.meaning.by_hand.tasks import prompt

#: What two decimals leave open. A number written with fewer is too coarse unless it is exact.
_TWO_DECIMALS = 0.005

#: So close that an intermediate result was rounded, rather than another one taken.
_CLOSE = 0.02


@dataclass(frozen=True)
class Verdict:
    """What is said about one number.

    Attributes
    ----------
    right : bool
    slip : str
        A stable word for what probably went wrong, such as ``not scaled``; empty if it is right.
    words : str
        The same for the reader, as a clause without a full stop.
    """

    right: bool
    slip: str = ""
    words: str = ""

    @property
    def coarse(self) -> bool:
        """Whether it lacks digits, and nothing else."""
        return self.slip == "too coarse"


RIGHT = Verdict(True)


def judge(
    trace: AttentionTrace,
    stage: str,
    i: int,
    j: int,
    value: float,
    *,
    slack: float = 0.0,
    decimals: int | None = None,
) -> Verdict:
    """Compare a number with the cell that it is meant for.

    It is right if it is exact, or if it has two decimals or more and agrees as far as they go, be it with the exact
    number or with what one finds from the printed, rounded numbers of the stage before.

    Parameters
    ----------
    trace : AttentionTrace
    stage : str
    i, j : int
        The cell.
    value : float
        What was written.
    slack : float
        How far the number meant may be from ``value``: half a unit of its last place.
    decimals : int or None
        How many decimals were written; None for whole numbers, fractions and roots.

    Returns
    -------
    Verdict

    Examples
    --------
    >>> from attnlib import examples
    >>> mouse = examples.mouse_eats_cheese()
    >>> judge(mouse, "weights", 0, 1, 0.89, slack=0.005, decimals=2).right
    True
    >>> judge(mouse, "weights", 0, 1, 89.4, slack=0.05, decimals=1)
    Verdict(right=False, slip='percent', words='that is in per cent; weights are shares of 1')
    """
    array = trace.stage(stage)
    true = float(array[i, j])
    exact = 1000 * float(np.finfo(array.dtype).eps) * max(1.0, abs(true)) if math.isfinite(true) else 0.0
    if value == true or abs(value - true) <= exact:
        return RIGHT
    if (decimals or 0) >= 2 and slack <= _TWO_DECIMALS + 1e-12:
        low, high = reached(trace, stage, i, j)
        if low - slack - exact <= value <= high + slack + exact:
            return RIGHT
    agrees = decimals is not None and abs(value - true) <= slack + exact
    if agrees and (decimals or 0) >= 2 and abs(value - true) <= _TWO_DECIMALS + exact:
        return RIGHT
    if agrees:
        return Verdict(False, "too coarse", "right as far as it goes; give two decimals, or a fraction")
    if decimals and math.isfinite(true) and _cut_off(value, true, decimals):
        return Verdict(False, "cut off", "cut off, not rounded: the next digit is 5 or more, so round up")
    with np.errstate(over="ignore", invalid="ignore"):  # a slip may well overflow
        likely = tuple(slips(trace, stage, i, j))
    for slip in likely:
        if value == slip.value or abs(value - slip.value) <= min(slack, 10 * _TWO_DECIMALS) + 1e-6:
            return Verdict(False, slip.name, slip.words)
    return _near(value, true) or _other(trace, stage, i, j)


def _cut_off(value: float, true: float, decimals: int) -> bool:
    return math.isclose(value, math.trunc(true * 10**decimals) / 10**decimals)


def _near(value: float, true: float) -> Verdict | None:
    """Tell what is the right number badly rounded."""
    if not (math.isfinite(value) and math.isfinite(true)):
        return None
    off = abs(value - true)
    if value == int(value) and off <= 0.5:
        return Verdict(False, "too coarse", "rounded too far; give two decimals, a fraction or a root")
    if off <= _CLOSE * max(1.0, abs(true)):
        return Verdict(
            False, "rounded early", "close: something was rounded too early, so keep four digits on the way"
        )
    return None


def _other(trace: AttentionTrace, stage: str, i: int, j: int) -> Verdict:
    """Say what is to be done, where no slip is known that gives this number."""
    if stage == "weights" and not trace.allowed[i, j]:
        none = f"{trace.tokens[i]} may not attend to {trace.key_tokens[j]}, so its weight is exactly 0"
        return Verdict(False, "not masked", none)
    return Verdict(False, "other", prompt(trace, stage, i, j))
