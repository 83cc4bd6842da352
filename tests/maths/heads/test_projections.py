"""Wrong projections, wrong vectors, wrong masks: each error names the argument, what was needed and the likely slip."""

from __future__ import annotations

import numpy as np
import pytest

from attnlib import MultiHeadAttention, padding_mask

#: Six query heads on two key heads; d_model 5, d_memory 7, d_k 8, d_v 9, d_out 10.
SHAPES = {"W_Q": (5, 48), "W_K": (7, 16), "W_V": (7, 18), "W_O": (54, 10)}


def made(*, n_heads=6, n_kv_heads=2, fill=1.0, **shapes):
    arrays = {name: np.full(shape, fill) for name, shape in {**SHAPES, **shapes}.items()}
    return MultiHeadAttention(**arrays, n_heads=n_heads, n_kv_heads=n_kv_heads)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"n_heads": 0}, "n_heads: needs a whole number of at least 1, got 0"),
        ({"n_kv_heads": 0}, "n_kv_heads: needs a whole number of at least 1, got 0"),
        ({"n_kv_heads": 4}, "n_kv_heads: 6 query heads can't share 4 key heads equally$"),
        ({"n_heads": 2, "n_kv_heads": 6}, "n_kv_heads: 2 query heads can't share 6 .*; they look exchanged"),
        ({"W_Q": (5, 47)}, r"W_Q: 6 heads can't share the 47 columns of shape \(5, 47\) equally$"),
        ({"W_Q": (48, 5)}, r"W_Q: 6 heads .* 5 columns of shape \(48, 5\) equally; it looks transposed"),
        ({"W_K": (7, 15)}, "W_K: 2 heads can't share the 15 columns"),
        ({"W_V": (18, 7)}, "W_V: 2 heads .* 7 columns .*; it looks transposed"),
        ({"W_K": (7, 18)}, "W_K: .* each of 2 heads keys of width 9, but W_Q .* width 8; both need the same d_k$"),
        ({"W_K": (7, 48)}, "keys of width 24, .* queries of width 8; .*; with fewer key heads W_K has fewer columns"),
        ({"W_V": (6, 18)}, r"W_V: shape \(6, 18\) has 6 rows, W_K has 7; keys and values are made from the same"),
        ({"W_K": (7, 16), "W_V": (14, 7), "n_heads": 1, "n_kv_heads": 1, "W_Q": (5, 16)},
         "W_V: .*; it looks transposed"),
        ({"W_O": (53, 10)}, r"W_O: shape \(53, 10\) has 53 rows, .* 6 heads of width 9 side by side have 54 columns$"),
        ({"W_O": (10, 54)}, "W_O: .*; it looks transposed"),
        ({"W_Q": (0, 48)}, r"W_Q: shape \(0, 48\) holds no number"),
        ({"W_O": (54, 0)}, r"W_O: shape \(54, 0\) holds no number"),
        ({"W_Q": (1, 5, 48)}, r"W_Q: needs two axes, \(d_model, n_heads · d_k\).*no batch axis"),
        ({"fill": np.nan}, r"W_Q: W_Q\[0, 0\] is nan; every entry must be a finite number"),
    ],
)  # fmt: skip
def test_projections_that_make_no_heads_are_named(changed, message):
    """S3, H4: as wide as the model, or transposed."""
    with pytest.raises(ValueError, match=message):
        made(**changed)


SELF = {"W_K": (5, 16), "W_V": (5, 18)}


