"""Small notebooks to plant faults in: a check that can't fail checks nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat


def notebook(*cells: str | tuple[str, ...]) -> Any:
    """Make a notebook: a text is a markdown cell, a tuple of one text a code cell.

    Example
    -------
    >>> [cell.cell_type for cell in notebook("# Title", ("x = 1",)).cells]
    ['markdown', 'code']
    """
    made = nbformat.v4.new_notebook()
    for number, cell in enumerate(cells, 1):
        if isinstance(cell, str):
            new = nbformat.v4.new_markdown_cell(cell, id=f"cell-{number}")
        else:
            new = nbformat.v4.new_code_cell(cell[0], id=f"cell-{number}")
        new.metadata["slideshow"] = {"slide_type": "slide"}
        made.cells.append(new)
    return made


def write(folder: Path, *cells: str | tuple[str, ...], name: str = "toy.ipynb") -> Path:
    """Write a notebook made of ``cells`` to ``folder`` and return its path."""
    path = folder / name
    nbformat.write(notebook(*cells), path)
    return path
