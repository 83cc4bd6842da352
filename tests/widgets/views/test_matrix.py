from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from attnlib import examples
from attnlib.maths.attention import trace_attention
from attnlib.maths.masks import causal_mask
from attnlib.meaning import palette
from attnlib.meaning.matrix import MatrixPanel, matrix_panel
from attnlib.widgets.views.matrix import MatrixView
from tests.browser.axe import violations
from tests.widgets.host import Host, record, tell

Open = Callable[[Any], Host]
HURT = "<img src=x onerror=window.hurt=1>"


def panel(stage: str = "scores", **changes: Any) -> MatrixPanel:
    return dataclasses.replace(matrix_panel(examples.mouse_eats_cheese(), stage), **changes)


def another() -> MatrixPanel:
    return panel(texts=(("0", "5", "0"), ("4", "4", "4"), ("0", "4", "0")))


def masked() -> MatrixPanel:
    trace = examples.mouse_eats_cheese()
    return matrix_panel(
        trace_attention(trace.Q, trace.K, trace.V, mask=causal_mask(3), tokens=trace.tokens), "masked"
    )


def test_what_is_shown_already_is_not_sent_again() -> None:
    view = MatrixView(panel())
    said = record(view)
    view.show(panel())
    assert said == []


def test_only_what_changed_is_sent_and_in_one_message() -> None:
    view = MatrixView(panel())
    said = record(view)
    view.show(another())
    assert [list(message["state"]) for message in said] == [["texts"]]


def test_texts_and_levels_are_the_panels_row_by_row() -> None:
    view = MatrixView(masked())
    assert view.texts[1:3] == ("−∞", "−∞")
    assert view.levels[1:3] == ("m", "m")
    assert view.shape == (3, 3)
    assert repr(view) == "MatrixView('masked', 3 × 3)"


def test_selecting_tells_those_who_asked() -> None:
    view, heard = MatrixView(panel()), []
    view.on_select(lambda row, column: heard.append((row, column)))
    view.select(0, 1)
    tell(view, {"type": "select", "row": 2, "column": 0})
    assert heard == [(0, 1), (2, 0)]
    assert view.selected == (2, 0)
    view.unselect()
    assert (heard[2:], view.selected) == ([], ())


def test_editing_hands_on_the_text_as_it_was_typed() -> None:
    view, heard = MatrixView(panel("W_Q"), editable=True), []
    view.on_edit(lambda *edit: heard.append(edit))
    view.edit(0, 1, " 1e3 ")
    tell(view, {"type": "edit", "row": 1, "column": 0, "text": "no number"})
    assert heard == [(0, 1, " 1e3 "), (1, 0, "no number")]


@pytest.mark.parametrize(
    ("act", "error", "message"),
    [
        (lambda view: view.select(3, 0), ValueError, "row must be from 0 to 2, got 3"),
        (lambda view: view.select(0, -1), ValueError, "column must be from 0 to 2, got -1"),
        (lambda view: view.select("0", 0), TypeError, "row must be a whole number, got '0'"),
        (lambda view: view.select(True, 0), TypeError, "row must be a whole number, got True"),
        (lambda view: view.edit(0, 0, "1"), ValueError, "scores is computed, so its cells can't be edited"),
        (lambda view: view.light([(0, 9)]), ValueError, "column must be from 0 to 2, got 9"),
        (
            lambda view: tell(view, {"type": "select", "row": 0.5, "column": 0}),
            TypeError,
            "whole number, got 0.5",
        ),
        (lambda view: tell(view, {"type": "select", "row": 0}), ValueError, "doesn't understand"),
    ],
)
def test_what_cannot_be_is_refused(
    act: Callable[[MatrixView], None], error: type[Exception], message: str
) -> None:
    view, heard = MatrixView(panel()), []
    view.on_select(lambda *cell: heard.append(cell))
    with pytest.raises(error, match=message):
        act(view)
    assert (heard, view.selected, view.lit) == ([], (), ())


def test_an_edit_must_be_text() -> None:
    with pytest.raises(TypeError, match="text must be a str"):
        MatrixView(panel("X"), editable=True).edit(0, 0, 1.0)  # type: ignore[arg-type]


def test_error_of_a_callback_is_raised_or_goes_to_on_error() -> None:
    view = MatrixView(panel())
    errors: list[Exception] = []
    view.on_select(lambda row, column: errors.append(ValueError(row / column)))
    with pytest.raises(ZeroDivisionError):
        view.select(0, 0)
    said = record(view)
    view.on_error.append(errors.append)
    tell(view, {"type": "select", "row": 1, "column": 0}, seq=3)
    assert [type(error) for error in errors] == [ZeroDivisionError]
    assert said[-1]["content"] == {"type": "ack", "page": "p", "seq": 3}


