"""Answers to the exercise ``grouped_heads``."""

from __future__ import annotations

from tests.wrong_answers.answers import Right, Wrong

_STEPS = """
def soft(s):
    e = np.exp(s - s.max(-1)[..., None])
    return e / e.sum(-1)[..., None]

def attend(q, k, v):
    return soft(np.einsum("...id,...jd->...ij", q, k) * q.shape[-1] ** -0.5) @ v

def pick(x, heads):
    return np.take(x, heads, axis=-3)
"""


def _wrong(name: str, source: str, slip: str, code: str) -> Wrong:
    return Wrong(name, source, slip, _STEPS + code)


WRONG = [
    Wrong(
        "repeated along axis 1",
        "sibling",
        "axis_from_front",
        """
def grouped_heads(Q, K, V):
    g = Q.shape[-3] // K.shape[-3]
    K, V = K.repeat(g, axis=1), V.repeat(g, axis=1)
    s = Q @ K.swapaxes(-1, -2) / Q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return (e / e.sum(-1, keepdims=True)) @ V
""",
    ),
    Wrong(
        "always in pairs",
        "sibling",
        "group_fixed",
        """
def grouped_heads(Q, K, V):
    K, V = K.repeat(2, axis=-3), V.repeat(2, axis=-3)
    s = Q @ K.swapaxes(-1, -2) / Q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return (e / e.sum(-1, keepdims=True)) @ V
""",
    ),
    Wrong(
        "always in threes",
        "sibling",
        "group_fixed",
        """
def grouped_heads(Q, K, V):
    K, V = (np.stack([x] * 3, axis=-3).reshape(*x.shape[:-3], -1, *x.shape[-2:]) for x in (K, V))
    s = Q @ K.swapaxes(-1, -2) / Q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return (e / e.sum(-1, keepdims=True)) @ V
""",
    ),
    _wrong(
        "in turns",
        "H1",
        "shared_in_turns",
        """
def grouped_heads(Q, K, V):
    h, kv = Q.shape[-3], K.shape[-3]
    heads = [i % kv for i in range(h)]
    return attend(Q, pick(K, heads), pick(V, heads))
""",
    ),
    _wrong(
        "tiled",
        "H1",
        "shared_in_turns",
        """
def grouped_heads(Q, K, V):
    g = Q.shape[-3] // K.shape[-3]
    return attend(Q, np.tile(K, (g, 1, 1)), np.tile(V, (g, 1, 1)))
""",
    ),
    _wrong(
        "keys one way, values another",
        "H3",
        "values_grouped_otherwise",
        """
def grouped_heads(Q, K, V):
    h, kv = Q.shape[-3], K.shape[-3]
    return attend(Q, pick(K, [i * kv // h for i in range(h)]), pick(V, [i % kv for i in range(h)]))
""",
    ),
    _wrong(
        "first head for all",
        "H3",
        "first_only",
        """
def grouped_heads(Q, K, V):
    return attend(Q, K[..., :1, :, :], V[..., :1, :, :])
""",
    ),
    _wrong(
        "keys averaged",
        "sibling",
        "keys_averaged",
        """
def grouped_heads(Q, K, V):
    return attend(Q, np.mean(K, -3, keepdims=True), np.mean(V, -3, keepdims=True))
""",
    ),
    _wrong(
        "queries averaged",
        "sibling",
        "queries_averaged",
        """
def grouped_heads(Q, K, V):
    g = Q.shape[-3] // K.shape[-3]
    q = sum(Q[..., i::g, :, :] for i in range(g)) / g
    return attend(q, K, V)
""",
    ),
    _wrong(
        "queries cut",
        "sibling",
        "queries_cut",
        """
def grouped_heads(Q, K, V):
    return attend(pick(Q, range(K.shape[-3])), K, V)
""",
    ),
    _wrong(
        "groups reversed",
        "sibling",
        "groups_reversed",
        """
def grouped_heads(Q, K, V):
    h, kv = Q.shape[-3], K.shape[-3]
    heads = [(h - 1 - i) * kv // h for i in range(h)]
    return attend(Q, pick(K, heads), pick(V, heads))
""",
    ),
    Wrong(
        "not repeated",
        "sibling",
        "repeat_missing",
        """
def grouped_heads(Q, K, V):
    s = Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ V
""",
    ),
    _wrong(
        "axis=0",
        "sibling",
        "axis_from_front",
        """
def grouped_heads(Q, K, V):
    g = Q.shape[-3] // K.shape[-3]
    s = Q @ np.swapaxes(K.repeat(g, axis=0), -1, -2) / math.sqrt(Q.shape[-1])
    return soft(s) @ V.repeat(g, axis=0)
""",
    ),
    _wrong(
        "not scaled",
        "S2 G2",
        "scale_missing",
        """
def grouped_heads(Q, K, V):
    h, kv = Q.shape[-3], K.shape[-3]
    heads = [i * kv // h for i in range(h)]
    return attend(Q * math.sqrt(Q.shape[-1]), pick(K, heads), pick(V, heads))
""",
    ),
    _wrong(
        "d_k without root",
        "G2",
        "scale_not_rooted",
        """
def grouped_heads(Q, K, V):
    h, kv = Q.shape[-3], K.shape[-3]
    heads = [i * kv // h for i in range(h)]
    return attend(Q / math.sqrt(Q.shape[-1]), pick(K, heads), pick(V, heads))
""",
    ),
    Wrong(
        "softmax over the queries",
        "X1",
        "wrong_axis",
        """
def grouped_heads(Q, K, V):
    g = Q.shape[-3] // K.shape[-3]
    K, V = (np.repeat(x, g, axis=-3) for x in (K, V))
    e = np.exp(Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1]))
    return e / e.sum(axis=-2, keepdims=True) @ V
""",
    ),
    _wrong(
        "times the root",
        "G2",
        "scale_multiplied",
        """
def grouped_heads(Q, K, V):
    h, kv = Q.shape[-3], K.shape[-3]
    heads = [i * kv // h for i in range(h)]
    return soft(np.einsum("...id,...jd->...ij", Q, pick(K, heads)) * K.shape[-1] ** 0.5) @ pick(V, heads)
""",
    ),
    _wrong(
        "d squared",
        "G2",
        "scale_squared",
        """
def grouped_heads(Q, K, V):
    h, kv = Q.shape[-3], K.shape[-3]
    heads = [i * kv // h for i in range(h)]
    return soft(np.einsum("...id,...jd->...ij", Q, pick(K, heads)) / K.shape[-1] ** 2) @ pick(V, heads)
""",
    ),
    _wrong(
        "width of the values",
        "S1",
        "scale_by_values",
        """
def grouped_heads(Q, K, V):
    h, kv = Q.shape[-3], K.shape[-3]
    heads = [i * kv // h for i in range(h)]
    return soft(np.einsum("...id,...jd->...ij", Q, pick(K, heads)) / V.shape[-1] ** 0.5) @ pick(V, heads)
""",
    ),
    _wrong(
        "number of keys",
        "S1",
        "scale_by_tokens",
        """
def grouped_heads(Q, K, V):
    h, kv = Q.shape[-3], K.shape[-3]
    heads = [i * kv // h for i in range(h)]
    return soft(np.einsum("...id,...jd->...ij", Q, pick(K, heads)) / K.shape[-2] ** 0.5) @ pick(V, heads)
""",
    ),
    _wrong(
        "always 8, as in the paper",
        "S1",
        "scale_fixed",
        """
def grouped_heads(Q, K, V):
    h, kv = Q.shape[-3], K.shape[-3]
    heads = [i * kv // h for i in range(h)]
    return soft(np.einsum("...id,...jd->...ij", Q, pick(K, heads)) / 8.0) @ pick(V, heads)
""",
    ),
    _wrong(
        "tokens repeated",
        "sibling",
        "tokens_repeated",
        """
def grouped_heads(Q, K, V):
    g = Q.shape[-3] // K.shape[-3]
    s = Q @ np.swapaxes(np.repeat(K, g, -2), -1, -2) / math.sqrt(Q.shape[-1])
    return soft(s) @ np.repeat(V, g, -2)
""",
    ),
    _wrong(
        "keepdims left out of the sum",
        "sibling",
        "keepdims_missing",
        """
def grouped_heads(Q, K, V):
    g = Q.shape[-3] // K.shape[-3]
    s = Q @ np.swapaxes(np.repeat(K, g, -3), -1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    w = e / e.sum(axis=-1)
    return w @ np.repeat(V, g, -3)
""",
    ),
    _wrong(
        "no maximum, keepdims left out",
        "sibling",
        "keepdims_missing",
        """
def grouped_heads(Q, K, V):
    g = Q.shape[-3] // K.shape[-3]
    s = Q @ np.swapaxes(np.repeat(K, g, -3), -1, -2) / np.sqrt(Q.shape[-1])
    w = np.exp(s) / np.exp(s).sum(axis=-1)
    return w @ np.repeat(V, g, -3)
""",
    ),
    _wrong(
        "keepdims left out twice",
        "sibling",
        "keepdims_missing",
        """
def grouped_heads(Q, K, V):
    g = Q.shape[-3] // K.shape[-3]
    s = Q @ np.swapaxes(np.repeat(K, g, -3), -1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(axis=-1))
    w = e / e.sum(axis=-1)
    return w @ np.repeat(V, g, -3)
""",
    ),
    _wrong(
        "keepdims left out of the maximum",
        "sibling",
        "keepdims_missing",
        """
def grouped_heads(Q, K, V):
    g = Q.shape[-3] // K.shape[-3]
    s = Q @ np.swapaxes(np.repeat(K, g, -3), -1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(axis=-1))
    w = e / e.sum(axis=-1, keepdims=True)
    return w @ np.repeat(V, g, -3)
""",
    ),
    _wrong(
        "axis=2, keepdims left out",
        "sibling",
        "keepdims_missing",
        """
def grouped_heads(Q, K, V):
    g = Q.shape[-3] // K.shape[-3]
    s = Q @ np.swapaxes(np.repeat(K, g, -3), -1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(axis=2, keepdims=True))
    w = e / e.sum(axis=2)
    return w @ np.repeat(V, g, -3)
""",
    ),
    _wrong(
        "axis=2 for the keys",
        "sibling",
        "not_for_a_batch",
        """
def grouped_heads(Q, K, V):
    g = Q.shape[-3] // K.shape[-3]
    s = Q @ np.swapaxes(np.repeat(K, g, -3), -1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(axis=2, keepdims=True))
    w = e / e.sum(axis=2, keepdims=True)
    return w @ np.repeat(V, g, -3)
""",
    ),
    _wrong(
        "shares of the scores",
        "sibling",
        "exp_missing",
        """
def grouped_heads(Q, K, V):
    g = Q.shape[-3] // K.shape[-3]
    s = Q @ np.swapaxes(np.repeat(K, g, -3), -1, -2) / np.sqrt(Q.shape[-1])
    w = s / s.sum(axis=-1, keepdims=True)
    return w @ np.repeat(V, g, -3)
""",
    ),
    _wrong(
        "weights alone",
        "sibling",
        "weights_returned",
        """
def grouped_heads(Q, K, V):
    g = Q.shape[-3] // K.shape[-3]
    s = Q @ np.swapaxes(np.repeat(K, g, -3), -1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    w = e / e.sum(axis=-1, keepdims=True)
    return w
""",
    ),
]

