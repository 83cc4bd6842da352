"""How a number is written."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlib.maths.numbers import bracketed, latex, number, short, significant

FLOATS = st.floats(-1e307, 1e307)


def read(text: str) -> float:
    return float(text.replace("−", "-"))


@pytest.mark.parametrize(("value", "text"), [
    (0.0, "0"), (-0.0, "0"), (4.0, "4"), (-3.0, "−3"), (0.8943, "0.894"), (-2.8284, "−2.828"), (2.9999999, "3.000"),
    (999999.0, "999999"), (1e6, "1.0e6"), (-12345678.9, "−1.2e7"), (0.0005, "0.001"), (0.00049, "4.9e−4"),
    (-1.2e-7, "−1.2e−7"), (math.inf, "∞"), (-math.inf, "−∞"), (math.nan, "NaN"), (5e-324, "4.9e−324"),
])  # fmt: skip
def test_number(value, text):
    assert number(value) == text
    assert number(np.float64(value)) == text


@given(FLOATS, st.integers(1, 6))
def test_a_written_number_is_the_number_within_half_a_unit_of_what_is_shown(value, digits):
    text = number(value, digits)
    if "e" in text:
        assert math.isclose(read(text), value, rel_tol=0.051)
    elif "." in text:
        assert abs(read(text) - value) <= 0.5 * 10**-digits * (1 + 1e-9)
    else:
        assert read(text) == value  # no point, no rounding


@given(FLOATS)
def test_four_significant_digits(value):
    text = significant(value)
    assert math.isclose(read(text), value, rel_tol=5.01e-4, abs_tol=0)
    assert "." in text or read(text) == value


@pytest.mark.parametrize(("value", "text"), [
    (16.91886, "16.92"), (1.0, "1"), (0.00673794, "0.006738"), (162754.79, "162754.8"), (1.069e13, "1.069e13"),
    (1e-9, "1.000e−9"), (-0.5, "−0.5000"), (0.0, "0"), (math.nan, "NaN"), (-math.inf, "−∞"),
])  # fmt: skip
def test_significant(value, text):
    assert significant(value) == text


@pytest.mark.parametrize(("value", "text"), [
    (0.0, "0"), (-0.0, "0"), (0.0049, "0.00"), (-0.0049, "0.00"), (-0.006, "−0.01"), (1.0, "1"), (0.999, "1.00"),
    (2e6, "2.0e6"), (-2.5e6, "−2.5e6"), (math.inf, "∞"), (math.nan, "NaN"), (-3.14159, "−3.14"), (1e-300, "0.00"),
])  # fmt: skip
def test_a_cell_tells_nothing_from_next_to_nothing(value, text):
    assert short(value) == text


def test_a_cell_shows_as_many_decimals_as_asked_for():
    assert [short(math.pi, digits) for digits in (1, 2, 4)] == ["3.1", "3.14", "3.1416"]


def test_brackets_keep_a_sign_with_its_number():
    assert [bracketed(text) for text in ("−2", "2", "−∞", "-1.5", "NaN")] == [
        "(−2)",
        "2",
        "(−∞)",
        "(-1.5)",
        "NaN",
    ]


@pytest.mark.parametrize(("text", "written"), [
    ("−2.828", "-2.828"), ("4", "4"), ("1.2e−7", r"1.2 \cdot 10^{-7}"), ("−1.0e6", r"-1.0 \cdot 10^{6}"),
    ("∞", r"\infty"), ("−∞", r"-\infty"), ("NaN", r"\text{NaN}"),
])  # fmt: skip
def test_latex(text, written):
    assert latex(text) == written


@pytest.mark.parametrize("value", [1 - 1e-15, 1 + 1e-15, -2 + 1e-15])
def test_a_cell_says_the_same_whatever_the_order_of_a_sum(value):
    assert short(value) == short(float(round(value)))


def test_next_to_nothing_is_not_taken_for_nothing():
    assert short(1e-17) == "0.00"
