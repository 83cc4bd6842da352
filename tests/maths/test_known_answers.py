"""The numbers that the lessons carry: the two random examples, and Mouse eats Cheese."""

from __future__ import annotations

import numpy as np

from attnlib import attention, examples


def test_the_example_with_the_legacy_seed():
    np.random.seed(0)
    Q, K, V = np.random.randn(4, 8), np.random.randn(4, 8), np.random.randn(4, 8)
    _, weights = attention(Q, K, V)
    assert weights.round(3).tolist() == [
        [0.301, 0.301, 0.191, 0.207], [0.258, 0.382, 0.244, 0.116],
        [0.090, 0.076, 0.122, 0.712], [0.820, 0.086, 0.023, 0.072],
    ]  # fmt: skip
    assert f"{weights[2, 3]:.1%}" == "71.2%"


def test_the_example_with_the_modern_generator():
    rng = np.random.default_rng(0)
    Q, K, V = rng.normal(size=(4, 8)), rng.normal(size=(4, 8)), rng.normal(size=(4, 8))
    _, weights = attention(Q, K, V)
    assert weights.round(2).tolist() == [
        [0.30, 0.47, 0.08, 0.14], [0.33, 0.07, 0.25, 0.35],
        [0.32, 0.39, 0.23, 0.06], [0.10, 0.03, 0.68, 0.18],
    ]  # fmt: skip


def test_mouse_eats_cheese_from_embeddings_to_outputs():
    mouse = examples.mouse_eats_cheese()
    assert mouse.X is not None
    assert mouse.X.tolist() == [[2, 0], [1, 2], [2, 0]]
    assert mouse.Q.tolist() == [[0, 2], [2, 1], [0, 2]]
    assert mouse.K.tolist() == mouse.V.tolist() == mouse.X.tolist()
    assert mouse.scores.tolist() == [[0, 4, 0], [4, 4, 4], [0, 4, 0]]
    assert mouse.scaled.round(3).tolist() == [[0, 2.828, 0], [2.828, 2.828, 2.828], [0, 2.828, 0]]
    assert mouse.masked.tolist() == mouse.scaled.tolist()
    assert mouse.weights.round(4).tolist() == [
        [0.0529, 0.8943, 0.0529], [0.3333, 0.3333, 0.3333], [0.0529, 0.8943, 0.0529],
    ]  # fmt: skip
    assert mouse.output.round(4).tolist() == [[1.1057, 1.7886], [1.6667, 0.6667], [1.1057, 1.7886]]


def test_mouse_and_cheese_ask_the_same_question_and_eats_takes_an_even_blend():
    mouse = examples.mouse_eats_cheese()
    np.testing.assert_array_equal(mouse.Q[0], mouse.Q[2])
    np.testing.assert_array_equal(mouse.output[0], mouse.output[2])
    np.testing.assert_allclose(mouse.output[1], mouse.V.mean(axis=0), rtol=1e-15)


def test_the_zeros_of_mouse_eats_cheese_are_genuine_scores():
    """M7: taking a score of 0 for a masked cell would change both rows."""
    mouse = examples.mouse_eats_cheese()
    assert mouse.mask is None
    assert mouse.allowed.all()
    assert (mouse.weights[mouse.scores == 0] > 0.05).all()


def test_the_square_root_of_two_is_the_divisor():
    assert round(np.sqrt(2), 3) == 1.414
    assert round(4 / np.sqrt(2), 3) == 2.828
