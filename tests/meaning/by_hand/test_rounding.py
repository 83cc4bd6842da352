"""Who rounds as the sheet asks is right all the way down; who slips is not let through by it."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnlib import causal_mask, trace_attention
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.by_hand import judge
from attnlib.meaning.by_hand.rounding import reached, rounded
from attnlib.meaning.by_hand.slips import slips
from tests.meaning.by_hand.traces import TRACES, causal, mouse

STAGES = ("scores", "scaled", "masked", "weights", "output")


def to_places(value: float, way: str, places: int = 3) -> float:
    if not math.isfinite(value):
        return value
    return float(Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-places), way))


def by_a_pupil(trace: AttentionTrace, way: str) -> dict[str, np.ndarray]:
    """Work all stages out with pencil: each from the rounded cells of the one before, each cell rounded."""
    r = np.vectorize(lambda value: to_places(value, way), otypes=[float])
    found = {
        "scores": r(
            np.array([[sum(a * b for a, b in zip(q, k, strict=True)) for k in trace.K] for q in trace.Q])
        )
    }
    found["scaled"] = r(found["scores"] * float(trace.scale))
    found["masked"] = np.where(trace.allowed, found["scaled"], -np.inf)
    powers = np.vectorize(lambda x: float(f"{math.exp(x):.3e}"), otypes=[float])(found["masked"])
    total = powers.sum(axis=1, keepdims=True)
    found["weights"] = r(np.divide(powers, total, out=np.zeros_like(powers), where=total > 0))
    found["output"] = r(found["weights"] @ trace.V)
    return found


@st.composite
def worked(draw) -> AttentionTrace:
    """Draw a trace such as one works out by hand: halves, few tokens, scores that one can say."""
    n, m, d, w = (draw(st.integers(1, 4)) for _ in range(4))
    rng = np.random.default_rng(draw(st.integers(0, 2**31)))
    Q, K, V = (rng.integers(-4, 5, shape) / 2 for shape in ((n, d), (m, d), (m, w)))
    return trace_attention(Q, K, V, mask=draw(st.sampled_from((None, causal_mask(n, m)))))


@settings(max_examples=150, deadline=None)
@given(worked(), st.sampled_from((ROUND_HALF_UP, ROUND_HALF_EVEN)))
def test_a_pupil_who_rounds_as_asked_is_right_in_every_cell(trace, way):
    for stage, cells in by_a_pupil(trace, way).items():
        for i, j in np.ndindex(*cells.shape):
            verdict = judge(trace, stage, i, j, float(cells[i, j]), slack=0.0005, decimals=3)
            assert verdict.right, (stage, i, j, cells[i, j], trace.stage(stage)[i, j], verdict)


def test_the_readers_own_case():
    assert judge(mouse, "output", 0, 1, 1.788, slack=0.0005, decimals=3).right
    assert judge(mouse, "output", 0, 1, 1.789, slack=0.0005, decimals=3).right
    assert not judge(mouse, "output", 0, 1, 1.78, slack=0.005, decimals=2).right
    assert not judge(mouse, "output", 0, 1, 1.787, slack=0.0005, decimals=3).right


def coinciding(trace: AttentionTrace) -> tuple[int, int]:
    """Count slips, and those that rounding lets through though their number is another one to three places."""
    all_, through = 0, 0
    for stage in STAGES:
        for i, j in np.ndindex(*trace.stage(stage).shape):
            true = float(trace.stage(stage)[i, j])
            with np.errstate(all="ignore"):
                for slip in slips(trace, stage, i, j):
                    if not math.isfinite(slip.value) or abs(slip.value - true) <= 0.0005:
                        continue
                    low, high = reached(trace, stage, i, j)
                    all_ += 1
                    through += low - 0.0005 <= slip.value <= high + 0.0005
    return all_, through


@pytest.mark.parametrize("trace", [mouse, causal, TRACES["dogs"], TRACES["cat"]])
def test_no_slip_passes_for_rounding_on_the_lessons_sheets(trace):
    found, through = coinciding(trace)
    assert found > 100
    assert through == 0


def test_hardly_any_slip_passes_for_rounding_elsewhere():
    found = through = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        Q, K, V = rng.normal(size=(3, 3, 2)).round(1)
        counted = coinciding(trace_attention(Q, K, V))
        found, through = found + counted[0], through + counted[1]
    assert found > 5000
    assert through / found < 0.002, (through, found)


def test_what_is_too_large_for_decimals_is_as_it_is():
    assert rounded(2.0**60) == (2.0**60,)
    assert rounded(-math.inf) == (-math.inf,)
