"""What to show of a trace, as plain data: labels, texts, levels of colour, and a sentence that says it all.

A panel is the only place that decides what a cell says and looks like. Figures and widgets only place it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from attnlib.maths import check
from attnlib.maths.check import Array
from attnlib.maths.explain import INPUTS, STAGES, labels
from attnlib.maths.numbers import short, significant
from attnlib.meaning import palette
from attnlib.meaning.readings import stage_reading

if TYPE_CHECKING:
    from attnlib.maths.trace import AttentionTrace

#: Stages that share one colour scale, so that a paler cell means a smaller number.
_SHARED = (("scores", "scaled", "masked"), ("Q", "K"), ("V", "output"))

_NOTES = {
    "X": "embeddings",
    "W_Q": "",
    "W_K": "",
    "W_V": "",
    "Q": "= X W_Q",
    "K": "= X W_K",
    "V": "= X W_V",
    "scores": "= Q Kᵀ",
    "masked": "−∞ forbids",
    "weights": "softmax of each row",
    "output": "= weights · V",
}

_ASKS, _ASKED, _FEATURE, _TOKEN = "asks", "is asked", "feature", "token"


@dataclass(frozen=True, eq=False)
class MatrixPanel:
    """One matrix, ready to be placed.

    Attributes
    ----------
    name, title, note : str
        The stage, its heading, and how it was made.
    values : ndarray, shape (rows, columns)
        The trace's own numbers. Masked cells hold −inf.
    row_labels, column_labels : tuple of str
    row_role, column_role : str
        What rows and columns are: ``asks`` and ``is asked`` for scores and weights, else ``token`` or ``feature``.
    kind : str
        ``value``, ``score`` or ``weight``.
    limits : tuple of float
        Ends of the colour scale: (0, 1) for weights, else symmetric about 0.
    texts, levels : tuple of tuples of str
        What each cell says, and its level in `attnlib.meaning.palette`.
    masked : ndarray of bool
        Where the data are −inf.
    reading : str
        One sentence that says what is to be seen.
    """

    name: str
    title: str
    note: str
    values: Array
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    row_role: str
    column_role: str
    kind: str
    limits: tuple[float, float]
    texts: tuple[tuple[str, ...], ...]
    levels: tuple[tuple[str, ...], ...]
    masked: Array
    reading: str

    def fill(self, row: int, column: int, theme: str = "light") -> str:
        """Colour of a cell as ``#rrggbb``."""
        return palette.FILLS[theme][self.levels[row][column]]

    def ink(self, row: int, column: int, theme: str = "light") -> str:
        """Colour of a cell's text, at least 4.5 : 1 against its fill."""
        return palette.INKS[theme][self.levels[row][column]]


def matrix_panel(trace: AttentionTrace, stage: str, *, digits: int = 2) -> MatrixPanel:
    """Prepare one stage or input of a trace for showing.

    Parameters
    ----------
    trace : AttentionTrace
        Without leading axes; index a batch first.
    stage : str
        ``X W_Q W_K W_V Q K V scores scaled masked weights output``.
    digits : int, default 2
        Decimals of the cells' texts.

    Returns
    -------
    MatrixPanel

    Raises
    ------
    ValueError
        If there is no such stage or the trace has leading axes.

    Examples
    --------
    >>> from attnlib import examples
    >>> panel = matrix_panel(examples.mouse_eats_cheese(), "weights")
    >>> panel.texts[0], panel.levels[0]
    (('0.05', '0.89', '0.05'), ('w1', 'w14', 'w1'))
    """
    values = trace.stage(stage)
    check.one_sequence(trace.output.shape)
    kind = "weight" if stage == "weights" else "score" if stage in _SHARED[0] else "value"
    limit = 1.0 if kind == "weight" else _nice_limit(trace, stage)
    masked = np.isneginf(values) if stage == "masked" else np.zeros(values.shape, dtype=bool)
    rows, columns = labels(trace, stage)
    by_token = stage in STAGES or stage == "X"
    return MatrixPanel(
        name=stage,
        title=stage,
        note=_note(trace, stage),
        values=values,
        row_labels=rows,
        column_labels=columns,
        row_role=_ASKS if kind != "value" else _TOKEN if by_token else _FEATURE,
        column_role=_ASKED if kind != "value" else _FEATURE,
        kind=kind,
        limits=(0.0, 1.0) if kind == "weight" else (-limit, limit),
        texts=tuple(tuple(short(number, digits) for number in row) for row in values.tolist()),
        levels=palette.weight_levels(values) if kind == "weight" else palette.value_levels(values, limit),
        masked=masked,
        reading=stage_reading(trace, stage),
    )


def same_panel(one: AttentionTrace, other: AttentionTrace, stage: str) -> bool:
    """Tell whether a stage looks the same in two traces of the same tokens, and need not be prepared again.

    Examples
    --------
    >>> from attnlib import examples, self_attention
    >>> mouse = examples.mouse_eats_cheese()
    >>> moved = self_attention(mouse.X, mouse.W_Q, mouse.W_K, 2 * mouse.W_V, tokens=mouse.tokens)
    >>> [stage for stage in ("V", "scores", "weights", "output") if same_panel(mouse, moved, stage)]
    ['scores', 'weights']
    """
    alike = next((names for names in _SHARED if stage in names), (stage,))
    return (one.scale, one.mask is None) == (other.scale, other.mask is None) and all(
        np.array_equal(one.stage(name), other.stage(name)) for name in alike
    )


def panels_of(trace: AttentionTrace) -> dict[str, MatrixPanel]:
    """Prepare every input the trace knows and every stage, in the order the data flow.

    Examples
    --------
    >>> from attnlib import examples
    >>> list(panels_of(examples.mouse_eats_cheese()))
    ['X', 'W_Q', 'W_K', 'W_V', 'Q', 'K', 'V', 'scores', 'scaled', 'masked', 'weights', 'output']
    """
    return {
        name: matrix_panel(trace, name) for name in (*INPUTS, *STAGES) if getattr(trace, name) is not None
    }


def scaling_symbol(trace: AttentionTrace) -> str:
    """How the scores were scaled, in a few characters: ``÷ √2``, ``× 0.5`` or ``not scaled``."""
    d_k = trace.Q.shape[-1]
    if math.isclose(trace.scale, 1 / math.sqrt(d_k)):
        return f"÷ √{d_k}"
    if trace.scale == 1:
        return "not scaled"
    return f"× {significant(trace.scale, 3)}"


def _note(trace: AttentionTrace, stage: str) -> str:
    if stage == "scaled":
        return scaling_symbol(trace)
    if stage in ("Q", "K", "V") and trace.X is None:
        return "given"
    if stage == "masked" and trace.mask is None:
        return "no mask"
    return _NOTES[stage]


def _nice_limit(trace: AttentionTrace, stage: str) -> float:
    """End of the colour scale: a round number, so that colours hold still while the numbers move a little."""
    group = next((names for names in _SHARED if stage in names), (stage,))
    largest = max(_largest(trace.stage(name)) for name in group)
    if largest == 0:
        return 1.0
    exponent = f"{largest:e}".partition("e")[2]
    steps = (float(f"{step}e{exponent}") for step in ("1", "1.5", "2", "3", "4", "5", "6", "8", "10"))
    return next(step for step in steps if largest <= step * (1 + 1e-9))


def _largest(values: Array) -> float:
    """Return the largest size of a finite entry; 0 if there is none."""
    largest = float(np.abs(values).max(initial=0))
    return largest if math.isfinite(largest) else float(np.abs(values[np.isfinite(values)]).max(initial=0))
