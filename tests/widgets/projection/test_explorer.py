from __future__ import annotations

import math

import numpy as np
import pytest

from attnlib import causal_mask, padding_mask, self_attention, window_mask
from attnlib.maths.explain import INPUTS, STAGES
from attnlib.meaning.readings import reading
from attnlib.widgets import ProjectionExplorer
from tests.traces import cat, dogs, made_of_Q_K_V, mouse, numbers
from tests.widgets.explorers import large
from tests.widgets.host import tell

BATCH = self_attention(np.zeros((2, 3, 2)), np.eye(2), np.eye(2), np.eye(2))
BAD = ["abc", "1e9", "1/0", "<img src=x onerror=alert(1)>", '__import__("os").system("true")', "9999", "inf"]


def lit(explorer: ProjectionExplorer) -> set[tuple[str, int, int]]:
    found = set()
    for name, view in explorer.board.views.items():
        found |= {(name, *divmod(place, view.shape[1])) for place in view.lit}
    return found


def outlined(explorer: ProjectionExplorer) -> list[tuple[str, int, int]]:
    return [(name, *view.selected) for name, view in explorer.board.views.items() if view.selected]


# Where it starts


def test_it_starts_where_the_trace_is() -> None:
    trace = dogs()
    explorer = ProjectionExplorer(trace)
    for name in (*INPUTS, *STAGES):
        np.testing.assert_array_equal(explorer.trace.stage(name), trace.stage(name))
    assert explorer.trace.tokens == trace.tokens


def test_it_starts_from_arrays_as_well() -> None:
    arrays = {name: mouse().stage(name).tolist() for name in INPUTS}
    explorer = ProjectionExplorer(**arrays, tokens=["Mouse", "Eats", "Cheese"])
    np.testing.assert_array_equal(explorer.trace.weights, mouse().weights)


def test_the_traces_own_mask_and_scale_count() -> None:
    arrays = [mouse().stage(name) for name in INPUTS]
    own = np.array([[True, False, True], [True, True, True], [False, True, True]])
    for mask in (
        None,
        causal_mask(3),
        window_mask(3, left=1),
        padding_mask(2, 3),
        own,
        np.where(own, -0.5, -np.inf),
    ):
        for scale in (None, 1):
            trace = self_attention(*arrays, mask=mask, scale=scale, tokens=mouse().tokens)
            explorer = ProjectionExplorer(trace)
            np.testing.assert_array_equal(explorer.trace.weights, trace.weights)
            assert explorer.board.scale.value is (scale is None)


def test_what_is_asked_for_wins_over_the_trace() -> None:
    trace = self_attention(*(mouse().stage(name) for name in INPUTS), mask=causal_mask(3), scale=1)
    explorer = ProjectionExplorer(trace, mask="none", scale=True)
    np.testing.assert_array_equal(explorer.trace.weights, mouse().weights)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"trace": made_of_Q_K_V()}, "trace has no X"),
        ({"trace": BATCH}, r"shows one sequence: trace\[0\]"),
        ({"trace": self_attention(numbers(9, 2), np.eye(2), np.eye(2), np.eye(2))}, "9 tokens .* has room for 8"),
        ({"trace": self_attention(numbers(3, 5), numbers(5, 2), numbers(5, 2), numbers(5, 2))}, "up to 5 features"),
        ({}, "trace: needs a trace of self_attention, or X, W_Q, W_K and W_V; without X"),
        ({"X": [[1, 2]], "W_Q": np.eye(2)}, "without W_K"),
        ({"trace": mouse(), "X": [[1, 2]]}, "X: the trace has its own already"),
        ({"trace": mouse(), "tokens": ["a", "b", "c"]}, "tokens: the trace has its own already"),
        ({"trace": mouse(), "mask": "casual"}, "did you mean 'causal'"),
        ({"trace": mouse(), "mask": [[True]] * 4}, r"mask: shape \(4, 1\) does not fit"),
        ({"trace": mouse(), "view": "line"}, "did you mean 'lines'"),
        ({"trace": mouse(), "view": "none"}, "view: 'none' is none of"),
        ({"trace": mouse(), "handle": "trun"}, "did you mean 'turn'"),
        ({"trace": mouse(), "projection": "W_O"}, "projection: 'W_O'"),
        ({"trace": mouse(), "editing": ("scores", 0, 0)}, "editing: scores is computed"),
        ({"trace": mouse(), "selected": ("scores", 0)}, "selected: needs a stage, a row and a column"),
        ({"trace": mouse(), "seed": 10000}, "seed: 10000 is more than 9999"),
        ({"trace": self_attention(*(mouse().stage(name) for name in INPUTS), scale=0.25)}, "scaled by 0.25"),
    ],
)  # fmt: skip
def test_what_it_cannot_show_is_refused_with_the_reason(arguments, says) -> None:
    with pytest.raises(ValueError, match=says):
        ProjectionExplorer(**arguments)


