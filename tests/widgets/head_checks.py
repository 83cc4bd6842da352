"""What must hold of a head explorer at every moment: all that it shows follows from its own projections."""

from __future__ import annotations

from itertools import chain

import numpy as np

from attnlib import self_attention
from attnlib.maths.explain import INPUTS, STAGES
from attnlib.meaning.matrix import MatrixPanel
from attnlib.widgets import HeadExplorer, MatrixView
from tests.widgets.explorers import shown


def shows(view: MatrixView, panel: MatrixPanel) -> bool:
    return (view.texts, view.levels, view.row_labels, view.column_labels) == (
        tuple(chain.from_iterable(panel.texts)),
        tuple(chain.from_iterable(panel.levels)),
        panel.row_labels,
        panel.column_labels,
    )


def check_heads(explorer: HeadExplorer) -> None:
    """Each head is an attention of its own; the output is the sum of what the heads add that aren't silenced."""
    board, trace = explorer.board, explorer.trace
    for head in trace.heads:
        again = self_attention(*(head.stage(name) for name in INPUTS), tokens=head.tokens)
        for name in STAGES:
            np.testing.assert_allclose(
                head.stage(name), again.stage(name), rtol=1e-9, atol=1e-9, err_msg=name
            )
    silenced = explorer.state["silenced"]
    heard = [place for place in range(len(trace.heads)) if place not in silenced]
    np.testing.assert_allclose(explorer.output, trace.contributions[heard].sum(axis=0), rtol=1e-9, atol=1e-9)
    visible = set(shown(explorer))
    tiles = [tile for tile in board.tiles if tile in visible]
    assert len(tiles) == len(trace.heads) == board.heads.value
    expected = explorer.scene
    for place, tile in enumerate(tiles):
        assert shows(tile, expected.tile(place)), place
        assert ("silenced" in tile.title) == (place in silenced)
    for name, view in board.views.items():
        assert shows(view, expected.panel(name)), name
        assert view.title == expected.panel(name).title
    assert (board.lines in visible) == (board.picture.value == "lines") == (board.weights not in visible)
    assert board.silence.value == (board.head.value in silenced)
    marked = [view for view in (*tiles, *board.views.values()) if view.selected]
    assert {view.selected for view in marked} == {tuple(explorer._selected[1:])}
    assert explorer.narrator.error == ""
    assert explorer.narrator.explanation
    assert explorer.narrator.reading
