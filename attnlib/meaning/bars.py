"""Bars as plain data: how scores are distributed, and how one row of weights spends its budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attnlib.maths import check
from attnlib.maths.check import Array
from attnlib.maths.numbers import number, short
from attnlib.meaning import palette

#: Of the scores' fixed axis: where it ends, and how many whole numbers one bar takes in. Two more bars hold the rest.
REACH, WIDTH = 80, 2

#: From this size on a score is drawn in full colour: it can decide a softmax alone (e^16 is nine million).
_LOUD = 16.0

#: So many bars at most have each its number and its label written.
MOST_WRITTEN = 8


@dataclass(frozen=True)
class Mark:
    """A place on one of the axes, and what is written there."""

    at: float
    text: str


@dataclass(frozen=True)
class BarsPanel:
    """Bars side by side, ready to be placed.

    Attributes
    ----------
    name, title, note : str
        What is shown, its heading, and how it was made.
    axis : str
        What the bars' labels are; may be empty.
    labels : tuple of str
        Of each bar.
    values : tuple of float
    texts : tuple of str
        What is written at each bar's end; empty where nothing is.
    levels : tuple of str
        Each bar's colour in `attnlib.meaning.palette`.
    limits : tuple of float
        Ends of the values' scale: (0, limit), or (−limit, limit) with bars both ways.
    ticks : tuple of int
        Bars whose label is written.
    scale : tuple of Mark
        Values that are named beside the bars.
    lines : tuple of Mark
        Values at which a line goes across all bars.
    posts : tuple of Mark
        Places at which a line goes up, counted in bars: 0 is the left edge of the first.
    reading : str
        One sentence that says what is to be seen.
    """

    name: str
    title: str
    note: str
    axis: str
    labels: tuple[str, ...]
    values: tuple[float, ...]
    texts: tuple[str, ...]
    levels: tuple[str, ...]
    limits: tuple[float, float]
    ticks: tuple[int, ...]
    scale: tuple[Mark, ...]
    lines: tuple[Mark, ...]
    posts: tuple[Mark, ...]
    reading: str

    def fill(self, bar: int, theme: str = "light") -> str:
        """Colour of a bar as ``#rrggbb``."""
        return palette.FILLS[theme][self.levels[bar]]


_CENTRES = np.arange(-REACH, REACH + 1, WIDTH)
_EDGE = REACH + WIDTH // 2
_NAMES = (f"< {number(-_EDGE)}", *(number(centre) for centre in _CENTRES.tolist()), f"> {_EDGE}")
_WRITTEN = {_NAMES[0], "−60", "−40", "−20", "0", "20", "40", "60", _NAMES[-1]}
_TICKS = tuple(place for place, name in enumerate(_NAMES) if name in _WRITTEN)
_GREY = palette.MASKED  # of the bar about 0, which is on neither side; pale as 0 it would look empty
_SCORE_LEVELS = tuple(
    _GREY if level == palette.value_level(0) else level
    for level in palette.value_levels(np.array([[-_LOUD, *_CENTRES.tolist(), _LOUD]]), _LOUD)[0]
)


