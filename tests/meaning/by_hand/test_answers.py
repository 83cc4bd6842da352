from __future__ import annotations

import pytest

from attnlib.meaning.by_hand.answers import HandAnswers
from tests.meaning.by_hand.traces import causal, mouse


def filled() -> HandAnswers:
    return HandAnswers(
        mouse, "weights", [("Eats", "Mouse", "1/3"), (0, 1, "0.9"), ("Mouse", "Mouse", "e^0/(2+e^2.83)")]
    )


def test_what_is_filled_comes_back_row_by_row() -> None:
    assert filled().filled == [
        ("Mouse", "Mouse", "e^0/(2+e^2.83)"),
        ("Mouse", "Eats", "0.9"),
        ("Eats", "Mouse", "1/3"),
    ]


def test_a_long_text_is_shown_as_the_number_it_gives() -> None:
    panel = filled().panel(marks=False)
    assert panel.texts == (("0.05", "0.9", ""), ("1/3", "", ""), ("", "", ""))
    assert panel.levels[0] == ("right", "coarse", "blank")


@pytest.mark.parametrize(
    ("text", "shown"), [("-inf", "−∞"), ("4 / sqrt(2)", "4/√(2)"), ("-Infinity", "−∞"), ("2*2", "2×2")]
)
def test_what_a_keyboard_lacks_is_shown_as_it_is_written(text: str, shown: str) -> None:
    answers = HandAnswers(causal, "masked", [(0, 1, text)])
    assert answers.panel(marks=False).texts[0][1] == shown
    assert answers.filled == [("Mouse", "Eats", text)]


def test_an_empty_text_empties_a_cell_and_clearing_all_of_them() -> None:
    answers = filled()
    answers.write((0, 1), "  ")
    answers.write((2, 2), "")
    assert len(answers.filled) == 2
    answers.clear()
    assert answers.filled == []
    assert answers.panel().levels[0] == ("blank", "blank", "blank")


def test_what_is_no_number_leaves_the_old_one() -> None:
    answers = filled()
    with pytest.raises(ValueError, match="'one third' is not a number"):
        answers.write((1, 0), "one third")
    assert answers.texts[1, 0] == "1/3"


def test_it_is_done_when_every_cell_is_right() -> None:
    answers = HandAnswers(
        mouse, "scores", [(i, j, str(int(mouse.scores[i, j]))) for i in range(3) for j in range(3)]
    )
    blank, done = [answers.first_blank], [answers.done]
    for text in ("3", "", "4.0"):
        answers.write((2, 1), text)
        blank.append(answers.first_blank)
        done.append(answers.done)
    assert done == [True, False, False, True]
    assert blank == [(0, 0), (0, 0), (2, 1), (0, 0)]


def test_it_says_of_each_cell_what_is_to_be_done_what_went_wrong_or_how_it_came_about() -> None:
    answers = filled()
    assert answers.why((1, 1)).startswith("weights[Eats, Eats]: e^masked[Eats, Eats], divided by")
    assert answers.why((0, 1)) == answers.remark((0, 1))
    assert answers.why((0, 1)).startswith(
        "weights[Mouse, Eats]: 0.9 has not enough digits: right as far as it goes;"
    )
    assert answers.why((1, 0)) == mouse.explain("weights", 1, 0).text == answers.why((1, 0), worked=True)
    assert answers.why((0, 1), worked=True) == mouse.explain("weights", 0, 1).text
    assert answers.remark((1, 0)) == "weights[Eats, Mouse]: 1/3 is right."


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        (("Mouse", "Eats"), 'filled: needs cells such as'),
        (("Mouse", "Eats", 4), "filled: needs cells such as"),
        ("4", "filled: needs cells such as"),
        (("Mouse", "Dog", "4"), "column: no 'Dog' in weights"),
        (("Mouse", 3, "4"), "column: 3 is outside weights"),
        (("Mouse", "Eats", "four"), "'four' is not a number"),
    ],
)  # fmt: skip
def test_a_cell_that_is_none_is_refused(cell, says) -> None:
    with pytest.raises(ValueError, match=says):
        HandAnswers(mouse, "weights", [cell])
