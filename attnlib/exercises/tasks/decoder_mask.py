"""decoder_mask(n, causal, lengths): two masks at once, or either, or none."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from attnlib.exercises.exercise import Case, Exercise, slip
from attnlib.exercises.mistaken import tril
from attnlib.exercises.tasks._masks import TOO_SHORT, window
from attnlib.maths.check import Array

Join = Callable[[Array, Array], Array]


def _mask(
    n: int, causal: bool, lengths: Array | None, *, join: Join = np.logical_and, shift: int = 0
) -> Array:
    past = tril(n, shift) if causal else np.ones((n, n), bool)
    return past if lengths is None else join(past, np.arange(n) < lengths[:, None, None])


def _windowed(n: int, causal: bool, lengths: Array | None, *, left: int) -> Array:
    mask = _mask(n, causal, lengths)
    return mask & window(n, left) if causal else mask


def _only_with_padding(n: int, causal: bool, lengths: Array | None) -> Array:
    return _mask(n, causal and lengths is not None, lengths)


def _only_without_padding(n: int, causal: bool, lengths: Array | None) -> Array:
    return _mask(n, causal and lengths is None, lengths)


def _any_allows(n: int, causal: bool, lengths: Array | None, *, begin: bool) -> Array:
    """Join by | what begins as all True or all False."""
    mask = np.full((n, n), begin)
    if causal:
        mask = mask | tril(n)
    return mask if lengths is None else mask | (np.arange(n) < lengths[:, None, None])


def _query_axis(n: int, causal: bool, lengths: Array | None) -> Array:
    return (
        _mask(n, causal, None)
        if lengths is None
        else np.stack([_mask(n, causal, None) & (np.arange(n) < length)[:, None] for length in lengths])
    )


def _none_if_empty(n: int, causal: bool, lengths: Array | None) -> Array:
    """Take lengths that are all 0 for lengths that aren't given."""
    return _mask(n, causal, lengths if lengths is not None and np.any(lengths) else None)


def _none_if_false(n: int, causal: bool, lengths: Array | None) -> Array:
    """Ask an array for its truth."""
    return _mask(n, causal, lengths if lengths else None)


def _case(isolates: str, n: int, causal: bool, lengths: list[int] | None) -> Case:
    return Case(isolates, (n, causal, None if lengths is None else np.array(lengths)))


