"""What a scale does to a softmax, as panels: a table of measures for each scale, and the softmax's Jacobian."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from attnlib.maths.check import Array
from attnlib.maths.numbers import number, short
from attnlib.maths.scaling.saturating import Saturation, jacobian_norm, softmax_jacobian
from attnlib.meaning import palette
from attnlib.meaning.matrix import MatrixPanel

#: The scales that are compared, in the order of their columns.
SCALES = ("none", "1/√d_k", "1/d_k", "temperature")

#: What they are compared with: all scores the same.
EQUAL = "equal weights"
COLUMNS = (*SCALES, EQUAL)

#: The label of a column holds still while a temperature is moved.
_HEADINGS = {**{scale: scale for scale in SCALES}, "temperature": "1/(T√d_k)", EQUAL: "all equal"}

#: Jacobians of more keys than this are shown by their size alone.
MOST_KEYS = 8

#: No entry of a softmax's Jacobian is larger: w (1 − w) at w = 1/2. The colours end there for every Jacobian.
_LARGEST = 0.25

_CHOSEN, _OTHER = palette.weight_level(3), palette.weight_level(0)


def factor(scale: str, d_k: int, temperature: float) -> float:
    """By what the scores are multiplied: by 0 where all are to be equal.

    Examples
    --------
    >>> [factor(scale, 64, temperature=2.0) for scale in COLUMNS]
    [1.0, 0.125, 0.015625, 0.0625, 0.0]
    """
    divisors = {
        "none": 1.0,
        "1/√d_k": math.sqrt(d_k),
        "1/d_k": d_k,
        "temperature": math.sqrt(d_k) * temperature,
        EQUAL: math.inf,
    }
    return float(1 / divisors[scale])


def divided(scale: str, d_k: int, temperature: float) -> str:
    """Say how a score comes about, as a formula with its numbers.

    Examples
    --------
    >>> divided("none", 64, 1.0), divided("1/√d_k", 64, 1.0), divided("temperature", 64, 0.5)
    ('q · k', 'q · k / √64 = q · k / 8', 'q · k / (√64 × 0.5) = q · k / 4')
    """
    if scale == "none":
        return "q · k"
    by = f"q · k / {number(1 / factor(scale, d_k, temperature))}"
    if scale == "1/d_k":
        return by
    root = f"√{d_k}" if scale == "1/√d_k" else f"(√{d_k} × {temperature:g})"
    return f"q · k / {root} = {by}"


def measures_panel(measured: Mapping[str, Saturation], *, chosen: str, note: str) -> MatrixPanel:
    """Prepare a table of what was measured, a column for each scale, the chosen one tinted and ticked.

    Parameters
    ----------
    measured : mapping of str to Saturation
        By the names in `COLUMNS`.
    chosen : str
        One of them.
    note : str
        Over how many draws the means are.

    Returns
    -------
    MatrixPanel
    """
    values = np.array([
        [of.score_std, of.largest_weight, of.entropy, of.jacobian, of.gradient_ratio]
        for of in (measured[scale] for scale in COLUMNS)
    ]).T  # (measures, scales)  # fmt: skip
    digits = (2, 2, 2, 3, 3)
    return MatrixPanel(
        name="measures",
        title="averages",
        note=note,
        values=values,
        row_labels=(
            "spread of the scores",
            "largest weight",
            "entropy (nats)",
            "Jacobian's size",
            "gradient let through",
        ),
        column_labels=tuple(
            f"{_HEADINGS[scale]} ✓" if scale == chosen else _HEADINGS[scale] for scale in COLUMNS
        ),
        row_role="measure",
        column_role="scale",
        kind="value",
        limits=(0.0, 1.0),
        texts=tuple(
            tuple(short(value, decimals) for value in row)
            for row, decimals in zip(values.tolist(), digits, strict=True)
        ),
        levels=(tuple(_CHOSEN if scale == chosen else _OTHER for scale in COLUMNS),) * len(values),
        masked=np.zeros(values.shape, dtype=bool),
        reading=f"Measures of the softmax for {len(SCALES)} scales and for equal weights; {chosen} is chosen.",
    )


def jacobian_panel(weights: Array, labels: tuple[str, ...]) -> MatrixPanel:
    """Prepare the softmax's Jacobian at one row of weights; with more than 8 keys its size alone.

    Parameters
    ----------
    weights : ndarray, shape (n_k,)
    labels : tuple of str
        Names of the keys.

    Returns
    -------
    MatrixPanel
        Rows are weights, columns are the scores that move them.

    Examples
    --------
    >>> jacobian_panel(np.array([0.5, 0.5]), ("a", "b")).texts
    (('0.25', '−0.25'), ('−0.25', '0.25'))
    >>> panel = jacobian_panel(np.full(16, 1 / 16), tuple(map(str, range(16))))
    >>> panel.texts, panel.note
    ((('0.242',),), 'of this row')
    """
    n, size = len(weights), float(jacobian_norm(weights))
    whole = n <= MOST_KEYS
    values = softmax_jacobian(weights) if whole else np.array([[size]])  # (n_k, n_k) or (1, 1)
    return MatrixPanel(
        name="jacobian",
        title="softmax's Jacobian",
        note="of this row",
        values=values,
        row_labels=labels if whole else ("size",),
        column_labels=labels if whole else ("",),
        row_role="weight" if whole else "norm",
        column_role="score" if whole else "Jacobian",
        kind="value",
        limits=(-_LARGEST, _LARGEST),
        texts=tuple(tuple(short(value, 2 if whole else 3) for value in row) for row in values.tolist()),
        levels=palette.value_levels(values, _LARGEST) if whole else ((_OTHER,),),
        masked=np.zeros(values.shape, dtype=bool),
        reading=f"The Jacobian of the row shown has size {number(size)}.",
    )
