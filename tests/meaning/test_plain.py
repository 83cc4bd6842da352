"""Panels as plain text: the sentence first, then the panel's own texts in aligned columns."""

from __future__ import annotations

import numpy as np
import pytest

from attnlib import causal_mask, examples, self_attention, trace_attention
from attnlib.meaning.drawings import lines_panel, plane_panel
from attnlib.meaning.matrix import matrix_panel
from attnlib.meaning.plain import as_text, shown_panels, table


@pytest.fixture
def mouse():
    return examples.mouse_eats_cheese()


@pytest.fixture
def masked():
    mouse = examples.mouse_eats_cheese()
    return self_attention(mouse.X, mouse.W_Q, mouse.W_K, mouse.W_V, mask=causal_mask(3), tokens=mouse.tokens)


def cells(text: str) -> list[list[str]]:
    """Return the numbers of the last table of a text."""
    return [line.split()[1:] for line in text.split("\n\n")[-1].splitlines()[2:]]


def test_a_table_holds_the_panels_texts_in_their_places(mouse):
    panel = matrix_panel(mouse, "weights")
    assert cells(as_text(panel)) == [list(row) for row in panel.texts]


def test_columns_end_where_their_labels_end(mouse):
    lines = as_text(matrix_panel(mouse, "scaled")).splitlines()[3:]
    assert len({len(line) for line in lines}) == 1
    assert all(line.rstrip() == line for line in lines)


def test_the_reading_comes_first(mouse):
    assert as_text(matrix_panel(mouse, "scores")).startswith("Largest in scores: 4 at Mouse, Eats.\n\nscores")
    assert as_text(mouse).startswith("“Mouse” and “Cheese” look mostly at “Eats” (0.89)")


def test_a_sentence_can_be_given(mouse):
    assert as_text(matrix_panel(mouse, "V"), sentence="Look at V.").startswith("Look at V.\n\nV = X W_V")


def test_masked_cells_say_minus_infinity_and_only_those(masked):
    rows = cells(as_text(matrix_panel(masked, "masked")))
    assert [[text == "−∞" for text in row] for row in rows] == (~causal_mask(3)).tolist()


def test_a_leaking_mask_shows_its_leak():
    leaky = np.where(causal_mask(2), 0.0, -1.0)
    trace = trace_attention(np.eye(2), np.eye(2), np.eye(2), mask=leaky)
    assert not trace.masked[0, 1] < -1
    assert cells(as_text(matrix_panel(trace, "masked")))[0][1] == "−1"


def test_the_masked_stage_is_shown_only_if_there_is_a_mask(mouse, masked):
    assert "masked" not in shown_panels(mouse)
    assert "masked" in shown_panels(masked)
    assert "\nmasked: " in as_text(masked)
    assert "\nmasked" not in as_text(mouse)


def test_inputs_are_left_out_where_the_trace_does_not_know_them():
    assert "W_Q" not in as_text(trace_attention(np.eye(2), np.eye(2), np.eye(2)))


def test_lines_and_arrows_are_named_with_their_numbers(mouse):
    assert "Mouse → Eats       0.89" in as_text(lines_panel(mouse))
    assert "query Mouse    0   2" in as_text(plane_panel(mouse))


def test_several_panels_stand_in_the_order_given(mouse):
    text = as_text(matrix_panel(mouse, "weights"), matrix_panel(mouse, "Q"))
    assert text.index("weights:") < text.index("Q = X W_Q")
    assert text.startswith("“Mouse” and “Cheese” look")


def test_no_panel_is_no_text():
    assert as_text() == ""


def test_text_is_the_same_each_time(mouse):
    assert as_text(mouse) == as_text(examples.mouse_eats_cheese())


def test_wide_and_combining_characters_keep_the_columns_aligned():
    assert table(("鼠", "e\u0301"), ("a",), (("1",), ("2",))) == "    a\n鼠  1\ne\u0301   2"


def test_something_else_is_refused_with_the_likely_slip(mouse):
    with pytest.raises(TypeError, match=r"ndarray can't be written as text; pass a trace or a panel"):
        as_text(mouse.weights)


def test_a_batch_is_refused():
    batch = trace_attention(np.zeros((2, 3, 2)), np.zeros((2, 3, 2)), np.zeros((2, 3, 2)))
    with pytest.raises(ValueError, match=r"choose one sequence first"):
        as_text(batch)


def test_a_heading_says_who_asks_and_who_is_asked():
    said = as_text(examples.mouse_eats_cheese())
    headings = [line for line in said.splitlines() if line.endswith(")") and "asked" in line]
    assert [line.partition(" (")[2] for line in headings] == ["rows ask, columns are asked)"] * 3
    assert [line.split()[0].rstrip(":") for line in headings] == ["scores", "scaled", "weights"]
