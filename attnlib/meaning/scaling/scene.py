"""What the scaling explorer shows of its choices: the row, the means, panels, and why a number is what it is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from attnlib.maths import check
from attnlib.maths.attention import trace_attention
from attnlib.maths.scaling.draws import MEASURES, GrowingDraws
from attnlib.maths.scaling.saturating import Saturation
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.bars import BarsPanel, score_bars, weight_bars
from attnlib.meaning.cells import Address, Cell
from attnlib.meaning.matrix import MatrixPanel
from attnlib.meaning.scaling.panels import (
    COLUMNS,
    EQUAL,
    MOST_KEYS,
    divided,
    factor,
    jacobian_panel,
    measures_panel,
)
from attnlib.meaning.scaling.words import (
    explain_equal,
    explain_jacobian,
    explain_measure,
    explain_size,
    scaling_reading,
)

VIEWS = ("measures", "jacobian")


@dataclass(frozen=True, eq=False)
class ScaledSoftmax:
    """Draws, how many of their features count, and by what their scores are divided.

    Attributes
    ----------
    draws : GrowingDraws
    d_k : int
    scale : str
        One of `attnlib.meaning.scaling.panels.SCALES`.
    temperature : float
    """

    draws: GrowingDraws
    d_k: int
    scale: str
    temperature: float

    def factor(self, scale: str) -> float:
        """By what a scale multiplies the scores."""
        return factor(scale, self.d_k, self.temperature)

    @cached_property
    def trace(self) -> AttentionTrace:
        """The first query and its keys; each value names its key, so the output is the row of weights itself."""
        Q, K = self.draws.first(self.d_k)
        return trace_attention(Q, K, np.eye(len(K)), scale=self.factor(self.scale), tokens=["query"])

    @cached_property
    def measured(self) -> dict[str, Saturation]:
        """The means over all draws, by scale, and those of equal weights."""
        return {scale: self.draws.measure(self.d_k, self.factor(scale)) for scale in COLUMNS}

    @property
    def formula(self) -> str:
        """How a score comes about."""
        return f"score = {divided(self.scale, self.d_k, self.temperature)}"

    @property
    def reading(self) -> str:
        """One sentence that says what is to be seen."""
        return scaling_reading(
            self.measured,
            scale=self.scale,
            d_k=self.d_k,
            n_keys=self.draws.n_keys,
            temperature=self.temperature,
        )

    def bars(self) -> tuple[BarsPanel, BarsPanel]:
        """Prepare the distribution of all scores, and the row of weights."""
        times = self.factor(self.scale)
        scores = self.draws.scores(self.d_k) * times
        return score_bars(scores, expected=math.sqrt(self.d_k) * times), weight_bars(self.trace.weights[0])

    def panels(self) -> dict[str, MatrixPanel]:
        """Prepare the table of measures, and the Jacobian of the row."""
        n = self.draws.n_keys
        table = measures_panel(
            self.measured,
            chosen=self.scale,
            note=f"of {self.draws.draws} draws of {n} queries and {n} keys",
        )
        return {"measures": table, "jacobian": jacobian_panel(self.trace.weights[0], self.trace.key_tokens)}

    def explain(self, cell: Cell) -> tuple[str, tuple[int, ...]]:
        """Say why a cell holds its number, and which weights of the row it was made of."""
        view, row, column = cell
        weights, keys = self.trace.weights[0], self.trace.key_tokens
        if view == "jacobian":
            if len(keys) > MOST_KEYS:
                return explain_size(weights), ()
            return explain_jacobian(weights, keys, row, column), (row, column)
        of_the_row = MEASURES[row] == "largest weight" and COLUMNS[column] == self.scale
        return self._explain_measure(MEASURES[row], COLUMNS[column]), (
            (int(weights.argmax()),) if of_the_row else ()
        )

    def _explain_measure(self, measure: str, scale: str) -> str:
        draws, times = self.draws, self.factor(scale)
        if scale == EQUAL:
            return explain_equal(measure, self.measured[scale], draws.n_keys)
        counts = {"spread": draws.scores(self.d_k).size, "gradient": draws.draws}
        return explain_measure(
            measure,
            self.measured[scale],
            draws.each(measure, self.d_k, times, draws=3)[:3].tolist(),
            count=counts.get(measure, draws.draws * draws.n_keys),
            scale=scale,
            d_k=self.d_k,
            n_keys=draws.n_keys,
            factor=times,
        )


def cell_of(address: Address, n_keys: int) -> Cell:
    """Find the cell that an address names: ``(measure, scale)``, or a view, a row and a column.

    Raises
    ------
    ValueError, TypeError
        If there is no such cell.

    Examples
    --------
    >>> cell_of(("entropy", "none"), 8), cell_of(("jacobian", "1", "2"), 8)
    (('measures', 2, 0), ('jacobian', 0, 1))
    """
    if isinstance(address, str) or len(address) not in (2, 3):
        raise ValueError(
            'selected: needs a measure and a scale, such as ("entropy", "none"), or ("jacobian", 0, 1); '
            f"got {address!r}"
        )
    view, row, column = (VIEWS[0], *address) if len(address) == 2 else address
    view = check.choice("selected", view, VIEWS)
    keys = tuple(str(key + 1) for key in range(jacobian_rows(n_keys)))
    rows, columns = (MEASURES, COLUMNS) if view == VIEWS[0] else (keys, keys)
    return view, check.place("row", row, rows, view), check.place("column", column, columns, view)


def jacobian_rows(n_keys: int) -> int:
    """Rows of the Jacobian shown: one for each key, or one for all when there are many."""
    return n_keys if n_keys <= MOST_KEYS else 1