def score_bars(scores: npt.ArrayLike, *, expected: float | None = None) -> BarsPanel:
    """Prepare the distribution of scores on an axis that never moves, so that they are seen to spread.

    Parameters
    ----------
    scores : array_like
        Of any shape.
    expected : float, optional
        The standard deviation that theory gives; two posts mark it.

    Returns
    -------
    BarsPanel
        Each bar is the share of scores nearest to its even number; the first and the last hold all beyond ±81.

    Raises
    ------
    ValueError
        If there are no scores, or one is NaN or infinite.

    Examples
    --------
    >>> panel = score_bars([-100.0, -0.5, 0.3, 2.2], expected=1)
    >>> [(label, share) for label, share in zip(panel.labels, panel.values) if share]
    [('< −81', 0.25), ('0', 0.5), ('2', 0.25)]
    """
    scores = check.floats("scores", scores)
    if not scores.size:
        raise ValueError("scores: got none; a distribution needs one at least")
    check.finite("scores", scores)
    places = np.rint(np.clip(scores, -_EDGE - 1, _EDGE + 1) / WIDTH).astype(np.intp).ravel()
    shares = np.bincount(places + len(_CENTRES) // 2 + 1, minlength=len(_NAMES)) / scores.size
    values, tallest = tuple(shares.tolist()), float(shares.max())
    outside = [_percent(share) if share else "" for share in (values[0], values[-1])]
    spread = float(scores.std())
    beyond = f"; {_percent(values[0] + values[-1])} lie beyond ±{_EDGE}" if values[0] + values[-1] else ""
    return BarsPanel(
        name="distribution",
        title="scores",
        note=f"spread {short(spread)}",
        axis="",  # the title says it
        labels=_NAMES,
        values=values,
        texts=(outside[0], *[""] * len(_CENTRES), outside[1]),
        levels=_SCORE_LEVELS,
        limits=(0.0, tallest),
        ticks=_TICKS,
        scale=(Mark(tallest, _percent(tallest)),),
        lines=(),
        posts=() if expected is None else _posts(expected),
        reading=f"{scores.size} scores spread by {short(spread)} about {short(float(scores.mean()))}{beyond}.",
    )


def weight_bars(weights: npt.ArrayLike, labels: Sequence[str] | None = None) -> BarsPanel:
    """Prepare one row of weights as bars from 0 to 1, with a line where all would be equal.

    Parameters
    ----------
    weights : array_like, shape (n_k,)
        One row, which sums to 1.
    labels : sequence of str, optional
        Names of the keys; ``1 2 …`` by default.

    Returns
    -------
    BarsPanel
        With many keys only the largest weight and some labels are written.

    Raises
    ------
    ValueError
        If it isn't one row with a weight for each label.

    Examples
    --------
    >>> panel = weight_bars([0.05, 0.9, 0.05], ["Mouse", "Eats", "Cheese"])
    >>> panel.texts, panel.lines[0].text
    (('0.05', '0.90', '0.05'), '1/3')
    >>> panel.reading
    'The largest of 3 weights is 0.90, on Eats; equal ones would be 1/3.'
    """
    weights = _row(weights)
    n = len(weights)
    names = tuple(map(str, range(1, n + 1))) if labels is None else check.tokens("labels", labels, n, "keys")
    largest, few = int(weights.argmax()), n <= MOST_WRITTEN
    step = 1 if few else max(2, n // 8)
    return BarsPanel(
        name="row",
        title="weights",
        note="of one query",
        axis="key",
        labels=names,
        values=tuple(weights.tolist()),
        texts=tuple(
            short(weight) if few or place == largest else "" for place, weight in enumerate(weights.tolist())
        ),
        levels=palette.weight_levels(weights[None])[0],
        limits=(0.0, 1.0),
        ticks=tuple(sorted({0, *range(step - 1, n, step)})),
        scale=tuple(Mark(value, short(value, 1)) for value in (0.0, 0.5, 1.0)),
        lines=(Mark(1 / n, f"1/{n}"),),
        posts=(),
        reading=f"The largest of {n} weights is {short(float(weights[largest]))}, on {names[largest]}; "
        f"equal ones would be 1/{n}.",
    )


def _row(weights: npt.ArrayLike) -> Array:
    array = check.floats("weights", weights)
    if array.ndim != 1 or not array.size:
        raise ValueError(
            f"weights: needs one row, (n_k,), got {check.shape_text(array.shape)}; choose one by trace.weights[0]"
        )
    return array


def _posts(expected: float) -> tuple[Mark, Mark]:
    """One standard deviation to both sides of 0, in bars from the left edge."""
    middle = len(_NAMES) / 2
    aside = min(expected / WIDTH, middle)
    return Mark(middle - aside, ""), Mark(middle + aside, f"±{number(expected, 2)} in theory")


def _percent(share: float) -> str:
    return f"{100 * share:.{0 if share >= 0.0995 else 1 if share >= 0.001 else 2}f} %"
