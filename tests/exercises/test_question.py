"""Questions: a letter or a number, read as people write them, with a reply to each wrong one."""

from __future__ import annotations

import numpy as np
import pytest

from attnlib.exercises import ask, check, names
from attnlib.exercises.catalogue import task
from attnlib.exercises.question import Question

QUESTIONS = [name for name in names() if isinstance(task(name), Question)]
CHOICE = Question(
    "choice", "01", "Which?", "a", "For.", ("h",), options={"a": ("this", ""), "b": ("that <b>", "No.")}
)
COUNT = Question("count", "01", "How many?", 12, "For.", ("h",), slips={"half": (6, "Twice that.")})
SHARE = Question("share", "01", "How much?", 0.25, "For.", ("h",), slips={"rest": (0.75, "The rest.")})


@pytest.mark.parametrize("answer", ["a", "A", " a) ", "(a)", "a."])
def test_a_letter_is_read_as_it_may_be_written(answer):
    assert CHOICE.judge(answer).passed


@pytest.mark.parametrize("answer", ["c", "this", 1, None, ["a"]])
def test_what_is_no_letter_is_said(answer):
    result = CHOICE.judge(answer)
    assert result.slip == "not_an_option"
    assert "a, b" in result.wrong


def test_a_wrong_option_has_its_reply():
    result = CHOICE.judge("b")
    assert (result.slip, result.wrong) == ("option_b", "“that <b>” is not it. No.")


@pytest.mark.parametrize(
    "answer",
    [
        *(0.25, "0.25", "1/4", " 1 / 4 ", "0,25", "√(1/16)", "4^-1", "1:4", "e^0/(2e^0 + 2)", ".25", 0.2504),
        *(np.float32(0.25), np.array(0.25)),
    ],
)
def test_a_number_is_read_as_it_may_be_written(answer):
    assert SHARE.judge(answer).passed


@pytest.mark.parametrize(
    "answer",
    ["a quarter", "25%", "-inf", True, np.True_, None, [0.25, 1], "1/0", float("nan"), float("inf"), 1j],
)
def test_what_is_no_number_is_said(answer):
    assert SHARE.judge(answer).slip == "not_a_number"


def test_a_count_must_be_met_exactly():
    assert COUNT.judge(12).passed
    assert COUNT.judge(12.0).passed
    assert not COUNT.judge(12.01).passed
    assert COUNT.judge(12.01).slip is None


def test_a_known_wrong_number_has_its_reply_and_another_is_just_wrong():
    assert SHARE.judge(0.75).slip == "rest"
    assert SHARE.judge(0.75).wrong == "0.75 is not it. The rest."
    assert SHARE.judge(0.4).slip is None
    assert SHARE.judge(0.4).wrong == "0.4 is not it. hint('share') gives you a step."


THIRD = Question("third", "01", "How much?", 1 / 3, "For.", ("h",), slips={})


@pytest.mark.parametrize("answer", [0.33, "0.33", "0,33", "1/3", 0.333, 1 / 3, "0.3333", np.float32(1 / 3)])
def test_two_decimals_are_enough(answer):
    assert THIRD.judge(answer).passed


@pytest.mark.parametrize("answer", [0.3, "0.3", "0,3"])
def test_fewer_are_right_as_far_as_they_go(answer):
    result = THIRD.judge(answer)
    assert result.slip == "too_coarse"
    assert result.wrong == f"{answer} is right as far as it goes; give two decimals, or a fraction."


@pytest.mark.parametrize("answer", [0.34, 0.32, "0.3/1.1", 0.4, 0])
def test_other_digits_are_wrong(answer):
    assert THIRD.judge(answer).slip is None


MANY = Question("many", "01", "How many?", 1048576, "For.", ("h",), slips={})


@pytest.mark.parametrize(
    "answer", [1048576, "1048576", "1,048,576", "1 048 576", "4*512**2", "4·512^2", 4.0 * 512**2]
)
def test_thousands_and_products_are_read(answer):
    assert MANY.judge(answer).passed


def test_text_that_is_no_number_is_told_why():
    assert "'a third' is not a number; write for example" in THIRD.judge("a third").wrong
    assert "'33%' is in per cent" in THIRD.judge("33%").wrong


@pytest.mark.parametrize("answer", [..., "…", "...", " "])
@pytest.mark.parametrize("question", [CHOICE, THIRD])
def test_a_gap_is_no_answer_yet(question, answer):
    result = question.judge(answer)
    assert (result.slip, result.untouched) == ("not_written", True)
    assert "Answer with" in result.wrong


def test_a_right_answer_is_told_why():
    assert CHOICE.judge("a").right == ("For.",)


def test_it_shows_itself_as_text_and_as_html_without_the_answer():
    assert repr(CHOICE) == 'Which?\n  a) this\n  b) that <b>\nAnswer with its letter: check("choice", "…")'
    assert "that &lt;b&gt;" in CHOICE._repr_html_()
    assert "<ul" not in COUNT._repr_html_()
    assert repr(COUNT).endswith('Answer with a number: check("count", …)')


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_holds_together(name):
    question = task(name)
    assert ask(name) is question
    assert question.asks.endswith("?")
    assert question.hints
    assert (question.options is None) != (question.slips is None)
    if question.options is not None:
        assert question.answer in question.options
        for letter, (text, reply) in question.options.items():
            assert text
            assert bool(reply) == (letter != question.answer)
    for wrong, reply in (question.slips or {}).values():
        assert reply
        assert not question.judge(wrong).passed
    assert check(name, question.answer).passed


def test_the_options_are_not_always_the_same_letter():
    letters = [task(name).answer for name in QUESTIONS if task(name).options]
    assert max(map(letters.count, letters)) <= len(letters) / 2


def test_asking_for_an_exercise_says_what_it_is():
    with pytest.raises(ValueError, match=r"'scores' is an exercise.*scores\(Q, K\)"):
        ask("scores")


def test_each_of_the_first_five_lessons_has_two_or_more():
    for lesson in ("01", "02", "03", "04", "05"):
        assert sum(task(name).lesson == lesson for name in QUESTIONS) >= 2
