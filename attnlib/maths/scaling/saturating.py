"""What dividing by √d_k is for: how scores grow with d_k, what a softmax makes of them, and what it passes back.

Everything is measured on independent queries and keys of unit variance. With Q = K the diagonal is |x|² and shows the
opposite of the lesson.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attnlib.maths import check
from attnlib.maths.check import Array
from attnlib.maths.gradients import softmax_backward
from attnlib.maths.scaling.sharpness import entropy, jacobian_norm, softmax_jacobian
from attnlib.maths.steps import rescale, score, softmax

__all__ = [
    "Saturation",
    "UnitDraws",
    "entropy",
    "jacobian_norm",
    "saturation",
    "saturation_of",
    "softmax_jacobian",
    "unit_draws",
]


@dataclass(frozen=True, eq=False, repr=False)
class UnitDraws:
    """Independent queries and keys, every entry of mean 0 and variance 1.

    Attributes
    ----------
    Q : ndarray, shape (draws, n_queries, d_k)
    K : ndarray, shape (draws, n_keys, d_k)
    """

    Q: Array
    K: Array

    def scores(self, d_k: int | None = None) -> Array:
        """Return every query · every key over the first ``d_k`` features, (draws, n_queries, n_keys).

        A slider that moves d_k so adds features to the same vectors: what changes is d_k alone.

        Raises
        ------
        ValueError
            If fewer than ``d_k`` features were drawn.
        """
        drawn = self.Q.shape[-1]
        d_k = drawn if d_k is None else check.count("d_k", d_k, least=1)
        if d_k > drawn:
            raise ValueError(f"d_k: {d_k} is more than the {drawn} features that were drawn; draw {d_k}")
        return score(self.Q[..., :d_k], self.K[..., :d_k])

    def __repr__(self) -> str:
        draws, n_queries, d_k = self.Q.shape
        return f"<UnitDraws: {draws} draws of {n_queries} queries and {self.K.shape[1]} keys, d_k = {d_k}>"


def unit_draws(
    d_k: int, *, n_keys: int, n_queries: int, draws: int, rng: np.random.Generator | int | None = None
) -> UnitDraws:
    """Draw queries and keys that know nothing of each other, all entries standard normal.

    Parameters
    ----------
    d_k, n_keys, n_queries, draws : int
    rng : numpy.random.Generator or int, optional
        A generator or the seed of one.

    Raises
    ------
    TypeError, ValueError
        If a number isn't a whole number of at least 1.

    Examples
    --------
    >>> pairs = unit_draws(64, n_keys=1, n_queries=1, draws=2000, rng=0)
    >>> round(float(pairs.scores().std())), round(float(pairs.scores(16).std()))
    (8, 4)
    """
    sizes = {"d_k": d_k, "n_keys": n_keys, "n_queries": n_queries, "draws": draws}
    d_k, n_keys, n_queries, draws = (check.count(name, size, least=1) for name, size in sizes.items())
    generator = np.random.default_rng(rng)
    Q = generator.standard_normal((draws, n_queries, d_k))
    return UnitDraws(Q=Q, K=generator.standard_normal((draws, n_keys, d_k)))


@dataclass(frozen=True)
class Saturation:
    """How far a softmax is from, or how deep in, all-or-nothing. Means over all rows unless said otherwise.

    Attributes
    ----------
    score_std : float
        Standard deviation of what enters the softmax.
    largest_weight : float
    entropy : float
        In nats; ``uniform_entropy`` is log n, the most there can be.
    uniform_entropy : float
    jacobian, jacobian_median : float
        Frobenius norm of the softmax's Jacobian: mean, and what the row in the middle has. Unscaled they part: a few
        near-ties keep the mean up while most rows pass back next to nothing.
    gradient_ratio, gradient_ratio_median : float
        How much of a random gradient at the weights arrives at the softmax's input: Frobenius norm there over
        Frobenius norm here, both of the draw's whole (n_queries, n_keys) matrix. Mean, and the draw in the middle.
    """

    score_std: float
    largest_weight: float
    entropy: float
    uniform_entropy: float
    jacobian: float
    jacobian_median: float
    gradient_ratio: float
    gradient_ratio_median: float


def saturation(
    d_k: int,
    *,
    n_keys: int = 8,
    n_queries: int | None = None,
    scale: float | None = None,
    draws: int = 400,
    rng: np.random.Generator | int | None = None,
) -> Saturation:
    """Measure a softmax over the scores of independent unit-variance queries and keys.

    Parameters
    ----------
    d_k : int
    n_keys : int, default 8
    n_queries : int, optional
        Rows of one draw; as many as keys if not given.
    scale : float, optional
        Factor for the scores. None means 1/√d_k; 1 leaves them as they are.
    draws : int, default 400
    rng : numpy.random.Generator or int, optional
        A generator or the seed of one.

    Returns
    -------
    Saturation

    Raises
    ------
    TypeError, ValueError
        If a size isn't a whole number of at least 1, or the scale isn't a finite number.

    Examples
    --------
    >>> for scale in (None, 1):
    ...     measured = saturation(512, scale=scale, rng=0)
    ...     print(round(measured.largest_weight, 2), round(measured.gradient_ratio, 2))
    0.36 0.13
    0.95 0.04
    """
    generator = np.random.default_rng(rng)
    n_queries = n_keys if n_queries is None else n_queries
    drawn = unit_draws(d_k, n_keys=n_keys, n_queries=n_queries, draws=draws, rng=generator)
    return saturation_of(drawn.scores(), scale=check.scale(scale, d_k), rng=generator)


def saturation_of(
    scores: npt.ArrayLike, *, scale: float, rng: np.random.Generator | int | None = None
) -> Saturation:
    """Measure a softmax over given scores.

    Parameters
    ----------
    scores : array_like, shape (draws, n_queries, n_keys)
        Unscaled.
    scale : float
        Factor for the scores.
    rng : numpy.random.Generator or int, optional
        For the random gradient at the weights.

    Returns
    -------
    Saturation

    Raises
    ------
    TypeError, ValueError
        If the scores have no cell, or the scale isn't a finite number.

    Examples
    --------
    >>> saturation_of([[0.0, 0.0]], scale=1, rng=0).largest_weight
    0.5
    """
    scores = check.matrix("scores", scores, "n_queries, n_keys")
    if not scores.size:
        raise ValueError(f"scores: nothing to measure in shape {check.shape_text(scores.shape)}")
    scaled = rescale(scores, check.scale(scale, 1))  # (draws, n_queries, n_keys)
    weights = softmax(scaled)
    # Never the sum of the weights: that is always 1, its gradient always 0. A random cotangent stands for any loss.
    d_weights = np.random.default_rng(rng).standard_normal(weights.shape)
    d_scaled = softmax_backward(weights, d_weights)
    ratios = _size(d_scaled) / _size(d_weights)  # (draws,)
    jacobians = jacobian_norm(weights)  # (draws, n_queries)
    return Saturation(
        score_std=float(scaled.std()),
        largest_weight=float(weights.max(axis=-1).mean()),
        entropy=float(entropy(weights).mean()),
        uniform_entropy=float(np.log(weights.shape[-1])),
        jacobian=float(jacobians.mean()),
        jacobian_median=float(np.median(jacobians)),
        gradient_ratio=float(ratios.mean()),
        gradient_ratio_median=float(np.median(ratios)),
    )


def _size(array: Array) -> Array:
    """Frobenius norm of the last two axes."""
    norm: Array = np.sqrt(np.square(array).sum(axis=(-2, -1)))
    return norm
