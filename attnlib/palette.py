"""Colours, as a finite table: a cell has a *level*, and a theme gives each level a fill and an ink.

Because the table is finite, every pair of fill and ink can be tested for contrast, the page can switch its theme
without asking the kernel, and picture and widget can't disagree.

Levels: ``v-8`` … ``v8`` for values and scores (blue below 0, orange above, pale at 0), ``w0`` … ``w16`` for weights
(one hue, darker or brighter as the weight grows), ``m`` for a masked cell.
"""

from __future__ import annotations

RGB = tuple[int, int, int]

#: Steps on each side of 0 for values, and from 0 to 1 for weights.
VALUE_STEPS, WEIGHT_STEPS = 8, 16

_ZERO: dict[str, RGB] = {"light": (250, 250, 250), "dark": (38, 42, 48)}
_NEGATIVE: dict[str, RGB] = {"light": (44, 108, 176), "dark": (84, 152, 224)}
_POSITIVE: dict[str, RGB] = {"light": (196, 104, 20), "dark": (226, 138, 56)}
_WEIGHTS: dict[str, tuple[RGB, ...]] = {
    "light": ((252, 251, 253), (218, 216, 236), (158, 154, 204), (106, 81, 163), (63, 15, 125)),
    "dark": ((36, 37, 46), (66, 58, 104), (108, 92, 168), (165, 148, 222), (228, 220, 255)),
}
_MASKED: dict[str, RGB] = {"light": (228, 231, 235), "dark": (56, 62, 70)}

THEMES = ("light", "dark")


def value_level(share: float) -> str:
    """Level of a value that is ``share`` of its panel's limit, from −1 to 1.

    Examples
    --------
    >>> value_level(-1), value_level(0), value_level(0.5)
    ('v-8', 'v0', 'v4')
    """
    return f"v{round(max(-1.0, min(1.0, share)) * VALUE_STEPS)}"


def weight_level(weight: float) -> str:
    """Level of a weight on the fixed scale from 0 to 1.

    Examples
    --------
    >>> weight_level(0), weight_level(0.8943), weight_level(1)
    ('w0', 'w14', 'w16')
    """
    return f"w{round(max(0.0, min(1.0, weight)) * WEIGHT_STEPS)}"


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
    dark_roots = ('[data-jp-theme-light="false"]', ".vscode-dark", ".attn-dark")
    rules = [_rule("", level, "light") for level in FILLS["light"]]
    rules += [_rule(root + " ", level, "dark") for root in dark_roots for level in FILLS["dark"]]
    return "\n".join(rules)


def _rule(root: str, level: str, theme: str) -> str:
    fill, ink = FILLS[theme][level], INKS[theme][level]
    return f'{root}.attn-cell[data-level="{level}"]{{background-color:{fill};color:{ink}}}'


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
    table = {"m": _hex(_MASKED[theme])}
    for step in range(-VALUE_STEPS, VALUE_STEPS + 1):
        end = _NEGATIVE[theme] if step < 0 else _POSITIVE[theme]
        table[f"v{step}"] = _hex(_mix(_ZERO[theme], end, abs(step) / VALUE_STEPS))
    for step in range(WEIGHT_STEPS + 1):
        table[f"w{step}"] = _hex(_ramp(_WEIGHTS[theme], step / WEIGHT_STEPS))
    return table


FILLS: dict[str, dict[str, str]] = {theme: _fills(theme) for theme in THEMES}
# black or white, whichever is clearer: one of them always reaches 4.58 : 1
INKS: dict[str, dict[str, str]] = {
    theme: {
        level: max("#000000", "#ffffff", key=lambda ink: contrast(ink, fill)) for level, fill in table.items()
    }
    for theme, table in FILLS.items()
}
