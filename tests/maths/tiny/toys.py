"""Small models and batches for the tests: every size a different number, so that no axis passes for another."""

from __future__ import annotations

from typing import Any

import numpy as np

from attnlib.maths.tiny import Batch, TinyTransformer

VOCABULARY, OUTPUTS, N = 7, 3, 5

#: One model of each kind.
MODELS: dict[str, dict[str, Any]] = {
    "one layer": {"d_k": 2, "d_v": 4},
    "unscaled": {"d_k": 2, "d_v": 4, "scale": 1},
    "not causal": {"causal": False},
    "two heads": {"n_heads": 2, "d_k": 2, "d_v": 4},
    "places added": {"positions": "added", "n_places": 8},
    "two layers, places for queries and keys": {
        "positions": "queries and keys",
        "n_places": 8,
        "n_layers": 2,
        "n_heads": 2,
    },
    "fixed embeddings": {"embeddings": np.random.default_rng(5).normal(size=(VOCABULARY, 6)), "n_layers": 2},
}


def toy_model(kind: str, **options: Any) -> TinyTransformer:
    return TinyTransformer.random(VOCABULARY, OUTPUTS, **{"d_model": 6, "rng": 1, **MODELS[kind], **options})


def toy_batch(n_asked: int = 2, *, counted: bool = True, size: int = 4) -> Batch:
    rng = np.random.default_rng(2)
    some = rng.random((size, n_asked)) < 0.7
    some[0, 0] = True
    return Batch(
        tokens=rng.integers(0, VOCABULARY, (size, N)),
        targets=rng.integers(0, OUTPUTS, (size, n_asked)),
        counted=some if counted else None,
        sources=rng.integers(0, N, (size, n_asked)),
    )
