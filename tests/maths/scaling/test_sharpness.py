"""Entropy and the softmax's Jacobian, against loops and central differences."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlib import softmax, softmax_backward
from attnlib.maths.scaling.sharpness import entropy, jacobian_norm, softmax_jacobian
from tests.loops import differences

seeds = st.integers(0, 2**32 - 1)


def some_weights(seed: int, n: int, spread: float, leading=()) -> np.ndarray:
    return softmax(np.random.default_rng(seed).normal(scale=spread, size=(*leading, n)))


@given(seeds, st.integers(1, 6), st.sampled_from((0.1, 1.0, 30.0)))
def test_entropy_is_the_sum_of_surprises(seed, n, spread):
    weights = some_weights(seed, n, spread, (2, 3))
    for at in np.ndindex(2, 3):
        expected = math.fsum(-w * math.log(w) for w in weights[at] if w > 0)
        assert entropy(weights)[at] == pytest.approx(expected, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("n", [1, 2, 64])
def test_entropy_runs_from_0_to_log_n(n):
    assert entropy(np.eye(n)).tolist() == [0.0] * n
    assert entropy(np.full(n, 1 / n)) == pytest.approx(math.log(n))


@given(seeds, st.integers(1, 5))
def test_the_jacobian_is_how_weights_answer_to_scores(seed, n):
    scores = np.random.default_rng(seed).normal(size=n)
    jacobian = softmax_jacobian(softmax(scores))
    for i in range(n):
        expected = differences(lambda scores, i=i: softmax(scores)[i], scores)
        np.testing.assert_allclose(jacobian[i], expected, atol=1e-9)


@given(seeds, st.integers(1, 6), st.sampled_from((0.5, 5.0)))
def test_the_jacobian_carries_gradients_back_as_softmax_backward_does(seed, n, spread):
    weights = some_weights(seed, n, spread, (2, 3))
    cotangent = np.random.default_rng(seed).normal(size=weights.shape)
    through = (softmax_jacobian(weights) @ cotangent[..., None])[..., 0]
    np.testing.assert_allclose(through, softmax_backward(weights, cotangent), atol=1e-13)


@given(seeds, st.integers(1, 6), st.sampled_from((0.5, 5.0, 40.0)))
def test_the_norm_is_that_of_the_jacobian(seed, n, spread):
    weights = some_weights(seed, n, spread, (2, 3))
    expected = np.linalg.norm(softmax_jacobian(weights), axis=(-2, -1))
    # built cell by cell, w − w² of a weight near 1 has lost its digits: there the built one is the rougher of the two
    np.testing.assert_allclose(jacobian_norm(weights), expected, rtol=1e-12, atol=1e-15)


def test_the_norm_keeps_its_digits_where_one_weight_takes_nearly_all():
    small = 1e-12
    assert jacobian_norm([1 - small, small]) == pytest.approx(2 * small, rel=1e-9)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_dtype_is_kept_and_inputs_are_not_changed(dtype):
    weights = np.array([[0.75, 0.25]], dtype=dtype)
    for measure in (entropy, jacobian_norm, softmax_jacobian):
        assert measure(weights).dtype == dtype
    assert weights.tolist() == [[0.75, 0.25]]


@pytest.mark.parametrize("measure", [entropy, jacobian_norm, softmax_jacobian])
def test_scores_in_place_of_weights_are_refused(measure):
    with pytest.raises(ValueError, match=r"weights: holds -2; .* Likely slip: the scores"):
        measure([1.0, -2.0])
    with pytest.raises(
        ValueError, match=r"weights: needs at least one axis, \(\.\.\., n\), got a single number"
    ):
        measure(0.5)
