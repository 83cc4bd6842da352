"""What a view listens to, observes or has still to do ends with it, however the front end says that it is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.widgets.every_view import CASES
from tests.widgets.host import Host

WATCH = (Path(__file__).parents[1] / "watch.js").read_text(encoding="utf-8")
NOTHING = {"observers": 0, "frames": 0, "timers": 0}
LISTENING = {"matrix", "sheet", "lines", "slider", "stepper"}  # what has something to press

pytestmark = pytest.mark.browser
says = pytest.mark.parametrize("signals", [True, False], ids=["by a signal", "by a clean-up"])
each = pytest.mark.parametrize("name", CASES)


@pytest.fixture
def watched(view_browser: Browser) -> Iterator[Page]:
    """Yield a page that counts what happens on it; whatever goes wrong in a view's script fails the test."""
    wrong: list[str] = []
    page = view_browser.new_page()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.evaluate(WATCH)
    yield page
    page.close()
    assert wrong == []


def busy(page: Page, name: str, signals: bool) -> Host:
    """Open a view inside an explorer's frame, and start whatever can run on its own."""
    case = CASES[name]
    host = Host(page, case.make(), signals=signals)
    page.evaluate("document.body.className = 'attn-explorer'")
    # The second time there is a frame around it, and what Playwright itself listens to is out of the count.
    page.evaluate("host.views[0].close(); watch.listened.length = 0; host.show()")
    page.evaluate(f"({case.busy})(host.views[1].el)")
    return host


@each
@says
def test_nothing_outlives_its_view(watched: Page, name: str, signals: bool) -> None:
    host = busy(watched, name, signals)
    assert (watched.evaluate("watch.happen()") > 0) == (name in LISTENING)
    watched.evaluate("host.views[1].close()")
    assert watched.evaluate("watch.happen()") == 0
    assert watched.evaluate("watch.running()") == NOTHING
    before = watched.evaluate("host.views[1].el.outerHTML")
    setattr(host.widget, CASES[name].text, "told anew")  # the model lives on, perhaps elsewhere on the page
    host.carry()
    assert watched.evaluate("host.views[1].el.outerHTML") == before


def test_there_was_something_that_could_have_outlived_it(watched: Page) -> None:
    busy(watched, "stepper", signals=True)
    assert watched.evaluate("watch.running()") == {**NOTHING, "timers": 1}
    busy(watched, "narrator", signals=True)
    assert watched.evaluate("watch.running().observers") == 1


def test_a_frame_that_was_asked_for_is_not_drawn_after_all(watched: Page) -> None:
    busy(watched, "narrator", signals=True)
    left = watched.evaluate("""async () => {
        await new Promise(requestAnimationFrame); // those of the views before
        await host.show();
        const asked = watch.frames.size;
        host.views[2].close();
        return [asked, watch.frames.size];
    }""")
    assert left == [1, 0]


@each
@says
def test_nothing_outlives_its_model(watched: Page, name: str, signals: bool) -> None:
    busy(watched, name, signals)
    assert len(watched.evaluate("host.heard")) > 1
    watched.evaluate("host.end()")
    assert watched.evaluate("host.heard") == []
    assert watched.evaluate("watch.timers.size") == 0


@says
def test_closing_one_of_two_views_leaves_the_other_alive(watched: Page, signals: bool) -> None:
    host = busy(watched, "stepper", signals)
    watched.evaluate("host.show().then(() => host.views[1].close())")
    assert watched.evaluate("watch.timers.size") == 1  # both showed the same play
    watched.evaluate(f"({CASES['stepper'].act})(host.views[2].el)")
    host.carry()
    assert host.widget.value == 2  # Play went to 1, Next to 2
    assert "step 3 of 3" in watched.evaluate("host.views[2].el.textContent")
