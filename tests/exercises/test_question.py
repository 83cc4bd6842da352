"""Questions: a letter or a number, read as people write them, with a reply to each wrong one."""

from __future__ import annotations

import ast
import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from attnlib.exercises import ask, check, names, progress, session
from attnlib.exercises.catalogue import task
from attnlib.exercises.question import Question

QUESTIONS = [name for name in names() if isinstance(task(name), Question)]
CHOICE = Question(
    "choice", "01", "Which?", "a", "For.", ("h",), options={"a": ("this", ""), "b": ("that <b>", "No.")}
)
COUNT = Question("count", "01", "How many?", 12, "For.", ("h",), slips={"half": (6, "Twice that.")})
SHARE = Question("share", "01", "How much?", 0.25, "For.", ("h",), slips={"rest": (0.75, "The rest.")})


@pytest.mark.parametrize(
    "answer",
    [
        *(
            "a",
            "A",
            " a) ",
            "(a)",
            "a.",
            "a\n",
            "\ta\r\n",
            "A)",
            "[a]",
            "a:",
            "'a'",
            "“a”",
            "option a",
            "Option A.",
            "answer: a",
        ),
        *("the answer is a", "choice (a)", "a) this", "a) This.", "this", " This\n", "A: this", np.str_("a")),
    ],
)
def test_a_letter_is_read_as_it_may_be_written(answer):
    assert CHOICE.judge(answer).passed


@pytest.mark.parametrize(
    "answer", ["c", "these", 1, 1.0, 0, None, ["a"], b"a", "a, b", "a or b", "b) this", "aa", "V"]
)
def test_what_is_no_letter_is_said(answer):
    result = CHOICE.judge(answer)
    assert not result.passed
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
    ["a quarter", "1, 4", "-inf", True, np.True_, None, [0.25, 1], "1/0", float("nan"), float("inf"), 1j],
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
    assert "'33%' is in per cent" in COUNT.judge("33%").wrong
    assert "'1, 2' looks like two numbers" in COUNT.judge("1, 2").wrong
    assert COUNT.judge("½ of it").wrong.count("'½ of it'") == 1  # quoted as it was typed


@pytest.mark.parametrize("answer", [..., "…", "...", " ", "", "?", " ? ", "??", "_", "___", "?\n"])
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


ROOT_2 = Question("root", "01", "How much?", 2**0.5, "For.", ("h",), slips={})
TINY = Question("tiny", "01", "How much?", 5.2e-13, "For.", ("h",), slips={})
MILLION = Question("million", "01", "How many?", 10**6, "For.", ("h",), slips={})
EIGHT = Question("eight", "01", "How much?", 8.0, "For.", ("h",), slips={})
HALF = Question("half", "01", "How much?", 0.5, "For.", ("h",), slips={})
SHARES = Question("shares", "01", "How much?", 0.894, "For.", ("h",), slips={})


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        (
            SHARES,
            [
                "≈ 0.89",
                "~0.89",
                "about 0.89",
                "About .89",
                "approx. 0.894",
                "ca. 0.89",
                "= 0.89",
                "0.89\n",
                "0.894...",
            ],
        ),
        (
            SHARES,
            [
                "0,89",
                ".89",
                "89%",
                "89 %",
                "89.4 %",
                "89,4%",
                "89 per cent",
                "89 percent",
                "≈ 89 %",
                "e^2.83/(e^2.83+2)",
            ],
        ),
        (
            SHARES,
            [
                "16.92/18.92 = 0.894",
                "'0.89'",
                "“0.89”",
                "\u20090.89\u202f",
                "\u200b0.89",
                "answer: 0.89",
                "np.exp(2.83)/18.92",
            ],
        ),
        (
            THIRD,
            [
                "33%",
                "33.3 %",
                "100/3 %",
                "⅓",
                "1/3",
                "1⁄3",
                "1 / 3\n",
                "0.33...",
                "0.333…",
                "1/3 ≈ 0.33",
                Fraction(1, 3),
            ],
        ),
        (THIRD, [Decimal("0.33"), Decimal(1) / 3, np.float64(1 / 3), np.array([1 / 3]), np.array([[0.33]])]),
        (
            HALF,
            [
                "½",
                " ½ ",
                "50%",
                "2⁻¹",
                "1/2",
                "5e-1",
                "0.50",
                ".5e0",
                Fraction(1, 2),
                Decimal("0.5"),
                np.float16(0.5),
            ],
        ),
        (
            ROOT_2,
            [
                "√2",
                "sqrt(2)",
                "np.sqrt(2)",
                "math.sqrt(2)",
                "2/√2",
                "2√2/2",
                "√2/2·2",
                "1.41",
                "1.414...",
                "2^½",
                "2**0.5",
                "−√2/−1",
            ],
        ),
        (
            EIGHT,
            [
                "2³",
                "2^3",
                "√64",
                "64^½",
                "8.0",
                "√64 = 8",
                "7½ + ½",
                "0.8e1",
                "8",
                np.int64(8),
                np.uint8(8),
                Decimal(8),
                8 + 0j,
            ],
        ),
        (TINY, ["5.2e-13", "5.2E-13", "5,2e-13", "5.2·10⁻¹³", "5.2 × 10^-13", 5.2e-13, Decimal("5.2e-13")]),
        (
            MILLION,
            [
                "1e6",
                "1E6",
                "1.0e6",
                "10⁶",
                "10^6",
                "1 000 000",
                "1,000,000",
                "1\u2009000\u2009000",
                1e6,
                np.float32(1e6),
            ],
        ),
        (MANY, ["2²⁰", "4·512²", "4*512**2", "512²·4", "2^20", "1.048576e6"]),
    ],
)
def test_numbers_are_read_as_people_write_them(question, answers):
    for answer in answers:
        result = question.judge(answer)
        if isinstance(answer, complex):
            assert result.slip == "not_a_number"  # said, and how to write one
        else:
            assert result.passed, f"{answer!r}: {result}"