def test_a_number_is_no_switch() -> None:
    with pytest.raises(TypeError, match="scale: needs True"):
        ProjectionExplorer(mouse(), scale=0.5)  # type: ignore[arg-type]


# What is asked is explained


def test_a_selected_cell_is_outlined_explained_and_its_operands_are_lit() -> None:
    explorer = ProjectionExplorer(cat(), mask="causal")
    for stage in STAGES:
        view = explorer.board.views[stage]
        for row, column in np.ndindex(explorer.trace.stage(stage).shape):
            tell(view, {"type": "select", "row": row, "column": column})
            explanation = explorer.trace.explain(stage, row, column)
            assert explorer.narrator.explanation == explanation.text
            assert lit(explorer) == {(cell.stage, cell.row, cell.column) for cell in explanation.operands}
            assert outlined(explorer) == [(stage, row, column)]


def test_without_a_mask_its_numbers_stand_in_the_stage_before() -> None:
    explorer = ProjectionExplorer(mouse())
    explorer.select("weights", "Mouse", "Eats")
    assert lit(explorer) == {("scaled", 0, column) for column in range(3)}
    explorer.select("masked", "Mouse", "Eats")
    assert outlined(explorer) == [("scaled", 0, 1)]
    explorer.board.mask.value = "causal"
    assert outlined(explorer) == [("masked", 0, 1)]


def test_a_selected_input_is_the_one_the_slider_holds() -> None:
    explorer = ProjectionExplorer(mouse())
    tell(explorer.board.views["W_K"], {"type": "select", "row": 1, "column": 0})
    assert explorer.narrator.explanation == "W_K[f2, f1] = 0: yours to change"
    explorer.board.cell.value = 1.5
    assert explorer.trace.stage("W_K").tolist() == [[1, 0], [1.5, 1]]
    explorer.select("scores", 0, 0)
    explorer.board.cell.value = -2
    assert explorer.state["W_K"] == [[1, 0], [-2, 1]]


def test_the_explanation_follows_the_numbers() -> None:
    explorer = ProjectionExplorer(mouse(), selected=("output", "Mouse", "f2"))
    for value in (-3, 0.25, 3):
        explorer.board.cell.value = value
        assert explorer.narrator.explanation == explorer.trace.explain("output", 0, 1).text
        assert explorer.narrator.reading == reading(explorer.trace)


def test_a_token_of_the_lines_asks_for_its_largest_weight() -> None:
    explorer = ProjectionExplorer(mouse(), view="lines")
    tell(explorer.board.lines, {"type": "select", "query": 2})
    assert explorer.state["selected"] == ("weights", "Cheese", "Eats")
    tell(explorer.board.lines, {"type": "select", "query": -1})
    assert explorer.state["selected"] == ("weights", "Cheese", "Eats")
    tell(explorer.board.lines, {"type": "select", "query": 0})
    explorer.reset()
    assert explorer.board.lines.selected == -1


# What is typed


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_number_is_said_changes_nothing_and_is_never_run(text, monkeypatch) -> None:
    def run(*_: object) -> None:
        raise AssertionError("it was run")

    explorer = ProjectionExplorer(mouse())
    before, trace = explorer.state, explorer.trace
    with monkeypatch.context() as patched:
        for word in ("eval", "exec", "compile"):
            patched.setattr(f"builtins.{word}", run)
        tell(explorer.board.views["X"], {"type": "edit", "row": 0, "column": 1, "text": text})
    assert explorer.narrator.error.startswith(f"X[Mouse, f2]: {text[:40]!r}")
    assert explorer.state == before
    assert explorer.trace is trace


def test_a_number_that_is_typed_is_put_and_explained() -> None:
    explorer = ProjectionExplorer(mouse())
    tell(explorer.board.views["X"], {"type": "edit", "row": 0, "column": 1, "text": "oops"})
    assert explorer.narrator.error
    tell(explorer.board.views["X"], {"type": "edit", "row": 0, "column": 1, "text": "1/4"})
    assert explorer.narrator.error == ""
    assert explorer.state["X"][0] == [2, 0.25]
    assert explorer.state["selected"] == explorer.state["editing"] == ("X", "Mouse", "f2")
    assert explorer.board.cell.value == 0.25


def test_a_cell_takes_what_a_sheet_takes() -> None:
    explorer = ProjectionExplorer(mouse())
    tell(explorer.board.views["X"], {"type": "edit", "row": 0, "column": 1, "text": "√2"})
    assert explorer.narrator.error == ""
    assert explorer.state["X"][0] == [2, 2**0.5]


def test_in_python_a_slip_is_raised() -> None:
    explorer = ProjectionExplorer(mouse())
    with pytest.raises(ValueError, match="is not a number"):
        explorer.edit("X", 0, 0, "two")
    with pytest.raises(ValueError, match="weights is computed; edit one of X, W_Q, W_K, W_V"):
        explorer.edit("weights", 0, 0, "2")


