"""Steps against the gradient, written a second time from the papers' formulas."""

from __future__ import annotations

import numpy as np
import pytest

from attnlib.maths.tiny import SGD, Adam


def test_gradient_descent_moves_by_the_rate_times_the_gradient():
    w, still = np.array([1.0, 2.0]), np.array([3.0])
    SGD(0.1).step({"w": w, "still": still}, {"w": np.array([5.0, -5.0])})
    np.testing.assert_allclose(w, [0.5, 2.5])
    assert still.tolist() == [3.0]


def test_adam_follows_its_algorithm():
    rng = np.random.default_rng(0)
    w = rng.normal(size=(2, 3))
    expected, optimiser = w.copy(), Adam(0.01, betas=(0.8, 0.9), epsilon=1e-3)
    m = v = np.zeros_like(w)
    for t in range(1, 6):
        g = rng.normal(size=w.shape) * 10.0**-t
        optimiser.step({"w": w}, {"w": g})
        m, v = 0.8 * m + 0.2 * g, 0.9 * v + 0.1 * g**2
        expected -= 0.01 * (m / (1 - 0.8**t)) / (np.sqrt(v / (1 - 0.9**t)) + 1e-3)
    np.testing.assert_allclose(w, expected, rtol=1e-12)


@pytest.mark.parametrize("optimiser", [SGD(0.1), Adam(0.1)])
def test_parameters_keep_their_dtype_and_gradients_their_values(optimiser):
    w, gradient = np.ones(3, np.float32), np.full(3, 2, np.float32)
    optimiser.step({"w": w}, {"w": gradient})
    assert w.dtype == np.float32
    assert (w < 1).all()
    assert gradient.tolist() == [2, 2, 2]


def test_they_say_what_they_are():
    assert [repr(SGD(0.3)), repr(Adam(3e-3))] == ["SGD(0.3)", "Adam(0.003)"]
