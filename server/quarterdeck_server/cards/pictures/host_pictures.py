"""Pictures that a host brings for the cards of its sets: `moorland/alces-alces.svg` beside `moorland.json`.

Each is SVG, PNG or WebP, and named after a card or a printing of its set. A card without one has a composed picture.
"""

import json
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from quarterdeck_games.set_rules import CardFault

from quarterdeck_server.cards.pictures.host_svg import HarmfulSvg, filling_any_box

KINDS: Mapping[str, str] = {".svg": "image/svg+xml", ".png": "image/png", ".webp": "image/webp"}
MOST_BYTES = 200_000
LEAST_SIDE, MOST_SIDE = 120, 2_048
"""Bounds of the width and height of PNG and WebP, in pixels."""


class Picture(NamedTuple):
    """A card's picture in the form in which the server sends it."""

    kind: str
    """Its media type."""

    content: bytes


class Brought(NamedTuple):
    """The pictures that a host has put beside one card set, and their faults."""

    game: str
    pictures: Mapping[str, Picture]
    faults: tuple[CardFault, ...]


class UnfitPicture(ValueError):  # noqa: N818 - said as what it is
    """Error: a host's picture for a card cannot be used. The text says why, and what would be right."""


def brought(folder: Path) -> Iterator[Brought]:
    """Yield the pictures beside each card set in a host's folder, for sets that have some. Files that are no card sets
    have none."""
    for file in sorted(folder.rglob("*.json")):
        beside = file.with_suffix("")
        if not beside.is_dir():
            continue
        try:
            value = json.loads(file.read_bytes())
        except (OSError, ValueError):
            continue  # the reader of the sets says so
        if isinstance(value, dict):
            yield _beside(folder, beside, value)


def _beside(folder: Path, beside: Path, card_set: dict[str, Any]) -> Brought:
    known = {each["id"] for part in ("cards", "printings") for each in card_set.get(part, ()) if _has_id(each)}
    pictures: dict[str, Picture] = {}
    faults: list[CardFault] = []
    for path in sorted(beside.iterdir()):
        name = path.relative_to(folder).as_posix()
        if path.is_dir() or path.suffix == ".json" or path.name.startswith("."):
            continue
        try:
            if path.suffix not in KINDS:
                raise UnfitPicture(f"A picture must be one of {', '.join(KINDS)}.")
            if path.stem not in known:
                raise UnfitPicture("A picture must be named after a card or a printing of its set.")
            if path.stem in pictures:
                raise UnfitPicture("This card has two pictures; remove one.")
            pictures[path.stem] = picture_of(path)
        except UnfitPicture as unfit:
            faults.append(CardFault(name, path.stem, "", str(unfit)))
    return Brought(str(card_set.get("game", "")), pictures, tuple(faults))


def _has_id(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("id"), str)


def picture_of(path: Path) -> Picture:
    """Return the card picture in a host's file. Raises `UnfitPicture`."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UnfitPicture(f"It cannot be read: {error.strerror}.") from error
    if len(content) > MOST_BYTES:
        raise UnfitPicture(f"A picture can have at most {MOST_BYTES:,} bytes; this one has {len(content):,}.")
    kind = KINDS[path.suffix]
    if path.suffix == ".svg":
        try:
            return Picture(kind, filling_any_box(content))
        except HarmfulSvg as harmful:
            raise UnfitPicture(f"{harmful} See line {harmful.line}.") from harmful
    size = size_of_png(content) if path.suffix == ".png" else _size_of_webp(content)
    if size is None:
        raise UnfitPicture(f"This is not {path.suffix[1:].upper()}, whatever it is called.")
    if not all(LEAST_SIDE <= side <= MOST_SIDE for side in size):
        wanted = f"from {LEAST_SIDE} to {MOST_SIDE:,} pixels"
        raise UnfitPicture(f"Width and height must be {wanted}; these are {size[0]} and {size[1]}.")
    return Picture(kind, content)


def size_of_png(content: bytes) -> tuple[int, int] | None:
    """Return the width and height of a PNG picture; `None` if this is none."""
    if content[:8] != b"\x89PNG\r\n\x1a\n" or content[12:16] != b"IHDR" or len(content) < 33:
        return None
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def _size_of_webp(content: bytes) -> tuple[int, int] | None:
    """Return the width and height of a WebP picture from its header, which has one of three forms."""
    if content[:4] != b"RIFF" or content[8:12] != b"WEBP" or len(content) < 30:
        return None
    match content[12:16]:
        case b"VP8X":
            return 1 + int.from_bytes(content[24:27], "little"), 1 + int.from_bytes(content[27:30], "little")
        case b"VP8L":
            bits = int.from_bytes(content[21:25], "little")
            return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        case b"VP8 ":
            width, height = struct.unpack("<HH", content[26:30])
            return width & 0x3FFF, height & 0x3FFF
        case _:
            return None
