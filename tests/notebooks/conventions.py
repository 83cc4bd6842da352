"""What every lesson keeps to (CONTRIBUTING.md, "Add a lesson"), each rule a function that yields what breaks it."""

from __future__ import annotations

import itertools
import re
import urllib.parse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from attnlib.widgets.frame.explorer import TO_LIFE
from tests.notebooks import markdown, slides
from tests.notebooks.instructions import not_computed, not_followed
from tests.notebooks.slides import shows_explorer

MAX_CODE_LINES = 12
LIVE = re.compile(
    r"\bhere\b[^.:;]*\blive\b|\b(?:is|are) live\b|\blive (?:sentence|explorer|picture|machine)", re.IGNORECASE
)
BANNED = re.compile(
    r"\b(?:magic(?:al|ally)?|revolutionary|simply|just|obviously|of course|trivial(?:ly)?|easily|delve|seamless(?:ly)?"
    r"|in this (?:section|lesson|notebook),? (?:we|you)(?: will|['’]ll))\b|!(?![=\[])",
    re.IGNORECASE,
)
EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u2604\u2728\u274c\u2753-\u2757\u2b50\ufe0f]")
# P11: what a draft leaves behind. Each was seen in published lessons.
LEFTOVERS = re.compile(
    r"\b(?:TODO|FIXME|XXX|TBD|TK)\b|lorem ipsum|→ actually|\bactually,|\bwait,|\bhmm+\b|\blet me\b|as an ai\b"
    r"|\[citation|citation needed|\[\?\]|\[insert|\bplaceholder\b|turn\d+search|oaicite|contentReference"
    r"|【|\?\?|<<<<<<<|>>>>>>>",
    re.IGNORECASE,
)
_SAYS_NOTHING = {
    "here",
    "click here",
    "this",
    "link",
    "this link",
    "read more",
    "more",
    "see here",
    "notebook",
    "page",
}
BARE_REPR = re.compile(
    r"^\s*<[^>]*>\s*$|^\s*\w+\(children=|^\s*\w*(?:Widget|Box|View|Model)\(.*\)\s*$|^\s*$", re.DOTALL
)

Rule = Callable[[Any, Path], Iterator[str]]


def one_title_and_ordered_headings(notebook: Any, _: Path) -> Iterator[str]:
    """One H1, at the top; no level is skipped on the way down; no heading twice."""
    found = [(n, *h) for n, cell in _markdown(notebook) for h in markdown.headings(cell.source)]
    levels = [level for _, level, _ in found]
    if levels.count(1) != 1 or levels[:1] != [1]:
        yield f"{levels.count(1)} headings of level 1 (one is needed, first)"
    for (_n, before, _t), (n, level, text) in itertools.pairwise(found):
        if level > before + 1:
            yield f"cell {n}: heading '{text}' jumps from level {before} to {level}"
    texts = [text for _, _, text in found]
    yield from (f"heading '{text}' stands twice" for text in sorted({t for t in texts if texts.count(t) > 1}))


def stored_as_run_once_from_top_to_bottom(notebook: Any, _: Path) -> Iterator[str]:
    """Every code cell carries its execution count, 1, 2, 3, …; ids are unique; nothing volatile is stored."""
    counts = [cell.execution_count for _, cell in _code(notebook)]
    if counts != list(range(1, len(counts) + 1)):
        yield f"execution counts {counts} (run it with make notebooks)"
    if "widgets" in notebook.metadata:
        yield "metadata.widgets is stored"
    ids = [cell.get("id") for cell in notebook.cells]
    if None in ids or len(set(ids)) != len(ids):
        yield "a cell has no id, or two have the same"
    for n, cell in _code(notebook):
        if "execution" in cell.metadata:
            yield f"cell {n}: execution times are stored"
        for output in cell.outputs:
            if any("widget-view" in mime for mime in output.get("data", {})):
                yield f"cell {n}: a widget view is stored (make notebooks strips it)"


def short_open_code(notebook: Any, _: Path) -> Iterator[str]:
    """Code cells of a few lines, without ``;`` at a line's end, shell lines, magics, interact or Output."""
    for n, cell in _code(notebook):
        lines = [line.rstrip() for line in cell.source.splitlines() if line.strip()]
        if len(lines) > MAX_CODE_LINES:
            yield f"cell {n}: {len(lines)} lines of code, at most {MAX_CODE_LINES}"
        if not lines:
            yield f"cell {n}: an empty code cell"
        for line in lines:
            if line.endswith(";"):
                yield f"cell {n}: a line ends with ';'"
            if re.match(r"\s*[%!]", line) or re.search(
                r"\b(?:interact|interactive_output|Output|print_function)\(", line
            ):
                yield f"cell {n}: {line.strip()!r}: no magics, interact or Output in a lesson"


def sober_prose(notebook: Any, _: Path) -> Iterator[str]:
    """No hype, filler, exclamation mark or emoji in what is read."""
    for n, cell in _markdown(notebook):
        prose = markdown.prose(cell.source)
        for match in [*BANNED.finditer(prose), *EMOJI.finditer(cell.source)]:
            yield f"cell {n}: {match.group()!r} in prose"


def no_leftovers_of_drafting(notebook: Any, _: Path) -> Iterator[str]:
    """No trace of writing: reminders, corrections of oneself, citation placeholders."""
    for n, cell in enumerate(notebook.cells, 1):
        for match in LEFTOVERS.finditer(cell.source):
            yield f"cell {n}: {match.group()!r} looks like a leftover"


