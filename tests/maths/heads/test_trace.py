"""Cutting into heads and putting together: which number belongs to which head, and the reshape that scrambles them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlib import MultiHeadAttention, merge_heads, split_heads

SIZES = st.integers(1, 5)
LENGTHS = st.integers(0, 5)
AXES = st.sampled_from(((), (2,), (3, 2), (0,)))


@given(AXES, SIZES, LENGTHS, SIZES)
def test_each_head_gets_its_own_columns_of_every_token(axes, heads, n, width):
    x = np.random.default_rng(0).normal(size=(*axes, n, heads * width))
    apart = split_heads(x, heads)
    assert apart.shape == (*axes, heads, n, width)
    for head in range(heads):
        np.testing.assert_array_equal(apart[..., head, :, :], x[..., head * width : (head + 1) * width])


@given(AXES, SIZES, LENGTHS, SIZES)
def test_merging_undoes_splitting_both_ways(axes, heads, n, width):
    rng = np.random.default_rng(1)
    x, apart = rng.normal(size=(*axes, n, heads * width)), rng.normal(size=(*axes, heads, n, width))
    np.testing.assert_array_equal(merge_heads(split_heads(x, heads)), x)
    np.testing.assert_array_equal(split_heads(merge_heads(apart), heads), apart)


def test_reshaping_straight_to_heads_puts_two_tokens_into_one_row():
    """H1: the shape is right, so nothing stops; the numbers are another token's."""
    x = np.array([[1, 1, 2, 2], [10, 10, 20, 20]])  # two tokens, two heads of width 2
    assert split_heads(x, 2).tolist() == [[[1, 1], [10, 10]], [[2, 2], [20, 20]]]
    assert x.reshape(2, 2, 2).tolist() == [[[1, 1], [2, 2]], [[10, 10], [20, 20]]]


@pytest.mark.parametrize(("kind", "expected"), [("float32", "float32"), ("int64", "float64")])
def test_dtypes_stay_floats(kind, expected):
    x = np.ones((3, 4), dtype=kind)
    assert split_heads(x, 2).dtype == expected
    assert merge_heads(np.ones((2, 3, 4), dtype=kind)).dtype == expected


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: split_heads(np.ones((2, 6)), 4), ValueError, r"n_heads: 4 heads can't share 6 columns.*\(2, 6\)"),
        (lambda: split_heads(np.ones((2, 6)), 0), ValueError, "n_heads: needs a whole number of at least 1"),
        (lambda: split_heads(np.ones((2, 6)), 2.0), TypeError,  # type: ignore[arg-type]
         "n_heads: needs a whole number, got float"),
        (lambda: split_heads(np.ones(6), 2), ValueError, r"x: needs at least two axes.*x\[None, :\]"),
        (lambda: merge_heads(np.ones((2, 3))), ValueError, r"x: needs \(..., n_heads, n, d\), got shape \(2, 3\)"),
    ],
)  # fmt: skip
def test_what_cannot_be_cut_or_merged_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


@pytest.mark.parametrize("axes", [(), (2,)])
def test_the_average_of_the_heads_is_a_summary_that_no_head_need_look_like(axes):
    X = np.random.default_rng(0).normal(size=(*axes, 5, 8))
    trace = MultiHeadAttention.random(8, 4, rng=0)(2 * X)
    average = trace.average_weights
    np.testing.assert_allclose(average, sum(head.weights for head in trace.heads) / 4)
    np.testing.assert_allclose(average.sum(axis=-1), 1)
    assert all(np.abs(average - head.weights).max() > 0.1 for head in trace.heads)


def test_the_repr_counts_heads_and_shows_no_address():
    trace = MultiHeadAttention.random(6, 3, rng=0)(np.ones((2, 4, 6)))
    assert repr(trace) == "<MultiHeadTrace: 3 heads, output (2, 4, 6)>"
