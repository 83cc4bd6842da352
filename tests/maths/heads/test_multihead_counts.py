"""What heads cost: parameters and multiplications, compared with what the arrays hold and with a loop that counts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from attnlib import MultiHeadAttention
from tests.head_cases import head_cases
from tests.heads_loop import multihead


@settings(max_examples=40)
@given(head_cases(masks=False))
def test_multiplications_are_those_that_the_loop_counts(case):
    X, memory = (array.reshape(-1, *array.shape[-2:])[0] for array in (case.X, case.source))
    counted = multihead(X, memory, case.W, case.n_heads, case.n_kv_heads).multiplications
    assert case.attend.n_multiplications(len(X), len(memory)) == counted


@given(head_cases(masks=False))
def test_parameters_are_the_numbers_in_the_four_projections(case):
    assert case.attend.n_parameters == sum(array.size for array in case.W.values())
    parts = [case.attend.head_projections(head) for head in range(case.n_heads)]
    own = sum(W_Q.size for W_Q, *_ in parts)
    shared = sum(W_K.size + W_V.size for _, W_K, W_V in parts) * case.n_kv_heads // case.n_heads
    assert own + shared + case.W["W_O"].size == case.attend.n_parameters


@pytest.mark.parametrize("n_heads", [1, 2, 8, 64])
def test_heads_of_d_model_over_h_cost_as_much_as_one_as_wide_as_the_model(n_heads):
    """S3: heads as wide as the model would cost h times as much."""
    attend = MultiHeadAttention.random(512, n_heads, rng=0)
    assert attend.d_k == 512 // n_heads
    assert attend.n_parameters == 4 * 512**2 == 1_048_576
    for n in (1, 10, 512):
        assert attend.n_multiplications(n) == 4 * n * 512**2 + 2 * n**2 * 512


def test_heads_as_wide_as_the_model_cost_eight_times_as_much():
    """S3: tensorflow/text #1123 counted so."""
    wide = [np.zeros((64, 512))] * 3
    attend = MultiHeadAttention(*wide, np.zeros((512, 64)), n_heads=8)
    assert attend.d_k == 64
    assert attend.n_parameters == 8 * MultiHeadAttention.random(64, 8, rng=0).n_parameters


def test_shared_key_heads_save_projections_but_no_scores():
    full, grouped, single = (MultiHeadAttention.random(512, 8, n_kv_heads=k, rng=0) for k in (None, 2, 1))
    assert full.n_parameters - grouped.n_parameters == 2 * 512 * 6 * 64
    assert full.n_parameters - single.n_parameters == 2 * 512 * 7 * 64
    for n in (1, 10):
        saved = full.n_multiplications(n) - grouped.n_multiplications(n)
        assert saved == n * (full.n_parameters - grouped.n_parameters)


def test_queries_and_keys_are_counted_apart_and_nothing_costs_nothing():
    attend = MultiHeadAttention.random(6, 3, rng=0)
    assert attend.n_multiplications(5) == attend.n_multiplications(5, 5)
    assert attend.n_multiplications(1, 7) == 2 * 36 + 7 * 2 * 36 + 7 * 2 * 6
    assert attend.n_multiplications(0) == 0
    assert type(attend.n_multiplications(2)) is int


@pytest.mark.parametrize(
    ("lengths", "error", "message"),
    [
        ((-1,), ValueError, "n_q: needs a whole"),
        ((2, -1), ValueError, "n_k: needs"),
        ((2.0,), TypeError, "n_q"),
    ],
)
def test_a_length_that_is_none_is_named(lengths, error, message):
    with pytest.raises(error, match=message):
        MultiHeadAttention.random(6, 3, rng=0).n_multiplications(*lengths)


def test_the_repr_says_the_sizes_and_what_is_shared():
    assert (
        repr(MultiHeadAttention.random(6, 3))
        == "<MultiHeadAttention: 3 heads, d_model = 6, d_k = 2, d_v = 2>"
    )
    W = (np.ones((5, 8)), np.ones((7, 4)), np.ones((7, 6)), np.ones((12, 3)))
    assert repr(MultiHeadAttention(*W, n_heads=4, n_kv_heads=2)) == (
        "<MultiHeadAttention: 4 heads sharing 2 of keys and values, d_model = 5, d_k = 2, d_v = 3>"
    )
