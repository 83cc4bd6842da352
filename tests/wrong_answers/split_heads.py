"""Answers to the exercise ``split_heads``."""

from __future__ import annotations

from tests.wrong_answers.answers import Right, Wrong

WRONG = [
    Wrong(
        "one slice for all",
        "sibling",
        "first_head_only",
        """
def split_heads(x, n_heads):
    d = x.shape[-1] // n_heads
    return np.stack([x[..., 0:d] for head in range(n_heads)], axis=-3)
""",
    ),
    Wrong(
        "one reshape",
        "H1 G3",
        "heads_scrambled",
        """
def split_heads(x, n_heads):
    n, width = x.shape[-2:]
    return x.reshape(x.shape[:-2] + (n_heads, n, width // n_heads))
""",
    ),
    Wrong(
        "one view, without the batch",
        "H1",
        "heads_scrambled",
        """
def split_heads(x, n_heads):
    n, width = x.shape[-2], x.shape[-1]
    return np.reshape(x, (n_heads, n, -1))
""",
    ),
    Wrong(
        "axes not swapped",
        "H1",
        "transpose_missing",
        """
def split_heads(x, n_heads):
    return np.stack(np.split(x, n_heads, axis=-1), axis=-2)
""",
    ),
    Wrong(
        "dealt in turns",
        "H2",
        "interleaved",
        """
def split_heads(x, n_heads):
    return np.stack([x[..., i::n_heads] for i in range(n_heads)], axis=-3)
""",
    ),
    Wrong(
        "features before tokens",
        "H4",
        "features_swapped",
        """
def split_heads(x, n_heads):
    return np.stack([np.moveaxis(part, -1, -2) for part in np.split(x, n_heads, axis=-1)], axis=-3)
""",
    ),
    Wrong(
        "heads before the batch",
        "sibling",
        "heads_first",
        """
def split_heads(x, n_heads):
    return np.stack(np.split(x, n_heads, axis=-1), axis=0)
""",
    ),
    Wrong(
        "number taken for width",
        "S3",
        "width_for_heads",
        """
def split_heads(x, n_heads):
    parts = x.reshape(*x.shape[:-1], x.shape[-1] // n_heads, n_heads)
    return np.moveaxis(parts, -2, -3)
""",
    ),
    Wrong(
        "transpose(1, 0, 2)",
        "sibling",
        "axis_from_front",
        """
def split_heads(x, n_heads):
    parts = x.reshape(*x.shape[:-1], n_heads, -1)
    return parts.transpose(1, 0, *range(2, parts.ndim))
""",
    ),
    Wrong(
        "last head first",
        "sibling",
        "heads_reversed",
        """
def split_heads(x, n_heads):
    return np.stack(np.split(x, n_heads, axis=-1)[::-1], axis=-3)
""",
    ),
    Wrong(
        "two axes only",
        "sibling",
        "not_for_a_batch",
        """
def split_heads(x, n_heads):
    n, width = x.shape
    return x.reshape(n, n_heads, width // n_heads).transpose(1, 0, 2)
""",
    ),
    Wrong(
        "swapaxes(0, 1) behind the reshape",
        "sibling",
        "not_for_a_batch",
        """
def split_heads(x, n_heads):
    return x.reshape(x.shape[0], n_heads, -1).swapaxes(0, 1)
""",
    ),
    Wrong(
        "sizes of the example",
        "sibling",
        "raises",
        """
def split_heads(x, n_heads):
    return x.reshape(3, 2, 2).swapaxes(0, 1)
""",
    ),
    Wrong(
        "lists of one batch axis",
        "sibling",
        "one_leading_axis",
        """
def split_heads(x, n_heads):
    if x.ndim == 3:
        return [split_heads(one, n_heads) for one in x]
    d = x.shape[1] // n_heads
    return [[list(row[i * d : (i + 1) * d]) for row in x] for i in range(n_heads)]
""",
    ),
]

RIGHT = [
    Right(
        "a stack of slices",
        """
def split_heads(x, n_heads):
    d = x.shape[-1] // n_heads
    return np.stack([x[..., i * d : (i + 1) * d] for i in range(n_heads)], axis=-3)
""",
    ),
    Right(
        "einsum, float32",
        """
def split_heads(x, n_heads):
    parts = np.float32(x).reshape(x.shape[:-1] + (n_heads, x.shape[-1] // n_heads))
    return np.einsum("...nhd->...hnd", parts)
""",
    ),
    Right(
        "lists",
        """
def split_heads(x, n_heads):
    if x.ndim > 2:
        return [split_heads(one, n_heads) for one in x]
    d = x.shape[1] // n_heads
    return [[list(row[i * d : (i + 1) * d]) for row in x] for i in range(n_heads)]
""",
    ),
    Right(
        "moveaxis",
        """
def split_heads(x, n_heads):
    return np.moveaxis(x.reshape(*x.shape[:-1], n_heads, -1), -2, -3)
""",
    ),
]
