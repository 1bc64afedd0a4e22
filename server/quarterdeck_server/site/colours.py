"""Colours of a site (a host's identity): they replace those of the browser client, and are checked for contrast (WCAG
2.2, 1.4.3)."""

import re
from collections.abc import Mapping

import msgspec

from quarterdeck_server.site.site_file import SourceText, suggestion

LEAST_CONTRAST = 4.5

PROPERTIES: Mapping[str, str] = {
    "background": "bg",
    "panel": "felt",
    "raised": "raise",
    "line": "line",
    "text": "text",
    "dim": "dim",
    "accent": "brass",
    "on_accent": "on-brass",
}
"""Names of the colours that a host may set, with the custom properties of `styles/tokens.css`."""

SHIPPED: Mapping[str, Mapping[str, str]] = {
    "dark": {
        "background": "#0b131b",
        "panel": "#15222d",
        "raised": "#21333f",
        "line": "#35495a",
        "text": "#eaf0f4",
        "dim": "#a3b6c6",
        "accent": "#e3b04b",
        "on_accent": "#1a1408",
        "hot": "#ee7461",
        "good": "#6fcf97",
    },
    "light": {
        "background": "#e0d8c7",
        "panel": "#f3eee3",
        "raised": "#ffffff",
        "line": "#c8bda4",
        "text": "#1c2733",
        "dim": "#4e5a66",
        "accent": "#7d5200",
        "on_accent": "#fffdf8",
        "hot": "#b3261e",
        "good": "#17693b",
    },
}
"""The colours of the browser client. `hot` and `good` stay as they are: they mean danger and success everywhere."""

SURFACES = ("background", "panel", "raised")
LETTERS = ("text", "dim", "accent", "hot", "good")
PAIRS = (*((front, behind) for front in LETTERS for behind in SURFACES), ("on_accent", "accent"))
"""Colours of letters with the colours behind them."""

COLOUR = re.compile(r"#[0-9a-f]{6}\Z")


class Palette(msgspec.Struct, frozen=True):
    """All colours of one theme by name. A colour that the host has not set has the browser client's default value."""

    theme: str
    colours: Mapping[str, str]
    own: tuple[str, ...]
    """The names of the colours that the host has set."""


def palettes(given: Mapping[str, Mapping[str, str]], source: SourceText) -> tuple[Palette, ...]:
    """Return the themes of a site, or none if the site sets no colours. Raises `ValueError`, with both colours and
    their contrast, where text would be hard to read."""
    for theme, colours in given.items():
        if theme not in SHIPPED:
            raise source.fault(f"colours.{theme}", f"`{theme}` is not a theme. {suggestion(theme, tuple(SHIPPED))}")
        for name, value in colours.items():
            place = f"colours.{theme}.{name}"
            if name not in PROPERTIES:
                raise source.fault(place, f"`{name}` is not a colour. {suggestion(name, tuple(PROPERTIES))}")
            if not COLOUR.match(value.lower()):
                raise source.fault(place, f"`{name}` is {value!r}; a colour is written as #1a2b3c.")
    found = [_palette(theme, given[theme], source) for theme in SHIPPED if given.get(theme)]
    return tuple(found)


def _palette(theme: str, given: Mapping[str, str], source: SourceText) -> Palette:
    colours = {**SHIPPED[theme], **{name: value.lower() for name, value in given.items()}}
    for front, behind in PAIRS:
        ratio = contrast(colours[front], colours[behind])
        if ratio < LEAST_CONTRAST:
            culprit = front if front in given else behind
            raise source.fault(
                f"colours.{theme}.{culprit}",
                f"`{front}` {colours[front]} on `{behind}` {colours[behind]} has a contrast of {ratio:.2f} to 1 in the"
                f" {theme} theme; letters need at least {LEAST_CONTRAST}."
                " Make one of the two lighter or darker.",
            )
    return Palette(theme, colours, tuple(name for name in PROPERTIES if name in given))


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def rules(palettes: tuple[Palette, ...]) -> str:
    """Return the style rules with the host's colours, to be appended to a style sheet that has the client's own
    colours."""
    return "".join(_rules_of(palette, palette.own) for palette in palettes)


def all_rules(palettes: tuple[Palette, ...]) -> str:
    """Return the style rules that set every colour of these themes."""
    return "".join(_rules_of(palette, tuple(PROPERTIES)) for palette in palettes)


def _rules_of(palette: Palette, names: tuple[str, ...]) -> str:
    declared = ";".join(f"--{PROPERTIES[name]}:{palette.colours[name]}" for name in names)
    if palette.theme == "dark":
        return f":root{{{declared}}}"
    light = f':root[data-theme="light"]{{{declared}}}'
    return f'@media (prefers-color-scheme:light){{:root:not([data-theme="dark"]){{{declared}}}}}{light}'
