"""A mask as a panel: what it says is the mask's own, and a leak can't be overlooked."""

from __future__ import annotations

import numpy as np

from attnlib.maths.masks import causal_mask
from attnlib.meaning.masks.panels import BY_HAND, LEAK, mask_panel
from attnlib.meaning.plain import as_text

WORDS = ("Mouse", "eats", "cheese")


def test_it_shows_ones_and_zeros_and_hatches_what_is_forbidden():
    panel = mask_panel(causal_mask(3), WORDS)
    assert panel.texts == (("1", "0", "0"), ("1", "1", "0"), ("1", "1", "1"))
    np.testing.assert_array_equal(panel.masked, ~causal_mask(3))
    np.testing.assert_array_equal(panel.values, causal_mask(3))
    assert {level for row in panel.levels for level in row} == {"w4", "m"}
    assert panel.note == "1 may attend"
    assert (panel.row_role, panel.column_role) == ("asks", "is asked")


def test_marks_stand_in_the_cell_and_in_the_legend():
    mask = causal_mask(3)
    mask[1, 2] = True
    panel = mask_panel(mask, WORDS, marks={(1, 2): LEAK, (0, 0): BY_HAND})
    assert (panel.texts[1][2], panel.texts[0][0], panel.texts[2][2]) == ("1!", "1*", "1")
    assert panel.levels[1][2] not in {panel.levels[2][2], "m"}  # neither like allowed nor like forbidden
    assert panel.note == "* by hand, ! leak"
    assert mask_panel(mask, WORDS, marks={(1, 2): LEAK}).note == "1 may attend, ! leak"


def test_fewer_queries_than_keys_have_names_of_their_own():
    panel = mask_panel(causal_mask(1, 3), ("cheese",), WORDS)
    assert (panel.row_labels, panel.column_labels) == (("cheese",), WORDS)
    assert panel.reading == "3 of 3 cells may be attended to."


def test_it_can_be_read_as_text():
    assert as_text(mask_panel(causal_mask(2), WORDS[:2])).splitlines() == [
        "3 of 4 cells may be attended to.",
        "",
        "mask: 1 may attend (rows ask, columns are asked)",
        "       Mouse  eats",
        "Mouse      1     0",
        "eats       1     1",
    ]
