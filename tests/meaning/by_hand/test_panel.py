"""A stage on the way: what it says, how it looks, and how far its reader has come."""

from __future__ import annotations

import re

import numpy as np
import pytest

from attnlib.meaning.by_hand.panel import (
    BAD,
    BLANK,
    COARSE,
    FILLS,
    GOOD,
    INKS,
    MARKS,
    css,
    hand_panel,
    progress,
)
from attnlib.meaning.matrix import MatrixPanel
from attnlib.meaning.palette import THEMES, contrast
from tests.meaning.by_hand.traces import causal, mouse, one

WRITTEN = {(0, 1): "4", (0, 2): "2", (1, 0): "4.0"}
RIGHT = {(0, 1): True, (0, 2): False, (1, 0): None}


def test_it_holds_only_what_is_known_to_be_right():
    panel = hand_panel(mouse, "scores", WRITTEN, RIGHT)
    assert isinstance(panel, MatrixPanel)
    assert panel.levels[0] == (BLANK, GOOD, BAD)
    assert panel.levels[1][0] == COARSE
    assert panel.values[0, 1] == 4
    assert np.isnan(panel.values).sum() == 8
    assert (panel.name, panel.title, panel.row_labels) == ("scores", "your scores", mouse.tokens)
    assert not hand_panel(causal, "masked", {}, {}).masked.any()


def test_marks_and_blanks_are_as_asked():
    assert hand_panel(mouse, "scores", WRITTEN, RIGHT, blank="_").texts[0] == ("_", "4 ✓", "2 ✗")
    assert hand_panel(mouse, "scores", WRITTEN, RIGHT, blank=" ").texts[0] == (" ", "4 ✓", "2 ✗")
    assert hand_panel(mouse, "scores", WRITTEN, RIGHT, marks=False).texts[0] == ("", "4", "2")


@pytest.mark.parametrize("theme", THEMES)
def test_every_text_is_legible_and_right_and_wrong_differ_in_more_than_colour(theme):
    panel = hand_panel(mouse, "scores", WRITTEN, RIGHT)
    for cell in ((0, 0), (0, 1), (0, 2), (1, 0)):
        assert contrast(panel.fill(*cell, theme), panel.ink(*cell, theme)) >= 4.5
    assert len(set(FILLS[theme].values())) == len(set(MARKS.values())) == 4


def test_the_style_sheet_holds_the_colours_of_both_themes():
    rules = re.findall(r'data-level="(\w+)"\]\{background-color:(\S+);color:(\S+)\}', css())
    assert rules == [(level, fill, INKS[theme]) for theme in THEMES for level, fill in FILLS[theme].items()]


def test_progress_is_a_sentence():
    assert hand_panel(mouse, "scores", {}, {}).reading == "0 of 9 cells are right."
    assert progress(((BAD, BAD), (GOOD, GOOD))) == "2 of 4 cells are right, 2 are wrong."
    assert (
        progress(((COARSE, BAD), (GOOD, GOOD))) == "2 of 4 cells are right, 1 is wrong, 1 needs more digits."
    )
    assert progress(((COARSE, COARSE),)) == "0 of 2 cells are right, 2 need more digits."
    assert progress(((GOOD, GOOD),)) == "All 2 cells are right."
    assert hand_panel(one, "scores", {(0, 0): "2"}, {(0, 0): True}).reading == "The one cell is right."
