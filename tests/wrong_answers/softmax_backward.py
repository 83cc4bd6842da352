"""Answers to the exercise ``softmax_backward``."""

from __future__ import annotations

from tests.wrong_answers.answers import Right, Wrong

WRONG = [
    Wrong(
        "weighed outside the sum",
        "sibling",
        "sum_unweighted",
        """
def softmax_backward(weights, d_weights):
    total = np.sum(d_weights, axis=-1, keepdims=True)
    return weights * d_weights - weights * weights * total
""",
    ),
    Wrong(
        "no sum",
        "sibling",
        "sum_missing",
        """
def softmax_backward(weights, d_weights):
    return np.multiply(weights, d_weights)
""",
    ),
    Wrong(
        "diagonal of the Jacobian",
        "sibling",
        "diagonal_only",
        """
def softmax_backward(weights, d_weights):
    return d_weights * (weights - weights**2)
""",
    ),
    Wrong(
        "factor w missing",
        "sibling",
        "weights_missing",
        """
def softmax_backward(weights, d_weights):
    return d_weights - np.einsum("...j,...j->...", weights, d_weights)[..., None]
""",
    ),
    Wrong(
        "plain sum",
        "sibling",
        "sum_unweighted",
        """
def softmax_backward(weights, d_weights):
    return weights * d_weights - weights * d_weights.sum(-1)[..., None]
""",
    ),
    Wrong(
        "plain mean",
        "sibling",
        "sum_unweighted",
        """
def softmax_backward(weights, d_weights):
    return weights * (d_weights - np.mean(d_weights, -1)[..., None])
""",
    ),
    Wrong(
        "sum over everything",
        "X1",
        "whole_matrix",
        """
def softmax_backward(weights, d_weights):
    return weights * (d_weights - np.vdot(weights, d_weights))
""",
    ),
    Wrong(
        "sum down the columns",
        "X1",
        "wrong_axis",
        """
def softmax_backward(weights, d_weights):
    return weights * (d_weights - np.einsum("...ij,...ij->...j", weights, d_weights)[..., None, :])
""",
    ),
    Wrong(
        "axis=1",
        "X1",
        "axis_from_front",
        """
def softmax_backward(weights, d_weights):
    inner = np.sum(weights * d_weights, axis=1, keepdims=True)
    return weights * d_weights - weights * inner
""",
    ),
    Wrong(
        "no keepdims",
        "sibling",
        "keepdims_missing",
        """
def softmax_backward(weights, d_weights):
    return weights * (d_weights - np.einsum("...j,...j->...", weights, d_weights))
""",
    ),
    Wrong(
        "sign",
        "sibling",
        "sign_reversed",
        """
def softmax_backward(weights, d_weights):
    inner = np.einsum("...j,...j->...", weights, d_weights)[..., None]
    return weights * (inner - d_weights)
""",
    ),
    Wrong(
        "sum outside the brackets",
        "sibling",
        "sum_not_multiplied",
        """
def softmax_backward(weights, d_weights):
    g = weights * d_weights
    return g - g.sum(-1)[..., None]
""",
    ),
    Wrong(
        "softmax of weights",
        "sibling",
        "softmax_again",
        """
def softmax_backward(weights, d_weights):
    w = np.exp(weights)
    w = w / w.sum(-1, keepdims=True)
    return w * (d_weights - (w * d_weights).sum(-1, keepdims=True))
""",
    ),
    Wrong(
        "identity",
        "G5",
        "passed_through",
        """
def softmax_backward(weights, d_weights):
    return d_weights.copy()
""",
    ),
    Wrong(
        "in place",
        "sibling",
        "modifies_inputs",
        """
def softmax_backward(weights, d_weights):
    d_weights -= (weights * d_weights).sum(axis=-1, keepdims=True)
    d_weights *= weights
    return d_weights
""",
    ),
]

RIGHT = [
    Right(
        "the whole Jacobian, row by row",
        """
def softmax_backward(weights, d_weights):
    w, d = weights.reshape(-1, weights.shape[-1]), d_weights.reshape(-1, weights.shape[-1])
    rows = [(np.diag(a) - np.outer(a, a)) @ b for a, b in zip(w, d)]
    return np.array(rows).reshape(weights.shape)
""",
    ),
    Right(
        "multiplied out",
        """
def softmax_backward(weights, d_weights):
    g = weights * d_weights
    return g - weights * g.sum(axis=-1)[..., None]
""",
    ),
    Right(
        "float32 einsum",
        """
def softmax_backward(weights, d_weights):
    w, d = np.float32(weights), np.float32(d_weights)
    return w * d - np.einsum("...i,...j,...j->...i", w, w, d)
""",
    ),
]
