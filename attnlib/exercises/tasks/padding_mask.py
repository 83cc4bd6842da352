"""padding_mask(lengths, n_k): nobody sees the filling."""

from __future__ import annotations

import numpy as np

from attnlib.exercises.exercise import Case, Exercise, slip
from attnlib.maths.check import Array
from attnlib.maths.masks import padding_mask


def _tiled(lengths: Array, n_k: int) -> Array:
    return np.repeat(padding_mask(lengths, n_k), n_k, axis=-2)


def _both(lengths: Array, n_k: int) -> Array:
    mask = padding_mask(lengths, n_k)
    return mask & np.swapaxes(mask, -1, -2)


def _left(lengths: Array, n_k: int) -> Array:
    return np.arange(n_k) >= n_k - lengths[:, None, None]


EXERCISE = Exercise(
    name="padding_mask",
    lesson="03",
    rank=2,
    signature="def padding_mask(lengths, n_k):  # (batch,) -> (batch, 1, n_k) of booleans, True = may attend",
    reference=padding_mask,
    cases=(
        Case("one sequence without padding: every key is seen", (np.array([3]), 3)),
        Case("one sequence of two tokens, padded to four", (np.array([2]), 4)),
        Case("three sequences of different lengths", (np.array([1, 5, 3]), 5)),
        Case("lengths as a list", ([3, 1], 4)),
        Case("as many sequences as keys", (np.array([2, 1, 3]), 3)),
        Case("an empty sequence: no key is seen", (np.array([0, 2]), 4)),
        Case("nothing but empty sequences: no key is seen", (np.array([0, 0]), 3)),
        Case("one empty sequence, one key: it isn't seen", (np.array([0]), 1)),
    ),
    slips=(
        slip(
            "inverted",
            "True and False have changed places: True marks the padding. Here True means: may attend.",
            lambda lengths, n_k: ~padding_mask(lengths, n_k),
            lambda lengths, n_k: ~padding_mask(lengths, n_k)[:, 0],
            lambda lengths, n_k: np.arange(n_k) > lengths[:, None, None],
        ),
        slip(
            "one_too_many",
            "One padded key is seen in each sequence. Keys count from 0: key j is real if j < length.",
            lambda lengths, n_k: np.arange(n_k) <= lengths[:, None, None],
        ),
        slip(
            "one_too_few",
            "The last real key is hidden. Keys count from 0: key j is real if j < length.",
            lambda lengths, n_k: np.arange(n_k) < lengths[:, None, None] - 1,
        ),
        slip(
            "query_axis",
            "The mask lies along the queries: it has the shape (batch, n_k, 1). Padded keys must be hidden "
            "from every "
            "query: (batch, 1, n_k).",
            lambda lengths, n_k: np.swapaxes(padding_mask(lengths, n_k), -1, -2),
        ),
        slip(
            "axis_missing",
            "The axis for the queries is missing. Without it the batch would be taken for queries: (batch, "
            "1, n_k).",
            lambda lengths, n_k: padding_mask(lengths, n_k)[:, 0],
        ),
        slip(
            "batch_last",
            "The batch stands behind. It comes first: (batch, 1, n_k).",
            lambda lengths, n_k: padding_mask(lengths, n_k)[:, 0].T,
            lambda lengths, n_k: np.moveaxis(padding_mask(lengths, n_k), 0, -1),
            lambda lengths, n_k: np.swapaxes(padding_mask(lengths, n_k), 0, 1),
        ),
        slip(
            "repeated",
            "The mask is repeated for every query. One axis of size 1 does: NumPy repeats it where it is "
            "used.",
            _tiled,
        ),
        slip(
            "queries_masked",
            "Padded queries are masked as well, so their rows would have nothing to attend to. Hide the keys "
            "only.",
            _both,
        ),
        slip(
            "everything_allowed",
            "Nothing is hidden: every key counts as real. Key j is real if j < length.",
            lambda lengths, n_k: np.ones((len(lengths), 1, n_k), bool),
        ),
        slip(
            "empty_not_hidden",
            "A length of 0 is a length: in an empty sequence no key is seen.",
            lambda lengths, n_k: padding_mask(np.maximum(lengths, 1), n_k),
            lambda lengths, n_k: padding_mask(np.where(lengths == 0, n_k, lengths), n_k),
            lambda lengths, n_k: padding_mask(
                lengths if np.any(lengths) else np.full_like(lengths, n_k), n_k
            ),
        ),
        slip(
            "slice_of_all",
            "x[-0:] is all of x: where nothing is padded, everything is hidden. Count from the front: x[length:].",
            lambda lengths, n_k: padding_mask(np.where(lengths == n_k, 0, lengths), n_k),
        ),
        slip(
            "padding_left",
            "The last tokens are taken for the real ones. Padding stands at the end.",
            _left,
        ),
        slip(
            "additive_mask",
            "These are numbers to be added to the scores. Return booleans: True = may attend.",
            lambda lengths, n_k: np.where(padding_mask(lengths, n_k), 0.0, -np.inf),
            lambda lengths, n_k: np.where(padding_mask(lengths, n_k), 0.0, -1e9),
        ),
        slip(
            "numbers_for_booleans",
            "These are ones and zeros. Return booleans, as a comparison gives them, or use .astype(bool).",
            lambda lengths, n_k: padding_mask(lengths, n_k) * 1.0,
            lambda lengths, n_k: 1.0 - padding_mask(lengths, n_k),
        ),
        slip(
            "one_length",
            "One sequence's length is used for all, such as the longest's. Each sequence has its own.",
            lambda lengths, n_k: padding_mask(np.full_like(lengths, lengths.max()), n_k),
            lambda lengths, n_k: padding_mask(np.full_like(lengths, lengths[0]), n_k),
        ),
    ),
    hints=(
        "A key is real if its position, counted from 0, is smaller than its sequence's length.",
        "mask[b, 0, j] is True if j < lengths[b]. The axis of size 1 stands for every query.",
        "return np.arange(n_k) < lengths[:, …, …]",
    ),
    solution="""
def padding_mask(lengths, n_k):
    return np.arange(n_k) < np.asarray(lengths)[:, None, None]  # (batch, 1, n_k)
""",
)
