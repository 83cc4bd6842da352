"""Heads side by side: the numbers of their projections; silenced, edited, cut anew; and all of it said in words."""

from __future__ import annotations

import numpy as np
import pytest

from attnlib import MultiHeadAttention, examples, widgets
from attnlib.meaning.heads.panels import lengths
from attnlib.widgets import HeadExplorer
from tests.sums import evaluate
from tests.widgets.head_checks import check_heads
from tests.widgets.host import record, tell

MACHINE = examples.readable_heads("the ( cat ( the ) sat )")
GROUPED = MultiHeadAttention.random(8, 4, n_kv_heads=2, rng=2)
X = np.random.default_rng(7).normal(size=(3, 8))


def machine(**options) -> HeadExplorer:
    return HeadExplorer(MACHINE.attend, MACHINE.X, tokens=MACHINE.tokens, names=MACHINE.heads, **options)


def click(view, row: int, column: int) -> None:
    tell(view, {"type": "select", "row": row, "column": column})


def lit(view) -> set[tuple[int, int]]:
    return {divmod(index, view.shape[1]) for index in view.lit}


def remade(explorer: HeadExplorer, attend=None, X=None) -> HeadExplorer:
    names = {**vars(widgets), "attend": attend, "X": X}
    return eval(repr(explorer), {"__builtins__": {}}, names)  # type: ignore[no-any-return]


# Where it starts.


def test_without_arguments_it_shows_random_heads_and_says_that_they_mean_nothing() -> None:
    explorer = HeadExplorer(seed=5)
    attend = MultiHeadAttention.random(8, 4, rng=5)
    for name in ("W_Q", "W_K", "W_V"):
        shown = np.hstack([head.stage(name) for head in explorer.trace.heads])
        np.testing.assert_array_equal(shown, getattr(attend, name))
    assert explorer.trace.heads[0].tokens == ("The", "cat", "sat", "on", "the", "mat")
    assert "mean nothing" in explorer.narrator.reading
    assert "mean nothing" not in machine().narrator.reading
    check_heads(explorer)


def test_given_heads_are_shown_as_they_attend() -> None:
    explorer = machine()
    for head, own in zip(explorer.trace.heads, MACHINE.trace().heads, strict=True):
        np.testing.assert_array_equal(head.weights, own.weights)
    assert [tile.title for tile in explorer.board.tiles[:4]] == [
        f"{i + 1} {n}" for i, n in enumerate(MACHINE.heads)
    ]
    assert explorer.board.average.title == "average: a summary"
    assert explorer.board.seed is None
    check_heads(explorer)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"attend": GROUPED}, "X: missing, though attend is given"),
        ({"X": X}, "attend: missing, though X is given"),
        ({"attend": GROUPED, "X": X[:, :7]}, "X: has 7 columns"),
        ({"attend": GROUPED, "X": np.full((3, 8), np.nan)}, "X: .* must be a finite number"),
        ({"attend": GROUPED, "X": np.zeros((9, 8))}, "X: the explorer shows 1 to 8 tokens, got 9"),
        ({"tokens": [str(i) for i in range(9)]}, "tokens: the explorer shows 1 to 8 tokens, got 9"),
        ({"attend": MultiHeadAttention.random(17, 1), "X": np.zeros((1, 17))}, "1 to 16 features, got 17"),
        ({"n_heads": 3}, "n_heads: these projections can be cut into 1, 2, 4, 8 heads, not 3"),
        ({"attend": GROUPED, "X": X, "n_heads": 1}, "cut into 2, 4, 8 heads, not 1"),
        ({"names": ["one"]}, "names: got 1 names for 4"),
        ({"head": 4}, "head: 4 is outside"),
        ({"silenced": ["h5"]}, "silenced: no 'h5'"),
        ({"picture": "line"}, "picture: 'line' is none of .* did you mean 'lines'"),
        ({"matrix": "W_O"}, "matrix: 'W_O' is none of W_Q, W_K, W_V"),
        ({"selected": ("weights", "cat")}, "selected: needs a view, a row and a column"),
        ({"selected": ("scores", 0, 0)}, "selected: 'scores' is none of"),
        ({"editing": (8, 0)}, "row: 8 is outside W_Q"),
        ({"seed": 10_000}, "seed: 10000 is more than 9999"),
        ({"edits": [("W_Q", 0, 1)]}, "edits: each needs a matrix, a row, a column and a value"),
        ({"edits": [("W_Q", 0, 8, 1.0)]}, "edits: W_Q has 8 rows and 8 columns"),
        ({"edits": [("W_Q", 0, 0, float("nan"))]}, "edits: a cell needs a finite number"),
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_refused_before_a_widget_is_made(arguments, message) -> None:
    made: list[object] = []
    widgets.Explorer.on_widget_constructed(made.append)
    try:
        with pytest.raises(ValueError, match=message):
            HeadExplorer(**arguments)
    finally:
        widgets.Explorer.on_widget_constructed(None)
    assert made == []


