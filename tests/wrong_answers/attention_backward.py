"""Answers to the exercise ``attention_backward``."""

from __future__ import annotations

from tests.wrong_answers.answers import Right, Wrong

#: Each answer below changes one of these lines.
_LINES = {
    "forward": 's = np.einsum("...qd,...kd->...qk", Q, K) * r',
    "divide": "w = w / w.sum(-1)[..., None]",
    "values": 'd_V = np.einsum("...qk,...qv->...kv", w, d_output)',
    "weights": 'd_w = np.einsum("...qv,...kv->...qk", d_output, V)',
    "softmax": "d_s = w * d_w - w * (w * d_w).sum(-1)[..., None]",
    "scale": "d_s = d_s * r",
    "end": 'return np.einsum("...qk,...kd->...qd", d_s, K), np.einsum("...qk,...qd->...kd", d_s, Q), d_V',
}


def _code(**changed: str) -> str:
    lines = {**_LINES, **changed}
    return f"""
def attention_backward(Q, K, V, d_output):
    r = Q.shape[-1] ** -0.5
    {lines["forward"]}
    w = np.exp(s - s.max(-1)[..., None])
    {lines["divide"]}
    {lines["values"]}
    {lines["weights"]}
    {lines["softmax"]}
    {lines["scale"]}
    {lines["end"]}
"""


_VALUES = "d_V = np.swapaxes(w, -1, -2) @ d_output"
_PRODUCTS = "return d_s @ K, np.swapaxes(d_s, -1, -2) @ Q, d_V"

