"""Results agree within rounding; where they don't, shape, kind and number say how."""

from __future__ import annotations

import numpy as np
import pytest

from attnlib.exercises.engine.comparing import agrees, difference

NEEDED = np.array([[0.25, 0.75], [0.5, 0.5]])


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_rounding_of_each_width_is_no_difference(dtype):
    thirds = np.full((2, 2), 1 / 3)
    assert difference(thirds.astype(dtype), thirds) is None
    assert difference(thirds.astype(dtype).astype(float), thirds) is None


def test_half_precision_is_a_difference_that_is_named_elsewhere():
    thirds = np.full((2, 2), 1 / 3)
    assert difference(thirds.astype(np.float16), thirds) is not None


@pytest.mark.parametrize("off", [1e-3, -1e-3, 0.1, np.nan, np.inf])
def test_a_wrong_number_is_a_difference(off):
    got = NEEDED.copy()
    got[1, 0] += off
    found = difference(got, NEEDED)
    assert found.wrong.tolist() == [[False, False], [True, False]]


def test_integers_and_infinities_compare():
    assert agrees(np.array([1, 2]), np.array([1.0, 2.0]))
    assert agrees(np.array([-np.inf]), np.array([-np.inf]))
    assert not agrees(np.array([-np.inf]), np.array([np.inf]))
    assert agrees(np.array([np.nan]), np.array([np.nan]))


@pytest.mark.parametrize(
    ("got", "needed", "says", "slip"),
    [
        ((2, 3), (3, 2), "The last two axes look swapped.", "transposed"),
        ((4, 2, 3), (4, 3, 2), "The last two axes look swapped.", "transposed"),
        ((4, 2, 3), (2, 4, 3), "Axes 0 and 1 look exchanged.", "axes_exchanged"),
        ((3,), (1, 3), "An axis is missing.", "wrong_shape"),
        ((), (1, 3), "2 axes are missing.", "wrong_shape"),
        ((1, 1, 3), (1, 3), "An axis is too many.", "wrong_shape"),
        ((2, 3), (2, 4), "Look at axis 1: 3 instead of 4.", "wrong_shape"),
    ],
)
def test_shapes_say_which_axes_look_wrong(got, needed, says, slip):
    found = difference(np.ones(got), np.ones(needed))
    assert found.says.endswith(says)
    assert found.slip == slip
    assert f"needed is {needed}" in found.says


def test_a_square_matrix_transposed_is_seen():
    found = difference(NEEDED.T, NEEDED)
    assert found.slip == "transposed"


def test_booleans_and_numbers_are_not_the_same():
    assert difference(np.eye(2), np.eye(2, dtype=bool)).slip == "wrong_dtype"
    assert "comparison" in difference(np.eye(2), np.eye(2, dtype=bool)).says
    assert "numbers" in difference(np.eye(2, dtype=bool), np.eye(2)).says
    assert agrees(np.eye(2, dtype=bool), np.eye(2, dtype=bool))


@pytest.mark.parametrize(
    ("got", "says"),
    [
        ([[0.25, 0.75], [0.5, 9]], "1 of 4 numbers is wrong."),
        ([[9, 0.75], [0.5, 9]], "2 of 4 numbers are wrong."),
        ([[9, 9], [9, 9]], "All 4 numbers are wrong."),
        ([[np.nan, 0.75], [0.5, 9]], "1 of 4 numbers is NaN (not a number)."),
    ],
)
def test_how_many_are_wrong_is_said(got, says):
    assert difference(np.array(got, float), NEEDED).says == says


def test_one_and_two_numbers_are_spoken_of_as_one_would():
    assert difference(np.array(1.0), np.array(2.0)).says == "The number is wrong."
    assert difference(np.zeros(2), np.ones(2)).says == "Both numbers are wrong."
