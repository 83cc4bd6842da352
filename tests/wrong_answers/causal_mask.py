"""Answers to the exercise ``causal_mask``."""

from __future__ import annotations

from tests.wrong_answers.answers import Right, Wrong

WRONG = [
    Wrong(
        "one query as a special case",
        "sibling",
        "one_query_alone",
        """
def causal_mask(n_q, n_k):
    if n_q == 1:
        return np.ones((1, n_k), bool)
    return np.arange(n_k) <= np.arange(n_q)[:, None]
""",
    ),
    Wrong(
        "all of the past for new tokens",
        "sibling",
        "one_query_alone",
        """
def causal_mask(n_q, n_k):
    return np.arange(n_k) <= np.arange(n_q)[:, None] + (n_k if n_k > n_q else 0)
""",
    ),
    Wrong(
        "shifted by 2",
        "sibling",
        "offset_fixed",
        """
def causal_mask(n_q, n_k):
    shift = 2 if n_k != n_q else 0
    return np.arange(n_k) <= np.arange(n_q)[:, None] + shift
""",
    ),
    Wrong(
        "shifted by 3",
        "sibling",
        "offset_fixed",
        """
def causal_mask(n_q, n_k):
    return np.tri(n_q, n_k, 0 if n_q == n_k else 3) > 0
""",
    ),
    Wrong(
        "shifted by 1",
        "sibling",
        "offset_fixed",
        """
def causal_mask(n_q, n_k):
    return np.arange(n_k) <= np.arange(n_q)[:, None] + (n_k > n_q)
""",
    ),
    Wrong(
        "True = hidden",
        "M2",
        "inverted",
        """
def causal_mask(n_q, n_k):
    return np.arange(n_k) > (np.arange(n_q) + n_k - n_q)[:, None]
""",
    ),
    Wrong(
        "triu with k=1",
        "M2 M4",
        "inverted",
        """
def causal_mask(n_q, n_k):
    return np.triu(np.ones((n_q, n_k)), k=1).astype(bool)
""",
    ),
    Wrong(
        "diagonal masked",
        "M5",
        "diagonal_masked",
        """
def causal_mask(n_q, n_k):
    return np.array([[j < i + n_k - n_q for j in range(n_k)] for i in range(n_q)])
""",
    ),
    Wrong(
        "sees the next",
        "sibling",
        "sees_next",
        """
def causal_mask(n_q, n_k):
    return np.array([[j <= i + n_k - n_q + 1 for j in range(n_k)] for i in range(n_q)])
""",
    ),
    Wrong(
        "upper triangle",
        "M2",
        "future_instead",
        """
def causal_mask(n_q, n_k):
    return np.array([[j >= i for j in range(n_k)] for i in range(n_q)])
""",
    ),
    Wrong(
        "top left",
        "M14",
        "top_left",
        """
def causal_mask(n_q, n_k):
    return np.tril(np.ones((n_q, n_k), dtype=bool))
""",
    ),
    Wrong(
        "top left, written as a loop",
        "M14",
        "top_left",
        """
def causal_mask(n_q, n_k):
    mask = np.zeros((n_q, n_k), dtype=bool)
    for i in range(n_q):
        mask[i, : i + 1] = True
    return mask
""",
    ),
    Wrong(
        "ones and zeros",
        "M6",
        "numbers_for_booleans",
        """
def causal_mask(n_q, n_k):
    return np.tril(np.ones((n_q, n_k)), k=n_k - n_q)
""",
    ),
    Wrong(
        "zeros and ones",
        "M6",
        "numbers_for_booleans",
        """
def causal_mask(n_q, n_k):
    return np.triu(np.ones((n_q, n_k), dtype=int), k=n_k - n_q + 1)
""",
    ),
    Wrong(
        "minus infinities",
        "M4",
        "additive_mask",
        """
def causal_mask(n_q, n_k):
    mask = np.zeros((n_q, n_k))
    mask[np.triu_indices(n_q, n_k - n_q + 1, n_k)] = float("-inf")
    return mask
""",
    ),
    Wrong(
        "minus a billion",
        "M1",
        "additive_mask",
        """
def causal_mask(n_q, n_k):
    return np.triu(np.full((n_q, n_k), -1e9), n_k - n_q + 1)
""",
    ),
    Wrong(
        "square",
        "sibling",
        "keys_ignored",
        """
def causal_mask(n_q, n_k):
    return np.tri(n_q, dtype=bool)
""",
    ),
    Wrong(
        "square of the keys",
        "sibling",
        "queries_ignored",
        """
def causal_mask(n_q, n_k):
    return np.tri(n_k, dtype=bool)
""",
    ),
    Wrong(
        "keys are rows",
        "M10",
        "transposed",
        """
def causal_mask(n_q, n_k):
    return np.arange(n_k)[:, None] <= np.arange(n_q) + n_k - n_q
""",
    ),
    Wrong(
        "all True",
        "G1",
        "everything_allowed",
        """
def causal_mask(n_q, n_k):
    return np.full((n_q, n_k), True)
""",
    ),
    Wrong(
        "itself alone",
        "sibling",
        "diagonal_only",
        """
def causal_mask(n_q, n_k):
    return np.arange(n_k) == np.arange(n_q)[:, None] + n_k - n_q
""",
    ),
    Wrong(
        "a mask of size 1 × 1 for one new query",
        "M14",
        "keys_ignored",
        """
def causal_mask(n_q, n_k):
    return np.array([[j <= i for j in range(n_q)] for i in range(n_q)])
""",
    ),
    Wrong(
        "a sliding window",
        "sibling",
        "window_too_short",
        """
def causal_mask(n_q, n_k):
    back = (np.arange(n_q) + n_k - n_q)[:, None] - np.arange(n_k)
    return (0 <= back) & (back <= 4)
""",
    ),
]

RIGHT = [
    Right(
        "two loops, lists",
        """
def causal_mask(n_q, n_k):
    return [[j - i <= n_k - n_q for j in range(n_k)] for i in range(n_q)]
""",
    ),
    Right(
        "the last rows of a square",
        """
def causal_mask(n_q, n_k):
    return np.tri(n_k, dtype=bool)[n_k - n_q :]
""",
    ),
    Right(
        "tril with an offset, then bool",
        """
def causal_mask(n_q, n_k):
    return np.tril(np.ones((n_q, n_k)), n_k - n_q).astype(bool)
""",
    ),
    Right(
        "counted from the end",
        """
def causal_mask(n_q, n_k):
    return np.arange(n_k)[::-1] >= np.arange(n_q)[::-1, None]
""",
    ),
]
