"""Heads side by side: each one's own numbers on one scale, its tokens on the axes, nothing cut."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import to_hex

from attnlib import MultiHeadAttention, examples, figures
from attnlib.meaning.heads.panels import head_panels, output_panel, shares_panel
from attnlib.meaning.palette import FILLS
from tests.figures.extents import cut, outside_their_cells, overlapping


@pytest.fixture(scope="module")
def machine():
    return examples.readable_heads("the ( cat ( the ) sat )")


@pytest.fixture(scope="module")
def display(machine):
    return figures.plot_heads(machine.trace(), machine.heads, average=True)


def random_trace(heads: int, tokens: int):
    X = np.random.default_rng(3).normal(size=(tokens, 8))
    return MultiHeadAttention.random(8, heads, rng=0)(X, tokens=[f"token{i}" for i in range(tokens)])


def test_every_head_is_drawn_with_its_own_numbers_and_colours(machine, display):
    for panel in head_panels(machine.trace(), machine.heads):
        made = display.matrices_[panel.name]
        assert made.title.get_text() == panel.title
        assert tuple(tuple(text.get_text() for text in row) for row in made.texts) == panel.texts
        fills = [to_hex(colour) for colour in made.cells.get_facecolors()]
        assert fills == [panel.fill(i, j) for i in range(8) for j in range(8)]
        assert [label.get_text() for label in made.row_labels] == list(machine.tokens)
        assert [label.get_text() for label in made.column_labels] == list(machine.tokens)


def test_one_weight_has_one_colour_whichever_head_holds_it(machine):
    """P2: not each head on a scale of its own; a head that looks nowhere is pale."""
    even = figures.plot_heads(examples.readable_heads("the ( cat )", gain=0).trace())
    colours = {to_hex(c) for made in even.matrices_.values() for c in made.cells.get_facecolors()}
    assert colours == {FILLS["light"]["w4"]}


def test_the_average_comes_last_and_only_when_asked(machine, display):
    assert list(display.matrices_)[-1] == "average"
    assert "summary" in display.matrices_["average"].title.get_text()
    assert "average" not in figures.plot_heads(machine.trace()).matrices_


@pytest.mark.parametrize("presenting", [False, True])
@pytest.mark.parametrize(("heads", "tokens"), [(1, 2), (8, 8)])
def test_nothing_is_cut_and_nothing_overlaps(heads, tokens, presenting):
    drawn = figures.plot_heads(random_trace(heads, tokens), average=True, presenting=presenting)
    assert not cut(drawn)
    assert not overlapping(drawn)
    for made in drawn.matrices_.values():
        assert not outside_their_cells(made, drawn)
    assert drawn.figure_.get_size_inches()[0] * 96 <= 960.5


def test_what_came_of_the_heads_stands_below_them():
    trace = random_trace(2, 3)
    drawn = figures.HeadsDisplay(
        head_panels(trace),
        below=[shares_panel(trace), output_panel(trace)],
        reading="Two heads.",
        selected=("shares", 0, 1),
        lit={"h2": {(0, 0), (0, 1), (0, 2)}},
        says="shares[token0, h2] = 1",
        captioned=True,
    ).plot()
    tops = {name: made.boxes[0][0][1] for name, made in drawn.matrices_.items()}
    assert tops["h1"] == tops["h2"] < tops["shares"] == tops["output"]
    frames = {
        name: sum(len(mark.get_paths()) for mark in made.marks) for name, made in drawn.matrices_.items()
    }
    assert frames == {"h1": 0, "h2": 3, "shares": 1, "output": 0}
    said = [text.get_text() for text in drawn.texts_]
    assert "Two heads." in said
    assert "shares[token0, h2] = 1" in said
    assert not cut(drawn)
    data, _ = drawn._repr_mimebundle_()
    assert data["text/plain"].splitlines()[:2] == ["Two heads.", "shares[token0, h2] = 1"]


def test_the_text_says_where_each_head_looks_and_gives_every_number(machine, display):
    data, metadata = display._repr_mimebundle_()
    assert data["text/plain"].startswith("Largest weight of each head: 1 ")
    for panel in head_panels(machine.trace(), machine.heads):
        assert f"{panel.title} (rows ask, columns are asked)" in data["text/plain"]
    assert metadata["image/png"]["alt"]


def test_one_heads_trace_is_refused_with_the_way_to_make_the_right_one(machine):
    with pytest.raises(TypeError, match="MultiHeadTrace, got AttentionTrace"):
        figures.plot_heads(machine.trace().heads[0])
    with pytest.raises(ValueError, match="names"):
        figures.plot_heads(machine.trace(), ["only one"])
