"""What is said of a scale: its numbers are the measured ones, and its arithmetic comes out."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from attnlib import softmax
from attnlib.maths.scaling.draws import MEASURES, GrowingDraws
from attnlib.maths.scaling.saturating import softmax_jacobian
from attnlib.meaning.scaling.panels import SCALES, factor
from attnlib.meaning.scaling.words import explain_jacobian, explain_measure, explain_size, scaling_reading


@pytest.fixture(scope="module")
def drawn():
    return GrowingDraws(8, seed=0)


def numbers(text: str) -> list[float]:
    return [float(found.replace("−", "-")) for found in re.findall(r"−?\d+\.?\d*(?:e[−]?\d+)?", text)]


def said(drawn, scale: str, d_k: int = 64, temperature: float = 1.0) -> str:
    measured = {name: drawn.measure(d_k, factor(name, d_k, temperature)) for name in SCALES}
    return scaling_reading(measured, scale=scale, d_k=d_k, n_keys=8, temperature=temperature)


@pytest.mark.parametrize("scale", SCALES)
def test_the_reading_gives_the_measured_numbers_and_those_of_the_other_scale(drawn, scale) -> None:
    text = said(drawn, scale, temperature=0.5)
    other = "1/√d_k" if scale == "none" else "none"
    for name in (scale, other):
        of = drawn.measure(64, factor(name, 64, 0.5))
        assert f"{of.score_std:.2f}" in text
        assert f"{of.largest_weight:.2f}" in text
        assert f"{of.gradient_ratio:.3f}" in text
    assert ("temperature of 0.5" in text) == (scale == "temperature")
    assert text.startswith("Unscaled" if scale == "none" else "Divided by")


def test_with_one_feature_no_scale_is_praised(drawn) -> None:
    assert said(drawn, "1/√d_k", d_k=1).startswith("With one feature there is nothing to divide by but 1")
    assert "unscaled:" in said(drawn, "temperature", d_k=1, temperature=0.5)


def explained(drawn, measure: str, scale: str, d_k: int = 64) -> str:
    times = factor(scale, d_k, 0.5)
    some = drawn.each(measure, d_k, times)[:3].tolist()
    return explain_measure(
        measure, drawn.measure(d_k, times), some, count=1600, scale=scale, d_k=d_k, n_keys=8, factor=times
    )


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("scale", SCALES)
def test_a_mean_names_the_first_of_its_numbers_and_its_result(drawn, measure, scale) -> None:
    of = drawn.measure(64, factor(scale, 64, 0.5))
    result = dict(
        zip(
            MEASURES,
            (of.score_std, of.largest_weight, of.entropy, of.jacobian, of.gradient_ratio),
            strict=True,
        )
    )
    text = explained(drawn, measure, scale)
    assert text.startswith(f"{measure}[{scale}] = ")
    assert len(text) <= 208  # the narrator's place for it needs no scrolling
    listed = numbers(
        text[text.index("(", text.index("= ")) : text.index(", …" if measure == "spread" else "+ …")]
    )
    first = drawn.each(measure, 64, factor(scale, 64, 0.5))[:3]
    if measure != "Jacobian":  # its formula stands in brackets too
        np.testing.assert_allclose(listed, first, atol=0.00501)
    assert re.search(rf"= {result[measure]:.3f}\b", text) or f"= {result[measure]:.0f}" in text


def test_theory_comes_out(drawn) -> None:
    assert explained(drawn, "spread", "none").endswith("in theory √64 = 8")
    assert explained(drawn, "spread", "1/√d_k").endswith("in theory √64 × 0.1250 = 1")
    assert "log 8 = 2.079" in explained(drawn, "entropy", "none")
    assert f"√7/8 = {math.sqrt(7) / 8:.3f}" in explained(drawn, "Jacobian", "none")
    assert "1/8 = 0.125" in explained(drawn, "largest weight", "none")


@pytest.mark.parametrize("row", range(3))
@pytest.mark.parametrize("column", range(3))
def test_an_entry_of_the_jacobian_is_the_product_said(row, column) -> None:
    weights = softmax([1.0, 0.0, -1.0])
    text = explain_jacobian(weights, ("a", "b", "c"), row, column)
    *_, one, other, result = numbers(text)
    assert one * other == pytest.approx(result, abs=2e-4)
    assert result == pytest.approx(softmax_jacobian(weights)[row, column], abs=1e-4)
    assert ("gives to" in text) == (row == column)


def test_a_size_is_compared_with_that_of_equal_weights() -> None:
    text = explain_size(np.eye(16)[0])
    assert "= 0;" in text
    assert text.endswith("16 equal weights have √15/16 = 0.242")