def test_lit_cells_are_counted_row_by_row() -> None:
    view = MatrixView(panel("Q"))
    view.light([(1, 0), (1, 1)])
    assert view.lit == (2, 3)
    view.light()
    assert view.lit == ()


def test_a_selection_without_a_cell_is_dropped() -> None:
    view = MatrixView(panel())
    view.select(0, 2)
    view.show(panel("Q"))
    assert view.selected == ()


# On the page


def cell(host: Host, row: int, column: int) -> Any:
    return host(f'.attn-cell[data-row="{row}"][data-col="{column}"]')


def test_every_cell_has_a_name_that_says_who_asks_whom(opened: Open) -> None:
    host = opened(MatrixView(panel("weights")))
    assert host.page.get_by_role("gridcell", name="Mouse asks Eats: 0.89").count() == 1
    host = opened(MatrixView(panel("X")))
    assert host.page.get_by_role("gridcell", name="Mouse, f1: 2").count() == 1
    host = opened(MatrixView(masked()))
    assert host.page.get_by_role("gridcell", name="Mouse asks Eats: masked, −∞").count() == 1


def test_the_grid_is_a_grid(opened: Open) -> None:
    host = opened(MatrixView(panel()))
    grid = host.page.get_by_role("grid", name="scores, 3 rows (asks), 3 columns (is asked)")
    assert [grid.get_attribute(name) for name in ("aria-rowcount", "aria-colcount")] == ["4", "4"]
    assert host.page.get_by_role("rowheader", name="Eats asks").count() == 1
    assert host.page.get_by_role("columnheader", name="Eats is asked").count() == 1
    assert host.page.get_by_role("row").count() == 4
    assert host(".attn-cell[data-lm-suppress-shortcuts]").count() == 9


def test_a_step_replaces_no_node_and_touches_only_what_changed(opened: Open) -> None:
    host = opened(MatrixView(panel()))
    host.page.evaluate(
        """() => {
            window.changed = new Set();
            const all = [...document.querySelectorAll(".attn-matrix, .attn-matrix *")];
            window.kept = all.flatMap((e) => [e, e.firstChild]);
            const cell = (node) => (node.closest ? node : node.parentElement).closest(".attn-cell");
            const note = (r) => changed.add(`${r.type} ${cell(r.target)?.getAttribute("aria-label")}`);
            const watch = new MutationObserver((records) => records.forEach(note));
            watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        }"""
    )
    host.widget.show(another())
    host.carry()
    assert cell(host, 0, 1).inner_text() == "5"
    assert sorted(host.page.evaluate("[...changed]")) == [
        "attributes Mouse asks Eats: 5", "characterData Mouse asks Eats: 5"
    ]  # fmt: skip
    assert host.page.evaluate("kept.every((node) => node === null || node.isConnected)")


def test_colour_comes_from_the_palette_by_the_cells_level(opened: Open) -> None:
    view = MatrixView(panel())
    host = opened(view)

    def fill() -> str:
        return str(cell(host, 0, 1).evaluate("e => getComputedStyle(e).backgroundColor"))

    def as_rgb(colour: str) -> str:
        return f"rgb({', '.join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))})"

    assert fill() == as_rgb(palette.FILLS["light"][view.levels[1]])
    host.page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    assert fill() == as_rgb(palette.FILLS["dark"][view.levels[1]])
    host.page.evaluate("delete document.body.dataset.jpThemeLight")


def test_arrows_move_focus_and_selection_together(opened: Open) -> None:
    host = opened(MatrixView(panel()))
    host.page.keyboard.press("Tab")
    assert cell(host, 0, 0).evaluate("e => e === document.activeElement")
    assert host.sent == []  # passing through by Tab selects nothing
    for key in ("ArrowRight", "ArrowDown", "End", "Control+Home"):
        host.page.keyboard.press(key)
        host.carry()
    assert [(message["row"], message["column"]) for message in host.sent] == [(0, 1), (1, 1), (1, 2), (0, 0)]
    assert cell(host, 0, 0).evaluate("e => e === document.activeElement")
    assert host('[aria-selected="true"]').count() == 1
    assert host('.attn-cell[tabindex="0"]').count() == 1
    assert host.widget.selected == (0, 0)


def test_arrows_stop_at_the_edges(opened: Open) -> None:
    host = opened(MatrixView(panel()))
    cell(host, 0, 0).click()
    host.page.keyboard.press("ArrowUp")
    host.page.keyboard.press("ArrowLeft")
    assert [(message["row"], message["column"]) for message in host.sent] == [(0, 0)]


