"""Pictures of a site: PNG, or SVG without anything that runs or loads."""

import re
from pathlib import Path
from xml.parsers import expat  # entities and document types are refused below

import msgspec

LARGEST_LOGO = 8_192
"""A logo is part of the first page, which stays light."""

LARGEST_PICTURE = 1_000_000

PNG = b"\x89PNG\r\n\x1a\n"
KINDS = {".png": "image/png", ".svg": "image/svg+xml"}

ELEMENTS = frozenset(
    {
        *("svg", "g", "defs", "symbol", "use", "title", "desc", "path", "rect", "circle", "ellipse", "line"),
        *("polyline", "polygon", "text", "tspan", "linearGradient", "radialGradient", "stop", "clipPath", "mask"),
        "pattern",
    }
)
"""Elements of SVG that only draw."""

OUTSIDE = re.compile(r"url\(\s*['\"]?(?!#|\s|['\"])|(?:javascript|data|https?|file):", re.ASCII | re.IGNORECASE)
"""References to anything but a part of the same picture."""


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
        _check_svg(file, content)
        return Picture(file.name, kind, content, 0, 0)
    if not content.startswith(PNG) or content[12:16] != b"IHDR":
        raise ValueError(f"{file} is not a PNG, although it is named so. Save it as PNG or SVG.")
    width, height = int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")
    return Picture(file.name, kind, content, width, height)


def _check_svg(file: Path, content: bytes) -> None:
    parser = expat.ParserCreate()

    def fault(wrong: str) -> ValueError:
        return ValueError(f"{file}, line {parser.CurrentLineNumber}: {wrong} Save it as a plain SVG, or as PNG.")

    def no_type(*_: object) -> None:
        raise fault("a document type (<!DOCTYPE …>) is not allowed.")

    def element(name: str, attributes: dict[str, str]) -> None:
        if name.partition(":")[0] in ("sodipodi", "inkscape", "metadata", "rdf", "cc", "dc") and ":" in name:
            raise fault(f"<{name}> is the data of a drawing program.")
        if name not in ELEMENTS:
            raise fault(f"<{name}> is not allowed in the picture: it may only draw.")
        for key, value in attributes.items():
            _check_attribute(name, key, value)

    def _check_attribute(name: str, key: str, value: str) -> None:
        if key.lower().startswith("on"):
            raise fault(f"<{name} {key}=…> would run a script.")
        if key in ("href", "xlink:href") and not value.startswith("#"):
            raise fault(f"<{name} {key}=…> leads out of the picture.")
        if not key.startswith("xmlns") and OUTSIDE.search(value):
            raise fault(f"<{name} {key}=…> loads something from outside.")

    def instruction(*_: object) -> None:
        raise fault("a processing instruction (<?…?>) is not allowed after the first line.")

    parser.StartDoctypeDeclHandler = no_type
    parser.StartElementHandler = element
    parser.ProcessingInstructionHandler = instruction
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise ValueError(f"{file} is not an SVG: {error}.") from error
