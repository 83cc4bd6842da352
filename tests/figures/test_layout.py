"""How stages share a page: their order, what leads to what, what is lit, and how long a page may grow."""

from __future__ import annotations

import numpy as np

from attnlib import causal_mask, examples, figures, trace_attention
from attnlib.figures._engine.blocks import Symbol
from attnlib.figures._engine.layout import _chain, arrange
from attnlib.figures._engine.style import NOTEBOOK, PAGE_HEIGHT, PAGE_WIDTH
from attnlib.maths.trace import AttentionTrace
from attnlib.meaning.matrix import matrix_panel
from attnlib.meaning.plain import shown_panels

PAGE = {"style": NOTEBOOK, "width": PAGE_WIDTH, "height": PAGE_HEIGHT}


def masked() -> AttentionTrace:
    mouse = examples.mouse_eats_cheese()
    return trace_attention(mouse.Q, mouse.K, mouse.V, mask=causal_mask(3), tokens=mouse.tokens)


def where(display, title: str) -> tuple[float, float]:
    """Where a text stands, in pixels from the left and from below."""
    found = [text for text in display.texts_ if text.get_text() == title]
    assert found, title
    return tuple(found[0].get_transform().transform(found[0].get_position()))


def test_what_is_projected_stands_from_left_to_right_and_before_what_is_made_from_it():
    display = figures.plot_pipeline(examples.mouse_eats_cheese())
    across = [where(display, name)[0] for name in ("X", "Q", "K", "V")]
    assert across == sorted(set(across))
    chain = [where(display, name) for name in ("scores", "scaled", "weights", "output")]
    assert [place[0] for place in chain] == sorted({place[0] for place in chain})
    assert max(place[1] for place in chain) < where(display, "Q")[1]


def test_each_operation_stands_between_what_it_leads_from_and_what_it_leads_to():
    links = _chain(arrange(shown_panels(masked()), **PAGE).matrices, NOTEBOOK)
    said = [[block.text for block in link if isinstance(block, Symbol)] for link in links]
    assert said == [[], ["÷ √2"], ["mask"], ["softmax"], ["· V"]]


def test_the_operands_of_the_selected_cell_are_lit_and_nothing_else():
    trace = masked()
    page = arrange(shown_panels(trace), selected=trace.explain("scores", "Cheese", "Mouse"), **PAGE)
    assert page.matrices["scores"].selected == (2, 0)
    lit = {name: block.lit for name, block in page.matrices.items() if block.lit}
    assert lit == {"Q": {(2, 0), (2, 1)}, "K": {(0, 0), (0, 1)}}


def test_without_a_mask_the_scaled_scores_are_lit_for_the_weights():
    trace = examples.mouse_eats_cheese()
    page = arrange(shown_panels(trace), selected=trace.explain("weights", "Mouse", "Eats"), **PAGE)
    assert page.matrices["scaled"].lit == {(0, 0), (0, 1), (0, 2)}


def test_a_page_grows_to_almost_twice_what_was_asked_before_its_numbers_fall_silent():
    X = np.random.default_rng(0).normal(size=(30, 2))
    panels = {"Q": matrix_panel(trace_attention(X, X, X), "Q")}
    low, high = 20, 1200  # at the one its numbers are silent, at the other they aren't
    while high - low > 1:
        height = (low + high) // 2
        if arrange(panels, style=NOTEBOOK, width=PAGE_WIDTH, height=height).style.texts:
            high = height
        else:
            low = height
    grown = arrange(panels, style=NOTEBOOK, width=PAGE_WIDTH, height=high).height
    assert 1.75 < grown / high <= 1.8
