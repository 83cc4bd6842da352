from __future__ import annotations

import json

import numpy as np
import pytest

from attnlib.maths.explain import STAGES
from attnlib.maths.numbers import number
from attnlib.meaning import by_hand
from attnlib.widgets import ByHand
from tests.meaning.by_hand.traces import TRACES, added, cat, causal, dogs, mouse, oblong
from tests.widgets.explorers import shown
from tests.widgets.host import tell

FIVE = ("scores", "scaled", "masked", "weights", "output")


def type_in(sheet: ByHand, row: int, column: int, text: str) -> None:
    tell(sheet.view, {"type": "edit", "row": row, "column": column, "text": text})


def solve(sheet: ByHand) -> None:
    array = sheet.trace.stage(sheet.stage)
    for i, j in np.ndindex(*array.shape):
        type_in(sheet, i, j, number(float(array[i, j])))


@pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)
@pytest.mark.parametrize("stage", FIVE)
def test_every_step_of_every_small_example_can_be_solved_to_three_decimals(stage, trace) -> None:
    sheet = ByHand(stage, trace)
    assert set(sheet.view.texts) == {""}
    before = sheet.done
    solve(sheet)
    assert (before, sheet.done) == (False, True)
    assert "right" in sheet.narrator.reading
    assert set(sheet.view.levels) == {"right"}


@pytest.mark.parametrize("stage", STAGES)
def test_it_stands_beside_what_it_is_made_from(stage) -> None:
    sheet = ByHand(stage, causal)
    assert tuple(sheet.operands) == by_hand.made_from(causal, stage)
    for name, view in sheet.operands.items():
        panel = by_hand.operand_panel(causal, name)
        assert view.texts == tuple(text for row in panel.texts for text in row)
        assert view in shown(sheet)


def test_a_selected_cell_lights_its_operands_and_is_told_how_it_is_done() -> None:
    sheet = ByHand("scores", mouse)
    tell(sheet.view, {"type": "select", "row": 1, "column": 2})
    assert (
        sheet.narrator.explanation
        == "scores[Eats, Cheese]: multiply q[Eats] and k[Cheese] feature by feature, and add."
    )
    assert (sheet.operands["Q"].lit, sheet.operands["K"].lit) == ((2, 3), (4, 5))
    assert sheet.view.selected == (1, 2)


def test_under_a_mask_the_same_cell_of_the_mask_is_lit() -> None:
    sheet = ByHand("masked", causal, selected=("Mouse", "Cheese"))
    assert (sheet.operands["scaled"].lit, sheet.operands["mask"].lit) == ((2,), (2,))


def test_a_right_number_shows_how_it_came_about() -> None:
    sheet = ByHand("weights", mouse)
    type_in(sheet, 0, 1, "0.894")
    assert sheet.narrator.explanation == mouse.explain("weights", 0, 1).text
    assert sheet.narrator.reading == "weights[Mouse, Eats]: 0.894 is right. 1 of 9 cells is right."


def test_a_wrong_number_is_told_why_once_and_still_after_enter_went_on() -> None:
    sheet = ByHand("scaled", mouse)
    type_in(sheet, 0, 1, "4")
    why = "scaled[Mouse, Eats]: 4 is wrong, that is the score itself: divide it by √2 = 1.414."
    assert sheet.narrator.explanation == why
    assert sheet.narrator.reading == "0 of 9 cells are right, 1 is wrong."
    tell(sheet.view, {"type": "select", "row": 1, "column": 1})
    assert sheet.narrator.explanation.startswith("scaled[Eats, Eats]: divide")
    assert sheet.narrator.reading == f"{why} 0 of 9 cells are right, 1 is wrong."
    tell(sheet.view, {"type": "select", "row": 0, "column": 1})
    assert sheet.narrator.explanation == why


@pytest.mark.parametrize(
    ("text", "shown", "says"),
    [
        ("four", "four", "'four' is not a number; write for example"),
        ("5%", "5%", "'5%' is in per cent; write a share of 1"),
        ("(2+2", "(2+2", "'(2+2' lacks a closing bracket"),
        ("$a$ 四 <b>", "?a? ? ?…", "is not a number"),
    ],
)
def test_what_is_no_number_stays_in_its_cell_to_be_mended(text, shown, says) -> None:
    sheet = ByHand("scores", mouse, filled=[(0, 1, "4")])
    type_in(sheet, 0, 1, text)
    assert sheet.view.texts[1] == text
    assert sheet.view.levels[1] == "wrong"
    assert sheet.narrator.explanation.startswith("scores[Mouse, Eats]: ")
    assert says in sheet.narrator.explanation
    assert sheet.narrator.reading == "0 of 9 cells are right, 1 is wrong."
    assert sheet.narrator.error == ""
    assert sheet.filled == []
    assert eval(repr(sheet), {"ByHand": ByHand, "trace": mouse}).filled == []
    assert f"{shown} ✗" in sheet._numbers()
    sheet._figure().plot()
    type_in(sheet, 0, 1, "4")
    assert sheet.filled == [("Mouse", "Eats", "4")]


