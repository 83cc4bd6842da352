"""Lines between tokens and arrows in the plane: the same record, placed otherwise."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from attnlib import examples, trace_attention
from attnlib.maths.numbers import short
from attnlib.meaning.drawings import lines_panel, plane_panel
from attnlib.meaning.readings import reading
from tests.strategies import cases


@settings(max_examples=60)
@given(cases(leading=False))
def test_each_weight_above_0_is_one_line_as_wide_as_the_weight(case):
    trace = trace_attention(case.Q, case.K, case.V, **case.options)
    panel = lines_panel(trace)
    drawn = np.zeros(trace.weights.shape)
    for line in panel.lines:
        assert drawn[line.query, line.key] == 0
        assert line.text == short(line.weight)
        drawn[line.query, line.key] = line.weight
    np.testing.assert_array_equal(drawn, trace.weights)
    assert all(line.weight > 0 for line in panel.lines)
    assert (panel.query_labels, panel.key_labels) == (trace.tokens, trace.key_tokens)
    assert panel.reading == reading(trace)


@pytest.mark.parametrize(("which", "stages", "roles"), [
    ("queries and keys", ("Q", "K"), ("query", "key")), ("values and outputs", ("V", "output"), ("value", "output")),
])  # fmt: skip
def test_arrows_are_rows_of_the_trace(which, stages, roles):
    rng = np.random.default_rng(0)
    Q, K, V = rng.normal(size=(2, 2)), rng.normal(size=(3, 2)), rng.normal(size=(3, 2)) * 5
    trace = trace_attention(Q, K, V, tokens=["a", "b"], key_tokens=["c", "d", "e"])
    panel = plane_panel(trace, which)
    assert panel.which == which
    for stage, role in zip(stages, roles, strict=True):
        arrows = [arrow for arrow in panel.arrows if arrow.role == role]
        assert [(arrow.x, arrow.y) for arrow in arrows] == [tuple(row) for row in trace.stage(stage).tolist()]
        assert tuple(arrow.label for arrow in arrows) == (
            trace.tokens if stage in "Q output" else trace.key_tokens
        )
    reach = max(np.abs(trace.stage(stage)).max() for stage in stages)
    assert reach <= panel.limit < reach + 1
    assert panel.limit == round(panel.limit)
    for arrow in panel.arrows:
        assert f"{arrow.role} {arrow.label} ({short(arrow.x)}, {short(arrow.y)})" in panel.reading


def test_the_plane_of_mouse_eats_cheese():
    assert plane_panel(examples.mouse_eats_cheese()).reading == (
        "Arrows: query Mouse (0, 2), query Eats (2, 1), query Cheese (0, 2), "
        "key Mouse (2, 0), key Eats (1, 2), key Cheese (2, 0)."
    )


def test_a_plane_is_at_least_one_wide_and_infinity_does_not_stretch_it():
    assert plane_panel(trace_attention([[0.1, 0]], [[0.2, 0]], [[0, 0]])).limit == 1
    K = np.array([[0.0, 2.5], [np.inf, np.nan]])
    assert plane_panel(trace_attention([[1, 1]], K, K, mask=[True, False])).limit == 3
    assert plane_panel(trace_attention(np.ones((0, 2)), np.ones((0, 2)), np.ones((0, 2)))).limit == 1


def test_what_a_plane_cannot_show_is_said():
    trace = trace_attention(np.ones((1, 2)), np.ones((2, 2)), np.ones((2, 3)))
    with pytest.raises(
        ValueError, match=r"which: values and outputs need two features for a plane, V has shape \(2, 3\)"
    ):
        plane_panel(trace, "values and outputs")
    with pytest.raises(ValueError, match=r"which: 'keys' is none of queries and keys, values and outputs"):
        plane_panel(trace, "keys")


@pytest.mark.parametrize("panel", [lines_panel, plane_panel])
@pytest.mark.parametrize("leading", [(2, 2, 2), (1, 1, 2)])
def test_one_sequence_at_a_time(panel, leading):
    Q, K, V = (np.ones((2, 2, 2)) if size == 2 else np.ones((2, 2)) for size in leading)
    with pytest.raises(ValueError, match=r"trace: has leading axes, its output is \(2, 2, 2\)"):
        panel(trace_attention(Q, K, V))
