"""Run the lessons and store their outputs, clean and stable: ``make notebooks``.

What is stored reads where nothing runs (text and PNG), says the same on every machine (no times, addresses, paths)
and changes only where the lesson changed: a picture is written again only when its pixels differ.
``python -m tests.notebooks.regenerate [--check] [notebook …]``
"""

from __future__ import annotations

import argparse
import base64
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat

from tests.notebooks.running import LESSONS, read, run
from tests.notebooks.slides import arrange

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
_STORED = ("text/plain", "image/png", "text/html", "text/markdown", "text/latex")
_CELL_METADATA = ("slideshow", "tags", "jupyter", "editable", "deletable")
_SUSPECT = {
    "an address in memory": re.compile(r"\b0x[0-9a-fA-F]{6,}"),
    "a local path": re.compile(
        r"(?<![\w/:.])/(?:home|root|tmp|work|Users|usr|opt|var|mnt|private)/\S+|\b[A-Za-z]:\\\w+|~/\w+|site-packages"
    ),
    "a warning": re.compile(r"\b\w*Warning\b\s*:"),
    "a bare widget": re.compile(r"\b(?:[VHG]?Box|interactive|Output)\(children=|model not found"),
}


def clean(notebook: Any, before: Any | None = None) -> Any:
    """Strip in place what may not be stored, and return the notebook; pictures equal to those ``before`` stay."""
    notebook.metadata = nbformat.from_dict(
        {  # type: ignore[no-untyped-call]
            "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
            **{key: notebook.metadata[key] for key in ("title", "authors") if key in notebook.metadata},
        }
    )
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    old = {} if before is None else {cell.get("id"): cell for cell in before.cells}
    _name_cells(notebook.cells)
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict(  # type: ignore[no-untyped-call]
            {key: cell.metadata[key] for key in _CELL_METADATA if key in cell.metadata}
        )
        if cell.cell_type == "code":
            for output in cell.outputs:
                _clean_output(output)
            _keep_pictures(cell.outputs, old.get(cell.id, {}).get("outputs", []))
    return notebook


def _name_cells(cells: list[Any]) -> None:
    taken = {cell.id for cell in cells if cell.get("id")}
    for number, cell in enumerate(cells, 1):
        if not cell.get("id"):
            name = f"cell-{number}"
            while name in taken:
                name += "-new"
            cell["id"] = name
            taken.add(name)


def _clean_output(output: Any) -> None:
    if "data" in output:
        for mime in [mime for mime in output.data if mime not in _STORED]:
            del output.data[mime]
        output.metadata = nbformat.from_dict(  # type: ignore[no-untyped-call]
            {key: value for key, value in output.metadata.items() if key in output.data}
        )


def _keep_pictures(outputs: list[Any], old: list[Any]) -> None:
    for new, before in zip(outputs, old, strict=False):
        picture, stored = new.get("data", {}).get("image/png"), before.get("data", {}).get("image/png")
        if picture and stored and same_picture(picture, stored):
            new.data["image/png"] = stored


def same_picture(one: str, other: str) -> bool:
    """Tell whether two base64 PNGs show the same pixels, whatever their compression and metadata."""
    if one.strip() == other.strip():
        return True
    from PIL import Image

    try:
        pictures = [Image.open(io.BytesIO(base64.b64decode(data))).convert("RGBA") for data in (one, other)]
    except OSError:
        return False
    return pictures[0].size == pictures[1].size and pictures[0].tobytes() == pictures[1].tobytes()


def faults(notebook: Any, name: str) -> Iterator[str]:
    """Yield everything in the outputs that may not be published: errors, stderr, warnings, paths, addresses."""
    for index, cell in enumerate(notebook.cells, 1):
        for output in cell.get("outputs", []):
            where = f"{name}, cell {index}"
            if output.output_type == "error":
                yield f"{where}: {output.ename}: {output.evalue}"
            elif output.get("name") == "stderr":
                yield f"{where}: writes to stderr: {output.text.strip()[:200]}"
            texts = [
                output.get("text", ""),
                *(v for k, v in output.get("data", {}).items() if k.startswith("text/")),
            ]
            for what, pattern in _SUSPECT.items():
                if found := next(filter(None, map(pattern.search, texts)), None):
                    yield f"{where}: {what} in an output: {found.group()[:80]}"


def text_of(notebook: Any) -> str:
    """Return the file's text, always in the same form: sorted keys, one blank of indentation, a last newline."""
    return str(nbformat.writes(notebook, version=nbformat.NO_CONVERT)) + "\n"  # type: ignore[no-untyped-call]


def regenerate(path: Path, *, check: bool = False) -> tuple[bool, list[str]]:
    """Run one notebook and write it back; return whether its text changed, and what is wrong with it.

    Nothing is written when a cell fails or an output may not be published, or with ``check``.
    """
    before = read(path)
    result = run(path)
    # What is stored is what a run shows before a reader has moved anything.
    shown = run(path, prove=False) if result.n_followed else result
    if error := result.error or shown.error:
        return False, [error]
    notebook = clean(arrange(shown.notebook), before)
    problems = list(faults(notebook, path.name))
    text = text_of(notebook)
    changed = text != path.read_text(encoding="utf-8")
    if changed and not problems and not check:
        path.write_text(text, encoding="utf-8", newline="\n")
    return changed, problems + result.unproved


def main(arguments: list[str] | None = None) -> int:
    """Regenerate the notebooks named (all of them, where none is); 1 when one is faulty, or stale under --check."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("notebooks", nargs="*", type=Path)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file would change")
    options = parser.parse_args(arguments)
    failed = False
    for path in options.notebooks or LESSONS:
        changed, problems = regenerate(path, check=options.check)
        state = ("stale" if options.check else "written") if changed else "unchanged"
        print(f"{path.name}: {state}" + "".join(f"\n  {problem}" for problem in problems))
        failed |= bool(problems) or (options.check and changed)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
