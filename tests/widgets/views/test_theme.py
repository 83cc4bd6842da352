"""What stands in Python and in style sheets alike is the same: colours of roles and marks, levels, widths."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from attnlib import widgets
from attnlib.figures._engine import style
from attnlib.meaning import page, palette
from attnlib.meaning.by_hand.panel import FILLS
from attnlib.meaning.drawings import PLANES
from attnlib.widgets.frame import fit

FOLDER = Path(widgets.__file__).parent
SHEETS = {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in FOLDER.glob("*/*.css")}
SCRIPTS = {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in FOLDER.glob("*/*.js")}

#: What the style sheet calls the colour of a role.
ASKING = {"query": "asks", "key": "asked", "value": "value", "output": "output"}
#: A page's own, by day and by night, where JupyterLab says nothing else.
PAGES = {"light": "#ffffff", "dark": "#1b1e23"}


def rules(sheet: str) -> dict[str, dict[str, str]]:
    """Declarations by selector, in a flat sheet or in what an at-rule holds."""
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.S)
    found: dict[str, dict[str, str]] = {}
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
        pairs = (line.partition(":") for line in body.split(";") if ":" in line)
        declared = {name.strip(): " ".join(value.split()) for name, _, value in pairs}
        for selector in re.split(r",(?![^(]*\))", selectors):
            found.setdefault(" ".join(selector.split()), {}).update(declared)
    return found


def whole(colour: str) -> str:
    """#111 as #111111."""
    return "#" + "".join(2 * digit for digit in colour[1:]) if len(colour) == 4 else colour


THEME = rules(SHEETS["views/theme.css"].partition("@media")[0])
#: The rule of a theme: the first page that says it is dark speaks for all (test_palette compares their list).
VARIABLES = {
    "light": THEME[".attn-view"],
    "dark": THEME[f"{palette.DARK_ROOTS[0]} .attn-view"],
}


def variable(theme: str, name: str) -> str:
    return whole(VARIABLES[theme][f"--attn-{name}"])


@pytest.mark.parametrize("theme", palette.THEMES)
def test_the_page_draws_roles_and_marks_in_the_palettes_colours(theme):
    assert {role: variable(theme, name) for role, name in ASKING.items()} == palette.ROLES[theme]
    assert {name: variable(theme, name) for name in palette.MARKS[theme]} == palette.MARKS[theme]


@pytest.mark.parametrize("theme", palette.THEMES)
def test_no_colour_of_the_theme_is_the_style_sheets_own(theme):
    coloured = {name.removeprefix("--attn-") for name, value in VARIABLES[theme].items() if value[0] == "#"}
    assert coloured == {*palette.MARKS[theme], *ASKING.values()}


def test_no_other_style_sheet_or_script_has_a_colour_of_its_own():
    own = {
        f"{path}: {colour}"
        for path, text in {**SHEETS, **SCRIPTS}.items()
        if path != "views/theme.css"
        for colour in re.findall(r"(?<!&)#[0-9a-fA-F]{3,8}\b", text)
        if whole(colour) not in palette.MARKS["light"].values()  # where there is no view, so no variable
    }
    assert not own


def test_every_variable_that_is_used_is_declared_or_set():
    texts = {**SHEETS, **SCRIPTS}
    used = {name for text in texts.values() for name in re.findall(r"var\((--attn-[\w-]+)", text)}
    made = {
        name for text in texts.values() for name in re.findall(r"(--attn-[\w-]+)(?:\s*:|[\"'`]\s*,)", text)
    }
    assert used <= made


def test_an_arrow_has_the_colour_of_its_role():
    sheet = rules(SHEETS["views/plane.css"])
    roles = {role for pair in PLANES.values() for _, role in pair}
    assert roles == set(ASKING) == set(palette.ROLES["light"])
    for role in roles:
        assert sheet[f'.attn-plane [data-role="{role}"]']["--attn-arrow"] == f"var(--attn-{ASKING[role]})"


