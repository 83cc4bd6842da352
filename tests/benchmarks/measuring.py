"""Measure one way of drawing, in the page and in the kernel, by keys, by dragging and by memory."""

from __future__ import annotations

import gc
import itertools
import json
import statistics
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]  # comes with ipykernel
from playwright.sync_api import Browser, Locator

from tests.browser.page import LabPage

SCRIPT = (Path(__file__).parent / "measured.js").read_text(encoding="utf-8")
DRAG_SECONDS = 2.0
QUIET_MS = 1200  # no new picture for so long: that was the last one
MEGABYTE = 2**20


@dataclass
class Figures:
    """What was measured of one way of drawing."""

    kernel: list[tuple[float, float]] = field(
        default_factory=list
    )  # ms for each step: by the clock, of the processor
    key_to_picture: list[float] = field(default_factory=list)  # ms for each key press
    per_second: list[float] = field(default_factory=list)  # new pictures, for each drag
    last_after: list[float] = field(
        default_factory=list
    )  # ms from letting go to the last picture, for each drag
    memory: float = 0.0  # MB that the page grew by, after as many steps as ``memory_steps``
    heap: float = 0.0
    memory_steps: int = 0

    def summary(self) -> dict[str, float]:
        """Return the medians, and the 95th percentile of key → picture."""
        ordered = sorted(self.key_to_picture)
        return {
            "kernel_ms": statistics.median(clock for clock, _ in self.kernel),
            "kernel_cpu_ms": statistics.median(processor for _, processor in self.kernel),
            "key_to_picture_ms": statistics.median(ordered),
            "key_to_picture_p95_ms": ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))],
            "pictures_per_second": statistics.median(self.per_second),
            "last_picture_ms": statistics.median(self.last_after),
            "memory_mb": self.memory,
            "js_heap_mb": self.heap,
            "memory_steps": self.memory_steps,
        }


@dataclass
class Way:
    """One way of drawing on the page: its root, what is focused for keys, and the ends of its slider's track."""

    page: LabPage
    root: Locator
    handle: Locator
    track: Locator

    def keys(self, figures: Figures, presses: int) -> None:
        """Press arrow keys, each only when the last one's picture is there."""
        self._start()
        self._home()
        for key in itertools.islice(_there_and_back(), presses):
            before = self._painted()
            self.handle.press(key)
            self.page.page.wait_for_function(
                "(n) => window.attnBench.painted.length > n", arg=before, polling=5
            )
            self._quiet(120)
        bench = self._stop()
        for pressed, following in itertools.pairwise([*bench["keys"][1:], float("inf")]):
            if painted := [time for time in bench["painted"] if pressed < time < following]:
                figures.key_to_picture.append(painted[0] - pressed)
        figures.kernel += self._kernel_steps()

    def drag(self, figures: Figures) -> None:
        """Drag the thumb up and down for two seconds, a new value at each move, and let go."""
        box = self.track.bounding_box()
        grip = self.handle.bounding_box()
        assert box is not None, "the slider's track is not shown"
        assert grip is not None, "the slider's handle is not shown"
        mouse, y = self.page.page.mouse, box["y"] + box["height"] / 2
        self._start()
        mouse.move(self._thumb(box, grip), y)
        mouse.down()
        start = end = self.page.now()
        for move in itertools.count():
            share = abs((move % 48) - 24) / 24  # 24 steps each way: each move is a new value
            mouse.move(box["x"] + 8 + share * (box["width"] - 16), y)
            end = self.page.now()
            if end - start > 1000 * DRAG_SECONDS:
                break
            self.page.page.wait_for_timeout(8)
        mouse.up()
        self._quiet(QUIET_MS)
        painted = self._stop()["painted"]
        figures.per_second.append(sum(start < time <= end for time in painted) / (end - start) * 1000)
        figures.last_after.append(max(0.0, max(painted, default=end) - end))
        self._kernel_steps()  # while dragging, steps wait for each other: they are not counted

    def grow(self, figures: Figures, browser: Browser, steps: int) -> None:
        """Take many steps and see by how much the page's process grew, garbage collected before and after."""
        self._start()
        self._home()
        self._stop()
        before = page_memory(self.page, browser)
        for key in itertools.islice(_there_and_back(), steps):
            self._start()
            self.handle.press(key)
            self.page.page.wait_for_function("() => window.attnBench.painted.length > 0", polling=5)
            self._stop()
        self.page.settle()
        after = page_memory(self.page, browser)
        figures.memory, figures.heap, figures.memory_steps = after[0] - before[0], after[1] - before[1], steps

    def _thumb(self, box: Any, grip: Any) -> float:
        if self.handle.evaluate("(e) => e.tagName") != "INPUT":
            return float(grip["x"] + grip["width"] / 2)
        share = self.handle.evaluate("(e) => (e.value - e.min) / (e.max - e.min)")
        return float(box["x"] + 8 + share * (box["width"] - 16))

    def _start(self) -> None:
        self.root.evaluate(SCRIPT.replace("const bench =", "const bench = window.attnBench ="))

    def _stop(self) -> Any:
        return self.page.page.evaluate("() => window.attnMeasured()")

    def _home(self) -> None:
        """Go to the slider's minimum, and leave the time and the picture of that out."""
        self.handle.press("Home")
        self._quiet(QUIET_MS)
        self._kernel_steps()

    def _painted(self) -> int:
        return int(self.page.page.evaluate("() => window.attnBench.painted.length"))

    def _quiet(self, milliseconds: float) -> None:
        """Wait until no picture has come for a while."""
        while True:
            before = self._painted()
            self.page.page.wait_for_timeout(milliseconds)
            if self._painted() == before:
                return

    def _kernel_steps(self) -> list[tuple[float, float]]:
        """Take the kernel's times out of the kernel."""
        text = self.page.page.evaluate(
            """async () => {
                const kernel = window.attnPanel.sessionContext.session.kernel;
                const code = "taken, steps[:] = steps[:], []";
                const future = kernel.requestExecute(
                    { code, silent: true, user_expressions: { taken: "json.dumps(taken)" } });
                return (await future.done).content.user_expressions.taken.data["text/plain"];
            }"""
        )
        return [(clock, processor) for clock, processor in json.loads(text.strip("'"))]


def _there_and_back() -> Iterator[str]:
    """Yield keys that never run against an end: from the minimum ten up, ten down."""
    return itertools.cycle(["ArrowRight"] * 10 + ["ArrowLeft"] * 10)


def page_memory(page: LabPage, browser: Browser) -> tuple[float, float]:
    """Return the memory of the page's process and of its JavaScript, in MB, after a garbage collection."""
    session = page.context.new_cdp_session(page.page)
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
        page.page.wait_for_timeout(300)
    session.send("Performance.enable")
    metrics = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    gc.collect()
    system = browser.new_browser_cdp_session()
    ids = [
        p["id"] for p in system.send("SystemInfo.getProcessInfo")["processInfo"] if p["type"] == "renderer"
    ]
    system.detach()
    process = max((psutil.Process(number).memory_full_info().uss for number in ids), default=0)
    return process / MEGABYTE, metrics["JSHeapUsedSize"] / MEGABYTE
