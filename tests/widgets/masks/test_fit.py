"""Two rows of three matrices fit for every sentence that may be typed, in cells as large as there is room for."""

from __future__ import annotations

import pytest

from attnlib.examples.sentences import LONGEST_TOKEN, MOST_TOKENS
from attnlib.widgets.frame.fit import LABELS, ROOM_ACROSS, SIZES
from attnlib.widgets.masks.fit import NARROW, OUTPUT, ROW, arrange_masks


@pytest.mark.parametrize("letters", [1, 3, 7, LONGEST_TOKEN])
@pytest.mark.parametrize("count", range(1, MOST_TOKENS + 1))
def test_every_sentence_fits(count: int, letters: int) -> None:
    tokens = [str(place) * letters for place in range(count)]
    made = arrange_masks(tokens, d_v=2)
    cells = SIZES[made.size]
    label = min(LABELS[made.labels], 0.636 * cells.type * letters) + 5 + 6  # DejaVu's digits, padding, frame
    assert cells.high(count) <= ROW
    square = label + count * ((NARROW if made.narrow else cells.width) + cells.gap)
    middle = square - label + 6 if made.bare else square  # the frame stays
    output = label + 2 * ((OUTPUT if made.size == "dense" else cells.width) + cells.gap)
    assert 2 * square + middle + 2 * made.gap <= ROOM_ACROSS
    assert ROOM_ACROSS - 2 * square - output - 3 * made.gap >= 110  # a drop-down with its label


def test_few_tokens_have_large_cells() -> None:
    sizes = [arrange_masks([str(place) for place in range(count)], d_v=2).size for count in range(1, 9)]
    assert sizes == ["large"] * 4 + ["normal", "compact", "dense", "dense"]


def test_scores_have_as_many_decimals_as_can_be_read() -> None:
    assert [arrange_masks([str(p) for p in range(n)], d_v=2).digits for n in (6, 7)] == [2, 1]