def test_lines_have_the_colour_of_what_asks():
    strokes = [rule["stroke"] for rule in rules(SHEETS["views/lines.css"]).values() if "stroke" in rule]
    assert "var(--attn-asks)" in strokes


def test_what_is_lit_is_framed_in_the_colour_of_lit_and_what_is_selected_in_its_own():
    sheet = rules(SHEETS["views/matrix.css"])
    assert sheet[".attn-cell.attn-lit"]["outline"].endswith("solid var(--attn-lit)")
    assert sheet[".attn-cell.attn-lit::after"]["border"].endswith("solid var(--attn-lit)")
    assert "var(--attn-selected)" in sheet[".attn-cell.attn-selected"]["outline"]


def test_a_picture_has_the_pages_colours_by_day():
    assert style.ROLES == palette.ROLES["light"]
    drawn = (style.INK, style.MUTED, style.LINE, style.FAINT, style.SELECTED, style.LIT)
    names = ("ink", "muted", "line", "hair", "selected", "lit")
    assert drawn == tuple(palette.MARKS["light"][name] for name in names)


@pytest.mark.parametrize("theme", palette.THEMES)
def test_a_page_without_a_colour_of_its_own_is_the_one_that_contrast_was_measured_on(theme):
    back = VARIABLES[theme]["--attn-back"]
    assert whole(re.findall(r"#[0-9a-f]+", back)[-1]) == PAGES[theme]


@pytest.mark.parametrize("theme", palette.THEMES)
def test_what_is_read_is_legible_on_the_page_and_what_marks_is_seen(theme):
    read = {
        **palette.ROLES[theme],
        **{name: palette.MARKS[theme][name] for name in ("ink", "muted", "wrong")},
    }
    seen = {name: palette.MARKS[theme][name] for name in ("selected", "lit", "focus", "line")}
    assert not {name for name, colour in read.items() if palette.contrast(colour, PAGES[theme]) < 4.5}
    assert not {name for name, colour in seen.items() if palette.contrast(colour, PAGES[theme]) < 3}


def test_every_level_that_a_style_sheet_or_script_names_is_one_of_the_palette():
    named = {
        level
        for text in {**SHEETS, **SCRIPTS}.values()
        for level in re.findall(r"""(?:data-level=|level [!=]== )["']([^"'\\$]+)["']""", text)
    }
    assert palette.MASKED in named
    assert named <= {*palette.FILLS["light"], *FILLS["light"]}


def test_hatching_is_for_what_is_masked_alone():
    sheet = rules(SHEETS["views/matrix.css"])
    assert "repeating-linear-gradient" in str(sheet[f'.attn-cell[data-level="{palette.MASKED}"]'])


def test_the_page_is_as_wide_for_the_style_sheet_the_script_and_the_picture():
    sheet = rules(SHEETS["frame/explorer.css"])
    room = page.WIDTH - page.EDGES
    assert sheet[".attn-explorer"]["max-width"] == f"{page.WIDTH}px"
    assert sheet[".attn-explorer"]["padding"] == f"4px {page.EDGES // 2}px"
    assert sheet[".attn-explorer > *"]["min-width"] == f"{room}px"
    on_a_slide = sheet[".jp-Deck .attn-explorer"]["max-width"]
    assert on_a_slide == f"calc({page.EDGES}px + {room}px * var(--attn-fit, 1))"
    full, edges = re.findall(r"\[FULL, EDGES, SMALLEST\] = \[(\d+), (\d+),", SCRIPTS["views/narrator.js"])[0]
    assert (int(full), int(edges)) == (page.WIDTH, page.EDGES)
    assert room == fit.ROOM_ACROSS
    assert (style.PAGE_WIDTH, style.PAGE_HEIGHT) == (940, 540)
    assert style.PAGE_WIDTH + 2 * page.MARGIN == page.WIDTH


def test_no_explorer_is_larger_than_promised():
    assert (page.WIDTH, page.HEIGHT) == (960, 560)
