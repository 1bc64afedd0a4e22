"""The picture of a preview: 1200 × 630 pixels, drawn from its content alone. It needs the extra `pictures` (Pillow).

A PNG file costs time for each byte of a pixel. So the picture has a palette: one byte a pixel, and shades between the
colour of letters and the one behind them.
"""

import textwrap
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

import msgspec

from quarterdeck_server.cards.pictures.bitmaps import bitmap_of
from quarterdeck_server.cards.pictures.host_pictures import Picture
from quarterdeck_server.web.previews.preview import Preview

WIDTH, HEIGHT = 1200, 630
FONT = Path(__file__).parent / "DejaVuSans.ttf"
"""The only font: `FONT.txt` has its origin and licence."""

LEFT, RIGHT = 72, WIDTH - 72
FOOT = HEIGHT - 88
CARD_WIDTH, CARD_HEIGHT = 176, 132
TITLE, TEXT, SMALL = 62, 34, 28
WIDTH_OF_LETTER = 0.6
"""Average width of a letter, in parts of the font's size."""

MOST_LINES = 5
SHADES, COLOURS = 24, 256


class Branding(msgspec.Struct, frozen=True):
    """The name and colours of the server on its pictures."""

    name: str
    colours: Mapping[str, str]


@cache
def can_draw() -> bool:
    """True if the extra `pictures` is installed."""
    return find_spec("PIL") is not None


def drawn(preview: Preview, branding: Branding, card: Picture | None = None) -> bytes | None:
    """Return the picture of a preview as PNG, beside the picture of its card if there is one; `None` if the extra
    `pictures` is not installed."""
    if not can_draw():
        return None
    # In its own size: 480 × 360 pixels take 120 ms of CPU.
    card = None if card is None else bitmap_of(card, CARD_WIDTH, CARD_HEIGHT)
    sheet = _Sheet(branding.colours)
    right = RIGHT if card is None else RIGHT - CARD_WIDTH - 40
    y = 104
    if preview.over:
        sheet.write(preview.over, y, SMALL, "accent", right)
    for line in _wrapped(preview.title, TITLE, right, 2):
        y += 74
        sheet.write(line, y, TITLE, "text", right)
    lines = list(preview.lines)
    if card is None or not lines:  # the text of a deck repeats its lines
        lines += _wrapped(preview.text, TEXT, right, MOST_LINES if card is None else 3)
    for line in lines[: (FOOT - y - 16) // 48]:
        y += 48
        sheet.write(line, y + 16, TEXT, "dim", right)
    sheet.write(branding.name, HEIGHT - 34, SMALL, "text", RIGHT, behind="panel")
    if card is not None:
        sheet.show(card)
    return sheet.png()


class _Sheet:
    """The pixels of a picture with its palette."""

    def __init__(self, colours: Mapping[str, str]) -> None:
        from PIL import Image

        self._colours = colours
        self._palette: list[int] = []
        self._shades: dict[tuple[str, str], int] = {}
        self._pixels = Image.new("P", (WIDTH, HEIGHT), self._shade("text", "background"))
        self._pixels.paste(self._shade("text", "panel"), (0, FOOT, WIDTH, HEIGHT))
        self._pixels.paste(self._shade("accent", "background") + SHADES - 1, (0, 0, 16, HEIGHT))

    def write(self, text: str, y: int, size: int, colour: str, right: int, behind: str = "background") -> None:
        """Write a line, cut where its room ends."""
        from PIL import Image, ImageDraw, ImageFont

        font, room, shown = ImageFont.truetype(str(FONT), size), right - LEFT, " ".join(text.split())
        if (length := font.getlength(shown)) > room:
            shown = shown[: int(len(shown) * room / length)]
            while shown and font.getlength(f"{shown}…") > room:
                shown = shown[:-1]
            shown = f"{shown.rstrip()}…"
        letters = Image.new("L", (room, 2 * size), 0)
        above = size * 3 // 2
        ImageDraw.Draw(letters).text((0, above), shown, fill=255, font=font, anchor="ls")
        first = self._shade(colour, behind)
        shades = letters.point([first + part * (SHADES - 1) // 255 for part in range(256)])
        self._pixels.paste(shades, (LEFT, y - above), letters.point([0] + [255] * 255))

    def show(self, card: Picture) -> None:
        """Show the picture of a card at the right, in the colours that are left."""
        from PIL import Image, ImageColor

        with Image.open(BytesIO(card.content), formats=["PNG"]) as file:
            shown = file.convert("RGBA").resize((CARD_WIDTH, CARD_HEIGHT))
        behind = Image.new("RGBA", shown.size, ImageColor.getrgb(self._colours["background"]))
        first = len(self._palette) // 3
        reduced = (
            Image.alpha_composite(behind, shown).convert("RGB").quantize(COLOURS - first, Image.Quantize.FASTOCTREE)
        )
        self._palette += reduced.getpalette() or ()
        moved = reduced.tobytes().translate(bytes(min(first + at, COLOURS - 1) for at in range(256)))
        self._pixels.paste(Image.frombytes("L", shown.size, moved), (RIGHT - CARD_WIDTH, 120))

    def png(self) -> bytes:
        """Return the picture as PNG."""
        self._pixels.putpalette(self._palette)
        file = BytesIO()
        self._pixels.save(file, "PNG", compress_level=4)
        return file.getvalue()

    def _shade(self, colour: str, behind: str) -> int:
        """Return the first of the shades from one colour to another in the palette."""
        from PIL import ImageColor

        if (colour, behind) not in self._shades:
            self._shades[colour, behind] = len(self._palette) // 3
            front, back = (ImageColor.getrgb(self._colours[name]) for name in (colour, behind))
            for step in range(SHADES):
                self._palette += (b + (f - b) * step // (SHADES - 1) for f, b in zip(front, back, strict=True))
        return self._shades[colour, behind]


def _wrapped(text: str, size: int, right: int, most: int) -> list[str]:
    return textwrap.wrap(text, int((right - LEFT) / (size * WIDTH_OF_LETTER)), max_lines=most, placeholder="…")
