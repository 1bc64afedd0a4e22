"""Motifs of pictures: icons by their names, as `client/web/scripts/motifs.py` takes them from their packages.

A name without a prefix is one of game-icons.net, which has no colours of its own. One that begins with `emoji:` is
coloured, of Fluent Emoji. `CREDITS` is the file that says whose they are.
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
    """A filled outline."""

    colour: str
    """Empty for the ink of the scene."""

    outline: str
    is_evenodd: bool = False


Motif = tuple[Shape, ...]


class UnknownMotif(LookupError):  # noqa: N818 - said as what it is
    """No motif has this name."""


def motif(name: str) -> Motif:
    """Return a motif by its name, such as `wolf-howl` or `emoji:lion`. After `@` stands its tint: degrees of hue as in
    `emoji:leopard@20`, or a colour as in `emoji:fox@#cfdbe6`; then per cent of light, as in `emoji:leopard@20,-10`.
    Raises `UnknownMotif`."""
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
    """Return who has drawn each motif without colours, by the short names of its source."""
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
    """Return hue, lightness and strength of a colour as `#rrggbb` or `#rgb`."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * each for each in colour[1:])
    red, green, blue = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    return colorsys.rgb_to_hls(red, green, blue)
