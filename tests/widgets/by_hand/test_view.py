"""The grid that a reader fills, on a page: keys as in a spreadsheet, and more than colour to tell right from wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from attnlib.meaning.by_hand import hand_panel
from attnlib.widgets.by_hand.view import HandView
from tests.browser.axe import violations
from tests.meaning.by_hand.traces import mouse
from tests.widgets.host import Host

Open = Callable[[Any], Host]


def view() -> HandView:
    written, right = {(0, 1): "4", (0, 2): "2"}, {(0, 1): True, (0, 2): False}
    return HandView(hand_panel(mouse, "scores", written, right, marks=False), size="large")


def cell(host: Host, row: int, column: int) -> Any:
    return host(f'.attn-cell[data-row="{row}"][data-col="{column}"]')


def edits(host: Host) -> list[tuple[int, int, str]]:
    host.carry()
    return [(m["row"], m["column"], m["text"]) for m in host.sent if m["type"] == "edit"]


def focused(host: Host) -> tuple[int, int]:
    place = host.page.evaluate("[document.activeElement.dataset.row, document.activeElement.dataset.col]")
    return int(place[0]), int(place[1])


def press(host: Host, *keys: str) -> None:
    for key in keys:
        host.page.keyboard.press(key)


def test_enter_goes_to_the_cell_below_and_stays_at_the_foot(opened: Open) -> None:
    host = opened(view())
    cell(host, 0, 0).focus()
    press(host, "1", "Enter", "2", ".", "5", "Enter", "3", "Enter")
    assert edits(host) == [(0, 0, "1"), (1, 0, "2.5"), (2, 0, "3")]
    assert focused(host) == (2, 0)


@pytest.mark.parametrize(
    ("key", "to"), [("ArrowRight", (1, 2)), ("ArrowLeft", (1, 0)), ("ArrowUp", (0, 1)), ("ArrowDown", (2, 1))]
)
def test_an_arrow_ends_typing_and_goes_on(opened: Open, key: str, to: tuple[int, int]) -> None:
    host = opened(view())
    cell(host, 1, 1).focus()
    press(host, "7", key)
    assert edits(host) == [(1, 1, "7")]
    assert focused(host) == to


def test_in_an_opened_cell_arrows_move_within_the_text(opened: Open) -> None:
    host = opened(view())
    cell(host, 0, 1).focus()
    press(host, "F2", "End", "ArrowLeft", "1", "Enter")
    assert edits(host) == [(0, 1, "14")]
    assert focused(host) == (1, 1)


@pytest.mark.parametrize("key", ["Delete", "Backspace"])
def test_delete_empties_a_cell(opened: Open, key: str) -> None:
    host = opened(view())
    cell(host, 0, 1).focus()
    press(host, key)
    assert edits(host) == [(0, 1, "")]
    assert focused(host) == (0, 1)


def test_an_opened_cell_can_be_emptied_and_escape_takes_back(opened: Open) -> None:
    host = opened(view())
    cell(host, 0, 1).focus()
    press(host, "F2", "Backspace", "Escape")
    assert edits(host) == []
    press(host, "F2", "Backspace", "Enter")
    assert edits(host) == [(0, 1, "")]


@pytest.mark.parametrize("text", ["sqrt(2)", "e^2.83", "inf", "-1/3", "(1+2)/3", ".5"])
def test_whatever_a_number_begins_with_begins_it(opened: Open, text: str) -> None:
    host = opened(view())
    cell(host, 2, 2).focus()
    host.page.keyboard.type(text)
    press(host, "Tab")
    assert edits(host) == [(2, 2, text)]


def test_other_letters_begin_nothing(opened: Open) -> None:
    host = opened(view())
    cell(host, 0, 0).focus()
    press(host, "x", "Control+e", "Shift+Tab")
    assert host("input").count() == 0
    assert edits(host) == []


def test_a_cell_says_whether_it_is_right_wrong_or_blank(opened: Open) -> None:
    host = opened(view())
    names = [cell(host, 0, column).get_attribute("aria-label") for column in range(3)]
    assert names == ["Mouse asks Mouse: blank", "Mouse asks Eats: right, 4", "Mouse asks Cheese: wrong, 2"]
    marks = [
        cell(host, 0, column).evaluate("cell => getComputedStyle(cell, '::after').content")
        for column in range(3)
    ]
    assert [mark.split(" ")[0].strip('"') for mark in marks] == ["none", "✓", "✗"]
    borders = [
        cell(host, 0, column).evaluate("cell => getComputedStyle(cell).borderTopStyle") for column in range(3)
    ]
    assert borders == ["dashed", "solid", "double"]


def test_the_mark_leaves_the_number_its_room(opened: Open) -> None:
    host = opened(view())
    host.widget.show(hand_panel(mouse, "scores", {(0, 0): "e^−2.828"}, {(0, 0): False}, marks=False))
    host.carry()
    box, text = cell(host, 0, 0).bounding_box(), cell(host, 0, 0).locator(".attn-text").bounding_box()
    assert text["x"] + text["width"] <= box["x"] + box["width"] - 12


@pytest.mark.parametrize("light", ["true", "false"])
def test_it_is_accessible(opened: Open, light: str) -> None:
    host = opened(view())
    host.page.evaluate(
        """(light) => {
            document.body.dataset.jpThemeLight = light;
            document.body.style.background = light === "true" ? "#fff" : "#111";
        }""",
        light,
    )
    assert violations(host.page, ".attn-matrix") == []
