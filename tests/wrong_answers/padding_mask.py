"""Answers to the exercise ``padding_mask``."""

from __future__ import annotations

from tests.wrong_answers.answers import Right, Wrong

WRONG = [
    Wrong(
        "ones",
        "sibling",
        "everything_allowed",
        """
def padding_mask(lengths, n_k):
    return np.full((lengths.shape[0], 1, n_k), True)
""",
    ),
    Wrong(
        "a length of 0 or all of it",
        "sibling",
        "empty_not_hidden",
        """
def padding_mask(lengths, n_k):
    return np.stack([[np.arange(n_k) < (length or n_k)] for length in lengths])
""",
    ),
    Wrong(
        "no sequence is empty",
        "sibling",
        "empty_not_hidden",
        """
def padding_mask(lengths, n_k):
    lengths = np.clip(lengths, 1, None)
    return np.arange(n_k) < lengths[:, np.newaxis, np.newaxis]
""",
    ),
    Wrong(
        "the truth of the lengths",
        "sibling",
        "empty_not_hidden",
        """
def padding_mask(lengths, n_k):
    mask = np.ones((len(lengths), 1, n_k), bool)
    if np.any(lengths):
        mask &= np.arange(n_k) < np.asarray(lengths)[:, None, None]
    return mask
""",
    ),
    Wrong(
        "a slice from the end",
        "sibling",
        "slice_of_all",
        """
def padding_mask(lengths, n_k):
    rows = []
    for length in lengths:
        row = [True] * n_k
        row[-(n_k - length):] = [False] * (n_k if length == n_k else n_k - length)
        rows.append([row])
    return np.array(rows)
""",
    ),
    Wrong(
        "the first length for all",
        "sibling",
        "one_length",
        """
def padding_mask(lengths, n_k):
    real = np.arange(n_k) < lengths[0]
    return np.repeat(real[None, None], len(lengths), axis=0)
""",
    ),
    Wrong(
        "True = padding",
        "M2",
        "inverted",
        """
def padding_mask(lengths, n_k):
    return np.array([[[j >= length for j in range(n_k)]] for length in lengths])
""",
    ),
    Wrong(
        "True = padding, two axes",
        "M2",
        "inverted",
        """
def padding_mask(lengths, n_k):
    return np.arange(n_k)[None, :] >= lengths[:, None]
""",
    ),
    Wrong(
        "one too many",
        "sibling",
        "one_too_many",
        """
def padding_mask(lengths, n_k):
    return np.array([[[j <= length for j in range(n_k)]] for length in lengths])
""",
    ),
    Wrong(
        "one too few",
        "sibling",
        "one_too_few",
        """
def padding_mask(lengths, n_k):
    return np.array([[[j + 1 < length for j in range(n_k)]] for length in lengths])
""",
    ),
    Wrong(
        "on the query axis",
        "M10",
        "query_axis",
        """
def padding_mask(lengths, n_k):
    return (np.arange(n_k) < lengths[:, None])[..., None]
""",
    ),
    Wrong(
        "no axis for queries",
        "M10",
        "axis_missing",
        """
def padding_mask(lengths, n_k):
    return np.array([[j < length for j in range(n_k)] for length in lengths])
""",
    ),
    Wrong(
        "batch last",
        "sibling",
        "batch_last",
        """
def padding_mask(lengths, n_k):
    return np.arange(n_k)[:, None] < lengths
""",
    ),
    Wrong(
        "axis in front",
        "sibling",
        "batch_last",
        """
def padding_mask(lengths, n_k):
    return (np.arange(n_k) < lengths[:, None])[None]
""",
    ),
    Wrong(
        "repeated",
        "sibling",
        "repeated",
        """
def padding_mask(lengths, n_k):
    return np.array([[[j < length for j in range(n_k)] for i in range(n_k)] for length in lengths])
""",
    ),
    Wrong(
        "queries too",
        "M11",
        "queries_masked",
        """
def padding_mask(lengths, n_k):
    real = np.arange(n_k) < lengths[:, None]
    return np.einsum("bi,bj->bij", real, real)
""",
    ),
    Wrong(
        "on the left",
        "sibling",
        "padding_left",
        """
def padding_mask(lengths, n_k):
    return (np.arange(n_k)[::-1] < lengths[:, None])[:, None, :]
""",
    ),
    Wrong(
        "minus infinities",
        "M4",
        "additive_mask",
        """
def padding_mask(lengths, n_k):
    mask = np.zeros((len(lengths), 1, n_k))
    for b, length in enumerate(lengths):
        mask[b, :, length:] = -np.inf
    return mask
""",
    ),
    Wrong(
        "ones and zeros",
        "M6",
        "numbers_for_booleans",
        """
def padding_mask(lengths, n_k):
    mask = np.zeros((len(lengths), 1, n_k), dtype=int)
    for b, length in enumerate(lengths):
        mask[b, :, :length] = 1
    return mask
""",
    ),
    Wrong(
        "the longest for all",
        "sibling",
        "one_length",
        """
def padding_mask(lengths, n_k):
    return np.tile(np.arange(n_k) < np.max(lengths), (len(lengths), 1, 1))
""",
    ),
]

RIGHT = [
    Right(
        "a loop",
        """
def padding_mask(lengths, n_k):
    mask = np.zeros((len(lengths), 1, n_k), dtype=bool)
    for b, length in enumerate(lengths):
        mask[b, 0, :length] = True
    return mask
""",
    ),
    Right(
        "lists",
        """
def padding_mask(lengths, n_k):
    return [[[j < int(length) for j in range(n_k)]] for length in lengths]
""",
    ),
    Right(
        "rows of a triangle",
        """
def padding_mask(lengths, n_k):
    return np.tri(n_k + 1, n_k, -1, dtype=bool)[lengths][:, None]
""",
    ),
]
