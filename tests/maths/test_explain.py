"""Every explanation is evaluated, side by side, and compared with the record it explains."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnlib import (
    AttentionTrace,
    Explanation,
    MultiHeadAttention,
    causal_mask,
    examples,
    self_attention,
    trace_attention,
)
from attnlib.maths.explain import STAGES, labels
from tests.strategies import cases
from tests.sums import Interval, evaluate, plain, sides

FROM = {"Q": ("X", "W_Q"), "K": ("X", "W_K"), "V": ("X", "W_V"), "scores": ("Q", "K"), "scaled": ("scores",),
        "masked": ("scaled",), "weights": ("masked",), "output": ("weights", "V")}  # fmt: skip


def cells(trace: AttentionTrace):
    for stage in STAGES:
        for i, j in np.ndindex(*trace.stage(stage).shape):
            yield trace.explain(stage, i, j), i, j


def slack(trace: AttentionTrace, explanation: Explanation) -> float:
    """What floating arithmetic itself may lose: a few roundings of the largest sum on the way."""
    sizes = [abs(term.value) for term in explanation.terms if np.isfinite(term.value)]
    rounding = float(np.finfo(trace.scores.dtype).eps) * (len(sizes) + 4)
    if explanation.stage == "weights":  # e^x turns the rounding of x into a share
        reach = max((abs(o.value) for o in explanation.operands if np.isfinite(o.value)), default=0)
        return rounding * (4 + 2 * reach)
    return rounding * sum(sizes)


def symbol(trace: AttentionTrace, side: str) -> float | None:
    """Value a side in words: ``scores[Mouse, Eats]``, ``q[Mouse] · k[Eats]``, ``x[Eats] · W_Q[:, f1]``."""
    if found := re.fullmatch(r"(\w+)\[(\S+), (\S+)\]", side):
        rows, columns = labels(trace, found[1])
        return float(trace.stage(found[1])[rows.index(found[2]), columns.index(found[3])])
    if found := re.fullmatch(r"q\[(\S+)\] · k\[(\S+)\]", side):
        q, k = trace.Q[trace.tokens.index(found[1])], trace.K[trace.key_tokens.index(found[2])]
        return float(q @ k)
    if found := re.fullmatch(r"([xm])\[(\S+)\] · (W_\w)\[:, f(\d+)\]", side):
        source = "X" if found[1] == "x" else "memory"
        vector = trace.stage(source)[labels(trace, source)[0].index(found[2])]
        return float(vector @ trace.stage(found[3])[:, int(found[4]) - 1])
    return None


def assert_true(trace: AttentionTrace, explanation: Explanation) -> None:
    """Each side of the text, whether words or numbers, may stand for the value in the trace."""
    allowance, target = slack(trace, explanation), Interval(explanation.value, explanation.value)
    parts, note = sides(explanation.text)
    assert len(parts) >= 2, explanation.text
    for side in parts:
        known = symbol(trace, side)
        meant = evaluate(side) if known is None else Interval(known, known)
        assert meant.meets(target, allowance), f"{side!r} is {meant}, the trace holds {explanation.value}"
    if note and note["largest"]:
        row = trace.masked[trace.tokens.index(explanation.row)]
        assert evaluate(note["largest"]).meets(Interval(row.max(), row.max()))


@st.composite
def traces(draw) -> AttentionTrace:
    """Draw a record: with its inputs or without, masked in every way, saturated or not, in two dtypes."""
    if draw(st.booleans()):
        case = draw(cases(leading=False, sizes=4))
        size = case.Q.dtype.type(draw(st.sampled_from((1, 10, 1e4))))  # saturated rows are explained as well
        return trace_attention(case.Q * size, case.K, case.V, **case.options)
    case = draw(cases(leading=False, sizes=4, masks=("none",)))
    rng, n = case.rng, case.K.shape[0]
    W_Q, W_K, W_V = rng.integers(-2, 3, size=(3, case.K.shape[1], 2)).astype(case.K.dtype)
    mask = draw(st.sampled_from((None, causal_mask(n), np.where(causal_mask(n), 0.5, -np.inf))))
    return self_attention(case.K, W_Q, W_K, W_V, mask=mask, scale=case.scale)


@settings(max_examples=150)
@given(traces())
def test_every_side_of_every_text_is_the_number_in_the_trace(trace):
    for explanation, *_ in cells(trace):
        assert_true(trace, explanation)


@settings(max_examples=60)
@given(traces())
def test_every_side_of_every_formula_is_the_number_in_the_trace(trace):
    for explanation, *_ in cells(trace):
        target, allowance = Interval(explanation.value, explanation.value), slack(trace, explanation)
        for side in plain(explanation.latex).split(" = "):
            if re.search(r"_\{|\\ldots", side) is None:  # q_{1} · k_{2}: words, compared below
                assert evaluate(side).meets(target, allowance), explanation.latex


@settings(max_examples=60)
@given(traces())
def test_operands_are_the_cells_it_was_made_from_with_the_traces_own_numbers(trace):
    for explanation, i, j in cells(trace):
        stage = explanation.stage
        for operand in explanation.operands:
            assert operand.stage in FROM[stage]
            held = trace.stage(operand.stage)[operand.row, operand.column]
            np.testing.assert_equal(operand.value, float(held))
        assert len(set(explanation.operands)) == len(explanation.operands)
        assert {(o.stage, o.row, o.column) for o in explanation.operands} == made_from(trace, stage, i, j)


def made_from(trace: AttentionTrace, stage: str, i: int, j: int) -> set[tuple[str, int, int]]:
    seen = [key for key in range(len(trace.key_tokens)) if trace.allowed[min(i, len(trace.tokens) - 1), key]]
    inner = range(trace.Q.shape[1])
    if stage in "QKV":
        features = range(0 if trace.X is None else trace.X.shape[1])
        return {("X", i, m) for m in features} | {(f"W_{stage}", m, j) for m in features}
    if stage == "scores":
        return {("Q", i, m) for m in inner} | {("K", j, m) for m in inner}
    if stage == "weights":
        return {("masked", i, key) for key in seen if trace.allowed[i, j]}
    if stage == "output":
        return {("weights", i, key) for key in seen} | {("V", key, j) for key in seen}
    return {(FROM[stage][0], i, j)}


@settings(max_examples=60)
@given(traces())
def test_terms_are_what_was_summed(trace):
    for explanation, i, j in cells(trace):
        values = [term.value for term in explanation.terms]
        if explanation.stage == "weights":
            own = [term.value for term in explanation.terms if term.operands[0].column == j]
            share = own[0] / sum(values) if own else 0.0
            assert abs(share - explanation.value) <= slack(trace, explanation)
        elif values and np.isfinite(explanation.value):
            assert abs(sum(values) - explanation.value) <= slack(trace, explanation)
        elif values:
            assert values == [explanation.value] == [-np.inf]
        assert explanation.value == trace.stage(explanation.stage)[i, j]


MOUSE = {
    "Q": "Q[Mouse, f2] = x[Mouse] · W_Q[:, f2] = 2×1 + 0×0 = 2",
    "scores": "scores[Mouse, Eats] = q[Mouse] · k[Eats] = 0×1 + 2×2 = 4",
    "scaled": "scaled[Mouse, Eats] = 4 / √2 = 2.828",
    "masked": "masked[Mouse, Eats] = 2.828, allowed",
    "weights": "weights[Mouse, Eats] = e^2.8284 / (e^0 + e^2.8284 + e^0) = 16.92 / 18.92 = 0.894",
    "output": "output[Mouse, f2] = 0.0529×0 + 0.8943×2 + 0.0529×0 = 1.789",
}
LATEX = {
    "Q": r"q_{1,2} = x_{1} \cdot W_{Q}[:,2] = 2 \times 1 + 0 \times 0 = 2",
    "scores": r"q_{1} \cdot k_{2} = 0 \times 1 + 2 \times 2 = 4",
    "scaled": r"\frac{4}{\sqrt{2}} = 2.828",
    "masked": "2.828",
    "weights": r"\frac{e^{2.8284}}{e^{0} + e^{2.8284} + e^{0}} = 0.894",
    "output": r"o_{1,2} = 0.0529 \times 0 + 0.8943 \times 2 + 0.0529 \times 0 = 1.789",
}


@pytest.mark.parametrize("stage", MOUSE)
def test_mouse_asks_eats(stage):
    explanation = examples.mouse_eats_cheese().explain(stage, "Mouse", 1)
    assert str(explanation) == explanation.text == MOUSE[stage]
    assert explanation.latex == LATEX[stage]
    assert explanation._repr_latex_() == f"${LATEX[stage]}$"
    assert (explanation.stage, explanation.row) == (stage, "Mouse")
    assert explanation.column in ("f2", "Eats")


def test_keys_and_values_made_from_a_memory_name_it_and_queries_name_x():
    rng = np.random.default_rng(0)
    attend = MultiHeadAttention(*rng.integers(-2, 3, size=(3, 4, 4)), np.eye(4), n_heads=2)
    X, memory = rng.integers(-2, 3, size=(2, 4)), rng.integers(-2, 3, size=(3, 4))
    head = attend(X, memory=memory, tokens=["un", "chat"], memory_tokens=["a", "small", "cat"]).heads[1]
    for explanation, i, j in cells(head):
        assert_true(head, explanation)
        if explanation.stage in "QKV":
            source = "X" if explanation.stage == "Q" else "memory"
            asked = {(o.stage, o.row, o.column) for o in explanation.operands}
            assert asked == {(source, i, m) for m in range(4)} | {
                (f"W_{explanation.stage}", m, j) for m in range(4)
            }
    assert head.explain("K", "small", 0).text.startswith("K[small, f1] = m[small] · W_K[:, f1] = ")
    assert head.explain("Q", "chat", 1).text.startswith("Q[chat, f2] = x[chat] · W_Q[:, f2] = ")
    assert head.explain("V", "cat", 0).latex.startswith(r"v_{3,1} = m_{3} \cdot W_{V}[:,1] = ")