@pytest.mark.parametrize(
    "answer", ["1, 2", "1 , 2", "1; 2", "[1, 2]", "(1, 2)", "0.1, 0.9", "1,\n2", "1, -2"]
)
def test_two_numbers_are_never_read_as_one(answer):
    result = Question("q", "01", "How much?", 1.2, "For.", ("h",), slips={}).judge(answer)
    assert result.slip == "not_a_number"
    assert "looks like two numbers" in result.wrong


@pytest.mark.parametrize(
    "answer",
    ["33%", "5e", "e5", "one", "1e", "5.2e-13.1", "²", "^2", "½½", "1e99", "3 = ", "≈", "np.sqrt"],
)
def test_what_cannot_be_read_is_told_how_to_be_written(answer):
    result = COUNT.judge(answer)
    assert not result.passed
    assert result.slip == "not_a_number"
    assert result.wrong.startswith("Answer with one number, such as 0.25 or 1/4.")


def test_per_cent_of_a_share_keep_the_decimals_that_they_have():
    assert THIRD.judge("30%").slip is None
    assert THIRD.judge("33%").passed
    assert not THIRD.judge("34%").passed
    assert SHARE.judge("75%").slip == "rest"


@given(st.text(max_size=45))
@example("⁻")
@example("½" * 30)
@example("1e5" * 9)
def test_any_text_is_judged(answer):
    for question in (COUNT, SHARE, CHOICE):
        assert repr(question.judge(answer))


LESSONS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
SHIPPED = [
    (key.value, value.value)
    for path in LESSONS
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
    if cell["cell_type"] == "code" and "answers = {" in "".join(cell["source"])
    for table in ast.walk(ast.parse("".join(cell["source"])))
    if isinstance(table, ast.Dict)
    for key, value in zip(table.keys, table.values, strict=True)
    if isinstance(key, ast.Constant) and isinstance(value, ast.Constant)
]


def test_every_question_is_shipped_in_a_lesson():
    assert {name for name, _ in SHIPPED} == set(QUESTIONS)


@pytest.mark.parametrize(("name", "answer"), SHIPPED)
def test_a_question_as_its_lesson_ships_it_is_no_try(name, answer):
    session.forget()
    result = check(name, answer)
    assert (result.slip, result.untouched) == ("not_written", True)
    assert progress().tries == {}
