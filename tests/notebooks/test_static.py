"""Opened without running (GitHub, nbviewer, nbconvert): each explorer shows its picture and its numbers."""

from __future__ import annotations

import functools
import html
import re

import pytest
from nbconvert import HTMLExporter, MarkdownExporter

from tests.notebooks.running import read
from tests.notebooks.slides import shows_explorer

NEVER = ("model not found", "VBox(children=", "HBox(children=", "widget-view+json", "jupyter.widget-state")


TEMPLATES = ("lab", "classic")


@functools.cache
def page(path, template):
    """Return the HTML of a lesson as stored: nothing is run."""
    return HTMLExporter(template_name=template).from_notebook_node(read(path))[0]


def images(path, template):
    """Return the tags of the outputs' pictures in that HTML."""
    return re.findall(r'<img\b[^>]*\bsrc="data:image/png;base64,[^>]*>', page(path, template))


def pictures(notebook):
    return [
        output
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if "image/png" in output.get("data", {})
    ]


@pytest.mark.parametrize("template", TEMPLATES)
def test_shows_every_stored_picture(lesson, template):
    n_pictures = len(pictures(read(lesson)))
    assert n_pictures
    assert len(images(lesson, template)) == n_pictures


def test_every_picture_says_in_words_what_it_shows(lesson):
    # nbconvert's "lab" template drops the alternative text that the notebook stores; "classic" has it.
    assert images(lesson, "classic")
    for image in images(lesson, "classic"):
        alt = html.unescape((re.search(r'\balt="([^"]*)"', image) or ["", ""])[1]).strip()
        assert len(alt.split()) >= 4, image[-300:]
        assert "No description has been provided" not in alt


@pytest.mark.parametrize("template", TEMPLATES)
def test_no_trace_of_a_widget_that_cant_be_shown(lesson, template):
    found = [text for text in NEVER if text in page(lesson, template)]
    assert not found


def test_every_explorer_has_picture_and_numbers(lesson):
    for cell in read(lesson).cells:
        if cell.cell_type == "code" and shows_explorer(cell):
            (output,) = [output for output in cell.outputs if "image/png" in output.get("data", {})]
            assert len(re.findall(r"\d+\.\d+|\b\d\b", output.data["text/plain"])) >= 4, output.data[
                "text/plain"
            ]


def test_reads_whole_as_plain_text_too(lesson):
    """As a reader with a screen reader gets it: the pictures taken away, the numbers of the explorers stay."""
    notebook = read(lesson)
    texts = [output.data["text/plain"] for output in pictures(notebook)]
    for output in pictures(notebook):
        del output.data["image/png"]
    body, _ = MarkdownExporter().from_notebook_node(notebook)
    for text in texts:
        assert text.splitlines()[0].strip() in html.unescape(body)
