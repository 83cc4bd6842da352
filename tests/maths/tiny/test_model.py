"""The tiny transformer: built of the library's attention, and its way back true by central differences."""

from __future__ import annotations

import numpy as np
import pytest

from attnlib import MultiHeadAttention, attention_backward, causal_mask, self_attention
from attnlib.maths.tiny import TinyTransformer
from tests.loops import differences
from tests.maths.tiny.toys import MODELS, N, toy_batch, toy_model

kinds = pytest.mark.parametrize("kind", MODELS)


@kinds
@pytest.mark.parametrize("n_q", [2, N])
def test_the_way_back_of_every_parameter(kind, n_q):
    """A random cotangent at the logits, so that nothing cancels."""
    model, tokens = toy_model(kind), toy_batch().tokens
    forward = model.forward(tokens, n_q=n_q)
    cotangent = np.random.default_rng(3).normal(size=forward.logits.shape)
    gradients = model.backward(forward, cotangent)
    assert tuple(gradients) == model.learnt
    for name, gradient in gradients.items():
        kept = model.parameters[name]

        def loss(moved, name=name):
            model.parameters[name] = moved
            return (model.forward(tokens, n_q=n_q).logits * cotangent).sum()

        expected = differences(loss, kept)
        model.parameters[name] = kept
        np.testing.assert_allclose(gradient, expected, rtol=1e-6, atol=1e-8, err_msg=name)


@kinds
def test_the_gradient_of_the_loss(kind):
    model, batch = toy_model(kind), toy_batch()
    _, gradients, _ = model.loss_and_gradients(batch)
    for name in ("W_Q0", "W_O0", "U"):
        kept = model.parameters[name]

        def loss(moved, name=name):
            model.parameters[name] = moved
            return model.loss_and_gradients(batch)[0]

        np.testing.assert_allclose(gradients[name], differences(loss, kept), rtol=1e-6, atol=1e-9)
        model.parameters[name] = kept


@kinds
def test_fewer_questions_get_the_same_answers(kind):
    model, tokens = toy_model(kind), toy_batch().tokens
    np.testing.assert_allclose(
        model.forward(tokens, n_q=2).logits, model.forward(tokens).logits[:, -2:], atol=1e-13
    )


def test_one_layer_is_the_librarys_self_attention_and_so_is_its_way_back():
    model, tokens = toy_model("one layer", causal=True), toy_batch().tokens
    p = model.parameters
    trace = self_attention(p["E"][tokens], p["W_Q0"], p["W_K0"], p["W_V0"], mask=causal_mask(N))
    forward = model.forward(tokens)
    np.testing.assert_allclose(forward.layers[0].weights[:, 0], trace.weights, atol=1e-12)
    logits = (p["E"][tokens] + trace.output @ p["W_O0"]) @ p["U"]
    np.testing.assert_allclose(forward.logits, logits, atol=1e-12)
    cotangent = np.random.default_rng(3).normal(size=logits.shape)
    ours = model.backward(forward, cotangent)
    theirs = attention_backward(trace, cotangent @ p["U"].T @ p["W_O0"].T)
    for name in ("W_Q", "W_K", "W_V"):
        np.testing.assert_allclose(ours[f"{name}0"], getattr(theirs, name), atol=1e-12, err_msg=name)


def test_several_heads_are_the_librarys_multi_head_attention():
    model, tokens = toy_model("two heads"), toy_batch().tokens
    p = model.parameters
    attend = MultiHeadAttention(p["W_Q0"], p["W_K0"], p["W_V0"], p["W_O0"], n_heads=2)
    X = p["E"][tokens]
    expected = attend(X, mask=causal_mask(N))
    passed = model.forward(tokens).layers[0]
    np.testing.assert_allclose(passed.output, X + expected.output, atol=1e-12)
    for head, trace in enumerate(expected.heads):
        np.testing.assert_allclose(passed.weights[:, head], trace.weights, atol=1e-12)


