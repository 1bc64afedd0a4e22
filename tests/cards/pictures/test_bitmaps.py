"""Pictures as PNG."""

import struct
import sys
import zlib
from pathlib import Path

import pytest
from quarterdeck_server.cards.host_sets import games_with
from quarterdeck_server.cards.pictures.bitmaps import HEIGHT, WIDTH, bitmap_of
from quarterdeck_server.cards.pictures.gallery import Gallery
from quarterdeck_server.cards.pictures.host_pictures import Picture

EXAMPLES = Path(__file__).parents[3] / "deploy" / "cards"


def colours(png: bytes) -> tuple[tuple[int, int], int]:
    """Return the size of a PNG, and how many bytes its pixels have once they are unpacked, of which most differ."""
    size = struct.unpack(">II", png[16:24])
    at, packed = 8, b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        packed += png[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    return (size[0], size[1]), len(set(zlib.decompress(packed)))


@pytest.mark.parametrize(
    ("game", "card"), [("amiibart", "night-countess-art"), ("myacards", "panthera-leo"), ("amfibido", "king-cobra")]
)
def test_a_composed_picture_is_drawn_in_its_full_size_and_colours(game: str, card: str) -> None:
    bitmap = Gallery(games_with(None)[game]).bitmaps[card]
    assert bitmap is not None
    size, different = colours(bitmap.content)
    assert (bitmap.kind, size) == ("image/png", (WIDTH, HEIGHT))
    assert different > 100


def test_the_svg_of_a_host_is_drawn_too() -> None:
    bitmap = Gallery(games_with(EXAMPLES)["myacards"], EXAMPLES).bitmaps["alces-alces"]
    assert bitmap is not None
    assert colours(bitmap.content)[0] == (WIDTH, HEIGHT)


def test_png_stays_as_it_is_and_webp_has_none() -> None:
    png = Picture("image/png", b"as it is")
    assert bitmap_of(png) is png
    assert bitmap_of(Picture("image/webp", b"")) is None


def test_without_the_extra_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert bitmap_of(Picture("image/svg+xml", b"<svg/>")) is None
