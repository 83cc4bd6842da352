"""Random attentions for the oracles: a number gives the case, and the same one every time."""

from __future__ import annotations

import numpy as np

from tests.strategies import Case


def random_case(seed: int, kind: str, dtype: str, *, square: bool = False) -> Case:
    """Make a case whose sizes all differ, unless ``square`` asks for as many queries as keys."""
    rng = np.random.default_rng(seed)
    n_q, n_k, d_k, d_v = (int(size) for size in rng.permutation(np.arange(1, 10))[:4])
    axes = tuple(rng.integers(2, 4, size=rng.integers(0, 3)))
    size = rng.choice([0.3, 1.0, 2.0])
    n_k = n_q if square else n_k

    def part(whole: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(int(rng.choice([length, 1])) for length in whole[rng.integers(0, len(whole) + 1) :])

    Q, K, V = (
        (size * rng.normal(size=(*part(axes), rows, columns))).astype(dtype)
        for rows, columns in ((n_q, d_k), (n_k, d_k), (n_k, d_v))
    )
    leading = np.broadcast_shapes(Q.shape[:-2], K.shape[:-2])
    scale = None if rng.random() < 0.5 else float(rng.uniform(-1, 1))
    return Case(Q, K, V, _mask(kind, (*part(leading), rng.choice([n_q, 1]), n_k), rng, dtype), scale, rng)


def _mask(kind: str, shape: tuple[int, ...], rng: np.random.Generator, dtype: str) -> np.ndarray | None:
    """Make a mask in which every query may attend to something: for the others PyTorch has no answer."""
    if kind == "none":
        return None
    allowed = rng.random(shape) < 0.6
    allowed |= ~allowed.any(axis=-1, keepdims=True)
    return allowed if kind == "boolean" else np.where(allowed, rng.normal(size=shape), -np.inf).astype(dtype)
