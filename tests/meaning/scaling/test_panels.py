"""A table of measures whose cells are the measured numbers, and Jacobians that are seen to fade."""

from __future__ import annotations

import math

import numpy as np
import pytest

from attnlib import softmax
from attnlib.maths.numbers import short
from attnlib.maths.scaling.saturating import Saturation, softmax_jacobian
from attnlib.meaning.scaling.panels import COLUMNS, SCALES, divided, factor, jacobian_panel, measures_panel

MEASURED = {
    scale: Saturation(1.5 + place, 0.25, 0.5, math.log(8), 0.125, 0.01, 0.0625, 0.02)
    for place, scale in enumerate(COLUMNS)
}


def table(chosen: str = "none"):
    return measures_panel(MEASURED, chosen=chosen, note="of 2 draws")


def test_factors_are_one_over_what_is_said() -> None:
    assert [factor(scale, 16, 2.0) for scale in COLUMNS] == [1, 1 / 4, 1 / 16, 1 / 8, 0]
    assert [divided(scale, 16, 2.0) for scale in SCALES] == [
        "q · k",
        "q · k / √16 = q · k / 4",
        "q · k / 16",
        "q · k / (√16 × 2) = q · k / 8",
    ]


def test_each_cell_is_the_measured_number() -> None:
    panel = table()
    for column, scale in enumerate(COLUMNS):
        of = MEASURED[scale]
        numbers = [of.score_std, of.largest_weight, of.entropy, of.jacobian, of.gradient_ratio]
        assert panel.values[:, column].tolist() == numbers
        assert [row[column] for row in panel.texts] == [
            short(value, digits) for value, digits in zip(numbers, (2, 2, 2, 3, 3), strict=True)
        ]


@pytest.mark.parametrize("chosen", SCALES)
def test_the_chosen_scale_differs_in_colour_and_by_a_tick(chosen) -> None:
    panel = table(chosen)
    place = SCALES.index(chosen)
    assert [label.endswith("✓") for label in panel.column_labels] == [name == chosen for name in COLUMNS]
    assert {row[place] for row in panel.levels}.isdisjoint({row[place - 1] for row in panel.levels})
    assert chosen in panel.reading


def test_a_small_jacobian_is_shown_whole_with_colours_that_mean_the_same_for_all() -> None:
    weights = softmax([1.0, 0.0, -1.0])
    panel = jacobian_panel(weights, ("a", "b", "c"))
    np.testing.assert_array_equal(panel.values, softmax_jacobian(weights))
    assert (panel.row_labels, panel.column_labels) == (("a", "b", "c"),) * 2
    assert panel.limits == jacobian_panel(np.array([1.0, 0.0]), ("a", "b")).limits == (-0.25, 0.25)
    assert jacobian_panel(np.array([0.5, 0.5]), ("a", "b")).levels == (("v8", "v-8"), ("v-8", "v8"))
    assert set(jacobian_panel(np.array([1.0, 0.0]), ("a", "b")).levels) == {("v0", "v0")}


def test_a_large_jacobian_is_its_size() -> None:
    weights = softmax(np.arange(9.0))
    panel = jacobian_panel(weights, tuple(map(str, range(9))))
    assert panel.values.shape == (1, 1)
    assert panel.values[0, 0] == pytest.approx(np.linalg.norm(softmax_jacobian(weights)))
    assert short(float(panel.values[0, 0]), 3) in panel.texts[0][0]
    assert len(jacobian_panel(weights[:8] / weights[:8].sum(), tuple("abcdefgh")).values) == 8
