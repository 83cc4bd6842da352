"""The words `attention`, `trace_attention` and `self_attention`: formula, shapes, dtypes, and the known answers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlib import attention, causal_mask, self_attention, trace_attention
from tests import loops
from tests.strategies import cases

#: One step of rounding in the last place costs this much, times the length of a sum.
NEAR = {"float64": 1e-13, "float32": 3e-5}
SUMS = {"float64": 1e-15, "float32": 1e-6}


@given(cases())
def test_every_stage_is_that_of_the_formula(case):
    trace = trace_attention(case.Q, case.K, case.V, **case.options)
    expected = loops.attention(case.Q, case.K, case.V, case.mask, case.scale)
    near = NEAR[case.Q.dtype.name]
    for name, stage in expected.items():
        np.testing.assert_allclose(
            np.broadcast_to(trace.stage(name), stage.shape), stage, rtol=near, atol=near, err_msg=name
        )


@given(cases())
def test_attention_gives_the_output_and_the_weights_of_its_trace(case):
    output, weights = attention(case.Q, case.K, case.V, **case.options)
    trace = trace_attention(case.Q, case.K, case.V, **case.options)
    np.testing.assert_array_equal(output, trace.output)
    np.testing.assert_array_equal(weights, trace.weights)


@given(cases())
def test_shapes_and_dtypes_are_those_promised(case):
    trace = trace_attention(case.Q, case.K, case.V, **case.options)
    leading = np.broadcast_shapes(case.Q.shape[:-2], case.K.shape[:-2])
    pairs = (*leading, case.Q.shape[-2], case.K.shape[-2])
    assert trace.scores.shape == trace.scaled.shape == trace.masked.shape == trace.weights.shape == pairs
    assert trace.output.shape[-2:] == (case.Q.shape[-2], case.V.shape[-1])
    assert trace.output.shape[:-2] == np.broadcast_shapes(leading, case.V.shape[:-2])
    for name in ("Q", "K", "V", "scores", "scaled", "masked", "weights", "output"):
        assert trace.stage(name).dtype == case.Q.dtype, name


@given(cases())
def test_each_query_spends_one_budget_on_allowed_keys_alone(case):
    _, weights = attention(case.Q, case.K, case.V, **case.options)
    assert (weights[~case.allowed] == 0).all()
    assert (weights >= 0).all()
    budgets = weights.astype(np.float64).sum(axis=-1)
    spent = case.allowed.any(axis=-1)
    assert (budgets[~spent] == 0).all()
    np.testing.assert_allclose(budgets[spent], 1, rtol=0, atol=SUMS[case.Q.dtype.name])


@given(cases(masks=("boolean", "additive")))
def test_a_query_that_may_attend_to_nothing_gets_exactly_nothing(case):
    output, _ = attention(case.Q, case.K, case.V, **case.options)
    blind = np.broadcast_to(~case.allowed.any(axis=-1), output.shape[:-1])
    assert (output[blind] == 0).all()


@given(cases(masks=("boolean", "additive")), st.sampled_from((np.nan, np.inf, -np.inf)))
def test_what_stands_at_a_masked_key_reaches_nothing(case, poison):
    """M12: 0 × NaN is NaN, so a weight of 0 alone would not keep it out."""
    hidden = ~case.allowed.any(axis=(*range(case.allowed.ndim - 2), -2))  # keys that no query may see
    K, V = case.K.copy(), case.V.copy()
    K[..., hidden, :] = V[..., hidden, :] = poison
    clean = trace_attention(case.Q, case.K, case.V, **case.options)
    poisoned = trace_attention(case.Q, K, V, **case.options)
    for name in ("masked", "weights", "output"):
        np.testing.assert_allclose(poisoned.stage(name), clean.stage(name), rtol=1e-6, atol=1e-6)
    assert np.isfinite(poisoned.output).all()


def test_a_value_hidden_from_one_query_alone_reaches_the_others_alone():
    V = np.array([[1.0], [np.nan]])
    output, weights = attention(np.zeros((2, 1)), np.zeros((2, 1)), V, mask=[[True, False], [True, True]])
    assert output[0, 0] == 1
    assert np.isnan(output[1, 0])
    assert weights.tolist() == [[1, 0], [0.5, 0.5]]


def test_nan_at_an_allowed_key_shows_in_its_own_rows_and_a_masked_key_still_weighs_0():
    K = np.array([[np.nan], [0.0], [0.0]])
    allowed = np.array([[True, True, False], [False, True, True]])
    output, weights = attention(np.ones((2, 1)), K, np.ones((3, 1)), mask=allowed)
    assert np.isnan(weights[0, :2]).all()
    assert weights[0, 2] == 0
    assert np.isnan(output[0, 0])
    assert output[1, 0] == 1


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("size", [1e5, -1e5])
def test_scores_of_any_size_under_the_mask_weigh_exactly_0(dtype, size):
    """M1: a finite "minus infinity" is less than some scores."""
    K = np.array([[1.0], [2.0], [size]], dtype=dtype)
    mask = np.array([True, True, False])
    output, weights = attention(np.ones((1, 1), dtype), K, np.eye(3, dtype=dtype), mask=mask)
    assert weights[0, 2] == 0 == output[0, 2]
    np.testing.assert_allclose(weights[0, :2], [1 / (1 + np.e), np.e / (1 + np.e)], rtol=1e-6)
    high = attention(np.ones((1, 1), dtype), K[::-1], np.eye(3, dtype=dtype))[1]
    assert np.isfinite(high).all()


def test_overflow_under_a_mask_is_no_warning():
    huge = np.full((2, 1), 1e38, dtype=np.float32)
    output, _ = attention(huge[:1], huge * [[1e-38], [1]], np.float32([[1], [2]]), mask=[True, False])
    assert output.tolist() == [[1]]


@pytest.mark.parametrize(("given_", "expected"), [
    ("float32", "float32"), ("float64", "float64"), ("float16", "float16"), ("int64", "float64"),
    ("int8", "float64"), ("uint8", "float64"), ("bool", "float64"),
])  # fmt: skip
def test_dtypes_stay_floats_and_integers_become_float64(given_, expected):
    Q = np.array([[1, 0], [0, 1]], dtype=given_)
    output, weights = attention(Q, Q, Q, mask=causal_mask(2))
    assert output.dtype == weights.dtype == expected
    x = 1 / (1 + np.exp(-1 / np.sqrt(2)))
    np.testing.assert_allclose(weights, [[1, 0], [1 - x, x]], atol=2e-3 if expected == "float16" else 1e-7)


@pytest.mark.parametrize("kinds", [("float32", "float64", "float32"), ("float32", "float32", "int64")])
def test_mixed_dtypes_meet_at_the_wider(kinds):
    Q, K, V = (np.ones((2, 2), dtype=kind) for kind in kinds)
    assert attention(Q, K, V)[0].dtype == np.float64


@pytest.mark.parametrize("scale", [np.float64(0.5), np.float32(0.5), np.int64(1), 0.5, 0])
def test_a_numpy_number_as_scale_leaves_float32_alone(scale):
    Q = np.ones((2, 2), dtype=np.float32)
    trace = trace_attention(Q, Q, Q, scale=scale, mask=np.zeros((2, 2)))
    assert {trace.scaled.dtype, trace.masked.dtype, trace.weights.dtype} == {np.dtype("float32")}
    assert type(trace.scale) is float
    np.testing.assert_allclose(trace.scaled, 2 * float(scale))


@given(cases())
def test_inputs_are_neither_changed_nor_needed_again(case):
    """A record of the past: what the caller does with their arrays afterwards can't alter it."""
    given_ = {"Q": case.Q, "K": case.K, "V": case.V, "mask": case.mask}
    given_ = {name: array for name, array in given_.items() if array is not None}
    before = {name: array.copy() for name, array in given_.items()}
    for array in given_.values():
        array.flags.writeable = False
    trace = trace_attention(**given_, scale=case.scale)
    for name, array in given_.items():
        np.testing.assert_array_equal(array, before[name], err_msg=name)
        for stage in ("Q", "K", "V", "scores", "scaled", "masked", "weights", "output", "mask"):
            kept = getattr(trace, stage)
            assert kept is None or not np.may_share_memory(array, kept), f"{stage} shares memory with {name}"


