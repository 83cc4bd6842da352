"""What holds of every scene, whatever it shows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product

import numpy as np
import pytest

from attnlib import MultiHeadAttention, causal_mask, examples
from attnlib.examples.sentences import any_sentence
from attnlib.maths.scaling.draws import GrowingDraws
from attnlib.meaning.heads.choices import HeadChoices
from attnlib.meaning.heads.scene import Heads
from attnlib.meaning.masks.choices import MaskChoices
from attnlib.meaning.masks.scene import MaskedSentence
from attnlib.meaning.projection.scene import Projected
from attnlib.meaning.scaling.scene import ScaledSoftmax
from attnlib.meaning.scene import Scene
from attnlib.meaning.steps.scene import STEPS, OneStep

CAT = any_sentence("the cat sat")
MASKED = any_sentence("the cat sat", mask=causal_mask(3))


def heads(**options) -> Heads:
    start = HeadChoices(None, None, tokens=["the", "cat", "sat"], names=None, seed=0)
    return start.heads(4, 1, **options)


def shared_heads() -> Heads:
    rng = np.random.default_rng(0)
    attend = MultiHeadAttention.random(4, 2, n_kv_heads=1, rng=rng)
    given = HeadChoices(attend, rng.normal(size=(3, 4)), tokens=None, names=["near", "far"], seed=0)
    return given.heads(2, 1, matrix="W_V")


SCENES: dict[str, Callable[[], Scene]] = {
    "masks": lambda: MaskedSentence(CAT, MaskChoices(3, leak=True), changed=2),
    "heads": lambda: heads(silenced={2}),
    "heads that share their keys": shared_heads,
    "scaling": lambda: ScaledSoftmax(GrowingDraws(4, 0), 16, "none", 1.0),
    "scaling, many keys": lambda: ScaledSoftmax(GrowingDraws(64, 0), 16, "temperature", 2.0),
    "projections": lambda: Projected(CAT),
    "projections, masked": lambda: Projected(MASKED),
    **{f"step {step}": partial(OneStep, MASKED, step) for step in STEPS},
}

scenes = pytest.mark.parametrize("make", SCENES.values(), ids=SCENES)


def cells(scene: Scene) -> list[tuple[str, int, int]]:
    panels = scene.panels().items()
    return [(view, row, column) for view, panel in panels for row, column in np.ndindex(panel.values.shape)]


def places(scene: Scene) -> dict[str, tuple[int, ...]]:
    """Give the shape of all that can be lit: the views, and what a scene shows beside them."""
    shapes = {view: scene.panel(view).values.shape for view in scene.views}
    if isinstance(scene, Heads):
        tiles = range(len(scene.trace.heads))
        shapes.update((f"h{place + 1}", scene.tile(place).values.shape) for place in tiles)
    if isinstance(scene, ScaledSoftmax):
        shapes["row"] = scene.trace.weights.shape
    return shapes


@scenes
def test_every_cell_of_every_view_is_found_by_its_names_and_by_its_place(make) -> None:
    scene = make()
    assert list(scene.panels()) == list(scene.views)
    for cell in cells(scene):
        assert scene.cell(cell) == scene.cell(scene.names_of(cell)) == scene.nearest(cell) == cell
        assert scene.written(cell).startswith(f"{cell[0]}[")


@scenes
def test_labels_and_values_are_those_of_the_panel(make) -> None:
    scene = make()
    for view, panel in scene.panels().items():
        rows, columns = scene.labels(view)  # short names, where the page has room for long ones
        assert (len(rows), len(columns)) == (len(panel.row_labels), len(panel.column_labels))
    for view, row, column in cells(scene):
        np.testing.assert_equal(scene.value((view, row, column)), scene.panel(view).values[row, column])


@scenes
def test_every_cell_is_explained_and_what_is_lit_lies_inside_what_is_shown(make) -> None:
    scene, shapes = make(), places(make())
    for cell in cells(scene):
        says, lit = scene.marked(cell)
        assert says == scene.explain(cell)[0] != ""
        assert scene.about(cell)
        assert scene.shown_at(cell)[1:] == cell[1:]
        for view, lights in lit.items():
            rows, columns = shapes[view]
            assert lights <= set(product(range(rows), range(columns))), (cell, view)


@scenes
def test_with_nothing_selected_only_what_always_is_is_lit(make) -> None:
    scene = make()
    assert scene.marked(None) == ("", scene.always_lit)
    assert scene.shown_at(None) is None
    assert scene.about(None) == scene.reading != ""


@scenes
@pytest.mark.parametrize("wrong", ["weights", ("weights",), ()])
def test_an_address_needs_its_parts(make, wrong) -> None:
    with pytest.raises(ValueError, match="selected: needs a "):
        make().cell(wrong)


@scenes
def test_a_name_that_leads_nowhere_is_named(make) -> None:
    scene = make()
    for view in scene.views:
        row, column = (names[0] for names in scene.labels(view))
        with pytest.raises(ValueError, match="selected: 'nowhere' is none of"):
            scene.cell(("nowhere", row, column))
        with pytest.raises(ValueError, match=f"row: no 'nobody' in {view}"):
            scene.cell((view, "nobody", column))
        with pytest.raises(ValueError, match=f"column: no 'nobody' in {view}"):
            scene.cell((view, row, "nobody"))


@scenes
def test_where_a_view_has_become_smaller_the_nearest_cell_is_meant(make) -> None:
    scene = make()
    for view in scene.views:
        rows, columns = scene.labels(view)
        assert scene.nearest((view, 99, 99)) == (view, len(rows) - 1, len(columns) - 1)


@scenes
def test_a_view_that_differs_is_said_to_differ(make) -> None:
    """Of a scene made anew nothing need be prepared again, where a scene can tell; what differs always is."""
    one, other = make(), make()
    for view in one.views:
        if not one.differs(other, view):
            np.testing.assert_array_equal(one.panel(view).values, other.panel(view).values)


def test_only_what_moved_differs() -> None:
    moved = examples.mouse_eats_cheese()
    one = Projected(moved)
    assert not any(one.differs(Projected(moved), view) for view in one.views)
    assert {view for view in one.views if Projected(MASKED).differs(Projected(CAT), view)} >= {
        "masked",
        "weights",
    }
    before, after = heads(), heads(silenced={1})
    assert {view for view in after.views if after.differs(before, view)} >= {"shares", "output"}
    assert not after.differs(before, "average")
    assert heads(matrix="W_K").differs(before, "W_K")
    assert not heads(matrix="W_K").differs(heads(matrix="W_K"), "W_K")
    assert [after.tile_differs(before, place) for place in range(4)] == [False, True, False, False]


def test_whom_a_query_looks_at_most() -> None:
    assert [Projected(MASKED).looked_at(0), OneStep(MASKED, "mix").looked_at(0)] == [0, 0]
    scene = heads()
    assert scene.looked_at(1) == scene.trace.heads[1].weights[1].argmax()


def test_where_no_head_adds_anything_no_head_has_a_share() -> None:
    attend = MultiHeadAttention(np.eye(2), np.eye(2), np.eye(2), np.zeros((2, 2)), n_heads=2)
    scene = HeadChoices(attend, np.eye(2), tokens=None, names=None, seed=0).heads(2, 0)
    assert scene.explain(("shares", 0, 1))[0].endswith("= 0: no head adds anything here")
