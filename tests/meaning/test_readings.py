"""One sentence for a matrix, and its every claim held against the numbers."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings

from attnlib import causal_mask, examples, trace_attention
from attnlib.meaning.readings import reading, row_reading, stage_reading
from tests.strategies import cases

NAMES = ["Ada", "Bob", "Cid", "Dee", "Eve"]


def row(*weights: float, keys: int | None = None):
    """Make a trace whose one query has these weights, up to a factor."""
    count = keys or len(weights)
    with np.errstate(divide="ignore"):
        mask = np.log(np.array(weights))
    names = [f"k{place + 1}" for place in range(count)]
    return trace_attention(
        np.ones((1, 1)), np.zeros((count, 1)), np.ones((count, 1)), mask=mask, key_tokens=names
    )


@settings(max_examples=150)
@given(cases(leading=False))
def test_what_is_said_of_a_query_is_so(case):
    trace = trace_attention(
        case.Q, case.K, case.V, **case.options,
        tokens=NAMES[: len(case.Q)], key_tokens=[name.lower() for name in NAMES[: len(case.K)]],
    )  # fmt: skip
    told = {}
    for clause in reading(trace).removesuffix(".").split("; "):
        queries, says = re.fullmatch(r"(“.*?”) (looks? .*|sees? .*|takes? .*|attends? .*)", clause).groups()
        plural = " and " in queries
        assert re.match(r"look |see |take |attend ", says) if plural else re.match(r"\w+s ", says)
        told.update(dict.fromkeys(re.findall("“(.+?)”", queries), says))
    assert set(told) == set(trace.tokens)
    for name, says in told.items():
        assert_so(
            says, dict(zip(trace.key_tokens, trace.weights[trace.tokens.index(name)].tolist(), strict=True))
        )


def assert_so(says: str, weights: dict[str, float]) -> None:
    largest, seen = max(weights.values()), [key for key, weight in weights.items() if weight > 0]
    if "nothing" in says:
        assert not seen
    elif only := re.fullmatch(r"sees? only “(\w+)”", says):
        assert seen == [only[1]]
    elif even := re.fullmatch(r"takes? an even blend of (?:all (\d+)|(.+)) \((\S+) each\)", says):
        named = list(weights) if even[1] else re.findall("“(.+?)”", even[2])
        assert named == seen
        assert not even[1] or int(even[1]) == len(weights)
        assert all(weights[key] == pytest.approx(float(even[3]), abs=0.01) for key in named)
    else:
        looks = re.fullmatch(r"looks? (mostly|most) at (.+) \((\S+?)( each)?\)", says)
        assert looks is not None, says
        named = re.findall("“(.+?)”", looks[2])
        assert (looks[1] == "mostly") == (largest > 0.5)
        assert bool(looks[4]) == (len(named) > 1)
        assert abs(largest - float(looks[3])) <= 0.005 + 1e-9
        assert all(largest - weights[key] < 0.005 for key in named)
        assert all(weights[key] < largest for key in weights if key not in named)


@pytest.mark.parametrize(("weights", "says"), [
    ((0.7, 0.3), "“1” looks mostly at “k1” (0.70)."),
    ((0.4, 0.3, 0.3), "“1” looks most at “k1” (0.40)."),
    ((0.4, 0.4, 0.2), "“1” looks most at “k1” and “k2” (0.40 each)."),
    ((1, 1, 1, 0), "“1” takes an even blend of “k1”, “k2” and “k3” (0.33 each)."),
    ((1, 1), "“1” takes an even blend of all 2 (0.50 each)."),
    ((0, 1), "“1” sees only “k2”."),
    ((1,), "“1” sees only “k1”."),
    ((0, 0), "“1” attends to nothing."),
    ((1,) * 300, "“1” takes an even blend of all 300 (0.00 each)."),
])  # fmt: skip
def test_sentences(weights, says):
    assert reading(row(*weights)) == says


def test_among_many_small_weights_a_masked_one_is_no_part_of_the_blend():
    """All of them are closer than 0.005, the masked one too."""
    assert "k300" not in reading(row(*[1.0] * 299, 0.0))
    assert "all" not in reading(row(*[1.0] * 299, 0.0))
    assert "look" in reading(row(*[1.0] * 298, 2.0, 0.5))


def test_queries_of_whom_the_same_is_so_share_a_clause():
    assert reading(examples.mouse_eats_cheese()) == (
        "“Mouse” and “Cheese” look mostly at “Eats” (0.89); “Eats” takes an even blend of all 3 (0.33 each)."
    )
    three = trace_attention(np.zeros((3, 1)), np.ones((2, 1)), np.ones((2, 1)), mask=[True, False])
    assert reading(three) == "“1”, “2” and “3” see only “1”."


def test_nan_is_not_read_as_a_weight():
    assert reading(trace_attention([[np.nan]], [[1.0], [2.0]], [[1.0], [2.0]])) == "“1” has no weights (NaN)."
    both = trace_attention([[np.nan], [np.nan]], [[1.0]], [[1.0]])
    assert reading(both) == "“1” and “2” have no weights (NaN)."


def test_no_query_and_no_key():
    assert reading(trace_attention(np.ones((0, 1)), np.ones((2, 1)), np.ones((2, 1)))) == "There is no query."
    assert (
        reading(trace_attention(np.ones((1, 1)), np.ones((0, 1)), np.ones((0, 1))))
        == "“1” attends to nothing."
    )


@pytest.mark.parametrize("stage", ["Q", "K", "V", "scores", "scaled", "masked", "output"])
def test_a_stage_reads_where_its_largest_number_stands(stage):
    rng = np.random.default_rng(3)
    trace = trace_attention(*rng.normal(size=(3, 4, 3)), mask=causal_mask(4), tokens=NAMES[:4])
    values = trace.stage(stage)
    found = re.fullmatch(
        r"Largest in (\w+): (\S+) at (\w+), (\w+)(; 6 of 16 cells masked)?\.", stage_reading(trace, stage)
    )
    assert found is not None
    assert found[1] == stage
    assert found[2].replace("−", "-") == f"{values[np.isfinite(values)].max():.2f}"
    column = NAMES.index(found[4]) if found[4] in NAMES else int(found[4][1:]) - 1
    assert values[NAMES.index(found[3]), column] == values.max()
    assert bool(found[5]) == (stage == "masked")


def test_a_stage_of_weights_reads_as_the_whole():
    mouse = examples.mouse_eats_cheese()
    assert stage_reading(mouse, "weights") == reading(mouse)
    assert stage_reading(mouse, "W_Q") == "Largest in W_Q: 1 at f1, f2."


def test_a_stage_without_a_finite_number_says_so():
    trace = trace_attention([[1.0]], [[1.0]], [[1.0]], mask=[[False]])
    assert stage_reading(trace, "masked") == "masked holds no finite number."


def test_a_batch_has_no_one_sentence():
    with pytest.raises(ValueError, match=r"trace\[0\]"):
        reading(trace_attention(*np.ones((3, 2, 2, 2))))


def test_one_row_is_said_as_the_whole_says_it():
    trace = examples.mouse_eats_cheese()
    assert row_reading(trace, 1) == "“Eats” takes an even blend of all 3 (0.33 each)"
    assert row_reading(trace, 2) == "“Cheese” looks mostly at “Eats” (0.89)"