EXERCISE = Exercise(
    name="decoder_mask",
    lesson="03",
    rank=3,
    signature="def decoder_mask(n, causal, lengths):  # lengths (batch,) or None -> (n, n) or (batch, n, n), "
    "True = may attend",
    reference=_mask,
    cases=(
        _case("neither: everybody sees everything", 3, False, None),
        _case("causal alone: each sees itself and what came before", 3, True, None),
        _case("padding alone: padded keys are hidden from every query", 4, False, [2, 4, 3]),
        _case("both: seen is what both masks allow", 4, True, [2, 4, 3]),
        _case("both, and every sequence is padded", 5, True, [2, 4, 3]),
        _case("as many sequences as tokens", 3, True, [3, 1, 2]),
        _case("nine tokens: the last still sees the first", 9, True, None),
        _case("an empty sequence beside another: no key of it is seen", 3, False, [0, 2]),
        _case("nothing but empty sequences: lengths are given, and nothing is seen", 3, True, [0, 0]),
        _case("one empty sequence", 2, False, [0]),
        _case("one token, and it is padding", 1, True, [0]),
        _case("one token, real", 1, True, [1]),
    ),
    slips=(
        slip(
            "causal_skipped",
            "The causal mask is used in some of the cases only. It must not depend on whether there is "
            "padding.",
            _only_with_padding,
            _only_without_padding,
            lambda n, causal, lengths: _mask(n, False, lengths),
        ),
        slip(
            "causal_always",
            "The causal mask is used even where causal is False.",
            lambda n, causal, lengths: _mask(n, True, lengths),
            lambda n, causal, lengths: _mask(n, causal or lengths is not None, lengths),
            lambda n, causal, lengths: _mask(n, causal or lengths is None, lengths),
        ),
        slip(
            "padding_skipped",
            "The padding is not masked. Give each sequence the keys that are real: j < length.",
            lambda n, causal, lengths: _mask(n, causal, None if causal else lengths),
            lambda n, causal, lengths: _mask(
                n, causal, None if lengths is None else np.full_like(lengths, n)
            ),
            lambda n, causal, lengths: _mask(n, causal, None),
        ),
        slip(
            "joined_by_or",
            "The masks are joined so that either allows. Both must allow: begin with all True and join by &.",
            lambda n, causal, lengths: _mask(n, causal, lengths, join=np.logical_or),
            lambda n, causal, lengths: _mask(
                n, causal, lengths, join=np.logical_or if causal else np.logical_and
            ),
            partial(_any_allows, begin=True),
            partial(_any_allows, begin=False),
        ),
        slip(
            "polarity_mixed",
            "One mask says True where the other says False. In both, True must mean: may attend.",
            lambda n, causal, lengths: _mask(n, causal, lengths, join=lambda past, real: past & ~real),
            lambda n, causal, lengths: _mask(n, causal, lengths, join=lambda past, real: past | ~real),
            lambda n, causal, lengths: _mask(n, causal, lengths, join=lambda past, real: ~past & real),
            lambda n, causal, lengths: (
                (~tril(n) if causal else np.ones((n, n), bool))
                & (True if lengths is None else np.arange(n) < lengths[:, None, None])
            ),
        ),
        slip(
            "inverted",
            "True and False have changed places. Here True means: may attend.",
            lambda n, causal, lengths: ~_mask(n, causal, lengths),
        ),
        slip(
            "query_axis",
            "The padding lies along the queries. It is padded keys that are hidden, from every query: the "
            "last axis.",
            _query_axis,
        ),
        slip(
            "numbers_for_booleans",
            "These are ones and zeros. Return booleans, as a comparison gives them, or use .astype(bool).",
            lambda n, causal, lengths: 1 * _mask(n, causal, lengths),
        ),
        slip(
            "additive_mask",
            "These are numbers to be added to the scores. Return booleans: True = may attend.",
            lambda n, causal, lengths: np.where(_mask(n, causal, lengths), 0.0, -np.inf),
            lambda n, causal, lengths: np.where(_mask(n, causal, lengths), 0.0, -1e9),
        ),
        slip(
            "queries_masked",
            "Padded queries are masked as well, so their rows would have nothing to attend to. Hide the keys only.",
            lambda n, causal, lengths: _mask(n, causal, lengths) & _query_axis(n, False, lengths),
        ),
        slip(
            "future_instead",
            "Each token sees what comes after it and not what came before: the causal mask is turned round.",
            lambda n, causal, lengths: np.swapaxes(_mask(n, causal, None), -1, -2) & _mask(n, False, lengths),
        ),
        slip(
            "nothing_allowed",
            "What begins as all False stays so under &. Begin with everything allowed: np.ones((n, n), bool).",
            lambda n, causal, lengths: _mask(n, causal, lengths) & False,
        ),
        slip(
            "one_too_few",
            "The last real key of each sequence is hidden: key j is real if j < length.",
            lambda n, causal, lengths: _mask(n, causal, None if lengths is None else lengths - 1),
        ),
        slip(
            "one_length",
            "One sequence's length is used for all. Each sequence has its own.",
            lambda n, causal, lengths: _mask(
                n, causal, None if lengths is None else np.full_like(lengths, lengths[0])
            ),
            lambda n, causal, lengths: _mask(
                n, causal, None if lengths is None else np.full_like(lengths, lengths.max())
            ),
        ),
        slip(
            "truth_of_lengths",
            "Lengths are asked whether they are true. A length of 0 is a length, and an array of several has no truth: "
            "ask whether they are given, lengths is not None.",
            _none_if_empty,
            _none_if_false,
            lambda n, causal, lengths: _mask(
                n, causal, lengths if lengths is not None and np.all(lengths) else None
            ),
        ),
        slip(
            "empty_not_hidden",
            "A length of 0 is a length: in an empty sequence no key is seen.",
            lambda n, causal, lengths: _mask(n, causal, None if lengths is None else np.maximum(lengths, 1)),
            lambda n, causal, lengths: _mask(
                n, causal, None if lengths is None else lengths + n * (lengths == 0)
            ),
        ),
        slip(
            "diagonal_reopened",
            "Padding sees itself. A padded key is hidden from every query, from the one in its own place too.",
            lambda n, causal, lengths: _mask(n, causal, lengths) | np.eye(n, dtype=bool),
        ),
        slip(
            "diagonal_masked",
            "The causal mask hides a token from itself. A token sees itself.",
            lambda n, causal, lengths: _mask(n, causal, lengths, shift=-1),
        ),
        slip(
            "window_too_short",
            "Each token sees the last few before it and no further back. However long the text is, the last token "
            "sees the first.",
            *(partial(_windowed, left=left) for left in TOO_SHORT),
        ),
        slip(
            "one_too_many",
            "One padded key is seen in each sequence: key j is real if j < length.",
            lambda n, causal, lengths: _mask(n, causal, None if lengths is None else lengths + 1),
        ),
        slip(
            "axis_missing",
            "The axis for the queries is missing in the padding mask, so the batch is taken for queries: "
            "lengths[:, None, None].",
            lambda n, causal, lengths: (
                _mask(n, causal, None) & (True if lengths is None else np.arange(n) < lengths[:, None])
            ),
        ),
    ),
    hints=(
        "Begin with everything allowed; each mask that applies takes something away.",
        "mask[b, i, j] is True if (not causal, or j ≤ i) and (no lengths, or j < lengths[b]).",
        "mask = np.ones((n, n), bool); if causal: mask = mask & …; if lengths is not None: mask = mask & "
        "(np.arange(n) < lengths[…])",
    ),
    solution="""
def decoder_mask(n, causal, lengths):
    mask = np.ones((n, n), bool)
    if causal:
        mask = mask & (np.arange(n) <= np.arange(n)[:, None])
    if lengths is not None:
        mask = mask & (np.arange(n) < lengths[:, None, None])  # (batch, n, n)
    return mask
""",
)
