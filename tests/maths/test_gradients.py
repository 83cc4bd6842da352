"""The way back, against central differences with a random cotangent: a sum of weights is 1 and proves nothing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnlib import (
    attention,
    attention_backward,
    causal_mask,
    self_attention,
    softmax,
    softmax_backward,
    trace_attention,
)
from attnlib.maths.steps import apply_mask
from tests.loops import differences
from tests.strategies import cases

# Fourth-order differences with step 1e-5 on numbers of size 1: rounding leaves about 1e-16 / 1e-5.
NEAR = {"rtol": 1e-7, "atol": 2e-9}
DOUBLES = {"dtypes": ("float64",), "sizes": 4}


@given(st.integers(0, 2**32 - 1), st.integers(1, 5))
def test_softmax_backward(seed, n):
    rng = np.random.default_rng(seed)
    x, cotangent = rng.normal(size=(2, 3, n)), rng.normal(size=(2, 3, n))
    gradient = softmax_backward(softmax(x), cotangent)
    np.testing.assert_allclose(gradient, differences(lambda x: (softmax(x) * cotangent).sum(), x), **NEAR)
    np.testing.assert_allclose(gradient.sum(axis=-1), 0, atol=1e-14)


@settings(max_examples=60)
@given(cases(**DOUBLES))
def test_queries_keys_and_values(case):
    trace = trace_attention(case.Q, case.K, case.V, **case.options)
    cotangent = case.rng.normal(size=trace.output.shape)
    gradients = attention_backward(trace, cotangent)
    for name in "QKV":

        def loss(array, name=name):
            given_ = {"Q": case.Q, "K": case.K, "V": case.V, name: array}
            return (attention(**given_, **case.options)[0] * cotangent).sum()

        expected = differences(loss, getattr(case, name))
        np.testing.assert_allclose(getattr(gradients, name), expected, **NEAR, err_msg=name)


@settings(max_examples=60)
@given(cases(**DOUBLES))
def test_every_stage_between(case):
    """Start the forward pass at each stage in turn, and shake it."""
    trace = trace_attention(case.Q, case.K, case.V, **case.options)
    cotangent = case.rng.normal(size=trace.output.shape)
    gradients = attention_backward(trace, cotangent)
    onwards = {
        "weights": lambda weights: weights @ trace.V,
        "masked": lambda masked: softmax(masked) @ trace.V,
        "scaled": lambda scaled: softmax(apply_mask(scaled, trace.mask)) @ trace.V,
        "scores": lambda scores: softmax(apply_mask(scores * trace.scale, trace.mask)) @ trace.V,
    }
    for name, onward in onwards.items():
        stage = np.where(
            np.isneginf(trace.stage(name)), -1e4, trace.stage(name)
        )  # weighs 0, yet can be shaken
        expected = differences(lambda array, onward=onward: (onward(array) * cotangent).sum(), stage)
        alive = np.broadcast_to(case.allowed, expected.shape)
        given_ = getattr(gradients, name)
        np.testing.assert_allclose(given_[alive], expected[alive], **NEAR, err_msg=name)
        assert (given_[~alive] == 0).all(), name
    np.testing.assert_array_equal(gradients.output, cotangent)


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1), st.sampled_from(((), (2,), (2, 3))), st.booleans())
def test_embeddings_and_projections(seed, leading, causal):
    """X makes queries, keys and values at once, so three ways lead back to it; a batch shares one W."""
    rng = np.random.default_rng(seed)
    inputs = {
        "X": rng.normal(size=(*leading, 3, 5)),
        "W_Q": rng.normal(size=(5, 2)),
        "W_K": rng.normal(size=(5, 2)),
        "W_V": rng.normal(size=(5, 4)),
    }
    mask = causal_mask(3) if causal else None
    trace = self_attention(**inputs, mask=mask)
    cotangent = rng.normal(size=trace.output.shape)
    gradients = attention_backward(trace, cotangent)
    for name in inputs:

        def loss(array, name=name):
            return (self_attention(**{**inputs, name: array}, mask=mask).output * cotangent).sum()

        expected = differences(loss, inputs[name])
        np.testing.assert_allclose(getattr(gradients, name), expected, rtol=1e-6, atol=1e-8, err_msg=name)


@given(cases(masks=("boolean", "additive"), dtypes=("float64",)), st.sampled_from((np.nan, np.inf, -np.inf)))
def test_what_stands_at_a_masked_key_reaches_no_gradient(case, poison):
    hidden = ~case.allowed.any(axis=(*range(case.allowed.ndim - 2), -2))
    K, V = case.K.copy(), case.V.copy()
    K[..., hidden, :] = V[..., hidden, :] = poison
    clean = trace_attention(case.Q, case.K, case.V, **case.options)
    cotangent = case.rng.normal(size=clean.output.shape)
    expected = attention_backward(clean, cotangent)
    gradients = attention_backward(trace_attention(case.Q, K, V, **case.options), cotangent)
    for name in ("weights", "masked", "scaled", "scores", "Q", "K", "V"):
        np.testing.assert_allclose(
            getattr(gradients, name), getattr(expected, name), rtol=1e-9, atol=1e-12, err_msg=name
        )


@given(cases(masks=("boolean", "additive")))
def test_a_masked_cell_passes_exactly_nothing_back(case):
    trace = trace_attention(case.Q, case.K, case.V, **case.options)
    gradients = attention_backward(trace, case.rng.normal(size=trace.output.shape))
    for name in ("scaled", "scores"):
        assert (getattr(gradients, name)[~case.allowed] == 0).all()


@given(cases())
def test_each_gradient_has_the_shape_and_dtype_of_its_stage(case):
    trace = trace_attention(case.Q, case.K, case.V, **case.options)
    gradients = attention_backward(trace, np.ones(trace.output.shape))
    for name in ("Q", "K", "V", "scores", "scaled", "masked", "weights", "output"):
        gradient, stage = getattr(gradients, name), trace.stage(name)
        assert gradient.shape == stage.shape, name
        assert gradient.dtype == stage.dtype, name
    assert gradients.X is gradients.W_Q is gradients.W_K is gradients.W_V is None


@pytest.mark.parametrize("tokens", [0, 1])
def test_an_empty_sequence_has_empty_gradients(tokens):
    trace = self_attention(np.ones((2, tokens, 3)), *np.ones((3, 3, 2)))
    gradients = attention_backward(trace, np.ones(trace.output.shape))
    assert gradients.X is not None
    assert gradients.W_V is not None
    assert gradients.X.shape == (2, tokens, 3)
    assert gradients.W_V.tolist() == np.full((3, 2), 2 * tokens).tolist()


def test_the_cotangent_is_kept_as_a_copy():
    trace = trace_attention(np.ones((1, 2)), np.ones((2, 2)), np.ones((2, 2)))
    cotangent = np.ones((1, 2))
    assert not np.may_share_memory(attention_backward(trace, cotangent).output, cotangent)


def test_a_gradient_of_another_shape_is_refused():
    trace = trace_attention(np.ones((1, 2)), np.ones((2, 2)), np.ones((2, 3)))
    with pytest.raises(ValueError, match=r"d_output: shape \(1, 2\), needed \(1, 3\)"):
        attention_backward(trace, np.ones((1, 2)))
    with pytest.raises(ValueError, match=r"d_weights: shape \(2,\), needed \(1, 2\)"):
        softmax_backward([[0.5, 0.5]], [1, 2])
