"""Answers to the exercise ``causal_attention``."""

from __future__ import annotations

from tests.wrong_answers.answers import Right, Wrong

_STEPS = """
def soft(s):
    e = np.exp(s - s.max(-1)[..., None])
    return e / e.sum(-1)[..., None]

def parts(X, W_Q, W_K, W_V):
    q, k = X @ W_Q, X @ W_K
    return np.einsum("...id,...jd->...ij", q, k) * q.shape[-1] ** -0.5, X @ W_V

def later(n):
    return np.arange(n) > np.arange(n)[:, None]
"""


def _wrong(name: str, source: str, slip: str, code: str) -> Wrong:
    return Wrong(name, source, slip, _STEPS + code)


WRONG = [
    _wrong(
        "return V",
        "G1",
        "values_returned",
        """
def causal_attention(X, W_Q, W_K, W_V):
    return X @ W_V + 0 * ((X @ W_Q).sum() + (X @ W_K).sum())
""",
    ),
    _wrong(
        "no mask",
        "G1",
        "mask_missing",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    return soft(s) @ v, soft(s)
""",
    ),
    _wrong(
        "inverted",
        "M2",
        "inverted",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    s[..., ~later(X.shape[-2])] = -np.inf
    return soft(s) @ v
""",
    ),
    _wrong(
        "upper triangle kept",
        "M2",
        "future_instead",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    return soft(np.where(later(X.shape[-2]).T, -np.inf, s)) @ v
""",
    ),
    _wrong(
        "diagonal masked",
        "M5",
        "diagonal_masked",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    n = X.shape[-2]
    s[..., np.arange(n) >= np.arange(n)[:, None]] = -np.inf
    return soft(s) @ v
""",
    ),
    _wrong(
        "diagonal masked, with a finite number",
        "M5 M1",
        "diagonal_masked",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    n = X.shape[-2]
    s[..., np.arange(n) >= np.arange(n)[:, None]] = -1e9
    return soft(s) @ v
""",
    ),
    _wrong(
        "sees the next",
        "sibling",
        "sees_next",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    n = X.shape[-2]
    return soft(np.where(np.arange(n) > np.arange(n)[:, None] + 1, -np.inf, s)) @ v
""",
    ),
    _wrong(
        "after the softmax",
        "M8",
        "mask_after_softmax",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    w = np.tril(soft(s))
    return w @ v, w
""",
    ),
    _wrong(
        "weights set to minus a lot",
        "M13",
        "masked_weights_filled",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    w = soft(s)
    w[..., later(X.shape[-2])] = -10000.0
    return w @ v
""",
    ),
    _wrong(
        "tril of the scores",
        "M6",
        "masked_to_zero",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    return soft(np.tril(s)) @ v
""",
    ),
    _wrong(
        "zeros of the triangle taken for masked",
        "M7",
        "zeros_masked",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    s = np.tril(s)
    s[s == 0] = -np.inf
    return soft(s) @ v
""",
    ),
    _wrong(
        "ones for minus infinity",
        "M6",
        "masked_to_one",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    s[..., later(X.shape[-2])] = 1.0
    return soft(s) @ v
""",
    ),
    _wrong(
        "mask of ones added",
        "M6",
        "mask_added_as_it_is",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    return soft(s + np.tri(X.shape[-2])) @ v
""",
    ),
    _wrong(
        "-1e9 in place of infinity",
        "M1",
        "finite_minus_infinity",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    s[..., later(X.shape[-2])] = -1e9
    return soft(s) @ v
""",
    ),
    _wrong(
        "-10000 added",
        "M1",
        "finite_minus_infinity",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    s = s - 10000.0 * later(X.shape[-2])
    return soft(s) @ v, soft(s)
""",
    ),
    _wrong(
        "masked and normalised afterwards",
        "M8",
        "maximum_of_masked",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    w = np.tril(soft(s))
    return w / w.sum(-1)[..., None] @ v
""",
    ),
    _wrong(
        "width of the embedding",
        "S1",
        "scale_d_model",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) * X.shape[-1] ** -0.5
    return soft(np.where(later(X.shape[-2]), -np.inf, s)) @ (X @ W_V)
""",
    ),
    _wrong(
        "not scaled",
        "S2 G2",
        "scale_missing",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K)
    return soft(np.where(later(X.shape[-2]), -np.inf, s)) @ (X @ W_V)
""",
    ),
    _wrong(
        "d_k without root",
        "G2",
        "scale_not_rooted",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / W_K.shape[-1]
    return soft(np.where(later(X.shape[-2]), -np.inf, s)) @ (X @ W_V)
""",
    ),
    _wrong(
        "length of the sequence",
        "S1",
        "scale_by_tokens",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / X.shape[-2] ** 0.5
    return soft(np.where(later(X.shape[-2]), -np.inf, s)) @ (X @ W_V)
""",
    ),
    _wrong(
        "keys mixed",
        "H3",
        "values_from_keys",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    return soft(np.where(later(X.shape[-2]), -np.inf, s)) @ (X @ W_K)
""",
    ),
    _wrong(
        "embeddings mixed",
        "H3",
        "values_unprojected",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    return soft(np.where(later(X.shape[-2]), -np.inf, s)) @ X
""",
    ),
    _wrong(
        "keys ask",
        "H4",
        "roles_exchanged",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_K, W_Q, W_V)
    return soft(np.where(later(X.shape[-2]), -np.inf, s)) @ v
""",
    ),
    Wrong(
        "softmax down the columns",
        "X1",
        "wrong_axis",
        """
def causal_attention(X, W_Q, W_K, W_V):
    q, k, v = X @ W_Q, X @ W_K, X @ W_V
    s = q @ np.swapaxes(k, -1, -2) / math.sqrt(k.shape[-1])
    s = np.where(np.tri(X.shape[-2]) > 0, s, -np.inf)
    e = np.exp(s - s.max(axis=-2, keepdims=True))
    return e / e.sum(axis=-2, keepdims=True) @ v
""",
    ),
    Wrong(
        "overflow",
        "X4",
        "no_maximum",
        """
def causal_attention(X, W_Q, W_K, W_V):
    q, k, v = X @ W_Q, X @ W_K, X @ W_V
    e = np.exp(np.where(np.tri(X.shape[-2]) > 0, q @ np.swapaxes(k, -1, -2) / math.sqrt(k.shape[-1]), -np.inf))
    return e / e.sum(axis=-1, keepdims=True) @ v
""",
    ),
    _wrong(
        "mask made in another cell",
        "sibling",
        "raises",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    return soft(np.where(mask, s, -np.inf)) @ v
""",
    ),
    _wrong(
        "times the root",
        "G2",
        "scale_multiplied",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) * W_K.shape[-1] ** 0.5
    return soft(np.where(later(X.shape[-2]), -np.inf, s)) @ (X @ W_V)
""",
    ),
    _wrong(
        "d squared",
        "G2",
        "scale_squared",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / W_K.shape[-1] ** 2
    return soft(np.where(later(X.shape[-2]), -np.inf, s)) @ (X @ W_V)
""",
    ),
    _wrong(
        "width of the values",
        "S1",
        "scale_by_values",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / W_V.shape[-1] ** 0.5
    return soft(np.where(later(X.shape[-2]), -np.inf, s)) @ (X @ W_V)
""",
    ),
    _wrong(
        "always 8, as in the paper",
        "S1",
        "scale_fixed",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / 8.0
    return soft(np.where(later(X.shape[-2]), -np.inf, s)) @ (X @ W_V)
""",
    ),
    _wrong(
        "embeddings compared",
        "H2",
        "projection_missing",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X, X) / X.shape[-1] ** 0.5
    return soft(np.where(later(X.shape[-2]), -np.inf, s)) @ (X @ W_V)
""",
    ),
    _wrong(
        "keys for queries",
        "H3",
        "keys_from_queries",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_K, W_K, W_V)
    return soft(np.where(later(X.shape[-2]), -np.inf, s)) @ v
