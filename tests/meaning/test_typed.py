from __future__ import annotations

import math
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from attnlib.meaning.typed import LARGEST, LARGEST_IN_CELL, TypedValue, typed_number, typed_value

EXACT = [
    ("2", 2), ("+2", 2), (" −3 ", -3), ("1/3", 1 / 3), ("-1/4", -0.25), ("2 / 3", 2 / 3),
    ("1⁄2", 0.5), ("1:2", 0.5),
    ("√2", 2**0.5), ("sqrt(2)", 2**0.5), ("sqrt 2", 2**0.5), ("SQRT2", 2**0.5),
    ("4/√2", 8**0.5), ("4/sqrt 2", 8**0.5),
    ("2√2", 8**0.5), ("4/2√2", 2**0.5), ("√2/2", 0.5**0.5), ("2·√2", 8**0.5), ("√(1+1)", 2**0.5), ("√√16", 2),
    ("e^0", 1), ("e^-1", math.exp(-1)), ("e^(−1)", math.exp(-1)), ("exp(1)", math.e), ("e^√2", math.exp(2**0.5)),
    ("1/(2+e^(4/√2))", 1 / (2 + math.exp(8**0.5))), ("0×1 + 2×2", 4), ("2-3-4", -5), ("8/2/2", 2), ("2+3*4", 14),
    ("-(1+2)", -3), ("2*-3", -6), ("1000000", 1e6),
    ("1 000 000", 1e6), ("1,000,000", 1e6), ("1\u202f048", 1048), ("12 345 - 345", 12000),
    ("2e^0", 2), ("e^0/(2e^0+e^0)", 1 / 3), ("2exp(0)", 2), ("1/2e^0", 0.5),
    ("2^3", 8), ("2**3", 8), ("8^.5", 8**0.5), ("8^0.5", 8**0.5), ("4^(1/2)", 2), ("4^-1/2", 1 / 8), ("-2^2", -4),
    ("2√2^2", 4), ("0^2", 0), ("2^2^3", 256),
]  # fmt: skip
ROUNDED = [
    ("0.89", 0.89, 2, 0.005), ("0,894", 0.894, 3, 0.0005), (".5", 0.5, 1, 0.05), ("-2.83", -2.83, 2, 0.005),
    ("2.0", 2, 1, 0.05), ("3.", 3, None, 0), ("16.92/18.92", 16.92 / 18.92, 2, 0.0005007), ("2×0.05", 0.1, 2, 0.01),
    ("1.5+0.25", 1.75, 1, 0.055), ("e^2.83", math.exp(2.83), 2, 0.0847), ("√1.96", 1.4, 2, 0.00179),
    ("√0.0", 0, 1, 0), ("1.5^2", 2.25, 1, 0.15), ("0.0^2", 0, 1, 0), ("2,048", 2.048, 3, 0.0005),
]  # fmt: skip
PASTED = [
    ("½", 0.5), ("1½", 1.5), ("-½", -0.5), ("-1½", -1.5), ("√¼", 0.5), ("2 1/3", 7 / 3), ("-2 1/3", -7 / 3),
    ("⅓", 1 / 3), ("2²", 4), ("2³", 8), ("e²", math.exp(2)), ("2⁻²", 0.25), ("1e6", 1e6), ("1.2E3", 1200),
    ("2e3", 2000),
    ("= 1/3", 1 / 3), ("$1/3$", 1 / 3), ("root 2", 2**0.5), ("np.sqrt(2)", 2**0.5), ("math.exp(2)", math.exp(2)),
    ("0x1 + 2x2", 4), ("2 x 3", 6), ("1∕3", 1 / 3), ("-np.inf", -math.inf), ("float('-inf')", -math.inf),
    ("minus infinity", -math.inf), ("-oo", -math.inf), ("-inf.", -math.inf), ("1/3\n", 1 / 3),
]  # fmt: skip
ADORNED = [
    ("≈0.333", 0.333, 3), ("~ 0.33", 0.33, 2), ("= 0.894", 0.894, 3), ("0.33,", 0.33, 2), ("0.5;", 0.5, 1),
    ("'0.5'", 0.5, 1), ("０.５", 0.5, 1), ("5.2e-13", 5.2e-13, 14), ("1.2e−7", 1.2e-7, 8), ("1e-3", 1e-3, 3),
    ("e^{2.83}", math.exp(2.83), 2),
]  # fmt: skip
INFINITE = [("-inf", "−∞", "- ∞", "-Infinity", "-INF"), ("∞", "inf", "+inf")]
NO_NUMBER = ["", " ", "x", "e", "pi", "2^", "^2", "nan", "∞+1", "1/", "/2", "(", "()", "√", "√-4", "e^",
 "1.2.3", "1 2", "1. 5", "١", "1_000", "2(3)", "4%5", "1 23", "1 0000",
 "a√2", "<img src=x onerror=alert(1)>",
 "__import__('os')", "sqrt.__class__"]  # fmt: skip