def test_a_trace_in_place_of_the_heads_is_a_type_error_that_says_so() -> None:
    with pytest.raises(TypeError, match="likely slip: pass what makes the trace"):
        HeadExplorer(MACHINE.trace(), MACHINE.X)  # type: ignore[arg-type]


# Silence.


def test_silencing_leaves_out_what_one_head_adds_and_asks_no_other() -> None:
    explorer = machine(head="same word")
    before = explorer.trace
    explorer.board.silence.value = True
    for head, own in zip(explorer.trace.heads, before.heads, strict=True):
        np.testing.assert_array_equal(head.weights, own.weights)
    np.testing.assert_allclose(explorer.output, before.output - before.contributions[1], atol=1e-12)
    assert explorer.board.tiles[1].title == "2 silenced: same word"
    assert "attn-silenced" in explorer.board._frames[1]._dom_classes
    assert "Silenced: head 2. Outputs moved: all." in explorer.narrator.reading
    assert explorer.trace.output.tolist() == before.output.tolist()
    check_heads(explorer)
    explorer.board.silence.value = False
    assert explorer.output.tolist() == before.output.tolist()
    assert lit(explorer.board.output) == set()


def test_only_outputs_that_moved_are_lit() -> None:
    """The second head's values are 1 and −1: who blends them evenly gets nothing from it, and can't miss it."""
    asks, keys, values = np.zeros((3, 2, 2))
    asks[0, 1] = keys[1, 1] = values[1, 1] = 1
    explorer = HeadExplorer(MultiHeadAttention(asks, keys, values, np.eye(2), n_heads=2), [[0, 1], [1, -1]])
    assert lit(explorer.board.output) == set()
    explorer.board.head.value = 1
    explorer.silence()
    assert lit(explorer.board.output) == {(1, 0), (1, 1)}
    assert "Outputs moved: “2”." in explorer.narrator.reading
    explorer.silence(False)
    explorer.board.head.value = 0
    explorer.silence()  # it adds nothing
    assert "Outputs moved: none." in explorer.narrator.reading


def test_all_heads_silenced_leave_nothing() -> None:
    explorer = machine(silenced=(0, 1, 2, 3))
    assert not explorer.output.any()
    explorer.select("output", 0, 0)
    assert explorer.narrator.explanation == "output[the, f1] = 0: every head is silenced"
    check_heads(explorer)


# Edits.


def test_an_edit_moves_its_own_head_alone() -> None:
    explorer = HeadExplorer()
    before = explorer.trace
    explorer.board.head.value = 2
    explorer.edit("W_Q", "f3", "f2", "2.5")
    changed = [
        not np.array_equal(head.weights, own.weights)
        for head, own in zip(explorer.trace.heads, before.heads, strict=True)
    ]
    assert changed == [False, False, True, False]
    assert explorer.trace.heads[2].stage("W_Q")[2, 1] == 2.5
    assert explorer.narrator.explanation == "W_Q[f3, f2] of head 3 = 2.500: yours to change"
    assert explorer.state["edits"] == [("W_Q", 2, 5, 2.5)]
    assert explorer.board.cell.value == 2.5
    assert lit(explorer.board.output) == {(i, j) for i in range(6) for j in range(8)}
    check_heads(explorer)


