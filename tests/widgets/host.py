"""A view's Python and its page joined without a notebook: what one says is carried to the other when a test says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from attnlib.widgets.views import wire
from attnlib.widgets.views.wire import WiredWidget

SCRIPT = (Path(__file__).parent / "host.js").read_text(encoding="utf-8")


def record(widget: WiredWidget) -> list[dict[str, Any]]:
    """Collect what a widget sends from now on: ``update`` and ``custom`` messages in their order."""
    said: list[dict[str, Any]] = []
    whole = widget.send_state

    def send_state(key: Any = None) -> None:
        if wire._parcel is not None:  # it goes out with an explorer's parcel
            names = (key,) if isinstance(key, str) else tuple(key or ())
            state = {name: getattr(widget, name) for name in names}
            said.extend([{"method": "update", "state": state}] if state else [])
        whole(key)

    widget._send = lambda msg, buffers=None: said.append(msg)
    widget.send_state = send_state  # type: ignore[method-assign]
    return said


def tell(widget: WiredWidget, content: dict[str, Any], seq: int = 1) -> None:
    """Hand a widget a message as its page would send it."""
    widget._handle_custom_msg({**content, "page": "p", "seq": seq}, [])


class Host:
    """A widget shown on a page.

    Parameters
    ----------
    page : Page
    widget : WiredWidget
    front : optional
        What the front end can: ``signals`` and ``others`` of host.js.
    """

    def __init__(self, page: Page, widget: WiredWidget, **front: Any) -> None:
        self.page, self.widget = page, widget
        state = {
            key: value
            for key, value in widget.get_state().items()
            if not key.startswith("_") and key != "layout"
        }
        self._said = record(widget)
        page.set_content("<!doctype html><html lang=en><title>view</title><body></body>")
        page.add_script_tag(content=SCRIPT)
        page.evaluate("(all) => openView(...all)", [str(widget._esm), str(widget._css), state, front])

    def __call__(self, selector: str) -> Locator:
        """Elements on the page."""
        return self.page.locator(selector)

    @property
    def sent(self) -> list[dict[str, Any]]:
        """Every message that the page has sent, without its number."""
        messages: list[dict[str, Any]] = self.page.evaluate("host.sent")
        return [{k: v for k, v in message.items() if k not in ("seq", "page")} for message in messages]

    def carry(self, count: int | None = None) -> None:
        """Let messages pass both ways until nobody says more, or only ``count`` of the page's."""
        self._deliver()
        carried = 0
        while messages := self.page.evaluate("host.take()"):
            for message in messages:
                self.widget._handle_custom_msg(message, [])
                self._deliver()
                carried += 1
                if carried == count:
                    return

    def _deliver(self) -> None:
        while self._said:
            message = self._said.pop(0)
            kind = "update" if message["method"] == "update" else "custom"
            content = message["state"] if kind == "update" else message["content"]
            self.page.evaluate(f"(content) => host.{kind}(content)", content)
