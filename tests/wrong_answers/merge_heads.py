"""Answers to the exercise ``merge_heads``."""

from __future__ import annotations

from tests.wrong_answers.answers import Right, Wrong

WRONG = [
    Wrong(
        "heads and features exchanged",
        "sibling",
        "features_swapped",
        """
def merge_heads(x):
    *batch, h, n, d = x.shape
    return np.moveaxis(x, (-3, -1), (-1, -3)).reshape(*batch, n, h * d)
""",
    ),
    Wrong(
        "features, tokens, heads",
        "sibling",
        "features_swapped",
        """
def merge_heads(x):
    y = x.swapaxes(-3, -1)
    return y.reshape(*y.shape[:-2], y.shape[-2] * y.shape[-1])
""",
    ),
    Wrong(
        "one reshape",
        "H1 G3",
        "heads_scrambled",
        """
def merge_heads(x):
    h, n, d = x.shape[-3:]
    return np.reshape(x, x.shape[:-3] + (n, h * d))
""",
    ),
    Wrong(
        "in turns",
        "H2",
        "interleaved",
        """
def merge_heads(x):
    h, n, d = x.shape[-3:]
    return np.einsum("...hnd->...ndh", x).reshape(x.shape[:-3] + (n, d * h))
""",
    ),
    Wrong(
        "summed",
        "H5",
        "summed",
        """
def merge_heads(x):
    return np.einsum("...hnd->...nd", x)
""",
    ),
    Wrong(
        "averaged",
        "H5",
        "averaged",
        """
def merge_heads(x):
    return np.mean(x, axis=-3)
""",
    ),
    Wrong(
        "first head",
        "sibling",
        "first_head_only",
        """
def merge_heads(x):
    return np.take(x, 0, axis=-3)
""",
    ),
    Wrong(
        "below each other",
        "H1",
        "stacked_as_tokens",
        """
def merge_heads(x):
    return np.concatenate([x[..., i, :, :] for i in range(x.shape[-3])], axis=-2)
""",
    ),
    Wrong(
        "not joined",
        "sibling",
        "reshape_missing",
        """
def merge_heads(x):
    return np.einsum("...hnd->...nhd", x)
""",
    ),
    Wrong(
        "transpose(1, 0, 2)",
        "sibling",
        "axis_from_front",
        """
def merge_heads(x):
    y = np.moveaxis(x, 0, 1)
    return y.reshape(*y.shape[:-2], y.shape[-2] * y.shape[-1])
""",
    ),
    Wrong(
        "not swapped",
        "H1",
        "joined_without_swap",
        """
def merge_heads(x):
    return x.reshape(*x.shape[:-2], x.shape[-2] * x.shape[-1])
""",
    ),
    Wrong(
        "last head first",
        "sibling",
        "heads_reversed",
        """
def merge_heads(x):
    return np.concatenate([x[..., i, :, :] for i in reversed(range(x.shape[-3]))], axis=-1)
""",
    ),
    Wrong(
        "token by token of one batch axis",
        "sibling",
        "one_leading_axis",
        """
def merge_heads(x):
    if x.ndim == 4:
        return np.array([merge_heads(one) for one in x])
    return np.array([x[:, t].ravel() for t in range(x.shape[1])])
""",
    ),
]

RIGHT = [
    Right(
        "concatenated",
        """
def merge_heads(x):
    return np.concatenate([x[..., i, :, :] for i in range(x.shape[-3])], axis=-1)
""",
    ),
    Right(
        "slices filled in, float32",
        """
def merge_heads(x):
    *batch, h, n, d = x.shape
    out = np.empty((*batch, n, h * d), dtype=np.float32)
    for i in range(h):
        out[..., i * d : (i + 1) * d] = x[..., i, :, :]
    return out
""",
    ),
    Right(
        "token by token",
        """
def merge_heads(x):
    if x.ndim > 3:
        return np.array([merge_heads(one) for one in x])
    return np.array([x[:, t].ravel() for t in range(x.shape[1])])
""",
    ),
]
