"""Multi-head attention against a loop over heads written from the formula, and what each of its parts does."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnlib import MultiHeadAttention, attention, self_attention
from tests.head_cases import head_cases
from tests.heads_loop import multihead

NEAR = {"float64": 1e-12, "float32": 3e-5}


def projections(*, seed=0, n_heads=6, n_kv_heads=2, d_model=5, d_memory=7, d_k=8, d_v=9, d_out=10):
    """Draw projections of which every size differs from every other (n_q = 3 and n_k = 4 are left for the tokens)."""
    rng = np.random.default_rng(seed)
    return {
        "W_Q": rng.normal(size=(d_model, n_heads * d_k)),
        "W_K": rng.normal(size=(d_memory, n_kv_heads * d_k)),
        "W_V": rng.normal(size=(d_memory, n_kv_heads * d_v)),
        "W_O": rng.normal(size=(n_heads * d_v, d_out)),
    }


@settings(max_examples=60)
@given(head_cases())
def test_all_heads_at_once_are_a_loop_over_heads(case):
    """H1, S1: every size differs, so a scale or a reshape by the wrong one shows."""
    trace, masks = case.attend(case.X, **case.given), case.masks
    near = NEAR[case.X.dtype.name]
    X = np.broadcast_to(case.X, (*case.leading, *case.X.shape[-2:]))
    source = np.broadcast_to(case.source, (*case.leading, *case.source.shape[-2:]))
    for at in np.ndindex(*case.leading):
        mask = None if masks is None else masks[at]
        expected = multihead(X[at], source[at], case.W, case.n_heads, case.n_kv_heads, mask)
        np.testing.assert_allclose(trace.output[at], expected.output, rtol=near, atol=near)
        for head, weights, output in zip(trace.heads, expected.weights, expected.outputs, strict=True):
            np.testing.assert_allclose(head.weights[at], weights, rtol=near, atol=near)
            np.testing.assert_allclose(head.output[at], output, rtol=near, atol=near)


@settings(max_examples=60)
@given(head_cases())
def test_shapes_and_dtypes_are_those_promised(case):
    attend = case.attend
    trace = attend(case.X, **case.given)
    n_q, n_k, d_out = case.X.shape[-2], case.source.shape[-2], case.W["W_O"].shape[1]
    assert len(trace.heads) == case.n_heads
    assert trace.output.shape == (*case.leading, n_q, d_out)
    assert trace.concat.shape == (*case.leading, n_q, case.n_heads * attend.d_v)
    assert trace.contributions.shape == (case.n_heads, *trace.output.shape)
    for head in trace.heads:
        assert head.Q.shape == (*case.leading, n_q, attend.d_k)
        assert head.weights.shape == (*case.leading, n_q, n_k)
        assert head.output.shape == (*case.leading, n_q, attend.d_v)
        assert head.scale == 1 / math.sqrt(attend.d_k)
        assert {head.stage(name).dtype for name in ("X", "W_Q", "Q", "weights")} == {case.X.dtype}
    assert {trace.output.dtype, trace.concat.dtype, trace.contributions.dtype} == {case.X.dtype}


@settings(max_examples=60)
@given(head_cases())
def test_the_heads_shares_sum_to_the_output_and_stand_side_by_side_in_concat(case):
    trace = case.attend(case.X, **case.given)
    near = NEAR[case.X.dtype.name]
    np.testing.assert_allclose(trace.contributions.sum(axis=0), trace.output, rtol=near, atol=near)
    np.testing.assert_array_equal(
        np.concatenate([head.output for head in trace.heads], axis=-1), trace.concat
    )
    rows = np.split(case.W["W_O"], case.n_heads)
    for head, share, part in zip(trace.heads, trace.contributions, rows, strict=True):
        np.testing.assert_allclose(share, head.output @ part, rtol=near, atol=near)


@pytest.mark.parametrize(("X", "W", "memory", "expected"), [
    ("float32", "float32", None, "float32"), ("float64", "float32", None, "float64"),
    ("float32", "float32", "float64", "float64"), ("int64", "float32", None, "float64"),
    ("float32", "int64", None, "float64"),
])  # fmt: skip
def test_mixed_dtypes_meet_at_the_wider_in_every_stage(X, W, memory, expected):
    attend = MultiHeadAttention(*(np.ones((4, 4), dtype=W) for _ in range(4)), n_heads=2)
    trace = attend(np.ones((3, 4), dtype=X), memory=None if memory is None else np.ones((2, 4), dtype=memory))
    assert trace.output.dtype == trace.contributions.dtype == expected
    for name in ("X", "W_Q", "Q", "weights", "output", *(("memory",) if memory else ())):
        assert trace.heads[1].stage(name).dtype == expected


def test_each_head_is_the_self_attention_with_its_own_projections():
    rng = np.random.default_rng(1)
    X, attend = rng.normal(size=(5, 6)), MultiHeadAttention.random(6, 3, rng=rng)
    trace = attend(X, tokens=list("abcde"))
    for number, head in enumerate(trace.heads):
        alone = self_attention(X, *attend.head_projections(number), tokens=list("abcde"))
        for stage in ("X", "W_Q", "W_K", "W_V", "Q", "K", "V", "scores", "scaled", "weights", "output"):
            np.testing.assert_allclose(head.stage(stage), alone.stage(stage), rtol=1e-13, err_msg=stage)
        assert head.tokens == head.key_tokens == alone.tokens


def test_one_head_is_plain_attention_and_w_o():
    rng = np.random.default_rng(2)
    X, W = rng.normal(size=(4, 3)), rng.normal(size=(4, 3, 3))
    output = MultiHeadAttention(*W, n_heads=1)(X).output
    np.testing.assert_allclose(output, self_attention(X, *W[:3]).output @ W[3])


def scrambled(attend: MultiHeadAttention, X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Attend with the fault of H1: reshape to (heads, tokens, width) without a transpose, both ways."""
    Q, K, V = ((X @ W).reshape(attend.n_heads, len(X), -1) for W in (attend.W_Q, attend.W_K, attend.W_V))
    output, weights = attention(Q, K, V)
    return output.reshape(len(X), -1) @ attend.W_O, weights


