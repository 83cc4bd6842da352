from __future__ import annotations

import pytest

from attnlib.meaning.cells import cell_at, input_at, names_of, written
from tests.traces import cat, made_of_Q_K_V, mouse


@pytest.mark.parametrize(
    ("address", "cell"),
    [
        (("weights", "Mouse", "Eats"), ("weights", 0, 1)),
        (["scores", 2, "Mouse"], ("scores", 2, 0)),
        (("W_Q", "f2", -1), ("W_Q", 1, 1)),
        (("X", "Cheese", "f1"), ("X", 2, 0)),
    ],
)
def test_names_and_places_find_the_same_cell(address, cell) -> None:
    assert cell_at(mouse(), address) == cell
    assert cell_at(mouse(), names_of(mouse(), cell)) == cell


def test_a_cell_is_written_by_its_names() -> None:
    assert written(cat(), ("W_Q", 1, 0)) == "W_Q[f2, f1]"
    assert written(cat(), ("weights", 0, 4)) == "weights[The, the]"


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("weights", r'selected: needs a stage, a row and a column, such as \("scores", 0, 1\); got'),
        (("weights", 0), "selected: needs a stage"),
        (("wieghts", 0, 0), "did you mean 'weights'"),
        (("weights", "Mous", 0), "did you mean 'Mouse'"),
        (("weights", 0, 3), "column: 3 is outside weights"),
        (("output", 0, "f3"), "no 'f3' in output"),
    ],
)
def test_an_address_that_leads_nowhere_is_explained(address, says) -> None:
    with pytest.raises(ValueError, match=says):
        cell_at(mouse(), address, argument="selected")


def test_a_computed_cell_is_no_input() -> None:
    assert input_at(mouse(), ("X", 0, 0)) == ("X", 0, 0)
    with pytest.raises(ValueError, match="editing: scores is computed; edit one of X, W_Q, W_K, W_V"):
        input_at(mouse(), ("scores", 0, 0), argument="editing")


def test_a_trace_without_its_inputs_says_so() -> None:
    with pytest.raises(ValueError, match="this trace has no W_Q"):
        cell_at(made_of_Q_K_V(), ("W_Q", 0, 0))