def test_many_arrows_leave_no_backlog(opened: Open) -> None:
    host = opened(MatrixView(panel()))
    cell(host, 0, 0).click()
    for key in ["ArrowRight", "ArrowLeft"] * 15 + ["ArrowDown"]:
        host.page.keyboard.press(key)
    assert len(host.sent) == 2
    host.carry()
    assert len(host.sent) == 3
    assert host.widget.selected == (1, 0)


def test_space_selects_the_focused_cell(opened: Open) -> None:
    host = opened(MatrixView(panel()))
    host.page.keyboard.press("Tab")
    host.page.keyboard.press("Space")
    assert host.sent == [{"type": "select", "row": 0, "column": 0}]


def test_the_kernel_selects_and_lights(opened: Open) -> None:
    host = opened(MatrixView(panel()))
    host.widget.selected = (2, 2)
    host.widget.light([(0, 0), (0, 1)])
    host.carry()
    assert cell(host, 2, 2).get_attribute("aria-selected") == "true"
    assert host(".attn-lit").count() == 2
    assert (
        cell(host, 0, 1).evaluate("e => getComputedStyle(e, '::after').content") == '""'
    )  # a mark beside the colour
    host.page.keyboard.press("Tab")
    assert cell(host, 2, 2).evaluate("e => e === document.activeElement")


@pytest.mark.parametrize("key", ["Enter", "Tab"])
def test_typing_edits_in_place(opened: Open, key: str) -> None:
    host = opened(MatrixView(panel("W_Q"), editable=True))
    cell(host, 0, 0).click()
    before = cell(host, 0, 0).bounding_box()
    host.page.keyboard.type("-1.5")
    box = host("input.attn-edit")
    assert box.input_value() == "-1.5"
    assert box.get_attribute("data-lm-suppress-shortcuts") == "true"
    assert cell(host, 0, 0).bounding_box() == before
    host.page.keyboard.press(key)
    assert host("input").count() == 0
    assert host.sent == [
        {"type": "select", "row": 0, "column": 0},
        {"type": "edit", "row": 0, "column": 0, "text": "-1.5"},
    ]
    if key == "Enter":
        assert cell(host, 0, 0).evaluate("e => e === document.activeElement")


def test_leaving_the_cell_keeps_what_was_typed_and_escape_does_not(opened: Open) -> None:
    host = opened(MatrixView(panel("W_Q"), editable=True))
    cell(host, 0, 0).click()
    host.page.keyboard.press("F2")
    host.page.keyboard.type("7")
    host.page.keyboard.press("Escape")
    host.page.keyboard.type("8")
    cell(host, 1, 1).click()
    host.carry()
    assert [message["text"] for message in host.sent if message["type"] == "edit"] == ["8"]
    assert host.widget.selected == (1, 1)


def test_edits_are_never_merged(opened: Open) -> None:
    host = opened(MatrixView(panel("W_Q"), editable=True))
    cell(host, 0, 0).click()
    for digit in "1234":
        host.page.keyboard.type(digit)
        host.page.keyboard.press("Enter")
    host.carry()
    assert [message["text"] for message in host.sent if message["type"] == "edit"] == ["1", "2", "3", "4"]


def test_opening_and_closing_a_cell_sends_nothing(opened: Open) -> None:
    host = opened(MatrixView(panel("W_Q"), editable=True))
    cell(host, 0, 1).dblclick()
    assert host("input.attn-edit").input_value() == "1"
    host.page.keyboard.press("Enter")
    assert [message["type"] for message in host.sent] == ["select"]


def test_an_update_does_not_wipe_out_what_is_being_typed(opened: Open) -> None:
    host = opened(MatrixView(panel(), editable=True))
    cell(host, 0, 1).click()
    host.page.keyboard.type("12")
    host.widget.show(another())
    host.carry()
    assert host("input.attn-edit").input_value() == "12"
    assert host("input.attn-edit").evaluate("e => e === document.activeElement")


def test_computed_cells_cannot_be_typed_into(opened: Open) -> None:
    host = opened(MatrixView(panel()))
    cell(host, 0, 0).click()
    host.page.keyboard.type("5")
    host.page.keyboard.press("Enter")
    cell(host, 0, 0).dblclick()
    assert host("input").count() == 0
    assert host("[role=grid]").get_attribute("aria-readonly") == "true"


def test_tokens_and_texts_are_text_and_never_markup(opened: Open) -> None:
    wild = panel(
        row_labels=(HURT, "b", "c"), column_labels=(HURT, "b", "c"), title=HURT, texts=((HURT, "1", "2"),) * 3
    )
    host = opened(MatrixView(wild))
    assert host("img").count() == 0
    assert host.page.evaluate("window.hurt") is None
    assert host(".attn-rowheader").first.get_attribute("title") == f"{HURT} asks"


