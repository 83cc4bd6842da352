from __future__ import annotations

import math
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from attnlib.meaning.typed import LARGEST, typed_number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2", 2), ("+2", 2), (" -0.5 ", -0.5), (".25", 0.25), ("3.", 3), ("−2,5", -2.5), ("1/3", 1 / 3),
        ("-1/4", -0.25), ("2.5/0.5", 5), ("- 3", -3), ("1 000", 1000), ("-1000", -1000), ("0/5", 0), ("١", 1),
    ],
)  # fmt: skip
def test_numbers_are_read_as_written(text: str, value: float) -> None:
    assert typed_number(text) == value


def test_minus_zero_is_zero() -> None:
    assert math.copysign(1, typed_number("-0")) == 1


@pytest.mark.parametrize(
    "text",
    ["", " ", "x", "1e9", "1e400", "nan", "inf", "0x10", "1+1", "2**9", "1/2/3", "/2", "1/", "--1", "1.2.3",
     "<img src=x onerror=alert(1)>", '__import__("os").getcwd()', "½", "1_000"],
)  # fmt: skip
def test_what_is_no_number_is_refused_and_shown_as_it_was_typed(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a number; write for example 2, -0\.5 or 1/3") as caught:
        typed_number(text)
    assert repr(text.strip()) in str(caught.value)


def test_division_by_zero_is_named() -> None:
    with pytest.raises(ValueError, match="'1/0' divides by zero"):
        typed_number("1/0")


@pytest.mark.parametrize("text", ["1000.1", "-1001", "1/0.0001", "9" * 400])
def test_what_a_cell_has_no_room_for_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is beyond ±1000"):
        typed_number(text)


def test_a_long_text_is_cut_in_the_message() -> None:
    with pytest.raises(ValueError, match="not a number") as caught:
        typed_number("x" * 500)
    assert len(str(caught.value)) < 120


@given(st.text(max_size=30))
@example("9" * 30)
def test_any_text_gives_a_number_that_fits_or_a_message(text: str) -> None:
    with suppress(ValueError):
        assert abs(typed_number(text)) <= LARGEST


@given(st.floats(-LARGEST, LARGEST).map(lambda value: round(value, 3)))
def test_a_number_written_plainly_comes_back(value: float) -> None:
    assert typed_number(f"{value:.3f}") == value
