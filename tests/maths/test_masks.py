"""Masks: True = may attend, aligned to the last key, the keys on the last axis."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlib import attention, causal_mask, padding_mask, prefix_mask, window_mask
from attnlib.maths.masks import may_attend

LENGTHS = st.integers(0, 7)


@given(LENGTHS, LENGTHS)
def test_a_causal_mask_shows_each_query_itself_and_what_came_before(n_q, n_k):
    mask = causal_mask(n_q, n_k)
    assert mask.shape == (n_q, n_k)
    assert mask.dtype == bool
    for i in range(n_q):
        for j in range(n_k):
            # query i is token i + (n_k − n_q) of the keys' sequence: both end together
            assert mask[i, j] == (j <= i + n_k - n_q)


@given(LENGTHS, LENGTHS, st.integers(0, 8), st.integers(0, 8))
def test_a_window_shows_left_tokens_back_and_right_ahead(n_q, n_k, left, right):
    mask = window_mask(n_q, n_k, left=left, right=right)
    for i in range(n_q):
        for j in range(n_k):
            me = i + n_k - n_q
            assert mask[i, j] == (me - left <= j <= me + right)


@given(st.lists(LENGTHS, min_size=1, max_size=4))
def test_padding_hides_the_end_of_each_sequence_from_every_query(lengths):
    mask = padding_mask(lengths, 7)
    assert mask.shape == (len(lengths), 1, 7)
    assert mask.dtype == bool
    for sequence, length in enumerate(lengths):
        assert mask[sequence, 0].tolist() == [place < length for place in range(7)]


def test_one_query_sees_all_that_came_before_it():
    assert causal_mask(1, 5).all()
    assert causal_mask(2, 4).tolist() == [[True, True, True, False], [True] * 4]
    assert causal_mask(3).tolist() == np.tril(np.ones((3, 3), dtype=bool)).tolist()


def test_queries_older_than_every_key_see_nothing():
    assert causal_mask(3, 1).tolist() == [[False], [False], [True]]


def test_a_window_without_right_is_causal_and_a_wide_one_is_all_of_it():
    assert (window_mask(6, left=6) == causal_mask(6)).all()
    assert (window_mask(6, left=0)).tolist() == np.eye(6, dtype=bool).tolist()
    assert window_mask(2, 6, left=9, right=9).all()


def test_one_length_serves_every_sequence():
    assert padding_mask(2, 3).tolist() == [[True, True, False]]
    assert padding_mask(np.array([[1], [2]]), 2).shape == (2, 1, 1, 2)
    assert padding_mask(np.zeros(0, dtype=int), 4).shape == (0, 1, 4)


def test_padded_keys_weigh_0_for_every_query_and_every_query_keeps_a_budget():
    """M10: on the query axis the padding would empty rows instead of columns."""
    rng = np.random.default_rng(0)
    Q, K, V = rng.normal(size=(3, 2, 4, 3))
    _, weights = attention(Q, K, V, mask=padding_mask([2, 4], 4))
    assert (weights[0, :, 2:] == 0).all()
    np.testing.assert_allclose(weights.sum(axis=-1), 1, rtol=1e-15)


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("padded", [True, False])
def test_causal_and_padding_combine_in_all_four_ways(causal, padded):
    """M9: a causal mask was skipped when no padding mask came with it."""
    rng = np.random.default_rng(0)
    Q, K, V = rng.normal(size=(3, 2, 4, 3))
    mask = np.ones((2, 4, 4), dtype=bool)
    if causal:
        mask = mask & causal_mask(4)
    if padded:
        mask = mask & padding_mask([3, 4], 4)
    _, weights = attention(Q, K, V, mask=mask)
    assert (weights[:, 0, 1:] == 0).all() == causal
    assert (weights[0, :, 3] == 0).all() == padded
    np.testing.assert_array_equal(weights > 0, mask)


def test_a_boolean_mask_and_the_additive_one_that_says_the_same_agree():
    """M2, M3, M6: True lets through, as 0 does; False forbids, as −∞ does."""
    rng = np.random.default_rng(1)
    Q, K, V = rng.normal(size=(3, 4, 3))
    allowed = causal_mask(4)
    added = np.where(allowed, 0.0, -np.inf)
    np.testing.assert_array_equal(attention(Q, K, V, mask=allowed)[1], attention(Q, K, V, mask=added)[1])
    np.testing.assert_array_equal(may_attend(added), allowed)
    assert not np.allclose(attention(Q, K, V, mask=~allowed)[1], attention(Q, K, V, mask=allowed)[1])


def test_a_finite_minus_infinity_is_taken_at_its_word():
    """M1: −1e9 is a number, so it lets through; only −∞ forbids."""
    assert may_attend(np.array([-1e9, -np.inf, 0.0])).tolist() == [True, False, True]


@given(LENGTHS, LENGTHS, st.integers(0, 8))
def test_a_prefix_is_seen_whole_by_every_query_and_the_rest_is_causal(n_q, n_k, prefix):
    mask = prefix_mask(n_q, n_k, prefix=prefix)
    assert mask.shape == (n_q, n_k)
    assert mask.dtype == bool
    for i in range(n_q):
        for j in range(n_k):
            assert mask[i, j] == (j < prefix or j <= i + n_k - n_q)


def test_a_prefix_of_nothing_is_causal_and_one_of_everything_hides_nothing():
    assert (prefix_mask(5, prefix=0) == causal_mask(5)).all()
    assert prefix_mask(5, prefix=5).all()
    assert prefix_mask(5, prefix=9).all()


@pytest.mark.parametrize(("prefix", "error"), [(-1, ValueError), (2.0, TypeError), ([1], TypeError)])
def test_a_prefix_that_is_no_length_is_named(prefix, error):
    with pytest.raises(error, match="prefix: needs a whole number"):
        prefix_mask(3, prefix=prefix)