# Masks and scale


@pytest.mark.parametrize("mask", ["causal", "causal, one back", "last is padding"])
def test_each_mask_is_the_librarys(mask: str) -> None:
    explorer = ProjectionExplorer(cat())
    explorer.board.mask.value = mask
    wanted = {
        "causal": causal_mask(6),
        "causal, one back": window_mask(6, left=1),
        "last is padding": np.broadcast_to(padding_mask(5, 6), (6, 6)),
    }[mask]
    np.testing.assert_array_equal(explorer.trace.allowed, wanted)
    assert (explorer.trace.weights[~wanted] == 0).all()


def test_the_scale_is_one_over_the_root_or_none() -> None:
    explorer = ProjectionExplorer(mouse())
    assert explorer.trace.scale == pytest.approx(1 / math.sqrt(2))
    explorer.board.scale.value = False
    assert explorer.trace.scale == 1
    assert explorer.board.views["scaled"].note == "not scaled"


# Handles, presets, seeds


def test_a_handle_moves_from_where_it_took_hold() -> None:
    explorer = ProjectionExplorer(mouse(), projection="W_V", handle="stretch")
    explorer.board.amount.value = 3
    assert explorer.state["W_V"] == [[3, 0], [0, 3]]
    explorer.board.amount.value = 1
    assert explorer.state["W_V"] == [[1, 0], [0, 1]]
    explorer.board.amount.value = 2
    explorer.board.projection.value = "W_K"
    assert explorer.board.amount.value == 1
    explorer.board.amount.value = 0
    assert explorer.state["W_V"] == [[2, 0], [0, 2]]
    assert explorer.state["W_K"] == [[0, 0], [0, 0]]
    explorer.board.projection.value = "W_V"
    explorer.board.amount.value = 2
    assert explorer.state["W_V"] == [[4, 0], [0, 4]]


def test_towards_identity_moves_the_keys_and_leaves_values_alone() -> None:
    explorer = ProjectionExplorer(dogs(), projection="W_K", handle="towards identity")
    explorer.board.amount.value = 1
    assert explorer.state["W_K"] == [[1, 0], [0, 1]]
    np.testing.assert_array_equal(explorer.trace.V, dogs().V)


def test_buttons_set_the_chosen_projection() -> None:
    explorer = ProjectionExplorer(mouse(), projection="W_K")
    explorer.board.presets["swap"].click()
    assert explorer.state["W_K"] == [[0, 1], [1, 0]]
    assert explorer.state["W_Q"] == mouse().stage("W_Q").tolist()


def test_randomising_shows_the_seed_it_used() -> None:
    explorer = ProjectionExplorer(mouse(), seed=9998)
    for seed in (9999, 0, 1):  # after the largest it begins anew
        explorer.board.randomise.click()
        assert explorer.narrator.error == ""
        assert explorer.state["seed"] == seed
        again = ProjectionExplorer(mouse())
        again.randomise(seed)
        assert again.state["W_Q"] == explorer.state["W_Q"]
    explorer.board.seed.value = 7
    again.randomise(7)
    assert again.state["W_V"] == explorer.state["W_V"]
    with pytest.raises(ValueError, match="more than 9999"):
        explorer.randomise(10000)


def test_only_the_values_move_when_their_projection_moves() -> None:
    explorer = ProjectionExplorer(cat(), projection="W_V")
    before = explorer.trace
    explorer.board.amount.value = 90
    for stage in ("Q", "K", "scores", "scaled", "weights"):
        np.testing.assert_array_equal(explorer.trace.stage(stage), before.stage(stage))
    assert not np.allclose(explorer.trace.output, before.output)


# State and repr


def test_its_state_makes_it_anew() -> None:
    explorer = ProjectionExplorer(
        large(), view="lines", selected=("K", "g", "f4"), projection="W_V", handle="stretch"
    )
    explorer.randomise(12)
    again = ProjectionExplorer(**explorer.state)
    assert again.state == explorer.state
    np.testing.assert_array_equal(again.trace.output, explorer.trace.output)


def test_a_mask_of_ones_own_is_part_of_the_repr() -> None:
    explorer = ProjectionExplorer(mouse(), mask=np.where(causal_mask(3), -0.5, -np.inf))
    again = eval(repr(explorer), {"ProjectionExplorer": ProjectionExplorer, "float": float})
    np.testing.assert_array_equal(again.trace.masked, explorer.trace.masked)
    explorer.board.mask.value = "none"
    assert "as given" not in repr(explorer)
    explorer.reset()
    np.testing.assert_array_equal(again.trace.masked, explorer.trace.masked)


def test_the_trace_is_not_changed_under_those_who_hold_it() -> None:
    explorer = ProjectionExplorer(mouse())
    held, weights = explorer.trace, explorer.trace.weights.copy()
    explorer.randomise(3)
    assert explorer.trace is not held
    np.testing.assert_array_equal(held.weights, weights)
