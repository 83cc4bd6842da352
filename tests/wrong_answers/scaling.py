"""Answers to the exercise ``scaling``."""

from __future__ import annotations

from tests.wrong_answers.answers import Right, Wrong

WRONG = [
    Wrong(
        "reshaped",
        "sibling",
        "reshaped",
        """
def scaled_scores(Q, K):
    *batch, n_k, d_k = K.shape
    return Q @ np.reshape(K, (*batch, d_k, n_k)) / d_k**0.5
""",
    ),
    Wrong(
        "not scaled",
        "S2 G2",
        "scale_missing",
        """
def scaled_scores(Q, K):
    return np.einsum("...qd,...kd->...qk", Q, K)
""",
    ),
    Wrong(
        "d_k",
        "G2",
        "scale_not_rooted",
        """
def scaled_scores(Q, K):
    return np.einsum("...qd,...kd->...qk", Q / Q.shape[-1], K)
""",
    ),
    Wrong(
        "both by the root",
        "G2",
        "scale_not_rooted",
        """
def scaled_scores(Q, K):
    r = math.sqrt(K.shape[-1])
    return np.einsum("...qd,...kd->...qk", Q / r, K / r)
""",
    ),
    Wrong(
        "times the root",
        "G2",
        "scale_multiplied",
        """
def scaled_scores(Q, K):
    return np.einsum("...qd,...kd->...qk", Q, K) * math.sqrt(K.shape[-1])
""",
    ),
    Wrong(
        "d squared",
        "G2",
        "scale_squared",
        """
def scaled_scores(Q, K):
    return np.einsum("...qd,...kd->...qk", Q, K) / Q.shape[-1] / Q.shape[-1]
""",
    ),
    Wrong(
        "fourth root on one side",
        "sibling",
        "scale_fourth_root",
        """
def scaled_scores(Q, K):
    return np.einsum("...qd,...kd->...qk", Q / np.sqrt(np.sqrt(Q.shape[-1])), K)
""",
    ),
    Wrong(
        "number of keys",
        "S1",
        "scale_by_tokens",
        """
def scaled_scores(Q, K):
    s = np.einsum("...qd,...kd->...qk", Q, K)
    return s / math.sqrt(s.shape[-1])
""",
    ),
    Wrong(
        "number of queries",
        "S1",
        "scale_by_tokens",
        """
def scaled_scores(Q, K):
    s = np.einsum("...qd,...kd->...qk", Q, K)
    return s / math.sqrt(s.shape[-2])
""",
    ),
    Wrong(
        "length of Q",
        "S1",
        "scale_by_tokens",
        """
def scaled_scores(Q, K):
    return np.einsum("...qd,...kd->...qk", Q, K) / math.sqrt(len(Q))
""",
    ),
    Wrong(
        "always 8",
        "S1",
        "scale_fixed",
        """
def scaled_scores(Q, K):
    return np.einsum("...qd,...kd->...qk", Q, K) * 0.125
""",
    ),
    Wrong(
        "always 2",
        "sibling",
        "scale_fixed",
        """
def scaled_scores(Q, K):
    return np.einsum("...qd,...kd->...qk", Q, K) / 2
""",
    ),
    Wrong(
        "logarithm",
        "sibling",
        "scale_logarithm",
        """
def scaled_scores(Q, K):
    return np.einsum("...qd,...kd->...qk", Q, K) / np.log2(Q.shape[-1])
""",
    ),
    Wrong(
        "by their own spread",
        "sibling",
        "standardised",
        """
def scaled_scores(Q, K):
    s = np.einsum("...qd,...kd->...qk", Q, K)
    return s / np.std(s)
""",
    ),
    Wrong(
        "cosine",
        "sibling",
        "cosine",
        """
def scaled_scores(Q, K):
    q = Q / np.sqrt((Q * Q).sum(-1, keepdims=True))
    k = K / np.sqrt((K * K).sum(-1, keepdims=True))
    return np.einsum("...qd,...kd->...qk", q, k)
""",
    ),
    Wrong(
        "keys ask",
        "sibling",
        "transposed",
        """
def scaled_scores(Q, K):
    return np.einsum("...qd,...kd->...kq", Q, K) / math.sqrt(Q.shape[-1])
""",
    ),
    Wrong(
        "K.T with a batch",
        "sibling",
        "batch_transposed",
        """
def scaled_scores(Q, K):
    return Q.dot(K.T) / math.sqrt(Q.shape[-1]) if Q.ndim == 2 else Q @ K.T / math.sqrt(Q.shape[-1])
""",
    ),
    Wrong(
        "softmax as well",
        "sibling",
        "softmax_already",
        """
def scaled_scores(Q, K):
    e = np.exp(np.einsum("...qd,...kd->...qk", Q, K) / math.sqrt(Q.shape[-1]))
    return e / e.sum(-1)[..., None]
""",
    ),
    Wrong(
        "in place, on its own scores, in the inputs’ own kind of number",
        "sibling",
        "whole_numbers",
        """
def scaled_scores(Q, K):
    scores = np.matmul(Q, np.moveaxis(K, -1, -2))
    scores /= np.sqrt(K.shape[-1])
    return scores
""",
    ),
]

RIGHT = [
    Right(
        "q scaled first (S4)",
        """
def scaled_scores(Q, K):
    Q = Q / math.sqrt(Q.shape[-1])
    return Q @ np.swapaxes(K, -1, -2)
""",
    ),
    Right(
        "both by the fourth root (S4)",
        """
def scaled_scores(Q, K):
    r = Q.shape[-1] ** 0.25
    return np.einsum("...qd,...kd->...qk", Q / r, K / r)
""",
    ),
    Right(
        "float32, times the reciprocal",
        """
def scaled_scores(Q, K):
    q, k = np.float32(Q), np.float32(K)
    return np.einsum("...qd,...kd->...qk", q, k) * np.float32(1 / math.sqrt(k.shape[-1]))
""",
    ),
    Right(
        "in place, on its own scores",
        """
def scaled_scores(Q, K):
    scores = np.matmul(Q, np.moveaxis(K, -1, -2))
    scores = scores.astype(float)
    scores /= np.sqrt(K.shape[-1])
    return scores
""",
    ),
]
