from __future__ import annotations

import pytest

from attnlib import self_attention
from attnlib.meaning.projection.inputs import HANDLES
from attnlib.widgets import ProjectionExplorer
from attnlib.widgets.frame.fit import ROOM_DOWN
from attnlib.widgets.projection.board import ProjectionBoard
from tests.traces import cat, dogs, mouse, numbers
from tests.widgets.explorers import large, shown
from tests.widgets.host import record, tell

INPUTS_AND_STAGES = [
    "X",
    "W_Q",
    "Q",
    "W_K",
    "K",
    "W_V",
    "V",
    "scores",
    "scaled",
    "masked",
    "weights",
    "output",
]


def board_of(explorer: ProjectionExplorer) -> ProjectionBoard:
    return explorer.board


def on_the_page(explorer: ProjectionExplorer) -> list[str]:
    board = board_of(explorer)
    names = {
        id(view): name for name, view in {**board.views, "plane": board.plane, "lines": board.lines}.items()
    }
    return [names[id(widget)] for widget in shown(explorer) if id(widget) in names]


def folded(explorer: ProjectionExplorer) -> list[str]:
    return [name for name, view in board_of(explorer).views.items() if view.folded]


def test_the_stage_of_the_mask_is_there_only_with_a_mask() -> None:
    explorer = ProjectionExplorer(mouse())
    without = [name for name in INPUTS_AND_STAGES if name != "masked"]
    assert [name for name in on_the_page(explorer) if name != "plane"] == without
    board_of(explorer).mask.value = "causal"
    assert [name for name in on_the_page(explorer) if name != "plane"] == INPUTS_AND_STAGES
    assert board_of(explorer).views["masked"].texts[1] == "−∞"
    board_of(explorer).mask.value = "none"
    assert "masked" not in on_the_page(explorer)


def test_folding_follows_the_mask() -> None:
    explorer = ProjectionExplorer(mouse())
    assert folded(explorer) == []
    board_of(explorer).mask.value = "causal"
    assert folded(explorer) == ["scaled"]
    board_of(explorer).mask.value = "none"
    assert folded(explorer) == []


def test_a_stage_that_is_opened_gets_its_room_from_another() -> None:
    explorer = ProjectionExplorer(mouse(), mask="causal")
    tell(board_of(explorer).views["scaled"], {"type": "fold", "folded": False})
    assert folded(explorer) == ["scores"]
    explorer.reset()
    assert folded(explorer) == ["scaled"]


def test_where_height_is_short_a_projection_and_what_it_makes_take_turns() -> None:
    explorer = ProjectionExplorer(large())
    columns = [name for name in folded(explorer) if name in "QKV"]
    assert columns == ["Q", "K", "V"]
    tell(board_of(explorer).views["K"], {"type": "fold", "folded": False})
    assert [name for name in folded(explorer) if name in ("Q", "K", "V", "W_Q", "W_K", "W_V")] == [
        "W_K",
        "Q",
        "V",
    ]


@pytest.mark.parametrize(
    ("trace", "pictures"),
    [
        (mouse, ("queries and keys", "values and outputs", "lines")),
        (large, ("none", "lines")),
        (
            lambda: self_attention(numbers(3, 2), numbers(2, 3), numbers(2, 3), numbers(2, 2)),
            ("values and outputs", "lines"),
        ),
    ],
)
def test_planes_are_offered_where_there_are_two_features(trace, pictures) -> None:
    assert board_of(ProjectionExplorer(trace())).picture.options == pictures


def test_one_picture_stands_beside_the_matrices() -> None:
    explorer = ProjectionExplorer(mouse())
    for picture in board_of(explorer).picture.options:
        board_of(explorer).picture.value = picture
        assert ("lines" in on_the_page(explorer)) is (picture == "lines")
        assert ("plane" in on_the_page(explorer)) is (picture != "lines")
        assert "W_Q" in on_the_page(explorer)


def test_where_there_is_no_room_beside_them_it_takes_their_place() -> None:
    explorer = ProjectionExplorer(large())
    assert "W_Q" in on_the_page(explorer)
    assert "lines" not in on_the_page(explorer)
    board_of(explorer).picture.value = "lines"
    assert "lines" in on_the_page(explorer)
    assert not {"X", "W_Q", "Q"} & set(on_the_page(explorer))


@pytest.mark.parametrize("trace", [mouse, dogs, cat, large])
def test_the_rows_keep_their_heights_whatever_is_shown(trace) -> None:
    explorer = ProjectionExplorer(trace())
    heights = [row.layout.height for row in explorer.children]
    assert sum(int(height.removesuffix("px")) for height in heights if height) <= ROOM_DOWN
    for mask in board_of(explorer).mask.options:
        board_of(explorer).mask.value = mask
        for picture in board_of(explorer).picture.options:
            board_of(explorer).picture.value = picture
            assert [row.layout.height for row in explorer.children] == heights


@pytest.mark.parametrize("handle", HANDLES)
def test_the_handle_says_what_it_moves_and_how_far(handle: str) -> None:
    explorer = ProjectionExplorer(mouse(), projection="W_K", handle=handle)
    amount, wanted = board_of(explorer).amount, HANDLES[handle]
    assert amount.label == f"{handle} W_K"
    assert (amount.value, amount.min, amount.max, amount.step) == (
        wanted.neutral,
        wanted.min,
        wanted.max,
        wanted.step,
    )
    assert amount.unit == wanted.unit


def test_the_slider_of_a_cell_reaches_as_far_as_the_cell() -> None:
    explorer = ProjectionExplorer(mouse())
    explorer.edit("X", "Eats", "f1", "-7.5")
    cell = board_of(explorer).cell
    assert (cell.label, cell.value, cell.min, cell.max) == ("X[Eats, f1]", -7.5, -8, 8)
    explorer.select("W_V", 0, 0)
    assert (cell.label, cell.value, cell.min, cell.max) == ("W_V[f1, f1]", 1, -3, 3)


def test_a_step_sends_only_what_it_changes() -> None:
    explorer = ProjectionExplorer(cat(), editing=("W_V", 0, 0))
    said = {name: record(view) for name, view in board_of(explorer).views.items()}
    board_of(explorer).cell.value = 2.5
    assert [name for name, messages in said.items() if messages] == ["W_V", "V", "output"]


def test_turning_is_not_offered_where_there_is_nothing_to_turn_in() -> None:
    flat = self_attention(numbers(3, 2), numbers(2, 1), numbers(2, 1), numbers(2, 2))
    board = board_of(ProjectionExplorer(flat))
    assert board.handle.options == ("stretch", "towards identity")
