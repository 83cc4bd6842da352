"""Explanations of masks, scales and extremes in words; and that a false explanation would be noticed."""

from __future__ import annotations

import re

import numpy as np
import pytest

from attnlib import causal_mask, examples, self_attention, trace_attention
from tests.sums import Interval, evaluate, sides

Q, K, V = [[1, 2], [2, 1]], [[1, 0], [0, 3]], [[5], [7]]


def text(stage, row, column, **options):
    return trace_attention(Q, K, V, tokens=["a", "b"], **options).explain(stage, row, column).text


def test_given_queries_have_no_operands():
    explanation = trace_attention(Q, K, V).explain("Q", "1", "f2")
    assert explanation.text == "Q[1, f2] = 2, given"
    assert explanation.latex == "q_{1,2} = 2"
    assert explanation.operands == ()


@pytest.mark.parametrize(("scale", "words"), [
    (None, "= 6 / √2 = 4.243"), (1, "= 6, not scaled"), (0.5, "= 6 × 0.5000 = 3"), (-0.25, "= 6 × (−0.2500) = −1.500"),
    (2, "= 6 × 2 = 12"), (1 / np.sqrt(512), "= 6 × 0.04419 = 0.265"), (2e-9, "= 6 × 2.000e−9 = 1.2e−8"),
])  # fmt: skip
def test_scales(scale, words):
    assert text("scaled", "a", "b", scale=scale) == f"scaled[a, b] {words}"


def test_negative_scores_keep_their_sign():
    trace = trace_attention([[-2.0]], [[3.0]], [[1.0]], scale=0.5)
    assert trace.explain("scores", 0, 0).text == "scores[1, 1] = q[1] · k[1] = (−2)×3 = −6"
    assert trace.explain("scaled", 0, 0).text == "scaled[1, 1] = (−6) × 0.5000 = −3"
    assert trace.explain("scaled", 0, 0).latex == r"(-6) \times 0.5000 = -3"
    tiny = trace_attention([[-2.0]], [[3.0]], [[1.0]], scale=-1e-7).explain("scaled", 0, 0)
    assert tiny.latex == r"(-6) \times (-1.000 \cdot 10^{-7}) = 6.0 \cdot 10^{-7}"


def test_a_forbidden_cell_says_so_at_every_stage():
    mask = causal_mask(2)
    assert text("masked", "a", "b", mask=mask) == "masked[a, b] = −∞: “a” may not attend to “b”"
    assert text("weights", "a", "b", mask=mask) == "weights[a, b] = 0: “a” may not attend to “b”"
    assert text("weights", "a", "a", mask=mask) == "weights[a, a] = e^0.7071 / (e^0.7071) = 2.028 / 2.028 = 1"
    assert text("output", "a", "f1", mask=mask) == "output[a, f1] = 1×5 = 5"


def test_a_query_that_may_attend_to_nothing_says_so():
    for stage, column in (("weights", "a"), ("output", "f1")):
        said = text(stage, "b", column, mask=[[True, True], [False, False]])
        assert said == f"{stage}[b, {column}] = 0: “b” may attend to nothing"


def test_an_added_mask_shows_its_own_number():
    """What was added is read from the mask: taken as a difference, −1e5 would come back as −100000.000."""
    mask = np.array([[0.0, -0.5], [-1e5, -np.inf]])
    assert text("masked", "a", "b", mask=mask) == "masked[a, b] = 4.243 + (−0.500) = 3.743"
    assert text("masked", "b", "a", mask=mask, scale=0.1) == "masked[b, a] = 0.200 + (−100000) = −99999.800"
    assert text("masked", "b", "b", mask=mask) == "masked[b, b] = −∞: “b” may not attend to “b”"
    assert text("masked", "a", "b", mask=[0.0, 0.5]) == "masked[a, b] = 4.243 + 0.500 = 4.743"


def test_large_scores_are_told_with_the_rows_largest_subtracted():
    said = text("weights", "a", "b", scale=10)
    assert said == (
        "weights[a, b] = e^0 / (e^(−50) + e^0) = 1 / 1 = 1 (with the row's largest, 60, subtracted)"
    )
    assert "largest" not in text("weights", "a", "b", scale=1)


def test_scores_that_fell_to_minus_infinity_leave_nothing_to_weigh():
    lowest = float(np.finfo(np.float32).min)
    one = np.float32([[1]])
    trace = trace_attention(one * -3e38, one, one, scale=1, mask=[[lowest]])
    assert trace.masked[0, 0] == -np.inf
    assert trace.explain("weights", 0, 0).text == "weights[1, 1] = 0: “1” may attend to nothing"


def test_nan_is_told_as_nan():
    trace = trace_attention([[np.nan]], [[1.0]], [[1.0]])
    for stage in ("Q", "scores", "scaled", "masked", "weights", "output"):
        assert "NaN" in trace.explain(stage, 0, 0).text


def test_names_and_places_are_the_same_address():
    trace = examples.mouse_eats_cheese()
    by_name = trace.explain("weights", "Mouse", "Cheese")
    assert by_name == trace.explain("weights", 0, 2) == trace.explain("weights", np.int64(-3), -1)


def numbers(text):
    """Return the sides of an explanation that are all numbers."""
    return [side for side in sides(text)[0] if "[" not in side]


def random_trace():
    """Make a trace without a number near 0: what multiplies nothing may be told wrongly and yet give the sum."""
    rng = np.random.default_rng(7)
    X, W = rng.uniform(0.4, 1.2, size=(3, 3)), rng.uniform(0.4, 1.2, size=(3, 3, 3))
    return self_attention(X, *W, mask=np.array([[0.3, -0.4, 0.7]]), scale=0.4)


@pytest.mark.parametrize("stage", ["Q", "V", "scores", "scaled", "masked", "weights", "output"])
def test_a_wrong_operand_would_be_noticed(stage):
    """Alter each number of the text in turn, a little; some side then no longer meets the value."""
    trace = random_trace()
    for i, j in np.ndindex(*trace.stage(stage).shape):
        explanation = trace.explain(stage, i, j)
        target = Interval(explanation.value, explanation.value)
        for side in numbers(explanation.text):
            assert evaluate(side).meets(target)
            for found in re.finditer(r"\d+\.\d+", side):
                wrong = f"{float(found[0]) * 1.1 + 0.05:.{len(found[0].partition('.')[2])}f}"
                told = side[: found.start()] + wrong + side[found.end() :]
                lone = re.fullmatch(r"e\^\S+ / \(e\^\S+\)", side)
                assert lone or not evaluate(told).meets(target), f"{told} passes for {explanation.text}"


@pytest.mark.parametrize("stage", ["Q", "V", "scores", "scaled", "masked", "weights", "output"])
def test_the_allowance_is_narrow(stage):
    trace = random_trace()
    for i, j in np.ndindex(*trace.stage(stage).shape):
        explanation = trace.explain(stage, i, j)
        for side in numbers(explanation.text):
            assert evaluate(side).width < 0.005 * max(1, abs(explanation.value))


@pytest.mark.parametrize(
    "side", ["__import__('os')", "2 if 1 else 3", "a + 1", "[1]", "2 % 1", "e^", "number(2)"]
)
def test_only_arithmetic_is_evaluated(side):
    with pytest.raises((ValueError, SyntaxError)):
        evaluate(side)
