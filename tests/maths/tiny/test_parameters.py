"""Parameters and tokens that don't fit are named, with what was needed."""

from __future__ import annotations

import numpy as np
import pytest

from attnlib.maths.tiny import TinyTransformer
from tests.maths.tiny.toys import MODELS, toy_model


@pytest.mark.parametrize("kind", MODELS)
def test_vectors_of_unit_variance_get_queries_of_unit_variance(kind):
    model = toy_model(kind, d_model=256, n_heads=2, d_k=64, embeddings=None)
    x = np.random.default_rng(0).standard_normal((500, 256))
    for name in ("W_Q0", "W_K0", "W_V0"):
        assert (x @ model.parameters[name]).std() == pytest.approx(1, rel=0.05), name


def test_a_missing_parameter_is_named():
    parameters = dict(toy_model("one layer").parameters)
    del parameters["W_V0"], parameters["U"]
    with pytest.raises(ValueError, match="parameters: U, W_V0 missing; layer 0 has W_Q0"):
        TinyTransformer(parameters)
    with pytest.raises(ValueError, match="parameters: P missing"):
        TinyTransformer(toy_model("one layer").parameters, positions="added")
    with pytest.raises(ValueError, match="W_Q0, W_K0, W_V0, W_O0 missing"):
        TinyTransformer({"E": np.ones((2, 3)), "U": np.ones((3, 2))})


@pytest.mark.parametrize(
    ("name", "shape"), [("W_Q0", (5, 2)), ("W_K0", (6, 3)), ("W_O0", (5, 6)), ("W_O0", (4, 5))]
)
def test_projections_that_do_not_fit_are_named_with_their_shapes(name, shape):
    parameters = {**toy_model("one layer").parameters, name: np.ones(shape)}
    with pytest.raises(ValueError, match=r"of layer 0 have shapes .*1 heads over d_model = 6 need"):
        TinyTransformer(parameters)


def test_heads_must_share_the_columns_equally():
    with pytest.raises(ValueError, match="3 heads over d_model"):
        TinyTransformer(toy_model("one layer").parameters, n_heads=3)


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        ([1, 2], r"got int64 of shape \(2,\); for one sequence write tokens\[None\]"),
        ([[0.5]], r"tokens: needs whole numbers of shape \(batch, n\), got float64"),
        ([[0, 7]], "tokens: run from 0 to 7, but the vocabulary has 7 counted from 0"),
        ([[-1]], "tokens: run from -1"),
        ([[0] * 9], "tokens: 9 places, but P has vectors for 8; draw a longer one"),
    ],
)
def test_tokens_that_do_not_fit_are_refused(tokens, message):
    with pytest.raises(ValueError, match=message):
        toy_model("places added").forward(np.array(tokens))


def test_no_tokens_give_no_logits():
    assert toy_model("one layer").forward(np.zeros((0, 4), int)).logits.shape == (0, 4, 3)
