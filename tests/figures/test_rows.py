"""Matrices in rows: cells below cells, marks where they belong, and room for the longest sentence."""

from __future__ import annotations

import dataclasses

import pytest

from attnlib.examples.sentences import any_sentence
from attnlib.figures import RowsDisplay
from attnlib.figures._engine.style import PAGE_WIDTH
from attnlib.maths.masks import causal_mask
from attnlib.meaning.masks.panels import mask_panel
from attnlib.meaning.matrix import MatrixPanel, matrix_panel


def rows(text: str) -> list[list[MatrixPanel]]:
    trace = any_sentence(text, mask=causal_mask(len(text.split())))
    mask = mask_panel(trace.allowed, trace.tokens)
    return [
        [mask, matrix_panel(trace, "masked")],
        [matrix_panel(trace, "weights"), matrix_panel(trace, "output")],
    ]


def test_every_cell_says_what_its_panel_says():
    shown = rows("Mouse eats cheese")
    display = RowsDisplay(*shown).plot()
    for panel in (panel for row in shown for panel in row):
        texts = tuple(tuple(text.get_text() for text in row) for row in display.matrices_[panel.name].texts)
        assert texts == panel.texts


def test_cells_stand_below_cells():
    display = RowsDisplay(*rows("Mouse eats cheese")).plot()
    above, below = (display.matrices_[name].boxes for name in ("mask", "weights"))
    assert [box[0] for box in above[0]] == [box[0] for box in below[0]]
    assert below[0][0][1] > above[2][0][1]


def test_the_selected_cell_and_the_lit_ones_are_framed():
    display = RowsDisplay(
        *rows("Mouse eats cheese"), selected=("weights", 1, 0), lit={"output": {(1, 0), (1, 1)}}
    )
    display.plot()
    assert [len(marks.get_paths()) for marks in display.matrices_["weights"].marks] == [1]
    assert [len(marks.get_paths()) for marks in display.matrices_["output"].marks] == [2]
    assert display.matrices_["mask"].marks == ()


def test_title_arithmetic_and_caption_are_written_and_read():
    display = RowsDisplay(
        *rows("a cat"), title="mask = causal_mask(2)", says="why = 1", caption="What to see."
    ).plot()
    written = [text.get_text() for text in display.texts_]
    assert {"mask = causal_mask(2)", "why = 1", "What to see."} <= set(written)
    data, metadata = display._repr_mimebundle_()
    assert data["text/plain"].startswith("What to see.\nmask = causal_mask(2)\nwhy = 1\n\nmask")
    assert metadata["image/png"]["alt"] == "What to see."


def test_without_a_caption_it_reads_its_panels():
    assert RowsDisplay([rows("a cat")[0][0]]).reading == "3 of 4 cells may be attended to."


@pytest.mark.parametrize("presenting", [False, True])
@pytest.mark.parametrize("text", ["one", "a b c d e f g h", " ".join(["extraordinarily-long"] * 8)])
def test_any_sentence_fits_the_page_and_says_its_numbers(text: str, presenting: bool):
    upper, lower = rows(text)
    upper = [*upper, dataclasses.replace(upper[1], name="third")]
    display = RowsDisplay(upper, lower, presenting=presenting).plot()
    assert display._block().width <= PAGE_WIDTH
    assert display.matrices_["third"].texts


def test_what_is_no_panel_is_refused():
    with pytest.raises(TypeError, match="RowsDisplay shows a MatrixPanel, got str"):
        RowsDisplay(["weights"])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="rows: got none"):
        RowsDisplay()
    panel = rows("a cat")[0][0]
    with pytest.raises(ValueError, match="each panel needs a name of its own, got"):
        RowsDisplay([panel], [panel])
