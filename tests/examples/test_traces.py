"""The examples: small, unsaturated, and each with the property it is there to show. (Mouse: see test_known_answers.)"""

from __future__ import annotations

import numpy as np
import pytest

from attnlib import examples, self_attention

OURS = ("keys_are_not_values", "cat_on_the_mat")


@pytest.mark.parametrize("name", OURS)
def test_no_weight_is_saturated(name):
    """P9: with one-hot rows there is nothing left to see."""
    assert getattr(examples, name)().weights.max() <= 0.8


@pytest.mark.parametrize("name", [*OURS, "mouse_eats_cheese"])
def test_inputs_are_small_whole_numbers_and_nothing_is_masked(name):
    trace = getattr(examples, name)()
    for stage in ("X", "W_Q", "W_K", "W_V"):
        array = trace.stage(stage)
        assert (array == array.round()).all()
        assert np.abs(array).max() <= 4
    assert trace.mask is None


@pytest.mark.parametrize("name", [*OURS, "mouse_eats_cheese"])
def test_each_call_makes_its_own_record(name):
    first, second = getattr(examples, name)(), getattr(examples, name)()
    first.X[0, 0] = 99
    assert second.X[0, 0] != 99


def test_keys_and_values_are_different_jobs():
    trace = examples.keys_are_not_values()
    assert trace.W_K is not None
    assert trace.W_V is not None
    for matrix in (trace.W_K, trace.W_V):
        assert not np.array_equal(matrix, np.eye(2))
    assert not np.array_equal(trace.W_K, trace.W_V)
    for token in range(3):  # one vector, two sets of coordinates
        assert not np.array_equal(trace.K[token], trace.V[token])


def test_w_v_alone_moves_outputs_and_no_weight_and_w_k_moves_both():
    trace = examples.keys_are_not_values()
    assert trace.X is not None
    assert trace.W_Q is not None
    other = np.array([[1.0, 1.0], [0.0, 1.0]])
    morphed_v = self_attention(trace.X, trace.W_Q, trace.W_K, other)
    np.testing.assert_array_equal(morphed_v.weights, trace.weights)
    assert not np.allclose(morphed_v.output, trace.output)
    morphed_k = self_attention(trace.X, trace.W_Q, other, trace.W_V)
    assert not np.allclose(morphed_k.weights, trace.weights)
    assert not np.allclose(morphed_k.output, trace.output)


def test_the_sentence_has_six_tokens_and_two_of_them_start_equal():
    trace = examples.cat_on_the_mat()
    assert trace.tokens == ("The", "cat", "sat", "on", "the", "mat")
    np.testing.assert_array_equal(trace.weights[0], trace.weights[4])
    assert not np.allclose(trace.weights, trace.weights.T)


def test_a_thing_asks_for_the_action_and_whatever_has_a_small_word_in_it_for_the_thing():
    trace = examples.cat_on_the_mat()
    most = dict(zip(trace.tokens, (trace.tokens[i] for i in trace.weights.argmax(axis=-1)), strict=True))
    assert most == {"The": "cat", "cat": "sat", "sat": "cat", "on": "cat", "the": "cat", "mat": "cat"}
