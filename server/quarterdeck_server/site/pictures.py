"""Pictures of a site: PNG, or SVG without anything that runs or loads."""

from pathlib import Path

import msgspec

from quarterdeck_server.cards.pictures.host_pictures import size_of_png
from quarterdeck_server.cards.pictures.host_svg import HarmfulSvg, harmless

LARGEST_LOGO = 8_192
"""A logo is part of the first page, which stays light."""

LARGEST_PICTURE = 1_000_000

KINDS = {".png": "image/png", ".svg": "image/svg+xml"}


class Picture(msgspec.Struct, frozen=True):
    """A picture of a site that has passed all checks."""

    name: str
    kind: str
    """The media type."""

    content: bytes
    width: int
    """Width in pixels; 0 for SVG, which fits any size."""

    height: int


def read_picture(file: Path, largest: int, said_at: str) -> Picture:
    """Return a site's picture after all checks. `said_at` is the place in the settings that names it. Raises
    `ValueError`, `OSError`."""
    kind = KINDS.get(file.suffix.lower())
    if kind is None:
        raise ValueError(f"{said_at}: {file.name} must be a PNG or an SVG, as logo.png or logo.svg.")
    if not file.is_file():
        raise ValueError(f"{said_at}: {file} is missing. Put the picture there, or take its name out.")
    size = file.stat().st_size
    if size > largest:
        raise ValueError(f"{said_at}: {file} has {size:,} bytes; it may have {largest:,}. Make the picture smaller.")
    content = file.read_bytes()
    if kind == KINDS[".svg"]:
        try:
            return Picture(file.name, kind, harmless(content), 0, 0)
        except HarmfulSvg as harmful:
            raise ValueError(f"{file}, line {harmful.line}: {harmful} Or save the picture as PNG.") from harmful
    sides = size_of_png(content)
    if sides is None:
        raise ValueError(f"{file} is not a PNG, although it is named so. Save it as PNG or SVG.")
    return Picture(file.name, kind, content, *sides)
