"""What hypothesis draws for multi-head attention: nine sizes that all differ, every kind of mask, memory, batches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st

from attnlib import MultiHeadAttention

HEADS = ((2, 1), (4, 2), (6, 3), (6, 2), (6, 1), (3, 3), (2, 2), (1, 1))


@dataclass(frozen=True)
class HeadCase:
    """One multi-head attention and what it is called with."""

    W: dict[str, np.ndarray]
    n_heads: int
    n_kv_heads: int
    X: np.ndarray
    memory: np.ndarray | None
    mask: np.ndarray | None

    @property
    def attend(self) -> MultiHeadAttention:
        return MultiHeadAttention(**self.W, n_heads=self.n_heads, n_kv_heads=self.n_kv_heads)

    @property
    def source(self) -> np.ndarray:
        return self.X if self.memory is None else self.memory

    @property
    def given(self) -> dict[str, Any]:
        return {"memory": self.memory, "mask": self.mask}

    @property
    def leading(self) -> tuple[int, ...]:
        return np.broadcast_shapes(self.X.shape[:-2], self.source.shape[:-2])

    @property
    def masks(self) -> np.ndarray | None:
        """Return the mask of every sequence and head, (..., n_heads, n_q, n_k)."""
        if self.mask is None:
            return None
        apart = self.mask
        if 3 <= apart.ndim <= len(self.leading) + 2:
            apart = apart.reshape(*apart.shape[:-2], 1, *apart.shape[-2:])
        return np.broadcast_to(apart, (*self.leading, self.n_heads, self.X.shape[-2], self.source.shape[-2]))

    def __repr__(self) -> str:
        mask = "none" if self.mask is None else f"{self.mask.dtype} {self.mask.shape}"
        memory = "none" if self.memory is None else str(self.memory.shape)
        shapes = ", ".join(f"{name} {array.shape}" for name, array in self.W.items())
        return (
            f"<HeadCase {self.n_heads}/{self.n_kv_heads} heads, {shapes}, X {self.X.shape} {self.X.dtype}, "
            f"memory {memory}, mask {mask}>"
        )


@st.composite
def head_cases(draw, *, dtypes=("float64", "float32"), cross=(True, False), masks=True) -> HeadCase:
    """Draw one; n_q, n_k, d_model, d_memory, d_k, d_v, d_out, h and h_kv differ (but for h = h_kv and X = memory)."""
    n_heads, n_kv_heads = draw(st.sampled_from(HEADS))
    free = [size for size in range(1, 11) if size not in (n_heads, n_kv_heads)]
    n_q, n_k, d_model, d_memory, d_k, d_v, d_out = draw(st.permutations(free))[:7]
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    dtype = np.dtype(draw(st.sampled_from(dtypes)))
    axes = draw(st.sampled_from(((), (2,), (3, 2))))
    has_memory = draw(st.sampled_from(cross))
    if not has_memory:
        n_k, d_memory = n_q, d_model

    def array(*shape: int) -> np.ndarray:
        drawn: np.ndarray = (rng.normal(size=shape) / np.sqrt(shape[-2])).astype(dtype)
        return drawn

    W = {
        "W_Q": array(d_model, n_heads * d_k),
        "W_K": array(d_memory, n_kv_heads * d_k),
        "W_V": array(d_memory, n_kv_heads * d_v),
        "W_O": array(n_heads * d_v, d_out),
    }
    X = 2 * array(*(draw(st.sampled_from((axes, ()))) if has_memory else axes), n_q, d_model)
    memory = 2 * array(*draw(st.sampled_from((axes, axes[1:]))), n_k, d_memory) if has_memory else None
    case = HeadCase(W, n_heads, n_kv_heads, X, memory, None)
    mask = draw(_masks(case.leading, n_heads, n_q, n_k, rng, dtype)) if masks else None
    return HeadCase(W, n_heads, n_kv_heads, X, memory, mask)


@st.composite
def _masks(draw, leading, n_heads, n_q, n_k, rng, dtype) -> np.ndarray | None:
    queries = draw(st.sampled_from((n_q, 1)))
    shape = draw(
        st.sampled_from(
            (
                None,
                (n_k,),
                (queries, n_k),  # shared by all
                (*leading, queries, n_k),  # one for each sequence, such as padding
                (*leading, n_heads, queries, n_k),  # one for each head
                (*(1 for _ in leading), n_heads, queries, n_k),
            )
        )
    )
    if shape is None:
        return None
    allowed: np.ndarray = rng.random(shape) < 0.7  # now and then a query sees nothing
    if draw(st.booleans()):
        return allowed
    return np.where(allowed, rng.normal(size=shape), -np.inf).astype(dtype)