def test_lists_and_views_are_welcome():
    table = np.arange(24.0).reshape(4, 6)
    output, _ = attention(table[::2, ::3], table[:, :2], table.T[:4, :3], scale=0.01)
    assert output.shape == (2, 3)
    assert attention([[0]], [[1], [2]], [[1], [3]])[0].tolist() == [[2]]


@pytest.mark.parametrize(("n_q", "n_k"), [(2, 0), (0, 2), (0, 0)])
def test_no_keys_or_no_queries_is_an_empty_answer_not_an_error(n_q, n_k):
    output, weights = attention(np.ones((n_q, 3)), np.ones((n_k, 3)), np.ones((n_k, 2)))
    assert weights.shape == (n_q, n_k)
    assert output.tolist() == np.zeros((n_q, 2)).tolist()


def test_the_default_scale_is_that_of_the_head_not_of_the_model():
    """S1: d_model, d_k and d_v are three different numbers here."""
    rng = np.random.default_rng(1)
    X, W_V, (W_Q, W_K) = rng.normal(size=(3, 5)), rng.normal(size=(5, 2)), rng.normal(size=(2, 5, 4))
    trace = self_attention(X, W_Q, W_K, W_V)
    assert trace.scale == 1 / 2
    np.testing.assert_allclose(trace.scaled, (X @ W_Q) @ (X @ W_K).T / 2)


def test_the_first_query_of_a_causal_attention_returns_its_own_value():
    """M5: with the diagonal masked as well, its row would be empty."""
    rng = np.random.default_rng(2)
    Q, K, V = rng.normal(size=(3, 4, 2))
    output, weights = attention(Q, K, V, mask=causal_mask(4))
    np.testing.assert_array_equal(output[0], V[0])
    np.testing.assert_array_equal(np.triu(weights, 1), 0)


def test_decoding_a_token_at_a_time_gives_the_rows_of_the_whole():
    """M14: with fewer queries than keys the mask is aligned to the last key."""
    rng = np.random.default_rng(3)
    Q, K, V = rng.normal(size=(3, 5, 2))
    whole, _ = attention(Q, K, V, mask=causal_mask(5))
    for new in (1, 2, 3):
        late, _ = attention(Q[-new:], K, V, mask=causal_mask(new, 5))
        np.testing.assert_allclose(late, whole[-new:], rtol=1e-14)


def test_permuting_tokens_permutes_the_output():
    rng = np.random.default_rng(4)
    X, W = rng.normal(size=(5, 3)), rng.normal(size=(3, 3, 3))
    order = rng.permutation(5)
    np.testing.assert_allclose(
        self_attention(X[order], *W).output, self_attention(X, *W).output[order], rtol=1e-12
    )