def test_permuting_tokens_permutes_the_output_and_the_scrambled_reshape_fails_that():
    """H1: scrambled heads have right shapes and rows that sum to 1; only this test tells."""
    rng = np.random.default_rng(3)
    X, attend, order = rng.normal(size=(5, 6)), MultiHeadAttention.random(6, 3, rng=rng), rng.permutation(5)
    right, permuted = attend(X), attend(X[order])
    np.testing.assert_allclose(permuted.output, right.output[order], rtol=1e-12)
    for head, other in zip(right.heads, permuted.heads, strict=True):
        np.testing.assert_allclose(other.weights, head.weights[np.ix_(order, order)], rtol=1e-12)
    wrong, weights = scrambled(attend, X)
    assert wrong.shape == right.output.shape
    np.testing.assert_allclose(weights.sum(axis=-1), 1)
    assert np.abs(wrong - right.output).max() > 0.1
    assert np.abs(scrambled(attend, X[order])[0] - wrong[order]).max() > 0.1


@pytest.mark.parametrize("feature", range(6))
def test_every_head_reads_every_feature_of_the_whole_vector(feature):
    """H2: the embedding is not cut into slices."""
    rng = np.random.default_rng(4)
    X, attend = rng.normal(size=(4, 6)), MultiHeadAttention.random(6, 3, rng=rng)
    moved = X.copy()
    moved[:, feature] += rng.normal(size=4)
    for before, after in zip(attend(X).heads, attend(moved).heads, strict=True):
        for stage in ("Q", "K", "V", "weights", "output"):
            assert np.abs(after.stage(stage) - before.stage(stage)).max() > 1e-3, stage


