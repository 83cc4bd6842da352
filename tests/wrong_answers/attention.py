"""Answers to the exercise ``attention``."""

from __future__ import annotations

from tests.wrong_answers.answers import Right, Wrong

WRONG = [
    Wrong(
        "return V",
        "G1",
        "values_returned",
        """
def attention(Q, K, V):
    return V + 0 * (Q.sum() + K.sum())
""",
    ),
    Wrong(
        "mean of all values",
        "G1",
        "uniform",
        """
def attention(Q, K, V):
    weights = np.ones((*Q.shape[:-1], K.shape[-2])) / K.shape[-2]
    return weights @ V, weights
""",
    ),
    Wrong(
        "not scaled",
        "S2 G2",
        "scale_missing",
        """
def attention(Q, K, V):
    s = np.einsum("...qd,...kd->...qk", Q, K)
    w = np.exp(s - s.max(-1)[..., None])
    w = w / w.sum(-1)[..., None]
    return np.einsum("...qk,...kv->...qv", w, V)
""",
    ),
    Wrong(
        "not scaled, weights returned too",
        "S2",
        "scale_missing",
        """
def attention(Q, K, V):
    s = np.einsum("...qd,...kd->...qk", Q, K)
    w = np.exp(s - s.max(-1)[..., None])
    w = w / w.sum(-1)[..., None]
    return w @ V, w
""",
    ),
    Wrong(
        "d_k without root",
        "G2",
        "scale_not_rooted",
        """
def attention(Q, K, V):
    s = np.einsum("...qd,...kd->...qk", Q, K) / K.shape[-1]
    w = np.exp(s - s.max(-1)[..., None])
    return (w / w.sum(-1)[..., None]) @ V
""",
    ),
    Wrong(
        "times the root",
        "G2",
        "scale_multiplied",
        """
def attention(Q, K, V):
    s = np.einsum("...qd,...kd->...qk", Q, K) * math.sqrt(K.shape[-1])
    w = np.exp(s - s.max(-1)[..., None])
    return (w / w.sum(-1)[..., None]) @ V
""",
    ),
    Wrong(
        "d squared",
        "G2",
        "scale_squared",
        """
def attention(Q, K, V):
    s = np.einsum("...qd,...kd->...qk", Q, K) / K.shape[-1] ** 2
    w = np.exp(s - s.max(-1)[..., None])
    return (w / w.sum(-1)[..., None]) @ V
""",
    ),
    Wrong(
        "width of the values",
        "S1",
        "scale_by_values",
        """
def attention(Q, K, V):
    s = np.einsum("...qd,...kd->...qk", Q, K) / math.sqrt(V.shape[-1])
    w = np.exp(s - s.max(-1)[..., None])
    return (w / w.sum(-1)[..., None]) @ V
""",
    ),
    Wrong(
        "number of keys",
        "S1",
        "scale_by_tokens",
        """
def attention(Q, K, V):
    s = np.einsum("...qd,...kd->...qk", Q, K) / math.sqrt(K.shape[-2])
    w = np.exp(s - s.max(-1)[..., None])
    return (w / w.sum(-1)[..., None]) @ V
""",
    ),
    Wrong(
        "after the softmax",
        "sibling",
        "scale_after_softmax",
        """
def attention(Q, K, V):
    s = np.einsum("...qd,...kd->...qk", Q, K)
    w = np.exp(s - s.max(-1)[..., None])
    w = w / w.sum(-1)[..., None] / math.sqrt(Q.shape[-1])
    return w @ V
""",
    ),
    Wrong(
        "softmax down the columns",
        "X1",
        "wrong_axis",
        """
def attention(Q, K, V):
    s = np.einsum("...qd,...kd->...qk", Q, K) / math.sqrt(K.shape[-1])
    w = np.exp(s - s.max(axis=-2, keepdims=True))
    return (w / w.sum(axis=-2, keepdims=True)) @ V
""",
    ),
    Wrong(
        "softmax down the columns, no maximum",
        "X1 X4",
        "wrong_axis",
        """
def attention(Q, K, V):
    w = np.exp(np.einsum("...qd,...kd->...qk", Q, K) / math.sqrt(K.shape[-1]))
    w = w / w.sum(axis=-2, keepdims=True)
    return w @ V, w
""",
    ),
    Wrong(
        "one sum for all",
        "sibling",
        "whole_matrix",
        """
def attention(Q, K, V):
    s = np.einsum("...qd,...kd->...qk", Q, K) / math.sqrt(K.shape[-1])
    w = np.exp(s - s.max())
    return (w / w.sum()) @ V
""",
    ),
    Wrong(
        "overflow",
        "X4",
        "no_maximum",
        """
def attention(Q, K, V):
    w = np.exp(np.einsum("...qd,...kd->...qk", Q, K) / math.sqrt(K.shape[-1]))
    return (w / w.sum(-1, keepdims=True)) @ V
""",
    ),
    Wrong(
        "no softmax",
        "sibling",
        "softmax_missing",
        """
def attention(Q, K, V):
    return np.einsum("...qd,...kd,...kv->...qv", Q, K, V) / math.sqrt(K.shape[-1])
""",
    ),
    Wrong(
        "not normalised",
        "X3",
        "sum_missing",
        """
def attention(Q, K, V):
    return np.exp(np.einsum("...qd,...kd->...qk", Q, K) / math.sqrt(K.shape[-1])) @ V
""",
    ),
    Wrong(
        "keys mixed",
        "H3",
        "keys_mixed",
        """
def attention(Q, K, V):
    s = np.einsum("...qd,...kd->...qk", Q, K) / math.sqrt(K.shape[-1])
    w = np.exp(s - s.max(-1)[..., None])
    return (w / w.sum(-1)[..., None]) @ K
""",
    ),
    Wrong(
        "keys ask",
        "H4",
        "roles_exchanged",
        """
def attention(Q, K, V):
    s = np.einsum("...qd,...kd->...kq", Q, K) / math.sqrt(K.shape[-1])
    w = np.exp(s - s.max(-1)[..., None])
    return (w / w.sum(-1)[..., None]) @ V
""",
    ),
    Wrong(
        "weights transposed",
        "H4",
        "weights_transposed",
        """
def attention(Q, K, V):
    s = np.einsum("...qd,...kd->...qk", Q, K) / math.sqrt(K.shape[-1])
    w = np.exp(s - s.max(-1)[..., None])
    return np.moveaxis(w / w.sum(-1)[..., None], -1, -2) @ V
""",
    ),
    Wrong(
        "K.T with a batch",
        "sibling",
        "batch_transposed",
        """
def attention(Q, K, V):
    s = Q @ K.T / math.sqrt(K.shape[-1])
    w = np.exp(s - s.max(-1, keepdims=True))
    return (w / w.sum(-1, keepdims=True)) @ V
""",
    ),
    Wrong(
        "best key only",
        "sibling",
        "hard_maximum",
        """
def attention(Q, K, V):
    best = np.einsum("...qd,...kd->...qk", Q, K).argmax(-1)
    return np.take_along_axis(V, best[..., None], axis=-2)
""",
    ),
    Wrong(
        "weights first",
        "sibling",
        "results_swapped",
        """
def attention(Q, K, V):
    s = np.einsum("...qd,...kd->...qk", Q, K) / math.sqrt(K.shape[-1])
    w = np.exp(s - s.max(-1)[..., None])
    w = w / w.sum(-1)[..., None]
    return w, w @ V
""",
    ),
    Wrong(
        "everything returned",
        "sibling",
        "wrong_count",
        """
def attention(Q, K, V):
    s = np.einsum("...qd,...kd->...qk", Q, K) / math.sqrt(K.shape[-1])
    w = np.exp(s - s.max(-1)[..., None])
    w = w / w.sum(-1)[..., None]
    return w @ V, w, s
""",
    ),
    Wrong(
        "always 8, as in the paper",
        "S1",
        "scale_fixed",
        """
def attention(Q, K, V):
    s = np.einsum("...qd,...kd->...qk", Q, K) / 8.0
    w = np.exp(s - s.max(-1)[..., None])
    return (w / w.sum(-1)[..., None]) @ V
""",
    ),
    Wrong(
        "two slips: keys mixed, not scaled",
        "H3 S2",
        "keys_mixed",
        """
def attention(Q, K, V):
    s = np.einsum("...qd,...kd->...qk", Q, K)
    w = np.exp(s - s.max(-1)[..., None])
    return (w / w.sum(-1)[..., None]) @ K
""",
    ),
    Wrong(
        "two slips: not scaled, columns",
        "S2 X1",
        "wrong_axis",
        """
def attention(Q, K, V):
    s = np.einsum("...qd,...kd->...qk", Q, K)
    w = np.exp(s - s.max(-2, keepdims=True))
    return (w / w.sum(-2, keepdims=True)) @ V
""",
    ),
    Wrong(
        "two slips: not scaled, overflow",
        "S2 X4",
        "scale_missing",
        """
def attention(Q, K, V):
    w = np.exp(np.einsum("...qd,...kd->...qk", Q, K))
    return (w / w.sum(-1)[..., None]) @ V
""",
    ),
    Wrong(
        "two slips: not scaled, K.T with a batch",
        "S2",
        "scale_missing",
        """
def attention(Q, K, V):
    s = Q @ K.T
    w = np.exp(s - s.max(-1, keepdims=True))
    return (w / w.sum(-1, keepdims=True)) @ V
""",
    ),
    Wrong(
        "keepdims left out of the sum",
        "sibling",
        "keepdims_missing",
        """
def attention(Q, K, V):
    s = np.einsum("...id,...jd->...ij", Q, K) / np.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    w = e / e.sum(axis=-1)
    return w @ (V)
""",
    ),
    Wrong(
        "no maximum, keepdims left out",
        "sibling",
        "keepdims_missing",
        """
def attention(Q, K, V):
    s = np.einsum("...id,...jd->...ij", Q, K) / np.sqrt(Q.shape[-1])
    w = np.exp(s) / np.exp(s).sum(axis=-1)
    return w @ (V)
""",
    ),
    Wrong(
        "keepdims left out twice",
        "sibling",
        "keepdims_missing",
        """
def attention(Q, K, V):
    s = np.einsum("...id,...jd->...ij", Q, K) / np.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(axis=-1))
    w = e / e.sum(axis=-1)
    return w @ (V)
""",
    ),
    Wrong(
        "keepdims left out of the maximum",
        "sibling",
        "keepdims_missing",
        """
def attention(Q, K, V):
    s = np.einsum("...id,...jd->...ij", Q, K) / np.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(axis=-1))
    w = e / e.sum(axis=-1, keepdims=True)
    return w @ (V)
""",
    ),
    Wrong(
        "axis=1, keepdims left out",
        "sibling",
        "keepdims_missing",
        """
def attention(Q, K, V):
    s = np.einsum("...id,...jd->...ij", Q, K) / np.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    w = e / e.sum(axis=1)
    return w @ (V)
""",
    ),
    Wrong(
        "axis=1 for the keys",
        "sibling",
        "axis_from_front",
        """
def attention(Q, K, V):
    s = np.einsum("...id,...jd->...ij", Q, K) / np.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    w = e / e.sum(axis=1, keepdims=True)
    return w @ (V)
""",
    ),
    Wrong(
        "shares of the scores",
        "sibling",
        "exp_missing",
        """
def attention(Q, K, V):
    s = np.einsum("...id,...jd->...ij", Q, K) / np.sqrt(Q.shape[-1])
    w = s / s.sum(axis=-1, keepdims=True)
    return w @ (V)
""",
    ),
    Wrong(
        "weights alone",
        "sibling",
        "weights_returned",
        """
def attention(Q, K, V):
    s = np.einsum("...id,...jd->...ij", Q, K) / np.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    w = e / e.sum(axis=-1, keepdims=True)
    return w
""",
    ),
]

