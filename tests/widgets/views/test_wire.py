"""Parcels: what a step changes in many views goes out as one message, complete, and nothing is lost to an error."""

from __future__ import annotations

from typing import Any

import pytest

from attnlib import examples
from attnlib.meaning import matrix
from attnlib.widgets.projection.explorer import ProjectionExplorer
from attnlib.widgets.views.matrix import MatrixView
from attnlib.widgets.views.narrator import Narrator
from attnlib.widgets.views.wire import one_parcel
from tests.widgets.host import record


def view(stage: str) -> MatrixView:
    return MatrixView(matrix.matrix_panel(examples.mouse_eats_cheese(), stage))


def parcels(said: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [message["content"]["states"] for message in said if message["method"] == "custom"]


def test_many_changes_are_one_message_of_the_carrier():
    carrier, first, second = Narrator(), view("Q"), view("K")
    said = record(carrier)
    with one_parcel(carrier):
        first.title = "one"
        first.note = "two"
        second.title = "three"
        carrier.reading = "four"
    assert parcels(said) == [
        {
            first.model_id: {"title": "one", "note": "two"},
            second.model_id: {"title": "three"},
            carrier.model_id: {"reading": "four"},
        }
    ]


def test_the_last_value_of_a_step_is_the_one_that_is_sent():
    carrier, shown = Narrator(), view("Q")
    said = record(carrier)
    with one_parcel(carrier):
        shown.title = "early"
        shown.title = "late"
    assert parcels(said) == [{shown.model_id: {"title": "late"}}]


def test_parcels_within_parcels_are_one():
    carrier, other, shown = Narrator(), Narrator(), view("Q")
    said, nothing = record(carrier), record(other)
    with one_parcel(carrier), one_parcel(other):
        shown.title = "inside"
    assert len(parcels(said)) == 1
    assert parcels(nothing) == []


def test_what_was_set_before_an_error_is_sent_all_the_same():
    carrier, shown = Narrator(), view("Q")
    said = record(carrier)

    def step() -> None:
        with one_parcel(carrier):
            shown.title = "before"
            raise RuntimeError

    with pytest.raises(RuntimeError):
        step()
    assert parcels(said) == [{shown.model_id: {"title": "before"}}]
    shown.title = "after"
    assert len(said) == 1  # the parcel is closed: each view sends its own again


def test_a_step_that_changes_nothing_sends_nothing():
    carrier, shown = Narrator(), view("Q")
    said = record(carrier)
    with one_parcel(carrier):
        shown.put(title=shown.title, texts=shown.texts)
    assert said == []


def test_a_step_of_an_explorer_is_one_parcel():
    explorer = ProjectionExplorer(examples.cat_on_the_mat())
    said = record(explorer.narrator)
    explorer.board.cell.value = 0.25
    (states,) = parcels(said)
    changed = [
        explorer.board.views[name].model_id for name in ("W_Q", "Q", "scores", "scaled", "weights", "output")
    ]
    assert set(changed) <= set(states)
    assert states[explorer.board.views["weights"].model_id]["texts"] == explorer.board.views["weights"].texts
