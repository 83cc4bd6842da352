"""Panels: the record's own numbers, under the right names, in colours that mean what they say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from attnlib import causal_mask, examples, self_attention, trace_attention
from attnlib.maths.explain import INPUTS, STAGES
from attnlib.maths.numbers import short
from attnlib.meaning import palette
from attnlib.meaning.matrix import matrix_panel, panels_of, scaling_symbol
from attnlib.meaning.readings import stage_reading
from tests.strategies import cases

SCORES = ("scores", "scaled", "masked")
NAMES = ["a", "b", "c", "d", "e"]


@settings(max_examples=80)
@given(cases(leading=False))
def test_a_panel_shows_the_traces_own_numbers(case):
    """P4, P7: row 0 of the panel is row 0 of the array; each text is its cell's number, rounded."""
    trace = trace_attention(case.Q, case.K, case.V, **case.options)
    for name, panel in panels_of(trace).items():
        np.testing.assert_array_equal(panel.values, trace.stage(name))
        assert panel.name == panel.title == name
        assert panel.reading == stage_reading(trace, name)
        for (i, j), value in np.ndenumerate(trace.stage(name)):
            assert panel.texts[i][j] == short(float(value))
        assert (
            [len(row) for row in panel.texts]
            == [len(row) for row in panel.levels]
            == [panel.values.shape[1]] * len(panel.values)
        )


@settings(max_examples=80)
@given(cases(leading=False))
def test_what_is_masked_is_read_from_the_data(case):
    trace = trace_attention(case.Q, case.K, case.V, **case.options)
    for name, panel in panels_of(trace).items():
        expected = ~case.allowed if name == "masked" else np.zeros(panel.values.shape, dtype=bool)
        np.testing.assert_array_equal(panel.masked, expected)
        np.testing.assert_array_equal(np.array(panel.levels) == "m", expected)
        assert (np.array(panel.texts) == "−∞").tolist() == expected.tolist()


@settings(max_examples=80)
@given(cases(leading=False))
def test_weights_have_one_scale_and_the_others_are_symmetric_about_0(case):
    """P2: exactly 0 and 1; and one scale for stages that are compared."""
    panels = panels_of(trace_attention(case.Q, case.K, case.V, **case.options))
    assert panels["weights"].limits == (0.0, 1.0)
    for name, panel in panels.items():
        low, high = panel.limits
        if name != "weights":
            finite = panel.values[np.isfinite(panel.values)]
            assert low == -high < 0
            assert np.abs(finite).max(initial=0) <= high * (1 + 1e-6)
    for group in (SCORES, ("Q", "K"), ("V", "output")):
        assert len({panels[name].limits for name in group}) == 1


def test_rows_ask_and_columns_are_asked():
    """P1, P3: labels come from the data, and which axis asks is said."""
    rng = np.random.default_rng(0)
    X, W = rng.normal(size=(3, 4)), rng.normal(size=(3, 4, 2))
    own = panels_of(self_attention(X, *W, tokens=NAMES[:3]))
    for name in (*SCORES, "weights"):
        assert (own[name].row_role, own[name].column_role) == ("asks", "is asked")
        assert own[name].row_labels == own[name].column_labels == ("a", "b", "c")
    for name in ("X", "Q", "K", "V", "output"):
        assert (own[name].row_role, own[name].column_role) == ("token", "feature")
        assert own[name].row_labels == ("a", "b", "c")
    for name in ("W_Q", "W_K", "W_V"):
        assert (own[name].row_role, own[name].column_role) == ("feature", "feature")
        assert own[name].row_labels == ("f1", "f2", "f3", "f4")
        assert own[name].column_labels == ("f1", "f2")


def test_queries_and_keys_keep_their_own_names():
    trace = trace_attention(
        np.ones((2, 1)), np.ones((3, 1)), np.ones((3, 4)), tokens=NAMES[:2], key_tokens=NAMES[2:]
    )
    panels = panels_of(trace)
    assert panels["weights"].row_labels == panels["Q"].row_labels == panels["output"].row_labels == ("a", "b")
    assert (
        panels["weights"].column_labels == panels["K"].row_labels == panels["V"].row_labels == ("c", "d", "e")
    )
    assert panels["output"].column_labels == panels["V"].column_labels == ("f1", "f2", "f3", "f4")


def test_a_leaking_mask_looks_leaky():
    """P5: under a score of 1e5 a mask of −1e4 leaks. Nothing is painted over it."""
    Q, K, V = np.full((2, 1), 1.0), np.array([[0.0], [1e5]]), np.ones((2, 1))
    leaky = trace_attention(Q, K, V, mask=np.where(causal_mask(2), 0.0, -1e4), scale=1)
    tight = trace_attention(Q, K, V, mask=causal_mask(2), scale=1)
    seen, kept = matrix_panel(leaky, "weights"), matrix_panel(tight, "weights")
    assert (seen.texts[0], seen.levels[0]) == (("0", "1"), ("w0", "w16"))
    assert (kept.texts[0], kept.levels[0]) == (("1", "0"), ("w16", "w0"))
    assert not matrix_panel(leaky, "masked").masked.any()
    assert "m" not in matrix_panel(leaky, "masked").levels[0]
    assert matrix_panel(tight, "masked").levels[0][1] == "m"


