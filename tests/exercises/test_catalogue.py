"""Every task is found, stands in a lesson, and its parts fit together."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

import attnlib
from attnlib import exercises
from attnlib.exercises.catalogue import all_tasks, of_lesson, task
from attnlib.exercises.engine.judging import judge
from attnlib.exercises.exercise import Exercise
from attnlib.exercises.numbers import numbers
from attnlib.maths.steps import softmax

EXERCISES = [task for task in all_tasks().values() if isinstance(task, Exercise)]
OWN = [exercise for exercise in EXERCISES if not exercise.name.startswith("hunt_")]
each = pytest.mark.parametrize("exercise", OWN, ids=lambda exercise: exercise.name)
NEEDED = {
    *("softmax", "scores", "scaling", "attention", "causal_mask", "causal_attention", "padding_mask"),
    *("split_heads", "merge_heads", "multi_head", "grouped_heads", "softmax_backward", "attention_backward"),
}
LESSONS = Path(__file__).parents[2] / "notebooks"
DRAWN = "|".join(("probably", "simply", "just", "obviously", "!"))


def test_the_library_brings_them_on_first_use():
    assert attnlib.exercises is exercises


def test_the_promised_exercises_are_there():
    assert NEEDED <= set(exercises.names())


def test_names_are_in_the_order_of_the_lessons_exercises_first():
    lessons = [task.lesson for task in all_tasks().values()]
    assert lessons == sorted(lessons)
    for lesson in set(lessons):
        kinds = [isinstance(task(name), Exercise) for name in of_lesson(lesson)]
        assert kinds == sorted(kinds, reverse=True)
        ranks = [task(name).rank for name in of_lesson(lesson) if isinstance(task(name), Exercise)]
        assert ranks == sorted(set(ranks)), "each its own place"


def test_each_exercise_is_of_the_lesson_in_which_it_is_checked():
    found = {}
    for lesson in sorted(LESSONS.glob("*.ipynb")):
        cells = json.loads(lesson.read_text(encoding="utf-8"))["cells"]
        code = "".join(line for cell in cells if cell["cell_type"] == "code" for line in cell["source"])
        found |= dict.fromkeys(re.findall(r'check\("(\w+)", ', code), lesson.name[:2])
    assert found == {exercise.name: exercise.lesson for exercise in EXERCISES}


def test_no_name_twice():
    assert len(all_tasks()) == len(EXERCISES) + sum(not isinstance(t, Exercise) for t in all_tasks().values())
    assert len({exercise.header for exercise in OWN}) == len(OWN)


@each
def test_words_of_slips_are_words_and_not_used_twice(exercise):
    words = [slip.word for slip in exercise.slips]
    assert len(set(words)) == len(words) >= 6
    for slip in exercise.slips:
        assert re.fullmatch(r"[a-z][a-z_0-9]*", slip.word)
        assert slip.says.endswith((".", "np.where."))
        assert slip.wrong


@each
def test_hints_go_in_three_steps_and_none_is_the_solution(exercise):
    assert len(exercise.hints) == 3
    assert "…" in exercise.hints[2], "something is left to do"


@each
def test_texts_are_plain(exercise):
    texts = [
        *exercise.hints,
        *(slip.says for slip in exercise.slips),
        *(case.isolates for case in exercise.cases),
    ]
    for text in texts:
        assert not re.search(rf"\b({DRAWN})\b", text), text


@each
def test_the_solution_begins_with_the_signature(exercise):
    assert exercise.solution.strip().splitlines()[0] == f"def {exercise.header}:"


@each
def test_cases_fit_the_parameters_and_say_different_things(exercise):
    for case in exercise.cases:
        assert len(case.arguments) + len(case.named) == len(exercise.parameters)
    assert len({case.isolates for case in exercise.cases}) == len(exercise.cases) >= 4


@each
def test_every_slip_is_known_by_its_own_code(exercise):
    for slip in exercise.slips:
        for wrong in slip.wrong:
            result = judge(exercise, wrong)
            assert result.slip == slip.word, f"{slip.word} is taken for {result.slip}"


@each
def test_the_reference_passes_and_returns_what_it_promises(exercise):
    assert judge(exercise, exercise.reference).passed
    for case in exercise.cases:
        value = exercise.reference(*case.arguments, **case.named)
        assert (len(value) if isinstance(value, tuple) else 1) == len(exercise.outputs)


SATURATED = ("huge", "large")


@each
def test_no_softmax_saturates_where_that_is_not_the_point(exercise):
    for case in exercise.cases:
        if exercise.outputs[-1] == "weights" and not any(word in case.isolates for word in SATURATED):
            weights = exercise.reference(*case.arguments)[1]
            several = (weights > 0).sum(axis=-1) > 1
            assert weights.max(axis=-1, where=several[..., None], initial=0).max(initial=0) < 0.9, (
                case.isolates
            )


def test_weights_of_the_reference_agree_with_the_library():
    def weights(name, **rest):
        exercise = task(name)
        return [(exercise.reference(*case.arguments)[1], case.arguments) for case in exercise.cases]

    for got, (Q, K, V) in weights("attention"):
        assert np.allclose(got, attnlib.attention(Q, K, V)[1])
    for got, (X, *W) in weights("self_attention"):
        assert np.allclose(got, attnlib.self_attention(X, *W).weights)
    for got, (X, *W) in weights("causal_attention"):
        mask = attnlib.causal_mask(X.shape[-2])
        assert np.allclose(got, attnlib.self_attention(X, *W, mask=mask).weights)


def test_several_heads_agree_with_the_library():
    for case in task("multi_head").cases:
        X, W_Q, W_K, W_V, W_O, n_heads = case.arguments
        trace = attnlib.MultiHeadAttention(W_Q, W_K, W_V, W_O, n_heads=n_heads)(X)
        output, weights = task("multi_head").reference(*case.arguments)
        assert np.allclose(output, trace.output)
        assert np.allclose(weights, np.stack([head.weights for head in trace.heads], axis=-3))


def test_shared_heads_agree_with_the_library():
    for case in task("grouped_heads").cases:
        Q, K, V = case.arguments
        output = task("grouped_heads").reference(Q, K, V)[0]
        for head in range(Q.shape[-3]):
            shared = head * K.shape[-3] // Q.shape[-3]
            alone = attnlib.attention(Q[..., head, :, :], K[..., shared, :, :], V[..., shared, :, :])[0]
            assert np.allclose(output[..., head, :, :], alone)


def test_masks_agree_with_the_library():
    for case in task("decoder_mask").cases:
        n, causal, lengths = case.arguments
        expected = attnlib.causal_mask(n) if causal else np.ones((n, n), bool)
        if lengths is not None:
            expected = expected & attnlib.padding_mask(lengths, n)
        assert np.array_equal(task("decoder_mask").reference(*case.arguments), expected)


def test_inputs_are_small_the_same_each_time_and_none_is_zero():
    drawn = numbers(20, 30, seed=3)
    assert np.array_equal(drawn, numbers(20, 30, seed=3))
    assert not np.array_equal(drawn, numbers(20, 30, seed=4))
    assert (np.abs(drawn) >= 0.25).all()
    assert np.array_equal(drawn * 4, np.round(drawn * 4))
    assert softmax(drawn).max() < 0.5