WRONG = [
    Wrong(
        "root missing for the queries",
        "sibling",
        "scale_missing",
        """
def attention_backward(Q, K, V, d_output):
    r = Q.shape[-1] ** 0.5
    s = Q @ np.swapaxes(K, -1, -2) / r
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    d = d_output @ np.swapaxes(V, -1, -2)
    ds = w * (d - (w * d).sum(-1, keepdims=True))
    return ds @ K, np.swapaxes(ds, -1, -2) @ Q / r, np.swapaxes(w, -1, -2) @ d_output
""",
    ),
    Wrong(
        "root missing for the keys",
        "sibling",
        "scale_missing",
        """
def attention_backward(Q, K, V, d_output):
    r = Q.shape[-1] ** 0.5
    s = Q @ np.swapaxes(K, -1, -2) / r
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    d = d_output @ np.swapaxes(V, -1, -2)
    ds = w * (d - (w * d).sum(-1, keepdims=True))
    return ds @ K / r, np.swapaxes(ds, -1, -2) @ Q, np.swapaxes(w, -1, -2) @ d_output
""",
    ),
    Wrong(
        "keys divided twice",
        "sibling",
        "scale_twice",
        """
def attention_backward(Q, K, V, d_output):
    r = Q.shape[-1] ** 0.5
    s = Q @ np.swapaxes(K, -1, -2) / r
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    d = d_output @ np.swapaxes(V, -1, -2)
    ds = w * (d - (w * d).sum(-1, keepdims=True))
    return ds @ K / r, np.swapaxes(ds, -1, -2) @ Q / r / r, np.swapaxes(w, -1, -2) @ d_output
""",
    ),
    Wrong(
        "queries divided twice",
        "sibling",
        "scale_twice",
        """
def attention_backward(Q, K, V, d_output):
    r = Q.shape[-1] ** 0.5
    s = Q @ np.swapaxes(K, -1, -2) / r
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    d = d_output @ np.swapaxes(V, -1, -2)
    ds = w * (d - (w * d).sum(-1, keepdims=True))
    return ds @ K / r / r, np.swapaxes(ds, -1, -2) @ Q / r, np.swapaxes(w, -1, -2) @ d_output
""",
    ),
    Wrong(
        "one sum for all rows",
        "sibling",
        "whole_matrix",
        """
def attention_backward(Q, K, V, d_output):
    r = Q.shape[-1] ** 0.5
    s = Q @ np.swapaxes(K, -1, -2) / r
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    d = d_output @ np.swapaxes(V, -1, -2)
    ds = w * (d - np.sum(w * d))
    return ds @ K / r, np.swapaxes(ds, -1, -2) @ Q / r, np.swapaxes(w, -1, -2) @ d_output
""",
    ),
    Wrong(
        "one sum for each matrix",
        "sibling",
        "whole_matrix",
        """
def attention_backward(Q, K, V, d_output):
    r = Q.shape[-1] ** 0.5
    s = Q @ np.swapaxes(K, -1, -2) / r
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    d = d_output @ np.swapaxes(V, -1, -2)
    ds = w * (d - np.einsum('...ij,...ij', w, d)[..., None, None])
    return ds @ K / r, np.swapaxes(ds, -1, -2) @ Q / r, np.swapaxes(w, -1, -2) @ d_output
""",
    ),
    Wrong(
        "plain sum",
        "sibling",
        "softmax_sum_unweighted",
        """
def attention_backward(Q, K, V, d_output):
    r = Q.shape[-1] ** 0.5
    s = Q @ np.swapaxes(K, -1, -2) / r
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    d = d_output @ np.swapaxes(V, -1, -2)
    ds = w * (d - np.sum(d, axis=-1, keepdims=True))
    return ds @ K / r, np.swapaxes(ds, -1, -2) @ Q / r, np.swapaxes(w, -1, -2) @ d_output
""",
    ),
    Wrong(
        "plain mean",
        "sibling",
        "softmax_sum_unweighted",
        """
def attention_backward(Q, K, V, d_output):
    r = Q.shape[-1] ** 0.5
    s = Q @ np.swapaxes(K, -1, -2) / r
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    d = d_output @ np.swapaxes(V, -1, -2)
    ds = w * (d - np.mean(d, axis=-1, keepdims=True))
    return ds @ K / r, np.swapaxes(ds, -1, -2) @ Q / r, np.swapaxes(w, -1, -2) @ d_output
""",
    ),
    Wrong(
        "weighed outside the sum",
        "sibling",
        "softmax_sum_unweighted",
        """
def attention_backward(Q, K, V, d_output):
    r = Q.shape[-1] ** 0.5
    s = Q @ np.swapaxes(K, -1, -2) / r
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    d = d_output @ np.swapaxes(V, -1, -2)
    ds = w * d - w**2 * np.sum(d, axis=-1, keepdims=True)
    return ds @ K / r, np.swapaxes(ds, -1, -2) @ Q / r, np.swapaxes(w, -1, -2) @ d_output
""",
    ),
    Wrong("scale forgotten on the way back", "S2", "scale_missing", _code(scale="")),
    Wrong("scale twice", "G2", "scale_twice", _code(scale="d_s = d_s * r * r")),
    Wrong("scale multiplied", "G2", "scale_multiplied", _code(scale="d_s = d_s / r")),
    Wrong(
        "scale forgotten both ways",
        "S2",
        "forward_unscaled",
        _code(forward="s = Q @ np.swapaxes(K, -1, -2)", scale=""),
    ),
    Wrong(
        "scale forgotten going forward",
        "S2",
        "forward_unscaled",
        _code(forward="s = Q @ np.swapaxes(K, -1, -2)"),
    ),
    Wrong("softmax skipped", "G5", "softmax_skipped", _code(softmax="d_s = d_w")),
    Wrong(
        "softmax's diagonal alone", "sibling", "softmax_diagonal", _code(softmax="d_s = d_w * (w - w * w)")
    ),
    Wrong("softmax without the sum", "sibling", "softmax_sum_missing", _code(softmax="d_s = d_w * w")),
    Wrong(
        "softmax down the columns",
        "X1",
        "wrong_axis",
        _code(softmax="d_s = w * d_w - w * (w * d_w).sum(-2)[..., None, :]"),
    ),
    Wrong(
        "weights not transposed", "H4", "weights_not_transposed", _code(values="d_V = np.matmul(w, d_output)")
    ),
    Wrong("straight to the values", "H3", "values_straight", _code(values="d_V = d_output.copy()")),
    Wrong(
        "scores not transposed",
        "H4",
        "scores_not_transposed",
        _code(end="return np.matmul(d_s, K), np.matmul(d_s, Q), d_V"),
    ),
    Wrong(
        "order of the results",
        "sibling",
        "results_swapped",
        _code(end="return np.swapaxes(d_s, -1, -2) @ Q, d_s @ K, d_V"),
    ),
    Wrong(
        "each from itself",
        "H3",
        "keys_queries_exchanged",
        _code(end="return np.matmul(d_s, Q), np.matmul(np.swapaxes(d_s, -1, -2), K), d_V"),
    ),
    Wrong(
        "downhill",
        "sibling",
        "sign_reversed",
        _code(end="return -(d_s @ K), -(np.swapaxes(d_s, -1, -2) @ Q), -d_V"),
    ),
    Wrong("one gradient of three", "G5", "wrong_count", _code(end="return d_s @ K")),
    Wrong(
        "in the order V, K, Q",
        "sibling",
        "results_swapped",
        _code(end="return d_V, np.swapaxes(d_s, -1, -2) @ Q, d_s @ K"),
    ),
    Wrong(
        "keepdims left out on the way back",
        "sibling",
        "keepdims_missing",
        _code(softmax="d_s = w * (d_w - (w * d_w).sum(axis=-1))", end=_PRODUCTS),
    ),
    Wrong(
        "keepdims left out going forward",
        "sibling",
        "keepdims_missing",
        _code(divide="w = w / w.sum(axis=-1)", values=_VALUES, end=_PRODUCTS),
    ),
    Wrong(
        "in the order Q, V, K",
        "sibling",
        "results_swapped",
        _code(end="return d_s @ K, d_V, np.swapaxes(d_s, -1, -2) @ Q"),
    ),
    Wrong(
        "in the order V, Q, K",
        "sibling",
        "results_swapped",
        _code(end="return d_V, d_s @ K, np.swapaxes(d_s, -1, -2) @ Q"),
    ),
    Wrong(
        "query by query, the whole Jacobian, in the inputs’ own kind of number",
        "sibling",
        "whole_numbers",
        """
def attention_backward(Q, K, V, d_output):
    if Q.ndim > 2:
        parts = [attention_backward(*one) for one in zip(Q, K, V, d_output)]
        return tuple(np.stack(part) for part in zip(*parts))
    r = 1 / math.sqrt(Q.shape[1])
    d_Q, d_K, d_V = np.zeros_like(Q), np.zeros_like(K), np.zeros_like(V)
    for i, q in enumerate(Q):
        s = K @ q * r
        w = np.exp(s - s.max()) / np.exp(s - s.max()).sum()
        d_s = (np.diag(w) - np.outer(w, w)) @ (V @ d_output[i]) * r
        d_Q[i] += d_s @ K
        d_K += np.outer(d_s, q)
        d_V += np.outer(w, d_output[i])
    return d_Q, d_K, d_V
""",
    ),
]

