"""One sentence under one mask: what is shown is computed, and what is said about leaks and changes is true."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlib import self_attention
from attnlib.examples.sentences import any_sentence
from attnlib.meaning.masks.choices import MaskChoices
from attnlib.meaning.masks.scene import VIEWS, MaskedSentence

CAT = any_sentence("The cat sat on the mat")


def test_nothing_before_a_changed_token_moves_under_a_causal_mask():
    for place in range(6):
        shown = MaskedSentence(CAT, MaskChoices(6), changed=place)
        assert shown.moved == tuple(query >= place for query in range(6))


def test_a_leak_moves_one_output_more():
    shown = MaskedSentence(CAT, MaskChoices(6, leak=True), changed=5)
    assert shown.moved == (False, True, False, False, False, True)
    assert shown.always_lit == {"output": {(1, 0), (1, 1), (5, 0), (5, 1)}}


@given(
    st.integers(0, 5), st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=9), st.booleans()
)
def test_an_output_moves_if_its_query_or_a_key_it_sees_is_changed_and_only_then(place, toggled, leak):
    choices = MaskChoices(6, toggled=tuple(toggled), leak=leak)
    shown = MaskedSentence(CAT, choices, changed=place)
    sees = choices.full[:, place]
    for query in range(6):
        if query != place:
            assert shown.moved[query] == sees[query]
    if not choices.full[place].any():
        assert not shown.moved[place]


def test_the_trace_is_attention_with_the_mask_and_the_changed_vector():
    choices = MaskChoices(6, window=2, padding=1)
    shown = MaskedSentence(CAT, choices, changed=3)
    trace = shown.trace
    again = self_attention(trace.X, trace.W_Q, trace.W_K, trace.W_V, mask=choices.mask)
    np.testing.assert_array_equal(trace.output, again.output)
    assert [bool(row) for row in (trace.X != CAT.X).any(axis=1)] == [False, False, False, True, False, False]
    np.testing.assert_array_equal(trace.W_V, CAT.W_V)


def test_every_panel_shows_its_numbers():
    shown = MaskedSentence(CAT, MaskChoices(6, leak=True), changed=5)
    panels = shown.panels()
    assert tuple(panels) == VIEWS
    np.testing.assert_array_equal(panels["mask"].values, shown.choices.full)
    np.testing.assert_array_equal(panels["before"].values, shown.open.weights)
    assert shown.open.mask is None
    for name in ("scaled", "masked", "weights", "output"):
        np.testing.assert_array_equal(panels[name].values, shown.trace.stage(name))
    assert panels["output"].note == "lit: moved"
    assert len({panel.title for panel in panels.values()}) == 6  # a grid is known by its title


@pytest.mark.parametrize(
    ("cell", "text", "lit"),
    [
        (("mask", 1, 5), "mask[cat, mat] = 1: “cat” may attend to “mat” (the planted leak)", {}),
        (
            ("mask", 0, 5),
            "mask[The, mat] = 0: “The” may not attend to “mat” (causal_mask(6) and padding_mask(5, 6))",
            {},
        ),
        (("mask", 2, 2), "mask[sat, sat] = 1: “sat” may attend to “sat”", {}),
        (("scaled", 1, 0), "scaled[cat, The] = −1.500 / √4 = −0.750", {}),
        (
            ("masked", 0, 1),
            "masked[The, cat] = −∞: “The” may not attend to “cat”",
            {"mask": {(0, 1)}, "scaled": {(0, 1)}},
        ),
        (("weights", 0, 1), "weights[The, cat] = 0: “The” may not attend to “cat”", {}),
        (("weights", 1, 1), None, {"masked": {(1, 0), (1, 1), (1, 5)}}),
        (("before", 1, 1), None, {"scaled": {(1, key) for key in range(6)}}),
        (("output", 2, 0), None, {"weights": {(2, 0), (2, 1), (2, 2)}}),
    ],
)
def test_every_cell_is_explained_and_its_operands_are_lit(cell, text, lit):
    shown = MaskedSentence(CAT, MaskChoices(6, padding=1, leak=True))
    said, cells = shown.explain(cell)
    assert text is None or said == text
    assert cells == lit
    assert said.startswith("Without the mask: weights[cat, cat] = e^") == (cell[0] == "before")


@pytest.mark.parametrize(
    ("options", "changed", "words"),
    [
        ({}, None, "“The” sees only “The”; “cat” looks mostly at “cat” (0.59)"),
        ({"leak": True}, None, "A leak: “cat” sees “mat” (weight 0.53). “The” sees only “The”"),
        ({"causal": False, "leak": True}, None, "Nothing is left to leak: that cell is open already."),
        (
            {},
            5,
            "With another vector for “mat”, the output of “mat” moved; "
            "“The”, “cat”, “sat”, “on” and “the” stayed equal, bit by bit.",
        ),
        (
            {"leak": True},
            5,
            "(weight 0.31). With another vector for “mat”, the outputs of “cat” and “mat” moved; “The”, “sat”",
        ),
        ({"causal": False}, 0, "the outputs of “The”, “cat”, “sat”, “on”, “the” and “mat” moved: every one."),
        ({"padding": 6}, 0, "With another vector for “The”, no output moved: all stayed equal, bit by bit."),
        (
            {"padding": 6},
            None,
            "“The”, “cat”, “sat”, “on”, “the” and “mat” attend to nothing. A query that may attend to nothing has",
        ),
        ({"toggled": ((0, 0),)}, None, "“The” attends to nothing;"),
    ],
)
def test_the_reading_says_what_is_to_be_seen(options, changed, words):
    assert words in MaskedSentence(CAT, MaskChoices(6, **options), changed).reading


def test_a_fully_masked_query_has_its_row_of_zeros():
    shown = MaskedSentence(CAT, MaskChoices(6, toggled=((0, 0),)))
    assert shown.panels()["weights"].texts[0] == ("0",) * 6
    assert shown.panels()["output"].texts[0] == ("0", "0")
    assert "weights 0 and output 0" in shown.reading


def test_one_token_has_no_future():
    shown = MaskedSentence(any_sentence("one"), MaskChoices(1, leak=True))
    assert shown.reading == "One token has no future. “one” sees only “one”."
