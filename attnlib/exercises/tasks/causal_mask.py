"""causal_mask(n_q, n_k): nobody sees what comes later."""

from __future__ import annotations

from functools import partial

import numpy as np

from attnlib.exercises.exercise import Case, Exercise, slip
from attnlib.exercises.tasks._masks import TOO_SHORT
from attnlib.maths.check import Array
from attnlib.maths.masks import causal_mask, window_mask


def _floats(mask: Array, hidden: float) -> Array:
    return np.where(mask, 0.0, hidden)


def _top_left(n_q: int, n_k: int) -> Array:
    return np.tri(n_q, n_k, dtype=bool)


def _shifted_by(n_q: int, n_k: int, *, number: int) -> Array:
    return np.tri(n_q, n_k, number if n_q < n_k else 0, dtype=bool)


def _bands(n_q: int, n_k: int, shift: int) -> Array:
    return np.tri(n_q, n_k, n_k - n_q + shift, dtype=bool)


EXERCISE = Exercise(
    name="causal_mask",
    lesson="03",
    rank=1,
    signature="def causal_mask(n_q, n_k):  # -> (n_q, n_k) of booleans, True = may attend; n_q ≤ n_k",
    reference=causal_mask,
    cases=(
        Case("one token sees itself", (1, 1)),
        Case("two tokens: the first doesn't see the second", (2, 2)),
        Case("four tokens: each sees itself and what came before", (4, 4)),
        Case("one new query with three keys: the newest token sees them all", (1, 3)),
        Case("two new queries with five keys", (2, 5)),
        Case("three new queries with seven keys", (3, 7)),
        Case("four new queries with five keys", (4, 5)),
        Case("nine tokens: the last still sees the first", (9, 9)),
    ),
    slips=(
        slip(
            "inverted",
            "True and False have changed places. Here True means: may attend.",
            lambda n_q, n_k: ~causal_mask(n_q, n_k),
            lambda n_q, n_k: ~_top_left(n_q, n_k),
        ),
        slip(
            "diagonal_masked",
            "The diagonal is masked too, so the first token may see nothing at all. A token sees itself: use "
            "≥, not >.",
            lambda n_q, n_k: _bands(n_q, n_k, -1),
            lambda n_q, n_k: np.tri(n_q, n_k, -1, dtype=bool),
        ),
        slip(
            "sees_next",
            "Each token sees one token too far: the one that comes next. Shift the mask by one.",
            lambda n_q, n_k: _bands(n_q, n_k, 1),
            lambda n_q, n_k: np.tri(n_q, n_k, 1, dtype=bool),
        ),
        slip(
            "future_instead",
            "Each token sees what comes after it and not what came before: the mask is turned round "
            "(np.tril, not np.triu).",
            lambda n_q, n_k: np.triu(np.ones((n_q, n_k), bool)),
            lambda n_q, n_k: np.triu(np.ones((n_q, n_k), bool), n_k - n_q),
        ),
        slip(
            "top_left",
            "With fewer queries than keys the mask is aligned to the first key. The queries are the newest "
            "tokens: "
            "query i stands at position i + n_k − n_q.",
            _top_left,
        ),
        slip(
            "one_query_alone",
            "One new query is right, several aren't: the mask is aligned to the last key for one query only. Query i "
            "stands at position i + n_k − n_q, however many there are.",
            lambda n_q, n_k: _bands(n_q, n_k, 0) if n_q == 1 else _top_left(n_q, n_k),
            lambda n_q, n_k: np.ones((n_q, n_k), bool) if n_q < n_k else _top_left(n_q, n_k),
        ),
        slip(
            "offset_fixed",
            "The mask is shifted by a fixed number where there are fewer queries than keys. The shift must follow how "
            "many are missing: n_k − n_q.",
            *(partial(_shifted_by, number=number) for number in range(1, 5)),
        ),
        slip(
            "offset_sign",
            "The mask is shifted the wrong way: queries are the newest tokens, so query i stands at position "
            "i + n_k − n_q, not i + n_q − n_k.",
            lambda n_q, n_k: np.tri(n_q, n_k, n_q - n_k, dtype=bool),
        ),
        slip(
            "window_too_short",
            "Each token sees the last few before it and no further back. However long the text is, the last token "
            "sees the first.",
            *(partial(window_mask, left=left) for left in TOO_SHORT),
        ),
        slip(
            "additive_mask",
            "These are numbers to be added to the scores. Return booleans: True = may attend.",
            lambda n_q, n_k: _floats(causal_mask(n_q, n_k), -np.inf),
            lambda n_q, n_k: _floats(_top_left(n_q, n_k), -np.inf),
            lambda n_q, n_k: _floats(causal_mask(n_q, n_k), -1e9),
            lambda n_q, n_k: _floats(_top_left(n_q, n_k), -1e9),
        ),
        slip(
            "numbers_for_booleans",
            "These are ones and zeros. A mask of them would be ambiguous: return booleans, as a comparison "
            "gives them, "
            "or use .astype(bool).",
            lambda n_q, n_k: causal_mask(n_q, n_k).astype(float),
            lambda n_q, n_k: np.tri(n_q, n_k),
            lambda n_q, n_k: 1.0 - np.tri(n_q, n_k),
            lambda n_q, n_k: 1.0 - causal_mask(n_q, n_k),
        ),
        slip(
            "keys_ignored",
            "The mask is n_q × n_q. It needs a column for each key: n_q × n_k.",
            lambda n_q, n_k: causal_mask(n_q),
        ),
        slip(
            "queries_ignored",
            "The mask is n_k × n_k. It needs a row for each query: n_q × n_k.",
            lambda n_q, n_k: causal_mask(n_k),
        ),
        slip(
            "transposed",
            "The mask is n_k × n_q. Queries are rows, keys are columns.",
            lambda n_q, n_k: causal_mask(n_q, n_k).T,
            lambda n_q, n_k: np.tri(n_k, n_q, dtype=bool),
        ),
        slip(
            "diagonal_only",
            "Each token sees itself alone. It sees what came before, too.",
            lambda n_q, n_k: np.eye(n_q, n_k, dtype=bool),
            lambda n_q, n_k: np.eye(n_q, n_k, n_k - n_q, dtype=bool),
        ),
        slip(
            "everything_allowed",
            "Everybody sees everything: nothing is masked.",
            lambda n_q, n_k: np.ones((n_q, n_k), bool),
        ),
    ),
    hints=(
        "Compare two numbers for each cell: where the key stands and where the query stands.",
        "Query i stands at position i + n_k − n_q, since the queries are the newest tokens; it may see key j "
        "if j ≤ that.",
        "places = np.arange(n_q) + …; return np.arange(n_k) <= places[:, None]",
    ),
    solution="""
def causal_mask(n_q, n_k):
    places = np.arange(n_q) + n_k - n_q  # where the queries stand, (n_q,)
    return np.arange(n_k) <= places[:, None]  # (n_q, n_k)
""",
)
