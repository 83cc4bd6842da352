"""Mistakes on the way from X to Q, K and V: the same slips in self-attention with and without a mask."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from attnlib.exercises.exercise import Slip, slip
from attnlib.exercises.numbers import numbers
from attnlib.maths.check import Array

Parts = Callable[[Array, Array, Array, Array], tuple[Array, Array, Array]]


def project(X: Array, W_Q: Array, W_K: Array, W_V: Array) -> tuple[Array, Array, Array]:
    """Make Q, K and V as it should be."""
    return X @ W_Q, X @ W_K, X @ W_V


def inputs(
    n: int, d_model: int, d_k: int, d_v: int, *, seed: int, batch: tuple[int, ...] = ()
) -> tuple[Array, ...]:
    """Return X, W_Q, W_K and W_V of a case."""
    shapes = ((d_model, d_k), (d_model, d_k), (d_model, d_v))
    weights = (numbers(*shape, seed=seed + place + 1) / 2 for place, shape in enumerate(shapes))
    return (numbers(*batch, n, d_model, seed=seed), *weights)


def projection_slips(attend: Callable[..., Any]) -> tuple[Slip, ...]:
    """Return the slips of an attention that makes Q, K or V wrongly.

    Parameters
    ----------
    attend : callable
        Takes X, W_Q, W_K, W_V and ``parts=``, which makes Q, K and V of them.
    """

    def made(parts: Parts, **mistakes: Any) -> Callable[..., Any]:
        return partial(attend, parts=parts, **mistakes)

    return (
        slip(
            "projection_missing",
            "X itself is compared with itself. Project it first: Q = X @ W_Q, K = X @ W_K.",
            made(lambda X, W_Q, W_K, W_V: (X, X, X @ W_V)),
            made(lambda X, W_Q, W_K, W_V: (X, X, X @ W_V), divisor=lambda Q, K, V: 1),
        ),
        slip(
            "values_unprojected",
            "X itself is mixed. What is handed on is the values: V = X @ W_V.",
            made(lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_K, X)),
        ),
        slip(
            "values_from_keys",
            "The values are made with another projection than their own. V = X @ W_V.",
            made(lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_K, X @ W_K)),
            made(lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_K, X @ W_Q)),
        ),
        slip(
            "keys_from_queries",
            "Queries and keys are made with the same projection. Q = X @ W_Q, K = X @ W_K.",
            made(lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_Q, X @ W_V)),
            made(lambda X, W_Q, W_K, W_V: (X @ W_K, X @ W_K, X @ W_V)),
        ),
        slip(
            "roles_exchanged",
            "Keys ask and queries are asked: W_Q and W_K have changed places, or the scores are transposed.",
            made(lambda X, W_Q, W_K, W_V: (X @ W_K, X @ W_Q, X @ W_V)),
        ),
        slip(
            "weights_transposed",
            "A projection is used transposed. Tokens are rows: X @ W_Q.",
            made(lambda X, W_Q, W_K, W_V: (X @ W_Q.T, X @ W_K.T, X @ W_V.T)),
            made(lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_K, X @ W_V.T)),
        ),
        slip(
            "values_returned",
            "The output is the values as they are: no token takes anything from another. Mix them by the "
            "weights.",
            lambda X, W_Q, W_K, W_V: X @ W_V,
        ),
    )
