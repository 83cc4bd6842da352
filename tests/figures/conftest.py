"""Traces that pictures are tried on."""

from __future__ import annotations

import numpy as np
import pytest

from attnlib import causal_mask, examples, self_attention

LONG = ("internationali", "counterfactual", "transformation", "thoroughbreds", "thoroughbred·2")


@pytest.fixture(scope="session")
def mouse():
    return examples.mouse_eats_cheese()


@pytest.fixture(scope="session")
def cat():
    return examples.cat_on_the_mat()


@pytest.fixture(scope="session")
def masked(cat):
    return self_attention(cat.X, cat.W_Q, cat.W_K, cat.W_V, mask=causal_mask(6), tokens=cat.tokens)


@pytest.fixture(scope="session")
def long():
    rng = np.random.default_rng(7)
    X, W_Q, W_K, W_V = (rng.normal(size=shape) for shape in ((5, 4), (4, 3), (4, 3), (4, 2)))
    return self_attention(X, W_Q, W_K, W_V, tokens=LONG)


@pytest.fixture(scope="session")
def eight():
    rng = np.random.default_rng(8)
    X, *weights = (rng.normal(size=shape) for shape in ((8, 4), (4, 3), (4, 3), (4, 2)))
    return self_attention(X, *weights, mask=causal_mask(8), tokens=[f"token{i}" for i in range(8)])
