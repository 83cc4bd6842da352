"""Sheets to fill by hand: one A4 page, black on white, blank to write on; the solution has the trace's numbers."""

from __future__ import annotations

import numpy as np
import pytest

from attnlib import examples, figures, self_attention, trace_attention
from attnlib.figures._engine.pen import Pen
from attnlib.figures.by_hand import FIVE_STEPS
from attnlib.maths.numbers import short
from tests import sheets
from tests.figures.extents import cut, overlapping

mouse, causal, cat = (
    examples.mouse_eats_cheese(),
    examples.mouse_eats_cheese(causal=True),
    examples.cat_on_the_mat(),
)
TRACES = {"mouse": mouse, "causal mouse": causal, "cat": cat, "dogs": examples.keys_are_not_values()}
traces = pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)
EVERY = ("Q", "K", "V", *FIVE_STEPS)


def said(grid) -> list[list[str]]:
    return [[text.get_text() for text in row] for row in grid]


def number(text: str) -> float:
    return float(text.replace("−", "-").replace("∞", "inf"))


@traces
def test_every_number_on_the_solution_is_the_traces(trace):
    page = figures.sheet(trace, solved=True)
    assert list(page.grids_) == list(FIVE_STEPS)
    for stage, grid in page.grids_.items():
        array = trace.stage(stage)
        assert said(grid) == [[short(value, 3) for value in row] for row in array.tolist()]
        written = np.array([[number(text) for text in row] for row in said(grid)])
        np.testing.assert_allclose(written, array, atol=0.0005)


@traces
@pytest.mark.parametrize("solved", [False, True])
def test_what_is_given_is_the_traces(trace, solved):
    page = figures.sheet(trace, solved=solved)
    assert list(page.given_) == ["Q", "K", "V", *(["mask"] if trace.mask is not None else [])]
    for stage in ("Q", "K", "V"):
        np.testing.assert_array_equal(
            [[number(t) for t in row] for row in said(page.given_[stage])], trace.stage(stage)
        )
    if trace.mask is not None:
        np.testing.assert_array_equal(
            [[number(t) for t in row] for row in said(page.given_["mask"])], trace.allowed
        )


@traces
def test_the_blank_sheet_has_empty_cells_and_gives_nothing_away(trace):
    page = figures.sheet(trace)
    for stage, grid in page.grids_.items():
        assert {text for row in said(grid) for text in row} == {""}
        assert np.shape(grid) == trace.stage(stage).shape
    written = " ".join(text.get_text() for text in page.texts_)
    text = page._repr_mimebundle_()[0]["text/plain"]
    for value in {short(value, 3) for value in trace.weights.ravel().tolist()}:
        if "." in value:
            assert value not in written
            assert value not in text


@traces
@pytest.mark.parametrize("solved", [False, True])
def test_it_is_one_a4_page_on_which_nothing_is_cut_or_overlaps(trace, solved):
    page = figures.sheet(trace, solved=solved)
    np.testing.assert_allclose(page.figure_.get_size_inches() * 25.4, (210, 297), atol=0.01)
    assert cut(page) == []
    assert overlapping(page) == []


def test_it_is_black_on_white(monkeypatch):
    inks = []
    for method in ("text", "shapes", "strokes"):
        drawn = getattr(Pen, method)
        monkeypatch.setattr(Pen, method, lambda *a, _drawn=drawn, **k: inks.append(k) or _drawn(*a, **k))
    figures.sheet(causal, solved=True)
    figures.sheet(causal)
    colours = {ink.get(word) for ink in inks for word in ("colour", "edges", "colours")} - {None}
    assert colours == {"#000000", "#999999"}
    assert all("fills" not in ink for ink in inks)


def test_each_stage_of_the_solution_has_one_cell_worked_out():
    page = figures.sheet(causal, solved=True)
    written = " ".join(text.get_text() for text in page.texts_)
    for cell in (
        "scores[Mouse, Eats] = q[Mouse] · k[Eats] = 0×1 + 2×2 = 4",
        "masked[Mouse, Eats] = −∞",
        "weights[Cheese, Eats] = e^2.8284",
    ):
        assert cell in written


def test_projections_can_be_asked_too_and_then_x_is_given():
    page = figures.sheet(mouse, EVERY, solved=True)
    assert list(page.given_) == ["X", "W_Q", "W_K", "W_V"]
    assert said(page.grids_["Q"]) == [["0", "2"], ["2", "1"], ["0", "2"]]
    assert cut(page) == []


@pytest.mark.parametrize(
    ("trace", "stages", "error", "says"),
    [
        (mouse, "scores", TypeError, "stages: needs several names"),
        (mouse, (), ValueError, "stages: needs one or more"),
        (mouse, ("scores", "scores"), ValueError, "each once"),
        (mouse, ("score",), ValueError, "did you mean 'scores'"),
        (trace_attention(np.eye(3), np.eye(3), np.eye(3)), ("Q",), ValueError, "doesn't follow from an X"),
        (trace_attention(np.eye(7), np.eye(7), np.eye(7)), FIVE_STEPS, ValueError, "1 to 6 tokens"),
        (self_attention(np.eye(6), np.eye(6), np.eye(6), np.eye(6)), EVERY, ValueError, "don't fit one page"),
    ],
)  # fmt: skip
def test_what_cannot_be_printed_is_refused_with_the_reason(trace, stages, error, says):
    with pytest.raises(error, match=says):
        figures.sheet(trace, stages)


@pytest.mark.pinned
@pytest.mark.parametrize("name", sheets.pages())
def test_the_printed_sheets_are_up_to_date(name, tmp_path):
    committed = (sheets.FOLDER / name).read_bytes()
    now = sheets.drawn(sheets.pages()[name].save(tmp_path / name).read_bytes())
    assert len(now) == 1
    assert sheets.drawn(committed) == now, "run: make sheets"
    assert b"CreationDate" not in committed


def test_no_other_sheet_lies_there():
    assert {path.name for path in sheets.FOLDER.iterdir()} == set(sheets.pages())
