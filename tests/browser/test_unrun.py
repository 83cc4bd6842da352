"""A lesson opened, not run: as in a fresh clone (untrusted), and found again with its kernel gone (trusted)."""

from __future__ import annotations

import base64
import io
import re

import numpy as np
import pytest
from PIL import Image

from attnlib import examples, widgets
from attnlib.figures._engine.base import FOOT
from attnlib.meaning.page import MARGIN
from attnlib.widgets.frame.explorer import TO_LIFE
from tests.browser.page import LabPage
from tests.notebooks.running import read
from tests.notebooks.slides import is_explorer

NEVER = ("model not found", "Error displaying widget", "Loading widget", "VBox(children=", "HBox(children=")
SHARPNESS = 1.75  # pixels of a stored picture to one of the page


@pytest.fixture(scope="package")
def unrun(request):
    return request.param


@pytest.mark.parametrize("state", ["untrusted", "trusted"])
def test_every_picture_is_shown_and_no_trace_of_a_missing_widget(browser, lab, unrun, state):
    name = unrun.name
    if state == "trusted":
        name = f"trusted-{unrun.name}"
        (lab.root / name).write_bytes(unrun.read_bytes())
        lab.trust(name)
    page = LabPage(browser, lab)
    try:
        page.open(name, kernel=state == "untrusted")
        trusted = page.page.evaluate(
            "() => [...window.attnPanel.content.model.cells].filter((c) => c.type === 'code').every((c) => c.trusted)"
        )
        assert trusted == (state == "trusted")
        pictures = [
            output
            for cell in read(unrun).cells
            if cell.cell_type == "code"
            for output in cell.outputs
            if "image/png" in output.get("data", {})
        ]
        assert pictures
        page.settle()
        sizes = page.page.evaluate(
            "() => [...document.querySelectorAll('.jp-OutputArea img')].map((i) => [i.complete, i.naturalWidth])"
        )
        assert len(sizes) == len(pictures)
        assert all(complete and width > 100 for complete, width in sizes)
        assert not [text for text in NEVER if text in page.text()]
        assert not page.errors()
        page.screenshot(f"{unrun.stem}-{state}-unrun")
    finally:
        page.close()


def foot(picture: bytes) -> np.ndarray:
    """The strip at the left below in which a twin says how it comes to life, as shades of grey."""
    grey = np.asarray(Image.open(io.BytesIO(picture)).convert("L"), dtype=float)
    return grey[-round((FOOT + MARGIN - 4) * SHARPNESS) :, : round(480 * SHARPNESS)]


@pytest.fixture(scope="module")
def said():
    """The strip of an explorer that is in no lesson."""
    data, _ = widgets.MaskExplorer("a b c", causal=False)._repr_mimebundle_()
    return foot(base64.b64decode(data["image/png"]))


def test_a_fresh_page_says_how_each_explorer_comes_to_life(browser, lab, unrun, said):
    assert (said < 200).any(), "the strip to compare with is blank"
    page = LabPage(browser, lab)
    try:
        page.open(unrun.name)
        first = page.page.locator(".jp-Notebook .jp-Cell p").first.inner_text()
        assert "Run → Run All Cells" in first
        assert (
            page.page.evaluate("() => window.jupyterapp.commands.label('notebook:run-all-cells')")
            == "Run All Cells"
        )
        shown = 0
        for number, cell in enumerate(read(unrun).cells):
            if cell.cell_type != "code" or not is_explorer(cell):
                continue
            shown += 1
            texts = [
                output["data"]["text/plain"]
                for output in cell.outputs
                if "image/png" in output.get("data", {})
            ]
            assert all(text.endswith(f"\n\n{TO_LIFE}") for text in texts)
            sources = page.page.evaluate(
                "(n) => [...window.attnPanel.content.widgets[n].node.querySelectorAll('img')].map((i) => i.src)",
                number,
            )
            assert len(sources) == len(texts) == 1
            strip = foot(base64.b64decode(re.sub("^data:image/png;base64,", "", sources[0])))
            assert strip.shape == said.shape
            assert np.abs(strip - said).mean() < 1, f"cell {number + 1}: the picture's last line is another"
        assert shown
    finally:
        page.close()


def test_the_strip_without_the_sentence_is_told_apart(said):
    data, _ = widgets.StepExplorer(examples.mouse_eats_cheese())._figure()._repr_mimebundle_()
    strip = foot(base64.b64decode(data["image/png"]))
    assert strip.shape != said.shape or np.abs(strip - said).mean() > 5
