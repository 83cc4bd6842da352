"""For every shape the head explorer takes, all parts have room: across, down, and the projection as much as can be."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from attnlib.maths.explain import features
from attnlib.widgets.frame.fit import LABELS, ROOM_ACROSS, ROOM_DOWN, SIZES
from attnlib.widgets.heads.fit import HeadArrangement, arrange_heads

WORDS = {"short": [f"w{i}" for i in range(8)], "long": [f"extraordinarily-{i}" for i in range(8)]}
SHAPES = [
    (words, n, heads, d_model, d_head, d_out)
    for words, n, heads, d_model, d_head, d_out in product(
        WORDS, (1, 2, 6, 7, 8), (1, 2, 4, 8), (1, 4, 8, 16), (1, 4, 16), (1, 8, 16)
    )
]


def across(made: HeadArrangement, names: list[str], heads: int, d_out: int) -> float:
    cells, longest = SIZES[made.size], LABELS[made.labels]
    shares = replace(cells, width=made.shares or cells.width).wide(names, heads, longest=longest)
    output = replace(cells, width=made.output or cells.width).wide((), d_out, longest=0)
    return made.box + made.middle + shares + output + 2 * 20 + 5 * 4


@pytest.mark.parametrize("words", WORDS)
def test_everything_fits(words) -> None:
    for _, n, heads, d_model, d_head, d_out in (shape for shape in SHAPES if shape[0] == words):
        names = WORDS[words][:n]
        made = arrange_heads(names, n_heads=heads, d_model=d_model, d_head=d_head, d_out=d_out)
        shape = (n, heads, d_model, d_head, d_out, made)
        assert across(made, names, heads, d_out) <= ROOM_ACROSS, shape
        assert made.tiles + made.lower + 4 <= ROOM_DOWN, shape
        assert SIZES[made.size].high(n) <= made.lower, shape
        weights = replace(SIZES[made.size], width=made.weights or SIZES[made.size].width)
        assert weights.wide(names, n, longest=LABELS[made.labels]) <= made.middle, shape
        assert heads * (4 + n * (made.tile + 1) + 7) + 148 <= ROOM_ACROSS, shape
        if made.box < SIZES[made.matrix].wide(features(d_model), d_head, longest=56):
            assert made.box >= 60, shape  # it is scrolled, and shows a column at least


def test_heights_are_the_same_for_any_number_of_heads() -> None:
    for n in range(1, 9):
        names = WORDS["short"][:n]
        heights = {
            (made.tiles, made.lower)
            for heads in (1, 2, 4, 8)
            for made in [arrange_heads(names, n_heads=heads, d_model=8, d_head=8 // heads, d_out=8)]
        }
        assert len(heights) == 1


def test_fewer_heads_have_larger_tiles() -> None:
    widths = [
        arrange_heads(WORDS["short"], n_heads=heads, d_model=8, d_head=1, d_out=8).tile for heads in (8, 4, 1)
    ]
    assert widths == sorted(widths)
    assert widths[0] < widths[-1]
