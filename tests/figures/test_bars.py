"""Bars as high as their values, and one sheet with all that the scaling explorer shows."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import to_hex

from attnlib import figures
from attnlib.meaning.bars import score_bars, weight_bars
from attnlib.widgets import ScalingExplorer
from tests.figures.extents import cut, overlapping

WEIGHTS = [0.1, 0.6, 0.3]


def heights(bars):
    return np.array([np.ptp(path.vertices[:, 1]) for path in bars.get_paths()])


def test_bars_are_as_high_as_their_values_in_the_panels_colours():
    display = figures.plot_bars(WEIGHTS)
    found = heights(display.bars_)
    np.testing.assert_allclose(found / found[1], np.array(WEIGHTS) / 0.6, atol=1e-9)
    assert [to_hex(colour) for colour in display.bars_.get_facecolors()] == [
        display.panel.fill(bar) for bar in range(3)
    ]
    assert {"0.10", "0.60", "0.30", "1/3", "weights", "key"} <= {text.get_text() for text in display.texts_}


def test_posts_stand_on_the_bars_one_deviation_to_both_sides():
    display = figures.BarsDisplay(
        score_bars(np.random.default_rng(0).normal(scale=8, size=4000), expected=8)
    ).plot()
    left, right = (segment[0] for segment in display.marks_.get_segments())
    at_0 = next(text for text in display.texts_ if text.get_text() == "0").get_position()[0]
    assert at_0 - left[0] == pytest.approx(right[0] - at_0)
    tops = [path.vertices[:, 1].min() for path in display.bars_.get_paths()]
    assert min(tops) < left[1] < max(tops)


@pytest.mark.parametrize("presenting", [False, True])
@pytest.mark.parametrize("panel", [
    weight_bars(np.full(8, 1 / 8), ["a", "b", "c", "d", "e", "f", "g", "h"]), weight_bars(np.full(64, 1 / 64)),
    score_bars([500.0, 0.0, -500.0, 3.0], expected=32), score_bars([0.0], expected=500),
], ids=["8 keys", "64 keys", "beyond", "wide"])  # fmt: skip
def test_what_is_written_is_neither_cut_nor_overlaps(panel, presenting):
    display = figures.BarsDisplay(panel, presenting=presenting).plot()
    assert not cut(display)
    assert not overlapping(display, allowed=2.0)


def test_something_else_is_refused_with_the_way_to_make_it(mouse):
    with pytest.raises(TypeError, match=r"make one with weight_bars\(trace\.weights\[0\]\)"):
        figures.BarsDisplay(mouse)
    with pytest.raises(TypeError, match="score_bars or weight_bars"):
        figures.ScalingDisplay(mouse, mouse, mouse, mouse)
    bars = weight_bars(WEIGHTS)
    with pytest.raises(TypeError, match="measures_panel or jacobian_panel"):
        figures.ScalingDisplay(bars, bars, bars, bars)


def sheet(presenting=False, **choices):
    explorer = ScalingExplorer(**choices)
    display = explorer._figure()
    display.presenting = presenting
    return explorer, display.plot()


@pytest.mark.parametrize("presenting", [False, True])
@pytest.mark.parametrize("choices", [
    {"scale": "none"}, {"scale": "temperature", "temperature": 0.125, "n_keys": 64, "d_k": 1024},
    {"n_keys": 2, "selected": ("jacobian", 0, 1)},
], ids=str)  # fmt: skip
def test_a_sheet_shows_all_of_the_explorer_and_cuts_nothing(choices, presenting):
    explorer, display = sheet(presenting, **choices)
    board = explorer.board
    for name, view in board.views.items():
        drawn = [text.get_text() for row in display.matrices_[name].texts for text in row]
        assert tuple(drawn) == view.texts
    assert [len(bars.get_paths()) for bars in display.bars_] == [83, len(board.row.values)]
    assert display.matrices_[explorer._selected[0]].marks
    assert not cut(display)
    assert not overlapping(display, allowed=2.0)


def test_a_sheet_of_panels_alone_reads_what_they_read():
    explorer = ScalingExplorer()
    shown = (*explorer.scene.bars(), *explorer.scene.panels().values())
    display = figures.ScalingDisplay(*shown).plot()
    assert display.reading.startswith("12800 scores spread by 1.00")
    assert "Measures of the softmax" in display._repr_mimebundle_()[0]["text/plain"]