def test_a_shared_key_projection_belongs_to_its_whole_group() -> None:
    explorer = HeadExplorer(GROUPED, X, head=3, matrix="W_K")
    before = explorer.trace
    explorer.edit("W_K", 0, 1, "3")
    changed = [
        not np.array_equal(head.weights, own.weights)
        for head, own in zip(explorer.trace.heads, before.heads, strict=True)
    ]
    assert changed == [False, False, True, True]
    assert "of heads 3 to 4, which share it" in explorer.narrator.explanation
    explorer.edit("W_Q", 0, 1, "3")
    assert "W_Q[f1, f2] of head 4 =" in explorer.narrator.explanation
    check_heads(explorer)


def test_the_slider_moves_the_cell_it_holds() -> None:
    explorer = HeadExplorer(head=1)
    explorer.select("W_V", 4, 1)
    assert explorer.board.cell.label == "W_V[f5, f2]"
    explorer.board.cell.value = -1.5
    assert explorer.trace.heads[1].stage("W_V")[4, 1] == -1.5
    assert explorer.state["edits"] == [("W_V", 4, 3, -1.5)]
    check_heads(explorer)


def test_a_slip_of_typing_is_said_and_changes_nothing() -> None:
    explorer = HeadExplorer()
    before = explorer.trace.output.tolist()
    tell(explorer.board.projection, {"type": "edit", "row": 0, "column": 1, "text": "two"})
    assert explorer.narrator.error.startswith("W_Q[f1, f2]: 'two' is not a number")
    assert explorer.trace.output.tolist() == before
    tell(explorer.board.projection, {"type": "edit", "row": 0, "column": 1, "text": "2"})
    assert explorer.narrator.error == ""
    assert explorer.trace.heads[0].stage("W_Q")[0, 1] == 2


def test_a_step_sends_nothing_to_a_head_that_it_leaves_alone() -> None:
    explorer = HeadExplorer()
    others = [record(tile) for tile in explorer.board.tiles[1:]]
    own = record(explorer.board.tiles[0])
    explorer.board.cell.value = 2.0
    assert own
    assert not any(others)


# Cut anew.


def test_another_number_of_heads_cuts_the_same_numbers_anew() -> None:
    explorer = machine(silenced=(1,), head=3)
    for count in (1, 2, 4):
        explorer.board.heads.value = count
        whole = np.hstack([head.stage("W_Q") for head in explorer.trace.heads])
        np.testing.assert_array_equal(whole, MACHINE.attend.W_Q)
        assert explorer.state["silenced"] == []
        check_heads(explorer)
    assert explorer.board.tiles[0].title == "1 previous token"
    explorer.board.heads.value = 2
    assert [tile.title for tile in explorer.board.tiles[:2]] == ["head 1", "head 2"]
    assert explorer.state["head"] == 0


def test_an_edit_stays_where_it_was_made_when_the_heads_are_cut_anew() -> None:
    explorer = HeadExplorer(head=3)
    explorer.edit("W_Q", 0, 1, "2")
    explorer.board.heads.value = 8
    assert explorer.trace.heads[7].stage("W_Q")[0, 0] == 2
    assert explorer.state["edits"] == [("W_Q", 0, 7, 2.0)]


def test_what_no_longer_exists_is_let_go() -> None:
    explorer = HeadExplorer(n_heads=8, head=7, selected=("shares", 0, 7))
    explorer.board.heads.value = 2
    assert explorer.state["selected"][0] == "weights"
    assert explorer.state["head"] == 1
    explorer.select("W_Q", 0, 3)
    explorer.board.heads.value = 4
    assert explorer.state["selected"] == ("W_Q", "f1", "f2")
    check_heads(explorer)


