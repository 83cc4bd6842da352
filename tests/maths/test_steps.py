"""Softmax on its own, and the other steps where the words above them can't reach."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlib import softmax
from attnlib.maths.steps import apply_mask, mix, rescale, score


@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from((0, 1, 2, -1, -2, -3)),
    st.sampled_from((1e-3, 1.0, 1e4, 1e300)),
)
def test_softmax_normalises_the_axis_it_is_told_and_no_other(seed, axis, size):
    """X1: on a cube whose sides differ, a wrong axis can't pass."""
    x = np.random.default_rng(seed).normal(size=(2, 3, 5)) * size
    weights = softmax(x, axis=axis)
    expected = np.moveaxis(np.apply_along_axis(_by_hand, axis, x), axis, axis)
    np.testing.assert_allclose(weights, expected, rtol=1e-12, atol=0)
    np.testing.assert_allclose(weights.sum(axis=axis), 1, rtol=0, atol=1e-15)


def _by_hand(row: np.ndarray) -> list[float]:
    powers = [math.exp(float(value) - float(max(row))) for value in row]
    return [power / math.fsum(powers) for power in powers]


@pytest.mark.parametrize(("dtype", "near"), [("float64", 1e-15), ("float32", 1e-6), ("float16", 2e-3)])
@pytest.mark.parametrize("length", [1, 2, 7, 64])
def test_rows_sum_to_1_within_rounding(dtype, near, length):
    x = np.random.default_rng(length).normal(size=(50, length)).astype(dtype) * 3
    weights = softmax(x)
    assert weights.dtype == dtype
    assert max(abs(math.fsum(row) - 1) for row in weights.tolist()) <= near


@pytest.mark.parametrize("level", [1e4, -1e4, 1e300, -1e300])
def test_softmax_sees_differences_never_levels(level):
    """X4: e^10000 overflows, e^-10000 vanishes; the difference is all that counts."""
    np.testing.assert_allclose(softmax([level, level, level]), [1 / 3] * 3, rtol=1e-15)
    assert softmax([level, level - abs(level)]).tolist() == [1, 0]


def test_the_widest_difference_a_dtype_can_hold_is_no_warning():
    assert softmax([1.7e308, -1.7e308]).tolist() == [1, 0]
    assert softmax(np.float16([6e4, -6e4])).tolist() == [1, 0]


def test_minus_infinity_weighs_0_and_nothing_else_gives_zeros():
    assert softmax([-np.inf, 3.0, 3.0]).tolist() == [0, 0.5, 0.5]
    assert softmax(np.full((2, 3), -np.inf)).tolist() == [[0, 0, 0], [0, 0, 0]]
    columns = softmax([[-np.inf, 0.0], [-np.inf, 0.0]], axis=0)
    assert columns.tolist() == [[0, 0.5], [0, 0.5]]


@pytest.mark.parametrize("odd", [np.inf, np.nan])
def test_a_row_without_honest_weights_is_nan_and_its_neighbours_are_not(odd):
    weights = softmax([[odd, 0.0, -np.inf], [0.0, 0.0, -np.inf]])
    assert np.isnan(weights[0, :2]).all()
    assert weights[0, 2] == 0
    assert weights[1].tolist() == [0.5, 0.5, 0]


def test_softmax_changes_nothing_it_was_given():
    x = np.array([[1.0, 2.0]])
    x.flags.writeable = False
    assert not np.may_share_memory(softmax(x), x)
    assert x.tolist() == [[1, 2]]


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0)])
def test_softmax_of_nothing_is_nothing(shape):
    assert softmax(np.zeros(shape)).shape == shape


def test_scores_keep_their_rows_for_queries():
    assert score(np.array([[1.0, 0.0]]), np.array([[2.0, 9.0], [3.0, 9.0]])).tolist() == [[2, 3]]


def test_rescaling_and_masking_keep_the_dtype():
    scaled = rescale(np.float32([[1, 2]]), 0.5)
    assert scaled.dtype == np.float32
    for mask in (np.array([True, False]), np.array([0.0, -np.inf])):
        masked = apply_mask(scaled, mask)
        assert masked.dtype == np.float32
        assert masked.tolist() == [[0.5, -np.inf]]


def test_a_mask_replaces_whatever_stood_there():
    odd = np.array([[np.nan, np.inf, -np.inf, 1.0]])
    assert apply_mask(odd, np.array([False, False, False, True])).tolist() == [[-np.inf] * 3 + [1.0]]
    assert apply_mask(odd, np.array([-np.inf, -np.inf, -np.inf, 1.0])).tolist() == [[-np.inf] * 3 + [2.0]]


def test_mixing_by_hand_and_by_matrix_agree_where_one_value_is_odd():
    rng = np.random.default_rng(5)
    weights, V = rng.random((2, 3, 4)), rng.normal(size=(2, 4, 2))
    allowed = np.array([True, True, True, False])
    weights[..., 3] = 0
    expected = mix(weights, V)
    V[:, 3, 1] = np.nan
    np.testing.assert_allclose(mix(weights, V, allowed), expected, rtol=1e-12)
