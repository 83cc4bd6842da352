"""Answers to the exercise ``multi_head``."""

from __future__ import annotations

from tests.wrong_answers.answers import Right, Wrong

_STEPS = """
def soft(s):
    e = np.exp(s - s.max(-1)[..., None])
    return e / e.sum(-1)[..., None]

def head(q, k, v, width=None):
    return soft(np.einsum("...id,...jd->...ij", q, k) * (width or q.shape[-1]) ** -0.5) @ v

def cut(x, h):
    return np.split(x, h, axis=-1)
"""


def _wrong(name: str, source: str, slip: str, code: str) -> Wrong:
    return Wrong(name, source, slip, _STEPS + code)


WRONG = [
    _wrong(
        "W_O forgotten",
        "H5",
        "w_o_missing",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    heads = [head(*qkv) for qkv in zip(cut(X @ W_Q, n_heads), cut(X @ W_K, n_heads), cut(X @ W_V, n_heads))]
    return np.concatenate(heads, axis=-1)
""",
    ),
    _wrong(
        "reshape without transpose",
        "H1 G3",
        "heads_scrambled",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    *batch, n, _ = X.shape
    q, k, v = ((X @ W).reshape(*batch, n_heads, n, -1) for W in (W_Q, W_K, W_V))
    return head(q, k, v).reshape(*batch, n, -1) @ W_O
""",
    ),
    _wrong(
        "reshape without transpose, merged rightly",
        "H1",
        "heads_scrambled",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    *batch, n, _ = X.shape
    q, k, v = ((X @ W).reshape(*batch, n_heads, n, -1) for W in (W_Q, W_K, W_V))
    out = head(q, k, v)
    return np.concatenate([out[..., i, :, :] for i in range(n_heads)], axis=-1) @ W_O
""",
    ),
    _wrong(
        "merged without transpose",
        "H1 G3",
        "heads_scrambled",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    *batch, n, _ = X.shape
    q, k, v = (np.stack(cut(X @ W, n_heads), axis=-3) for W in (W_Q, W_K, W_V))
    return head(q, k, v).reshape(*batch, n, -1) @ W_O
""",
    ),
    _wrong(
        "heads attend to heads",
        "H1",
        "attends_over_heads",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    q, k, v = (np.stack(cut(X @ W, n_heads), axis=-2) for W in (W_Q, W_K, W_V))
    out = head(q, k, v)
    return out.reshape(*out.shape[:-2], -1) @ W_O
""",
    ),
    _wrong(
        "columns in turns",
        "H2",
        "interleaved",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    q, k, v = X @ W_Q, X @ W_K, X @ W_V
    heads = [head(q[..., i::n_heads], k[..., i::n_heads], v[..., i::n_heads]) for i in range(n_heads)]
    return np.concatenate(heads, axis=-1) @ W_O
""",
    ),
    _wrong(
        "one wide head",
        "S3",
        "one_head",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    return head(X @ W_Q, X @ W_K, X @ W_V) @ W_O
""",
    ),
    _wrong(
        "slices of the embedding",
        "H2",
        "embedding_sliced",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    d = X.shape[-1] // n_heads
    out = []
    for i in range(n_heads):
        x = X[..., i * d : (i + 1) * d]
        q, k, v = (x @ np.split(W, n_heads, axis=1)[i][i * d : (i + 1) * d] for W in (W_Q, W_K, W_V))
        out.append(head(q, k, v))
    return np.concatenate(out, axis=-1) @ W_O
""",
    ),
    _wrong(
        "width of the embedding",
        "S1",
        "scale_d_model",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    parts = zip(cut(X @ W_Q, n_heads), cut(X @ W_K, n_heads), cut(X @ W_V, n_heads))
    return np.concatenate([head(*qkv, width=X.shape[-1]) for qkv in parts], axis=-1) @ W_O
""",
    ),
    _wrong(
        "width of all heads",
        "S1",
        "scale_all_heads",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    parts = zip(cut(X @ W_Q, n_heads), cut(X @ W_K, n_heads), cut(X @ W_V, n_heads))
    return np.concatenate([head(*qkv, width=W_Q.shape[-1]) for qkv in parts], axis=-1) @ W_O
""",
    ),
    _wrong(
        "not scaled",
        "S2 G2",
        "scale_missing",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    parts = zip(cut(X @ W_Q, n_heads), cut(X @ W_K, n_heads), cut(X @ W_V, n_heads))
    return np.concatenate([head(*qkv, width=1) for qkv in parts], axis=-1) @ W_O
""",
    ),
    _wrong(
        "d_k without root",
        "G2",
        "scale_not_rooted",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    parts = zip(cut(X @ W_Q, n_heads), cut(X @ W_K, n_heads), cut(X @ W_V, n_heads))
    return np.concatenate([head(*qkv, width=qkv[0].shape[-1] ** 2) for qkv in parts], axis=-1) @ W_O
""",
    ),
    _wrong(
        "values from the keys' projection",
        "H3",
        "values_from_keys",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    parts = zip(cut(X @ W_Q, n_heads), cut(X @ W_K, n_heads), cut(X @ W_K, n_heads))
    return np.concatenate([head(*qkv) for qkv in parts], axis=-1) @ W_O
""",
    ),
    Wrong(
        "softmax over the queries",
        "X1",
        "wrong_axis",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    q, k, v = (np.stack(np.split(X @ W, n_heads, axis=-1), axis=-3) for W in (W_Q, W_K, W_V))
    e = np.exp(q @ np.swapaxes(k, -1, -2) / math.sqrt(q.shape[-1]))
    out = e / e.sum(axis=-2, keepdims=True) @ v
    return np.concatenate([out[..., i, :, :] for i in range(n_heads)], axis=-1) @ W_O
""",
    ),
    Wrong(
        "softmax over the heads",
        "X1",
        "wrong_axis",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    q, k, v = (np.stack(np.split(X @ W, n_heads, axis=-1)) for W in (W_Q, W_K, W_V))
    e = np.exp(q @ np.swapaxes(k, -1, -2) / math.sqrt(q.shape[-1]))
    out = e / e.sum(axis=0) @ v
    return np.concatenate(list(out), axis=-1) @ W_O
""",
    ),
    _wrong(
        "heads averaged",
        "H5",
        "heads_averaged",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    parts = zip(cut(X @ W_Q, n_heads), cut(X @ W_K, n_heads), cut(X @ W_V, n_heads))
    mean = sum(head(*qkv) for qkv in parts) / n_heads
    return np.concatenate([mean] * n_heads, axis=-1) @ W_O
""",
    ),
    _wrong(
        "the loop's counter forgotten",
        "sibling",
        "first_head_repeated",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    q, k, v = (cut(X @ W, n_heads) for W in (W_Q, W_K, W_V))
    return np.concatenate([head(q[0], k[0], v[0]) for i in range(n_heads)], axis=-1) @ W_O
""",
    ),
    _wrong(
        "W_O transposed",
        "H4",
        "w_o_transposed",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    heads = [head(*qkv) for qkv in zip(cut(X @ W_Q, n_heads), cut(X @ W_K, n_heads), cut(X @ W_V, n_heads))]
    return np.concatenate(heads, axis=-1) @ np.transpose(W_O)
""",
    ),
    _wrong(
        "weights as nn.Linear stores them",
        "H4",
        "weights_transposed",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    q, k, v = (cut(X @ W.T, n_heads) for W in (W_Q, W_K, W_V))
    return np.concatenate([head(*qkv) for qkv in zip(q, k, v)], axis=-1) @ W_O.T
""",
    ),
    _wrong(
        "times the root",
        "G2",
        "scale_multiplied",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    parts = zip(cut(X @ W_Q, n_heads), cut(X @ W_K, n_heads), cut(X @ W_V, n_heads))
    return np.concatenate([head(q, k, v, width=1 / q.shape[-1]) for q, k, v in parts], axis=-1) @ W_O
""",
    ),
    _wrong(
        "d squared",
        "G2",
        "scale_squared",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    parts = zip(cut(X @ W_Q, n_heads), cut(X @ W_K, n_heads), cut(X @ W_V, n_heads))
    return np.concatenate([head(q, k, v, width=q.shape[-1] ** 4) for q, k, v in parts], axis=-1) @ W_O
""",
    ),
    _wrong(
        "width of the values",
        "S1",
        "scale_by_values",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    parts = zip(cut(X @ W_Q, n_heads), cut(X @ W_K, n_heads), cut(X @ W_V, n_heads))
    return np.concatenate([head(q, k, v, width=v.shape[-1]) for q, k, v in parts], axis=-1) @ W_O
""",
    ),
    _wrong(
        "length of the sequence",
        "S1",
        "scale_by_tokens",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    parts = zip(cut(X @ W_Q, n_heads), cut(X @ W_K, n_heads), cut(X @ W_V, n_heads))
    return np.concatenate([head(q, k, v, width=X.shape[-2]) for q, k, v in parts], axis=-1) @ W_O
""",
    ),
    _wrong(
        "always 8, as in the paper",
        "S1",
        "scale_fixed",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    parts = zip(cut(X @ W_Q, n_heads), cut(X @ W_K, n_heads), cut(X @ W_V, n_heads))
    return np.concatenate([head(q, k, v, width=64) for q, k, v in parts], axis=-1) @ W_O
""",
    ),
    Wrong(
        "K.T with heads",
        "sibling",
        "batch_transposed",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    q, k, v = (np.stack(np.split(X @ W, n_heads, axis=-1), axis=-3) for W in (W_Q, W_K, W_V))
    s = q @ k.T / math.sqrt(q.shape[-1])
    e = np.exp(s - s.max(-1, keepdims=True))
    out = e / e.sum(-1, keepdims=True) @ v
    return np.concatenate([out[..., i, :, :] for i in range(n_heads)], axis=-1) @ W_O
""",
    ),
    _wrong(
        "two slips: W_O forgotten, width of the embedding",
        "H5 S1",
        "w_o_missing",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    parts = zip(cut(X @ W_Q, n_heads), cut(X @ W_K, n_heads), cut(X @ W_V, n_heads))
    return np.concatenate([head(*qkv, width=X.shape[-1]) for qkv in parts], axis=-1)
""",
    ),
    _wrong(
        "two slips: not scaled, W_O left out",
        "S2 H1",
        "w_o_missing",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    parts = zip(cut(X @ W_Q, n_heads), cut(X @ W_K, n_heads), cut(X @ W_V, n_heads))
    return np.concatenate([head(q, k, v, width=1) for q, k, v in parts], axis=-1)
""",
    ),
    _wrong(
        "keepdims left out of the sum",
        "sibling",
        "keepdims_missing",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    q, k, v = (np.stack(cut(X @ W, n_heads), axis=-3) for W in (W_Q, W_K, W_V))
    s = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    w = e / e.sum(axis=-1)
    return np.concatenate(list(np.moveaxis(w @ v, -3, 0)), axis=-1) @ W_O
""",
    ),
    _wrong(
        "no maximum, keepdims left out",
        "sibling",
        "keepdims_missing",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    q, k, v = (np.stack(cut(X @ W, n_heads), axis=-3) for W in (W_Q, W_K, W_V))
    s = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    w = np.exp(s) / np.exp(s).sum(axis=-1)
    return np.concatenate(list(np.moveaxis(w @ v, -3, 0)), axis=-1) @ W_O
""",
    ),
    _wrong(
        "keepdims left out twice",
        "sibling",
        "keepdims_missing",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    q, k, v = (np.stack(cut(X @ W, n_heads), axis=-3) for W in (W_Q, W_K, W_V))
    s = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    e = np.exp(s - s.max(axis=-1))
    w = e / e.sum(axis=-1)
    return np.concatenate(list(np.moveaxis(w @ v, -3, 0)), axis=-1) @ W_O
""",
    ),
    _wrong(
        "keepdims left out of the maximum",
        "sibling",
        "keepdims_missing",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    q, k, v = (np.stack(cut(X @ W, n_heads), axis=-3) for W in (W_Q, W_K, W_V))
    s = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    e = np.exp(s - s.max(axis=-1))
    w = e / e.sum(axis=-1, keepdims=True)
    return np.concatenate(list(np.moveaxis(w @ v, -3, 0)), axis=-1) @ W_O
""",
    ),
    _wrong(
        "axis=2, keepdims left out",
        "sibling",
        "keepdims_missing",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    q, k, v = (np.stack(cut(X @ W, n_heads), axis=-3) for W in (W_Q, W_K, W_V))
    s = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    e = np.exp(s - s.max(axis=2, keepdims=True))
    w = e / e.sum(axis=2)
    return np.concatenate(list(np.moveaxis(w @ v, -3, 0)), axis=-1) @ W_O
""",
    ),
    _wrong(
        "axis=2 for the keys",
        "sibling",
        "not_for_a_batch",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    q, k, v = (np.stack(cut(X @ W, n_heads), axis=-3) for W in (W_Q, W_K, W_V))
    s = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    e = np.exp(s - s.max(axis=2, keepdims=True))
    w = e / e.sum(axis=2, keepdims=True)
    return np.concatenate(list(np.moveaxis(w @ v, -3, 0)), axis=-1) @ W_O
""",
    ),
    _wrong(
        "shares of the scores",
        "sibling",
        "exp_missing",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    q, k, v = (np.stack(cut(X @ W, n_heads), axis=-3) for W in (W_Q, W_K, W_V))
    s = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    w = s / s.sum(axis=-1, keepdims=True)
    return np.concatenate(list(np.moveaxis(w @ v, -3, 0)), axis=-1) @ W_O
""",
    ),
    _wrong(
        "weights alone",
        "sibling",
        "weights_returned",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    q, k, v = (np.stack(cut(X @ W, n_heads), axis=-3) for W in (W_Q, W_K, W_V))
    s = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    w = e / e.sum(axis=-1, keepdims=True)
    return w
""",
    ),
    _wrong(
        "reshape and swap from the front",
        "sibling",
        "not_for_a_batch",
        """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    n = len(X)
    q, k, v = ((X @ W).reshape(n, n_heads, -1).swapaxes(0, 1) for W in (W_Q, W_K, W_V))
    return head(q, k, v).swapaxes(0, 1).reshape(n, -1) @ W_O
""",
    ),
]

RIGHT = [
    Right(
        "a loop over heads, each with its own columns",
        _STEPS
        + """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    out = []
    for i in range(n_heads):
        q, k, v = (X @ np.split(W, n_heads, axis=1)[i] for W in (W_Q, W_K, W_V))
        out.append(head(q, k, v))
    return np.concatenate(out, axis=-1) @ W_O
""",
    ),
    Right(
        "what each head adds, summed; q scaled first (S4)",
        _STEPS
        + """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    total = 0
    for i, rows in enumerate(np.split(W_O, n_heads)):
        q, k, v = (cut(X @ W, n_heads)[i] for W in (W_Q, W_K, W_V))
        q = q / math.sqrt(q.shape[-1])
        total = total + soft(q @ np.swapaxes(k, -1, -2)) @ v @ rows
    return total
""",
    ),
    Right(
        "einsum in float32, with the weights",
        _STEPS
        + """
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    q, k, v = (np.float32(X @ W).reshape(*X.shape[:-1], n_heads, -1) for W in (W_Q, W_K, W_V))
    w = soft(np.einsum("...ihd,...jhd->...hij", q, k) / np.float32(math.sqrt(q.shape[-1])))
    out = np.einsum("...hij,...jhv->...ihv", w, v)
    return out.reshape(*X.shape[:-1], -1) @ W_O, w
""",
    ),
]
