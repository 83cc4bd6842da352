"""Progress is what was done in this session, and hints come step by step."""

from __future__ import annotations

import pytest

from attnlib.exercises import check, hint, hints, names, progress, session


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


@pytest.mark.parametrize("ask_for", [hint, lambda name: check(name, 1)])
def test_a_misspelt_name_is_answered_with_the_nearest(ask_for):
    with pytest.raises(ValueError, match="did you mean 'softmax'"):
        ask_for("sofmax")
