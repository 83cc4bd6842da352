"""The sheets of docs/sheets, to print and fill by hand, made anew: ``python -m tests.sheets``."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

from attnlib import examples, figures

FOLDER = Path(__file__).parents[1] / "docs" / "sheets"
TRACES = {"mouse": examples.mouse_eats_cheese(), "mouse_causal": examples.mouse_eats_cheese(causal=True)}


def pages() -> dict[str, figures.SheetDisplay]:
    """Return every sheet by the name of its file."""
    return {
        f"{name}_{'solution' if solved else 'blank'}.pdf": figures.sheet(trace, solved=solved)
        for name, trace in TRACES.items()
        for solved in (False, True)
    }


def drawn(pdf: bytes) -> list[bytes]:
    """Return what a PDF draws on its pages, numbers rounded: the same whoever packed it, and whichever font files."""
    streams = re.findall(rb"/FlateDecode\s*>>\s*stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    pages = [page for page in map(zlib.decompress, streams) if b" Tf\n" in page]
    return [re.sub(rb"-?\d+\.\d+", lambda number: b"%.2f" % float(number[0]), page) for page in pages]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, page in pages().items():
        print("wrote", page.save(FOLDER / name).relative_to(FOLDER.parents[1]))


if __name__ == "__main__":
    main()
