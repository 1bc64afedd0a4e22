"""Motifs of card pictures: icons by their names. `client/web/scripts/motifs.py` takes them from icon packages.

A name without a prefix is an icon of game-icons.net without colours. A name that begins with `emoji:` is a coloured one
of Fluent Emoji. The file `CREDITS` names the artists.
"""

import colorsys
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

MOTIFS = Path(__file__).parent / "motifs"
CREDITS = MOTIFS / "CREDITS.txt"
FILES = {"": "game-icons", "emoji": "fluent-emoji-flat"}
PREFIXES = tuple(FILES)

GRID = 512
"""Width and height of every motif."""


class Shape(NamedTuple):
    """A filled outline of a card picture's motif."""

    colour: str
    """Empty for the ink of the scene."""

    outline: str
    is_evenodd: bool = False


Motif = tuple[Shape, ...]


class UnknownMotif(LookupError):  # noqa: N818 - said as what it is
    """Error: no motif of card pictures has this name."""


def motif(name: str) -> Motif:
    """Return a motif by its name, such as `wolf-howl` or `emoji:lion`. After `@` its colour may be changed: by degrees
    of hue as in `emoji:leopard@20`, or to a colour as in `emoji:fox@#cfdbe6`. A further number is per cent of
    lightness, as in `emoji:leopard@20,-10`. Raises `UnknownMotif`."""
    plain, _, tint = name.partition("@")
    prefix, _, icon = plain.rpartition(":")
    found = _library(prefix).get(icon) if prefix in FILES else None
    if found is None:
        raise UnknownMotif(name)
    if not tint:
        return found
    base, _, light = tint.partition(",")
    return tuple([each._replace(colour=_tinted(each.colour, base, int(light or 0))) for each in found])


def artists() -> Mapping[str, str]:
    """Return the artist of each motif without colours, by the short names in its source."""
    read: dict[str, dict[str, str]] = json.loads((MOTIFS / "game-icons.json").read_text("utf-8"))
    return {name: icon["by"] for name, icon in read.items()}


@cache
def _library(prefix: str) -> Mapping[str, Motif]:
    read = json.loads((MOTIFS / f"{FILES[prefix]}.json").read_text("utf-8"))
    return {
        name: tuple([Shape(colour, outline, bool(rule)) for colour, outline, *rule in icon["shapes"]])
        for name, icon in read.items()
    }


def _tinted(colour: str, base: str, light: int) -> str:
    if not colour:  # a motif that has no colour gets this one
        return base if base.startswith("#") else colour
    turn, lightness, strength = _parts(colour)
    if base.startswith("#"):
        turn, _, strength = _parts(base)
    else:
        turn = (turn + int(base) / 360) % 1
    parts = colorsys.hls_to_rgb(turn, min(1.0, lightness * (1 + light / 100)), strength)
    return "#" + "".join(f"{round(255 * each):02x}" for each in parts)


def _parts(colour: str) -> tuple[float, float, float]:
    """Return hue, lightness and saturation of a colour given as `#rrggbb` or `#rgb`."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * each for each in colour[1:])
    red, green, blue = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    return colorsys.rgb_to_hls(red, green, blue)
