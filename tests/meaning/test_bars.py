"""Bars as plain data: shares of scores on an axis that holds still, and a row of weights from 0 to 1."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnlib.meaning import palette
from attnlib.meaning.bars import MOST_WRITTEN, Mark, score_bars, weight_bars
from attnlib.meaning.plain import as_text


def centre(label: str) -> float:
    return {"< −81": -82.0, "> 81": 82.0}.get(label) or float(label.replace("−", "-"))


@settings(max_examples=60)
@given(st.lists(st.floats(-300, 300), min_size=1, max_size=40))
def test_each_score_is_counted_once_in_the_bar_nearest_to_it(scores) -> None:
    panel = score_bars(scores)
    counts = np.rint(np.array(panel.values) * len(scores))
    assert counts.sum() == len(scores)
    for label, count in zip(panel.labels, counts, strict=True):
        low, high = centre(label) - 1, centre(label) + 1
        low, high = (-np.inf if label.startswith("<") else low), (np.inf if label.startswith(">") else high)
        assert sum(low < score < high for score in scores) <= count
        assert count <= sum(low <= score <= high for score in scores)


def test_the_axis_holds_still_and_the_tallest_bar_fills_the_height() -> None:
    rng = np.random.default_rng(0)
    quiet, loud = score_bars(rng.normal(size=5000)), score_bars(32 * rng.normal(size=(50, 10, 10)))
    assert (quiet.labels, quiet.ticks, quiet.levels) == (loud.labels, loud.ticks, loud.levels)
    for panel in (quiet, loud):
        assert panel.limits == (0.0, max(panel.values))
        assert panel.scale == (Mark(max(panel.values), panel.scale[0].text),)
    assert sum(share > 0 for share in quiet.values) < 8 < 70 < sum(share > 0 for share in loud.values)


def test_what_lies_outside_is_named() -> None:
    panel = score_bars([-500.0, 0.0, 90.0, 90.0])
    assert (panel.values[0], panel.values[-1]) == (0.25, 0.5)
    assert (panel.texts[0], panel.texts[-1]) == ("25 %", "50 %")
    assert set(panel.texts[1:-1]) == {""}
    assert panel.reading.endswith("; 75 % lie beyond ±81.")
    inside = score_bars([0.0, 1.0])
    assert (inside.texts[0], inside.texts[-1]) == ("", "")
    assert "beyond" not in inside.reading


@pytest.mark.parametrize(
    ("share", "text"), [(1, "100 %"), (0.0998, "10 %"), (0.012, "1.2 %"), (0.0004, "0.04 %")]
)
def test_a_share_is_written_with_the_digits_it_needs(share, text) -> None:
    scores = np.zeros(10000)
    scores[: round(share * 10000)] = 100
    assert score_bars(scores).texts[-1] == text


def test_posts_stand_one_expected_deviation_to_both_sides() -> None:
    panel = score_bars([0.0], expected=8)
    left, right = panel.posts
    zero = panel.labels.index("0") + 0.5
    assert (left.at, right.at) == (zero - 4, zero + 4)  # a bar takes in two whole numbers
    assert (left.text, right.text) == ("", "±8 in theory")
    assert score_bars([0.0]).posts == ()
    assert score_bars([0.0], expected=1000).posts[1].at == len(panel.values)


def test_loud_scores_are_coloured_by_side_and_quiet_ones_pale() -> None:
    panel = score_bars([0.0])
    by_label = dict(zip(panel.labels, panel.levels, strict=True))
    assert (by_label["−40"], by_label["40"], by_label["< −81"], by_label["> 81"]) == (
        "v-8",
        "v8",
        "v-8",
        "v8",
    )
    assert (by_label["−2"], by_label["0"], by_label["2"]) == ("v-1", "m", "v1")
    assert panel.fill(0, "dark") == palette.FILLS["dark"]["v-8"]


@pytest.mark.parametrize("scores", [[], [np.nan], [1.0, np.inf]])
def test_a_distribution_needs_finite_scores(scores) -> None:
    with pytest.raises(ValueError, match="scores"):
        score_bars(scores)


# One row of weights


@settings(max_examples=60)
@given(st.integers(1, 70))
def test_weights_stand_on_a_scale_from_0_to_1_beside_the_equal_share(n) -> None:
    weights = np.random.default_rng(n).dirichlet(np.ones(n))
    panel = weight_bars(weights)
    assert panel.values == tuple(weights.tolist())
    assert panel.limits == (0.0, 1.0)
    assert panel.lines == (Mark(1 / n, f"1/{n}"),)
    assert panel.levels == palette.weight_levels(weights[None])[0]
    assert panel.labels == tuple(str(key + 1) for key in range(n))
    written = [place for place, text in enumerate(panel.texts) if text]
    assert written == (list(range(n)) if n <= MOST_WRITTEN else [int(weights.argmax())])
    assert panel.ticks[0] == 0
    assert len(panel.ticks) <= 18
    assert set(panel.ticks) <= set(range(n))


def test_labels_of_many_keys_are_round() -> None:
    panel = weight_bars(np.full(64, 1 / 64))
    assert [panel.labels[tick] for tick in panel.ticks] == [
        "1",
        "8",
        "16",
        "24",
        "32",
        "40",
        "48",
        "56",
        "64",
    ]


@pytest.mark.parametrize("weights", [[], [[0.5, 0.5]], 1.0])
def test_one_row_is_needed(weights) -> None:
    with pytest.raises(ValueError, match=r"weights: needs one row.*trace\.weights\[0\]"):
        weight_bars(weights)


def test_a_label_for_each_weight_is_needed() -> None:
    with pytest.raises(ValueError, match="labels: got 1 names for 2 rows of keys"):
        weight_bars([0.5, 0.5], ["Mouse"])


def test_few_bars_are_written_as_a_table_and_many_by_their_reading() -> None:
    few = as_text(weight_bars([0.25, 0.75], ["Mouse", "Eats"]))
    assert few.splitlines()[2:] == ["weights: of one query", "     Mouse  Eats", "key   0.25  0.75"]
    many = as_text(score_bars([1.0, -1.0]))
    assert many.splitlines()[-2:] == ["scores: spread 1", "2 scores spread by 1 about 0."]
