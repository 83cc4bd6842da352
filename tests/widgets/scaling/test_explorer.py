from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from attnlib import softmax
from attnlib.maths.numbers import short
from attnlib.maths.scaling.draws import MEASURES
from attnlib.maths.scaling.saturating import entropy, unit_draws
from attnlib.meaning import plain
from attnlib.meaning.bars import score_bars, weight_bars
from attnlib.meaning.scaling.panels import COLUMNS, EQUAL
from attnlib.widgets import ScalingExplorer, Slider
from attnlib.widgets.frame.boxes import tree
from tests.widgets.host import record, tell


def opened(**choices: Any) -> ScalingExplorer:
    return ScalingExplorer(**{"d_k": 64, "scale": "none", **choices})


def texts(view: Any, row: int) -> list[str]:
    columns = view.shape[1]
    return list(view.texts[row * columns : (row + 1) * columns])


def test_the_row_shown_is_the_trace_and_follows_from_its_queries_and_keys() -> None:
    explorer = opened(scale="1/√d_k", seed=4)
    drawn = unit_draws(1024, n_keys=8, n_queries=8, draws=200, rng=4)
    q, K = drawn.Q[0, 0, :64], drawn.K[0, :, :64]
    np.testing.assert_allclose(explorer.trace.weights[0], softmax(K @ q / 8), rtol=1e-12)
    np.testing.assert_array_equal(explorer.trace.output, explorer.trace.weights)
    assert explorer.board.row.values == weight_bars(explorer.trace.weights[0]).values


def test_the_table_is_measured_and_the_reading_says_it() -> None:
    explorer = opened()
    scores = unit_draws(1024, n_keys=8, n_queries=8, draws=200, rng=0).scores(64)
    assert explorer.measured["none"].score_std == pytest.approx(scores.std())
    assert explorer.measured["1/√d_k"].entropy == pytest.approx(entropy(softmax(scores / 8)).mean())
    for row, name in enumerate(("score_std", "largest_weight", "entropy")):
        numbers = [getattr(explorer.measured[scale], name) for scale in COLUMNS]
        assert texts(explorer.board.measures, row) == [short(number) for number in numbers]
    assert explorer.narrator.reading.startswith(
        "Unscaled, scores at d_k = 64 spread by 8.01, the largest of 8"
    )
    assert explorer.board.distribution.values == score_bars(scores).values


def test_unscaled_the_scores_widen_and_the_weights_sharpen_and_scaled_they_do_not() -> None:
    explorer = opened(d_k=1)
    spread: dict[str, list[float]] = {"none": [], "1/√d_k": [], "1/d_k": []}
    for d_k in (4, 64, 1024):
        explorer.board.d_k.value = d_k
        for scale, found in spread.items():
            found.append(explorer.measured[scale].score_std)
    assert spread["none"] == pytest.approx([2, 8, 32], rel=0.03)
    assert spread["1/√d_k"] == pytest.approx([1, 1, 1], rel=0.03)
    assert spread["1/d_k"] == pytest.approx([1 / 2, 1 / 8, 1 / 32], rel=0.03)
    assert explorer.measured["none"].gradient_ratio < 0.05 < 0.12 < explorer.measured["1/√d_k"].gradient_ratio
    assert explorer.board.formula.value == "score = q · k"


def test_temperature_is_open_only_where_it_counts() -> None:
    explorer = opened(temperature=2.0)
    shut = [explorer.board.temperature.disabled]
    explorer.board.scale.value = "temperature"
    assert [*shut, explorer.board.temperature.disabled] == [True, False]
    assert explorer.trace.scale == 1 / 16
    assert explorer.board.formula.value == "score = q · k / (√64 × 2) = q · k / 16"
    explorer.board.temperature.value = 1
    assert explorer.measured["temperature"] == explorer.measured["1/√d_k"]


@pytest.mark.parametrize(("measure", "scale"), list(product(MEASURES, COLUMNS)))
def test_every_number_of_the_table_is_explained(measure: str, scale: str) -> None:
    explorer = opened()
    explorer.select(measure, scale)
    row, column = MEASURES.index(measure), COLUMNS.index(scale)
    said = explorer.narrator.explanation.partition(";")[0].rpartition("= ")[2]
    if scale == EQUAL:
        said = said.split(",")[0].split(":")[0]
    assert float(texts(explorer.board.measures, row)[column]) == pytest.approx(float(said), abs=0.0051)
    assert explorer.board.measures.selected == (row, column)
    assert explorer.board.jacobian.selected == ()


