"""The verdict: what is right so far, the first wrong case, and the example that shows it."""

from __future__ import annotations

import time

import numpy as np
import pytest

from attnlib.exercises import Case, Exercise, check, slip
from attnlib.exercises.engine.judging import judge


def both(x):
    return x + 1, x * 2


DOUBLE = Exercise(
    name="double",
    lesson="01",
    rank=1,
    signature="def double(x, by=2):",
    reference=lambda x, by=2: x * by,
    cases=(
        Case("one number", (np.array([1.5]),)),
        Case("a matrix", (np.array([[1.0, 2.0, 4.0], [3.0, 5.0, 7.0]]),)),
        Case("by three", (np.array([1.0, 2.0]),), {"by": 3}),
    ),
    slips=(
        slip("squared", "It squares.", lambda x, by=2: x**2),
        slip("always_two", "It forgets by.", lambda x, by=2: x * 2),
    ),
    hints=("idea",),
    solution="",
)
PAIR = Exercise(
    "pair",
    "01",
    1,
    "def pair(x):",
    both,
    (Case("three numbers", (np.arange(3.0),)),),
    (),
    (),
    "",
    ("more", "twice"),
)


def test_a_right_answer_passes_and_lists_what_is_right():
    result = judge(DOUBLE, lambda x, by=2: by * x)
    assert result.passed
    assert result
    assert result.slip is None
    assert result.right == ("one number", "a matrix", "by three")
    assert result.example is None


def test_what_is_right_before_the_first_wrong_case_is_said():
    result = judge(DOUBLE, lambda x, by=2: x * 2)
    assert not result
    assert result.right == ("one number", "a matrix")
    assert result.slip == "always_two"
    assert result.likely == "It forgets by."
    assert "by three" in result.wrong


def test_the_example_holds_inputs_by_name_and_both_results():
    example = judge(DOUBLE, lambda x, by=2: x * 2).example
    assert [name for name, _ in example.inputs] == ["x", "by"]
    assert example.needed.tolist() == [3.0, 6.0]
    assert example.got.tolist() == [2.0, 4.0]
    assert example.wrong.tolist() == [True, True]


def test_an_unknown_mistake_is_not_given_a_name():
    result = judge(DOUBLE, lambda x, by=2: x - 7)
    assert result.slip is None
    assert result.likely == ""
    assert "The number is wrong" in result.wrong


@pytest.mark.parametrize("answer", [3, np.ones(2), None, "double"])
def test_the_result_in_place_of_the_function_is_said(answer):
    result = judge(DOUBLE, answer)
    assert result.slip == "not_a_function"
    assert "without calling it" in result.wrong


def test_a_function_that_changes_its_input_but_is_right_otherwise():
    def answer(x, by=2):
        x *= by
        return x

    result = judge(DOUBLE, answer)
    assert result.slip == "modifies_inputs"
    assert result.example.got is None


def test_wrong_numbers_are_said_before_changed_inputs():
    def answer(x, by=2):
        x *= 2
        return x

    assert "changes its inputs" in judge(DOUBLE, answer).wrong  # the first case is right but for that

    def wrong(x, by=2):
        x -= 7
        return x

    assert "wrong" in judge(DOUBLE, wrong).wrong


def test_parameters_that_do_not_fit_are_told_how_it_is_called():
    result = judge(DOUBLE, lambda: 1)
    assert result.slip == "wrong_parameters"
    assert "It is called as double(x, by=2)." in result.wrong


def test_several_results_are_all_needed_unless_the_first_is_enough():
    assert judge(PAIR, both).passed
    result = judge(PAIR, lambda x: x + 1)
    assert result.slip == "wrong_count"
    assert "one result; needed: more, twice" in result.wrong
    assert judge(PAIR, lambda x: (x, x, x)).slip == "wrong_count"


def test_results_in_another_order_are_said():
    assert judge(PAIR, lambda x: both(x)[::-1]).slip == "results_swapped"


def test_the_second_result_is_shown_where_it_is_the_wrong_one():
    result = judge(PAIR, lambda x: (x + 1, x * 3))
    assert "twice: " in result.wrong
    assert result.example.needed.tolist() == [0.0, 2.0, 4.0]


def test_an_endless_loop_in_a_later_case_is_met_by_the_same_deadline():
    def answer(x, by=2):
        while by == 3:
            pass
        return x * by

    begun = time.monotonic()
    result = judge(DOUBLE, answer)
    assert time.monotonic() - begun < 10  # far more than the deadline allows
    assert result.slip == "too_slow"
    assert result.right == ("one number", "a matrix")


def test_an_endless_loop_after_a_wrong_case_does_not_hide_what_was_wrong():
    def answer(x, by=2):
        while by == 3:
            pass
        return x**2

    begun = time.monotonic()
    result = judge(DOUBLE, answer)
    assert time.monotonic() - begun < 10  # far more than the deadline allows
    assert "one number" in result.wrong
    assert result.slip == "squared"


@pytest.mark.parametrize("form", [lambda o, w: o, lambda o, w: (o, w), lambda o, w: [o, w]])
def test_output_alone_or_with_the_weights(form):
    def attention(Q, K, V):
        scaled = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
        powers = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
        weights = powers / powers.sum(axis=-1, keepdims=True)
        return form(weights @ V, weights)

    assert check("attention", attention).passed
