"""One standard for every exercise: what its cases put in, and in which forms a right result may come back.

Held by answers that are right but for one kind of input, so that a case that doesn't show it fails here.
"""

from __future__ import annotations

import re
from collections import namedtuple

import numpy as np
import pytest

from attnlib.exercises import names
from attnlib.exercises.catalogue import task
from attnlib.exercises.engine.judging import judge
from attnlib.exercises.exercise import Exercise
from tests.wrong_answers.catalogue import answers

EXERCISES = [
    chosen
    for chosen in map(task, names())
    if isinstance(chosen, Exercise) and not chosen.name.startswith("hunt_")
]
Pair = namedtuple("Pair", "first second")


def fractions(arguments):
    return [part for part in arguments if isinstance(part, np.ndarray) and part.dtype.kind == "f"]


#: Exercises that take arrays of fractions; the makers of masks take sizes and lengths.
NUMERIC = [exercise for exercise in EXERCISES if any(fractions(case.arguments) for case in exercise.cases)]
#: Those whose solution takes powers of e of what comes in.
WITH_EXP = [exercise for exercise in NUMERIC if "np.exp" in exercise.solution]


def by_name(exercise):
    return exercise.name


each = pytest.mark.parametrize("exercise", EXERCISES, ids=by_name)
numeric = pytest.mark.parametrize("exercise", NUMERIC, ids=by_name)
with_exp = pytest.mark.parametrize("exercise", WITH_EXP, ids=by_name)


def right_but(exercise, spoils):
    """Return the right answer, but wrong where the inputs are so."""

    def answer(*arguments):
        value = exercise.reference(*arguments)
        if not spoils(arguments):
            return value
        return tuple(part + 7 for part in value) if isinstance(value, tuple) else value + 7

    return answer


def arrays(arguments):
    return [part for part in arguments if isinstance(part, np.ndarray)]


@numeric
@pytest.mark.parametrize(
    "spoils",
    [
        pytest.param(lambda parts: any(part.dtype.kind == "i" for part in parts), id="whole numbers"),
        pytest.param(lambda parts: all(part.dtype == np.float32 for part in parts), id="single precision"),
        pytest.param(lambda parts: not parts[0].flags.c_contiguous, id="column by column"),
    ],
)
def test_the_inputs_come_in_every_form(exercise, spoils):
    def form(arguments):
        return spoils([part for part in arrays(arguments) if part.dtype != bool])

    assert not judge(exercise, right_but(exercise, form)).passed


@numeric
@pytest.mark.parametrize("axes", [1, 2])
def test_there_are_batches_of_one_axis_and_of_two(exercise, axes):
    least = min(arrays(case.arguments)[0].ndim for case in exercise.cases)
    assert not judge(
        exercise, right_but(exercise, lambda arguments: arguments[0].ndim == least + axes)
    ).passed


@with_exp
def test_powers_overflow_in_some_case(exercise):
    shifted = re.compile(
        r" - (?:\w+\.max\(axis=-1, keepdims=True\)|np\.where\(np\.isneginf\(top\), 0, top\))"
    )
    code, count = shifted.subn("", exercise.solution)
    assert count == 1
    space = {"np": np}
    exec(code, space)
    result = judge(exercise, space[exercise.header.partition("(")[0]])
    assert result.slip == "no_maximum"


def sizes(exercise, case):
    """Read from a signature which name each size has, and from a case how large it is."""
    shapes = re.search(r"#(.*?)->", exercise.signature)[1]
    shapes = re.sub(r"(\([^()]*\)) twice", r"\1, \1", shapes)
    found = {}
    heads = case.arguments[-1] if exercise.parameters[-1] == "n_heads" else None
    for text, part in zip(re.findall(r"\(([^()]*)\)", shapes), arrays(case.arguments), strict=False):
        axes = [axis.strip() for axis in text.split(",") if axis.strip() not in ("", "...")]
        for axis, size in zip(reversed(axes), reversed(part.shape), strict=False):
            name = axis.rpartition("·")[2].strip()
            found[name] = size // heads if "·" in axis else size
    if heads:
        found["n_heads"] = heads
    return found


@numeric
def test_in_some_case_every_size_is_another(exercise):
    batches = [case for case in exercise.cases if case.about in ("batch", "axes")]
    assert batches
    assert any(
        len(set(found.values())) == len(found) >= 2 and min(found.values()) > 1
        for found in (sizes(exercise, case) for case in batches)
    ), [sizes(exercise, case) for case in batches]


#: What a right result may come in. Each takes the results as a tuple.
FORMS = {
    "tuple": tuple,
    "list": list,
    "namedtuple": lambda value: Pair(*value) if len(value) == 2 else tuple(value),
    "nested lists": lambda value: [part.tolist() for part in value],
    "tuple of nested lists": lambda value: tuple(part.tolist() for part in value),
    "single precision": lambda value: tuple(
        part.astype(np.float32) if part.dtype.kind == "f" else part for part in value
    ),
    "column by column": lambda value: tuple(map(np.asfortranarray, value)),
    "read only": lambda value: tuple(np.broadcast_to(part, part.shape) for part in value),
    "a subclass": lambda value: tuple(np.ma.asarray(part) for part in value),
}


@each
@pytest.mark.parametrize("form", FORMS)
def test_a_right_result_is_read_in_every_form(exercise, form):
    def answer(*arguments):
        value = exercise.reference(*arguments)
        several = isinstance(value, tuple)
        came = FORMS[form](tuple(map(np.asarray, value if several else (value,))))
        return came if several else came[0]

    result = judge(exercise, answer)
    assert result.passed, str(result)


@each
@pytest.mark.parametrize("form", ["tuple", "list", "nested lists"])
def test_results_in_another_order_are_said_in_every_form(exercise, form):
    if len(exercise.outputs) == 1:
        return

    def answer(*arguments):
        return FORMS[form](tuple(map(np.asarray, exercise.reference(*arguments)[::-1])))

    assert judge(exercise, answer).slip == "results_swapped"


def test_a_list_of_rows_of_unequal_length_is_no_list_of_results():
    result = judge(task("softmax"), lambda x: [[1.0], [1.0, 2.0]])
    assert result.slip == "not_numbers"


@numeric
def test_every_exercise_with_a_product_knows_a_batch_turned_round(exercise):
    product = "@ np.swapaxes(K" in exercise.solution
    assert product == ("batch_transposed" in {slip.word for slip in exercise.slips})
    assert product == ("batch_paired" in {slip.word for slip in exercise.slips})


@each
def test_every_exercise_has_enough_answers(exercise):
    assert len(answers(exercise.name).WRONG) >= 8
