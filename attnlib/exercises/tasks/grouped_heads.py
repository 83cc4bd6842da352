"""grouped_heads(Q, K, V): several query heads share one head of keys and values."""

from __future__ import annotations

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


def _repeat(x: Array, times: int) -> Array:
    """Give each head of keys to a run of neighbouring query heads: 0, 0, 1, 1."""
    return np.repeat(x, times, axis=-3)


def _in_turns(x: Array, times: int) -> Array:
    """Give the heads of keys out in turns: 0, 1, 0, 1."""
    return np.concatenate([x] * times, axis=-3)


def _first(x: Array, times: int) -> Array:
    return np.broadcast_to(x[..., :1, :, :], _repeat(x, times).shape)


def _last(x: Array, times: int) -> Array:
    return np.broadcast_to(x[..., -1:, :, :], _repeat(x, times).shape)


def _mean(x: Array, times: int) -> Array:
    return np.broadcast_to(x.mean(axis=-3, keepdims=True), _repeat(x, times).shape)


def _run(
    Q: Array, K: Array, V: Array, *, keys: Function = _repeat, values: Function | None = None, **mistakes: Any
) -> tuple[Array, Array]:
    times = Q.shape[-3] // K.shape[-3]
    return attend(Q, keys(K, times), (values or keys)(V, times), **mistakes)


def _queries_averaged(Q: Array, K: Array, V: Array) -> tuple[Array, Array]:
    times = Q.shape[-3] // K.shape[-3]
    return attend(Q.reshape(*Q.shape[:-3], K.shape[-3], times, *Q.shape[-2:]).mean(axis=-3), K, V)


def _queries_cut(Q: Array, K: Array, V: Array) -> tuple[Array, Array]:
    return attend(Q[..., : K.shape[-3], :, :], K, V)


def _repeated(Q: Array, K: Array, V: Array, *, times: int) -> tuple[Array, Array]:
    return attend(Q, _repeat(K, times), _repeat(V, times))


def _inputs(
    h: int, h_kv: int, n_q: int, n_k: int, d_k: int, d_v: int, *, seed: int, batch: tuple[int, ...] = ()
) -> tuple[Array, ...]:
    shapes = ((h, n_q, d_k), (h_kv, n_k, d_k), (h_kv, n_k, d_v))
    return tuple(numbers(*batch, *shape, seed=seed + place) for place, shape in enumerate(shapes))


def _large(Q: Array, K: Array, V: Array) -> tuple[Array, ...]:
    return Q * 64, K * 64, V


