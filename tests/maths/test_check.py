"""Wrong input: the error names the argument, what came, what was needed, and the likely slip."""

from __future__ import annotations

import re

import numpy as np
import pytest

from attnlib import (
    attention,
    attention_backward,
    causal_mask,
    padding_mask,
    self_attention,
    softmax,
    trace_attention,
    window_mask,
)
from attnlib.examples import mouse_eats_cheese

Q, K, V = np.ones((3, 2)), np.ones((4, 2)), np.ones((4, 5))
BATCH = np.ones((2, 3, 2)), np.ones((2, 4, 2)), np.ones((2, 4, 5))
X, W = np.ones((3, 2)), np.ones((2, 2))
NAN = np.array([[1, 2], [np.nan, 4], [np.inf, 6]])

#: A call, and the words that its message must hold.
WRONG_VALUES = {
    "an empty name": (
        lambda: trace_attention(Q, K, V, tokens=["a", "", "c"]),
        "tokens: a name is empty at place 1 split()",
    ),
    "a mask of floats 0 and 1": (
        lambda: attention(Q, K, V, mask=np.array([1.0, 1.0, 0.0, 0.0])),
        "mask: floats 0 or 1 added hide nothing np.tril astype(bool)",
    ),
    "a single vector": (lambda: attention(Q[0], K, V), "Q: two axes (..., n_q, d_k) (2,) Q[None, :]"),
    "a number": (lambda: attention(Q, 3.0, V), "K: two axes (..., n_k, d_k) () no matrix"),
    "no features": (lambda: attention(Q[:, :0], K[:, :0], V), "Q: d_k is 0 (3, 0) at least one feature"),
    "ragged rows": (lambda: attention([[1, 2], [3]], K, V), "Q: rows of unequal length"),
    "other d_k": (lambda: attention(Q, np.ones((4, 3)), V), "K: (4, 3) (3, 2) same last axis d_k 2 and 3"),
    "K transposed": (lambda: attention(Q, K.T, V), "K: (2, 4) (3, 2) d_k 2 and 4 K looks transposed"),
    "fewer values": (lambda: attention(Q, K, V[:3]), "V: (3, 5) (4, 2) each key needs one value 4 keys 3 values"),
    "V transposed": (lambda: attention(Q, K, V.T), "V: (5, 4) 4 keys and 5 values V looks transposed"),
    "other batch": (lambda: attention(np.ones((3, 3, 2)), *BATCH[1:]), "Q, K, V: leading axes (3,) (2,) equal or 1"),
    "mask transposed": (lambda: attention(Q, K, V, mask=causal_mask(4, 3)), "mask: (4, 3) (3, 4) looks transposed"),
    "mask of queries": (lambda: attention(Q, K, V, mask=[True] * 3), "mask: (3,) (3, 4) one entry for each query keys"),
    "mask too small": (lambda: attention(Q, K, V, mask=causal_mask(2)), "mask: (2, 2) (3, 4) n_q = 3, n_k = 4"),
    "mask with a batch": (
        lambda: attention(Q, K, V, mask=padding_mask([1, 2], 4)), "mask: (2, 1, 4) (3, 4) batch axis Q[None]"
    ),
    "mask of another batch": (
        lambda: attention(*BATCH, mask=padding_mask([1, 2, 3], 4)),
        "mask: (3, 1, 4) (2, 3, 4) leading axes (batch, 1, n_k)",
    ),
    "mask without a query axis": (
        lambda: attention(*BATCH, mask=np.ones((2, 4), dtype=bool)), "mask: (2, 4) (2, 3, 4) mask[:, None, :]"
    ),
    "mask with NaN": (lambda: attention(Q, K, V, mask=np.full(4, np.nan)), "mask: finite numbers and −inf NaN"),
    "mask with +inf": (lambda: attention(Q, K, V, mask=[np.inf] * 4), "mask: finite numbers and −inf +inf"),
    "mask beyond float16": (
        lambda: attention(np.float16(Q), np.float16(K), np.float16(V), mask=np.full(4, -1e9)),
        "mask: -1e+09 float16 6.55e+04 -np.inf exactly 0",
    ),
    "infinite scale": (lambda: attention(Q, K, V, scale=np.inf), "scale: finite inf 1/√d_k with d_k = 0"),
    "too few names": (lambda: trace_attention(Q, K, V, tokens=["a"]), "tokens: 1 names 3 rows of Q ['a']"),
    "key names": (lambda: trace_attention(Q, K, V, key_tokens=["a", "b"]), "key_tokens: 2 names 4 rows of K"),
    "repeated names": (
        lambda: trace_attention(Q, K, V, tokens=["the", "cat", "the"]),
        "tokens: 'the' places [0, 2] each must differ distinct_tokens(tokens)",
    ),
    "NaN in X": (lambda: self_attention(NAN, W, W, W), "X: X[1, 0] is nan finite 2 of 6 division by zero"),
    "inf in W": (lambda: self_attention(X, W, W * np.inf, W), "W_K: W_K[0, 0] is inf finite"),
    "W transposed": (
        lambda: self_attention(X, np.ones((3, 2)), W, W), "W_Q: (3, 2) X of shape (3, 2) d_model = 2 looks transposed"
    ),
    "W of another model": (lambda: self_attention(X, W, W, np.ones((5, 1))), "W_V: (5, 1) (3, 2) d_model = 2"),
    "W with a batch": (lambda: self_attention(X, W, W[None], W), "W_K: two axes (1, 2, 2) no batch axis"),
    "d_k of Q and K": (
        lambda: self_attention(X, W, np.ones((2, 3)), W), "W_K: (2, 3) width 3 W_Q (2, 2) width 2 same d_k"
    ),
    "no d_model": (lambda: self_attention(X[:, :0], W[:0], W[:0], W[:0]), "X: d_model is 0 (3, 0)"),
    "tokens of X": (lambda: self_attention(X, W, W, W, tokens=["ab", "c"]), "tokens: 2 names 3 rows of X"),
    "axis out of range": (lambda: softmax(X, axis=2), "axis: (3, 2) axis 2 does not exist"),
    "axis of a number": (lambda: softmax(1.0), "axis: () axis -1 does not exist"),
    "negative length": (lambda: causal_mask(-1), "n_q: whole number of at least 0 -1"),
    "negative keys": (lambda: causal_mask(1, -1), "n_k: whole number of at least 0 -1"),
    "negative window": (lambda: window_mask(2, left=-1), "left: whole number of at least 0 -1"),
    "window ahead": (lambda: window_mask(2, left=1, right=-2), "right: whole number of at least 0 -2"),
    "length beyond": (lambda: padding_mask([1, 5], 4), "lengths: between 0 and n_k = 4 1 to 5 (2,)"),
    "length below": (lambda: padding_mask([-1, 2], 4), "lengths: between 0 and n_k = 4 -1 to 2"),
    "stage misspelt": (lambda: mouse_eats_cheese().explain("weight", 0, 0), "stage: 'weight' did you mean 'weights'?"),
    "stage in capitals": (lambda: mouse_eats_cheese().stage("q"), "stage: 'q' did you mean 'Q'?"),
    "no such stage": (lambda: mouse_eats_cheese().stage("loss"), "stage: 'loss' none of Q, K, V, scores"),
    "no stage": (lambda: mouse_eats_cheese().stage(3), "stage: 3 is none of Q"),  # type: ignore[arg-type]
    "no X": (lambda: trace_attention(Q, K, V).stage("X"), "stage: no X Q, K and V self_attention keep X"),
    "unknown token": (lambda: mouse_eats_cheese().explain("Q", "Dog", 0), "row: 'Dog' Q Mouse, Eats, Cheese"),
    "token in small letters": (
        lambda: mouse_eats_cheese().explain("weights", "Mouse", "eats"), "column: 'eats' did you mean 'Eats'?"
    ),
    "token misspelt": (lambda: mouse_eats_cheese().explain("Q", "Mouze", 0), "row: 'Mouze' did you mean 'Mouse'?"),
    "unknown feature": (lambda: mouse_eats_cheese().explain("Q", 0, "f3"), "column: 'f3' Q f1, f2"),
    "row out of range": (lambda: mouse_eats_cheese().explain("Q", 3, 0), "row: 3 is outside Q 3 rows counted from 0"),
    "column below": (lambda: mouse_eats_cheese().explain("Q", 0, -3), "column: -3 is outside Q 2 columns"),
    "a batch": (lambda: trace_attention(*BATCH).explain("scores", 0, 0), "trace: leading axes (2, 3, 5) trace[0]"),
    "a batch of values": (
        lambda: trace_attention(Q, K, BATCH[2]).explain("output", 0, 0), "trace: leading axes (2, 3, 5) trace[0]"
    ),
}  # fmt: skip

