"""Answers to the exercise ``self_attention``."""

from __future__ import annotations

from tests.wrong_answers.answers import Right, Wrong

_SOFTMAX = """
def soft(s):
    e = np.exp(s - s.max(-1)[..., None])
    return e / e.sum(-1)[..., None]
"""


def _wrong(name: str, source: str, slip: str, code: str) -> Wrong:
    return Wrong(name, source, slip, _SOFTMAX + code)


WRONG = [
    _wrong(
        "width of the embedding",
        "S1",
        "scale_d_model",
        """
def self_attention(X, W_Q, W_K, W_V):
    w = soft((X @ W_Q) @ np.moveaxis(X @ W_K, -1, -2) * X.shape[-1] ** -0.5)
    return w @ (X @ W_V)
""",
    ),
    _wrong(
        "not scaled",
        "S2",
        "scale_missing",
        """
def self_attention(X, W_Q, W_K, W_V):
    w = soft(np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K))
    return w @ (X @ W_V), w
""",
    ),
    _wrong(
        "d_k without root",
        "G2",
        "scale_not_rooted",
        """
def self_attention(X, W_Q, W_K, W_V):
    w = soft(np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / W_Q.shape[1])
    return w @ (X @ W_V), w
""",
    ),
    _wrong(
        "always √2, as in the small example",
        "sibling",
        "scale_fixed",
        """
def self_attention(X, W_Q, W_K, W_V):
    w = soft(np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / 2 ** 0.5)
    return w @ (X @ W_V)
""",
    ),
    _wrong(
        "width of the values",
        "S1",
        "scale_by_values",
        """
def self_attention(X, W_Q, W_K, W_V):
    w = soft(np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / W_V.shape[1] ** 0.5)
    return w @ (X @ W_V)
""",
    ),
    _wrong(
        "embeddings compared",
        "H2",
        "projection_missing",
        """
def self_attention(X, W_Q, W_K, W_V):
    w = soft(np.einsum("...id,...jd->...ij", X, X) / X.shape[-1] ** 0.5)
    return w @ (X @ W_V)
""",
    ),
    _wrong(
        "embeddings mixed",
        "H3",
        "values_unprojected",
        """
def self_attention(X, W_Q, W_K, W_V):
    w = soft(np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / W_Q.shape[1] ** 0.5)
    return w @ X
""",
    ),
    _wrong(
        "keys mixed",
        "H3",
        "values_from_keys",
        """
def self_attention(X, W_Q, W_K, W_V):
    k = X @ W_K
    w = soft(np.einsum("...id,...jd->...ij", X @ W_Q, k) / W_Q.shape[1] ** 0.5)
    return w @ k
""",
    ),
    _wrong(
        "queries for keys",
        "H3",
        "keys_from_queries",
        """
def self_attention(X, W_Q, W_K, W_V):
    q = X @ W_Q
    w = soft(np.einsum("...id,...jd->...ij", q, q) / W_Q.shape[1] ** 0.5)
    return w @ (X @ W_V)
""",
    ),
    _wrong(
        "keys ask",
        "H4",
        "roles_exchanged",
        """
def self_attention(X, W_Q, W_K, W_V):
    w = soft(np.einsum("...id,...jd->...ji", X @ W_Q, X @ W_K) / W_Q.shape[1] ** 0.5)
    return w @ (X @ W_V)
""",
    ),
    _wrong(
        "weights as nn.Linear stores them",
        "H4",
        "weights_transposed",
        """
def self_attention(X, W_Q, W_K, W_V):
    q, k, v = (np.matmul(X, W.T) for W in (W_Q, W_K, W_V))
    return soft(np.einsum("...id,...jd->...ij", q, k) / q.shape[-1] ** 0.5) @ v
""",
    ),
    Wrong(
        "softmax down the columns",
        "X1",
        "wrong_axis",
        """
def self_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / W_Q.shape[1] ** 0.5
    e = np.exp(s)
    return e / e.sum(axis=-2, keepdims=True) @ (X @ W_V)
""",
    ),
    _wrong(
        "no softmax",
        "sibling",
        "softmax_missing",
        """
def self_attention(X, W_Q, W_K, W_V):
    return np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / W_Q.shape[1] ** 0.5 @ (X @ W_V)
""",
    ),
    _wrong(
        "return V",
        "G1",
        "values_returned",
        """
def self_attention(X, W_Q, W_K, W_V):
    return np.dot(X, W_V) + 0 * (np.dot(X, W_Q) + np.dot(X, W_K)).sum()
""",
    ),
    _wrong(
        "K.T with a batch",
        "sibling",
        "batch_transposed",
        """
def self_attention(X, W_Q, W_K, W_V):
    k = X @ W_K
    return soft((X @ W_Q) @ k.transpose() / math.sqrt(k.shape[-1])) @ (X @ W_V)
""",
    ),
    _wrong(
        "times the root",
        "G2",
        "scale_multiplied",
        """
def self_attention(X, W_Q, W_K, W_V):
    w = soft(np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) * W_K.shape[-1] ** 0.5)
    return w @ (X @ W_V)
""",
    ),
    _wrong(
        "d squared",
        "G2",
        "scale_squared",
        """
def self_attention(X, W_Q, W_K, W_V):
    w = soft(np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / W_K.shape[-1] ** 2)
    return w @ (X @ W_V)
""",
    ),
    _wrong(
        "length of the sequence",
        "S1",
        "scale_by_tokens",
        """
def self_attention(X, W_Q, W_K, W_V):
    w = soft(np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / X.shape[-2] ** 0.5)
    return w @ (X @ W_V)
""",
    ),
    _wrong(
        "keepdims left out of the sum",
        "sibling",
        "keepdims_missing",
        """
def self_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / np.sqrt(W_Q.shape[-1])
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    w = e / e.sum(axis=-1)
    return w @ (X @ W_V)
""",
    ),
    _wrong(
        "no maximum, keepdims left out",
        "sibling",
        "keepdims_missing",
        """
def self_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / np.sqrt(W_Q.shape[-1])
    w = np.exp(s) / np.exp(s).sum(axis=-1)
    return w @ (X @ W_V)
""",
    ),
    _wrong(
        "keepdims left out twice",
        "sibling",
        "keepdims_missing",
        """
def self_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / np.sqrt(W_Q.shape[-1])
    e = np.exp(s - s.max(axis=-1))
    w = e / e.sum(axis=-1)
    return w @ (X @ W_V)
""",
    ),
    _wrong(
        "keepdims left out of the maximum",
        "sibling",
        "keepdims_missing",
        """
def self_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / np.sqrt(W_Q.shape[-1])
    e = np.exp(s - s.max(axis=-1))
    w = e / e.sum(axis=-1, keepdims=True)
    return w @ (X @ W_V)
""",
    ),
    _wrong(
        "axis=1, keepdims left out",
        "sibling",
        "keepdims_missing",
        """
def self_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / np.sqrt(W_Q.shape[-1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    w = e / e.sum(axis=1)
    return w @ (X @ W_V)
""",
    ),
    _wrong(
        "axis=1 for the keys",
        "sibling",
        "axis_from_front",
        """
def self_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / np.sqrt(W_Q.shape[-1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    w = e / e.sum(axis=1, keepdims=True)
    return w @ (X @ W_V)
""",
    ),
    _wrong(
        "shares of the scores",
        "sibling",
        "exp_missing",
        """
def self_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / np.sqrt(W_Q.shape[-1])
    w = s / s.sum(axis=-1, keepdims=True)
    return w @ (X @ W_V)
""",
    ),
    _wrong(
        "weights alone",
        "sibling",
        "weights_returned",
        """
def self_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / np.sqrt(W_Q.shape[-1])
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    w = e / e.sum(axis=-1, keepdims=True)
    return w
""",
    ),
    Wrong(
        "token by token of one batch axis",
        "sibling",
        "one_leading_axis",
        """
def self_attention(X, W_Q, W_K, W_V):
    if X.ndim == 3:
        return np.stack([self_attention(x, W_Q, W_K, W_V) for x in X])
    out = []
    for x in X:
        scores = np.array([(x @ W_Q) @ (y @ W_K) for y in X]) / math.sqrt(W_K.shape[1])
        powers = np.exp(scores - scores.max())
        out.append((powers[:, None] * (X @ W_V)).sum(0) / powers.sum())
    return out
""",
    ),
]

