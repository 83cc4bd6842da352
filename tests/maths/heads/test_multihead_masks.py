"""Masks, memory and names in multi-head attention: shared, one for each sequence, one for each head."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from attnlib import MultiHeadAttention, causal_mask, padding_mask
from tests.head_cases import head_cases


def attend_and_batch(seed=0):
    rng = np.random.default_rng(seed)
    return MultiHeadAttention.random(6, 3, rng=rng), rng.normal(size=(2, 4, 6))


@settings(max_examples=60)
@given(head_cases())
def test_each_head_spends_one_budget_on_allowed_keys_alone(case):
    trace, masks = case.attend(case.X, **case.given), case.masks
    for number, head in enumerate(trace.heads):
        allowed = np.ones(head.weights.shape, dtype=bool)
        if masks is not None:
            allowed = (
                masks[..., number, :, :] if masks.dtype == bool else ~np.isneginf(masks[..., number, :, :])
            )
        np.testing.assert_array_equal(head.allowed, allowed)
        assert (head.weights[~allowed] == 0).all()
        budget = head.weights.astype(np.float64).sum(axis=-1)
        np.testing.assert_allclose(budget, allowed.any(axis=-1), rtol=0, atol=1e-6)


def test_a_query_that_may_attend_to_nothing_gets_exactly_nothing_from_every_head():
    attend, batch = attend_and_batch()
    mask = np.ones((4, 4), dtype=bool)
    mask[2] = False
    trace = attend(batch, mask=mask)
    assert (trace.output[:, 2] == 0).all()
    assert (trace.contributions[:, :, 2] == 0).all()
    assert (trace.output[:, [0, 1, 3]] != 0).all()


def test_a_query_blind_in_one_head_still_hears_the_others():
    attend, batch = attend_and_batch()
    mask = np.ones((3, 4, 4), dtype=bool)
    mask[1, 2] = False
    trace, free = attend(batch[0], mask=mask), attend(batch[0])
    assert (trace.contributions[1, 2] == 0).all()
    np.testing.assert_allclose(trace.output[2], free.contributions[[0, 2], 2].sum(axis=0), rtol=1e-12)


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("padded", [True, False])
def test_causal_and_padding_combine_in_all_four_ways_in_every_head(causal, padded):
    """M9, M10: padded keys weigh 0 for every query of every head, and no query loses its budget."""
    attend, batch = attend_and_batch()
    mask = np.ones((2, 4, 4), dtype=bool)
    if causal:
        mask &= causal_mask(4)
    if padded:
        mask &= padding_mask([3, 4], 4)
    for head in attend(batch, mask=mask).heads:
        np.testing.assert_array_equal(head.weights > 0, mask)
        np.testing.assert_allclose(head.weights.sum(axis=-1), 1, rtol=1e-14)


def test_padding_alone_has_one_row_for_all_queries():
    attend, batch = attend_and_batch()
    trace = attend(batch, mask=padding_mask([2, 4], 4))
    alone = attend(batch[0, :2])
    np.testing.assert_allclose(trace.output[0, :2], alone.output, rtol=1e-12)
    np.testing.assert_allclose(trace.output[1], attend(batch[1]).output, rtol=1e-12)


def test_a_mask_for_each_sequence_is_not_taken_for_one_for_each_head():
    """Three sequences and three heads: only the number of axes can tell, so it does."""
    rng = np.random.default_rng(1)
    attend, batch = MultiHeadAttention.random(6, 3, rng=rng), rng.normal(size=(3, 4, 6))
    mask = rng.random((3, 4, 4)) < 0.5
    for head in attend(batch, mask=mask).heads:
        np.testing.assert_array_equal(head.allowed, mask)
    for number, head in enumerate(attend(batch, mask=mask[None]).heads):
        np.testing.assert_array_equal(head.allowed, np.broadcast_to(mask[number], (3, 4, 4)))
    for number, head in enumerate(attend(batch[0], mask=mask).heads):
        np.testing.assert_array_equal(head.allowed, mask[number])


def test_one_query_sequence_over_a_batch_of_memories_takes_their_padding():
    attend, batch = attend_and_batch()
    trace = attend(batch[0], memory=batch, mask=padding_mask([2, 4], 4))
    for number, memory in enumerate((batch[0, :2], batch[1])):
        np.testing.assert_allclose(trace.output[number], attend(batch[0], memory=memory).output, rtol=1e-12)


def test_what_comes_later_changes_no_earlier_output():
    attend, batch = attend_and_batch()
    before = attend(batch[0], mask=causal_mask(4)).output
    changed = batch[0].copy()
    changed[2] += 5
    after = attend(changed, mask=causal_mask(4)).output
    np.testing.assert_array_equal(after[:2], before[:2])
    assert (after[2:] != before[2:]).all()


@pytest.mark.parametrize("new", [1, 2, 3])
def test_decoding_with_the_past_as_memory_gives_the_rows_of_the_whole(new):
    """M14: with fewer queries than keys the mask is aligned to the last key."""
    attend, batch = attend_and_batch()
    whole = attend(batch, mask=causal_mask(4))
    late = attend(batch[:, -new:], memory=batch, mask=causal_mask(new, 4))
    np.testing.assert_allclose(late.output, whole.output[:, -new:], rtol=1e-12)


def test_x_as_its_own_memory_is_self_attention():
    attend, batch = attend_and_batch()
    np.testing.assert_array_equal(attend(batch, memory=batch).output, attend(batch).output)


def test_names_of_a_memory_are_its_own_even_if_it_is_as_long_as_x():
    attend, batch = attend_and_batch()
    x, memory = batch
    names, others = ["je", "vois", "un", "chat"], ["I", "see", "a", "cat"]
    for head in attend(x, tokens=names).heads:
        assert head.tokens == head.key_tokens == tuple(names)
    for head in attend(x, memory=memory, tokens=names, memory_tokens=others).heads:
        assert (head.tokens, head.key_tokens) == (tuple(names), tuple(others))
    for head in attend(x, memory=memory, tokens=names).heads:
        assert (head.tokens, head.key_tokens) == (tuple(names), ("1", "2", "3", "4"))
    assert attend(x).heads[0].tokens == ("1", "2", "3", "4")


def test_an_item_of_a_batch_keeps_its_own_x_and_memory():
    attend, batch = attend_and_batch()
    head = attend(batch, memory=batch[:, :3]).heads[2]
    one = head[1]
    np.testing.assert_array_equal(one.X, batch[1])
    np.testing.assert_array_equal(one.memory, batch[1, :3])
    np.testing.assert_allclose(one.X @ one.W_Q, one.Q, rtol=1e-12)
    np.testing.assert_allclose(one.memory @ one.W_V, one.V, rtol=1e-12)


@pytest.mark.parametrize(("n_q", "n_k"), [(0, 3), (2, 0), (0, 0)])
def test_no_queries_or_no_keys_is_an_empty_answer_not_an_error(n_q, n_k):
    attend, _ = attend_and_batch()
    trace = attend(np.ones((n_q, 6)), memory=np.ones((n_k, 6)))
    assert trace.output.shape == (n_q, 6)
    assert (trace.output == 0).all() == (n_q == 0 or n_k == 0)
