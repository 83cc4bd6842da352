"""One set of random queries and keys to which features are added: what changes with d_k is then d_k alone."""

from __future__ import annotations

import numpy as np

from attnlib.maths import check
from attnlib.maths.check import Array
from attnlib.maths.gradients import softmax_backward
from attnlib.maths.scaling.saturating import Saturation, saturation_of, unit_draws
from attnlib.maths.scaling.sharpness import entropy, jacobian_norm
from attnlib.maths.steps import rescale, score, softmax

#: What is measured of a softmax, each a mean over rows or draws but the first.
MEASURES = ("spread", "largest weight", "entropy", "Jacobian", "gradient")

#: Powers of two, as a slider's stops.
WIDTHS = tuple(2**power for power in range(11))
KEYS = tuple(2**power for power in range(1, 7))

#: Rows of weights over which is averaged: the second decimal of a mean holds still, and a step costs milliseconds.
ROWS = 1600


#: Features added up at once. Larger products are shared out among threads, which costs more than it saves.
_BLOCK = 32


class GrowingDraws:
    """The scores of the same draws at every power of two, added up once so that a slider's step is cheap.

    Parameters
    ----------
    n_keys : int
        Keys, and queries, of one draw: a power of two from 2 to 64.
    seed : int

    Attributes
    ----------
    draws : int
        So many that there are 1600 rows in all.

    Raises
    ------
    ValueError
        If there is no such number of keys.

    Notes
    -----
    The draws are ``unit_draws(1024, n_keys=n_keys, n_queries=n_keys, draws=draws, rng=seed)``. The random gradient at
    the weights has a generator of its own, ``default_rng([seed, 1])``: it must know nothing of the queries.

    Examples
    --------
    >>> drawn = GrowingDraws(8, seed=0)
    >>> drawn.scores(64).shape
    (200, 8, 8)
    >>> round(drawn.measure(64, 1.0).score_std), round(drawn.measure(64, 1 / 8).score_std)
    (8, 1)
    """

    def __init__(self, n_keys: int, seed: int) -> None:
        self.n_keys, self.seed = one_of("n_keys", n_keys, KEYS), seed
        self.draws = ROWS // n_keys
        drawn = unit_draws(WIDTHS[-1], n_keys=n_keys, n_queries=n_keys, draws=self.draws, rng=seed)
        self._first = drawn.Q[0].copy(), drawn.K[0].copy()  # the rest is let go: it is large
        self._scores: dict[int, Array] = {}
        self._measured: dict[tuple[int, float], Saturation] = {}
        total: Array = np.zeros((self.draws, n_keys, n_keys))
        for start in (0, 1, 2, 4, 8, 16, *range(32, WIDTHS[-1], _BLOCK)):
            end = min(max(1, 2 * start), start + _BLOCK)
            total = total + score(drawn.Q[..., start:end], drawn.K[..., start:end])
            if end in WIDTHS:
                self._scores[end] = total

    def scores(self, d_k: int) -> Array:
        """Every query · every key over the first ``d_k`` features, (draws, n_queries, n_keys)."""
        return self._scores[one_of("d_k", d_k, WIDTHS)]

    def first(self, d_k: int) -> tuple[Array, Array]:
        """Give the first query, (1, d_k), and its keys, (n_keys, d_k)."""
        Q, K = self._first
        return Q[:1, :d_k], K[:, :d_k]

    def measure(self, d_k: int, factor: float) -> Saturation:
        """Measure the softmax over the scores times a factor; what was measured once is kept."""
        key = d_k if factor else 0, factor  # times 0 the scores of every width are the same
        if key not in self._measured:
            self._measured[key] = saturation_of(self.scores(d_k), scale=factor, rng=self._cotangents())
        return self._measured[key]

    def each(self, measure: str, d_k: int, factor: float, *, draws: int | None = None) -> Array:
        """Give the numbers that a mean is made of, of all draws or the first few.

        Returns
        -------
        ndarray
            Of ``"spread"`` the scores themselves; of ``"gradient"`` one number a draw; else one a row.

        Examples
        --------
        >>> drawn = GrowingDraws(8, seed=0)
        >>> shares = drawn.each("gradient", 64, 1.0)
        >>> len(shares), bool(np.isclose(shares.mean(), drawn.measure(64, 1.0).gradient_ratio))
        (200, True)
        """
        scaled = rescale(self.scores(d_k)[:draws], factor)
        if check.choice("measure", measure, MEASURES) == "spread":
            return scaled.ravel()
        weights = softmax(scaled)
        if measure == "gradient":
            sent = self._cotangents().standard_normal(weights.shape)
            arrived = softmax_backward(weights, sent)
            return np.asarray(np.linalg.norm(arrived, axis=(1, 2)) / np.linalg.norm(sent, axis=(1, 2)))
        if measure == "largest weight":
            return np.asarray(weights.max(axis=-1).ravel())
        return (entropy if measure == "entropy" else jacobian_norm)(weights).ravel()

    def _cotangents(self) -> np.random.Generator:
        return np.random.default_rng([self.seed, 1])


def one_of(name: str, value: int, permitted: tuple[int, ...]) -> int:
    """Return a whole number if it is among those permitted.

    Raises
    ------
    TypeError, ValueError
        If it isn't.
    """
    if check.count(name, value) not in permitted:
        raise ValueError(f"{name}: needs a power of two from {permitted[0]} to {permitted[-1]}, got {value}")
    return int(value)
