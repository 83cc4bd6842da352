"""Right is right however it is written, wrong is never right, and what is merely badly rounded is told so."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlib.maths.explain import STAGES
from attnlib.meaning.by_hand import judge
from tests.meaning.by_hand.traces import TRACES, causal, mouse

traces = pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)


def cells(trace):
    for stage in STAGES:
        if stage in "QKV" and trace.X is None:
            continue
        for place in np.ndindex(*trace.stage(stage).shape):
            yield stage, *place, float(trace.stage(stage)[place])


@traces
def test_the_number_itself_is_right_in_every_cell(trace):
    for stage, i, j, value in cells(trace):
        assert judge(trace, stage, i, j, value).right


@traces
@pytest.mark.parametrize("decimals", [2, 3, 4, 6])
def test_rounded_to_two_decimals_or_more_it_is_right_in_every_cell(trace, decimals):
    for stage, i, j, value in cells(trace):
        written = round(value, decimals) if math.isfinite(value) else value
        verdict = judge(trace, stage, i, j, written, slack=0.5 * 10**-decimals, decimals=decimals)
        assert verdict.right, (stage, i, j, verdict)


@traces
def test_whatever_is_wrong_gets_a_name_and_a_word_on_why(trace):
    for stage, i, j, true in cells(trace):
        for value in (0.0, 1.0, -1.0, 0.25, 2.0, -true, 3 * true + 7, math.inf, -math.inf):
            verdict = judge(trace, stage, i, j, value)
            same = value == true or abs(value - true) < 1e-4
            assert verdict.right == same, (stage, i, j, value, verdict)
            assert bool(verdict.slip) == bool(verdict.words) == (not same)
            assert not verdict.words.endswith(".")


@given(st.floats(-10, 10), st.integers(2, 5))
def test_a_decimal_is_right_exactly_if_exact_or_rounded_numbers_round_to_it(value: float, decimals: int):
    """From weights of 0.053 and 0.894 to three places or exact ones, and nothing beyond these."""
    for (i, j), ends in {(0, 0): (1.1055, 1.1060), (0, 1): (1.788, 1.7887), (1, 1): (0.666, 2 / 3)}.items():
        written, half = round(value, decimals), 0.5 * 10**-decimals
        verdict = judge(mouse, "output", i, j, written, slack=half, decimals=decimals)
        if verdict.right:
            assert ends[0] - half - 2e-4 <= written <= ends[1] + half + 2e-4
        if abs(written - float(mouse.output[i, j])) <= half:
            assert verdict.right


def test_what_is_cut_off_is_told_so():
    for stage, i, j, value, decimals in (("weights", 0, 0, 0.052, 3), ("output", 1, 1, 0.66, 2)):
        assert (
            judge(mouse, stage, i, j, value, slack=0.5 * 10.0**-decimals, decimals=decimals).slip == "cut off"
        )


@pytest.mark.parametrize(
    ("value", "decimals", "slip"),
    [
        (0.9, 1, "too coarse"), (0.8, 1, "cut off"), (0.895, 3, "rounded early"), (0.8941, 4, "rounded early"),
        (0.9, None, "rounded early"), (0.77, 2, "other"),
    ],
)  # fmt: skip
def test_what_is_badly_rounded_is_told_so(value, decimals, slip):
    slack = 0.5 * 10.0**-decimals if decimals else 0.0
    assert judge(mouse, "weights", 0, 1, value, slack=slack, decimals=decimals).slip == slip


def test_a_whole_number_near_a_broken_one_is_too_coarse():
    assert judge(mouse, "scaled", 0, 1, 3).slip == "too coarse"
    assert judge(mouse, "output", 0, 1, 2).slip != "too coarse"  # it is Eats' own value: a slip with a name


def test_coarse_arithmetic_is_right_if_it_comes_out_right():
    """e^2.83/(2 + e^2.83) has a slack of 0.008, but two decimals in each number."""
    power = math.exp(2.83)
    assert judge(mouse, "weights", 0, 1, power / (2 + power), slack=0.008, decimals=2).right
    assert not judge(mouse, "weights", 0, 1, 0.9, slack=0.008, decimals=2).right


def test_a_forbidden_cell_has_weight_0_and_any_other_number_is_told_why():
    assert judge(causal, "weights", 0, 1, 0.0).right
    for value in (0.1, 0.5, 1.0, 0.77):
        verdict = judge(causal, "weights", 0, 1, value)
        assert verdict.slip in ("not masked", "even", "0 for −∞")
        assert "Mouse may not attend to Eats, so its weight is exactly 0" in verdict.words