def test_an_entry_of_the_jacobian_lights_the_weights_it_is_made_of() -> None:
    explorer = opened(scale="1/√d_k")
    tell(explorer.board.jacobian, {"type": "select", "row": 1, "column": 2})
    assert explorer.board.row.lit == (1, 2)
    assert explorer.narrator.explanation.startswith("∂w[2]/∂s[3] = −w[2] w[3] = ")
    assert explorer.state["selected"] == ("jacobian", 1, 2)
    explorer.select("largest weight", "1/√d_k")
    assert explorer.board.row.lit == (int(explorer.trace.weights[0].argmax()),)
    explorer.select("largest weight", "none")  # not the row that is shown
    assert explorer.board.row.lit == ()


def test_with_many_keys_the_jacobian_is_a_size_and_the_selection_stays_on_it() -> None:
    explorer = opened(selected=("jacobian", 5, 6))
    explorer.board.n_keys.value = 64
    assert explorer.board.jacobian.shape == (1, 1)
    assert explorer.state["selected"] == ("jacobian", 0, 0)
    assert "64 × 64" in explorer.narrator.explanation
    explorer.board.n_keys.value = 2
    assert explorer.board.jacobian.shape == (2, 2)
    assert len(explorer.board.row.values) == 2


def test_a_jacobian_that_is_no_longer_shown_is_not_heard() -> None:
    explorer = opened(n_keys=8)
    late = explorer.board.jacobian
    explorer.board.n_keys.value = 4
    tell(late, {"type": "select", "row": 7, "column": 7})
    assert explorer.state["selected"] == ("largest weight", "none")
    assert explorer.narrator.error == ""


def test_randomise_draws_with_the_next_seed_and_reset_goes_back() -> None:
    explorer = opened(seed=9999)
    first = explorer.trace.weights.copy()
    explorer.board.randomise.click()
    assert explorer.state["seed"] == 0
    assert not np.array_equal(explorer.trace.weights, first)
    explorer.board.d_k.value, explorer.board.n_keys.value = 2, 16
    explorer.board.restart.click()
    assert explorer.state == opened(seed=9999).state
    np.testing.assert_array_equal(explorer.trace.weights, first)


def test_a_step_sends_only_what_moved() -> None:
    explorer = opened()
    parts = [part for part in tree(explorer) if hasattr(part, "_receive") and not isinstance(part, Slider)]
    said = {part: record(part) for part in parts}
    explorer.board.d_k.value = 128
    sent = {name for messages in said.values() for message in messages for name in message.get("state", ())}
    assert not sent & {"labels", "levels", "ticks", "row_labels", "column_labels", "title", "axis"} - {
        "levels"
    }
    assert "levels" not in {
        name for message in said[explorer.board.distribution] for name in message["state"]
    }
    assert all(len(messages) <= 4 for messages in said.values())


@pytest.mark.parametrize("n_keys", [8, 64])
def test_the_static_twin_has_a_picture_the_reading_and_every_number(n_keys: int) -> None:
    explorer = opened(n_keys=n_keys)
    data, metadata = explorer._repr_mimebundle_()
    text = data["text/plain"]
    assert text.startswith(
        f"{explorer.narrator.reading}\n{explorer.narrator.explanation}\n\nd_k = 64, score = q · k\n"
    )
    assert (
        plain.table(
            explorer.board.measures.row_labels,
            explorer.board.measures.column_labels,
            [texts(explorer.board.measures, row) for row in range(5)],
        )
        in text
    )
    assert metadata["image/png"]["alt"].startswith("Unscaled, scores")
    assert text == opened(n_keys=n_keys)._repr_mimebundle_()[0]["text/plain"]


@pytest.mark.parametrize(("choices", "slip"), [
    ({"d_k": 100}, "d_k: needs a power of two from 1 to 1024, got 100"),
    ({"n_keys": 128}, "n_keys: needs a power of two from 2 to 64, got 128"),
    ({"scale": "sqrt"}, "scale: 'sqrt' is none of none, 1/√d_k, 1/d_k, temperature"),
    ({"temperature": 0.0}, "temperature: needs a number from 0.125 to 4, got 0"),
    ({"seed": 10000}, "seed: 10000 is more than 9999"),
    ({"selected": ("width", "none")}, "row: no 'width' in measures"),
    ({"selected": "entropy"}, 'selected: needs a measure and a scale, such as ("entropy", "none")'),
    ({"selected": ("scores", 0, 0)}, "selected: 'scores' is none of measures, jacobian"),
    ({"selected": ("jacobian", 8, 0)}, "row: 8 is outside jacobian"),
])  # fmt: skip
def test_what_cannot_be_shown_is_refused_by_name(choices: dict[str, Any], slip: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011
        opened(**choices)
    assert slip in str(refused.value)


@pytest.mark.parametrize("temperature", ["1", True, None])
def test_a_temperature_is_a_number(temperature: Any) -> None:
    with pytest.raises(TypeError, match="temperature: needs a number"):
        opened(temperature=temperature)
