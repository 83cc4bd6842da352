"""Whether four projections make heads, and whether what they are given fits them; each slip with its name."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from attnlib.maths import check
from attnlib.maths.check import Array, shape_text


def check_projections(W_Q: Array, W_K: Array, W_V: Array, W_O: Array, n_heads: int, n_kv_heads: int) -> None:
    """Raise unless W_Q, W_K, W_V and W_O cut into heads that fit one another."""
    if n_heads % n_kv_heads:
        slip = "; they look exchanged" if n_kv_heads % n_heads == 0 else ""
        raise ValueError(
            f"n_kv_heads: {n_heads} query heads can't share {n_kv_heads} key heads equally{slip}"
        )
    named = {"W_Q": (W_Q, n_heads), "W_K": (W_K, n_kv_heads), "W_V": (W_V, n_kv_heads), "W_O": (W_O, 1)}
    for name, (matrix, heads) in named.items():
        if matrix.size == 0:
            raise ValueError(
                f"{name}: shape {shape_text(matrix.shape)} holds no number; each width must be ≥ 1"
            )
        if matrix.shape[1] % heads:
            slip = "; it looks transposed" if matrix.shape[0] % heads == 0 else ""
            raise ValueError(
                f"{name}: {heads} heads can't share the {matrix.shape[1]} columns of shape "
                f"{shape_text(matrix.shape)} equally{slip}"
            )
        check.finite(name, matrix)
    d_k, d_keys, d_v = W_Q.shape[1] // n_heads, W_K.shape[1] // n_kv_heads, W_V.shape[1] // n_kv_heads
    if d_keys != d_k:
        slip = ""
        if n_kv_heads < n_heads and W_K.shape[1] == W_Q.shape[1]:
            slip = "; with fewer key heads W_K has fewer columns than W_Q"
        raise ValueError(
            f"W_K: shape {shape_text(W_K.shape)} gives each of {n_kv_heads} heads keys of width {d_keys}, but W_Q of "
            f"shape {shape_text(W_Q.shape)} gives queries of width {d_k}; both need the same d_k{slip}"
        )
    if W_V.shape[0] != W_K.shape[0]:
        slip = "; it looks transposed" if W_V.shape[1] == W_K.shape[0] else ""
        raise ValueError(
            f"W_V: shape {shape_text(W_V.shape)} has {W_V.shape[0]} rows, W_K has {W_K.shape[0]}; keys and values are "
            f"made from the same vectors{slip}"
        )
    if W_O.shape[0] != n_heads * d_v:
        slip = "; it looks transposed" if W_O.shape[1] == n_heads * d_v else ""
        raise ValueError(
            f"W_O: shape {shape_text(W_O.shape)} has {W_O.shape[0]} rows, but the outputs of {n_heads} heads of width "
            f"{d_v} side by side have {n_heads * d_v} columns{slip}"
        )


def check_sources(X: Array, memory: Array | None, W_Q: Array, W_K: Array) -> None:
    """Raise unless X, and the memory if there is one, can go through the projections together."""
    d_model, d_memory = len(W_Q), len(W_K)
    _check_width("X", X, "W_Q", W_Q)
    if memory is not None:
        _check_width("memory", memory, "W_K", W_K)
    elif d_memory != d_model:
        raise ValueError(
            f"memory: W_K and W_V of {d_memory} rows can't read X of shape {shape_text(X.shape)}; they were made for "
            f"a memory of width {d_memory}, so pass memory="
        )
    for name, array in {"X": X, "memory": memory}.items():
        if array is not None:
            check.finite(name, array)
    if memory is None:
        return
    try:
        np.broadcast_shapes(X.shape[:-2], memory.shape[:-2])
    except ValueError:
        raise ValueError(
            f"memory: leading axes {shape_text(memory.shape[:-2])} don't go together with those of X, "
            f"{shape_text(X.shape[:-2])}; they must be equal or 1"
        ) from None


def names_of_keys(
    tokens: tuple[str, ...], memory: Array | None, memory_tokens: Sequence[str] | None
) -> tuple[str, ...]:
    """Name the keys: X's own tokens, or the memory's. Equal lengths don't make a memory's rows the same tokens."""
    if memory is not None:
        return check.tokens("memory_tokens", memory_tokens, memory.shape[-2], "memory")
    if memory_tokens is not None:
        raise ValueError(
            "memory_tokens: names for a memory, but none was given; X's own names belong in tokens="
        )
    return tokens


def mask_over_heads(
    mask: npt.ArrayLike | None, shape: tuple[int, ...], n_heads: int, dtype: np.dtype[np.floating]
) -> npt.ArrayLike | None:
    """Give a mask an axis for the heads, unless it has one.

    ``shape`` is (..., n_q, n_k) without heads. A mask of as many axes is every head's; one axis more, and the third
    last are the heads.
    """
    if mask is None or np.ndim(mask) > len(shape):
        return mask
    given = np.shape(mask)
    if len(given) == len(shape) > 2 and given[0] == n_heads and given[0] not in (1, shape[0]):
        raise ValueError(
            f"mask: shape {shape_text(given)} has {n_heads} masks for {shape[0]} sequences; if there is one for each "
            f"head, the batch needs an axis before them: mask[None]"
        )
    checked = check.mask(mask, shape, dtype)
    return checked if checked is None or checked.ndim < 3 else checked[..., None, :, :]


def _check_width(name: str, array: Array, by: str, projection: Array) -> None:
    if array.shape[-1] == len(projection):
        return
    slip = "; it looks transposed" if array.shape[-2] == len(projection) else ""
    if array.shape[-1] == projection.shape[1]:
        slip = f"; {by} looks transposed"
    raise ValueError(
        f"{name}: shape {shape_text(array.shape)} does not fit {by} of shape {shape_text(projection.shape)}; the last "
        f"axis of {name} must be {len(projection)}{slip}"
    )
