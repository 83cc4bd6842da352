"""What an exercise says of itself."""

from __future__ import annotations

import pytest

from attnlib.exercises import Case, Exercise, slip


def exercise(signature):
    return Exercise("name", "01", 1, signature, max, (Case("a", (1,)),), (), (), "")


@pytest.mark.parametrize(
    ("signature", "header", "parameters"),
    [
        ("def f(x):  # (n,) -> (n,)", "f(x)", ("x",)),
        ("def f(Q, K):", "f(Q, K)", ("Q", "K")),
        (
            "def f(Q, *, mask=None, n: int = 2):  # shapes",
            "f(Q, *, mask=None, n: int = 2)",
            ("Q", "mask", "n"),
        ),
    ],
)
def test_header_and_parameters_come_from_the_signature(signature, header, parameters):
    made = exercise(signature)
    assert made.header == header
    assert made.parameters == parameters


def test_a_slip_holds_each_way_in_which_it_is_made():
    assert slip("word", "says", min, max).wrong == (min, max)