def slides_are_marked(notebook: Any, _: Path) -> Iterator[str]:
    """Each cell is in a slide show what tests.notebooks.slides makes of it, and none holds two slides."""
    for n, cell in _markdown(notebook):
        if len(found := slides.parts(cell.source)) > 1:
            yield f"cell {n}: holds two slides, the second begins {found[1][:40]!r}"
    for n, (before, cell) in enumerate(itertools.pairwise([None, *notebook.cells]), 1):
        said = cell.metadata.get("slideshow", {}).get("slide_type")
        if said != (wanted := slides.slide_type(cell, before)):
            yield f"cell {n}: in a slide show it is {said}, and should be {wanted}"


def links_lead_somewhere(notebook: Any, path: Path) -> Iterator[str]:
    """A link says where it leads, and a local one leads to a file or heading that exists."""
    anchors = {
        h[1].replace(" ", "-") for _, cell in _markdown(notebook) for h in markdown.headings(cell.source)
    }
    anchors |= {
        a for _, cell in _markdown(notebook) for a in re.findall(r"<a (?:id|name)=\"([^\"]+)\"", cell.source)
    }
    for n, cell in _markdown(notebook):
        for link in markdown.links(cell.source):
            if link.picture and not link.text:
                yield f"cell {n}: the picture {link.target} has no alternative text"
            if not link.picture and (link.text.lower().strip(" .*_") in _SAYS_NOTHING or len(link.text) < 3):
                yield f"cell {n}: the link '{link.text}' doesn't say where it leads"
            target, _, anchor = link.target.partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            if target and not (path.parent / urllib.parse.unquote(target)).exists():
                yield f"cell {n}: the link '{link.text}' leads to {target}, which is not there"
            if not target and urllib.parse.unquote(anchor) not in anchors:
                yield f"cell {n}: no heading #{anchor}"


def opening_and_close(notebook: Any, _: Path) -> Iterator[str]:
    """Goals, minutes, what is needed, previous and next at the top; questions answered and sources at the end."""
    first_code = next(
        (i for i, cell in enumerate(notebook.cells) if cell.cell_type == "code"), len(notebook.cells)
    )
    top = "\n".join(cell.source for cell in notebook.cells[:first_code])
    for what, pattern in {
        "goals": r"\bgoals?\b|\bable to\b|you (?:will )?(?:know|see|learn)",
        "minutes": r"\d\s+min(?:ute)?s?\b",
        "what you need": r"\bneed(?:s|ed)?\b",
        "how to run it": r"Run → Run All Cells",
    }.items():
        if not re.search(pattern, top, re.IGNORECASE):
            yield f"the opening doesn't tell {what}"
    everything = "\n".join(cell.source for _, cell in _markdown(notebook))
    yield from (
        f"no '{word}' lesson is named"
        for word in ("Previous", "Next")
        if not re.search(rf"\b{word}\b", everything)
    )
    titles = [text.lower() for _, cell in _markdown(notebook) for _, text in markdown.headings(cell.source)]
    if not any("source" in title for title in titles):
        yield "no section of sources"
    if not any(re.search(r"answer|question", title) for title in titles):
        yield "no section of what you can now answer"


def pictures_are_told(notebook: Any, _: Path) -> Iterator[str]:
    """A stored picture comes with text that says what it shows, and an explorer with both."""
    for n, cell in _code(notebook):
        data = [output.data for output in cell.outputs if "data" in output]
        for output in cell.outputs:
            if "image/png" in output.get("data", {}):
                if BARE_REPR.match(output.data.get("text/plain", "").replace(TO_LIFE, "")):
                    yield f"cell {n}: the picture's text is only {output.data.get('text/plain', '')!r}"
                if not output.metadata.get("image/png", {}).get("alt", "").strip():
                    yield f"cell {n}: the picture has no alternative text"
        told = [d.get("text/plain", "") for d in data if "image/png" in d]
        if told and slides.is_explorer(cell) and not any(text.rstrip().endswith(TO_LIFE) for text in told):
            yield f"cell {n}: the explorer's picture doesn't say how to make it move"
        lines = [line for line in cell.source.splitlines() if line.strip()]
        if shows_explorer(cell) and not any("image/png" in d and d.get("text/plain") for d in data):
            yield f"cell {n}: {lines[-1]!r} stores no picture with its text"


def nothing_is_live_before_it_is_run(notebook: Any, _: Path) -> Iterator[str]:
    """A fresh page holds pictures, and no sentence calls them live."""
    for n, cell in _markdown(notebook):
        for match in LIVE.finditer(markdown.prose(cell.source)):
            yield f"cell {n}: {match.group()!r}: on a fresh page it is a picture"


def instructions_are_replayed(notebook: Any, _: Path) -> Iterator[str]:
    """What a reader is asked to do is done by a test, or says why not; what is said of all is computed."""
    for n, cell in _markdown(notebook):
        for paragraph in not_followed(cell.source):
            yield f"cell {n}: nothing replays {paragraph[:90]!r}"
        for sentence in not_computed(cell.source):
            yield f"cell {n}: nothing computes {sentence[:110]!r}"


RULES: tuple[Rule, ...] = (
    one_title_and_ordered_headings,
    stored_as_run_once_from_top_to_bottom,
    short_open_code,
    sober_prose,
    no_leftovers_of_drafting,
    slides_are_marked,
    links_lead_somewhere,
    opening_and_close,
    pictures_are_told,
    nothing_is_live_before_it_is_run,
    instructions_are_replayed,
)


def _markdown(notebook: Any) -> Iterator[tuple[int, Any]]:
    return ((n, cell) for n, cell in enumerate(notebook.cells, 1) if cell.cell_type == "markdown")


def _code(notebook: Any) -> Iterator[tuple[int, Any]]:
    return ((n, cell) for n, cell in enumerate(notebook.cells, 1) if cell.cell_type == "code")
