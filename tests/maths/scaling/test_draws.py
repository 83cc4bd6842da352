"""The same draws at every width: equal to drawing them plainly, measured as they are, and kept."""

from __future__ import annotations

import numpy as np
import pytest

from attnlib.maths.scaling.draws import KEYS, MEASURES, ROWS, WIDTHS, GrowingDraws
from attnlib.maths.scaling.saturating import saturation_of, unit_draws


@pytest.fixture(scope="module")
def drawn():
    return GrowingDraws(8, seed=3)


@pytest.mark.parametrize("n_keys", [2, 8, 64])
def test_scores_are_those_of_the_plain_draws(n_keys) -> None:
    grown = GrowingDraws(n_keys, seed=5)
    plain = unit_draws(1024, n_keys=n_keys, n_queries=n_keys, draws=ROWS // n_keys, rng=5)
    for d_k in WIDTHS:
        np.testing.assert_allclose(grown.scores(d_k), plain.scores(d_k), rtol=0, atol=1e-11)
    Q, K = grown.first(256)
    np.testing.assert_array_equal(Q, plain.Q[0, :1, :256])
    np.testing.assert_array_equal(K, plain.K[0, :, :256])


@pytest.mark.parametrize("d_k", [1, 64, 1024])
@pytest.mark.parametrize("factor", [1.0, 0.125])
def test_a_mean_is_the_mean_of_the_numbers_named(drawn, d_k, factor) -> None:
    measured = drawn.measure(d_k, factor)
    made = {measure: drawn.each(measure, d_k, factor) for measure in MEASURES}
    assert np.std(made["spread"]) == pytest.approx(measured.score_std)
    assert np.mean(made["largest weight"]) == pytest.approx(measured.largest_weight)
    assert np.mean(made["entropy"]) == pytest.approx(measured.entropy)
    assert np.mean(made["Jacobian"]) == pytest.approx(measured.jacobian)
    assert np.median(made["Jacobian"]) == pytest.approx(measured.jacobian_median)
    assert np.mean(made["gradient"]) == pytest.approx(measured.gradient_ratio)
    assert {len(made[name]) for name in ("largest weight", "entropy", "Jacobian")} == {ROWS}
    assert len(made["gradient"]) == drawn.draws == ROWS // 8


@pytest.mark.parametrize("measure", MEASURES)
def test_the_first_few_are_the_beginning_of_all(drawn, measure) -> None:
    few = drawn.each(measure, 64, 1.0, draws=3)
    np.testing.assert_allclose(few, drawn.each(measure, 64, 1.0)[: len(few)], rtol=1e-12)


def test_the_random_gradient_knows_nothing_of_the_queries(drawn) -> None:
    sent = drawn._cotangents().standard_normal(400)
    queries = unit_draws(1024, n_keys=8, n_queries=8, draws=drawn.draws, rng=3).Q.ravel()[:400]
    assert abs(np.corrcoef(sent, queries)[0, 1]) < 0.15


def test_what_was_measured_is_kept(drawn) -> None:
    assert drawn.measure(32, 1.0) is drawn.measure(32, 1.0)
    again = saturation_of(drawn.scores(32), scale=1.0, rng=np.random.default_rng([3, 1]))
    assert drawn.measure(32, 1.0) == again


def test_another_seed_is_another_draw_and_the_same_seed_the_same(drawn) -> None:
    np.testing.assert_array_equal(GrowingDraws(8, seed=3).scores(64), drawn.scores(64))
    assert not np.array_equal(GrowingDraws(8, seed=4).scores(64), drawn.scores(64))


def test_other_sizes_are_refused(drawn) -> None:
    with pytest.raises(ValueError, match="n_keys: needs a power of two from 2 to 64, got 5"):
        GrowingDraws(5, seed=0)
    with pytest.raises(ValueError, match="d_k: needs a power of two from 1 to 1024, got 2048"):
        drawn.scores(2048)
    with pytest.raises(TypeError, match="n_keys: needs a whole number"):
        GrowingDraws(8.0, seed=0)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="measure: 'width' is none of"):
        drawn.each("width", 64, 1.0)
    assert {ROWS % n_keys for n_keys in KEYS} == {0}
