"""What can be asked, what it is made from, and how it is done, said without the answer."""

from __future__ import annotations

import re

import numpy as np
import pytest

from attnlib import MultiHeadAttention, self_attention, trace_attention
from attnlib.maths.explain import STAGES
from attnlib.meaning.by_hand import check_task, given_for, made_from, operand_panel, prompt, recipe
from attnlib.meaning.matrix import matrix_panel
from tests.meaning.by_hand.traces import TRACES, added, causal, mouse, oblong, unscaled

FIVE = ("scores", "scaled", "masked", "weights", "output")
BATCH = self_attention(np.zeros((2, 3, 2)), np.eye(2), np.eye(2), np.eye(2))


@pytest.mark.parametrize("stage", STAGES)
def test_every_stage_of_a_small_example_can_be_asked(stage):
    assert check_task(mouse, stage) == stage


@pytest.mark.parametrize(
    ("trace", "stage", "says"),
    [
        (mouse, "weight", "did you mean 'weights'"),
        (BATCH, "scores", r"choose one sequence first: trace\[0\]"),
        (trace_attention(np.eye(7), np.eye(7), np.eye(7)), "scores", r"scores have shape \(7, 7\) and up to 7"),
        (trace_attention(np.ones((2, 7)), np.ones((2, 7)), np.eye(2)), "scores", "up to 7 features"),
        (trace_attention(np.ones((0, 2)), np.ones((2, 2)), np.eye(2)), "scores", "1 to 6 tokens"),
        (oblong, "Q", "this trace's Q doesn't follow from an X that it knows"),
    ],
)  # fmt: skip
def test_what_nobody_can_work_out_is_refused(trace, stage, says):
    with pytest.raises(ValueError, match=says):
        check_task(trace, stage)


def test_keys_made_from_a_memory_are_not_asked():
    layer = MultiHeadAttention.random(4, 2, rng=np.random.default_rng(0))
    head = layer(np.eye(3, 4), memory=np.eye(2, 4)).heads[0]
    assert check_task(head, "Q") == "Q"
    with pytest.raises(ValueError, match="this trace's K doesn't follow"):
        check_task(head, "K")


@pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)
@pytest.mark.parametrize("stage", FIVE)
def test_a_cell_is_explained_by_what_its_stage_is_made_from(trace, stage):
    for place in np.ndindex(*trace.stage(stage).shape):
        assert {cell.stage for cell in trace.explain(stage, *place).operands} <= set(made_from(trace, stage))


def test_what_is_given_is_what_is_not_asked():
    assert given_for(mouse, FIVE) == ("Q", "K", "V")
    assert given_for(causal, FIVE) == ("Q", "K", "mask", "V")
    assert given_for(causal, ("weights",)) == ("masked",)
    assert given_for(mouse, STAGES) == ("X", "W_Q", "W_K", "W_V")


def test_operands_are_shown_as_the_trace_has_them():
    assert operand_panel(mouse, "Q").texts == matrix_panel(mouse, "Q", digits=3).texts
    assert operand_panel(causal, "mask").texts == (("1", "0", "0"), ("1", "1", "0"), ("1", "1", "1"))
    assert operand_panel(mouse, "mask").texts[0] == ("1", "1", "1")
    panel = operand_panel(added, "mask")
    assert panel.texts[:2] == (("−∞", "−∞", "−∞"), ("−0.500", "0.250", "−∞"))
    assert panel.note == "is added"


@pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)
@pytest.mark.parametrize("stage", STAGES)
def test_prompts_and_recipes_are_sentences_that_give_no_answer_away(trace, stage):
    assert recipe(trace, stage).endswith(".")
    for i, j in np.ndindex(*trace.stage(stage).shape):
        said = prompt(trace, stage, i, j)
        assert not said.endswith(".")
        allowed = {"e", "0", "1", *re.findall(r"\d+\.?\d*", " ".join((*trace.tokens, *trace.key_tokens)))}
        numbers = set(re.findall(r"(?<![fWA-Za-z\d])\d+\.?\d*", said)) - allowed
        scale = {f"{np.sqrt(trace.Q.shape[-1]):.3f}", str(trace.Q.shape[-1]), "0.2500"}
        assert numbers <= (scale if stage == "scaled" else set()), said


def test_they_follow_the_trace():
    assert (
        prompt(mouse, "masked", 0, 1) == "nothing is forbidden here, so scaled[Mouse, Eats] passes unchanged"
    )
    assert prompt(causal, "masked", 0, 1).startswith("may Mouse attend to Eats?")
    assert prompt(added, "masked", 0, 1).startswith("add what the mask holds there")
    assert prompt(unscaled, "scaled", 0, 0) == "nothing is scaled here: copy scores[Dogs, Dogs]"
    assert recipe(added, "scaled") == "Multiply every score by 0.2500."
    assert recipe(added, "masked") == "Add what the mask holds."
    assert "e^(−∞) is 0" in recipe(causal, "weights")
    assert "−∞" not in recipe(mouse, "weights")
