"""Right answers in unusual styles: loops, recursion, einsum, np.vectorize, masked arrays. None may be refused."""

from __future__ import annotations

UNUSUAL: dict[str, list[str]] = {
    "attention": [
        """
def attention(Q, K, V):
    s = np.einsum("...qd,...kd->...qk", Q, K, optimize=True) * Q.shape[-1] ** -0.5
    w = np.exp(s - np.logaddexp.reduce(s, axis=-1)[..., None])
    return np.einsum("...qk,...kv->...qv", w, V), w
""",
        """
def attention(Q, K, V):
    Q, K, V = map(np.asarray, (Q, K, V))
    if Q.ndim > 2:
        both = [attention(q, k, v) for q, k, v in zip(Q, K, V)]
        return [np.array([b[0] for b in both]), np.array([b[1] for b in both])]
    out, ws = [], []
    for q in Q:
        s = [sum(a*b for a, b in zip(q, k)) / math.sqrt(len(q)) for k in K]
        m = max(s)
        e = [math.exp(x - m) for x in s]
        w = [x / sum(e) for x in e]
        ws.append(w)
        out.append([sum(wi * v[c] for wi, v in zip(w, V)) for c in range(V.shape[1])])
    return [np.array(out), np.array(ws)]
""",
        """
def attention(Q, K, V):
    d = Q.shape[-1]
    s = (Q[..., :, None, :] * K[..., None, :, :]).sum(-1)
    s = s / np.sqrt(d)
    s -= s.max(-1, keepdims=True)
    np.exp(s, out=s)
    s /= s.sum(-1, keepdims=True)
    return s @ V
""",
        """
def attention(Q, K, V):
    f = np.vectorize(lambda q, K, V: one(q, K, V), signature="(d),(k,d),(k,v)->(v)")
    return f(Q, K[..., None, :, :], V[..., None, :, :])
def one(q, K, V):
    s = np.dot(K, q) / math.sqrt(q.size)
    e = np.exp(s - s.max())
    return np.dot(e / e.sum(), V)
def attention2(Q, K, V):
    f = np.vectorize(one, signature="(d),(k,d),(k,v)->(v)")
    return f(Q, K[..., None, :, :], V[..., None, :, :])
""",
        """
def attention(Q, K, V):
    s = Q @ K.mT / np.linalg.norm(np.ones(Q.shape[-1]))
    w = 1 / np.exp(s[..., None, :] - s[..., :, None]).sum(-1)
    return w @ V, w
""",
        """
def attention(Q, K, V):
    Q = np.array(Q, dtype=np.float32)
    K = np.array(K, dtype=np.float32)
    V = np.array(V, np.float32)
    Q /= np.float32(np.sqrt(Q.shape[-1]))
    s = np.matmul(Q, np.moveaxis(K, -1, -2))
    e = np.exp(s - np.max(s, axis=-1, keepdims=True))
    return np.matmul(e, V) / np.sum(e, axis=-1, keepdims=True)
""",
    ],
    "masked_attention": [
        """
def masked_attention(Q, K, V, mask):
    s = np.einsum("...qd,...kd->...qk", Q, K) / math.sqrt(Q.shape[-1])
    m = np.broadcast_to(mask, s.shape)
    e = np.zeros(s.shape)
    top = np.max(s, axis=-1, keepdims=True, where=m, initial=-np.inf)
    np.exp(s - np.where(np.isfinite(top), top, 0), out=e, where=m)
    t = e.sum(-1, keepdims=True)
    w = np.divide(e, t, out=np.zeros_like(e), where=t > 0)
    alive = m.any(axis=-2)
    return w @ np.where(alive[..., None], V, 0.0), w
""",
        """
def masked_attention(Q, K, V, mask):
    s = np.where(mask, Q @ K.mT / np.sqrt(Q.shape[-1]), -np.inf)
    empty = ~np.broadcast_to(mask, s.shape).any(-1, keepdims=True)
    s = np.where(empty, 0.0, s)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    w = np.where(empty, 0.0, w)
    return w @ np.where(mask.any(-2)[..., None], V, 0)
""",
    ],
    "causal_attention": [
        """
def causal_attention(X, W_Q, W_K, W_V):
    n = X.shape[-2]
    s = (X @ W_Q) @ (X @ W_K).mT / math.sqrt(W_Q.shape[1])
    s = np.where(np.triu(np.ones((n, n)), 1) == 1, -np.inf, s)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return w @ (X @ W_V)
""",
        """
def causal_attention(X, W_Q, W_K, W_V):
    s = np.einsum("...id,de,fe,...jf->...ij", X, W_Q, W_K, X) / math.sqrt(W_Q.shape[1])
    i = np.arange(s.shape[-1])
    s[..., i[:, None] < i] = -np.inf
    return np.exp(s - np.logaddexp.reduce(s, axis=-1, keepdims=True)) @ X @ W_V
""",
        """
def causal_attention(X, W_Q, W_K, W_V):
    if X.ndim > 2: return np.stack([causal_attention(x, W_Q, W_K, W_V) for x in X])
    if len(X) == 0: return np.zeros((0, W_V.shape[1]))
    q = X[-1] @ W_Q
    s = X @ W_K @ q / math.sqrt(len(q))
    e = np.exp(s - s.max())
    return np.vstack([causal_attention(X[:-1], W_Q, W_K, W_V), (e / e.sum()) @ (X @ W_V)])
""",
        """
def causal_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    s = Q @ K.mT / np.sqrt(Q.shape[-1])
    s = np.ma.masked_array(s, mask=np.broadcast_to(~np.tri(s.shape[-1], dtype=bool), s.shape))
    e = np.ma.exp(s - s.max(-1, keepdims=True)).filled(0)
    return (e / e.sum(-1, keepdims=True)) @ V
""",
    ],
    "multi_head": [
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    cut = lambda W: np.split(X @ W, n_heads, axis=-1)
    heads = []
    for q, k, v in zip(cut(W_Q), cut(W_K), cut(W_V)):
        s = q @ k.mT / math.sqrt(q.shape[-1])
        w = np.exp(s - s.max(-1, keepdims=True))
        heads.append(w / w.sum(-1, keepdims=True) @ v)
    return np.concatenate(heads, -1) @ W_O
""",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    out = 0
    for i in range(n_heads):
        c = lambda W: W[:, i * (W.shape[1] // n_heads):(i + 1) * (W.shape[1] // n_heads)]
        q, k, v = X @ c(W_Q), X @ c(W_K), X @ c(W_V)
        s = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** .5
        w = np.exp(s - s.max(-1)[..., None])
        d = v.shape[-1]
        out = out + w / w.sum(-1)[..., None] @ v @ W_O[i * d:(i + 1) * d]
    return out
""",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    d = X.shape[-1]
    q, k, v = (np.einsum("...nm,mhd->...hnd", X, W.reshape(d, n_heads, -1)) for W in (W_Q, W_K, W_V))
    s = np.einsum("...hid,...hjd->...hij", q, k) / np.sqrt(q.shape[-1])
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    o = W_O.reshape(n_heads, -1, W_O.shape[-1])
    return [np.einsum("...hij,...hjd,hdo->...io", w, v, o), w]
""",
    ],
    "grouped_heads": [
        """
def grouped_heads(Q, K, V):
    h, g = Q.shape[-3], Q.shape[-3] // K.shape[-3]
    outs = []
    for i in range(h):
        q, k, v = Q[..., i, :, :], K[..., i // g, :, :], V[..., i // g, :, :]
        s = q @ k.mT / math.sqrt(q.shape[-1])
        e = np.exp(s - s.max(-1, keepdims=True))
        outs.append(e / e.sum(-1, keepdims=True) @ v)
    return np.stack(outs, -3)
""",
        """
def grouped_heads(Q, K, V):
    g = Q.shape[-3] // K.shape[-3]
    q = Q.reshape(*Q.shape[:-3], K.shape[-3], g, *Q.shape[-2:])
    s = np.einsum("...hgqd,...hkd->...hgqk", q, K) / np.sqrt(Q.shape[-1])
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True)
    o = np.einsum("...hgqk,...hkv->...hgqv", w, V)
    return o.reshape(*Q.shape[:-1], V.shape[-1]), w.reshape(*Q.shape[:-1], -1)
""",
        """
def grouped_heads(Q, K, V):
    i = np.arange(Q.shape[-3]) * K.shape[-3] // Q.shape[-3]
    K, V = np.take(K, i, axis=-3), V[..., i, :, :]
    s = Q @ K.mT / Q.shape[-1] ** (1 / 2)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return w @ V
""",
    ],
    "softmax": [
        """
def softmax(x):
    return np.exp(x - np.logaddexp.reduce(x, axis=-1, keepdims=True))
""",
        """
def softmax(x):
    return np.apply_along_axis(lambda r: np.exp(r - r.max()) / np.exp(r - r.max()).sum(), -1, x)
""",
        """
def softmax(x):
    if np.ndim(x) > 1: return [softmax(r) for r in x]
    m = max(x)
    e = [math.exp(v - m) for v in x]
    return [v / sum(e) for v in e]
""",
        """
def softmax(x):
    e = np.exp((x.T - x.T.max(0)).T) if x.ndim == 2 else np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
""",
        """
def softmax(x):
    y = x - np.amax(x, axis=-1, keepdims=True)
    lse = np.log(np.exp(y).sum(-1, keepdims=True))
    return np.exp(y - lse)
""",
    ],
    "softmax_backward": [
        """
def softmax_backward(w, d):
    return w * d - w * np.einsum("...i,...i->...", w, d)[..., None]
""",
        """
def softmax_backward(w, d):
    J = w[..., :, None] * np.eye(w.shape[-1]) - w[..., :, None] * w[..., None, :]
    return (J @ d[..., None])[..., 0]
""",
        """
def softmax_backward(w, d):
    return w * (d - np.sum(d * w, -1)[..., np.newaxis])
""",
        """
def softmax_backward(w, d):
    return (w[..., None, :] * w[..., :, None] * (d[..., :, None] - d[..., None, :])).sum(-1) / w.sum(-1, keepdims=True)
""",
    ],
    "scores": [
        """
def scores(Q, K):
    return np.swapaxes(K @ np.swapaxes(Q, -1, -2), -1, -2)
""",
        """
def scores(Q, K):
    return [[float(np.dot(q, k)) for k in K] for q in Q] if Q.ndim == 2 else [scores(q, k) for q, k in zip(Q, K)]
""",
        """
def scores(Q, K):
    return Q @ K.mT
""",
        """
def scores(Q, K):
    return np.dot(Q, K.T) if Q.ndim == 2 else np.stack([scores(q, k) for q, k in zip(Q, K)])
""",
        """
def scores(Q, K):
    return np.add.reduce(np.expand_dims(Q, -2) * np.expand_dims(K, -3), axis=-1)
""",
        """
def scores(Q, K):
    return np.vectorize(np.dot, signature="(d),(d)->()")(Q[..., :, None, :], K[..., None, :, :])
""",
    ],
    "scaling": [
        """
def scaled_scores(Q, K):
    return 1/math.sqrt(Q.shape[-1])*np.array(np.swapaxes(K @ np.swapaxes(Q, -1, -2), -1, -2))
""",
        """
def scaled_scores(Q, K):
    return 1/math.sqrt(Q.shape[-1])*np.array(Q @ K.mT)
""",
        """
def scaled_scores(Q, K):
    return 1/math.sqrt(Q.shape[-1])*np.array(np.add.reduce(np.expand_dims(Q, -2) * np.expand_dims(K, -3), axis=-1))
""",
        """
def scaled_scores(Q, K):
    dots = np.vectorize(np.dot, signature="(d),(d)->()")
    return dots(Q[..., :, None, :], K[..., None, :, :]) / math.sqrt(Q.shape[-1])
""",
    ],
    "split_heads": [
        """
def split_heads(x, n_heads):
    return np.stack(np.split(x, n_heads, axis=-1), axis=-3)
""",
        """
def split_heads(x, n_heads):
    d = x.shape[-1] // n_heads
    return np.moveaxis(x.reshape(x.shape[:-1] + (n_heads, d)), -2, -3)
""",
        """
def split_heads(x, n_heads):
    d = x.shape[-1] // n_heads
    out = np.empty(x.shape[:-2] + (n_heads, x.shape[-2], d), x.dtype)
    for h in range(n_heads): out[..., h, :, :] = x[..., h * d:(h + 1) * d]
    return out
""",
        """
def split_heads(x, n_heads):
    return np.einsum("...nhd->...hnd", x.reshape(*x.shape[:-1], n_heads, x.shape[-1] // n_heads))
""",
    ],
    "merge_heads": [
        """
def merge_heads(x):
    return np.concatenate(list(np.moveaxis(x, -3, 0)), axis=-1)
""",
        """
def merge_heads(x):
    return np.concatenate([x[..., i, :, :] for i in range(x.shape[-3])], axis=-1)
""",
        """
def merge_heads(x):
    *b, h, n, d = x.shape
    return np.einsum("...hnd->...nhd", x).reshape(*b, n, h * d)
""",
        """
def merge_heads(x):
    return np.block([x[..., i, :, :] for i in range(x.shape[-3])])
""",
    ],
    "padding_mask": [
        """
def padding_mask(lengths, n_k):
    return [[[j < n for j in range(n_k)]] for n in lengths]
""",
        """
def padding_mask(lengths, n_k):
    m = np.zeros((len(lengths), 1, n_k), dtype=bool)
    for b, n in enumerate(lengths): m[b, 0, :n] = True
    return m
""",
        """
def padding_mask(lengths, n_k):
    return np.greater.outer(lengths, np.arange(n_k))[:, None]
""",
        """
def padding_mask(lengths, n_k):
    return ~(np.indices((len(lengths), 1, n_k))[2] >= np.reshape(lengths, (-1, 1, 1)))
""",
    ],
    "causal_mask": [
        """
def causal_mask(n_q, n_k):
    return np.tri(n_q, n_k, n_k - n_q, dtype=bool)
""",
        """
def causal_mask(n_q, n_k):
    return np.tri(n_k, dtype=bool)[n_k - n_q:]
""",
        """
def causal_mask(n_q, n_k):
    return [[j - i <= n_k - n_q for j in range(n_k)] for i in range(n_q)]
""",
        """
def causal_mask(n_q, n_k):
    return np.fromfunction(lambda i, j: j <= i + n_k - n_q, (n_q, n_k))
""",
        """
def causal_mask(n_q, n_k):
    return ~np.triu(np.ones((n_q, n_k), bool), 1 + n_k - n_q)
""",
    ],
    "decoder_mask": [
        """
def decoder_mask(n, causal, lengths):
    m = np.tri(n) if causal else np.ones((n, n))
    return m.astype(bool) if lengths is None else np.stack([m.astype(bool) & (np.arange(n) < l) for l in lengths])
""",
        """
def decoder_mask(n, causal, lengths):
    m = np.tril(np.full((n, n), True)) if causal else np.full((n, n), True)
    return m if lengths is None else m * (np.arange(n) < lengths[:, None, None])
""",
    ],
    "self_attention": [
        """
def self_attention(X, W_Q, W_K, W_V):
    s = X @ (W_Q @ W_K.T) @ np.swapaxes(X, -1, -2) / math.sqrt(W_K.shape[-1])
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return w @ X @ W_V, w
""",
        """
def self_attention(X, W_Q, W_K, W_V):
    q, k, v = (np.tensordot(X, W, axes=1) for W in (W_Q, W_K, W_V))
    s = np.einsum("...id,...jd->...ij", q, k) / q.shape[-1] ** 0.5
    s = s - np.logaddexp.reduce(s, axis=-1, keepdims=True)
    return np.matmul(np.exp(s), v)
""",
        """
def self_attention(X, W_Q, W_K, W_V):
    X = np.asarray(X)
    if X.ndim > 2: return np.array([self_attention(x, W_Q, W_K, W_V) for x in X])
    q, k, v = np.dot(X, W_Q), np.dot(X, W_K), np.dot(X, W_V)
    s = np.inner(q, k) / math.sqrt(q.shape[1])
    w = np.exp(s - s.max(axis=1, keepdims=True))
    w = w / w.sum(axis=1, keepdims=True)
    return np.dot(w, v)
""",
    ],
}
