"""The checks themselves: each fault is planted in a tiny explorer and must be noticed; without faults none is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import driving
from tests.browser.axe import violations
from tests.browser.chromium import find_chromium
from tests.browser.page import EXPLORER, LabPage
from tests.notebooks import toys

FAULTS = ("dead", "replaces", "grows", "backlog", "unnamed", "raises")


@pytest.fixture(scope="module")
def toy(browser, lab):
    (lab.root / "toy.py").write_text((Path(__file__).parent / "toy.py").read_text())
    cells = [(f"toy.ToyExplorer({name!r})",) for name in FAULTS]
    toys.write(lab.root, "# Toy", ("import toy",), ("toy.ToyExplorer()",), *cells)
    page = LabPage(browser, lab)
    try:
        yield page.open("toy.ipynb").run_all()
    finally:
        page.close()


def explorer(toy, fault):
    return toy.explorers()[FAULTS.index(fault) + 1]


def test_a_sound_explorer_has_no_complaints(toy):
    sound = toy.explorers()[0]
    assert len(toy.explorers()) == len(FAULTS) + 1
    assert not toy.errors()
    for check in (driving.dead_controls, driving.unsteady, driving.backlog):
        assert check(toy, sound) == []


def test_dragging_follows_to_the_last_place(toy):
    sound = toy.explorers()[0]
    toy.watch(sound)
    end = toy.drag(driving.sliders(sound)[0], [step / 20 for step in range(21)])
    toy.settle()
    seen = toy.watched()
    assert sound.locator(".attn-cell").inner_text() == "1.00"
    assert seen["frames"] >= 5
    assert max(seen["changes"]) - end < 500


def test_a_dead_control_is_noticed(toy):
    assert "changes nothing" in driving.dead_controls(toy, explorer(toy, "dead"))[0]


def test_a_replaced_node_is_noticed(toy):
    assert "took a node out" in driving.unsteady(toy, explorer(toy, "replaces"))[0]


def test_a_changing_height_is_noticed(toy):
    assert "the height changed" in driving.unsteady(toy, explorer(toy, "grows"))[0]


def test_a_backlog_is_noticed(toy):
    assert "still changing" in driving.backlog(toy, explorer(toy, "backlog"))[0]


def test_an_error_shown_by_an_explorer_is_noticed(toy):
    driving.sliders(explorer(toy, "raises"))[0].press("End")
    toy.settle()
    assert toy.errors() == ["alert: it failed"]


def test_a_control_without_a_name_is_noticed(toy):
    found = violations(toy.page, EXPLORER)
    assert len(found) == 1
    assert found[0].startswith("label")


def test_a_missing_browser_is_a_failure_that_says_what_to_install(monkeypatch):
    monkeypatch.setenv("CHROMIUM", "no-such-browser")
    with pytest.raises(RuntimeError, match="apt install chromium"):
        find_chromium()
    monkeypatch.delenv("CHROMIUM")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("tests.browser.chromium.PLACES", ())
    monkeypatch.setattr("tests.browser.chromium._downloaded", lambda: None)
    with pytest.raises(RuntimeError, match="apt install chromium"):
        find_chromium()
