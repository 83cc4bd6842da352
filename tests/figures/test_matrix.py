"""A matrix as a picture holds exactly what its panel holds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from attnlib import causal_mask, figures, trace_attention
from attnlib.meaning.matrix import matrix_panel
from attnlib.meaning.palette import contrast
from tests.figures.extents import cut, overlapping, text_boxes

STAGES = ("X", "W_Q", "Q", "scores", "scaled", "masked", "weights", "output")


def said(display):
    return tuple(tuple(text.get_text() for text in row) for row in display.cell_texts_)


@pytest.mark.parametrize("stage", STAGES)
def test_texts_fills_and_inks_are_the_panels(masked, stage):
    panel = matrix_panel(masked, stage)
    display = figures.MatrixDisplay(panel).plot()
    assert said(display) == panel.texts
    rows, columns = panel.values.shape
    fills = [to_hex(colour) for colour in display.cells_.get_facecolors()]
    assert fills == [panel.fill(i, j) for i in range(rows) for j in range(columns)]
    inks = [[to_hex(text.get_color()) for text in row] for row in display.cell_texts_]
    assert inks == [[panel.ink(i, j) for j in range(columns)] for i in range(rows)]


def test_cells_stand_row_by_row_with_row_0_on_top(mouse):
    display = figures.plot_matrix(mouse, "scores")
    centres = np.array([path.get_extents().get_points().mean(axis=0) for path in display.cells_.get_paths()])
    on_page = display.ax_.transData.transform(centres).reshape(3, 3, 2)
    assert (np.diff(on_page[:, 0, 1]) < 0).all(), "rows go down the page"
    assert (np.diff(on_page[0, :, 0]) > 0).all(), "columns go to the right"
    drawn = dict(text_boxes(display))
    heights = [drawn[label].y0 for label in display.row_labels_]
    assert heights == sorted(heights, reverse=True), "labels go down with their rows"


def test_a_text_stands_in_its_own_cell(mouse):
    display = figures.plot_matrix(mouse, "output")
    paths = iter(display.cells_.get_paths())
    for row in display.cell_texts_:
        for text in row:
            box = next(paths).get_extents()
            assert box.contains(*text.get_position())


def test_labels_are_the_panels_rows_left_columns_on_top(mouse):
    display = figures.plot_weights(mouse)
    assert [text.get_text() for text in display.row_labels_] == ["Mouse", "Eats", "Cheese"]
    assert [text.get_text() for text in display.column_labels_] == ["Mouse", "Eats", "Cheese"]
    top = display.cells_.get_paths()[0].get_extents()
    assert all(text.get_position()[0] < top.x0 for text in display.row_labels_)
    assert all(text.get_position()[1] < top.y0 for text in display.column_labels_)


def test_roles_say_which_side_asks(mouse):
    texts = [text.get_text() for text in figures.plot_weights(mouse).texts_]
    assert "← asks" in texts
    assert "is asked →" in texts


def test_colours_keep_their_scale_when_the_numbers_shrink(mouse):
    half = trace_attention(mouse.Q, mouse.K, mouse.V, scale=0.1)
    panel = matrix_panel(half, "weights")
    assert panel.limits == (0.0, 1.0)
    display = figures.MatrixDisplay(panel).plot()
    pale = to_hex(display.cells_.get_facecolors()[0])
    assert pale == panel.fill(0, 0)
    assert pale != to_hex(figures.plot_weights(mouse).cells_.get_facecolors()[1])


def test_exactly_the_masked_cells_are_hatched(masked):
    display = figures.plot_matrix(masked, "masked")
    boxes = [path.get_extents() for path in display.cells_.get_paths()]
    middles = np.array([np.mean(segment, axis=0) for segment in display.hatches_.get_segments()])
    hatched = [any(box.contains(*middle) for middle in middles) for box in boxes]
    assert np.array_equal(np.reshape(hatched, (6, 6)), ~causal_mask(6))


def test_hatching_stays_inside_its_cells(masked):
    display = figures.plot_matrix(masked, "masked")
    boxes = [path.get_extents().padded(1e-6) for path in display.cells_.get_paths()]
    for start, end in display.hatches_.get_segments():
        assert any(box.contains(*start) and box.contains(*end) for box in boxes)


def test_a_leaking_mask_is_drawn_leaky(cat):
    leaky = np.where(causal_mask(6), 0.0, -1.0)  # a finite "minus infinity"
    trace = trace_attention(cat.Q, cat.K, cat.V, mask=leaky)
    display = figures.plot_matrix(trace, "masked")
    assert display.hatches_ is None
    assert "−∞" not in {text for row in said(display) for text in row}


def test_every_text_has_contrast_with_what_it_stands_on(masked):
    for stage in STAGES:
        display = figures.plot_matrix(masked, stage)
        fills = [to_hex(colour) for colour in display.cells_.get_facecolors()]
        inks = [to_hex(text.get_color()) for row in display.cell_texts_ for text in row]
        assert min(map(contrast, fills, inks)) >= 4.5
        others = set(display.texts_) - {text for row in display.cell_texts_ for text in row}
        assert min(contrast(to_hex(text.get_color()), "#ffffff") for text in others) >= 4.5


@pytest.mark.parametrize("presenting", [False, True])
@pytest.mark.parametrize("stage", ["X", "W_Q", "scores", "weights", "output"])
def test_long_labels_are_neither_cut_nor_overlap(long, stage, presenting):
    display = figures.plot_matrix(long, stage, presenting=presenting)
    assert not cut(display)
    assert not overlapping(display)


def test_long_labels_stay_over_their_columns(long):
    display = figures.plot_weights(long, presenting=True)
    boxes = dict(text_boxes(display))
    one, other = (path.get_extents() for path in display.cells_.get_paths()[:2])
    pitch = display.ax_.transData.transform([(one.x0, 0), (other.x0, 0)])[:, 0]
    assert max(boxes[text].width for text in display.column_labels_) <= pitch[1] - pitch[0]


def test_shortened_labels_still_differ(long):
    display = figures.plot_weights(long, presenting=True)
    assert len({text.get_text() for text in display.column_labels_}) == 5


@pytest.mark.parametrize("tokens", [20, 60])
def test_many_tokens_fit_a_page_and_small_cells_say_nothing_rather_than_overlap(tokens):
    rng = np.random.default_rng(0)
    Q, K, V = rng.normal(size=(3, tokens, 4))
    display = figures.plot_weights(trace_attention(Q, K, V, tokens=[f"token{i}" for i in range(tokens)]))
    assert display.figure_.bbox.width <= 960 * 1.75
    assert len(display.cells_.get_paths()) == tokens**2
    assert not overlapping(display, allowed=2.0)
    assert not cut(display)


def test_a_huge_number_is_set_smaller_not_cut(mouse):
    panel = matrix_panel(mouse, "scores")
    texts = (("−1.234e−12345", "0", "0"), *panel.texts[1:])
    display = figures.MatrixDisplay(replace(panel, texts=texts)).plot()
    assert said(display)[0][0] == "−1.234e−12345"
    assert not overlapping(display)


def test_a_dollar_sign_is_a_token_not_a_formula(mouse):
    panel = replace(matrix_panel(mouse, "scores"), column_labels=("$x_1$", "$6", "a_b^c"))
    display = figures.MatrixDisplay(panel).plot()
    drawn = dict(text_boxes(display))
    assert [text.get_text() for text in display.column_labels_] == ["$x_1$", "$6", "a_b^c"]
    assert drawn[display.column_labels_[0]].width > 1.5 * drawn[display.column_labels_[1]].width


def test_a_token_that_the_font_lacks_is_drawn_without_a_warning(mouse):
    panel = replace(matrix_panel(mouse, "scores"), row_labels=("鼠", "🐭", "नमस्ते"))
    data, _ = figures.MatrixDisplay(panel)._repr_mimebundle_()
    assert "鼠" in data["text/plain"]


def test_presenting_is_larger_and_thicker(mouse):
    usual, large = figures.plot_weights(mouse), figures.plot_weights(mouse, presenting=True)
    assert large.texts_[0].get_fontsize() >= 1.4 * usual.texts_[0].get_fontsize()
    assert large.cells_.get_linewidths()[0] > usual.cells_.get_linewidths()[0]


def test_drawn_into_a_given_axes_it_shrinks_to_fit(mouse):
    figure = Figure(figsize=(6, 2), dpi=100)
    left, right = figure.subplots(1, 2)
    display = figures.MatrixDisplay(matrix_panel(mouse, "weights"))
    assert display.plot(left) is display
    assert display.ax_ is left
    assert display.figure_ is figure
    assert not right.texts
    assert not overlapping(display)
    box = left.get_window_extent()
    assert all(box.padded(1).contains(drawn.x0, drawn.y0) for _, drawn in text_boxes(display))


def test_something_else_is_refused_with_the_way_to_make_it(mouse):
    with pytest.raises(TypeError, match=r"shows a MatrixPanel, got ndarray; make one with matrix_panel"):
        figures.MatrixDisplay(mouse.weights)