""",
    ),
    _wrong(
        "weights as nn.Linear stores them",
        "H4",
        "weights_transposed",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, np.transpose(W_Q), np.transpose(W_K), np.transpose(W_V))
    return soft(np.where(later(X.shape[-2]), -np.inf, s)) @ v
""",
    ),
    _wrong(
        "two slips: inverted, not scaled",
        "M2 S2",
        "inverted",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K)
    s[..., ~later(X.shape[-2])] = -np.inf
    return soft(s) @ (X @ W_V)
""",
    ),
    _wrong(
        "two slips: after the softmax, width of the embedding",
        "M8 S1",
        "mask_after_softmax",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) * X.shape[-1] ** -0.5
    return np.tril(soft(s)) @ (X @ W_V)
""",
    ),
    _wrong(
        "two slips: width of the embedding, leaking",
        "S1 M1",
        "scale_d_model",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) * X.shape[-1] ** -0.5
    s[..., later(X.shape[-2])] = -1e9
    return soft(s) @ (X @ W_V)
""",
    ),
    _wrong(
        "keepdims left out of the sum",
        "sibling",
        "keepdims_missing",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / np.sqrt(W_Q.shape[-1])
    s = np.where(~later(X.shape[-2]), s, -np.inf)
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
def causal_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / np.sqrt(W_Q.shape[-1])
    s = np.where(~later(X.shape[-2]), s, -np.inf)
    w = np.exp(s) / np.exp(s).sum(axis=-1)
    return w @ (X @ W_V)
""",
    ),
    _wrong(
        "keepdims left out twice",
        "sibling",
        "keepdims_missing",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / np.sqrt(W_Q.shape[-1])
    s = np.where(~later(X.shape[-2]), s, -np.inf)
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
def causal_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / np.sqrt(W_Q.shape[-1])
    s = np.where(~later(X.shape[-2]), s, -np.inf)
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
def causal_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / np.sqrt(W_Q.shape[-1])
    s = np.where(~later(X.shape[-2]), s, -np.inf)
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
def causal_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / np.sqrt(W_Q.shape[-1])
    s = np.where(~later(X.shape[-2]), s, -np.inf)
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
def causal_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / np.sqrt(W_Q.shape[-1])
    s = np.where(~later(X.shape[-2]), s, -np.inf)
    w = s / s.sum(axis=-1, keepdims=True)
    return w @ (X @ W_V)
""",
    ),
    _wrong(
        "weights alone",
        "sibling",
        "weights_returned",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,...jd->...ij", X @ W_Q, X @ W_K) / np.sqrt(W_Q.shape[-1])
    s = np.where(~later(X.shape[-2]), s, -np.inf)
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    w = e / e.sum(axis=-1, keepdims=True)
    return w
""",
    ),
    _wrong(
        "the tokens counted with len",
        "sibling",
        "not_for_a_batch",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    return soft(np.where(later(len(X)), -np.inf, s)) @ v
""",
    ),
    _wrong(
        "a sliding window",
        "sibling",
        "window_too_short",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    hidden = later(X.shape[-2]) | np.tri(X.shape[-2], k=-4, dtype=bool)
    return soft(np.where(hidden, -np.inf, s)) @ v
""",
    ),
    _wrong(
        "a wide sliding window",
        "sibling",
        "window_too_short",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    hidden = later(X.shape[-2]) | np.tri(X.shape[-2], k=-8, dtype=bool)
    w = soft(np.where(hidden, -np.inf, s))
    return w @ v, w
""",
    ),
    _wrong(
        "-1e30 in place of infinity",
        "M1",
        "finite_minus_infinity",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    return soft(np.where(later(X.shape[-2]), -1e30, s)) @ v
""",
    ),
    _wrong(
        "-1e30 added",
        "M1",
        "finite_minus_infinity",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    return soft(s - 1e30 * later(X.shape[-2])) @ v
""",
    ),
    Wrong(
        "token by token, from the past alone of one batch axis",
        "sibling",
        "one_leading_axis",
        """
def causal_attention(X, W_Q, W_K, W_V):
    if X.ndim == 3:
        return np.stack([causal_attention(x, W_Q, W_K, W_V) for x in X])
    q, k, v = X @ W_Q, X @ W_K, X @ W_V
    out = []
    for i in range(len(X)):
        s = k[: i + 1] @ q[i] / math.sqrt(len(q[i]))
        p = np.exp(s - s.max())
        out.append(p @ v[: i + 1] / p.sum())
    return np.array(out)
""",
    ),
]

RIGHT = [
    Right(
        "token by token, from the past alone",
        """
def causal_attention(X, W_Q, W_K, W_V):
    if X.ndim > 2:
        return np.stack([causal_attention(x, W_Q, W_K, W_V) for x in X])
    q, k, v = X @ W_Q, X @ W_K, X @ W_V
    out = []
    for i in range(len(X)):
        s = k[: i + 1] @ q[i] / math.sqrt(len(q[i]))
        p = np.exp(s - s.max())
        out.append(p @ v[: i + 1] / p.sum())
    return np.array(out)
""",
    ),
    Right(
        "minus infinity added, q scaled first (S4)",
        _STEPS
        + """
def causal_attention(X, W_Q, W_K, W_V):
    q = X @ W_Q / math.sqrt(W_Q.shape[1])
    n = X.shape[-2]
    bias = np.triu(np.full((n, n), -np.inf), 1)
    w = soft(np.einsum("...id,...jd->...ij", q, X @ W_K) + bias)
    return w @ (X @ W_V), w
""",
    ),
    Right(
        "float32, in place on its own scores",
        _STEPS
        + """
def causal_attention(X, W_Q, W_K, W_V):
    q, k, v = (np.float32(X @ W) for W in (W_Q, W_K, W_V))
    s = np.matmul(q, np.swapaxes(k, -1, -2))
    s /= np.float32(math.sqrt(k.shape[-1]))
    s[..., later(X.shape[-2])] = -np.inf
    return soft(s) @ v
""",
    ),
    Right(
        "the smallest float, which weighs 0 too",
        _STEPS
        + """
def causal_attention(X, W_Q, W_K, W_V):
    s, v = parts(X, W_Q, W_K, W_V)
    w = soft(np.where(later(X.shape[-2]), np.finfo(s.dtype).min, s))
    return w @ v, w
""",
    ),
]
