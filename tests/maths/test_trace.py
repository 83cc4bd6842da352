"""The record: its names, its stages, one item of a batch, and how it introduces itself."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given

from attnlib import (
    MultiHeadAttention,
    attention_backward,
    causal_mask,
    padding_mask,
    self_attention,
    trace_attention,
)
from attnlib.maths.explain import INPUTS, STAGES
from attnlib.maths.masks import may_attend
from tests.strategies import cases


def batch(*leading, n_q=3, n_k=4, mask=None, seed=0):
    rng = np.random.default_rng(seed)
    sizes = ((n_q, 2), (n_k, 2), (n_k, 5))
    return trace_attention(*(rng.normal(size=(*leading, *size)) for size in sizes), mask=mask)


@given(cases())
def test_allowed_is_what_the_mask_says_in_the_shape_of_the_scores(case):
    trace = trace_attention(case.Q, case.K, case.V, **case.options)
    np.testing.assert_array_equal(trace.allowed, case.allowed)
    np.testing.assert_array_equal(trace.allowed, ~np.isneginf(trace.masked))


def test_tokens_name_queries_and_with_as_many_keys_the_keys_too():
    Q, K = np.ones((2, 1)), np.ones((2, 1))
    assert trace_attention(Q, K, K, tokens=["a", "b"]).key_tokens == ("a", "b")
    assert trace_attention(Q, K, K, tokens=["a", "b"], key_tokens=["c", "d"]).key_tokens == ("c", "d")
    assert trace_attention(Q, K[:1], K[:1], tokens=["a", "b"]).key_tokens == ("1",)
    assert trace_attention(Q, K, K, key_tokens=["c", "d"]).tokens == ("1", "2")


def test_self_attention_keeps_what_q_k_and_v_were_made_from():
    rng = np.random.default_rng(0)
    given_ = {"X": rng.normal(size=(3, 4)), **{name: rng.normal(size=(4, 2)) for name in INPUTS[1:]}}
    trace = self_attention(**given_, tokens=["a", "b", "c"])
    for name, array in given_.items():
        np.testing.assert_array_equal(trace.stage(name), array)
        assert not np.may_share_memory(trace.stage(name), array)
    for name in "QKV":
        np.testing.assert_array_equal(trace.stage(name), given_["X"] @ given_[f"W_{name}"])
    assert trace.tokens == trace.key_tokens == ("a", "b", "c")


def test_a_trace_cannot_be_reassigned():
    with pytest.raises(dataclasses.FrozenInstanceError):
        batch().scale = 2  # type: ignore[misc]


@pytest.mark.parametrize(
    "mask", [None, True, padding_mask(3, 4)[0], causal_mask(3, 4), padding_mask([1, 4], 4)]
)
def test_an_item_of_a_batch_is_the_attention_of_that_item(mask):
    whole = batch(2, mask=mask)
    for index in (0, 1, -1):
        one = whole[index]
        own = None if mask is None else np.broadcast_to(mask, (2, 3, 4))[index]
        alone = trace_attention(whole.Q[index], whole.K[index], whole.V[index], mask=own)
        for stage in STAGES:
            np.testing.assert_allclose(one.stage(stage), alone.stage(stage), rtol=1e-12, err_msg=stage)
        assert one.mask is None or one.mask.ndim == 2
        np.testing.assert_array_equal(one.allowed, alone.allowed)
        attention_backward(one, np.ones((3, 5)))


def test_an_item_of_axes_that_broadcast_is_filled_from_what_is_shared():
    rng = np.random.default_rng(0)
    trace = trace_attention(
        rng.normal(size=(2, 1, 3, 2)),
        rng.normal(size=(4, 2)),
        rng.normal(size=(5, 4, 1)),
        mask=causal_mask(3, 4),
    )
    one = trace[1, 4]
    np.testing.assert_array_equal(one.Q, trace.Q[1, 0])
    np.testing.assert_array_equal(one.K, trace.K)
    np.testing.assert_array_equal(one.V, trace.V[4])
    np.testing.assert_array_equal(one.weights, trace.weights[1, 0])
    np.testing.assert_array_equal(one.output, trace.output[1, 4])
    assert trace[1].output.shape == (5, 3, 1)


@pytest.mark.parametrize("index", [np.s_[1:], np.s_[..., 0], [0, 1], np.array([True, False])])
def test_slices_lists_and_ellipses_choose_among_the_leading_axes(index):
    whole = batch(2, 3)
    chosen = np.arange(6).reshape(2, 3)[index]
    part = whole[index]
    assert part.output.shape == (*chosen.shape, 3, 5)
    np.testing.assert_array_equal(part.output, whole.output.reshape(6, 3, 5)[chosen])


def test_projections_serve_the_whole_batch_and_embeddings_are_its_own():
    rng = np.random.default_rng(0)
    trace = self_attention(rng.normal(size=(2, 3, 4)), *rng.normal(size=(3, 4, 2)))
    np.testing.assert_array_equal(trace[1].stage("X"), trace.stage("X")[1])
    assert trace[1].W_Q is trace.W_Q


def test_an_index_cannot_reach_into_the_matrices():
    with pytest.raises(IndexError, match="no leading axis"):
        batch()[0]
    with pytest.raises(IndexError, match="too many indices"):
        batch(2)[0, 0]
    with pytest.raises(IndexError, match="out of bounds"):
        batch(2)[2]


def test_a_batch_can_be_walked_through():
    assert [one.output.shape for one in batch(2)] == [(3, 5), (3, 5)]


def test_an_empty_batch_stays_empty():
    assert batch(0)[:].output.shape == (0, 3, 5)
    assert batch(2, n_k=0)[0].weights.shape == (3, 0)


def test_the_repr_names_sizes_tokens_and_mask_and_no_address():
    trace = trace_attention(np.ones((9, 2)), np.ones((9, 2)), np.ones((9, 3)), mask=causal_mask(9))
    assert repr(trace) == (
        "<AttentionTrace: 9 queries (1, 2, 3, 4, 5, 6, 7, 8, …), 9 keys, d_k = 2, d_v = 3, 36 cells masked>"
    )
    assert repr(batch(2, 3)).startswith("<AttentionTrace: leading axes (2, 3), 3 queries (1, 2, 3), 4 keys")
    shared = trace_attention(np.ones((1, 2)), np.ones((1, 2)), np.ones((2, 1, 2)))
    assert "leading axes (2,)" in repr(shared)


def test_the_mask_is_kept_as_it_was_given():
    mask = padding_mask([1, 4], 4)
    trace = batch(2, mask=mask)
    assert trace.mask is not None
    assert trace.mask.shape == (2, 1, 4)
    assert trace.mask.dtype == bool
    assert may_attend(trace.mask).sum() == 5


def test_a_memory_is_kept_where_keys_were_not_made_from_x():
    rng = np.random.default_rng(0)
    X, memory = rng.normal(size=(2, 4)), rng.normal(size=(3, 4))
    attend = MultiHeadAttention.random(4, 2, rng=rng)
    np.testing.assert_array_equal(attend(X, memory=memory).heads[0].stage("memory"), memory)
    for alone in (attend(X).heads[0], batch()):
        assert alone.memory is None
        with pytest.raises(ValueError, match="stage: this trace has no memory of its own; keys and values"):
            alone.stage("memory")
