"""The picture of a preview: 1200 × 630 pixels, drawn from its content alone. It needs the extra `pictures` (resvg)."""

import textwrap
from base64 import b64encode
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from importlib.util import find_spec
from pathlib import Path

import msgspec

from quarterdeck_server.cards.pictures.host_pictures import Picture
from quarterdeck_server.web.previews.preview import Preview

WIDTH, HEIGHT = 1200, 630
FONT = Path(__file__).parent / "DejaVuSans.ttf"
"""The only font: `FONT.txt` has its origin and licence."""

LEFT, RIGHT = 72, WIDTH - 72
CARD_WIDTH, CARD_HEIGHT = 200, 150
TITLE, TEXT, SMALL = 62, 34, 28
WIDTH_OF_LETTER = 0.6
"""Average width of a letter, in parts of the font's size."""


class Branding(msgspec.Struct, frozen=True):
    """The name and colours of the server on its pictures."""

    name: str
    colours: Mapping[str, str]


@cache
def can_draw() -> bool:
    """True if the extra `pictures` is installed."""
    return find_spec("resvg_py") is not None


def drawn(preview: Preview, branding: Branding, card: Picture | None = None) -> bytes | None:
    """Return the picture of a preview as PNG, beside the picture of its card if there is one; `None` if the extra
    `pictures` is not installed."""
    if not can_draw():
        return None
    import resvg_py

    svg = "".join(_svg(preview, branding, card))
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, skip_system_fonts=True, font_files=[str(FONT)], image_rendering="optimize_speed"
        )
    )


def _svg(preview: Preview, branding: Branding, card: Picture | None) -> Iterator[str]:
    colours = branding.colours
    right = RIGHT if card is None else RIGHT - CARD_WIDTH - 40
    yield f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="DejaVu Sans">'
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{colours["background"]}"/>'
    yield f'<rect y="{HEIGHT - 88}" width="{WIDTH}" height="88" fill="{colours["panel"]}"/>'
    yield f'<rect width="16" height="{HEIGHT}" fill="{colours["accent"]}"/>'
    y = 104
    if preview.over:
        yield _line(preview.over, y, SMALL, colours["accent"], right)
    for line in _wrapped(preview.title, TITLE, right, 2):
        y += 74
        yield _line(line, y, TITLE, colours["text"], right)
    for line in preview.lines or _wrapped(preview.text, TEXT, right, 5 if card is None else 3):
        y += 48
        yield _line(line, y + 16, TEXT, colours["dim"], right)
    if card is not None:
        data = b64encode(card.content).decode()
        yield (
            f'<image x="{RIGHT - CARD_WIDTH}" y="120" width="{CARD_WIDTH}" height="{CARD_HEIGHT}"'
            f' href="data:{card.kind};base64,{data}"/>'
        )
    yield _line(branding.name, HEIGHT - 34, SMALL, colours["text"], RIGHT)
    yield "</svg>"


def _line(text: str, y: int, size: int, colour: str, right: int) -> str:
    cut = textwrap.shorten(text, _room(size, right), placeholder="…") if " " in text else text
    shown = cut if len(cut) <= _room(size, right) else f"{cut[: _room(size, right) - 1]}…"
    return f'<text x="{LEFT}" y="{y}" font-size="{size}" fill="{colour}">{escape(shown)}</text>'


def _wrapped(text: str, size: int, right: int, most: int) -> list[str]:
    return textwrap.wrap(text, _room(size, right), max_lines=most, placeholder="…")


def _room(size: int, right: int) -> int:
    return int((right - LEFT) / (size * WIDTH_OF_LETTER))
