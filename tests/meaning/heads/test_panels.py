"""Several heads as panels: each one's own weights on one scale, shares that sum to 1, the output less the silenced."""

from __future__ import annotations

import numpy as np
import pytest

from attnlib import MultiHeadAttention, examples
from attnlib.maths.numbers import short
from attnlib.meaning.heads.panels import (
    average_panel,
    head_panels,
    head_titles,
    heads_reading,
    lengths,
    output_panel,
    output_without,
    shares_panel,
    strongest,
)

TOKENS = ("The", "cat", "sat", "on", "it")
W = MultiHeadAttention.random(6, 3, rng=1)


@pytest.fixture(scope="module")
def trace():
    return W(np.random.default_rng(2).normal(size=(5, 6)), tokens=TOKENS)


def test_each_panel_holds_its_own_heads_weights_on_the_scale_from_0_to_1(trace):
    panels = head_panels(trace)
    assert [panel.name for panel in panels] == ["h1", "h2", "h3"]
    for panel, head in zip(panels, trace.heads, strict=True):
        np.testing.assert_array_equal(panel.values, head.weights)
        assert panel.limits == (0.0, 1.0)
        assert panel.row_labels == panel.column_labels == TOKENS
        assert panel.texts[1][2] == short(float(head.weights[1, 2]))
    assert (panels[0].values != panels[1].values).any()


def test_a_silenced_heads_title_says_so(trace):
    assert [panel.title for panel in head_panels(trace, silenced=(0,))] == ["1 silenced", "head 2", "head 3"]
    named = head_panels(trace, ["before", "same", "first"], silenced={2})
    assert [panel.title for panel in named] == ["1 before", "2 same", "3 silenced: first"]


@pytest.mark.parametrize("names", [["a", "b"], ["a", "b", "c", "d"], ["a", "a", "b"]])
def test_each_head_needs_a_name_of_its_own(names):
    with pytest.raises(ValueError, match="names"):
        head_titles(3, names)


def test_the_average_is_the_mean_and_says_that_it_is_a_summary(trace):
    panel = average_panel(trace)
    np.testing.assert_allclose(panel.values, sum(head.weights for head in trace.heads) / 3, rtol=1e-15)
    assert "summary" in panel.title
    assert panel.limits == (0.0, 1.0)


def test_a_share_is_a_length_through_w_o_over_all_lengths(trace):
    """By hand, from each head's own output and its own rows of W_O."""
    panel = shares_panel(trace)
    added = [head.output @ W.W_O[2 * i : 2 * i + 2] for i, head in enumerate(trace.heads)]
    sizes = np.array([[np.sqrt((vector[token] ** 2).sum()) for vector in added] for token in range(5)])
    np.testing.assert_allclose(panel.values, sizes / sizes.sum(axis=1, keepdims=True), rtol=1e-12)
    assert (panel.row_labels, panel.column_labels, panel.limits) == (TOKENS, ("h1", "h2", "h3"), (0.0, 1.0))
    assert panel.texts[0][0] == short(float(panel.values[0, 0]))
    assert panel.levels[0][0] == f"w{round(16 * panel.values[0, 0])}"


def test_the_shares_sentence_gives_the_means(trace):
    mean = shares_panel(trace).values.mean(axis=0)
    said = ", ".join(f"h{i + 1} {short(share)}" for i, share in enumerate(mean.tolist()))
    assert shares_panel(trace).reading == f"Each head's share, on average: {said}."


def test_a_silenced_head_has_no_share_and_the_others_share_what_is_left(trace):
    sizes = lengths(trace)
    panel = shares_panel(trace, silenced=(1,))
    assert panel.values[:, 1].tolist() == [0.0] * 5
    np.testing.assert_allclose(panel.values[:, 0], sizes[:, 0] / (sizes[:, 0] + sizes[:, 2]), rtol=1e-12)
    assert (lengths(trace) == sizes).all()  # and the record is untouched


def test_where_nothing_is_added_shares_are_0_and_never_nan(trace):
    assert not shares_panel(trace, silenced=(0, 1, 2)).values.any()


def test_no_token_makes_no_share_and_no_strongest_weight():
    empty = W(np.zeros((0, 6)))
    assert shares_panel(empty).reading.endswith("h1 0, h2 0, h3 0.")
    assert heads_reading(empty) == "Largest weight of each head: head 1, none; head 2, none; head 3, none."


def test_silencing_leaves_out_that_heads_share_and_nothing_else(trace):
    np.testing.assert_array_equal(output_without(trace), trace.output)
    np.testing.assert_allclose(output_without(trace, (0,)), trace.output - trace.contributions[0], atol=1e-12)
    assert not output_without(trace, (0, 1, 2)).any()
    panel = output_panel(trace, silenced=(2,))
    np.testing.assert_allclose(panel.values, trace.contributions[:2].sum(axis=0), atol=1e-12)
    assert panel.values.shape == (5, 6)


def test_the_outputs_colours_hold_for_what_it_is_compared_with(trace):
    assert output_panel(trace).limits[1] >= np.abs(trace.output).max()
    wide = output_panel(trace, silenced=(0, 1, 2), compared_with=trace.output)
    assert wide.limits == output_panel(trace).limits


def test_several_sequences_at_once_are_refused():
    batch = W(np.zeros((2, 5, 6)))
    for prepare in (head_panels, shares_panel, output_panel, average_panel):
        with pytest.raises(ValueError, match="choose one sequence"):
            prepare(batch)


def test_the_sentence_names_each_heads_largest_weight():
    made = examples.readable_heads("the ( cat )")
    trace = made.trace()
    largest = short(float(trace.heads[0].weights.max()))
    said = heads_reading(trace, made.heads)
    assert f"1 {made.heads[0]}, “(” looks at “the” ({largest})" in said
    assert said.count(" looks at ") == len(trace.heads)


def test_equal_but_for_rounding_is_equal():
    assert strongest(np.array([[0.1, 0.4], [0.5 - 1e-15, 0.5]])) == (1, 0)
