"""Views work where Jupyter isn't: without a signal, and where no view reaches another's model (marimo)."""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import attnlib.widgets
from attnlib.widgets.projection.explorer import ProjectionExplorer
from attnlib.widgets.views.wire import WiredWidget
from tests.widgets.every_view import CASES, TRACE
from tests.widgets.host import Host

FRONT_ENDS = {
    "anywidget 0.11 in Jupyter": {"signals": True, "others": "jupyter"},
    "anywidget 0.9.18 in Jupyter": {"signals": False, "others": "jupyter"},
    "no way to others": {"signals": False, "others": "none"},
    "others are refused": {"signals": True, "others": "refused"},
    "others without set_state": {"signals": True, "others": "bare"},
}
PLAIN = [name for name, front in FRONT_ENDS.items() if front["others"] != "jupyter"]
JUPYTER = [name for name in FRONT_ENDS if name not in PLAIN]


@pytest.fixture
def page(view_browser: Browser) -> Iterator[Page]:
    """Yield a page of its own; whatever goes wrong in a view's script fails the test."""
    wrong: list[str] = []
    page = view_browser.new_page()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    page.close()
    assert wrong == []


def views() -> set[type[WiredWidget]]:
    """Every class of view there is."""
    for module in pkgutil.walk_packages(attnlib.widgets.__path__, "attnlib.widgets."):
        importlib.import_module(module.name)
    found, new = set[type[WiredWidget]](), [WiredWidget]
    while new:
        new = [sub for known in new for sub in known.__subclasses__()]
        found.update(new)
    # anywidget derives a class for each widget; those of ours stand in their modules, and have a script of their own
    ours = {view for view in found if getattr(sys.modules[view.__module__], view.__name__, None) is view}
    return {view for view in ours if "_esm" in vars(view) or "_css" in vars(view)}


def test_each_view_there_is_is_among_those_tested() -> None:
    made = [type(case.make()).__mro__ for case in CASES.values()]
    assert {next(kind for kind in kinds if kind in views()) for kinds in made} == views()


SCRIPTS = {
    path.name: path.read_text(encoding="utf-8")
    for path in Path(attnlib.widgets.__path__[0]).joinpath("views").glob("*.js")
}


@pytest.mark.parametrize("name", CASES)
def test_the_pages_types_name_the_traits_that_the_kernel_sends(name: str) -> None:
    widget = CASES[name].make()
    kind = {"sheet": "matrix"}.get(name, name).capitalize()
    (typed,) = re.findall(r"\{\{([^{}]*)\}\} " + kind + r"Traits\b", "".join(SCRIPTS.values()))
    typed = re.sub(r"\[[^\]]*\w: [^\]]*\]", "", typed)  # names within a tuple aren't traits
    named = set(re.findall(r"(\w+): ", typed))
    sent = {trait for trait in widget._own_traits() if not trait.startswith("_")}
    assert named == sent - {"which"}  # this one is told apart in Python only


def test_every_script_has_its_types_checked() -> None:
    assert len(SCRIPTS) > 10
    assert [name for name, text in SCRIPTS.items() if not text.startswith("// @ts-check\n")] == []


@pytest.mark.parametrize("name", CASES)
def test_the_page_gets_the_code_without_its_comments(name: str) -> None:
    lines = str(CASES[name].make()._esm).splitlines()
    assert [line for line in lines if line.lstrip().startswith(("//", "/**", "*"))] == []
    code = [line for line in SCRIPTS["wire.js"].splitlines() if re.match(r"[\w}]", line)]
    assert [line for line in code if line not in lines] == []


@pytest.mark.browser
@pytest.mark.parametrize("front", FRONT_ENDS)
@pytest.mark.parametrize("name", CASES)
def test_a_view_shows_what_the_kernel_says_and_says_what_its_reader_does(
    page: Page, name: str, front: str
) -> None:
    case = CASES[name]
    host = Host(page, case.make(), **FRONT_ENDS[front])
    setattr(host.widget, case.text, "told anew")
    host.carry()
    assert "told anew" in page.evaluate("host.views[0].el.innerHTML")
    if case.act:
        page.evaluate(f"({case.act})(host.views[0].el)")
        host.carry()
        trait, value = case.does
        assert getattr(host.widget, trait) == value


