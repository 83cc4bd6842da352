"""The mask explorer: its controls make the mask that its code makes, and slips of the reader are said."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import attnlib
from attnlib.meaning.masks.scene import MaskedSentence
from attnlib.meaning.matrix import panels_of
from attnlib.widgets import MaskExplorer
from attnlib.widgets.frame.fit import ROOM_DOWN
from tests.widgets.host import record, tell


def mask_of(code: str) -> Any:
    """What ``mask`` is after the shown code, as a reader would run it in a notebook."""
    names: dict[str, Any] = {"np": np, **{name: getattr(attnlib, name) for name in attnlib.__all__}}
    exec(code, names)
    return names["mask"]


def check(explorer: MaskExplorer) -> None:
    """What is shown is the trace, and the shown code makes the shown mask."""
    mask, trace = mask_of(explorer.board.code.value), explorer.trace
    n = len(trace.tokens)
    whole = np.ones((n, n), dtype=bool) if mask is None else np.broadcast_to(mask, (n, n))
    np.testing.assert_array_equal(trace.allowed, whole)
    texts = explorer.board.views["mask"].texts
    assert [text[0] == "1" for text in texts] == whole.ravel().tolist()
    assert explorer.board.views["weights"].shape == (n, n)


def test_each_control_and_their_combinations_make_the_mask_of_the_code():
    explorer = MaskExplorer()
    board = explorer.board
    for causal in (True, False):
        board.causal.value = causal
        for windowed in (False, True):
            board.windowed.value = windowed
            for slider in board.sliders:
                for value in (slider.max, slider.min, 2):
                    slider.value = value
                    for leak in (True, False):
                        board.leak.value = leak
                        check(explorer)
    assert board.code.value == "mask = window_mask(6, left=2) & padding_mask(4, 6)"


def test_the_four_masks_of_the_lesson():
    assert MaskExplorer(causal=False).trace.mask is None
    assert MaskExplorer().code == "mask = causal_mask(6)"
    assert MaskExplorer(padding=1).code == "mask = causal_mask(6) & padding_mask(5, 6)"
    assert MaskExplorer(prefix=2, window=1).code == "mask = prefix_mask(6, prefix=2) & window_mask(6, left=1)"


def test_a_press_toggles_a_cell_and_another_press_puts_it_back():
    explorer = MaskExplorer()
    mask = explorer.board.views["mask"]
    tell(mask, {"type": "press", "row": 0, "column": 3})
    assert (explorer.trace.allowed[0, 3], mask.texts[3], mask.selected) == (True, "1*", (0, 3))
    assert explorer.narrator.explanation == "mask[The, on] = 1: “The” may attend to “on” (toggled by hand)"
    check(explorer)
    explorer.press("The", "on")
    assert explorer.code == "mask = causal_mask(6)"


def test_a_press_on_the_leak_takes_it_away():
    explorer = MaskExplorer(leak=True)
    explorer.press("cat", "mat")
    assert (explorer.board.leak.value, explorer.code) == (False, "mask = causal_mask(6)")


def test_a_changed_token_lights_the_outputs_that_moved():
    explorer = MaskExplorer()
    assert explorer.board.views["output"].lit == ()
    explorer.board.changed.value = "mat"
    assert explorer.board.views["output"].lit == (10, 11)
    explorer.board.leak.value = True
    assert explorer.board.views["output"].lit == (2, 3, 10, 11)
    assert "the outputs of “cat” and “mat” moved" in explorer.narrator.reading


def test_selecting_any_cell_lights_its_operands():
    explorer = MaskExplorer(selected=("weights", "sat", "cat"))
    assert explorer.board.views["masked"].lit == (12, 13, 14)
    tell(explorer.board.views["output"], {"type": "select", "row": 1, "column": 0})
    assert explorer.state["selected"] == ("output", "cat", "f1")
    assert explorer.board.views["weights"].lit == (6, 7)
    assert explorer.board.views["weights"].selected == ()
    assert explorer.narrator.explanation.startswith("output[cat, f1] = ")


def test_another_sentence_keeps_the_masks_and_lets_go_of_what_was_set_by_hand():
    explorer = MaskExplorer(padding=4, toggled=[(0, 1)], changed="mat", selected=("mask", 5, 5))
    explorer.board.sentence.value = "Mouse eats cheese"
    assert explorer.trace.tokens == ("Mouse", "eats", "cheese")
    assert explorer.code == "mask = causal_mask(3) & padding_mask(0, 3)"
    assert explorer.state["toggled"] == []
    assert (explorer.state["changed"], explorer.state["selected"]) == (None, None)
    assert explorer.narrator.name == "Mask explorer: Mouse eats cheese"
    check(explorer)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("a b c d e f g h i", "sentence: has room for 8 words, got 9; leave some out"),
        ("", "sentence: needs one to 8 words, got none"),
        ("Donaudampfschifffahrtsgesellschaft", "has 34 characters"),
    ],
)
def test_a_sentence_without_room_is_refused_beside_the_widget_and_the_old_one_stays(typed, said):
    explorer = MaskExplorer()
    before = repr(explorer)
    explorer.board.sentence.value = typed
    assert said in explorer.narrator.error
    assert repr(explorer) == before
    assert explorer.board.sentence.value == typed  # to be mended
    explorer.board.leak.value = True
    assert (explorer.narrator.error, explorer.board.sentence.value) == ("", "The cat sat on the mat")


def test_an_error_of_a_callback_is_shown_and_under_test_raised(monkeypatch):
    explorer = MaskExplorer()
    with pytest.raises(ValueError, match="row must be from 0 to 5"):
        tell(explorer.board.views["mask"], {"type": "press", "row": 9, "column": 0})
    assert explorer.narrator.error == "ValueError: row must be from 0 to 5, got 9"
    monkeypatch.delenv("ATTNLIB_RAISE_ERRORS")
    monkeypatch.setattr("attnlib.widgets.masks.explorer.MaskedSentence", None)
    explorer.board.padding.value = 2
    assert explorer.narrator.error.startswith("TypeError: ")


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"sentence": "a b c d e f g h i"}, ValueError, "sentence: has room for 8 words, got 9"),
        ({"padding": 7}, ValueError, "padding: at most 6 for this sentence, got 7"),
        ({"window": 6}, ValueError, "window: at most 5 for this sentence, got 6"),
        ({"prefix": -1}, ValueError, "prefix: needs a whole number of at least 0, got -1"),
        ({"padding": True}, TypeError, "padding: needs a whole number, got bool"),
        ({"changed": "dog"}, ValueError, "token: no 'dog' in the sentence, whose tokens are The"),
        ({"changed": 6}, ValueError, "token: 6 is outside the sentence, which has 6 tokens"),
        ({"toggled": [("cat", "dog")]}, ValueError, "column: no 'dog' in mask"),
        ({"toggled": ["cat"]}, ValueError, "toggled: needs cells of a row and a column, .* got 'cat'"),
        ({"selected": ("scores", 0, 0)}, ValueError, "selected: 'scores' is none of mask, scaled"),
        ({"selected": ("mask", 0)}, ValueError, "selected: needs a view, a row and a column, such as .*got"),
    ],
)
def test_what_cannot_be_is_refused_before_a_widget_is_made(options, error, message):
    import ipywidgets

    made: list[Any] = []
    ipywidgets.Widget.on_widget_constructed(made.append)
    try:
        with pytest.raises(error, match=message):
            MaskExplorer(**options)
    finally:
        ipywidgets.Widget.on_widget_constructed(None)
    assert made == []


def test_the_static_twin_says_the_reading_the_code_and_all_numbers():
    data, metadata = MaskExplorer(leak=True, selected=("weights", "cat", "mat"))._repr_mimebundle_()
    lines = data["text/plain"].splitlines()
    assert lines[0].startswith("A leak: “cat” sees “mat” (weight 0.53).")
    assert lines[1] == "mask = causal_mask(6); mask[1, 5] = True"
    assert lines[2].startswith("weights[cat, mat] = e^0.2812 / ")
    for title in (
        "mask: 1 may attend, ! leak",
        "scaled: ÷ √4",
        "masked: −∞ forbids",
        "weights before",
        "output =",
    ):
        assert any(line.startswith(title) for line in lines), title
    assert "cat    1    1    0   0    0   1!" in lines
    assert data["image/png"]
    assert "leak" in metadata["image/png"]["alt"]
    assert "application/vnd.jupyter.widget-view+json" in data


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
def test_the_picture_can_be_kept(tmp_path: Path, suffix: str):
    path = tmp_path / f"mask.{suffix}"
    MaskExplorer("one two three four five six seven eight", leak=True).save(path)
    assert path.stat().st_size > 1000


def test_the_rows_keep_their_height_whatever_is_typed():
    explorer = MaskExplorer()
    heights = {explorer.children[row].layout.height for row in (2, 3)}
    for text in ("one", "a b c d e f g h", " ".join(["extraordinarily-long"] * 8)):
        explorer.type(text)
        heights |= {explorer.children[row].layout.height for row in (2, 3)}
    assert len(heights) == 1
    assert 2 * int(heights.pop().removesuffix("px")) <= ROOM_DOWN


def test_a_step_of_a_slider_sends_only_what_differs():
    explorer = MaskExplorer()
    said = {name: record(view) for name, view in explorer.board.views.items()}
    explorer.board.padding.value = 1
    assert said["scaled"] == said["before"] == []
    assert {key for message in said["weights"] for key in message["state"]} == {"texts", "levels", "reading"}


def test_one_change_of_a_control_costs_the_kernel_little():
    explorer = MaskExplorer(changed="mat", leak=True, selected=("weights", "mat", "cat"))
    steps, whole = [], []
    for step in range(60):
        start = time.thread_time()
        explorer.board.padding.value = step % 6
        between = time.thread_time()
        panels_of(explorer.trace)
        steps.append(between - start)
        whole.append(time.thread_time() - between)
    # Measured 3 times the preparation of every panel of the same sentence, in the same run.
    assert np.median(steps[5:]) < 12 * np.median(whole[5:])


def test_a_press_is_explained_once(monkeypatch):
    explorer, said = MaskExplorer(), []
    explain = MaskedSentence.explain
    monkeypatch.setattr(
        MaskedSentence, "explain", lambda scene, cell: said.append(cell) or explain(scene, cell)
    )
    tell(explorer.board.views["mask"], {"type": "press", "row": 0, "column": 3})
    assert said == [("mask", 0, 3)]