EXERCISE = Exercise(
    name="grouped_heads",
    lesson="04",
    rank=4,
    signature="def grouped_heads(Q, K, V):  # (..., h, n_q, d_k), (..., h_kv, n_k, d_k), (..., h_kv, n_k, "
    "d_v) "
    "-> (..., h, n_q, d_v)",
    reference=_run,
    cases=(
        Case("one key, one value: all queries get it", _inputs(2, 1, 3, 1, 4, 5, seed=400)),
        Case("as many heads of keys as of queries: plain heads", _inputs(2, 2, 1, 3, 5, 2, seed=405)),
        Case("as many queries as keys", _inputs(2, 1, 3, 3, 5, 4, seed=491)),
        Case("one head of keys, shared by all", _inputs(3, 1, 2, 4, 6, 3, seed=410)),
        Case("four query heads, two heads of keys: neighbours share", _inputs(4, 2, 3, 5, 7, 6, seed=420)),
        Case("six query heads, two heads of keys", _inputs(6, 2, 1, 3, 5, 7, seed=430)),
        Case("large scores: nothing overflows", _large(*_inputs(4, 2, 3, 5, 7, 6, seed=450))),
        Case("whole numbers in, fractions out", whole(*_inputs(4, 2, 3, 5, 7, 6, seed=708))),
        Case(
            "single precision, stored column by column: the same numbers",
            stored_otherwise(*_inputs(4, 2, 3, 5, 7, 6, seed=470)),
        ),
        Case("a batch of sequences", _inputs(4, 2, 3, 5, 7, 6, seed=440, batch=(3,))),
        Case("a batch in two axes", _inputs(4, 2, 3, 5, 11, 6, seed=635, batch=(7, 1))),
    ),
    slips=(
        slip(
            "shared_in_turns",
            "Heads of keys are given out in turns (0, 1, 0, 1). Neighbouring query heads share: 0, 0, 1, 1; "
            "np.repeat, not np.tile.",
            partial(_run, keys=_in_turns),
        ),
        slip(
            "values_grouped_otherwise",
            "Keys and values are given out in different orders, so a head weighs one head's keys and mixes "
            "another's values.",
            partial(_run, keys=_repeat, values=_in_turns),
            partial(_run, keys=_in_turns, values=_repeat),
        ),
        slip(
            "first_only",
            "Every query head uses the same head of keys, the first or the last.",
            partial(_run, keys=_first),
            partial(_run, keys=_last),
        ),
        slip(
            "keys_averaged",
            "The heads of keys and values are averaged. Each group has its own.",
            partial(_run, keys=_mean),
        ),
        slip(
            "queries_averaged",
            "There are too few heads in the result: the queries of a group are averaged. Every query head "
            "attends by itself.",
            _queries_averaged,
        ),
        slip(
            "queries_cut",
            "There are too few heads in the result: only the first query heads attend. Repeat K and V "
            "instead.",
            _queries_cut,
        ),
        slip(
            "groups_reversed",
            "The groups come in the wrong order: the first query heads use the first head of keys.",
            partial(_run, keys=lambda x, times: np.flip(_repeat(x, times), axis=-3)),
        ),
        slip(
            "repeat_missing",
            "K and V have fewer heads than Q and can't be multiplied with it. Repeat each of their heads h "
            "// h_kv times.",
            attend,
        ),
        slip(
            "group_fixed",
            "The heads are repeated a fixed number of times. It must follow the inputs: h // h_kv.",
            *(partial(_repeated, times=times) for times in (2, 3, 4)),
        ),
        slip(
            "tokens_repeated",
            "The keys are repeated along the tokens. It is the heads' axis, -3, that must grow.",
            partial(_run, keys=lambda x, times: np.repeat(x, times, axis=-2)),
        ),
        slip(
            "axis_from_front",
            "The heads' axis is counted from the front, which fails for a batch. It is axis=-3.",
            partial(_run, keys=lambda x, times: np.repeat(x, times, axis=0)),
            partial(_run, keys=lambda x, times: np.repeat(x, times, axis=1)),
        ),
        *scale_slips(_run),
        *softmax_slips(_run),
        slip(
            "wrong_axis",
            "The softmax runs along another axis than the keys. A query's budget is its row: axis=-1.",
            partial(_run, normalise=partial(budget, axis=-2)),
            partial(_run, normalise=partial(budget, axis=-3)),
        ),
        slip(
            "mix_transposed",
            "The weights are transposed before they meet the values: weights @ V.",
            partial(_run, mix=lambda weights, V: flip(weights) @ V),
        ),
        *overflow_slips(_run),
        *step_slips(_run),
        *(made for made in product_slips(_run) if made.word != "axis_from_front"),
    ),
    hints=(
        "Give every query head a head of keys and values of its own by repeating them; then attend as "
        "before.",
        "With g = h / h_kv, query head i uses keys and values of head i // g.",
        "g = Q.shape[-3] // K.shape[-3]; K = np.repeat(K, g, axis=…), V as well; softmax(Q Kᵀ / √d_k) V",
    ),
    solution="""
def grouped_heads(Q, K, V):
    group = Q.shape[-3] // K.shape[-3]
    K, V = np.repeat(K, group, axis=-3), np.repeat(V, group, axis=-3)  # (..., h, n_k, d)
    scaled = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])  # (..., h, n_q, n_k)
    powers = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ V, weights
""",
    outputs=("output", "weights"),
    first_alone=True,
)
