"""Answers to the exercise ``masked_attention``."""

from __future__ import annotations

from tests.wrong_answers.answers import Right, Wrong

#: The steps around the one that goes wrong: mixing that keeps NaN out, a softmax that gives empty rows zeros.
_STEPS = """
def scaled(Q, K):
    return np.einsum("...qd,...kd->...qk", Q, K) * Q.shape[-1] ** -0.5

def soft(s):
    top = s.max(-1)[..., None]
    e = np.exp(s - np.where(top == -np.inf, 0.0, top))
    total = e.sum(-1)[..., None]
    return np.divide(e, total, out=np.zeros_like(e), where=total > 0)

def mix(w, V, mask):
    seen = np.broadcast_to(mask, w.shape).any(axis=-2)
    return np.einsum("...qk,...kv->...qv", w, np.where(seen[..., None], V, 0.0))
"""


def _wrong(name: str, source: str, slip: str, code: str) -> Wrong:
    return Wrong(name, source, slip, _STEPS + code)


WRONG = [
    Wrong(
        "-1000 added, empty rows guarded",
        "sibling",
        "finite_minus_infinity",
        """
def masked_attention(Q, K, V, mask):
    s = Q @ np.swapaxes(K, -1, -2) / K.shape[-1] ** 0.5
    s = s + np.where(mask, 0, -1000)
    t = s.max(axis=-1, keepdims=True)
    e = np.exp(s - np.where(np.isneginf(t), 0, t))
    w = e / np.maximum(e.sum(-1, keepdims=True), 1e-300)
    w = w * mask.any(axis=-1)[..., None]
    return w @ np.where(mask.any(axis=-2)[..., None], V, 0)
""",
    ),
    Wrong(
        "-1e4 added, output guarded",
        "sibling",
        "finite_minus_infinity",
        """
def masked_attention(Q, K, V, mask):
    s = Q @ np.swapaxes(K, -1, -2) / K.shape[-1] ** 0.5
    s = s - 1e4 * ~mask
    t = s.max(axis=-1, keepdims=True)
    e = np.exp(s - np.where(np.isneginf(t), 0, t))
    w = e / np.maximum(e.sum(-1, keepdims=True), 1e-300)
    return np.where(mask.any(axis=-1, keepdims=True), w @ V, 0)
""",
    ),
    Wrong(
        "-100 filled",
        "sibling",
        "finite_minus_infinity",
        """
def masked_attention(Q, K, V, mask):
    s = Q @ np.swapaxes(K, -1, -2) / K.shape[-1] ** 0.5
    s = np.where(mask, s, -100)
    t = s.max(axis=-1, keepdims=True)
    e = np.exp(s - np.where(np.isneginf(t), 0, t))
    w = e / np.maximum(e.sum(-1, keepdims=True), 1e-300)
    return w @ np.where(mask.any(axis=-2)[..., None], V, 0)
""",
    ),
    Wrong(
        "one empty row stops everything",
        "sibling",
        "all_rows_zeroed",
        """
def masked_attention(Q, K, V, mask):
    s = Q @ np.swapaxes(K, -1, -2) / K.shape[-1] ** 0.5
    s = np.where(mask, s, -np.inf)
    t = s.max(axis=-1, keepdims=True)
    e = np.exp(s - np.where(np.isneginf(t), 0, t))
    w = e / np.maximum(e.sum(-1, keepdims=True), 1e-300)
    w = w * np.all(mask.any(axis=-1))
    return w @ np.where(mask.any(axis=-2)[..., None], V, 0)
""",
    ),
    Wrong(
        "one empty row stops everything, plainly",
        "sibling",
        "all_rows_zeroed",
        """
def masked_attention(Q, K, V, mask):
    s = Q @ np.swapaxes(K, -1, -2) / K.shape[-1] ** 0.5
    s = np.where(mask, s, -np.inf)
    t = s.max(axis=-1, keepdims=True)
    e = np.exp(s - np.where(np.isneginf(t), 0, t))
    w = e / np.maximum(e.sum(-1, keepdims=True), 1e-300)
    return w @ V if mask.any(axis=-1).all() else 0 * Q @ np.ones((Q.shape[-1], V.shape[-1]))
""",
    ),
    _wrong(
        "mask unused",
        "G1",
        "mask_missing",
        """
def masked_attention(Q, K, V, mask):
    w = soft(scaled(Q, K))
    return mix(w, V, mask), w
""",
    ),
    _wrong(
        "True = hidden",
        "M2",
        "inverted",
        """
def masked_attention(Q, K, V, mask):
    s = scaled(Q, K)
    s[np.broadcast_to(mask, s.shape)] = -np.inf
    return mix(soft(s), V, mask)
""",
    ),
    Wrong(
        "True = hidden, plainly",
        "M2 M11",
        "inverted",
        """
def masked_attention(Q, K, V, mask):
    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    s = np.where(mask, -np.inf, s)
    e = np.exp(s - s.max(-1, keepdims=True))
    return (e / e.sum(-1, keepdims=True)) @ V
""",
    ),
    _wrong(
        "after the softmax",
        "M8",
        "mask_after_softmax",
        """
def masked_attention(Q, K, V, mask):
    w = np.where(mask, soft(scaled(Q, K)), 0.0)
    return mix(w, V, mask), w
""",
    ),
    _wrong(
        "weights set to -1e9",
        "M13",
        "masked_weights_filled",
        """
def masked_attention(Q, K, V, mask):
    w = soft(scaled(Q, K))
    w[~np.broadcast_to(mask, w.shape)] = -1e9
    return mix(w, V, mask)
""",
    ),
    _wrong(
        "scores times mask",
        "M6",
        "masked_to_zero",
        """
def masked_attention(Q, K, V, mask):
    return mix(soft(scaled(Q, K) * mask), V, mask)
""",
    ),
    _wrong(
        "1 for masked",
        "M6",
        "masked_to_one",
        """
def masked_attention(Q, K, V, mask):
    s = scaled(Q, K)
    return mix(soft(s * mask + ~mask * 1.0), V, mask)
""",
    ),
    _wrong(
        "mask added",
        "M6 M4",
        "mask_added_as_it_is",
        """
def masked_attention(Q, K, V, mask):
    return mix(soft(scaled(Q, K) + mask.astype(float)), V, mask)
""",
    ),
    _wrong(
        "zeros taken for masked",
        "M7",
        "zeros_masked",
        """
def masked_attention(Q, K, V, mask):
    s = np.where(mask, scaled(Q, K), 0.0)
    s[s == 0] = -np.inf
    return mix(soft(s), V, mask)
""",
    ),
    _wrong(
        "-1e9 for infinity",
        "M1",
        "finite_minus_infinity",
        """
def masked_attention(Q, K, V, mask):
    s = scaled(Q, K)
    s = np.where(mask, s, -1e9)
    return mix(soft(s), V, mask)
""",
    ),
    _wrong(
        "-1e4 added",
        "M1",
        "finite_minus_infinity",
        """
def masked_attention(Q, K, V, mask):
    w = soft(scaled(Q, K) + (1.0 - mask) * -1e4)
    return mix(w, V, mask), w
""",
    ),
    _wrong(
        "masked and normalised afterwards",
        "M8",
        "maximum_of_masked",
        """
def masked_attention(Q, K, V, mask):
    w = np.where(mask, soft(scaled(Q, K)), 0.0)
    return mix(w / w.sum(-1)[..., None], V, mask)
""",
    ),
    Wrong(
        "empty row NaN, and NaN behind the mask",
        "M11 M12",
        "empty_row_nan",
        """
def masked_attention(Q, K, V, mask):
    s = np.where(mask, Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]), float("-inf"))
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) @ V
""",
    ),
    _wrong(
        "empty row NaN",
        "M11",
        "empty_row_nan",
        """
def masked_attention(Q, K, V, mask):
    s = np.where(mask, scaled(Q, K), -np.inf)
    e = np.exp(s - s.max(-1)[..., None])
    return mix(e / e.sum(-1)[..., None], V, mask)
""",
    ),
    _wrong(
        "empty row even",
        "M11",
        "empty_row_even",
        """
def masked_attention(Q, K, V, mask):
    s = np.where(mask, scaled(Q, K), -np.inf)
    s = np.where(np.isinf(s).all(-1)[..., None], 0.0, s)
    return mix(soft(s), V, mask)
""",
    ),
    _wrong(
        "NaN behind the mask",
        "M12",
        "nan_leaks",
        """
def masked_attention(Q, K, V, mask):
    w = soft(np.where(mask, scaled(Q, K), -np.inf))
    return w @ V, w
""",
    ),
    _wrong(
        "mask transposed",
        "M10",
        "mask_transposed",
        """
def masked_attention(Q, K, V, mask):
    turned = np.moveaxis(mask, -1, -2)
    return mix(soft(np.where(turned, scaled(Q, K), -np.inf)), V, turned)
""",
    ),
    _wrong(
        "not scaled",
        "S2",
        "scale_missing",
        """
def masked_attention(Q, K, V, mask):
    s = np.einsum("...qd,...kd->...qk", Q, K)
    return mix(soft(np.where(mask, s, -np.inf)), V, mask)
""",
    ),
    _wrong(
        "softmax down the columns",
        "X1",
        "wrong_axis",
        """
def masked_attention(Q, K, V, mask):
    s = np.where(mask, scaled(Q, K), -np.inf)
    w = np.moveaxis(soft(np.moveaxis(s, -1, -2)), -1, -2)
    return mix(w, V, mask)
""",
    ),
    _wrong(
        "overflow",
        "X4",
        "no_maximum",
        """
def masked_attention(Q, K, V, mask):
    e = np.exp(np.where(mask, scaled(Q, K), -np.inf))
    total = e.sum(-1)[..., None]
    return mix(e / np.where(total == 0, 1, total), V, mask)
""",
    ),
    _wrong(
        "d_k without root",
        "G2",
        "scale_not_rooted",
        """
def masked_attention(Q, K, V, mask):
    s = np.einsum("...qd,...kd->...qk", Q, K) / K.shape[-1]
    return mix(soft(np.where(mask, s, -np.inf)), V, mask)
""",
    ),
    _wrong(
        "times the root",
        "G2",
        "scale_multiplied",
        """
def masked_attention(Q, K, V, mask):
    s = np.einsum("...qd,...kd->...qk", Q, K) * K.shape[-1] ** 0.5
    return mix(soft(np.where(mask, s, -np.inf)), V, mask)
""",
    ),
    _wrong(
        "d squared",
        "G2",
        "scale_squared",
        """
def masked_attention(Q, K, V, mask):
    s = np.einsum("...qd,...kd->...qk", Q, K) / K.shape[-1] ** 2
    return mix(soft(np.where(mask, s, -np.inf)), V, mask)
""",
    ),
    _wrong(
        "width of the values",
        "S1",
        "scale_by_values",
        """
def masked_attention(Q, K, V, mask):
    s = np.einsum("...qd,...kd->...qk", Q, K) / V.shape[-1] ** 0.5
    return mix(soft(np.where(mask, s, -np.inf)), V, mask)
""",
    ),
    _wrong(
        "number of keys",
        "S1",
        "scale_by_tokens",
        """
def masked_attention(Q, K, V, mask):
    s = np.einsum("...qd,...kd->...qk", Q, K) / mask.shape[-1] ** 0.5
    return mix(soft(np.where(mask, s, -np.inf)), V, mask)
""",
    ),
    _wrong(
        "always 8, as in the paper",
        "S1",
        "scale_fixed",
        """
def masked_attention(Q, K, V, mask):
    s = np.einsum("...qd,...kd->...qk", Q, K) / 8.0
    return mix(soft(np.where(mask, s, -np.inf)), V, mask)
""",
    ),
    _wrong(
        "two slips: inverted, columns",
        "M2 X1",
        "inverted",
        """
def masked_attention(Q, K, V, mask):
    s = np.where(mask, -np.inf, scaled(Q, K))
    w = np.moveaxis(soft(np.moveaxis(s, -1, -2)), -1, -2)
    return mix(w, V, mask)
""",
    ),
    _wrong(
        "keepdims left out of the sum",
        "sibling",
        "keepdims_missing",
        """
def masked_attention(Q, K, V, mask):
    s = scaled(Q, K)
    s = np.where(mask, s, -np.inf)
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    w = e / e.sum(axis=-1)
    return mix(w, V, mask)
""",
    ),
    _wrong(
        "no maximum, keepdims left out",
        "sibling",
        "keepdims_missing",
        """
def masked_attention(Q, K, V, mask):
    s = scaled(Q, K)
    s = np.where(mask, s, -np.inf)
    w = np.exp(s) / np.exp(s).sum(axis=-1)
    return mix(w, V, mask)
""",
    ),
    _wrong(
        "keepdims left out twice",
        "sibling",
        "keepdims_missing",
        """
def masked_attention(Q, K, V, mask):
    s = scaled(Q, K)
    s = np.where(mask, s, -np.inf)
    e = np.exp(s - s.max(axis=-1))
    w = e / e.sum(axis=-1)
    return mix(w, V, mask)
""",
    ),
    _wrong(
        "keepdims left out of the maximum",
        "sibling",
        "keepdims_missing",
        """
def masked_attention(Q, K, V, mask):
    s = scaled(Q, K)
    s = np.where(mask, s, -np.inf)
    e = np.exp(s - s.max(axis=-1))
    w = e / e.sum(axis=-1, keepdims=True)
    return mix(w, V, mask)
""",
    ),
    _wrong(
        "shares of the scores",
        "sibling",
        "exp_missing",
        """
def masked_attention(Q, K, V, mask):
    s = scaled(Q, K)
    s = np.where(mask, s, -np.inf)
    w = s / s.sum(axis=-1, keepdims=True)
    return mix(w, V, mask)
""",
    ),
    _wrong(
        "weights alone",
        "sibling",
        "weights_returned",
        """
def masked_attention(Q, K, V, mask):
    s = scaled(Q, K)
    s = np.where(mask, s, -np.inf)
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    w = e / e.sum(axis=-1, keepdims=True)
    return w
""",
    ),
    _wrong(
        "-1e30 for infinity",
        "M1",
        "finite_minus_infinity",
        """
def masked_attention(Q, K, V, mask):
    return mix(soft(np.where(mask, scaled(Q, K), -1e30)), V, mask)
""",
    ),
    Wrong(
        "nan_to_num of all values",
        "M12",
        "all_nan_hidden",
        """
def masked_attention(Q, K, V, mask):
    s = np.matmul(Q / math.sqrt(Q.shape[-1]), np.swapaxes(K, -1, -2))
    s = np.where(mask, s, -np.inf)
    e = np.exp(s - s.max(-1, keepdims=True))
    w = np.nan_to_num(e / e.sum(-1, keepdims=True))
    return w @ np.nan_to_num(V)
""",
    ),
    _wrong(
        "values that are NaN set to 0",
        "M12",
        "all_nan_hidden",
        """
def masked_attention(Q, K, V, mask):
    w = soft(np.where(mask, scaled(Q, K), -np.inf))
    return w @ np.where(np.isnan(V), 0.0, V), w
""",
    ),
    _wrong(
        "the output cleaned",
        "M12",
        "nan_painted_over",
        """
def masked_attention(Q, K, V, mask):
    out = soft(np.where(mask, scaled(Q, K), -np.inf)) @ V
    out[np.isnan(out)] = 0.0
    return out
""",
    ),
    Wrong(
        "query by query, only what is allowed of one batch axis",
        "sibling",
        "one_leading_axis",
        """
def masked_attention(Q, K, V, mask):
    if Q.ndim == 3:
        return np.stack([masked_attention(*parts) for parts in zip(Q, K, V, mask)])
    mask = np.broadcast_to(mask, (len(Q), len(K)))
    out = np.zeros((len(Q), V.shape[1]))
    for i, (q, allowed) in enumerate(zip(Q, mask)):
        if allowed.any():
            s = K[allowed] @ q / math.sqrt(len(q))
            p = np.exp(s - s.max())
            out[i] = p @ V[allowed] / p.sum()
    return out
""",
    ),
]

