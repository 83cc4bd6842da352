"""Answers to the exercise ``softmax``."""

from __future__ import annotations

from tests.wrong_answers.answers import Right, Wrong

WRONG = [
    Wrong(
        "a zero among the candidates for the maximum",
        "sibling",
        "maximum_from_zero",
        """
def softmax(x):
    top = np.max(x, axis=-1, keepdims=True, initial=0)
    return np.exp(x - top) / np.exp(x - top).sum(-1, keepdims=True)
""",
    ),
    Wrong(
        "the largest size",
        "sibling",
        "not_the_maximum",
        """
def softmax(x):
    e = np.exp(x - np.max(np.abs(x), axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)
""",
    ),
    Wrong(
        "columns",
        "X1",
        "wrong_axis",
        """
def softmax(x):
    e = np.exp(x - np.max(x, axis=0))
    return e / np.sum(e, axis=0)
""",
    ),
    Wrong(
        "columns, also of a batch, no maximum",
        "X1",
        "wrong_axis",
        """
def softmax(x):
    e = np.exp(x)
    return e / np.sum(e, axis=-2)[..., None, :]
""",
    ),
    Wrong(
        "axis=1",
        "X1",
        "axis_from_front",
        """
def softmax(x):
    e = np.exp(x - np.max(x, axis=1, keepdims=True))
    return e / np.sum(e, axis=1, keepdims=True)
""",
    ),
    Wrong(
        "one sum for all",
        "X1",
        "whole_matrix",
        """
def softmax(x):
    e = np.exp(x)
    return e / np.sum(e)
""",
    ),
    Wrong(
        "one sum for all, one maximum for all",
        "sibling",
        "whole_matrix",
        """
def softmax(x):
    flat = x.ravel()
    e = np.exp(flat - max(flat))
    return (e / sum(e)).reshape(x.shape)
""",
    ),
    Wrong(
        "no keepdims, without maximum",
        "sibling",
        "keepdims_missing",
        """
def softmax(x):
    return np.exp(x) / np.exp(x).sum(-1)
""",
    ),
    Wrong(
        "overflow",
        "X4",
        "no_maximum",
        """
def softmax(x):
    e = math.e ** x
    return e / e.sum(axis=-1)[..., None]
""",
    ),
    Wrong(
        "one maximum for all rows",
        "X4",
        "maximum_wrong_axis",
        """
def softmax(x):
    e = np.exp(x - np.amax(x))
    return e / e.sum(-1, keepdims=True)
""",
    ),
    Wrong(
        "maximum of the column",
        "X4",
        "maximum_wrong_axis",
        """
def softmax(x):
    top = np.amax(x, axis=-2)[..., None, :]
    e = np.exp(x - top)
    return e / e.sum(-1, keepdims=True)
""",
    ),
    Wrong(
        "no exp below the line",
        "X3",
        "exp_missing_below",
        """
def softmax(x):
    total = np.sum(x, axis=-1)[..., None]
    return np.exp(x) / total
""",
    ),
    Wrong(
        "no exp at all",
        "X3",
        "exp_missing",
        """
def softmax(x):
    return x / np.sum(x, axis=-1)[..., None]
""",
    ),
    Wrong(
        "not divided",
        "X3",
        "sum_missing",
        """
def softmax(x):
    return np.exp(x)
""",
    ),
    Wrong(
        "logarithm",
        "sibling",
        "logarithm",
        """
def softmax(x):
    top = x.max(axis=-1, keepdims=True)
    return x - top - np.log(np.exp(x - top).sum(axis=-1, keepdims=True))
""",
    ),
    Wrong(
        "minus in the exponent",
        "sibling",
        "sign_reversed",
        """
def softmax(x):
    e = np.exp(x.min(axis=-1, keepdims=True) - x)
    return e / e.sum(axis=-1, keepdims=True)
""",
    ),
    Wrong(
        "powers of two",
        "sibling",
        "wrong_base",
        """
def softmax(x):
    e = 2.0 ** (x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
""",
    ),
    Wrong(
        "sigmoid",
        "sibling",
        "sigmoid",
        """
def softmax(x):
    return 0.5 * (1 + np.tanh(x / 2))
""",
    ),
    Wrong(
        "argmax",
        "sibling",
        "hard_maximum",
        """
def softmax(x):
    out = np.zeros_like(x)
    np.put_along_axis(out, x.argmax(axis=-1)[..., None], 1.0, axis=-1)
    return out
""",
    ),
    Wrong(
        "in place",
        "sibling",
        "modifies_inputs",
        """
def softmax(x):
    x -= x.max(axis=-1, keepdims=True)
    np.exp(x, out=x)
    x /= x.sum(axis=-1, keepdims=True)
    return x
""",
    ),
    Wrong(
        "never ends",
        "sibling",
        "too_slow",
        """
def softmax(x):
    total = 0
    while total < 1:
        total += 0
    return x
""",
    ),
    Wrong(
        "forgotten return",
        "sibling",
        "returns_none",
        """
def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    result = e / e.sum(axis=-1, keepdims=True)
""",
    ),
    Wrong(
        "stub",
        "sibling",
        "not_written",
        """
def softmax(x):
    raise NotImplementedError
""",
    ),
    Wrong(
        "yield",
        "sibling",
        "not_numbers",
        """
def softmax(x):
    for row in x:
        yield np.exp(row) / np.exp(row).sum()
""",
    ),
    Wrong(
        "keepdims left out of the maximum",
        "sibling",
        "keepdims_missing",
        """
def softmax(x):
    powers = np.exp(x - x.max(axis=-1))
    return powers / powers.sum(axis=-1, keepdims=True)
""",
    ),
    Wrong(
        "the row's mean subtracted",
        "X4",
        "not_the_maximum",
        """
def softmax(x):
    e = np.exp(x - np.mean(x, axis=-1)[..., None])
    return e / e.sum(-1, keepdims=True)
""",
    ),
    Wrong(
        "the row's minimum subtracted",
        "X4",
        "not_the_maximum",
        """
def softmax(x):
    e = np.exp(x - x.min(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
""",
    ),
    Wrong(
        "the row's median subtracted",
        "X4",
        "not_the_maximum",
        """
def softmax(x):
    e = np.exp(x - np.median(x, axis=-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
""",
    ),
    Wrong(
        "the row's first entry subtracted",
        "X4",
        "not_the_maximum",
        """
def softmax(x):
    e = np.exp(x - x[..., [0]])
    return e / e.sum(-1, keepdims=True)
""",
    ),
    Wrong(
        "the row's last entry subtracted",
        "X4",
        "not_the_maximum",
        """
def softmax(x):
    e = np.exp(x - x[..., [-1]])
    return e / e.sum(-1, keepdims=True)
""",
    ),
    Wrong(
        "the row's largest absolute value subtracted",
        "X4",
        "not_the_maximum",
        """
def softmax(x):
    e = np.exp(x - abs(x).max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
""",
    ),
    Wrong(
        "in place, on a copy, in the inputs’ own kind of number",
        "sibling",
        "whole_numbers",
        """
def softmax(x):
    y = np.array(x, copy=True)
    y -= y.max(axis=-1)[..., None]
    np.exp(y, out=y)
    y /= y.sum(axis=-1)[..., None]
    return y
""",
    ),
]

RIGHT = [
    Right(
        "a loop over rows",
        """
def softmax(x):
    rows = x.reshape(-1, x.shape[-1])
    out = []
    for row in rows:
        top = max(row)
        powers = [math.exp(v - top) for v in row]
        out.append([p / sum(powers) for p in powers])
    return np.array(out).reshape(x.shape)
""",
    ),
    Right(
        "float32, through the logarithm",
        """
def softmax(x):
    x = x.astype(np.float32)
    x = x - x.max(axis=-1, keepdims=True)
    return np.exp(x - np.log(np.exp(x).sum(axis=-1, keepdims=True)))
""",
    ),
    Right(
        "in place, on a copy",
        """
def softmax(x):
    y = np.array(x, float, copy=True)
    y -= y.max(axis=-1)[..., None]
    np.exp(y, out=y)
    y /= y.sum(axis=-1)[..., None]
    return y
""",
    ),
    Right(
        "with an axis of its own",
        """
def softmax(x, axis=-1):
    powers = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return powers / np.sum(powers, axis=axis, keepdims=True)
""",
    ),
]
