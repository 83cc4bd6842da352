"""A few cells, or a lesson, open and run in a JupyterLab of their own: for tests that change what they look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
from playwright.sync_api import Browser

from tests.browser.lab import LabServer
from tests.browser.page import LabPage

# Texts and controls of an explorer that reach out of its frame.
BEYOND = """(root) => {
    const frame = root.getBoundingClientRect();
    const whole = (e) => e.matches("select, input, button") || e.childNodes[0]?.nodeType === 3;
    return [...root.querySelectorAll("*")].filter(whole).filter((e) => {
        const box = e.getBoundingClientRect();
        return box.width && (box.right > frame.right + 1 || box.bottom > frame.bottom + 1);
    }).map((e) => e.outerHTML.slice(0, 120));
}"""


@contextmanager
def run(browser: Browser, folder: Path, notebook: Path) -> Iterator[LabPage]:
    """Serve a notebook from an empty folder, open it and run every cell; all is closed afterwards."""
    with LabServer(folder / "served", [notebook]) as server:
        page = LabPage(browser, server)
        try:
            yield page.open(notebook.name).run_all()
        finally:
            page.close()


@contextmanager
def run_cells(browser: Browser, folder: Path, sources: Iterable[str]) -> Iterator[LabPage]:
    """Write code cells into a notebook and `run` it."""
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path := folder / "scratch.ipynb")
    with run(browser, folder, path) as page:
        yield page
