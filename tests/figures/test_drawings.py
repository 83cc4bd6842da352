"""Lines as wide as their weights; arrows that end where their numbers say; panels side by side."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import to_hex

from attnlib import examples, figures, trace_attention
from attnlib.figures._engine.style import ROLES
from attnlib.meaning.drawings import lines_panel, plane_panel
from attnlib.meaning.matrix import matrix_panel
from attnlib.meaning.palette import contrast
from tests.figures.extents import cut, overlapping, text_boxes


def test_each_line_is_as_wide_as_its_weight(mouse):
    display = figures.plot_lines(mouse)
    weights = [line.weight for line in display.panel.lines]
    widths = display.lines_.get_linewidths()
    assert np.allclose(np.divide(widths, weights), widths[0] / weights[0])


def test_each_line_joins_its_tokens(mouse):
    display = figures.plot_lines(mouse)
    for line, path in zip(display.panel.lines, display.lines_.get_paths(), strict=True):
        (x0, y0), (x1, y1) = path.vertices[0], path.vertices[-1]
        asks, asked = display.query_labels_[line.query], display.key_labels_[line.key]
        assert asks.get_text() == display.panel.query_labels[line.query]
        assert asks.get_position()[0] < x0 < x1 < asked.get_position()[0]
        assert abs(asks.get_position()[1] - y0) < 8 > abs(asked.get_position()[1] - y1)


def test_a_masked_weight_has_no_line(masked):
    assert len(figures.plot_lines(masked).lines_.get_paths()) == 21


def test_more_keys_than_queries_are_drawn(mouse):
    trace = trace_attention(mouse.Q[:1], mouse.K, mouse.V, tokens=["now"], key_tokens=["a", "b", "c"])
    display = figures.plot_lines(trace)
    assert len(display.query_labels_), len(display.key_labels_) == (1, 3)
    assert not overlapping(display)


@pytest.mark.parametrize("presenting", [False, True])
def test_tokens_beside_lines_are_neither_cut_nor_overlap(long, presenting):
    display = figures.plot_lines(long, presenting=presenting)
    assert not cut(display)
    assert not overlapping(display)


def tips(display, role):
    """Where the arrows of a role end, in the numbers of the plane."""
    by_number = {text.get_text(): text.get_position() for text in display.texts_}
    paths = display.heads_[role].get_paths()
    origin, one = by_number["0"], by_number["1"]
    del by_number
    shafts = display.shafts_[role].get_segments()
    unit = abs(one[0] - origin[0]) or abs(one[1] - origin[1])
    return [
        ((path.vertices[0][0] - shaft[0][0]) / unit, (shaft[0][1] - path.vertices[0][1]) / unit)
        for path, shaft in zip(paths, shafts, strict=True)
    ]


def test_arrows_end_where_their_numbers_say(mouse):
    display = figures.plot_plane(mouse)
    assert np.allclose(tips(display, "query")[:2], [(0, 2), (2, 1)])
    assert np.allclose(tips(display, "key")[:2], [(2, 0), (1, 2)])


def test_equal_arrows_share_a_label(mouse):
    display = figures.plot_plane(mouse)
    assert [label.get_text() for label in display.labels_].count("Mouse, Cheese") == 2


@pytest.mark.parametrize("which", ["queries and keys", "values and outputs"])
def test_roles_differ_in_more_than_colour(mouse, which):
    display = figures.plot_plane(mouse, which)
    one, other = display.shafts_
    assert display.shafts_[one].get_linestyles() != display.shafts_[other].get_linestyles()
    assert {to_hex(heads.get_facecolors()[0]) == "#ffffff" for heads in display.heads_.values()} == {
        True,
        False,
    }
    assert {one, other} <= {text.get_text() for text in display.texts_}, "a legend names both"


@pytest.mark.parametrize("which", ["queries and keys", "values and outputs"])
def test_an_arrow_is_drawn_in_the_colour_of_its_role(mouse, which):
    display = figures.plot_plane(mouse, which)
    for role, shafts in display.shafts_.items():
        assert {to_hex(colour) for colour in shafts.get_colors()} == {ROLES[role]}
        assert {to_hex(colour) for colour in display.heads_[role].get_edgecolors()} == {ROLES[role]}


def test_colours_of_roles_have_contrast_with_white():
    assert min(contrast(colour, "#ffffff") for colour in ROLES.values()) >= 4.5


@pytest.mark.parametrize(
    "make", [examples.mouse_eats_cheese, examples.keys_are_not_values, examples.cat_on_the_mat]
)
@pytest.mark.parametrize("which", ["queries and keys", "values and outputs"])
@pytest.mark.parametrize("presenting", [False, True])
def test_labels_of_arrows_are_inside_and_apart(make, which, presenting):
    display = figures.plot_plane(make(), which, presenting=presenting)
    assert not cut(display)
    boxes = [box for text, box in text_boxes(display) if text in display.labels_]
    assert len(boxes) == len(display.labels_)
    for place, one in enumerate(boxes):
        for other in boxes[place + 1 :]:
            shared = max(0, min(one.x1, other.x1) - max(one.x0, other.x0)) * max(
                0, min(one.y1, other.y1) - max(one.y0, other.y0)
            )
            assert shared <= 0.06 * min(one.width * one.height, other.width * other.height)


def test_a_vector_of_zeros_is_a_dot():
    zero = trace_attention(np.zeros((1, 2)), np.ones((1, 2)), np.ones((1, 2)))
    display = figures.plot_plane(zero)
    dot = display.heads_["query"].get_paths()[0].get_extents()
    assert dot.width == pytest.approx(dot.height)


def test_panels_stand_side_by_side_under_their_titles(mouse, masked):
    panels = matrix_panel(mouse, "weights"), matrix_panel(masked, "weights")
    display = figures.plot_panels(*panels, titles=["mouse", "cat"])
    assert [made.title.get_text() for made in display.matrices_] == ["mouse", "cat"]
    assert display.matrices_[0].boxes[0][0][0] < display.matrices_[1].boxes[0][0][0]
    assert not overlapping(display)
    assert "\nmouse" in display._repr_mimebundle_()[0]["text/plain"]


def test_no_panel_or_too_few_titles_are_refused(mouse):
    with pytest.raises(ValueError, match=r"panels: got none"):
        figures.plot_panels()
    with pytest.raises(ValueError, match=r"titles: got 1 for 2 panels"):
        figures.plot_panels(matrix_panel(mouse, "Q"), matrix_panel(mouse, "K"), titles=["one"])


def test_something_else_is_refused_with_the_way_to_make_it(mouse):
    with pytest.raises(TypeError, match="make one with lines_panel"):
        figures.LinesDisplay(mouse)
    with pytest.raises(TypeError, match="make one with plane_panel"):
        figures.PlaneDisplay(lines_panel(mouse))
    assert plane_panel(mouse)