WRONG_TYPES = {
    "text": (lambda: attention([["a", "b"]], K, V), "Q: needs numbers text tokens="),
    "nothing": (lambda: attention(None, K, V), "Q: needs numbers NoneType object"),  # type: ignore[arg-type]
    "complex": (lambda: attention(Q * 1j, K, V), "Q: complex complex128 real"),
    "dates": (lambda: softmax(np.array(["2026-01-01"], dtype="datetime64[D]")), "x: needs numbers datetime64"),
    "a gradient of no trace": (
        lambda: attention_backward(3, [[1.0]]),  # type: ignore[arg-type]
        "trace: needs an AttentionTrace int trace_attention",
    ),
    "an integer mask": (
        lambda: attention(Q, K, V, mask=[1, 1, 0, 0]),
        "mask: integers int64 ambiguous mask.astype(bool) True = may attend",
    ),
    "a mask of text": (lambda: attention(Q, K, V, mask=["yes"] * 4), "mask: booleans floats <U3"),
    "scale as text": (lambda: attention(Q, K, V, scale="none"), "scale: number or None 'none' scale=1"),  # type: ignore[arg-type]
    "scale as a switch": (lambda: attention(Q, K, V, scale=False), "scale: number or None False scale=1"),
    "one text for tokens": (
        lambda: trace_attention(Q, K, V, tokens="a b c"), "tokens: list of names 'a b c' 'a b c'.split()"
    ),
    "a number for tokens": (lambda: trace_attention(Q, K, V, tokens=3), "tokens: list of names 3"),  # type: ignore[arg-type]
    "numbers as tokens": (lambda: trace_attention(Q, K, V, tokens=[1, 2, 3]), "tokens: text 1 (int)"),  # type: ignore[list-item]
    "all axes": (lambda: softmax(X, axis=None), "axis: whole number None -1, the keys"),  # type: ignore[arg-type]
    "a switch for an axis": (lambda: softmax(X, axis=True), "axis: whole number True"),
    "a mask of an array": (lambda: causal_mask(Q), "n_q: whole number ndarray length, not the array"),  # type: ignore[arg-type]
    "half a token": (lambda: causal_mask(2.5), "n_q: whole number float"),  # type: ignore[arg-type]
    "a switch for a length": (lambda: causal_mask(True), "n_q: whole number bool"),
    "lengths as a mask": (lambda: padding_mask([True, False], 2), "lengths: whole numbers bool not a mask"),
    "half lengths": (lambda: padding_mask([1.5], 2), "lengths: whole numbers float64"),
    "row as a number": (lambda: mouse_eats_cheese().explain("Q", 1.0, 0), "row: a name or a whole number 1.0"),  # type: ignore[arg-type]
    "column as a switch": (lambda: mouse_eats_cheese().explain("Q", 0, True), "column: a name or a whole number True"),
}  # fmt: skip