#: All that a sheet reads here, and what it makes of it.
READ = [(text, value) for text, value, *_ in (*EXACT, *ROUNDED, *PASTED, *ADORNED)]


@pytest.mark.parametrize(("text", "value"), EXACT)
def test_what_is_exact_is_read_as_written(text: str, value: float) -> None:
    typed = typed_value(text)
    assert typed.value == pytest.approx(value, rel=1e-15)
    assert (typed.slack, typed.decimals) == (0, None)


@pytest.mark.parametrize(("text", "value", "decimals", "slack"), ROUNDED)
def test_decimals_leave_open_half_a_unit_of_their_last_place(text, value, decimals, slack) -> None:
    typed = typed_value(text)
    assert typed.value == pytest.approx(value)
    assert typed.decimals == decimals
    assert typed.slack == pytest.approx(slack, rel=1e-2)


@pytest.mark.parametrize(("text", "value"), PASTED)
def test_what_people_type_paste_and_program_is_read(text: str, value: float) -> None:
    typed = typed_value(text)
    assert typed.value == value or typed.value == pytest.approx(value, rel=1e-15)
    assert (typed.slack, typed.decimals) == (0, None)


@pytest.mark.parametrize(("text", "value", "decimals"), ADORNED)
def test_so_are_decimals_with_signs_around_them(text: str, value: float, decimals: int) -> None:
    typed = typed_value(text)
    assert typed.value == pytest.approx(value, rel=1e-12)
    assert typed.decimals == decimals
    assert typed.slack > 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("4/√2 = 2.828", "is a whole equation"), ("0.333…", "goes on without an end"),
        ("0.333...", "goes on without an end"), ("33 percent", "is in per cent"), ("1e9", "is beyond"),
        ("1e999", "is beyond")
    ],
)  # fmt: skip
def test_what_may_mean_two_things_is_told_how_to_write_it(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        typed_value(text)


@pytest.mark.parametrize("text", INFINITE[0])
def test_minus_infinity_is_a_number_here(text: str) -> None:
    assert typed_value(text) == TypedValue(-math.inf)


@pytest.mark.parametrize("text", INFINITE[1])
def test_so_is_infinity(text: str) -> None:
    assert typed_value(text) == TypedValue(math.inf)


def test_minus_zero_is_zero() -> None:
    assert math.copysign(1, typed_value("-0").value) == 1


@pytest.mark.parametrize("text", NO_NUMBER)
def test_what_is_no_number_is_refused_and_shown_as_it_was_typed(text: str) -> None:
    with pytest.raises(ValueError, match="is not a number; write for example 2") as caught:
        typed_value(text)
    assert repr(text.strip()) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1/0", "'1/0' divides by zero"), ("1/(2-2)", "divides by zero"),
        ("√(1-2)", "takes the root of a negative number"),
        ("(1+2", "lacks a closing bracket"), ("1000000.5", "beyond ±1e"), ("e^999", "beyond"), ("-e^20", "beyond"),
        ("1, 2", "'1, 2' looks like two numbers"), ("1 ,2", "two numbers"), ("1;2", "two numbers"),
        ("1, -2", "two numbers"),
        ("5%", "'5%' is in per cent; write a share of 1"), ("(0-4)^.5", "root of a negative"),
        ("0^-1", "divides by zero"),
        ("2^0.3", "another power than whole and half ones"), ("2^21", "up to 20"), ("10^20", "beyond"),
        ("1" * 41, "is too long; work it out"),
    ],
)  # fmt: skip
def test_the_message_says_what_is_wrong(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says) as caught:
        typed_value(text)
    assert len(str(caught.value)) < 140


