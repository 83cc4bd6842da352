"""Colours, as a finite table: a cell has a *level*, and a theme gives each level a fill and an ink.

Because the table is finite, every pair of fill and ink can be tested for contrast, the page can switch its theme
without asking the kernel, and picture and widget can't disagree.

Levels: ``v-8`` … ``v8`` for values and scores (blue below 0, orange above, pale at 0), ``w0`` … ``w16`` for weights
(one hue, darker or brighter as the weight grows), ``m`` for a masked cell.

What is no cell has its colour here too: what asks and what is asked (`ROLES`), what is selected and lit (`MARKS`). The
page's style sheet, views/theme.css, repeats them, and a test compares.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from attnlib.maths.check import Array

RGB = tuple[int, int, int]

#: Steps on each side of 0 for values, and from 0 to 1 for weights.
VALUE_STEPS, WEIGHT_STEPS = 8, 16

#: The level of a masked cell.
MASKED = "m"

_ZERO: dict[str, RGB] = {"light": (250, 250, 250), "dark": (38, 42, 48)}
_NEGATIVE: dict[str, RGB] = {"light": (44, 108, 176), "dark": (84, 152, 224)}
_POSITIVE: dict[str, RGB] = {"light": (196, 104, 20), "dark": (226, 138, 56)}
_WEIGHTS: dict[str, tuple[RGB, ...]] = {
    "light": ((252, 251, 253), (218, 216, 236), (158, 154, 204), (106, 81, 163), (63, 15, 125)),
    "dark": ((36, 37, 46), (66, 58, 104), (108, 92, 168), (165, 148, 222), (228, 220, 255)),
}
_MASKED_FILL: dict[str, RGB] = {"light": (228, 231, 235), "dark": (56, 62, 70)}

THEMES = ("light", "dark")

#: The colour of what asks, what is asked, and so on; each is at least 4.5 : 1 on the page.
ROLES: dict[str, dict[str, str]] = {
    "light": {"query": "#1d5fa8", "key": "#a8560a", "value": "#0b6e4f", "output": "#7b2d8b"},
    "dark": {"query": "#79b8ff", "key": "#f0a35e", "value": "#5cd6a4", "output": "#d9a3ec"},
}
#: These are drawn dashed and with an open head, so that roles differ in more than colour.
DASHED = frozenset({"key", "value"})

#: Text and the quieter text beside it, lines, hairlines, and how a cell is marked: selected, lit, in focus, wrong.
MARKS: dict[str, dict[str, str]] = {
    "light": {
        "ink": "#1f2328",
        "muted": "#57606a",
        "line": "#8c959f",
        "hair": "#d0d7de",
        "selected": "#111111",
        "lit": "#00735c",
        "focus": "#0969da",
        "wrong": "#b3261e",
    },
    "dark": {
        "ink": "#e8eaed",
        "muted": "#a3adb8",
        "line": "#7d8793",
        "hair": "#3b424c",
        "selected": "#ffd33d",
        "lit": "#5eead4",
        "focus": "#79b8ff",
        "wrong": "#ff9b93",
    },
}

#: Where a page says that it is dark: JupyterLab, VS Code and its high contrast, a page made by nbconvert.
DARK_ROOTS = (
    'body[data-jp-theme-light="false"]',
    "body.vscode-dark",
    "body.vscode-high-contrast:not(.vscode-high-contrast-light)",
    'html[data-theme="dark"]',
)


def value_level(step: int) -> str:
    """Name the level of a value that is so many steps of `VALUE_STEPS` away from 0.

    Examples
    --------
    >>> value_level(-8), value_level(3)
    ('v-8', 'v3')
    """
    return f"v{step}"


def weight_level(step: int) -> str:
    """Name the level of a weight that is so many of `WEIGHT_STEPS`.

    Examples
    --------
    >>> weight_level(16)
    'w16'
    """
    return f"w{step}"


#: Where one level ends and the next begins, as shares of the limit, and what lies between: −inf comes before the first
#: edge, NaN sorts behind the last one and is as pale as 0.
_VALUE_EDGES = np.array([-np.inf, *(np.arange(-VALUE_STEPS, VALUE_STEPS) + 0.5) / VALUE_STEPS, np.inf])
_VALUE_NAMES = np.array(
    [MASKED, *map(value_level, range(-VALUE_STEPS, VALUE_STEPS + 1)), value_level(0)], dtype=object
)
_WEIGHT_EDGES = np.array([*(np.arange(WEIGHT_STEPS) + 0.5) / WEIGHT_STEPS, np.inf])
_WEIGHT_NAMES = np.array([*map(weight_level, range(WEIGHT_STEPS + 1)), weight_level(0)], dtype=object)

Levels = tuple[tuple[str, ...], ...]


def value_levels(values: Array, limit: float) -> Levels:
    """Levels of a matrix of values on a scale from −limit to limit; −inf is masked, NaN is as pale as 0.

    Examples
    --------
    >>> value_levels(np.array([[-3.0, 0.0, 1.5, -np.inf]]), 3.0)
    (('v-8', 'v0', 'v4', 'm'),)
    """
    return _names(_VALUE_NAMES[np.searchsorted(_VALUE_EDGES, values / limit)])


def weight_levels(weights: Array) -> Levels:
    """Levels of a matrix of weights on the fixed scale from 0 to 1; NaN is as pale as 0.

    Examples
    --------
    >>> weight_levels(np.array([[0, 0.8943, 1]]))
    (('w0', 'w14', 'w16'),)
    """
    return _names(_WEIGHT_NAMES[np.searchsorted(_WEIGHT_EDGES, weights)])


def contrast(first: str, second: str) -> float:
    """Contrast ratio of two colours ``#rrggbb``, from 1 to 21 (WCAG 2.2, relative luminance).

    Examples
    --------
    >>> contrast("#000000", "#ffffff")
    21.0
    """
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def css_variables() -> str:
    """Write the table as style rules for cells that carry ``data-level``, for the light and the dark theme."""
    return _rules(
        lambda fill, ink, level: f'.attn-cell[data-level="{level}"]{{background-color:{fill};color:{ink}}}'
    )


def css_fills(name: str) -> str:
    """Write the table as style rules for drawn shapes of a class that carry ``data-level``.

    Examples
    --------
    >>> css_fills("attn-bar").splitlines()[0]
    '.attn-bar[data-level="m"]{fill:#e4e7eb}'
    """
    return _rules(lambda fill, _ink, level: f'.{name}[data-level="{level}"]{{fill:{fill}}}')


def _names(levels: Array) -> Levels:
    return tuple(map(tuple, levels.tolist()))


def _rules(rule: Callable[[str, str, str], str]) -> str:
    roots = {"light": "", "dark": f":is({','.join(DARK_ROOTS)}) "}
    return "\n".join(
        roots[theme] + rule(FILLS[theme][level], INKS[theme][level], level)
        for theme in THEMES
        for level in FILLS[theme]
    )


def _mix(start: RGB, end: RGB, share: float) -> RGB:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
    return red, green, blue


def _ramp(stops: tuple[RGB, ...], share: float) -> RGB:
    place = share * (len(stops) - 1)
    step = min(int(place), len(stops) - 2)
    return _mix(stops[step], stops[step + 1], place - step)


def _hex(colour: RGB) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _fills(theme: str) -> dict[str, str]:
    table = {MASKED: _hex(_MASKED_FILL[theme])}
    for step in range(-VALUE_STEPS, VALUE_STEPS + 1):
        end = _NEGATIVE[theme] if step < 0 else _POSITIVE[theme]
        table[value_level(step)] = _hex(_mix(_ZERO[theme], end, abs(step) / VALUE_STEPS))
    for step in range(WEIGHT_STEPS + 1):
        table[weight_level(step)] = _hex(_ramp(_WEIGHTS[theme], step / WEIGHT_STEPS))
    return table


FILLS: dict[str, dict[str, str]] = {theme: _fills(theme) for theme in THEMES}
# black or white, whichever is clearer: one of them always reaches 4.58 : 1
INKS: dict[str, dict[str, str]] = {
    theme: {
        level: max("#000000", "#ffffff", key=lambda ink: contrast(ink, fill)) for level, fill in table.items()
    }
    for theme, table in FILLS.items()
}