# Looking.


def test_a_click_on_a_tile_looks_at_that_head_and_selects_the_cell() -> None:
    explorer = machine()
    click(explorer.board.tiles[2], 5, 3)
    assert explorer.state["head"] == 2
    assert explorer.state["selected"] == ("weights", ")", "(·2")
    assert explorer.narrator.explanation.startswith("head 3, weights[), (·2] = e^")
    assert explorer.board.weights.selected == (5, 3)
    assert "attn-chosen" in explorer.board._frames[2]._dom_classes
    assert "attn-chosen" not in explorer.board._frames[0]._dom_classes
    check_heads(explorer)


def test_a_tile_that_is_gone_is_not_heard() -> None:
    explorer = HeadExplorer(n_heads=8)
    explorer.board.heads.value = 2
    click(explorer.board.tiles[7], 0, 0)
    assert explorer.state["head"] == 0
    check_heads(explorer)


def test_a_query_of_the_lines_is_asked_for_its_largest_weight() -> None:
    explorer = machine(picture="lines", head="matching bracket")
    tell(explorer.board.lines, {"type": "select", "query": 1})
    assert explorer.state["selected"] == ("weights", "(", ")·2")
    check_heads(explorer)


@pytest.mark.parametrize("silenced", [(), (2,)])
@pytest.mark.parametrize("view", ["average", "shares", "output"])
def test_every_side_of_what_is_explained_is_the_same_number(view, silenced) -> None:
    explorer = HeadExplorer(silenced=silenced)
    values = {
        "average": explorer.trace.average_weights,
        "shares": explorer.scene.shares.values,
        "output": explorer.output,
    }[view]
    for (row, column), value in np.ndenumerate(values):
        explorer.select(view, row, column)
        if view == "shares" and column in silenced:
            assert explorer.narrator.explanation.endswith("= 0: h3 is silenced")
            continue
        arithmetic = explorer.narrator.explanation.split(": ")[0].removesuffix(" of all lengths added")
        sides = [evaluate(side) for side in arithmetic.split(" = ")[1:]]
        assert len(sides) == 2
        assert sides[0].meets(sides[1])
        assert sides[-1].low <= value <= sides[-1].high


def test_what_a_cell_was_made_from_is_lit_and_nothing_else() -> None:
    explorer = HeadExplorer(silenced=(1,))
    board = explorer.board
    explorer.select("average", 2, 3)
    assert [lit(tile) for tile in board.tiles[:4]] == [{(2, 3)}] * 4
    explorer.select("output", 4, 0)
    row = {(4, key) for key in range(6)}
    assert [lit(tile) for tile in board.tiles[:4]] == [row, set(), row, row]
    assert lit(board.weights) == set()
    explorer.select("weights", 1, 1)
    assert lit(board.weights) == {(1, key) for key in range(6)}
    assert [lit(tile) for tile in board.tiles[:4]] == [set()] * 4
    assert board.tiles[0].selected == (1, 1)


def test_the_reading_speaks_of_the_selected_token_and_head() -> None:
    explorer = machine(head=2, selected=("shares", ")", "h3"))
    share = explorer.scene.shares.values[:, 2].mean()
    said = explorer.narrator.reading
    assert said.startswith("Head 3 (matching bracket): “)” looks mostly at “(·2” (0.")
    assert f"It adds {share:.2f} of all lengths, on average. Silenced: none. Outputs moved: none." in said
    sizes = lengths(explorer.trace)
    assert share == pytest.approx((sizes[:, 2] / sizes.sum(axis=1)).mean())


# Keeping.


