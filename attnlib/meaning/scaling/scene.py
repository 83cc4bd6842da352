"""What the scaling explorer shows of its choices: the row, the means, panels, and why a number is what it is."""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np

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
from attnlib.meaning.scene import Lit, Scene

VIEWS = ("measures", "jacobian")


class ScaledSoftmax(Scene):
    """Draws, how many of their features count, and by what their scores are divided.

    Attributes
    ----------
    draws : GrowingDraws
    d_k : int
    scale : str
        One of `attnlib.meaning.scaling.panels.SCALES`.
    temperature : float

    Examples
    --------
    >>> shown = ScaledSoftmax(GrowingDraws(8, 0), 64, "none", 1.0)
    >>> shown.cell(("entropy", "none")), shown.cell(("jacobian", "1", "2"))
    (('measures', 2, 0), ('jacobian', 0, 1))
    """

    views = VIEWS

    def __init__(self, draws: GrowingDraws, d_k: int, scale: str, temperature: float) -> None:
        self.draws, self.d_k, self.scale, self.temperature = draws, d_k, scale, temperature

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
    def title(self) -> str:
        """What is chosen, and how a score comes about."""
        return f"d_k = {self.d_k}, {self.formula}"

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

    def labels(self, view: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Names of a view's rows and columns."""
        keys = tuple(str(key + 1) for key in range(jacobian_rows(self.draws.n_keys)))
        return (MEASURES, COLUMNS) if view == "measures" else (keys, keys)

    def cell(self, address: Address) -> Cell:
        """Find a cell by measure and scale, or by view, row and column."""
        if isinstance(address, str) or len(address) not in (2, 3):
            raise ValueError(
                'selected: needs a measure and a scale, such as ("entropy", "none"), or ("jacobian", 0, 1); '
                f"got {address!r}"
            )
        return super().cell(("measures", *address) if len(address) == 2 else address)

    def bars(self) -> tuple[BarsPanel, BarsPanel]:
        """Prepare the distribution of all scores, and the row of weights."""
        times = self.factor(self.scale)
        scores = self.draws.scores(self.d_k) * times
        return score_bars(scores, expected=math.sqrt(self.d_k) * times), weight_bars(self.trace.weights[0])

    def panel(self, view: str) -> MatrixPanel:
        """Prepare the table of measures, or the Jacobian of the row."""
        if view == "jacobian":
            return jacobian_panel(self.trace.weights[0], self.trace.key_tokens)
        n = self.draws.n_keys
        note = f"of {self.draws.draws} draws of {n} queries and {n} keys"
        return measures_panel(self.measured, chosen=self.scale, note=note)

    def explain(self, cell: Cell) -> tuple[str, Lit]:
        """Say why a cell holds its number, and which weights of the row (``"row"``) it was made of."""
        view, row, column = cell
        weights, keys = self.trace.weights[0], self.trace.key_tokens
        if view == "jacobian":
            if len(keys) > MOST_KEYS:
                return explain_size(weights), {}
            return explain_jacobian(weights, keys, row, column), {"row": {(0, row), (0, column)}}
        measure, scale = MEASURES[row], COLUMNS[column]
        of_the_row = (measure, scale) == ("largest weight", self.scale)
        return self._explain_measure(measure, scale), {"row": {(0, self.looked_at(0))}} if of_the_row else {}

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


def jacobian_rows(n_keys: int) -> int:
    """Rows of the Jacobian shown: one for each key, or one for all when there are many."""
    return n_keys if n_keys <= MOST_KEYS else 1
