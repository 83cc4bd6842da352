"""For every admissible shape everything has room; that the measures are those of a page is tested with a page."""

from __future__ import annotations

from itertools import product

import pytest

from attnlib.meaning.drawings import lines_panel, plane_panel
from attnlib.meaning.matrix import matrix_panel
from attnlib.widgets import LinesView, MatrixView, PlaneView
from attnlib.widgets.frame.fit import (
    FOLDED,
    LABELS,
    PICTURE,
    PICTURE_FRAME,
    ROOM_ACROSS,
    ROOM_DOWN,
    SIZES,
    STRIP,
    Arrangement,
    arrange,
    largest,
)
from attnlib.widgets.projection.given import MOST_FEATURES, MOST_TOKENS
from tests.traces import cat, mouse
from tests.widgets.explorers import large
from tests.widgets.host import Host

SHORT, LONG = [f"t{i}" for i in range(8)], [f"internationalisation {i}" for i in range(8)]


def arranged(names: list[str], n: int, d_model: int, d_k: int, d_v: int) -> Arrangement:
    return arrange(names[:n], d_model=d_model, d_k=d_k, d_v=d_v)


@pytest.mark.parametrize("names", [SHORT, LONG], ids=["short", "long"])
def test_every_admissible_shape_has_room(names: list[str]) -> None:
    features = range(1, MOST_FEATURES + 1)
    for n, d_model, d_k, d_v in product(range(1, MOST_TOKENS + 1), features, features, features):
        found = arranged(names, n, d_model, d_k, d_v)
        assert found.upper + found.lower <= ROOM_DOWN, (n, d_model, d_k, d_v)
        assert found.picture >= 130
        for masked, row in found.rows.items():
            squares = ["scores", "scaled", *(["masked"] if masked else [])]
            taken = sum(STRIP if name in row.folded else found.widths[name] for name in squares)
            assert taken <= row.room
            assert row.room + found.widths["weights"] + found.widths["output"] < ROOM_ACROSS


def test_a_hand_sized_example_is_large_and_all_open() -> None:
    found = arranged(["Mouse", "Eats", "Cheese"], 3, 2, 2, 2)
    assert (found.size, found.one_open, found.beside, found.rows[False].folded) == ("normal", False, True, ())
    assert found.rows[False].arrows


def test_a_six_token_sentence_is_all_open_with_its_picture() -> None:
    found = arranged(["The", "cat", "sat", "on", "the", "mat"], 6, 3, 2, 2)
    assert (found.one_open, found.beside, found.rows[False].folded) == (False, True, ())


def test_a_picture_gives_way_before_a_matrix_does() -> None:
    found = arranged(LONG, 3, 4, 4, 4)
    assert (found.one_open, found.beside) == (False, False)


def test_what_is_folded_first_is_what_says_least() -> None:
    folded = arranged(LONG, 8, 4, 4, 4).rows[True].folded
    assert folded == ("scaled", "scores", "masked")[: len(folded)]
    assert folded


def test_wide_letters_take_more_room() -> None:
    cells = SIZES["normal"]
    assert (
        cells.wide(["注意力"], 1, longest=92)
        > cells.wide(["abc"], 1, longest=92)
        > cells.wide(["ill"], 1, longest=92)
    )
    assert cells.wide(["e\u0301e\u0301"], 1, longest=92) == cells.wide(["ee"], 1, longest=92)
    assert cells.wide(["x" * 99], 1, longest=92) == cells.wide(["x" * 12], 1, longest=92)


def test_largest_is_none_where_nothing_fits() -> None:
    assert largest([(SHORT, 8)] * 9, room=ROOM_ACROSS) is None
    assert largest([(SHORT, 8)], room=ROOM_ACROSS) == "large"
    assert largest([(SHORT, 8)] * 3, room=ROOM_ACROSS) == "dense"


# On the page


def measured(host: Host, selector: str, *, presenting: bool) -> tuple[float, float]:
    host.page.evaluate("(on) => document.body.classList.toggle('attn-presenting', on)", presenting)
    box = host(selector).bounding_box()
    assert box is not None
    return box["width"], box["height"]


@pytest.mark.parametrize("presenting", [False, True])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("trace", [mouse, cat, large])
def test_a_matrix_is_as_large_as_is_reckoned_with(opened, size, presenting, trace) -> None:
    panel = matrix_panel(trace(), "weights")
    host = opened(MatrixView(panel, size=size))
    width, height = measured(host, ".attn-matrix", presenting=presenting)
    cells = SIZES[size]
    assert cells.high(len(panel.texts)) - 2 <= height <= cells.high(len(panel.texts))
    assert width <= cells.wide(panel.row_labels, len(panel.texts), longest=LABELS["long"]) <= width + 22


@pytest.mark.parametrize("presenting", [False, True])
def test_a_folded_matrix_is_as_large_as_is_reckoned_with(opened, presenting) -> None:
    host = opened(MatrixView(matrix_panel(mouse(), "Q"), size="dense", foldable=True, folded=True))
    assert measured(host, ".attn-matrix", presenting=presenting)[1] <= FOLDED


@pytest.mark.parametrize("size", [PICTURE, 180])
def test_pictures_are_as_large_as_is_reckoned_with(opened, size) -> None:
    plane = opened(PlaneView(plane_panel(mouse()), size=size))
    width, height = measured(plane, ".attn-plane", presenting=True)
    assert width <= size + 12
    assert height <= size + PICTURE_FRAME
    lines = opened(LinesView(lines_panel(mouse()), height=size, width=PICTURE))
    assert measured(lines, ".attn-lines", presenting=True) == (PICTURE, size)


def test_lines_stay_within_their_width_and_show_the_names_of_an_example(opened) -> None:
    host = opened(LinesView(lines_panel(mouse()), width=PICTURE, selected=0))
    host.page.evaluate("document.body.classList.add('attn-presenting')")
    left, right = host(".attn-lines").evaluate(
        "e => [e.getBoundingClientRect().left, e.getBoundingClientRect().right]"
    )
    for part in host(".attn-lines-token, .attn-lines-word, .attn-lines-number").all():
        box = part.bounding_box()
        assert left <= box["x"]
        assert box["x"] + box["width"] <= right
    cut = host(".attn-lines-word").evaluate_all(
        "all => all.filter((e) => e.scrollWidth > e.clientWidth).length"
    )
    assert cut == 0
