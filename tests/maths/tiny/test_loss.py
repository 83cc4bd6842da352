"""Cross-entropy against its definition, and its gradient against central differences."""

from __future__ import annotations

import math

import numpy as np
import pytest

from attnlib.maths.tiny.loss import cross_entropy
from tests.loops import differences
from tests.maths.tiny.toys import OUTPUTS, toy_batch


@pytest.mark.parametrize("counted", [True, False])
def test_it_is_the_mean_surprise_over_the_places_that_count(counted):
    batch = toy_batch(counted=counted)
    logits = np.random.default_rng(0).normal(size=(4, 2, OUTPUTS)) * 3
    surprises = []
    for at in np.ndindex(4, 2):
        if batch.counted is None or batch.counted[at]:
            powers = [math.exp(logit) for logit in logits[at]]
            surprises.append(-math.log(powers[batch.targets[at]] / sum(powers)))
    loss, gradient = cross_entropy(logits, batch)
    assert loss == pytest.approx(math.fsum(surprises) / len(surprises))
    expected = differences(lambda logits: cross_entropy(logits, batch)[0], logits)
    np.testing.assert_allclose(gradient, expected, atol=1e-9)


def test_places_that_do_not_count_get_no_gradient():
    batch = toy_batch()
    assert batch.counted is not None
    assert not batch.counted.all()
    gradient = cross_entropy(np.ones((4, 2, OUTPUTS)), batch)[1]
    assert (gradient[~batch.counted] == 0).all()


def test_large_logits_do_not_overflow():
    batch = toy_batch(1, counted=False, size=1)
    logits = np.full((1, 1, OUTPUTS), -1e4)
    logits[0, 0, (batch.targets[0, 0] + 1) % OUTPUTS] = 1e4
    assert cross_entropy(logits, batch)[0] == pytest.approx(2e4)
