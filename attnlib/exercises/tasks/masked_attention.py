"""masked_attention(Q, K, V, mask): attention that hides what a mask forbids, whatever stands there."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from attnlib.exercises.exercise import Case, Exercise, Function, slip
from attnlib.exercises.mistaken import attend, budget, flip
from attnlib.exercises.numbers import numbers, stored_otherwise, whole
from attnlib.exercises.tasks._masks import even_rows, mask_slips, zero_rows
from attnlib.exercises.tasks._products import product_slips
from attnlib.exercises.tasks._scales import scale_slips
from attnlib.exercises.tasks._softmaxes import softmax_slips
from attnlib.maths.attention import attention
from attnlib.maths.check import Array


def _right(Q: Array, K: Array, V: Array, mask: Array) -> tuple[Array, Array]:
    return attention(Q, K, V, mask=mask)


def _careful(Q: Array, K: Array, V: Array, mask: Array, **mistakes: Any) -> tuple[Array, Array]:
    """Attend and keep the promises for empty rows and for NaN behind the mask; with another mistake, if asked."""
    mistakes = {"normalise": zero_rows, **mistakes}
    return attend(Q, K, np.where(_seen(mask), V, 0), mask, **mistakes)


def _seen(mask: Array) -> Array:
    return np.asarray(mask.any(axis=-2))[..., None]


def _plain(Q: Array, K: Array, V: Array, mask: Array, **mistakes: Any) -> tuple[Array, Array]:
    return attend(Q, K, V, mask, **mistakes)


def _no_maximum(x: Array) -> Array:
    powers = np.exp(x)
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1, total)


def _both(word_slips: Any) -> tuple[Any, ...]:
    """Take the slips of careful and of plain attention together: either may carry them."""
    careful, plain = word_slips(_careful), word_slips(_plain)
    return tuple(slip(a.word, a.says, *a.wrong, *b.wrong) for a, b in zip(careful, plain, strict=True))


def _inputs(n_q: int, n_k: int, d_k: int, d_v: int, *, seed: int) -> tuple[Array, Array, Array]:
    return numbers(n_q, d_k, seed=seed), numbers(n_k, d_k, seed=seed + 1), numbers(n_k, d_v, seed=seed + 2)


def _with_nan() -> tuple[Array, ...]:
    Q, K, V = _inputs(2, 3, 4, 2, seed=230)
    V[1] = np.nan
    return Q, K, V, np.array([[True, False, True], [True, False, False]])


def _allowed_nan() -> tuple[Array, ...]:
    Q, K, V = _inputs(2, 3, 4, 2, seed=260)
    V[0, 1] = np.nan
    return Q, K, V, np.array([[True, True, False], [True, False, True]])


def _nan_in_key(mask: Array) -> tuple[Array, ...]:
    Q, K, V = _inputs(2, 3, 4, 2, seed=300)
    K[1, 0] = np.nan
    return Q, K, V, mask


def _hidden_in_one() -> tuple[Array, ...]:
    """Give two sequences: the last token is hidden in the first, where it holds NaN, and seen in the second."""
    Q, K, V = (numbers(2, n, d, seed=310 + n + d) for n, d in ((2, 4), (3, 4), (3, 5)))
    V[0, 2] = np.nan
    return Q, K, V, np.array([[[True, True, False]], [[True, True, True]]])


def _values_cleaned(Q: Array, K: Array, V: Array, mask: Array) -> tuple[Array, Array]:
    return _careful(Q, K, np.nan_to_num(V, posinf=0, neginf=0), mask)


def _output_cleaned(Q: Array, K: Array, V: Array, mask: Array) -> Array:
    return np.nan_to_num(_plain(Q, K, V, mask)[0])


def _all_or_none(Q: Array, K: Array, V: Array, mask: Array, *, within: Function) -> tuple[Array, Array]:
    """Ask whether any row is empty, and give them all zeros."""
    output, weights = within(Q, K, V, mask)
    return (output, weights) if mask.any(axis=-1).all() else (np.zeros_like(output), np.zeros_like(weights))


_T, _F = True, False
_QUERIES, _KEYS = np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
_HUGE_Q, _HUGE_K = np.array([[1.0], [-2.0]]) * 1e15, np.array([[-1.0], [0.5], [1.0]]) * 1e15
_BATCHES = tuple(numbers(2, 3, n, d, seed=290 + n + d) for n, d in ((2, 11), (5, 11), (5, 7)))
_BATCH = tuple(numbers(2, n, d, seed=240 + n) for n, d in ((3, 5), (4, 5), (4, 2)))

EXERCISE = Exercise(
    name="masked_attention",
    lesson="03",
    rank=4,
    signature="def masked_attention(Q, K, V, mask):  # mask (..., n_q, n_k), True = may attend -> (..., n_q, "
    "d_v)",
    reference=_right,
    cases=(
        Case(
            "everything allowed: attention as before", (*_inputs(2, 3, 5, 4, seed=200), np.ones((2, 3), bool))
        ),
        Case(
            "one key allowed: the output is its value",
            (*_inputs(2, 3, 5, 4, seed=210), np.eye(2, 3, 1, dtype=bool)),
        ),
        Case(
            "some masked: the rows still sum to 1",
            (*_inputs(3, 3, 4, 2, seed=220), np.array([[_T, _T, _F], [_F, _T, _T], [_T, _F, _F]])),
        ),
        Case(
            "scores that are 0 aren't masked",
            (_QUERIES, _KEYS, numbers(3, 4, seed=5), np.array([[_T, _F, _T], [_T, _T, _F]])),
        ),
        Case(
            "huge scores: nothing leaks",
            (_HUGE_Q, _HUGE_K, numbers(3, 2, seed=6), np.array([[_T, _T, _F], [_F, _T, _T]])),
        ),
        Case(
            "a batch with one row of mask for all queries",
            (*_BATCH, np.array([[[_T, _T, _F, _F]], [[_T, _T, _T, _T]]])),
        ),
        Case(
            "whole numbers in, fractions out",
            (*whole(*_inputs(2, 4, 5, 3, seed=270)), np.array([[_T, _F, _T, _T], [_T, _T, _F, _T]])),
        ),
        Case(
            "single precision, stored column by column: the same numbers",
            (
                *stored_otherwise(*_inputs(2, 4, 5, 3, seed=280)),
                np.asfortranarray([[_T, _F, _T, _T], [_T, _T, _F, _T]]),
            ),
        ),
        Case("a batch in two axes", (*_BATCHES, np.arange(60).reshape(2, 3, 2, 5) % 4 != 1)),
        Case(
            "a query that may see nothing: zeros",
            (*_inputs(2, 4, 5, 3, seed=250), np.array([[_T, _F, _T, _T], [_F] * 4])),
        ),
        Case("NaN in a value that nobody may see stays out", _with_nan()),
        Case("NaN in a value that every query may see is seen", _allowed_nan()),
        Case("a mask with 1 for the keys", (*_inputs(3, 4, 5, 2, seed=320), np.array([[_T], [_F], [_T]]))),
        Case(
            "NaN in a key that nobody may see stays out", _nan_in_key(np.array([[_T, _F, _T], [_T, _F, _F]]))
        ),
        Case("NaN in a value that one sequence hides and another has none of", _hidden_in_one()),
    ),
    slips=(
        slip(
            "empty_row_nan",
            "A query that may see nothing gets NaN: its sum of powers is 0, or its largest score is −∞. "
            "Such a row is due zeros.",
            lambda Q, K, V, mask: attend(Q, K, np.where(_seen(mask), V, 0), mask),
            _plain,
        ),
        slip(
            "empty_row_even",
            "A query that may see nothing gets an even blend of all values. Such a row is due zeros.",
            partial(_careful, normalise=even_rows),
            partial(_plain, normalise=even_rows),
        ),
        slip(
            "all_rows_zeroed",
            "One query that may see nothing makes the output of every query zeros. Only its own row is due zeros: "
            "mask.any(axis=-1, keepdims=True).",
            partial(_all_or_none, within=_careful),
            partial(_all_or_none, within=partial(_plain, normalise=zero_rows)),
        ),
        slip(
            "nan_leaks",
            "0 × NaN is NaN: a value that nobody may see spoils the output. Set such values to 0 before "
            "mixing.",
            partial(_plain, normalise=zero_rows),
        ),
        slip(
            "all_nan_hidden",
            "A NaN in a value that may be seen is hidden as well: a fault that nobody will find. Clean only "
            "the values that nobody may see.",
            _values_cleaned,
        ),
        slip(
            "nan_painted_over",
            "The output's NaN are painted over, and with them what the other values said. Keep the NaN of "
            "hidden values out of the product.",
            _output_cleaned,
        ),
        *_both(mask_slips),
        slip(
            "mask_transposed",
            "The mask is transposed. Its rows are the queries, its columns the keys, as in the scores.",
            lambda Q, K, V, mask: _careful(Q, K, V, flip(mask)),
            lambda Q, K, V, mask: _plain(Q, K, V, flip(mask)),
        ),
        *_both(scale_slips),
        *_both(softmax_slips),
        slip(
            "wrong_axis",
            "The softmax runs down the columns. A query's budget is its row, the last axis: axis=-1.",
            partial(_careful, normalise=partial(budget, axis=-2)),
            partial(_plain, normalise=partial(budget, axis=-2)),
        ),
        slip(
            "no_maximum",
            "e to a large score is too large for the computer. Subtract each row's largest score first.",
            partial(_careful, normalise=partial(budget, maximum=False)),
            partial(_careful, normalise=partial(zero_rows, maximum=False)),
            partial(_careful, normalise=_no_maximum),
        ),
        slip(
            "mix_transposed",
            "The weights are transposed before they meet the values: weights @ V.",
            partial(_careful, mix=lambda weights, V: flip(weights) @ V),
            partial(_plain, mix=lambda weights, V: flip(weights) @ V),
        ),
        *_both(product_slips),
    ),
    hints=(
        "Between scaling and softmax, put −∞ where the mask is False. Then think of a row with nothing but "
        "−∞, and of 0 × NaN.",
        "masked = scaled where allowed, −∞ elsewhere; softmax gives −∞ weight 0; a row of −∞ alone gets "
        "zeros; "
        "values that no query may see count as 0.",
        "masked = np.where(mask, scaled, …); top = masked.max(…), 0 where that is −∞; powers = np.exp(masked "
        "- top); "
        "total = powers.sum(…), 1 where that is 0; V = np.where(mask.any(axis=-2)[..., None], V, 0)",
    ),
    solution="""
def masked_attention(Q, K, V, mask):
    scaled = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])  # (..., n_q, n_k)
    masked = np.where(mask, scaled, -np.inf)
    top = masked.max(axis=-1, keepdims=True)
    powers = np.exp(masked - np.where(np.isneginf(top), 0, top))
    total = powers.sum(axis=-1, keepdims=True)
    weights = powers / np.where(total == 0, 1, total)  # a row of zeros stays zeros
    seen = mask.any(axis=-2)[..., None]  # which values any query may see
    return weights @ np.where(seen, V, 0), weights  # (..., n_q, d_v), (..., n_q, n_k)
""",
    outputs=("output", "weights"),
    first_alone=True,
)
