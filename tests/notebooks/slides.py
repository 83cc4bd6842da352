"""What each cell is in a slide show, told from the lesson itself: ``python -m tests.notebooks.slides [notebook …]``.

In jupyterlab-slideshow a cell is shown if it is a slide, a subslide or a fragment, or has no type at all; the type
``-``, which others read as *goes on*, gives it no height. So each cell here has a type, and each press of Space shows
something:

- a heading of level 1 or 2 begins a slide, any other heading a subslide;
- a prediction, a task and a folded solution begin a subslide, so an answer never comes with the next question;
- an explorer or a figure stands on a subslide alone, and what follows it begins the next;
- all else is a fragment: code comes after its prediction, an explanation after its code;
- ``skip`` and ``notes`` are somebody's intent, and stay.

A markdown cell that holds two of these is split, its words untouched; run again, nothing changes.
"""

from __future__ import annotations

import argparse
import ast
import copy
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.notebooks import markdown

EXPLORER = re.compile(r"(?:\w+\.)*(?:\w*Explorer|ByHand|PlaneView|LinesView|MatrixView)\(")
INTENDED = ("skip", "notes")
#: A thought that stands apart from what came before it, though it has no heading.
_BEGINS = re.compile(r"\*\*Predict\.\*\*|\*\*Write `|<details>")
_HEADING = re.compile(r"(?P<marks>#{1,6})[ \t]+\S")


def parts(source: str) -> list[str]:
    """Split markdown where a slide begins: at each heading, and at a prediction that follows an explanation.

    Examples
    --------
    >>> parts("**Explain.** Two.\\n\\n## Next\\n\\nText.\\n\\n**Predict.** How many?")
    ['**Explain.** Two.', '## Next\\n\\nText.\\n\\n**Predict.** How many?']
    >>> parts("**Explain.** Two.\\n\\n**Predict.** And now?")
    ['**Explain.** Two.', '**Predict.** And now?']
    """
    lines = source.split("\n")
    bare = markdown.blank(source, markdown.FENCE).split("\n")
    found: list[list[str]] = [[]]
    folded = 0
    for line, seen in zip(lines, bare, strict=True):
        heading = _HEADING.match(seen)
        asks = seen.startswith("**Predict.**") and not _HEADING.match(found[-1][0] if found[-1] else "#")
        if (heading or (asks and seen)) and not folded and "".join(found[-1]).strip():
            found.append([])
        folded += seen.count("<details") - seen.count("</details>")
        found[-1].append(line)
    return ["\n".join(part).strip("\n") for part in found] if len(found) > 1 else [source]


def is_picture(cell: Any) -> bool:
    """Tell whether a code cell shows an explorer or a figure."""
    stored = any("image/png" in output.get("data", {}) for output in cell.outputs)
    return stored or shows_explorer(cell)


def is_explorer(cell: Any) -> bool:
    """Tell whether a code cell shows an explorer, by its code or by the picture that is stored of it."""
    figure = re.search(r"(?:\w+\.)*plot_\w+\(.*\)\s*$", cell.source)
    return shows_explorer(cell) or (is_picture(cell) and not figure)


def shows_explorer(cell: Any, above: Iterable[str] = ()) -> bool:
    """Tell whether a code cell shows an explorer as its last expression: made there, or in the code ``above``."""
    made: set[str] = set()
    for source in (*above, cell.source):
        statements = ast.parse(re.sub(r"^\s*[%!].*$", "pass", source, flags=re.MULTILINE)).body
        made |= {
            ast.unparse(statement.targets[0])
            for statement in statements
            if isinstance(statement, ast.Assign) and _makes_explorer(statement.value)
        }
    if not statements or not isinstance(statements[-1], ast.Expr):
        return False
    shown = statements[-1].value
    return _makes_explorer(shown) or ast.unparse(shown) in made


def _makes_explorer(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and EXPLORER.fullmatch(f"{ast.unparse(value.func)}(") is not None


def slide_type(cell: Any, before: Any | None) -> str:
    """Say what a cell is in a slide show, from what it holds and what stands before it."""
    said = cell.metadata.get("slideshow", {}).get("slide_type")
    if said in INTENDED:
        return str(said)
    if before is None:
        return "slide"
    if cell.cell_type == "code":
        return "subslide" if is_picture(cell) or _alone(before) else "fragment"
    if heading := _HEADING.match(cell.source):
        return "slide" if len(heading["marks"]) < 3 else "subslide"
    return "subslide" if _BEGINS.match(cell.source) or _alone(before) else "fragment"


def _alone(cell: Any) -> bool:
    return cell.cell_type == "code" and is_picture(cell)


def arrange(notebook: Any) -> Any:
    """Split what holds two slides, in place, and give each cell its type; return the notebook."""
    cells = []
    for cell in notebook.cells:
        pieces = parts(cell.source) if cell.cell_type == "markdown" else [cell.source]
        for number, source in enumerate(pieces):
            piece = cell if number == 0 else copy.deepcopy(cell)
            piece.source = source
            if number:
                piece["id"] = f"{cell.id}{'abcdefgh'[number]}"
            cells.append(piece)
    before = None
    for cell in cells:
        cell.metadata["slideshow"] = {"slide_type": slide_type(cell, before)}
        before = cell
    notebook.cells = cells
    return notebook


def main(arguments: list[str] | None = None) -> int:
    """Arrange the notebooks named (all lessons, where none is), and write those that change."""
    from tests.notebooks.regenerate import text_of  # which arranges what it stores, so it imports this file
    from tests.notebooks.running import LESSONS, read

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("notebooks", nargs="*", type=Path)
    for path in parser.parse_args(arguments).notebooks or LESSONS:
        text = text_of(arrange(read(path)))
        changed = text != path.read_text(encoding="utf-8")
        if changed:
            path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{path.name}: {'arranged' if changed else 'unchanged'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
