"""multi_head(X, W_Q, W_K, W_V, W_O, n_heads): several attentions side by side."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from attnlib.exercises.exercise import Case, Exercise, Function, slip
from attnlib.exercises.mistaken import attend, budget, flip
from attnlib.exercises.numbers import numbers, stored_otherwise, whole
from attnlib.exercises.tasks._products import overflow_slips, product_slips, step_slips
from attnlib.exercises.tasks._scales import scale_slips
from attnlib.exercises.tasks._softmaxes import softmax_slips
from attnlib.maths.check import Array
from attnlib.maths.heads.trace import merge_heads, split_heads


def _run(
    X: Array,
    W_Q: Array,
    W_K: Array,
    W_V: Array,
    W_O: Array,
    n_heads: int,
    *,
    split: Function = split_heads,
    merge: Function = merge_heads,
    join: Function = np.matmul,
    **mistakes: Any,
) -> tuple[Array, Array]:
    """Multi-head attention of which each step can be replaced by a mistaken one."""
    Q, K, V = (split(X @ W, n_heads) for W in (W_Q, W_K, W_V))
    outputs, weights = attend(Q, K, V, **mistakes)
    return join(merge(outputs), W_O), weights


def _sliced(X: Array, W_Q: Array, W_K: Array, W_V: Array, W_O: Array, n_heads: int) -> Array:
    """Each head sees only its slice of the embedding."""
    cut = [np.array_split(W, n_heads) for W in (W_Q, W_K, W_V)]
    outputs = []
    for i, x in enumerate(np.array_split(X, n_heads, axis=-1)):
        q, k, v = (x @ np.array_split(W[i], n_heads, axis=1)[i] for W in cut)
        outputs.append(attend(q, k, v)[0])
    return np.concatenate(outputs, axis=-1) @ W_O


def _one_head(
    X: Array, W_Q: Array, W_K: Array, W_V: Array, W_O: Array, n_heads: int, **mistakes: Any
) -> Array:
    return attend(X @ W_Q, X @ W_K, X @ W_V, **mistakes)[0] @ W_O


def _model_width(X: Array, *others: Any) -> tuple[Array, Array]:
    return _run(X, *others, divisor=lambda Q, K, V: math.sqrt(X.shape[-1]))


def _all_heads(X: Array, W_Q: Array, *others: Any) -> tuple[Array, Array]:
    return _run(X, W_Q, *others, divisor=lambda Q, K, V: math.sqrt(W_Q.shape[-1]))


def _scrambled(x: Array, n_heads: int) -> Array:
    return x.reshape(*x.shape[:-2], n_heads, x.shape[-2], -1)


def _unscrambled(x: Array) -> Array:
    return x.reshape(*x.shape[:-3], x.shape[-2], -1)


def _interleaved(x: Array, n_heads: int) -> Array:
    return np.moveaxis(x.reshape(*x.shape[:-1], -1, n_heads), -1, -3)


def _not_swapped(x: Array, n_heads: int) -> Array:
    return x.reshape(*x.shape[:-1], n_heads, -1)


def _values_from(place: int, *arguments: Any) -> tuple[Array, Array]:
    X, W_Q, W_K, _, W_O, n_heads = arguments
    return _run(X, W_Q, W_K, arguments[place], W_O, n_heads)


def _inputs(
    n: int, d_model: int, h: int, d_k: int, d_v: int, d_out: int, *, seed: int, batch: tuple[int, ...] = ()
) -> tuple[Any, ...]:
    shapes = ((d_model, h * d_k), (d_model, h * d_k), (d_model, h * d_v), (h * d_v, d_out))
    weights = (numbers(*shape, seed=seed + place + 1) / 2 for place, shape in enumerate(shapes))
    return (numbers(*batch, n, d_model, seed=seed), *weights, h)


def _with_identity(X: Array, W_Q: Array, W_K: Array, W_V: Array, W_O: Array, h: int) -> tuple[Any, ...]:
    return X, W_Q, W_K, W_V, np.eye(W_V.shape[1]), h


def _large(X: Array, *others: Any) -> tuple[Any, ...]:
    return X * 64, *others


EXERCISE = Exercise(
    name="multi_head",
    lesson="04",
    rank=3,
    signature="def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):  "
    "# (..., n, d_model), (d_model, h·d_k) twice, (d_model, h·d_v), (h·d_v, d_out) -> (..., n, d_out)",
    reference=_run,
    cases=(
        Case("one token, W_O the identity: its values", _with_identity(*_inputs(1, 4, 2, 3, 2, 5, seed=300))),
        Case("one token: its values go through W_O", _inputs(1, 4, 2, 3, 2, 5, seed=305)),
        Case("one token, three heads", _inputs(1, 5, 3, 2, 3, 4, seed=308)),
        Case("one head", _inputs(3, 4, 1, 5, 2, 6, seed=310)),
        Case("one head, wider", _inputs(4, 5, 1, 7, 3, 2, seed=315)),
        Case(
            "two heads, W_O the identity: their outputs side by side",
            _with_identity(*_inputs(3, 4, 2, 5, 3, 6, seed=320)),
        ),
        Case("three heads, every width another", _inputs(4, 6, 3, 2, 5, 7, seed=330)),
        Case("all widths alike", _inputs(3, 6, 2, 3, 3, 6, seed=340)),
        Case("large scores: nothing overflows", _large(*_inputs(4, 6, 3, 2, 5, 7, seed=360))),
        Case("whole numbers in, fractions out", whole(*_inputs(4, 6, 3, 2, 5, 7, seed=639))),
        Case(
            "single precision, stored column by column: the same numbers",
            stored_otherwise(*_inputs(4, 6, 3, 2, 5, 7, seed=380)),
        ),
        Case("a batch of sequences", _inputs(3, 6, 2, 5, 4, 7, seed=350, batch=(2,))),
        Case("a batch in two axes", _inputs(4, 5, 2, 11, 6, 7, seed=665, batch=(3, 2))),
    ),
    slips=(
        slip(
            "w_o_missing",
            "W_O is left out: the heads' outputs are side by side, but not joined. Finish with @ W_O.",
            partial(_run, join=lambda concat, W_O: concat),
        ),
        slip(
            "heads_scrambled",
            "Tokens and heads are mixed by a reshape without swapping axes. Cut with reshape(n, h, d), then "
            "swap to (h, n, d); "
            "and back again before merging.",
            partial(_run, split=_scrambled),
            partial(_run, split=_scrambled, merge=_unscrambled),
            partial(_run, merge=_unscrambled),
        ),
        slip(
            "attends_over_heads",
            "The axes of heads and tokens weren't swapped, so the heads of one token attend to each other. "
            "Attention needs "
            "(h, n, d).",
            partial(_run, split=_not_swapped, merge=lambda x: x.reshape(*x.shape[:-2], -1)),
        ),
        slip(
            "interleaved",
            "Columns are dealt out to the heads in turns. Head i owns a run of neighbours: columns i·d to "
            "(i+1)·d.",
            partial(_run, split=_interleaved),
            partial(
                _run,
                split=_interleaved,
                merge=lambda x: np.moveaxis(x, -3, -1).reshape(*x.shape[:-3], x.shape[-2], -1),
            ),
        ),
        slip(
            "one_head",
            "All columns make one wide head: n_heads is not used. Split Q, K and V first.",
            _one_head,
        ),
        slip(
            "embedding_sliced",
            "Each head sees only its slice of the embedding. Every head projects the whole vector: X @ W_Q, "
            "then split.",
            _sliced,
        ),
        *scale_slips(
            _run,
            slip(
                "scale_d_model",
                "The divisor is the root of the embedding's width. It must be of one head's: d_k = "
                "W_Q.shape[1] / n_heads.",
                _model_width,
            ),
            slip(
                "scale_all_heads",
                "The divisor is the root of all heads' widths together. It must be of one head's: d_k = "
                "W_Q.shape[1] / n_heads.",
                _all_heads,
            ),
        ),
        slip(
            "values_from_keys",
            "The values are made with another projection than their own. V = X @ W_V.",
            partial(_values_from, 1),
            partial(_values_from, 2),
        ),
        *softmax_slips(_run),
        slip(
            "wrong_axis",
            "The softmax runs along another axis than the keys. A query's budget is its row: axis=-1.",
            partial(_run, normalise=partial(budget, axis=-2)),
            partial(_run, normalise=partial(budget, axis=0)),
            partial(_run, normalise=partial(budget, axis=1)),
        ),
        slip(
            "heads_averaged",
            "The heads are averaged or summed. Lay their outputs side by side before W_O.",
            partial(_run, merge=lambda x: x.mean(axis=-3)),
            partial(_run, merge=lambda x: x.sum(axis=-3)),
            partial(
                _run, merge=lambda x: merge_heads(np.broadcast_to(x.mean(axis=-3, keepdims=True), x.shape))
            ),
        ),
        slip(
            "first_head_repeated",
            "Every head is the first one. Head i owns columns i·d to (i+1)·d.",
            partial(
                _run,
                split=lambda x, h: np.broadcast_to(split_heads(x, h)[..., :1, :, :], split_heads(x, h).shape),
            ),
        ),
        slip(
            "w_o_transposed",
            "W_O is used transposed. The heads' outputs are rows: concat @ W_O.",
            partial(_run, join=lambda concat, W_O: concat @ W_O.T),
        ),
        slip(
            "weights_transposed",
            "A projection is used transposed. Tokens are rows: X @ W_Q.",
            lambda X, W_Q, W_K, W_V, W_O, h: _run(X, W_Q.T, W_K.T, W_V.T, W_O, h),
            lambda X, W_Q, W_K, W_V, W_O, h: _run(X, W_Q.T, W_K.T, W_V.T, W_O.T, h),
        ),
        slip(
            "mix_transposed",
            "The weights are transposed before they meet the values: weights @ V.",
            partial(_run, mix=lambda weights, V: flip(weights) @ V),
        ),
        slip(
            "roles_exchanged",
            "Keys ask and queries are asked: W_Q and W_K have changed places, or the scores are transposed.",
            lambda X, W_Q, W_K, *others: _run(X, W_K, W_Q, *others),
        ),
        *overflow_slips(_run),
        *step_slips(_run),
        *(made for made in product_slips(_run) if made.word != "axis_from_front"),
    ),
    hints=(
        "Project the whole of X, deal the columns out to the heads, let each head attend, lay the outputs "
        "side by side, join them.",
        "MultiHead = Concat(head₁ … head_h) W_O, headᵢ = softmax(Qᵢ Kᵢᵀ / √d_k) Vᵢ, d_k the width of one "
        "head.",
        "Q = split_heads(X @ W_Q, n_heads), the same for K and V; attend as before on the last two axes; "
        "return merge_heads(output) @ …",
    ),
    solution="""
def multi_head(X, W_Q, W_K, W_V, W_O, n_heads):
    def split(x):  # (..., n, h · d) -> (..., h, n, d)
        return np.swapaxes(x.reshape(*x.shape[:-1], n_heads, -1), -2, -3)

    Q, K, V = split(X @ W_Q), split(X @ W_K), split(X @ W_V)
    scaled = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])  # (..., h, n, n)
    powers = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    heads = np.swapaxes(weights @ V, -2, -3)  # (..., n, h, d_v)
    return heads.reshape(*heads.shape[:-2], -1) @ W_O, weights
""",
    outputs=("output", "weights"),
    first_alone=True,
)