RIGHT = [
    Right(
        "query by query, only what is allowed",
        """
def masked_attention(Q, K, V, mask):
    if Q.ndim > 2:
        return np.stack([masked_attention(*parts) for parts in zip(Q, K, V, mask)])
    mask = np.broadcast_to(mask, (len(Q), len(K)))
    out = np.zeros((len(Q), V.shape[1]))
    for i, (q, allowed) in enumerate(zip(Q, mask)):
        if allowed.any():
            s = K[allowed] @ q / math.sqrt(len(q))
            p = np.exp(s - s.max())
            out[i] = p @ V[allowed] / p.sum()
    return out
""",
    ),
    Right(
        "the largest finite number, then masked again",
        _STEPS
        + """
def masked_attention(Q, K, V, mask):
    s = np.where(mask, scaled(Q, K), np.finfo(float).min)
    e = np.exp(s - s.max(-1, keepdims=True)) * mask
    w = e / np.maximum(e.sum(-1, keepdims=True), 1e-300)
    return mix(w, V, mask), w
""",
    ),
    Right(
        "nan_to_num of the weights",
        """
def masked_attention(Q, K, V, mask):
    s = np.matmul(Q / math.sqrt(Q.shape[-1]), np.swapaxes(K, -1, -2))
    s = np.where(mask, s, -np.inf)
    e = np.exp(s - s.max(-1, keepdims=True))
    w = np.nan_to_num(e / e.sum(-1, keepdims=True))
    return w @ np.where(mask.any(-2)[..., None], V, 0)
""",
    ),
    Right(
        "float32",
        _STEPS
        + """
def masked_attention(Q, K, V, mask):
    Q, K, V = (a.astype(np.float32) for a in (Q, K, V))
    w = soft(np.where(mask, scaled(Q, K), np.float32("-inf")))
    return mix(w, V, mask), w
""",
    ),
]
