"""Cells as switches: a mask that a reader toggles cell by cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from attnlib import examples
from attnlib.maths.masks import causal_mask
from attnlib.meaning.masks.panels import mask_panel
from attnlib.meaning.matrix import matrix_panel
from attnlib.widgets.views.matrix import MatrixView
from tests.browser.axe import violations
from tests.widgets.host import Host, tell

Open = Callable[[Any], Host]


def view() -> MatrixView:
    return MatrixView(mask_panel(causal_mask(3), ("Mouse", "Eats", "Cheese")), pressable=True)


def cell(host: Host, row: int, column: int) -> Any:
    return host(f'.attn-cell[data-row="{row}"][data-col="{column}"]')


def presses(host: Host) -> list[tuple[int, int]]:
    return [(message["row"], message["column"]) for message in host.sent if message["type"] == "press"]


def test_pressing_tells_those_who_asked() -> None:
    pressed, heard = view(), []
    pressed.on_press(lambda row, column: heard.append((row, column)))
    pressed.press(0, 2)
    tell(pressed, {"type": "press", "row": 1, "column": 0})
    assert heard == [(0, 2), (1, 0)]


@pytest.mark.parametrize(
    ("place", "error", "message"),
    [
        ((3, 0), ValueError, "row must be from 0 to 2, got 3"),
        ((0, None), TypeError, "column must be a whole number"),
    ],
)
def test_no_such_cell_is_refused(place: tuple[Any, Any], error: type[Exception], message: str) -> None:
    pressed, heard = view(), []
    pressed.on_press(lambda *cell: heard.append(cell))
    with pytest.raises(error, match=message):
        pressed.press(*place)
    assert heard == []


def test_other_matrices_have_no_switches() -> None:
    plain = MatrixView(matrix_panel(examples.mouse_eats_cheese(), "scores"))
    with pytest.raises(ValueError, match="scores has no switches"):
        plain.press(0, 0)


# On the page


def test_a_click_selects_and_presses_in_one_message(opened: Open) -> None:
    host = opened(view())
    cell(host, 0, 2).click()
    assert host.sent == [{"type": "press", "row": 0, "column": 2}]
    host.carry()
    assert host.widget.selected == (0, 2)


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_key_presses_and_arrows_do_not(opened: Open, key: str) -> None:
    host = opened(view())
    host.page.keyboard.press("Tab")
    host.page.keyboard.press("ArrowRight")
    host.page.keyboard.press(key)
    host.carry()
    assert presses(host) == [(0, 1)]


def test_presses_are_never_merged(opened: Open) -> None:
    host = opened(view())
    host.page.keyboard.press("Tab")
    for _ in range(5):
        host.page.keyboard.press("Space")
    host.carry()
    assert presses(host) == [(0, 0)] * 5


def test_a_key_held_down_presses_once(opened: Open) -> None:
    host = opened(view())
    host.page.keyboard.press("Tab")
    for _ in range(3):
        host.page.keyboard.down("Space")
    host.page.keyboard.up("Space")
    host.carry()
    assert presses(host) == [(0, 0)]


def test_a_cell_says_whether_it_is_on(opened: Open) -> None:
    host = opened(view())
    on = host.page.get_by_role("switch", name="Eats asks Mouse: 1")
    off = host.page.get_by_role("switch", name="Mouse asks Eats: masked, 0")
    assert (on.get_attribute("aria-checked"), off.get_attribute("aria-checked")) == ("true", "false")
    mask = causal_mask(3)
    mask[0, 1] = True
    host.widget.show(mask_panel(mask, ("Mouse", "Eats", "Cheese")))
    host.carry()
    assert cell(host, 0, 1).get_attribute("aria-checked") == "true"
    assert host("[role=grid]").get_attribute("aria-readonly") == "false"


def test_the_selected_cell_of_the_grid_is_said(opened: Open) -> None:
    host = opened(view())
    cell(host, 1, 1).click()
    assert host('[role=gridcell][aria-selected="true"] [role=switch]').get_attribute("data-row") == "1"
    assert host("[role=gridcell] > [role=switch]").count() == 9


def test_other_cells_are_no_switches(opened: Open) -> None:
    host = opened(MatrixView(matrix_panel(examples.mouse_eats_cheese(), "scores")))
    cell(host, 0, 0).click()
    host.page.keyboard.press("Space")
    assert presses(host) == []
    assert host("[role=switch]").count() == 0


@pytest.mark.parametrize("theme", ["true", "false"])
def test_it_is_accessible(opened: Open, theme: str) -> None:
    host = opened(view())
    host.page.evaluate(
        """(light) => {
            document.body.dataset.jpThemeLight = light;
            document.body.style.background = light === "true" ? "#fff" : "#111";
        }""",
        theme,
    )
    assert violations(host.page, ".attn-matrix") == []
