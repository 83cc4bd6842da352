"""One notebook open in JupyterLab, and what a person does with it."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator

from tests.browser.lab import LabServer

ARTIFACTS = Path(__file__).resolve().parents[1] / "artifacts"
VIEWPORT = {"width": 1280, "height": 800}
WATCH = (Path(__file__).parent / "watch.js").read_text(encoding="utf-8")
EXPLORER = ".attn-explorer"
# What JupyterLab itself says on the console, whatever notebook is open.
NOISE = re.compile(
    r"favicon|/api/workspaces/|/api/me|/lsp/|ResizeObserver loop|lumino|Failed to load resource.*404"
    r"|the debugger state|Canceled future for"  # said when a kernel goes
)


class LabPage:
    """A browser page with JupyterLab in it; close it with :meth:`close`.

    Parameters
    ----------
    browser : Browser
    server : LabServer
    theme : {"light", "dark"}
    """

    def __init__(self, browser: Browser, server: LabServer, *, theme: str = "light") -> None:
        self.server = server
        self.context = browser.new_context(viewport=VIEWPORT, reduced_motion="reduce")  # type: ignore[arg-type]
        self.page = self.context.new_page()
        self.page.set_default_timeout(30_000)
        self.console: list[str] = []
        self.page.on("pageerror", lambda error: self.console.append(error.stack or str(error)))
        self.page.on("console", lambda m: self.console.append(m.text) if m.type == "error" else None)
        self._theme = theme
        self.name = ""

    def close(self) -> None:
        """Shut the kernel down and close the page."""
        try:
            self.page.evaluate("() => window.jupyterapp?.serviceManager.sessions.shutdownAll()")
        finally:
            self.context.close()

    def open(self, name: str, *, kernel: bool = True) -> LabPage:
        """Open a notebook of the server's root and wait until it is drawn; without ``kernel`` none is left running."""
        self.name = name
        self.page.goto(f"{self.server.url}/lab?reset", wait_until="domcontentloaded")
        self.page.wait_for_function("() => window.jupyterapp?.restored")
        self.set_theme(self._theme)
        self.page.evaluate(
            """async ([path, kernel]) => {
                const app = window.jupyterapp;
                await app.restored;
                await app.commands.execute("filebrowser:hide-main").catch(() => {});
                if (!app.shell.leftCollapsed) app.shell.collapseLeft();
                const panel = await app.commands.execute("docmanager:open", { path, factory: "Notebook" });
                await panel.revealed;
                await panel.context.ready;
                await panel.sessionContext.ready;
                await panel.sessionContext.session.kernel.info;
                if (!kernel) await panel.sessionContext.shutdown();
                window.attnPanel = panel;
            }""",
            [name, kernel],
        )
        self.page.wait_for_selector(".jp-Notebook .jp-Cell")
        return self

    def run_all(self, *, timeout: float = 180) -> LabPage:
        """Run every cell and wait until all have run, the kernel is idle and every widget is drawn."""
        self.page.evaluate(
            """async ([timeout]) => {
                const panel = window.attnPanel;
                const run = window.jupyterapp.commands.execute("notebook:run-all-cells");
                const late = new Promise((_, no) => setTimeout(() => no(new Error("Run All took too long")), timeout));
                await Promise.race([run, late]);
                const idle = () => panel.sessionContext.session?.kernel?.status === "idle";
                while (!idle()) await new Promise((go) => setTimeout(go, 20));
            }""",
            [timeout * 1000],
        )
        self.page.wait_for_function(
            "() => !document.querySelector('.jp-Notebook').innerText.includes('Loading widget')"
        )
        self.settle()
        return self

    def settle(self, milliseconds: int = 300) -> None:
        """Wait until nothing in the notebook has changed for a while."""
        self.page.evaluate(
            """(quiet) => new Promise((done) => {
                const notebook = document.querySelector(".jp-Notebook");
                let timer = setTimeout(finish, quiet);
                const again = () => { clearTimeout(timer); timer = setTimeout(finish, quiet); };
                const observer = new MutationObserver(again);
                const limit = setTimeout(finish, 20 * quiet);
                function finish() { observer.disconnect(); clearTimeout(limit); done(); }
                observer.observe(notebook, { subtree: true, childList: true, characterData: true, attributes: true });
            })""",
            milliseconds,
        )

    def errors(self) -> list[str]:
        """Return what went wrong: error and stderr outputs, alerts in explorers, errors on the console."""
        found: list[str] = self.page.evaluate(
            """() => {
                const cells = window.attnPanel.content.model.sharedModel.toJSON().cells;
                const outputs = cells.flatMap((cell, n) => (cell.outputs ?? []).map((output) => [n + 1, output]));
                const bad = outputs.filter(([, o]) => o.output_type === "error" || o.name === "stderr");
                const said = bad.map(([n, o]) => `cell ${n}: ${o.ename ?? "stderr"}: ${o.evalue ?? o.text}`);
                const alerts = [...document.querySelectorAll(".attn-explorer [role=alert]")];
                const shown = document.querySelector(".jp-Notebook").innerText;
                const fatal = ["model not found", "Error displaying widget", "Failed to load model"];
                return [
                    ...said,
                    ...alerts.map((a) => a.innerText.trim()).filter(Boolean).map((text) => `alert: ${text}`),
                    ...fatal.filter((text) => shown.includes(text)),
                ];
            }"""
        )
        return found + [f"console: {text}" for text in self.console if not NOISE.search(text)]

    def explorers(self) -> list[Locator]:
        """Return every explorer on the page."""
        return self.page.locator(EXPLORER).all()

    def text(self) -> str:
        """Return all that the notebook shows as text."""
        return self.page.locator(".jp-Notebook").inner_text()

    def scroll_to(self, place: Locator) -> None:
        """Bring ``place`` to the top of the notebook, where all of an explorer is in sight."""
        place.evaluate("(element) => element.scrollIntoView({ block: 'start', behavior: 'instant' })")

    def screenshot(self, name: str, place: Locator | None = None) -> Path:
        """Picture ``place``, or the whole window, into the folder ATTNLIB_SCREENSHOTS (or tests/artifacts)."""
        folder = Path(os.environ.get("ATTNLIB_SCREENSHOTS", ARTIFACTS / "screenshots"))
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}.png"
        (self.page if place is None else place).screenshot(path=path)
        return path

    def set_theme(self, theme: str) -> None:
        """Change JupyterLab to its light or dark theme and wait until it is on."""
        light = str(theme == "light").lower()
        # Each change shows JupyterLab's splash; begun while the last one fades, its removal fails on the console.
        splash = self.page.locator("#jupyterlab-splash")
        splash.wait_for(state="detached")
        if self.page.evaluate("() => document.body.dataset.jpThemeLight") == light:
            return
        self.page.evaluate(
            "(theme) => window.jupyterapp.commands.execute('apputils:change-theme', { theme })",
            f"JupyterLab {theme.capitalize()}",
        )
        splash.wait_for(state="detached")
        self.page.wait_for_selector(f'body[data-jp-theme-light="{light}"]', state="attached")

    def watch(self, explorer: Locator) -> None:
        """Begin to record what changes in an explorer (watch.js)."""
        explorer.evaluate(WATCH)

    def watched(self) -> dict[str, Any]:
        """End the recording: times of change, element nodes that were removed, heights, frames with a change."""
        return self.page.evaluate("() => window.attnStop()")  # type: ignore[no-any-return]

    def now(self) -> float:
        """Return the page's clock, in ms, as the recording uses it."""
        return float(self.page.evaluate("() => performance.now()"))

    def drag(self, slider: Locator, fractions: list[float], *, pause: float = 16) -> float:
        """Drag a slider's thumb through places between its ends (0 to 1); return the page's time of letting go."""
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        assert box is not None, "the slider is not shown"
        thumb = 16.0
        at: float = slider.evaluate(
            "(e) => (Number(e.value) - Number(e.min)) / (Number(e.max) - Number(e.min) || 1)"
        )

        def x(fraction: float) -> float:
            return box["x"] + thumb / 2 + fraction * (box["width"] - thumb)

        y = box["y"] + box["height"] / 2
        self.page.mouse.move(x(at), y)
        self.page.mouse.down()
        for fraction in fractions:
            self.page.mouse.move(x(fraction), y)
            self.page.wait_for_timeout(pause)
        self.page.mouse.up()
        return self.now()
