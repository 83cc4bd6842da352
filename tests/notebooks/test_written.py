from __future__ import annotations

import math

import pytest

from tests.notebooks.written import find_numbers


def only(text):
    (number,) = find_numbers(text)
    return number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.894", 0.894), (".191", 0.191), ("−0.5", -0.5), ("-0.5", -0.5), ("+2.5", 2.5), ("(−0.5)", -0.5),
        ("10\u2009000", 10_000), ("1\u202f545.5", 1545.5), ("1,545", 1545), (r"10\,000", 10_000),
        ("89.4 %", 89.4), (r"89.4\,\%", 89.4), ("60 per cent", 60), ("2.1e-16", 2.1e-16),
        ("2.1 × 10⁻¹⁶", 2.1e-16), (r"2.1\times 10^{-16}", 2.1e-16), ("−∞", -math.inf), (r"-\infty", -math.inf),
    ],
)  # fmt: skip
def test_reads_the_way_numbers_are_written(text, value):
    assert only(text).value == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize("text", ["version 1.2.3", "q1.5", "arXiv:1706.03762", "doi:10.1162/neco", "d_2"])
def test_versions_names_and_identifiers_are_no_quantities(text):
    assert not list(find_numbers(text))


def test_a_heading_may_be_numbered():
    assert not list(find_numbers("## 1.2 Scores"))
    assert [n.value for n in find_numbers("## Mouse spends 0.894")] == [0.894]


def test_a_range_and_a_subtraction_have_no_negative_number_in_them():
    assert [n.value for n in find_numbers("0.3–0.5, 3 − 2.5, d-0.5, 4-1.5")] == [
        0.3,
        0.5,
        3,
        2.5,
        0.5,
        4,
        1.5,
    ]


def test_counts_and_years_may_stand_alone_but_decimals_and_percentages_may_not():
    text = "In 2017 there were 3 tokens; 0.5, 40 % and 1e-6 need a proof"
    assert [n.needs_proof for n in find_numbers(text)] == [False, False, True, True, True]


def test_rounding_is_checked_to_the_last_digit_written():
    number = only("0.89")
    assert number.agrees(0.8949)
    assert not number.agrees(0.8951)
    assert not number.agrees(0.8849)
    assert not number.agrees(-0.89)


def test_a_tie_may_be_rounded_either_way():
    assert only("0.12").agrees(0.125)
    assert only("0.13").agrees(0.125)


def test_truncation_is_no_rounding():
    assert not only("2.82").agrees(2.0 * math.sqrt(2))


def test_a_percentage_is_written_for_a_fraction():
    assert only("89.4 %").agrees(0.8943)
    assert not only("89.4 %").agrees(89.43)


def test_infinity_agrees_with_itself_and_nan_with_nothing():
    assert only("−∞").agrees(-math.inf)
    assert not only("−∞").agrees(-1e30)
    assert not only("0.5").agrees(math.nan)
