"""A lesson opened, not run: as in a fresh clone (untrusted), and found again with its kernel gone (trusted)."""

from __future__ import annotations

import pytest

from tests.browser.page import LabPage
from tests.notebooks.running import read

NEVER = ("model not found", "Error displaying widget", "Loading widget", "VBox(children=", "HBox(children=")


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
