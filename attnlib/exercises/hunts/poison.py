"""NaN in the value of a hidden token: its weight is 0, and 0 × NaN is NaN."""

from __future__ import annotations

import numpy as np

from attnlib.exercises.exercise import Case, Function, slip
from attnlib.exercises.hunts.extremes import LARGE, VAST, ZEROS, large, vast, with_zeros
from attnlib.exercises.hunts.hunt import hunt
from attnlib.exercises.mistaken import attend
from attnlib.exercises.numbers import numbers
from attnlib.maths.attention import attention
from attnlib.maths.check import Array


def _right(Q: Array, K: Array, V: Array, real: Array) -> Array:
    return attention(Q, K, V, mask=np.broadcast_to(real, (len(Q), len(K))))[0]


def _values_cleaned(Q: Array, K: Array, V: Array, real: Array) -> Array:
    return _right(Q, K, np.nan_to_num(V, posinf=0, neginf=0), real)


def _output_cleaned(Q: Array, K: Array, V: Array, real: Array) -> Array:
    return np.nan_to_num(attend(Q, K, V, np.broadcast_to(real, (len(Q), len(K))))[0])


def _rows(Q: Array, real: Array) -> Array:
    return np.broadcast_to(real, (len(Q), len(real)))


def _output(mix: Function) -> Array:
    V = np.array([[2.0, 4.0], [2.0, 4.0], [np.nan, np.inf]])
    output = mix(numbers(1, 2, seed=134), numbers(3, 2, seed=135), V, np.array([True, True, False]))
    return np.asarray(output[0])


def _spoilt(place: int, by: float = np.nan) -> Array:
    V = numbers(3, 2, seed=133)
    V[place, 1] = by
    return V


def _two_padded() -> tuple[Array, Array, Array, Array]:
    V = numbers(5, 2, seed=136)
    V[1], V[4] = [np.nan, np.inf], [-np.inf, 7]
    return numbers(4, 3, seed=138), numbers(5, 3, seed=139), V, np.array([True, False, True, True, False])


_Q, _K, _REAL = numbers(1, 4, seed=131), numbers(3, 4, seed=132), np.array([True, True, False])
_FIVE = _two_padded()
_THREE, _END = (
    np.arange(5) < 3,
    np.vstack([numbers(3, 3, seed=330), [[np.nan, np.inf, 1], [0, -np.inf, np.nan]]]),
)

HUNT = hunt(
    "hunt_poison",
    13,
    title="A token that nobody can see makes every output NaN",
    sources=("pytorch/pytorch#101967",),
    buggy="""
def mix_real(Q, K, V, real):  # (n_q, d_k), (n_k, d_k), (n_k, d_v), (n_k,): False is padding
    scores = Q @ K.T / np.sqrt(K.shape[-1])
    scores = np.where(real, scores, -np.inf)  # every query, real keys only
    weights = softmax(scores)
    return weights @ V
""",
    solution="""
def mix_real(Q, K, V, real):  # (n_q, d_k), (n_k, d_k), (n_k, d_v), (n_k,): False is padding
    scores = Q @ K.T / np.sqrt(K.shape[-1])
    scores = np.where(real, scores, -np.inf)  # every query, real keys only
    weights = softmax(scores)
    return weights @ np.where(real[:, None], V, 0)
""",
    reference=_right,
    cases=(
        Case("plain numbers everywhere", (_Q, _K, numbers(3, 2, seed=133), _REAL)),
        Case("NaN in the value of the padding stays there", (_Q, _K, _spoilt(2), _REAL)),
        Case("∞ in the value of the padding stays there", (_Q, _K, _spoilt(2, np.inf), _REAL)),
        Case("−∞, too", (_Q, _K, _spoilt(2, -np.inf), _REAL)),
        Case("NaN in the value of a real token is seen", (_Q, _K, _spoilt(0), _REAL)),
        Case("∞ in the value of a real token is seen", (_Q, _K, _spoilt(1, np.inf), _REAL)),
        Case("five tokens, two of them padding", _FIVE),
        Case(ZEROS, (_FIVE[0], with_zeros(_FIVE[1], at=1), with_zeros(_END, at=1), _THREE)),
        Case(LARGE, (*large(3, 5, seed=137), _END, _THREE)),
        Case(VAST, (*vast(3, 5, low=3), _END, _THREE)),
    ),
    slips=(
        slip(
            "infinity_left",
            "NaN is kept out, and ∞ isn't: 0 × ∞ is NaN as well. Keep out whatever the padding holds.",
            lambda Q, K, V, r: attend(Q, K, np.where(np.isnan(V) & ~r[:, None], 0, V), _rows(Q, r))[0],
            lambda Q, K, V, r: attend(Q, K, np.where(np.isnan(V), 0, V), _rows(Q, r))[0],
        ),
        slip(
            "all_nan_hidden",
            "Now a NaN in a real token's value is hidden as well: a fault that nobody will find. "
            "Clean the padding alone.",
            _values_cleaned,
            lambda Q, K, V, r: _right(Q, K, np.nan_to_num(V), r),
            lambda Q, K, V, r: _right(Q, K, np.where(np.isnan(V), 0, V), r),
            lambda Q, K, V, r: _right(Q, K, np.where(np.isfinite(V), V, 0), r),
        ),
        slip(
            "nan_painted_over",
            "The output's NaN are painted over, and with them what the real tokens said. "
            "Keep the NaN out of the product.",
            _output_cleaned,
        ),
        slip(
            "mask_inverted",
            "Now it is the real tokens' values that are kept out: True means real.",
            lambda Q, K, V, r: attend(Q, K, np.where(r[:, None], 0, V), _rows(Q, r))[0],
        ),
        slip("mask_missing", "Nothing is hidden now.", lambda Q, K, V, r: attend(Q, K, V)[0]),
    ),
    hints=(
        "The weight of the padding is exactly 0. What is 0 × NaN?",
        "The mask must reach the values too: what is hidden mustn't enter the product at all.",
        "np.where(real[:, None], V, …) in the last line",
    ),
    symptom=("output over two tokens of value 2, 4 and a hidden one of NaN, ∞", _output),
)
