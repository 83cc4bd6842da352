"""The graders, tested as hard as they test: every slip is named, no right answer refused, each within a second."""

from __future__ import annotations

import pytest

from attnlib.exercises import names
from attnlib.exercises.catalogue import task
from attnlib.exercises.exercise import Exercise
from attnlib.exercises.hunts import all_hunts
from attnlib.exercises.question import Question
from tests.wrong_answers import graders, questions
from tests.wrong_answers.catalogue import answers, exercises, function_of
from tests.wrong_answers.faults import FAULTS
from tests.wrong_answers.hunts import mends

VERDICTS = list(graders.verdicts())
EXERCISES = [name for name in names() if isinstance(task(name), Exercise) and not name.startswith("hunt_")]


@pytest.mark.parametrize("verdict", VERDICTS, ids=lambda verdict: verdict.answer)
def test_the_verdict_is_right(verdict):
    assert verdict.right, f"{verdict}\n{verdict.result}"


@pytest.mark.parametrize("verdict", VERDICTS, ids=lambda verdict: verdict.answer)
def test_a_wrong_answer_is_told_what_is_wrong(verdict):
    assert verdict.result.passed or verdict.result.wrong


def test_every_check_answers_within_a_second():
    slowest = max(VERDICTS, key=lambda verdict: verdict.seconds)
    assert slowest.seconds < 1, f"{slowest.answer}: {slowest.seconds:.2f} s"


def test_every_exercise_has_wrong_answers_and_three_right_ones():
    assert exercises() == sorted(EXERCISES)
    for name in EXERCISES:
        assert len(answers(name).WRONG) >= 8, name
        assert len(answers(name).RIGHT) >= 3, name


def test_every_hunt_has_wrong_mends_and_three_right_ones():
    found = list(mends())
    for hunt in all_hunts():
        slips = [mend.slip for mend in found if mend.hunt == hunt]
        assert len([slip for slip in slips if slip is not None]) >= 6, hunt
        assert slips.count(None) >= 3, hunt
    assert len(found) >= 240


def test_a_slip_that_a_mend_makes_is_one_of_its_hunt_or_a_plain_one():
    plain = {"", "not_a_number", "raises", "wrong_shape"}
    for mend in mends():
        assert mend.slip is None or mend.slip in plain | {slip.word for slip in task(mend.hunt).slips}


def test_there_are_enough():
    assert sum(len(answers(name).WRONG) for name in EXERCISES) >= 200


def test_every_documented_fault_is_among_them():
    sources = {
        source for name in EXERCISES for wrong in answers(name).WRONG for source in wrong.source.split()
    }
    right = {name for name in EXERCISES if any("S4" in answer.name for answer in answers(name).RIGHT)}
    assert sources - {"sibling"} == set(FAULTS) - {"S4"}
    assert {"scaling", "attention", "multi_head"} <= right, (
        "scaling q first is no fault, and must be accepted"
    )


def test_every_slip_that_is_named_stands_in_the_exercise_or_is_a_plain_one():
    plain = {
        "axis_from_front", "modifies_inputs", "not_numbers", "not_written", "raises", "results_swapped",
        "returns_none", "low_precision", "not_for_a_batch",
        "one_leading_axis", "rounded", "storage", "too_slow", "whole_numbers", "wrong_count",
        "wrong_parameters",
    }  # fmt: skip
    for name in EXERCISES:
        known = {slip.word for slip in task(name).slips} | plain
        assert {wrong.slip for wrong in answers(name).WRONG} <= known


@pytest.mark.parametrize("name", EXERCISES)
def test_every_slip_of_an_exercise_has_an_answer_that_makes_it(name):
    assert {slip.word for slip in task(name).slips} <= {wrong.slip for wrong in answers(name).WRONG}


def test_every_reply_to_a_wrong_answer_is_tried():
    tried = {(reply.question, reply.slip) for reply in questions.WRONG}
    for name in names():
        question = task(name)
        if isinstance(question, Question):
            options = {f"option_{letter}" for letter in question.options or () if letter != question.answer}
            assert {(name, word) for word in options | set(question.slips or ())} <= tried
            assert any(name == answered for answered, _ in questions.RIGHT)


def test_the_solutions_pass_and_are_not_the_reference():
    for name in EXERCISES:
        exercise = task(name)
        assert graders.judge(exercise, function_of(exercise.solution)).passed, name


def test_the_command_prints_both_figures_and_fails_on_a_wrong_verdict(capsys, monkeypatch):
    monkeypatch.setattr(graders, "verdicts", lambda: iter(VERDICTS))
    assert graders.main() == 0
    printed = capsys.readouterr().out
    count = sum(len(answers(name).WRONG) for name in EXERCISES)
    assert f"{count} of {count} wrong answers rejected with the right slip named" in printed
    assert "right answers rejected" in printed
    broken = graders.Verdict("planted", None, VERDICTS[0].result, 0.0)
    monkeypatch.setattr(graders, "verdicts", lambda: iter([*VERDICTS, broken]))
    assert graders.main() == 1
    assert "planted: needed passed, said" in capsys.readouterr().out
