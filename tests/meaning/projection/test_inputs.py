from __future__ import annotations

import numpy as np
import pytest

from attnlib.meaning.projection.inputs import HANDLES, PRESETS, PROJECTIONS, Inputs
from tests.traces import dogs, numbers


def start(d_model: int = 3, d_k: int = 2) -> Inputs:
    weights = {name: numbers(d_model, d_k, seed) for seed, name in enumerate(PROJECTIONS, 1)}
    return Inputs({"X": numbers(4, d_model), **weights})


def test_a_cell_is_put_and_nothing_else_changes() -> None:
    inputs, before = start(), start().as_lists()
    inputs.put("W_K", 2, 1, 7.5)
    after = inputs.as_lists()
    assert after["W_K"][2][1] == 7.5
    after["W_K"][2][1] = before["W_K"][2][1]
    assert after == before


def test_what_it_was_made_from_is_not_modified() -> None:
    trace = dogs()
    inputs = Inputs({name: trace.stage(name) for name in ("X", *PROJECTIONS)})
    inputs.put("X", 0, 0, 9)
    inputs.randomise(3)
    for name in ("X", *PROJECTIONS):
        np.testing.assert_array_equal(trace.stage(name), dogs().stage(name))


def test_reset_goes_back_whatever_happened() -> None:
    inputs, before = start(), start().as_lists()
    inputs.put("X", 0, 0, 9)
    inputs.move("W_Q", "stretch", 3)
    inputs.grip()
    inputs.preset("W_K", "zero")
    inputs.randomise(5)
    inputs.reset()
    assert inputs.as_lists() == before
    inputs.move("W_Q", "stretch", 1)
    assert inputs.as_lists() == before


@pytest.mark.parametrize("handle", HANDLES)
def test_a_handle_at_rest_moves_nothing_and_comes_back(handle: str) -> None:
    inputs, before = start(), start().as_lists()
    for amount in (HANDLES[handle].max, HANDLES[handle].neutral):
        inputs.move("W_V", handle, amount)
    assert inputs.as_lists() == before


@pytest.mark.parametrize("degrees", [90, 180, -90])
def test_right_angles_turn_exactly(degrees: int) -> None:
    inputs = Inputs({"X": np.eye(2), "W_Q": np.eye(2), "W_K": np.eye(2), "W_V": np.eye(2)})
    inputs.move("W_Q", "turn", degrees)
    assert (
        inputs["W_Q"].tolist()
        == {90: [[0, 1], [-1, 0]], 180: [[-1, 0], [0, -1]], -90: [[0, -1], [1, 0]]}[degrees]
    )


def test_turning_keeps_every_length_and_leaves_further_features_alone() -> None:
    inputs = start(3, 3)
    before = inputs["W_Q"]
    inputs.move("W_Q", "turn", 45)
    np.testing.assert_allclose(
        np.linalg.norm(inputs["W_Q"], axis=1), np.linalg.norm(before, axis=1), atol=1e-9
    )
    assert (inputs["W_Q"][:, 2] == before[:, 2]).all()


def test_turning_needs_a_plane() -> None:
    with pytest.raises(ValueError, match="turning needs two features, this projection has 1"):
        start(3, 1).move("W_Q", "turn", 15)


def test_a_grip_holds_the_projections_as_they_are() -> None:
    inputs = start()
    inputs.move("W_Q", "stretch", 2)
    inputs.grip()
    inputs.move("W_Q", "stretch", 2)
    assert (inputs["W_Q"] == 4 * start()["W_Q"]).all()


@pytest.mark.parametrize(("d_model", "d_k"), [(2, 2), (3, 2), (2, 4)])
def test_presets_fit_every_shape(d_model: int, d_k: int) -> None:
    inputs = start(d_model, d_k)
    for preset in PRESETS:
        inputs.preset("W_Q", preset)
        assert inputs["W_Q"].shape == (d_model, d_k)
    inputs.preset("W_Q", "swap")
    assert inputs["W_Q"][0].tolist() == [0] * (d_k - 1) + [1]
    assert not np.signbit(inputs["W_Q"]).any()


def test_a_seed_gives_the_same_numbers_which_fit_a_cell() -> None:
    one, other, third = start(), start(), start()
    for inputs, seed in ((one, 4), (other, 4), (third, 5)):
        inputs.randomise(seed)
    assert one.as_lists() == other.as_lists() != third.as_lists()
    assert (one["X"] == start()["X"]).all()
    for name in PROJECTIONS:
        assert (np.abs(one[name]) <= 2).all()
        assert (one[name] * 2 == np.round(one[name] * 2)).all()


@pytest.mark.parametrize(("method", "words"), [("move", ("W_Q", "trun", 1)), ("preset", ("W_Q", "identiti"))])
def test_a_misspelt_word_is_answered_with_the_right_one(method: str, words: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match="did you mean"):
        getattr(start(), method)(*words)