def assert_says(message: str, words: str) -> None:
    """Each word, or group of words as it stands in the message, in this order."""
    start = 0
    for word in words.split():
        found = message.find(word, start)
        assert found >= 0, f"{word!r} is missing, or comes too early, in: {message}"
        start = found


@pytest.mark.parametrize("slip", WRONG_VALUES)
def test_a_wrong_value_is_named(slip):
    call, words = WRONG_VALUES[slip]
    with pytest.raises(ValueError, match="^" + re.escape(words.split(":")[0])) as caught:
        call()
    assert_says(str(caught.value), words)


@pytest.mark.parametrize("slip", WRONG_TYPES)
def test_a_wrong_type_is_named(slip):
    call, words = WRONG_TYPES[slip]
    with pytest.raises(TypeError, match="^" + re.escape(words.split(":")[0])) as caught:
        call()
    assert_says(str(caught.value), words)


@pytest.mark.parametrize("slip", [*WRONG_VALUES, *WRONG_TYPES])
def test_a_message_is_one_line_of_plain_words(slip):
    call, _ = {**WRONG_VALUES, **WRONG_TYPES}[slip]
    with pytest.raises((TypeError, ValueError)) as caught:
        call()
    message = str(caught.value)
    assert "\n" not in message
    assert 20 < len(message) < 320
    assert caught.value.__suppress_context__ or caught.value.__context__ is None or caught.value.__cause__


def test_the_largest_number_of_a_dtype_is_a_mask_it_can_hold():
    lowest = np.finfo(np.float32).min
    weights = attention(np.float32(Q), np.float32(K), np.float32(V), mask=[0.0, 0.0, 0.0, lowest])[1]
    np.testing.assert_allclose(weights[:, :3], 1 / 3, rtol=1e-6)