def test_what_is_larger_is_read_where_it_may_be() -> None:
    assert typed_value("4·512^2", largest=1e12).value == 1048576
    assert (
        typed_value("1,048,576", largest=1e12)
        == typed_value("1 048 576", largest=1e12)
        == TypedValue(1048576)
    )


@given(st.text(alphabet="0123456789.,+-−×·/:()√∞ esqrtxpinf^%", max_size=45))
@example("(" * 40)
@example("√" * 40)
@example("-" * 40)
@example("e^" * 20)
def test_any_text_gives_a_number_or_a_message(text: str) -> None:
    with suppress(ValueError):
        typed = typed_value(text)
        assert abs(typed.value) <= LARGEST or math.isinf(typed.value)
        assert typed.slack >= 0


@given(st.floats(-1000, 1000).map(lambda value: round(value, 3)))
def test_a_number_written_plainly_comes_back(value: float) -> None:
    assert typed_value(f"{value:.3f}").value == value


# Into a cell


@pytest.mark.parametrize(("text", "value"), READ)
def test_a_cell_reads_what_a_sheet_reads(text: str, value: float) -> None:
    if abs(value) <= LARGEST_IN_CELL:
        assert typed_number(text) == typed_value(text).value == pytest.approx(value)
    else:
        with pytest.raises(ValueError, match="is beyond ±1000; a cell has no room for it"):
            typed_number(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [("½", 0.5), ("√2", 2**0.5), ("1/3", 1 / 3), ("e^2", math.exp(2)), ("- 3", -3), ("0/5", 0)],
)
def test_a_cell_takes_the_very_number(text: str, value: float) -> None:
    assert typed_number(text) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize("text", NO_NUMBER)
def test_a_cell_refuses_what_a_sheet_refuses_with_examples_that_suit_it(text: str) -> None:
    with pytest.raises(
        ValueError, match=r"is not a number; write for example 2, -0\.5, 1/3 or √2$"
    ) as caught:
        typed_number(text)
    assert repr(text.strip()) in str(caught.value)


@pytest.mark.parametrize(
    "text", ["1000.1", "-1001", "1/0.0001", "9" * 40, "1e400", "e^7", *sum(INFINITE, ())]
)
def test_what_a_cell_has_no_room_for_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is beyond ±1000; a cell has no room for it") as caught:
        typed_number(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1/0", "'1/0' divides by zero; write for example 2, -0.5, 1/3 or √2"),
        ("√-1", "is not a number"), ("1, 2", "looks like two numbers"), ("50%", "is in per cent"),
        ("x" * 500, "is too long; work it out, and write for example 2, -0.5, 1/3 or √2"),
    ],
)  # fmt: skip
def test_a_cell_says_what_is_wrong(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says) as caught:
        typed_number(text)
    assert len(str(caught.value)) < 140


@given(st.text(max_size=30))
@example("9" * 30)
def test_any_text_gives_a_number_that_fits_a_cell_or_a_message(text: str) -> None:
    with suppress(ValueError):
        assert abs(typed_number(text)) <= LARGEST_IN_CELL