def test_a_genuine_0_is_no_masked_cell():
    """M7."""
    panel = matrix_panel(examples.mouse_eats_cheese(), "masked")
    assert panel.texts[0] == ("0", "2.83", "0")
    assert panel.levels[0][0] == "v0"
    assert not panel.masked.any()


@pytest.mark.parametrize(("largest", "limit"), [
    (1.0, 1.0), (1.01, 1.5), (4.0, 4.0), (4.2, 5.0), (7.0, 8.0), (9.0, 10.0), (0.123, 0.15), (0.0, 1.0),
    (1e5, 1e5), (5e-324, 5e-324), (123456.0, 150000.0), (0.3, 0.3), (1.7e308, np.inf),
])  # fmt: skip
def test_the_scale_ends_at_a_round_number(largest, limit):
    trace = trace_attention([[1.0]], [[0.5]], [[-largest]])
    assert matrix_panel(trace, "V").limits == (-limit, limit)


def test_infinity_does_not_stretch_the_scale():
    trace = trace_attention([[1.0]], [[0.5], [1.0]], [[np.inf], [3.0]], mask=[False, True])
    panel = matrix_panel(trace, "V")
    assert panel.limits == (-3.0, 3.0)
    assert panel.texts == (("∞",), ("3",))
    assert panel.levels == (("v8",), ("v8",))


def test_fill_and_ink_are_those_of_the_level():
    panel = matrix_panel(examples.mouse_eats_cheese(), "weights")
    assert panel.fill(0, 1) == palette.FILLS["light"]["w14"]
    assert panel.ink(0, 1, "dark") == palette.INKS["dark"]["w14"]


def test_as_many_decimals_as_asked_for():
    assert matrix_panel(examples.mouse_eats_cheese(), "weights", digits=4).texts[0] == (
        "0.0529",
        "0.8943",
        "0.0529",
    )


def test_panels_come_in_the_order_the_data_flow():
    assert tuple(panels_of(examples.mouse_eats_cheese())) == (*INPUTS, *STAGES)
    assert tuple(panels_of(trace_attention([[1]], [[1]], [[1]]))) == STAGES


@pytest.mark.parametrize(("scale", "symbol"), [
    (None, "÷ √2"), (1, "not scaled"), (0.5, "× 0.500"), (2, "× 2"), (0.0442, "× 0.0442"),
])  # fmt: skip
def test_how_the_scores_were_scaled(scale, symbol):
    trace = trace_attention(np.ones((1, 2)), np.ones((1, 2)), np.ones((1, 1)), scale=scale)
    assert scaling_symbol(trace) == matrix_panel(trace, "scaled").note == symbol


def test_notes_say_how_a_matrix_was_made():
    given_ = panels_of(trace_attention([[1.0]], [[1.0]], [[1.0]]))
    made = panels_of(self_attention([[1.0]], [[1.0]], [[1.0]], [[1.0]], mask=[[False]]))
    assert [given_[name].note for name in "QKV"] == ["given"] * 3
    assert [made[name].note for name in "QKV"] == ["= X W_Q", "= X W_K", "= X W_V"]
    assert given_["masked"].note == "no mask"
    assert "−∞" in made["masked"].note
    assert "sum" not in made["weights"].note  # that each row sums to 1 would be false here
    assert made["weights"].texts == (("0",),)


def test_empty_matrices_make_empty_panels():
    panels = panels_of(trace_attention(np.ones((2, 1)), np.ones((0, 1)), np.ones((0, 1))))
    assert panels["weights"].texts == ((), ())
    assert panels["K"].texts == ()


def test_one_sequence_at_a_time():
    with pytest.raises(
        ValueError, match=r"leading axes, its output is \(2, 2, 2\); choose one sequence first: trace\[0\]"
    ):
        matrix_panel(trace_attention(*np.ones((3, 2, 2, 2))), "Q")
    with pytest.raises(ValueError, match="did you mean 'scores'"):
        matrix_panel(examples.mouse_eats_cheese(), "score")


def test_a_heading_says_what_a_stage_is_made_from():
    mouse = examples.mouse_eats_cheese()
    made = {name: panel.note for name, panel in panels_of(mouse).items() if panel.note.startswith("=")}
    sources = {"Q": "X W_Q", "K": "X W_K", "V": "X W_V", "scores": "Q Kᵀ", "output": "weights · V"}
    assert made == {name: f"= {said}" for name, said in sources.items()}
    values = {name: panel.values for name, panel in panels_of(mouse).items()}
    for name, said in sources.items():
        one, other = said.replace("·", "").split()
        right = values["K"].T if other == "Kᵀ" else values[other]
        assert np.allclose(values[name], values[one] @ right), said