def test_a_long_label_is_cut_for_the_eye_only(opened: Open) -> None:
    long = "Donaudampfschifffahrtsgesellschaft"
    host = opened(MatrixView(panel(row_labels=(long, "b", "c"))))
    assert host(".attn-rowheader").first.evaluate("e => e.offsetWidth") < 100
    assert host.page.get_by_role("rowheader", name=f"{long} asks").count() == 1
    assert host(".attn-rowheader").first.get_attribute("title") == f"{long} asks"


@pytest.mark.parametrize("size", ["large", "normal", "compact", "dense"])
@pytest.mark.parametrize("present", [False, True])
def test_no_number_is_cut_and_projecting_makes_no_cell_larger(opened: Open, size: str, present: bool) -> None:
    texts = (("−0.54", "−12.34", "1.2e−7"), ("−1.2e−7", "−100000", "0.89"), ("−∞", "4", "−2.83"))
    host = opened(MatrixView(panel(texts=texts), size=size))
    size_of = "all => all.map(e => [e.offsetWidth, e.offsetHeight])"
    before = host(".attn-cell").evaluate_all(size_of)
    if present:
        host.page.evaluate("document.body.firstElementChild.classList.add('attn-presenting')")
    assert host(".attn-cell").evaluate_all(size_of) == before
    sticks_out = "e => e.firstChild.getBoundingClientRect().width > e.clientWidth + 0.5"
    assert [part.inner_text() for part in host(".attn-cell").all() if part.evaluate(sticks_out)] == []


def test_folding_hides_the_grid_and_tells_python(opened: Open) -> None:
    host = opened(MatrixView(panel(), foldable=True))
    button = host.page.get_by_role("button", name="show scores")
    assert button.get_attribute("aria-expanded") == "true"
    button.press("Enter")
    assert not host("[role=grid]").is_visible()
    host.carry()
    assert host.widget.folded is True
    host.widget.folded = False
    host.carry()
    assert host("[role=grid]").is_visible()


def test_two_views_of_one_matrix_stay_in_step(opened: Open) -> None:
    host = opened(MatrixView(panel()))
    host.page.evaluate("host.show()")
    cell(host, 0, 1).first.click()
    assert host('[aria-selected="true"]').count() == 2
    host.widget.show(another())
    host.carry()
    assert cell(host, 0, 1).all_inner_texts() == ["5", "5"]


def test_another_shape_is_drawn_anew(opened: Open) -> None:
    host = opened(MatrixView(panel()))
    host.widget.show(panel("Q"))
    host.carry()
    assert host(".attn-cell").count() == 6
    assert host(".attn-columnheader").all_inner_texts() == ["f1", "f2"]


@pytest.mark.parametrize("theme", ["true", "false"])
@pytest.mark.parametrize("make", [lambda: panel("weights"), masked, lambda: panel("X")])
def test_it_is_accessible(opened: Open, make: Callable[[], MatrixPanel], theme: str) -> None:
    host = opened(MatrixView(make(), editable=True, foldable=True))
    host.page.evaluate(
        """(light) => {
            document.body.dataset.jpThemeLight = light;
            document.body.style.background = light === "true" ? "#fff" : "#111"; // as in JupyterLab
        }""",
        theme,
    )
    assert violations(host.page, ".attn-matrix") == []


def test_showing_six_tokens_costs_the_kernel_little() -> None:
    import time

    rng = np.random.default_rng(0)
    shown = [matrix_panel(trace_attention(*rng.normal(size=(3, 6, 4))), "scores") for _ in range(50)]
    view, took = MatrixView(shown[0]), []
    for one in shown:
        start = time.perf_counter()
        view.show(one)
        took.append(time.perf_counter() - start)
    assert np.median(took) < 0.5e-3  # 0.04 ms was measured; the room is for slow machines


def test_tiny_cells_show_colours_only_and_are_spoken_as_any_other(opened: Open) -> None:
    host = opened(MatrixView(panel("weights"), size="tiny"))
    box = cell(host, 0, 1).bounding_box()
    assert (box["width"], box["height"]) == (16, 14)
    assert not host(".attn-text").first.is_visible()
    said = "Mouse asks Eats: 0.89"
    assert cell(host, 0, 1).get_attribute("aria-label") == cell(host, 0, 1).get_attribute("title") == said
    assert host.page.get_by_role("rowheader", name="Mouse asks").count() == 1
    grid = host(".attn-grid").bounding_box()
    assert grid is not None
    assert grid["width"] <= 3 * 17 + 1
    assert violations(host.page, ".attn-matrix") == []


def test_cells_that_are_large_enough_have_no_title_over_them(opened: Open) -> None:
    host = opened(MatrixView(panel("weights"), size="dense"))
    assert cell(host, 0, 1).get_attribute("title") is None
    host.widget.size = "tiny"
    host.carry()
    assert cell(host, 0, 1).get_attribute("title") is not None