class Comms:
    """What an explorer's views send, each by its own way, as a front end gets it."""

    def __init__(self, *widgets: WiredWidget) -> None:
        self.said: list[tuple[WiredWidget, dict[str, Any]]] = []
        for widget in widgets:
            widget._send = lambda msg, buffers=None, widget=widget: self.said.append((widget, msg))

    def take(self, method: str) -> list[tuple[WiredWidget, dict[str, Any]]]:
        """Let go of all that was sent and return what was sent by one method."""
        said, self.said = self.said, []
        return [(widget, msg) for widget, msg in said if msg["method"] == method]


def first_parcel(page: Page, front: str) -> tuple[ProjectionExplorer, Comms, Host]:
    """Let an explorer's first step reach the page of its narrator."""
    explorer = ProjectionExplorer(TRACE)
    host = Host(page, explorer.narrator, **FRONT_ENDS[front])
    del explorer.narrator.send_state  # the host's own record: here all is heard by Comms
    comms = Comms(explorer.narrator, *explorer.board.views.values())
    explorer.board.cell.value = 0.25
    ((carrier, parcel),) = [(w, m) for w, m in comms.take("custom") if m["content"]["type"] == "parcel"]
    assert carrier is explorer.narrator
    page.evaluate(
        "async (parcel) => { host.custom(parcel); await new Promise(setTimeout) }", parcel["content"]
    )
    return explorer, comms, host


@pytest.mark.browser
@pytest.mark.parametrize("front", JUPYTER)
def test_in_jupyter_a_parcel_reaches_each_model(page: Page, front: str) -> None:
    explorer, _, host = first_parcel(page, front)
    given = dict(page.evaluate("host.given"))
    weights = explorer.board.views["weights"]
    assert given[weights.model_id]["texts"] == list(weights.texts)
    assert host.sent == []


@pytest.mark.browser
@pytest.mark.parametrize("front", PLAIN)
def test_elsewhere_the_page_asks_for_ordinary_traits_and_gets_them(page: Page, front: str) -> None:
    explorer, comms, host = first_parcel(page, front)
    weights = explorer.board.views["weights"]
    assert host.sent == [{"type": "plain"}]
    (asked,) = page.evaluate("host.take()")
    explorer.narrator._handle_custom_msg(asked, [])
    again = {widget: msg["state"] for widget, msg in comms.take("update")}
    assert again[weights]["texts"] == weights.texts  # the first step is not lost
    assert explorer.narrator in again

    explorer.board.cell.value = 0.75
    said = comms.said[:]
    assert [msg for _, msg in said if msg["method"] == "custom"] == []  # no parcel any more
    news = {widget: msg["state"] for widget, msg in comms.take("update")}
    assert news[weights]["texts"] == weights.texts != again[weights]["texts"]

    before = ProjectionExplorer(TRACE).board.views["weights"]
    shown = Host(page, before, **FRONT_ENDS[front])
    page.evaluate("(states) => states.forEach(host.update)", [again[weights], news[weights]])
    texts = page.evaluate("Array.from(host.views[0].el.querySelectorAll('.attn-text'), (e) => e.textContent)")
    assert texts == list(weights.texts)
    assert shown.sent == []


@pytest.mark.browser
def test_one_closed_view_does_not_end_the_parcels_of_the_others(page: Page) -> None:
    host = Host(page, CASES["narrator"].make(), **FRONT_ENDS[JUPYTER[0]])
    parcel = {"type": "parcel", "states": {"gone": {"title": "new"}, "there": {"title": "new"}}}
    page.evaluate("async (parcel) => { host.custom(parcel); await new Promise(setTimeout) }", parcel)
    assert page.evaluate("host.given") == [["there", {"title": "new"}]]
    assert host.sent == []
