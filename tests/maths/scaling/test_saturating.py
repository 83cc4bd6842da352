"""What scaling does: the figures that lesson 02 leans on, and where they part from what is often claimed."""

from __future__ import annotations

import numpy as np
import pytest

from attnlib import softmax
from attnlib.maths.scaling.saturating import saturation, saturation_of, softmax_jacobian, unit_draws

WIDTHS = (2, 8, 64, 128, 512)


@pytest.fixture(scope="module")
def scaled():
    return {d_k: saturation(d_k, rng=0) for d_k in WIDTHS}


@pytest.fixture(scope="module")
def unscaled():
    return {d_k: saturation(d_k, scale=1, rng=0) for d_k in WIDTHS}


@pytest.mark.parametrize("d_k", WIDTHS)
def test_scores_spread_as_the_root_of_d_k(scaled, unscaled, d_k):
    assert unscaled[d_k].score_std == pytest.approx(d_k**0.5, rel=0.03)
    assert scaled[d_k].score_std == pytest.approx(1, rel=0.03)


def test_dividing_by_d_k_would_leave_nothing_to_tell_keys_apart_by():
    assert saturation(512, scale=1 / 512, rng=0).largest_weight == pytest.approx(1 / 8, rel=0.1)


@pytest.mark.parametrize("d_k", WIDTHS)
def test_scaled_the_gradient_passes_whatever_d_k(scaled, d_k):
    assert scaled[d_k].gradient_ratio == pytest.approx(0.127, abs=0.004)
    assert scaled[d_k].largest_weight < 0.37


def test_unscaled_the_gradient_fades_as_d_k_grows(unscaled):
    ratios = [unscaled[d_k].gradient_ratio for d_k in WIDTHS]
    assert ratios == sorted(ratios, reverse=True)
    assert ratios[0] == pytest.approx(0.125, abs=0.003)
    assert ratios[-1] == pytest.approx(0.037, abs=0.004)
    assert unscaled[512].gradient_ratio_median == pytest.approx(0.028, abs=0.005)


def test_at_two_features_the_scale_makes_no_difference_to_the_gradient(scaled, unscaled):
    assert unscaled[2].gradient_ratio == pytest.approx(scaled[2].gradient_ratio, rel=0.02)


def test_the_entropy_of_64_random_keys():
    def at(d_k: int, scale: float | None) -> float:
        return saturation(d_k, n_keys=64, draws=20, scale=scale, rng=0).entropy

    assert [round(at(d_k, None), 1) for d_k in (8, 64, 512)] == [3.7, 3.7, 3.7]
    assert [at(d_k, 1) for d_k in (8, 64, 512)] == pytest.approx([2.08, 0.59, 0.18], abs=0.03)


def test_of_64_keys_most_rows_go_dead_while_near_ties_keep_the_mean_up():
    unscaled = saturation(512, n_keys=64, draws=20, scale=1, rng=0)
    assert unscaled.jacobian_median < 0.01 < 0.08 < unscaled.jacobian
    scaled = saturation(512, n_keys=64, draws=20, rng=0)
    assert (
        scaled.jacobian_median == pytest.approx(scaled.jacobian, rel=0.05) == pytest.approx(0.18, abs=0.005)
    )


def test_at_eight_features_and_64_keys_the_unscaled_jacobian_is_the_larger():
    """Sharper is not yet saturated: the opposite of the rule of thumb, and true."""
    jacobians = [saturation(8, n_keys=64, draws=20, scale=scale, rng=0).jacobian for scale in (None, 1)]
    assert jacobians[1] > 1.4 * jacobians[0]


def test_each_measure_is_that_of_its_definition():
    rng = np.random.default_rng(7)
    scores = rng.normal(scale=3, size=(5, 4, 6))
    measured = saturation_of(scores, scale=0.5, rng=1)
    cotangent = np.random.default_rng(1).standard_normal(scores.shape)
    sizes, ratios = [], []
    for draw, d_weights in zip(scores, cotangent, strict=True):
        jacobians = softmax_jacobian(softmax(draw / 2))  # (n_q, n_k, n_k)
        sizes += [np.linalg.norm(jacobian) for jacobian in jacobians]
        d_scores = np.stack([jacobian @ row for jacobian, row in zip(jacobians, d_weights, strict=True)])
        ratios.append(np.linalg.norm(d_scores) / np.linalg.norm(d_weights))
    assert measured.jacobian == pytest.approx(np.mean(sizes))
    assert measured.jacobian_median == pytest.approx(np.median(sizes))
    assert measured.gradient_ratio == pytest.approx(np.mean(ratios))
    assert measured.gradient_ratio_median == pytest.approx(np.median(ratios))
    assert measured.largest_weight == pytest.approx(softmax(scores / 2).max(axis=-1).mean())
    assert measured.score_std == pytest.approx((scores / 2).std())
    assert measured.uniform_entropy == pytest.approx(np.log(6))


def test_a_saturation_is_one_of_draws_that_can_be_repeated():
    drawn = unit_draws(16, n_keys=3, n_queries=5, draws=7, rng=4)
    assert drawn.scores().shape == (7, 5, 3)
    np.testing.assert_array_equal(drawn.Q, unit_draws(16, n_keys=3, n_queries=5, draws=7, rng=4).Q)
    assert (
        saturation(16, n_keys=3, rng=4) == saturation(16, n_keys=3, rng=4) != saturation(16, n_keys=3, rng=5)
    )
    assert repr(drawn) == "<UnitDraws: 7 draws of 5 queries and 3 keys, d_k = 16>"


def test_queries_and_keys_are_independent():
    """With Q = K the mean diagonal score is d_k and scaling seems not to help."""
    drawn = unit_draws(64, n_keys=8, n_queries=8, draws=200, rng=0)
    diagonal = np.diagonal(drawn.scores(), axis1=1, axis2=2)
    assert abs(diagonal.mean()) < 1


def test_narrower_scores_use_the_first_features_of_the_same_vectors():
    drawn = unit_draws(6, n_keys=3, n_queries=2, draws=4, rng=0)
    np.testing.assert_allclose(drawn.scores(2), drawn.Q[..., :2] @ np.swapaxes(drawn.K[..., :2], 1, 2))
    with pytest.raises(ValueError, match="d_k: 7 is more than the 6 features that were drawn"):
        drawn.scores(7)


def test_sizes_and_scale_are_checked():
    with pytest.raises(ValueError, match="d_k: needs a whole number of at least 1, got 0"):
        saturation(0)
    with pytest.raises(ValueError, match="n_keys: needs a whole number of at least 1, got 0"):
        saturation(4, n_keys=0)
    with pytest.raises(TypeError, match="draws: needs a whole number, got float"):
        saturation(4, draws=1e2)
    with pytest.raises(ValueError, match="scale: needs a finite number"):
        saturation(4, scale=np.inf)
    with pytest.raises(ValueError, match=r"scores: nothing to measure in shape \(0, 2, 3\)"):
        saturation_of(np.ones((0, 2, 3)), scale=1)
