"""What hypothesis draws for attention: shapes whose sizes all differ, masks of every kind, two dtypes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st

MASKS = ("none", "boolean", "additive")


@dataclass(frozen=True)
class Case:
    """Arguments for one attention; its sizes n_q, n_k, d_k, d_v are four different numbers."""

    Q: np.ndarray
    K: np.ndarray
    V: np.ndarray
    mask: np.ndarray | None
    scale: float | None
    rng: np.random.Generator

    @property
    def options(self) -> dict[str, Any]:
        return {"mask": self.mask, "scale": self.scale}

    @property
    def allowed(self) -> np.ndarray:
        """Return which query may attend to which key, in the shape of the scores."""
        leading = np.broadcast_shapes(self.Q.shape[:-2], self.K.shape[:-2])
        shape = (*leading, self.Q.shape[-2], self.K.shape[-2])
        if self.mask is None:
            return np.ones(shape, dtype=bool)
        forbidden = self.mask == (False if self.mask.dtype == bool else -np.inf)
        return np.broadcast_to(~forbidden, shape)

    def __repr__(self) -> str:
        mask = "none" if self.mask is None else f"{self.mask.dtype} {self.mask.shape}"
        arrays = f"Q {self.Q.shape}, K {self.K.shape}, V {self.V.shape}"
        return f"<Case {arrays}, {self.Q.dtype}, mask {mask}, scale {self.scale}>"


@st.composite
def cases(draw, *, dtypes=("float64", "float32"), masks=MASKS, leading=True, sizes=5, scales=True) -> Case:
    """Draw one attention."""
    n_q, n_k, d_k, d_v = draw(st.permutations(range(1, sizes + 1)).map(lambda order: order[:4]))
    axes = draw(st.lists(st.sampled_from((2, 3)), max_size=2).map(tuple)) if leading else ()
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    dtype = np.dtype(draw(st.sampled_from(dtypes)))
    size = draw(st.sampled_from((0.3, 1.0, 2.0)))

    def array(rows: int, columns: int) -> np.ndarray:
        return np.asarray(size * rng.normal(size=(*draw(_part(axes)), rows, columns)), dtype=dtype)

    Q, K, V = array(n_q, d_k), array(n_k, d_k), array(n_k, d_v)
    scores = (*np.broadcast_shapes(Q.shape[:-2], K.shape[:-2]), n_q, n_k)
    mask = draw(_masks(draw(st.sampled_from(masks)), scores, rng, dtype))
    scale = draw(st.sampled_from((None, None, 1.0, 0.25, -0.5))) if scales else None
    return Case(Q, K, V, mask, scale, rng)


@st.composite
def _part(draw, axes: tuple[int, ...]) -> tuple[int, ...]:
    """Draw leading axes that broadcast to ``axes``: all of them, the last ones, or 1 in place of some."""
    kept = axes[draw(st.integers(0, len(axes))) :]
    return tuple(draw(st.sampled_from((size, 1))) for size in kept)


@st.composite
def _masks(draw, kind: str, scores: tuple[int, ...], rng: np.random.Generator, dtype: np.dtype):
    """Draw a mask that fits the scores, now and then with a query that may attend to nothing."""
    if kind == "none":
        return None
    leading = draw(_part(scores[:-2]))
    shape = (*leading, draw(st.sampled_from((scores[-2], 1))), scores[-1])
    allowed = rng.random(shape) < draw(st.sampled_from((0.4, 0.8)))
    if draw(st.booleans()):
        allowed[..., draw(st.integers(0, shape[-2] - 1)), :] = False
    if kind == "boolean":
        return allowed
    return np.where(allowed, rng.normal(size=shape), -np.inf).astype(dtype)