def test_repr_makes_the_same_explorer_anew() -> None:
    explorer = machine(silenced=("first token",), picture="lines")
    click(explorer.board.tiles[1], 2, 2)
    explorer.edit("W_K", 3, 1, "1/3")
    again = remade(explorer, MACHINE.attend, MACHINE.X)
    assert repr(again) == repr(explorer)
    assert repr(explorer).startswith("HeadExplorer(attend, X, tokens=['the', ")
    assert again.output.tolist() == explorer.output.tolist()
    assert again.narrator.explanation == explorer.narrator.explanation


def test_a_random_one_is_remade_from_its_seed_and_its_edits() -> None:
    explorer = HeadExplorer()
    assert explorer.board.randomise is not None
    explorer.board.randomise.click()
    explorer.edit("W_V", 0, 0, "2")
    again = remade(explorer)
    assert "attend" not in repr(explorer)
    assert explorer.state["seed"] == 1
    assert again.output.tolist() == explorer.output.tolist()
    explorer.reset()
    assert explorer.state == HeadExplorer().state
    assert explorer.trace.output.tolist() == HeadExplorer().trace.output.tolist()


def test_given_heads_cannot_be_drawn_again() -> None:
    with pytest.raises(ValueError, match="attend and X were given, so there is nothing to draw"):
        machine().randomise(3)


def test_reset_brings_back_the_edits_it_was_made_with_and_no_others() -> None:
    explorer = machine(edits=[("W_Q", 0, 0, 4.0)], silenced=(0,))
    explorer.edit("W_Q", 1, 1, "7")
    explorer.silence(False)
    explorer.reset()
    assert explorer.state["edits"] == [("W_Q", 0, 0, 4.0)]
    assert explorer.state["silenced"] == [0]
    check_heads(explorer)


def test_what_was_given_is_never_changed() -> None:
    W_Q, X_given = MACHINE.attend.W_Q.copy(), MACHINE.X.copy()
    machine().edit("W_Q", 0, 0, "9")
    np.testing.assert_array_equal(MACHINE.attend.W_Q, W_Q)
    np.testing.assert_array_equal(MACHINE.X, X_given)


def test_where_nothing_runs_there_is_a_picture_and_every_number() -> None:
    explorer = machine(silenced=(1,), selected=("output", "cat", "f3"))
    data, metadata = explorer._repr_mimebundle_()
    text = data["text/plain"]
    assert text.splitlines()[:2] == [explorer.narrator.reading, explorer.narrator.explanation]
    for title in (
        "1 previous token",
        "2 silenced: same word",
        "average: a summary",
        "shares",
        "output",
        "W_Q",
    ):
        assert f"\n{title}" in text
    assert data["image/png"]
    assert metadata["image/png"]["width"] <= 960
    assert explorer._repr_mimebundle_()[0]["text/plain"] == text
    matrices = explorer._figure().plot().matrices_
    assert list(matrices) == ["h1", "h2", "h3", "h4", "average", "shares", "output"]
    assert matrices["h2"].title.get_text() == "2 silenced: same word"


def test_the_picture_frames_what_the_page_lights(tmp_path) -> None:
    display = HeadExplorer(selected=("weights", 1, 2), head=1)._figure().plot()
    frames = {
        name: sum(len(mark.get_paths()) for mark in made.marks) for name, made in display.matrices_.items()
    }
    assert frames == {"h1": 0, "h2": 7, "h3": 0, "h4": 0, "average": 0, "shares": 0, "output": 0}
    HeadExplorer().save(tmp_path / "heads.svg")
    assert (tmp_path / "heads.svg").read_text(encoding="utf-8").count("<svg") == 1


def test_a_projection_says_its_size_for_its_box_may_have_to_be_scrolled():
    explorer = HeadExplorer()
    for matrix in ("W_Q", "W_K", "W_V"):
        explorer.board.matrix.value = matrix
        rows, columns = explorer.trace.heads[0].stage(matrix).shape
        assert explorer.board.projection.note.startswith(f"{rows} × {columns}, of head 1")