@pytest.mark.parametrize("kind", ["two heads", "not causal", "two layers, places for queries and keys"])
def test_a_trace_is_what_the_model_computed(kind):
    model, tokens = toy_model(kind), toy_batch().tokens
    layer, head = model.n_layers - 1, model.n_heads - 1
    trace = model.trace(tokens[1], layer=layer, head=head, names=list("abcde"))
    np.testing.assert_allclose(
        trace.weights, model.forward(tokens).layers[layer].weights[1, head], atol=1e-13
    )
    assert trace.tokens == tuple("abcde")
    if kind.startswith("two layers"):
        assert trace.X is None
    else:
        assert trace.X is not None
        assert trace.W_Q is not None
        np.testing.assert_allclose(trace.X @ trace.W_Q, trace.Q, atol=1e-13)


def test_what_comes_later_changes_nothing_before_it():
    tokens = toy_batch().tokens
    other = tokens.copy()
    other[:, -1] = (other[:, -1] + 1) % 7
    causal, open_ = toy_model("places added"), toy_model("places added", causal=False)
    np.testing.assert_array_equal(causal.forward(tokens).logits[:, :-1], causal.forward(other).logits[:, :-1])
    assert not np.allclose(open_.forward(tokens).logits[:, :-1], open_.forward(other).logits[:, :-1])


def test_places_make_order_matter():
    tokens = np.array([[0, 1, 2], [1, 0, 2]])
    same = toy_model("not causal").forward(tokens).logits[:, -1]
    np.testing.assert_allclose(same[0], same[1], atol=1e-14)
    placed = toy_model("places added", causal=False).forward(tokens).logits[:, -1]
    assert not np.allclose(placed[0], placed[1])


def test_one_seed_gives_models_of_any_d_k_the_same_start_but_for_queries_and_keys():
    narrow, wide = (toy_model("one layer", d_k=d_k) for d_k in (2, 64))
    for name in ("E", "U", "W_V0", "W_O0"):
        np.testing.assert_array_equal(narrow.parameters[name], wide.parameters[name])
    assert (narrow.d_k, wide.d_k) == (2, 64)
    assert wide.scale == 1 / 8
    assert toy_model("unscaled").scale == 1


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_everything_is_of_one_dtype(dtype):
    model = toy_model("two layers, places for queries and keys", dtype=dtype)
    _, gradients, forward = model.loss_and_gradients(toy_batch())
    assert forward.logits.dtype == dtype
    assert {gradient.dtype for gradient in gradients.values()} == {np.dtype(dtype)}


def test_frozen_parameters_and_unused_places_get_no_gradient():
    model = toy_model("places added")
    kept = TinyTransformer(model.parameters, positions="added", frozen=["E", "P", "U"])
    assert kept.learnt == ("W_V0", "W_O0", "W_Q0", "W_K0")
    _, gradients, _ = kept.loss_and_gradients(toy_batch())
    np.testing.assert_allclose(
        gradients["W_Q0"], model.loss_and_gradients(toy_batch())[1]["W_Q0"], atol=1e-15
    )
    assert "P" not in TinyTransformer(model.parameters).learnt


def test_it_says_what_it_is():
    assert repr(toy_model("one layer")) == "<TinyTransformer: 1 layer, 1 head, d_k = 2, 132 parameters>"
    assert "2 layers, 2 heads" in repr(toy_model("two layers, places for queries and keys"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"positions": "added"}, "n_places: needed with positions='added', one vector a place"),
        (
            {"positions": "add"},
            "positions: 'add' is none of none, added, queries and keys; did you mean 'added'",
        ),
        ({"embeddings": np.ones((6, 7))}, r"embeddings: shape \(6, 7\), needed .* = \(7, 6\)"),
        ({"n_heads": 0}, "n_heads: needs a whole number of at least 1, got 0"),
    ],
)
def test_a_model_that_cannot_be_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        TinyTransformer.random(7, 3, **{"d_model": 6, **options})