RIGHT = [
    Right(
        "query by query",
        """
def attention(Q, K, V):
    if Q.ndim > 2:
        return np.stack([attention(q, k, v) for q, k, v in zip(Q, K, V)])
    rows = []
    for q in Q:
        scores = np.array([q @ k for k in K]) / math.sqrt(len(q))
        powers = np.exp(scores - scores.max())
        rows.append(sum(p * v for p, v in zip(powers / powers.sum(), V)))
    return np.array(rows)
""",
    ),
    Right(
        "einsum, both results, q scaled first (S4)",
        """
def attention(Q, K, V):
    s = np.einsum("...qd,...kd->...qk", Q * Q.shape[-1] ** -0.5, K)
    w = np.exp(s - s.max(axis=-1, keepdims=True))
    w /= w.sum(axis=-1, keepdims=True)
    return np.einsum("...qk,...kv->...qv", w, V), w
""",
    ),
    Right(
        "float32, divided at the very end",
        """
def attention(Q, K, V):
    Q, K, V = (a.astype("float32") for a in (Q, K, V))
    s = Q @ K.swapaxes(-1, -2) / np.float32(math.sqrt(K.shape[-1]))
    p = np.exp(s - s.max(axis=-1, keepdims=True))
    return (p @ V) / p.sum(axis=-1, keepdims=True)
""",
    ),
    Right(
        "online, key by key",
        """
def attention(Q, K, V):
    top = np.full((*Q.shape[:-1], 1), -np.inf)
    total, out = np.zeros_like(top), np.zeros((*Q.shape[:-1], V.shape[-1]))
    for j in range(K.shape[-2]):
        s = (Q * K[..., j : j + 1, :]).sum(-1, keepdims=True) / math.sqrt(Q.shape[-1])
        new = np.maximum(top, s)
        shrink, p = np.exp(top - new), np.exp(s - new)
        total, out, top = total * shrink + p, out * shrink + p * V[..., j : j + 1, :], new
    return out / total
""",
    ),
]