def test_a_number_with_too_few_digits_is_not_called_wrong() -> None:
    sheet = ByHand("scaled", mouse)
    type_in(sheet, 0, 1, "2.8")
    assert sheet.view.levels[1] == "coarse"
    assert sheet.narrator.explanation == (
        "scaled[Mouse, Eats]: 2.8 has not enough digits: right as far as it goes; give two decimals, or a fraction."
    )
    assert sheet.narrator.reading == "0 of 9 cells are right, 1 needs more digits."
    assert "2.8 ≈" in sheet._numbers()
    assert not sheet.done


def test_code_is_told_at_once_that_it_types_no_number() -> None:
    sheet = ByHand("scores", mouse, filled=[(0, 1, "4")])
    with pytest.raises(ValueError, match="'four' is not a number"):
        sheet.type(0, 1, "four")
    assert sheet.filled == [("Mouse", "Eats", "4")]


def test_show_me_one_cell_works_out_the_selected_one_and_no_more() -> None:
    sheet = ByHand("output", mouse, selected=("Mouse", "f1"))
    sheet.show_one.click()
    assert sheet.narrator.explanation == mouse.explain("output", 0, 0).text
    assert sheet.filled == []
    tell(sheet.view, {"type": "select", "row": 0, "column": 0})
    assert sheet.narrator.explanation == mouse.explain("output", 0, 0).text
    sheet.select("Eats", "f1")
    assert sheet.narrator.explanation.startswith("output[Eats, f1]: multiply")
    sheet.select("Mouse", "f1")
    assert sheet.narrator.explanation.startswith("output[Mouse, f1]: multiply")


def test_a_cell_is_emptied_by_an_empty_text_and_all_by_clear() -> None:
    sheet = ByHand("scores", mouse, filled=[(0, 0, "0"), (0, 1, "3"), (1, 1, "4")])
    type_in(sheet, 0, 0, "")
    assert sheet.narrator.reading == "1 of 9 cells is right, 1 is wrong."
    sheet.empty.click()
    assert sheet.filled == []
    assert sheet.narrator.reading == "0 of 9 cells are right."
    sheet.reset()
    assert [text for *_, text in sheet.filled] == ["0", "3", "4"]


def test_what_is_given_is_not_selected() -> None:
    sheet = ByHand("scores", mouse)
    before = sheet.state
    tell(sheet.operands["Q"], {"type": "select", "row": 1, "column": 1})
    assert sheet.operands["Q"].selected == ()
    assert sheet.state == before


def test_its_state_is_plain_and_makes_it_anew() -> None:
    sheet = ByHand(
        "masked", causal, filled=[("Mouse", "Eats", "-∞"), (1, 1, "4/√2"), (2, 2, "1")], selected=(2, 2)
    )
    sheet.work_out()
    assert json.loads(json.dumps(sheet.state))["worked"] is True
    again = eval(repr(sheet), {"ByHand": ByHand, "trace": causal})
    assert again.state == sheet.state
    assert again.view.texts == sheet.view.texts
    assert again.narrator.explanation == sheet.narrator.explanation


def test_it_begins_at_the_first_blank_cell() -> None:
    assert ByHand("scores", mouse).state["selected"] == ("Mouse", "Mouse")
    assert ByHand("scores", mouse, filled=[(0, 0, "0"), (0, 1, "4")]).state["selected"] == ("Mouse", "Cheese")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"stage": "weight"}, "did you mean 'weights'"),
        ({"trace": oblong, "stage": "V"}, "doesn't follow from an X"),
        ({"selected": ("Mouse", "Dog")}, "column: no 'Dog' in scores"),
        ({"selected": ("scores", "Mouse", "Eats")}, "selected: needs a row and a column"),
        ({"filled": [("Mouse", "Eats", "x")]}, "'x' is not a number"),
    ],
)
def test_what_it_cannot_ask_is_refused_with_the_reason(arguments, says) -> None:
    with pytest.raises(ValueError, match=says):
        ByHand(**{"stage": "scores", "trace": mouse, **arguments})


@pytest.mark.parametrize("trace", [mouse, dogs, cat, added, oblong])
@pytest.mark.parametrize("stage", FIVE)
def test_its_static_twin_shows_the_sheet_as_it_is(trace, stage) -> None:
    sheet = ByHand(stage, trace)
    type_in(sheet, 0, 0, "0.123")
    figure = sheet._figure().plot()
    drawn = [[text.get_text() for text in row] for row in figure.matrices_[stage].texts]
    assert drawn[0][0] == "0.123 ✗"
    assert {text for row in drawn[1:] for text in row} == {" "}
    text = sheet._numbers()
    assert text.startswith(f"0 of {trace.stage(stage).size} cells are right, 1 is wrong.\n{stage}[")
    assert f"your {stage}" in text
    assert "0.123 ✗" in text
    for name in sheet.operands:
        assert f"\n{name}" in text


def test_its_text_gives_no_answer_away() -> None:
    text = ByHand("weights", mouse)._numbers()
    assert "0.894" not in text
    assert "0.333" not in text


def test_large_and_small_examples_get_cells_of_their_size() -> None:
    assert ByHand("scores", mouse).view.size == "large"
    assert ByHand("masked", cat).view.size in ("compact", "normal")
