from __future__ import annotations

import numpy as np
import pytest

from attnlib import causal_mask, self_attention, trace_attention
from attnlib.maths.explain import INPUTS
from attnlib.meaning.matrix import matrix_panel
from attnlib.meaning.steps.scene import STEPS
from attnlib.widgets import StepExplorer
from tests.traces import cat, made_of_Q_K_V, mouse, numbers
from tests.widgets.explorers import shown
from tests.widgets.host import tell

BATCH = self_attention(np.zeros((2, 3, 2)), np.eye(2), np.eye(2), np.eye(2))


def masked_mouse():
    return self_attention(
        *(mouse().stage(name) for name in INPUTS), mask=causal_mask(3), tokens=mouse().tokens
    )


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("trace", [mouse, cat, masked_mouse, made_of_Q_K_V])
def test_each_step_shows_its_operands_and_its_result(step: str, trace) -> None:
    explorer = StepExplorer(trace(), step=step)
    assert list(explorer.views) == list(STEPS[step].stages)
    for name, view in explorer.views.items():
        panel = matrix_panel(explorer.trace, name, digits=3)
        assert view.texts == tuple(text for row in panel.texts for text in row)
    assert (explorer.operands[1] in shown(explorer)) is (len(STEPS[step].operands) == 2)


@pytest.mark.parametrize("step", STEPS)
def test_any_cell_of_any_stage_can_be_asked_why(step: str) -> None:
    explorer = StepExplorer(masked_mouse(), step=step)
    for stage, view in explorer.views.items():
        for row, column in np.ndindex(*view.shape):
            tell(view, {"type": "select", "row": row, "column": column})
            explanation = explorer.trace.explain(stage, row, column)
            assert explorer.narrator.explanation == explanation.text
            assert [(name, *shown.selected) for name, shown in explorer.views.items() if shown.selected] == [
                (stage, row, column)
            ]
            for name, other in explorer.views.items():
                lit = {divmod(place, other.shape[1]) for place in other.lit}
                assert lit == {(cell.row, cell.column) for cell in explanation.operands if cell.stage == name}


def test_a_step_asks_of_its_result_what_was_asked_before() -> None:
    explorer = StepExplorer(mouse(), selected=("Cheese", "Eats"))
    explorer.stepper.next()
    assert explorer.state == {"step": "scale", "selected": ("Cheese", "Eats")}
    explorer.stepper.value = 4
    assert explorer.state == {"step": "mix", "selected": ("Cheese", "f2")}
    explorer.select("V", "Eats", "f1")
    assert explorer.state == {"step": "mix", "selected": ("V", "Eats", "f1")}
    explorer.stepper.previous()
    assert explorer.state == {"step": "normalise", "selected": ("Eats", "Mouse")}


def test_a_click_that_arrives_after_its_matrix_has_gone_does_nothing() -> None:
    explorer = StepExplorer(mouse(), step="scale")
    before, gone = explorer.state, explorer.operands[1]
    gone.show(matrix_panel(mouse(), "K"))
    tell(gone, {"type": "select", "row": 0, "column": 0})
    assert explorer.state == before


@pytest.mark.parametrize("selected", [("Mouse", "Eats"), (0, 1), ("scores", "Mouse", "Eats"), ("Q", 0, "f2")])
def test_it_starts_at_any_cell_that_its_step_shows(selected) -> None:
    explorer = StepExplorer(mouse(), selected=selected)
    again = eval(repr(explorer), {"StepExplorer": StepExplorer, "trace": mouse()})
    assert again.state == explorer.state
    assert again.narrator.explanation == explorer.narrator.explanation


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"step": "scales"}, "did you mean 'scale'"),
        ({"selected": ("Mouse", "Dog")}, "column: no 'Dog' in scores"),
        ({"selected": ("weights", 0, 0)}, "selected: 'weights' is none of Q, K, scores"),
        ({"selected": "Mouse"}, "selected: needs a stage, a row and a column"),
        ({"trace": BATCH}, r"one of a batch by trace\[0\]"),
        ({"trace": trace_attention(numbers(7, 2), numbers(7, 2), numbers(7, 2))}, "at most 6 tokens"),
        ({"trace": trace_attention(numbers(3, 30), numbers(3, 30), numbers(3, 2))}, "d_k = 30 and d_v = 2"),
    ],
)  # fmt: skip
def test_what_it_cannot_show_is_refused_with_the_reason(arguments, says) -> None:
    with pytest.raises(ValueError, match=says):
        StepExplorer(**{"trace": mouse(), **arguments})


def test_more_queries_than_keys_are_shown_too() -> None:
    explorer = StepExplorer(trace_attention(numbers(4, 3, 1), numbers(2, 3, 2), numbers(2, 5, 3)))
    for _ in STEPS:
        explorer.stepper.next()
    assert explorer.result.shape == (4, 5)


def test_wider_matrices_get_smaller_cells() -> None:
    small = StepExplorer(mouse())
    wide = StepExplorer(trace_attention(numbers(4, 8, 1), numbers(4, 8, 2), numbers(4, 8, 3)))
    assert small.result.size == "large"
    assert wide.result.size in ("compact", "dense")
    assert {view.size for view in (*wide.operands, wide.result)} == {wide.result.size}


def test_without_a_mask_it_says_that_nothing_happens() -> None:
    assert (
        StepExplorer(mouse(), step="mask").narrator.reading == "No mask here: every score passes unchanged."
    )
    assert "may not attend" in StepExplorer(masked_mouse(), step="mask").narrator.reading


def test_the_sign_says_what_is_divided_by() -> None:
    explorer = StepExplorer(mouse(), step="scale")
    assert explorer._sign.value == "÷ √2"
    explorer.stepper.next()
    assert explorer._sign.value == "mask"


def test_its_text_is_the_step_and_its_arithmetic() -> None:
    text = StepExplorer(mouse(), step="normalise", selected=("Mouse", "Eats"))._numbers()
    assert text.startswith("normalise: weights[Mouse, Eats] = e^2.8284 /")
    assert "0.894" in text
