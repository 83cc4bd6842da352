"""Inputs on which a mend that is nearly right gives itself away: large scores, vast ones, zeros and equal tokens.

All of them can be computed in float32 as well, so that a careful answer in it isn't refused.
"""

from __future__ import annotations

import numpy as np

from attnlib.exercises.numbers import numbers
from attnlib.maths.check import Array

#: What the cases say is right, in every hunt with the same words.
LARGE = "scores near ±800 don't overflow"
VAST = "scores of −10³⁷ count, and a hidden one far above them doesn't"
ZEROS = "a key of zeros, a value of zeros and equal tokens count like any other"
ZERO_KEY = "a key of zeros and equal keys count like any other"
#: And of tokens that are still to be projected.
ZERO_TOKEN = "a token of zeros and equal tokens count like any other"
#: Projections of tokens, multiplied by powers of 2, in which nothing is rounded.
LOUD, LOUDEST = 2.0**5, 2.0**60
#: e^709 is the largest power of e that a float64 holds.
_LARGE, _VAST = 40.0, 1e19


def large(n_q: int, n_k: int, *, seed: int) -> tuple[Array, Array]:
    """Return queries and keys of width 4 whose scores are near 800 and −800 by turns, a little apart in each row.

    Examples
    --------
    >>> Q, K = large(3, 5, seed=1)
    >>> (abs(Q @ K.T / 2) > 709).all(), np.ptp(Q @ K.T / 2, axis=-1).max() < 5
    (np.True_, np.True_)
    """
    Q, K = numbers(n_q, 4, seed=seed), numbers(n_k, 4, seed=seed + 500)
    Q[:, 0], K[:, 0] = np.resize([_LARGE, -_LARGE], n_q), _LARGE
    return Q, K


def vast(n_q: int, n_k: int, *, low: int) -> tuple[Array, Array]:
    """Return queries and keys of width 4: the first ``low`` keys score about −5 · 10³⁷, the others 5 · 10³⁷.

    No two score alike: so far out a softmax gives all to the largest, however it is computed. Where as many tokens ask
    as are asked, the last key scores lowest of all.

    Examples
    --------
    >>> Q, K = vast(1, 3, low=2)
    >>> (Q @ K.T / 1e38).round(3)
    array([[-1.   , -0.938,  1.125]])
    """
    Q, K = np.zeros((n_q, 4)), np.zeros((n_k, 4))
    steps = np.arange(n_k) / 16
    Q[:, 0], K[:low, 0], K[low:, 0] = _VAST, -_VAST * (1 - steps[:low]), _VAST * (1 + steps[low:])
    if n_q == n_k:
        K[-1, 0] = -1.5 * _VAST
    return Q, K


def with_zeros(x: Array, *, at: int) -> Array:
    """Return a copy in which the first and the third token are equal, and one token is all zeros.

    Examples
    --------
    >>> with_zeros(np.ones((3, 2)), at=1).tolist()
    [[1.0, 1.0], [0.0, 0.0], [1.0, 1.0]]
    """
    changed = x.copy()
    changed[2], changed[at] = changed[0], 0
    return changed
