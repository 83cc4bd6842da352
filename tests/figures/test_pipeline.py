"""The whole pipeline, and the twin that shares its code: every stage, in order, legible, within the page."""

from __future__ import annotations

import functools
import io

import numpy as np
import pytest
from matplotlib.colors import to_hex
from PIL import Image

from attnlib import causal_mask, figures, trace_attention
from attnlib.meaning.drawings import lines_panel, plane_panel
from attnlib.meaning.matrix import matrix_panel
from attnlib.meaning.plain import shown_panels
from attnlib.meaning.readings import reading
from tests.figures.extents import cut, outside_their_cells, overlapping

plot_pipeline = functools.cache(figures.plot_pipeline)  # the traces are made once, and so are their pictures
ALL = ("mouse", "cat", "masked", "long", "eight")


@pytest.fixture(params=ALL)
def trace(request):
    return request.getfixturevalue(request.param)


def texts(display):
    return [text.get_text() for text in display.texts_]


def left_of(artists):
    return artists.boxes[0][0][0]


def top_of(artists):
    return artists.boxes[0][0][1]


def test_each_stage_holds_its_panels_texts_and_colours(trace):
    display = plot_pipeline(trace, presenting=False)
    assert list(display.matrices_) == list(shown_panels(trace))
    for name, artists in display.matrices_.items():
        panel = matrix_panel(trace, name)
        assert tuple(tuple(text.get_text() for text in row) for row in artists.texts) == panel.texts
        fills = [to_hex(colour) for colour in artists.cells.get_facecolors()]
        assert fills == [
            panel.fill(i, j) for i in range(panel.values.shape[0]) for j in range(panel.values.shape[1])
        ]


@pytest.mark.parametrize("presenting", [False, True])
def test_nothing_is_cut_and_nothing_overlaps(trace, presenting):
    display = plot_pipeline(trace, presenting=presenting)
    assert not cut(display)
    assert not overlapping(display)
    for artists in display.matrices_.values():
        assert not outside_their_cells(artists, display)


def test_eight_tokens_are_legible(eight):
    display = plot_pipeline(eight, presenting=False)
    sizes = [text.get_fontsize() / 0.75 for text in display.texts_]
    assert min(sizes) >= 6.5
    assert min(text.get_fontsize() / 0.75 for text in display.matrices_["weights"].texts[0]) >= 8


def test_it_is_no_wider_than_a_page(trace):
    assert plot_pipeline(trace, presenting=False).figure_.get_size_inches()[0] * 96 <= 960.5


def test_the_masked_stage_is_there_only_with_a_mask(mouse, masked):
    assert "masked" not in plot_pipeline(mouse, presenting=False).matrices_
    assert "mask" not in texts(plot_pipeline(mouse, presenting=False))
    display = plot_pipeline(masked, presenting=False)
    assert display.matrices_["masked"].hatches is not None
    assert "mask" in texts(display)


def test_a_leaking_mask_is_drawn_leaky(cat):
    leaky = np.where(causal_mask(6), 0.0, -1.0)
    display = figures.plot_pipeline(trace_attention(cat.Q, cat.K, cat.V, mask=leaky))
    assert display.matrices_["masked"].hatches is None
    assert display.matrices_["weights"].texts[0][1].get_text() != "0"


def test_operations_stand_between_what_they_join(mouse):
    display = plot_pipeline(mouse, presenting=False)
    where = {text.get_text(): text.get_position()[0] for text in display.texts_}
    order = [left_of(display.matrices_["scores"]), where["÷ √2"], left_of(display.matrices_["scaled"])]
    # the symbol's text occurs as the note of its matrix as well, which stands further right
    symbols = [text.get_position()[0] for text in display.texts_ if text.get_text() == "÷ √2"]
    order[1] = min(symbols)
    assert order == sorted(order)
    assert left_of(display.matrices_["scaled"]) < where["softmax"] < left_of(display.matrices_["weights"])
    assert left_of(display.matrices_["weights"]) < where["· V"] < left_of(display.matrices_["output"])


def test_the_symbol_tells_how_it_was_scaled(mouse):
    assert "not scaled" in texts(figures.plot_pipeline(trace_attention(mouse.Q, mouse.K, mouse.V, scale=1)))