RIGHT = [
    Right(
        "token by token",
        """
def self_attention(X, W_Q, W_K, W_V):
    if X.ndim > 2:
        return np.stack([self_attention(x, W_Q, W_K, W_V) for x in X])
    out = []
    for x in X:
        scores = np.array([(x @ W_Q) @ (y @ W_K) for y in X]) / math.sqrt(W_K.shape[1])
        powers = np.exp(scores - scores.max())
        out.append((powers[:, None] * (X @ W_V)).sum(0) / powers.sum())
    return out
""",
    ),
    Right(
        "values projected last, both results",
        _SOFTMAX
        + """
def self_attention(X, W_Q, W_K, W_V):
    w = soft(X @ (W_Q @ W_K.T) @ np.swapaxes(X, -1, -2) / math.sqrt(W_Q.shape[1]))
    return (w @ X) @ W_V, w
""",
    ),
    Right(
        "float32",
        _SOFTMAX
        + """
def self_attention(X, W_Q, W_K, W_V):
    q, k, v = (np.einsum("...nm,md->...nd", X, W).astype(np.float32) for W in (W_Q, W_K, W_V))
    return soft(np.einsum("...id,...jd->...ij", q, k) / np.float32(q.shape[-1] ** 0.5)) @ v
""",
    ),
]
