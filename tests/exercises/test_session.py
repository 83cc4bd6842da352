"""Progress is what was done in this session, and hints come step by step."""

from __future__ import annotations

import numpy as np
import pytest

from attnlib.exercises import check, hint, hints, names, progress, session
from attnlib.exercises.hunts import all_hunts
from attnlib.exercises.hunts.running import function_of


@pytest.fixture(autouse=True)
def fresh_session():
    session.forget()
    hints.start_over()
    yield
    session.forget()
    hints.start_over()


def test_nothing_is_done_at_first():
    assert progress().tries == {}
    assert repr(progress()) == "0 of 0 done"


def test_tries_and_what_is_done_are_counted():
    check("mask_true", "b")
    check("mask_true", "a")
    check("first_row", 0)
    done = progress()
    assert done.tries == {"mask_true": 2, "first_row": 1}
    assert done.done == ("mask_true",)
    assert "✓ done, 2 tries" in repr(done)
    assert "✗ not yet, 1 try" in repr(done)


def test_what_is_done_stays_done():
    check("mask_true", "a")
    check("mask_true", "b")
    assert progress().done == ("mask_true",)


def test_a_lesson_shows_what_was_not_tried_as_well():
    check("mask_true", "a")
    done = progress("03")
    assert tuple(done.tries) == names("03")
    assert repr(done).startswith(f"1 of {len(names('03'))} done")
    assert "not tried yet" in repr(done)


def test_it_is_a_table_with_headers():
    check("mask_true", "a")
    html = progress()._repr_html_()
    assert '<th scope="row">mask_true</th>' in html
    assert '<th scope="col">state</th>' in html
    assert "<caption>1 of 1 done</caption>" in html


def test_an_unknown_lesson_is_named():
    with pytest.raises(ValueError, match="lesson: '99' is none of 01"):
        progress("99")


def test_hints_go_from_the_idea_to_almost_the_code_and_stay_there():
    steps = [hint("scores") for _ in range(4)]
    assert [step.step for step in steps] == [0, 1, 2, 2]
    assert "(idea)" in repr(steps[0])
    assert "(formula)" in repr(steps[1])
    assert "(almost the code)" in repr(steps[2])
    assert "last hint" in repr(steps[3])
    assert "last hint" not in repr(steps[1])


def test_hints_of_one_exercise_leave_those_of_another():
    hint("scores")
    assert hint("softmax").step == 0


def test_a_hint_is_escaped_html_that_is_read_out():
    html = hint("causal_mask")._repr_html_()
    hint("causal_mask")
    last = hint("causal_mask")._repr_html_()
    assert 'role="status"' in html
    assert "&lt;=" in last


def test_after_the_last_hint_of_an_exercise_there_is_a_solution_and_of_a_question_nothing():
    assert repr([hint("scores") for _ in range(3)][2]).endswith(
        "\nThat was the last hint; a solution stands folded beside the exercise."
    )
    assert repr([hint("first_row") for _ in range(2)][1]).endswith("\nThat was the last hint.")


@pytest.mark.parametrize("name", ["scaling", "scaled_scores", "my_scaled_scores", "my_scaling"])
def test_a_function_s_name_is_understood_with_or_without_my(name):
    assert hint(name).name == "scaling"
    assert hint("scaling").step == 1, "one and the same exercise"
    check(name, lambda Q, K: Q @ K.T)
    assert progress().tries == {"scaling": 1}


def test_a_name_that_two_share_is_the_exercise_s_not_the_hunt_s():
    assert hint("multi_head").name == "multi_head"
    assert hint("row_weights").name == "hunt_axis"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("padding", "name: 'padding' is no exercise or question; did you mean 'padding_mask'"),
        ("my_sofmax", "did you mean 'softmax'"),
        ("xyzzy", "name: 'xyzzy' is no exercise or question; attnlib.exercises.names() lists them"),
        (7, "name: '7' is no exercise"),
    ],
)
def test_an_unknown_name_gets_one_line_with_no_more_than_three_names(name, says):
    with pytest.raises(ValueError, match="name: ") as caught:
        hint(name)
    assert says in str(caught.value)
    assert str(caught.value).count(" or '") <= 2
    assert len(str(caught.value)) < 150


def print_it(x):
    print(x)


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("softmax", lambda x: None), ("softmax", lambda x: ...), ("scaling", lambda Q, K: None), ("first_row", ...),
        ("first_row", "…"), ("mask_true", "…"), ("mask_true", ...),
    ],
)  # fmt: skip
def test_a_stub_that_was_only_run_is_no_try(name, answer):
    result = check(name, answer)
    assert not result.passed
    assert result.untouched
    assert progress().tries == {}


@pytest.mark.parametrize(
    "answer", [print_it, lambda x: None if len(x) > 1 else np.exp(x) / np.exp(x).sum(), lambda x: x]
)
def test_what_was_written_is_a_try_even_if_it_returns_nothing(answer):
    assert not check("softmax", answer).untouched
    assert progress().tries == {"softmax": 1}


def test_a_hunt_s_code_as_it_came_is_no_try():
    planted = all_hunts()["hunt_axis"].buggy
    assert check("hunt_axis", function_of(planted)).untouched
    assert progress().tries == {}
    check("hunt_axis", function_of(planted.replace("powers / powers", "1 * powers / powers")))
    assert progress().tries == {"hunt_axis": 1}


@pytest.mark.parametrize("ask_for", [hint, lambda name: check(name, 1)])
def test_a_misspelt_name_is_answered_with_the_nearest(ask_for):
    with pytest.raises(ValueError, match="did you mean 'softmax'"):
        ask_for("sofmax")