def test_the_usual_arrangement_is_that_of_the_explorer(mouse):
    made = plot_pipeline(mouse, presenting=False).matrices_
    assert (
        left_of(made["X"])
        < left_of(made["W_Q"])
        == left_of(made["Q"])
        < left_of(made["K"])
        < left_of(made["V"])
    )
    assert top_of(made["W_Q"]) < top_of(made["Q"]) == top_of(made["K"]) < top_of(made["scores"])
    assert (
        top_of(made["scores"]) == top_of(made["scaled"]) == top_of(made["weights"]) == top_of(made["output"])
    )


def test_without_x_it_begins_with_the_given_q_k_v():
    eye = np.eye(3)
    made = figures.plot_pipeline(trace_attention(eye, eye, eye)).matrices_
    assert list(made) == ["Q", "K", "V", "scores", "scaled", "weights", "output"]


def test_forty_tokens_still_fit_the_page():
    rng = np.random.default_rng(0)
    display = figures.plot_pipeline(trace_attention(*rng.normal(size=(3, 40, 8))))
    assert display.figure_.get_size_inches()[0] * 96 <= 960.5
    assert not overlapping(display, allowed=2.0)


def test_the_selected_cell_and_exactly_its_operands_are_framed(mouse):
    why = mouse.explain("scores", "Mouse", "Eats")
    display = figures.PipelineDisplay(mouse, selected=why).plot()
    frames = {
        name: sum(len(mark.get_paths()) for mark in made.marks) for name, made in display.matrices_.items()
    }
    assert {name: count for name, count in frames.items() if count} == {"Q": 2, "K": 2, "scores": 1}
    frame = display.matrices_["scores"].marks[-1].get_paths()[0].get_extents()
    left, top, _, _ = display.matrices_["scores"].boxes[0][1]
    assert (round(frame.x0, 6), round(frame.y0, 6)) == (round(left, 6), round(top, 6))
    assert why.text in texts(display)


def test_without_a_mask_the_operands_of_a_weight_are_the_scaled_scores(mouse):
    display = figures.PipelineDisplay(mouse, selected=mouse.explain("weights", 0, 1)).plot()
    assert sum(len(mark.get_paths()) for mark in display.matrices_["scaled"].marks) == 3


def test_the_text_says_why_too(mouse):
    why = mouse.explain("scores", "Mouse", "Eats")
    data, _ = figures.PipelineDisplay(mouse, selected=why)._repr_mimebundle_()
    assert data["text/plain"].splitlines()[1] == why.text


@pytest.mark.parametrize("options", ["", "selected", "lines", "plane"])
def test_the_twin_is_a_small_opaque_page(mouse, masked, options):
    extras = {
        "selected": {"selected": masked.explain("output", "mat", "f1"), "title": "A title"},
        "lines": {"lines": lines_panel(masked)},
        "plane": {"plane": plane_panel(masked)},
    }.get(options, {})
    png = figures.twin_png(shown_panels(masked), caption=reading(masked), **extras)
    image = Image.open(io.BytesIO(png))
    assert image.size[0] <= 960 * 1.75 + 1
    assert image.size[1] <= 560 * 1.75 + 1
    assert len(png) < 120_000
    assert "transparency" not in image.info
    assert image.convert("RGB").getpixel((0, 0)) == (255, 255, 255)


def test_the_twin_is_the_same_each_time_and_shows_a_change(mouse):
    panels = shown_panels(mouse)
    assert figures.twin_png(panels) == figures.twin_png(panels)
    changed = shown_panels(trace_attention(mouse.Q, mouse.K, mouse.V + 1))
    assert figures.twin_png(panels) != figures.twin_png(changed)


def test_the_twin_shows_lines_alone_or_nothing_at_all(mouse):
    assert figures.twin_png({}, lines=lines_panel(mouse))
    assert figures.twin_png({}, caption="Nothing is chosen.")


def test_something_else_is_refused_with_the_way_to_make_it(mouse):
    with pytest.raises(
        TypeError, match=r"shows a AttentionTrace, got ndarray; make one with trace_attention"
    ):
        figures.PipelineDisplay(mouse.weights)