@pytest.mark.parametrize(
    ("shapes", "given", "message"),
    [
        ({}, {"X": (3, 5)}, r"memory: W_K and W_V of 7 rows can't read X of shape \(3, 5\).* so pass memory="),
        ({}, {"X": (3, 4), "memory": (4, 7)},
         r"X: shape \(3, 4\) does not fit W_Q of shape \(5, 48\); the last axis of X must be 5$"),
        ({}, {"X": (5, 3), "memory": (4, 7)}, "X: .*; it looks transposed"),
        ({}, {"X": (3, 48), "memory": (4, 7)}, "X: .*; W_Q looks transposed"),
        ({}, {"X": (3, 5), "memory": (4, 5)}, r"memory: shape \(4, 5\) does not fit W_K of shape \(7, 16\)"),
        ({}, {"X": (3, 5), "memory": (7, 4)}, "memory: .*; it looks transposed"),
        ({}, {"X": (2, 3, 5), "memory": (4, 4, 7)},
         r"memory: leading axes \(4,\) don't go together with those of X, \(2,\)"),
        ({}, {"X": (5,)}, r"X: needs at least two axes, \(..., n_q, d_model\).*write X\[None, :\]"),
        ({}, {"X": (3, 5), "memory": (7,)}, r"memory: needs at least two axes, \(..., n_k, d_memory\)"),
        (SELF, {"X": (2, 3, 5), "mask": (6, 3, 3)},
         r"mask: shape \(6, 3, 3\) has 6 masks for 2 sequences; if there is one for each head, .*mask\[None\]"),
        (SELF, {"X": (2, 3, 5), "mask": (2, 3)},
         r"mask: shape \(2, 3\) does not fit scores of shape \(2, 3, 3\).*mask\[:, None, :\]"),
        (SELF, {"X": (2, 3, 5), "mask": (4, 3, 3)},
         r"mask: shape \(4, 3, 3\) does not fit scores of shape \(2, 3, 3\)"),
        (SELF, {"X": (3, 5), "mask": (2, 3, 3)}, r"mask: shape \(2, 3, 3\) does not fit scores of shape \(6, 3, 3\)"),
        ({}, {"X": (3, 5), "memory": (4, 7), "mask": (4, 3)}, "mask: .*; it looks transposed: queries are rows"),
    ],
)  # fmt: skip
def test_vectors_and_masks_that_do_not_fit_are_named(shapes, given, message):
    arrays = {name: np.ones(shape, dtype=bool if name == "mask" else float) for name, shape in given.items()}
    with pytest.raises(ValueError, match=message):
        made(**shapes)(**arrays)


@pytest.mark.parametrize("name", ["X", "memory"])
def test_what_is_not_a_number_is_found_in_x_and_in_memory(name):
    given = {"X": np.ones((3, 5)), "memory": np.ones((4, 7))}
    given[name][2, 1] = np.inf
    with pytest.raises(
        ValueError, match=rf"{name}: {name}\[2, 1\] is inf; every entry must be a finite number"
    ):
        made()(**given)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ({"tokens": ["a"]}, "^tokens: got 1 names for 3 rows of X"),
        ({"memory_tokens": ["a"]}, "^memory_tokens: got 1 names for 4 rows of memory"),
        ({"memory_tokens": ["a", "b", "a", "c"]}, r"^memory_tokens: 'a' stands at places \[0, 2\]"),
    ],
)
def test_names_that_do_not_fit_are_named(names, message):
    with pytest.raises(ValueError, match=message):
        made()(np.ones((3, 5)), memory=np.ones((4, 7)), **names)


def test_names_of_a_memory_without_a_memory_are_not_silently_dropped():
    with pytest.raises(ValueError, match="memory_tokens: names for a memory, but none was given"):
        made(**SELF)(np.ones((3, 5)), memory_tokens=["a", "b", "c"])


def test_a_mask_of_integers_is_as_ambiguous_here():
    for mask in (np.ones((3, 3), dtype=int), padding_mask([3, 2], 3).astype(int)):
        with pytest.raises(TypeError, match=r"mask: got integers.*True = may attend"):
            made(**SELF)(np.ones((2, 3, 5)), mask=mask)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((10, 4), ValueError, "n_heads: 4 does not divide d_model = 10"),
        ((0, 1), ValueError, "d_model: needs a whole number of at least 1"),
        ((8, 2.0), TypeError, "n_heads: needs a whole number, got float"),
        ((8, 4, 3), ValueError, "n_kv_heads: 4 query heads can't share 3"),
        ((8, 4, 2.0), TypeError, "n_kv_heads: needs a whole number, got float"),
    ],
)
def test_sizes_that_no_head_fits_are_named(arguments, error, message):
    d_model, n_heads, *shared = arguments
    with pytest.raises(error, match=message):
        MultiHeadAttention.random(d_model, n_heads, n_kv_heads=shared[0] if shared else None)


@pytest.mark.parametrize("head", [-1, 6])
def test_a_head_that_is_not_there_is_an_index_error(head):
    with pytest.raises(IndexError, match=f"head: {head} is outside the 6 heads counted from 0"):
        made().head_projections(head)