RIGHT = [
    Right("step by step", _code()),
    Right(
        "query by query, the whole Jacobian",
        """
def attention_backward(Q, K, V, d_output):
    if Q.ndim > 2:
        parts = [attention_backward(*one) for one in zip(Q, K, V, d_output)]
        return tuple(np.stack(part) for part in zip(*parts))
    r = 1 / math.sqrt(Q.shape[1])
    d_Q, d_K, d_V = np.zeros(Q.shape), np.zeros(K.shape), np.zeros(V.shape)
    for i, q in enumerate(Q):
        s = K @ q * r
        w = np.exp(s - s.max()) / np.exp(s - s.max()).sum()
        d_s = (np.diag(w) - np.outer(w, w)) @ (V @ d_output[i]) * r
        d_Q[i] += d_s @ K
        d_K += np.outer(d_s, q)
        d_V += np.outer(w, d_output[i])
    return d_Q, d_K, d_V
""",
    ),
    Right(
        "the output stands in for the sum",
        """
def attention_backward(Q, K, V, d_output):
    r = 1 / math.sqrt(Q.shape[-1])
    s = np.matmul(Q * r, np.swapaxes(K, -1, -2))
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    delta = (d_output * (w @ V)).sum(-1, keepdims=True)
    d_s = w * (d_output @ np.swapaxes(V, -1, -2) - delta)
    return [d_s @ K * r, np.swapaxes(d_s, -1, -2) @ (Q * r), np.swapaxes(w, -1, -2) @ d_output]
""",
    ),
    Right(
        "float32",
        _code(
            forward="Q, K, V, d_output = map(np.float32, (Q, K, V, d_output)); r = np.float32(r); "
            's = np.einsum("...qd,...kd->...qk", Q, K) * r'
        ),
    ),
    Right(
        "central differences",
        """
def attention_backward(Q, K, V, d_output):
    def loss(*parts):
        s = parts[0] @ np.swapaxes(parts[1], -1, -2) / math.sqrt(Q.shape[-1])
        p = np.exp(s - s.max(-1, keepdims=True))
        return (d_output * (p / p.sum(-1, keepdims=True) @ parts[2])).sum()
    gradients = []
    for place, part in enumerate((Q, K, V)):
        g = np.zeros(part.shape)
        for index in np.ndindex(part.shape):
            step = np.zeros(part.shape)
            step[index] = 1e-5
            up, down = [Q, K, V], [Q, K, V]
            up[place], down[place] = part + step, part - step
            g[index] = (loss(*up) - loss(*down)) / 2e-5
        gradients.append(g)
    return tuple(gradients)
""",
    ),
]
