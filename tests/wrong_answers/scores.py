"""Answers to the exercise ``scores``."""

from __future__ import annotations

from tests.wrong_answers.answers import Right, Wrong

WRONG = [
    Wrong(
        "reshaped",
        "sibling",
        "reshaped",
        """
def scores(Q, K):
    *batch, n_k, d_k = K.shape
    return Q @ K.reshape(*batch, d_k, n_k)
""",
    ),
    Wrong(
        "mean of the products",
        "sibling",
        "averaged",
        """
def scores(Q, K):
    return np.mean(Q[..., :, None, :] * K[..., None, :, :], axis=-1)
""",
    ),
    Wrong(
        "keys ask",
        "H4",
        "transposed",
        """
def scores(Q, K):
    return np.einsum("...kd,...qd->...kq", K, Q)
""",
    ),
    Wrong(
        "keys ask, transposed by .T",
        "sibling",
        "transposed",
        """
def scores(Q, K):
    return np.matmul(K, np.moveaxis(Q, -1, -2))
""",
    ),
    Wrong(
        "no transpose",
        "H4",
        "transpose_missing",
        """
def scores(Q, K):
    return np.matmul(Q, K)
""",
    ),
    Wrong(
        "K.T with a batch",
        "sibling",
        "batch_transposed",
        """
def scores(Q, K):
    return np.matmul(Q, K.transpose())
""",
    ),
    Wrong(
        "scaled too early",
        "S2",
        "scaled_already",
        """
def scores(Q, K):
    d = Q.shape[-1]
    return np.einsum("...qd,...kd->...qk", Q, K) * d ** -0.5
""",
    ),
    Wrong(
        "weights already",
        "sibling",
        "softmax_already",
        """
def scores(Q, K):
    s = np.einsum("...qd,...kd->...qk", Q, K)
    e = np.exp(s)
    return e / e.sum(-1)[..., None]
""",
    ),
    Wrong(
        "scaled weights already",
        "sibling",
        "softmax_already",
        """
def scores(Q, K):
    s = np.einsum("...qd,...kd->...qk", Q, K) / np.sqrt(K.shape[-1])
    e = np.exp(s - s.max(-1)[..., None])
    return e / e.sum(-1)[..., None]
""",
    ),
    Wrong(
        "entry by entry",
        "sibling",
        "elementwise",
        """
def scores(Q, K):
    return np.multiply(Q, K)
""",
    ),
    Wrong(
        "cosine",
        "sibling",
        "cosine",
        """
def scores(Q, K):
    q = Q / np.sqrt((Q * Q).sum(-1, keepdims=True))
    k = K / np.sqrt((K * K).sum(-1, keepdims=True))
    return np.einsum("...qd,...kd->...qk", q, k)
""",
    ),
    Wrong(
        "negative squared distance",
        "sibling",
        "distance",
        """
def scores(Q, K):
    q2, k2 = (Q * Q).sum(-1)[..., None], (K * K).sum(-1)[..., None, :]
    return -(q2 + k2 - 2 * np.einsum("...qd,...kd->...qk", Q, K))
""",
    ),
    Wrong(
        "sums multiplied",
        "sibling",
        "summed_before",
        """
def scores(Q, K):
    return np.einsum("...qd,...ke->...qk", Q, K)
""",
    ),
    Wrong(
        "queries ask queries",
        "H3",
        "keys_unused",
        """
def scores(Q, K):
    return np.einsum("...qd,...kd->...qk", Q, Q)
""",
    ),
    Wrong(
        "keys ask keys",
        "H3",
        "queries_unused",
        """
def scores(Q, K):
    return np.einsum("...qd,...kd->...qk", K, K)
""",
    ),
    Wrong(
        "called with four things",
        "sibling",
        "wrong_parameters",
        """
def scores(Q, K, V, mask):
    return Q @ np.swapaxes(K, -1, -2)
""",
    ),
    Wrong(
        "printed",
        "sibling",
        "returns_none",
        """
def scores(Q, K):
    print(Q @ np.swapaxes(K, -1, -2))
""",
    ),
]

RIGHT = [
    Right(
        "three loops",
        """
def scores(Q, K):
    if Q.ndim > 2:
        return np.stack([scores(q, k) for q, k in zip(Q, K)])
    out = np.zeros((len(Q), len(K)))
    for i in range(len(Q)):
        for j in range(len(K)):
            for f in range(Q.shape[1]):
                out[i, j] += Q[i, f] * K[j, f]
    return out
""",
    ),
    Right(
        "einsum in float32",
        """
def scores(Q, K):
    return np.einsum("...qd,...kd->...qk", Q.astype(np.float32), K.astype(np.float32))
""",
    ),
    Right(
        "broadcast and sum",
        """
def scores(Q, K):
    return (Q[..., :, None, :] * K[..., None, :, :]).sum(axis=-1)
""",
    ),
    Right(
        "lists",
        """
def scores(Q, K):
    if np.ndim(Q) > 2:
        return [scores(q, k) for q, k in zip(Q, K)]
    return [[sum(a * b for a, b in zip(q, k)) for k in K.tolist()] for q in Q.tolist()]
""",
    ),
]
