"""A slip is named when its code does what the answer does; two at once by the first wrong case; anything else not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from attnlib.exercises import Case, Exercise, slip
from attnlib.exercises.engine.judging import judge

SECOND_SLIP = "There may be a second slip"


def mean(x):
    return x / x.sum()


def exercise(*slips):
    return Exercise(
        name="shares",
        lesson="01",
        rank=1,
        signature="def shares(x):",
        reference=mean,
        cases=(
            Case("two numbers", (np.array([1.0, 3.0]),)),
            Case("more", (np.array([1.0, 2.0, 5.0]),)),
            Case("very large", (np.array([1e200, 1e200]),)),
        ),
        slips=slips,
        hints=(),
        solution="",
    )


by_max = slip("by_max", "Divided by the largest.", lambda x: x / x.max())
by_size = slip("by_size", "Divided by their number.", lambda x: x / x.size)
by_first = slip("by_first", "Divided by the first.", lambda x: x / x[0])
unequal = slip("unequal", "Shapes.", lambda x: x + np.ones(7))
squares = slip("squares", "Squared.", lambda x: x**2 / (x**2).sum())


def test_the_slip_that_explains_every_case_is_named():
    result = judge(exercise(by_size, by_max), lambda x: x / max(x))
    assert result.slip == "by_max"
    assert SECOND_SLIP not in result.likely


def test_any_of_several_ways_to_make_it_is_enough():
    many = slip("many", "In one of two ways.", lambda x: x * 0, lambda x: x / x.max())
    assert judge(exercise(many), lambda x: x / max(x)).slip == "many"


def test_two_slips_at_once_are_named_one_by_one():
    def answer(x):
        return x / max(x) if len(x) == 2 else x * 100

    result = judge(exercise(by_max, by_size), answer)
    assert result.slip == "by_max"
    assert SECOND_SLIP in result.likely


def test_a_slip_is_not_named_where_as_many_right_cases_speak_against_it_as_for_it():
    cases = [np.array([1.0, 3.0]), np.array([1.0, 2.0, 5.0]), np.array([2.0, 2.0]), np.arange(1.0, 5.0)]
    many = replace(exercise(by_max), cases=tuple(Case(str(x), (x,)) for x in cases))

    def answer(right):
        return lambda x: mean(x) if any(np.array_equal(x, case) for case in right) else x / x.max()

    assert judge(many, answer(cases[3:])).slip == "by_max"
    assert judge(many, answer(cases[2:])).slip is None


def test_a_number_where_nan_is_needed_is_no_lack_of_digits_and_warns_of_nothing():
    spoilt = replace(exercise(), cases=(Case("NaN is seen", (np.array([np.nan, 1.0]),)),))
    assert judge(spoilt, lambda x: np.nan_to_num(mean(x))).slip is None


def test_of_two_that_fit_the_first_wrong_case_the_one_that_explains_more_is_named():
    halves = slip("halves", "Half of it.", lambda x: x / 2)

    def answer(x):
        return x / len(x) if x.max() < 1e9 else x * 0

    assert judge(exercise(halves, by_size), answer).slip == "by_size"


def test_an_overflow_on_top_does_not_hide_the_first_slip():
    plain = slip(
        "squares",
        "Squared.",
        lambda x: (x / 1e200) ** 2 / ((x / 1e200) ** 2).sum() if x.max() > 9 else squares.wrong[0](x),
    )
    result = judge(exercise(plain), squares.wrong[0])
    assert result.slip == "squares"
    assert SECOND_SLIP not in result.likely


def test_the_same_error_is_the_same_slip():
    result = judge(exercise(by_max, unequal), lambda x: x + np.zeros(7))
    assert result.slip == "unequal"


def test_another_error_is_not():
    result = judge(exercise(unequal), lambda x: x + np.zeros(8))
    assert result.slip == "raises"


def test_nothing_but_nan_is_not_taken_for_a_slip_that_gives_nan_too():
    nan = slip("nan", "NaN.", lambda x: x * np.nan if x.size == 2 else x)
    assert judge(exercise(nan), lambda x: x * np.nan).slip == "not_a_number"


def test_faults_that_speak_for_themselves_need_no_guess():
    nothing = slip("nothing", "Nothing.", lambda x: x * 0)
    assert judge(exercise(nothing), lambda x: None).slip == "returns_none"


def test_a_slip_is_not_named_for_a_case_that_it_gets_right():
    late = slip("late", "Late.", lambda x: mean(x) if x.size == 2 and x.max() < 9 else x)
    assert judge(exercise(late), lambda x: x * 7).slip is None


def test_one_case_alone_is_no_evidence():
    def answer(x):
        return x / x.max() if x.size == 2 and x.max() < 9 else x * 7

    assert judge(exercise(by_max), answer).slip is None


def test_cases_in_which_two_slips_do_the_same_are_no_evidence():
    last = slip("by_last", "Divided by the last.", lambda x: x / x[-1])

    def answer(x):
        return x / x.max() if x.max() < 9 else x * 7

    assert judge(exercise(by_max, last), answer).slip is None
