"""For every admissible shape everything has room; that the measures are those of a page is tested with a page."""

from __future__ import annotations

from itertools import product

import pytest

from attnlib.widgets.arrangement import ROOM_ACROSS, ROOM_DOWN, SIZES, Arrangement, arrange, largest
from attnlib.widgets.starting import MOST_FEATURES, MOST_TOKENS

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
            taken = sum(28 if name in row.folded else found.widths[name] for name in squares)
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
    found = arranged(SHORT, 3, 4, 4, 4)
    assert (found.one_open, found.beside) == (False, False)


def test_what_is_folded_first_is_what_says_least() -> None:
    folded = arranged(LONG, 8, 4, 4, 4).rows[True].folded
    assert folded == ("scaled", "scores", "masked")[: len(folded)]
    assert folded


def test_wide_letters_take_more_room() -> None:
    cells = SIZES["normal"]
    assert cells.wide(["注意力"], 1, longest=92) > cells.wide(["abc"], 1, longest=92)
    assert cells.wide(["e\u0301e\u0301"], 1, longest=92) == cells.wide(["ee"], 1, longest=92)
    assert cells.wide(["x" * 99], 1, longest=92) == cells.wide(["x" * 12], 1, longest=92)


def test_largest_is_none_where_nothing_fits() -> None:
    assert largest([(SHORT, 8)] * 9, room=ROOM_ACROSS) is None
    assert largest([(SHORT, 8)], room=ROOM_ACROSS) == "large"
    assert largest([(SHORT, 8)] * 3, room=ROOM_ACROSS) == "dense"
