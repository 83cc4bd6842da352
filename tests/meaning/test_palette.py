"""Colours: legible, in order, apart for every eye, and the same in style sheet and picture."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import numpy as np
import pytest

from attnlib.meaning import palette
from attnlib.meaning.palette import (
    DARK_ROOTS,
    FILLS,
    INKS,
    THEMES,
    contrast,
    css_variables,
    value_levels,
    weight_levels,
)

VALUES = [f"v{step}" for step in range(-8, 9)]
WEIGHTS = [f"w{step}" for step in range(17)]
#: Machado, Oliveira, Fernandes 2009, severity 1.0, on linear RGB.
EYES = {
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
    "all cones": np.eye(3).tolist(),
}


def linear(colour: str) -> np.ndarray:
    rgb = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def lab(rgb: np.ndarray) -> np.ndarray:
    """CIE L*a*b* of linear sRGB under D65: equal distances look about equally far apart."""
    xyz = [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
    x, y, z = np.cbrt(np.array(xyz) @ np.clip(rgb, 0, 1) / [0.95047, 1.0, 1.08883])
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def seen(colour: str, eye: str = "all cones") -> np.ndarray:
    return lab(np.array(EYES[eye]) @ linear(colour))


def hue(colour: str) -> str:
    _, a, b = seen(colour)
    turn = np.degrees(np.arctan2(b, a)) % 360
    names = {
        "red": (330, 390),
        "orange": (30, 85),
        "yellow": (85, 120),
        "green": (120, 220),
        "blue": (220, 300),
    }
    return next((name for name, (low, high) in names.items() if low <= turn < high), "violet")


def lightness(theme: str, levels: list[str]) -> list[float]:
    return [float(seen(FILLS[theme][level])[0]) for level in levels]


@pytest.mark.parametrize("theme", THEMES)
def test_there_is_a_fill_and_an_ink_for_every_level(theme):
    assert set(FILLS[theme]) == set(INKS[theme]) == {*VALUES, *WEIGHTS, palette.MASKED}
    for colour in (*FILLS[theme].values(), *INKS[theme].values()):
        assert re.fullmatch("#[0-9a-f]{6}", colour)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("level", [*VALUES, *WEIGHTS, "m"])
def test_every_text_is_legible(theme, level):
    assert contrast(FILLS[theme][level], INKS[theme][level]) >= 4.5


def test_contrast_is_that_of_wcag():
    assert contrast("#000000", "#ffffff") == contrast("#ffffff", "#000000") == 21
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#0969da", "#0969da") == 1


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eye", EYES)
def test_roles_that_share_a_picture_differ_for_every_eye(theme, eye):
    roles = palette.ROLES[theme]
    for one, other in (("query", "key"), ("value", "output")):
        assert np.linalg.norm(seen(roles[one], eye) - seen(roles[other], eye)) > 25


def test_each_role_has_its_hue_by_day_and_by_night():
    hues = {"query": "blue", "key": "orange", "value": "green", "output": "violet"}
    for roles in palette.ROLES.values():
        assert {role: hue(colour) for role, colour in roles.items()} == hues


def test_what_is_lit_is_green_by_day_and_by_night():
    assert {hue(marks["lit"]) for marks in palette.MARKS.values()} == {"green"}


@pytest.mark.parametrize("theme", THEMES)
def test_more_weight_is_darker_on_white_and_brighter_on_black(theme):
    steps = np.diff(lightness(theme, WEIGHTS))
    assert ((steps < -1) if theme == "light" else (steps > 1)).all()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("levels", [VALUES[8:], VALUES[8::-1]], ids=["above 0", "below 0"])
def test_a_larger_size_stands_out_more_from_0(theme, levels):
    steps = np.diff(lightness(theme, levels))
    assert ((steps < -1) if theme == "light" else (steps > 1)).all()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eye", EYES)
def test_neighbouring_levels_differ_for_every_eye(theme, eye):
    for levels in (VALUES, WEIGHTS):
        colours = [seen(FILLS[theme][level], eye) for level in levels]
        assert min(np.linalg.norm(b - a) for a, b in itertools.pairwise(colours)) > 2


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("step", range(2, 9))
def test_above_and_below_0_differ_for_every_eye(theme, eye, step):
    distance = np.linalg.norm(seen(FILLS[theme][f"v{step}"], eye) - seen(FILLS[theme][f"v-{step}"], eye))
    assert distance > 5 * step


@pytest.mark.parametrize("theme", THEMES)
def test_a_masked_cell_is_grey_and_neither_0_nor_no_weight(theme):
    grey = seen(FILLS[theme]["m"])
    assert np.hypot(*grey[1:]) < 8
    for level in ("v0", "w0"):
        assert np.linalg.norm(grey - seen(FILLS[theme][level])) > 5


def test_levels_of_values_are_the_nearest_of_seventeen():
    share = np.linspace(-1, 1, 4001)
    (levels,) = value_levels(share[None] * 3, 3.0)
    steps = np.array([int(level[1:]) for level in levels])
    assert np.abs(steps / 8 - share).max() <= 1 / 16 + 1e-9
    assert set(levels) == set(VALUES)


def test_levels_of_weights_are_the_nearest_of_seventeen():
    weights = np.linspace(0, 1, 4001)
    (levels,) = weight_levels(weights[None])
    steps = np.array([int(level[1:]) for level in levels])
    assert np.abs(steps / 16 - weights).max() <= 1 / 32 + 1e-9
    assert set(levels) == set(WEIGHTS)


def test_levels_of_odd_numbers():
    assert value_levels(np.array([[-np.inf, np.inf, np.nan, -99, 99, -0.0]]), 2.0) == (
        ("m", "v8", "v0", "v-8", "v8", "v0"),
    )
    assert weight_levels(np.array([[np.nan, -0.1, 1.1, 1e-12]])) == (("w0", "w0", "w16", "w0"),)
    assert value_levels(np.zeros((0, 3)), 1.0) == ()
    assert weight_levels(np.float32([[1]])) == (("w16",),)


def test_the_style_sheet_holds_the_whole_table_for_both_themes():
    sheet = css_variables()
    rules = re.findall(
        r'^(\S+ )?\.attn-cell\[data-level="(\S+)"\]\{background-color:(\S+);color:(\S+)\}$', sheet, re.M
    )
    assert len(rules) == len(sheet.splitlines()) == 2 * len(FILLS["light"])
    for root, level, fill, ink in rules:
        theme = "dark" if root else "light"
        assert (fill, ink) == (FILLS[theme][level], INKS[theme][level])
        assert not root or root == f":is({','.join(DARK_ROOTS)}) "


def test_the_views_style_sheet_is_dark_on_the_same_pages():
    theme = (Path(palette.__file__).parents[1] / "widgets" / "views" / "theme.css").read_text(
        encoding="utf-8"
    )
    dark = re.search(r"\n((?:[^\n{}]+ \.attn-view,?\s)+)\{[^}]*color-scheme: dark", theme)
    assert dark is not None
    assert tuple(root.strip().removesuffix(" .attn-view") for root in dark[1].split(",")) == DARK_ROOTS