def test_values_come_from_the_memory_through_w_v_alone():
    """H3: with one thing to look at, the head hands on its value, whoever asks and whatever the key."""
    rng = np.random.default_rng(5)
    W, memory = projections(), rng.normal(size=(1, 7))
    trace = MultiHeadAttention(**W, n_heads=6, n_kv_heads=2)(rng.normal(size=(3, 5)), memory=memory)
    values = np.split(memory @ W["W_V"], 2, axis=1)
    for number, head in enumerate(trace.heads):
        np.testing.assert_allclose(head.output, np.repeat(values[number // 3], 3, axis=0))


@pytest.mark.parametrize(("name", "moves"), [
    ("W_Q", {"weights", "output"}), ("W_K", {"weights", "output"}), ("W_V", {"output"}), ("W_O", set()),
])  # fmt: skip
def test_each_projection_moves_its_own_stages_of_its_own_head(name, moves):
    """H3, H5: and W_O moves no head, only the joined output."""
    rng = np.random.default_rng(6)
    X, W = rng.normal(size=(4, 6)), projections(n_kv_heads=6, d_memory=6, d_model=6)
    before = MultiHeadAttention(**W, n_heads=6)(X)
    part = np.split(W[name], 6, axis=0 if name == "W_O" else 1)[2]  # a view: head 2's share
    part += 1
    after = MultiHeadAttention(**W, n_heads=6)(X)
    assert not np.allclose(after.output, before.output)
    for number, (old, new) in enumerate(zip(before.heads, after.heads, strict=True)):
        for stage in ("weights", "output"):
            same = np.array_equal(old.stage(stage), new.stage(stage))
            assert same == (number != 2 or stage not in moves), (number, stage)
    changed = [
        not np.array_equal(a, b) for a, b in zip(before.contributions, after.contributions, strict=True)
    ]
    assert changed == [number == 2 for number in range(6)]


def test_w_o_mixes_what_the_heads_say_and_the_identity_only_sets_it_side_by_side():
    """H5: forgetting W_O is the identity, which no other W_O is."""
    rng = np.random.default_rng(7)
    X, attend = rng.normal(size=(4, 6)), MultiHeadAttention.random(6, 3, rng=rng)
    W = (attend.W_Q, attend.W_K, attend.W_V)
    beside = MultiHeadAttention(*W, np.eye(6), n_heads=3)(X)
    np.testing.assert_array_equal(beside.output, beside.concat)
    np.testing.assert_array_equal(beside.concat, attend(X).concat)
    assert np.abs(attend(X).output - beside.output).max() > 0.1
    one_row = np.zeros((6, 6))
    one_row[0] = 1  # the first column of the first head goes everywhere, nothing else anywhere
    np.testing.assert_allclose(
        MultiHeadAttention(*W, one_row, n_heads=3)(X).output, beside.concat[:, [0] * 6]
    )


@pytest.mark.parametrize("n_kv_heads", [1, 2, 3, 6])
def test_shared_key_heads_are_heads_with_repeated_keys_and_values(n_kv_heads):
    """Neighbouring heads share: 0 0 0 1 1 1, not 0 1 0 1 0 1."""
    rng = np.random.default_rng(8)
    W = projections(n_kv_heads=n_kv_heads)
    X, memory = rng.normal(size=(2, 3, 5)), rng.normal(size=(2, 4, 7))
    shared = MultiHeadAttention(**W, n_heads=6, n_kv_heads=n_kv_heads)(X, memory=memory)
    spread = dict(W)
    for name, width in (("W_K", 8), ("W_V", 9)):
        first = [width * (head // (6 // n_kv_heads)) for head in range(6)]
        spread[name] = np.concatenate([W[name][:, start : start + width] for start in first], axis=1)
    full = MultiHeadAttention(**spread, n_heads=6)(X, memory=memory)
    np.testing.assert_allclose(shared.output, full.output, rtol=1e-12)
    for one, other in zip(shared.heads, full.heads, strict=True):
        np.testing.assert_array_equal(one.W_K, other.W_K)
        np.testing.assert_array_equal(one.W_V, other.W_V)
        np.testing.assert_allclose(one.weights, other.weights, rtol=1e-12)
    different = len({head.stage("K").tobytes() for head in shared.heads})
    assert different == n_kv_heads


@settings(max_examples=30)
@given(head_cases())
def test_inputs_are_neither_changed_nor_needed_again(case):
    """A record of the past: neither the caller's arrays nor the attention itself can alter it afterwards."""
    given_ = {"X": case.X, "memory": case.memory, "mask": case.mask, **case.W}
    arrays = {name: array for name, array in given_.items() if array is not None}
    before = {name: array.copy() for name, array in arrays.items()}
    for array in arrays.values():
        array.flags.writeable = False
    attend = case.attend
    trace = attend(case.X, **case.given)
    arrays |= {"attend.W_Q": attend.W_Q, "attend.W_K": attend.W_K, "attend.W_V": attend.W_V}
    for name, array in arrays.items():
        if name in before:
            np.testing.assert_array_equal(array, before[name], err_msg=name)
        for head in trace.heads:
            for stage in ("X", "memory", "W_Q", "W_K", "W_V", "Q", "K", "V", "weights", "output", "mask"):
                kept = getattr(head, stage)
                assert kept is None or not np.may_share_memory(array, kept), f"{stage} shares with {name}"


@given(st.integers(1, 4), st.integers(0, 3))
def test_random_draws_depend_on_the_seed_alone_and_keep_the_size_of_what_comes_in(heads, seed):
    attend = MultiHeadAttention.random(64 * heads, heads, rng=seed)
    again = MultiHeadAttention.random(64 * heads, heads, rng=np.random.default_rng(seed))
    np.testing.assert_array_equal(attend.W_O, again.W_O)
    assert attend.d_k == attend.d_v == 64
    x = np.random.default_rng(seed).normal(size=(50, 64 * heads))
    assert 0.9 < (x @ attend.W_Q).std() < 1.1