RIGHT = [
    Right(
        "head by head",
        _STEPS
        + """
def grouped_heads(Q, K, V):
    h, kv = Q.shape[-3], K.shape[-3]
    out = []
    for i in range(h):
        j = i // (h // kv)
        out.append(attend(Q[..., i, :, :], K[..., j, :, :], V[..., j, :, :]))
    return np.stack(out, axis=-3)
""",
    ),
    Right(
        "an axis for the groups, nothing repeated",
        _STEPS
        + """
def grouped_heads(Q, K, V):
    kv = K.shape[-3]
    q = Q.reshape(*Q.shape[:-3], kv, Q.shape[-3] // kv, *Q.shape[-2:])
    out = attend(q, K[..., None, :, :], V[..., None, :, :])
    return out.reshape(*Q.shape[:-1], V.shape[-1])
""",
    ),
    Right(
        "float32, chosen by index, both results",
        _STEPS
        + """
def grouped_heads(Q, K, V):
    h, kv = Q.shape[-3], K.shape[-3]
    heads = np.arange(h) * kv // h
    q, k, v = np.float32(Q), np.float32(pick(K, heads)), np.float32(pick(V, heads))
    w = soft(np.einsum("...id,...jd->...ij", q, k) / np.float32(math.sqrt(q.shape[-1])))
    return w @ v, w
""",
    ),
]
