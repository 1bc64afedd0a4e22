"""Pictures that a host brings beside its card sets, and the faults that are listed at the start."""

import json
import struct
import zlib
from pathlib import Path

import pytest
from quarterdeck_games.set_rules import SetsRefused
from quarterdeck_server.cards.host_sets import games_with
from quarterdeck_server.cards.pictures.gallery import Gallery
from quarterdeck_server.cards.pictures.host_pictures import MOST_BYTES, brought

EXAMPLES = Path(__file__).parents[3] / "deploy" / "cards"
SIZE = "Width and height must be from 120 to 2,048 pixels; these are "
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><path d="M0 0h40v30z"/></svg>'


def png(width: int, height: int) -> bytes:
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))


def webp(form: bytes, width: int, height: int) -> bytes:
    bodies = {
        b"VP8X": bytes(8) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little"),
        b"VP8L": bytes(5) + ((width - 1) | (height - 1) << 14).to_bytes(4, "little") + bytes(8),
        b"VP8 ": bytes(10) + struct.pack("<HH", width, height),
    }
    return b"RIFF" + bytes(4) + b"WEBP" + form + bodies[form]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A host's folder with the example of MYACARDS."""
    (tmp_path / "moorland.json").write_bytes((EXAMPLES / "moorland.json").read_bytes())
    (tmp_path / "moorland").mkdir()
    return tmp_path


def faults(folder: Path) -> list[str]:
    with pytest.raises(SetsRefused) as refused:
        games_with(folder)
    return [str(fault) for fault in refused.value.faults]


def test_the_picture_of_a_host_takes_the_place_of_the_composed_one() -> None:
    game = games_with(EXAMPLES)["myacards"]
    plain, own = Gallery(game), Gallery(game, EXAMPLES)
    assert plain.address != own.address
    assert {card for card in own.pictures if own.pictures[card] != plain.pictures[card]} == {"alces-alces"}
    assert b"A moose" not in own.pictures["alces-alces"].content
    assert b'fill="url(#evening)"' in own.pictures["alces-alces"].content


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("alces-alces.svg", SVG, "image/svg+xml"),
        ("alces-alces.png", png(400, 300), "image/png"),
        *(("peat-fire.webp", webp(form, 400, 300), "image/webp") for form in (b"VP8X", b"VP8L", b"VP8 ")),
    ],
)
def test_svg_png_and_webp_are_taken(folder: Path, name: str, content: bytes, kind: str) -> None:
    (folder / "moorland" / name).write_bytes(content)
    picture = Gallery(games_with(folder)["myacards"], folder).pictures[name.partition(".")[0]]
    assert picture.kind == kind
    assert kind == "image/svg+xml" or picture.content == content


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("alces-alces.gif", b"GIF89a", "A picture must be one of .svg, .png, .webp."),
        ("moose.png", png(400, 300), "A picture must be named after a card or a printing of its set."),
        ("alces-alces.png", SVG, "This is not PNG, whatever it is called."),
        ("alces-alces.webp", png(400, 300), "This is not WEBP, whatever it is called."),
        ("alces-alces.png", png(4_000, 300), SIZE + "4000 and 300."),
        ("alces-alces.png", png(400, 20), SIZE + "400 and 20."),
        ("alces-alces.webp", webp(b"VP8X", 90, 300), SIZE + "90 and 300."),
        ("alces-alces.png", bytes(MOST_BYTES + 1), "A picture can have at most 200,000 bytes; this one has 200,001."),
        ("alces-alces.svg", SVG.replace(b"path", b"script"), "An SVG must not have `script`"),
    ],
)
def test_an_unfit_picture_is_a_fault_with_its_file_and_what_would_be_right(
    folder: Path, name: str, content: bytes, said: str
) -> None:
    (folder / "moorland" / name).write_bytes(content)
    (fault,) = faults(folder)
    assert fault.startswith(f"moorland/{name}, {name.partition('.')[0]}: {said}")


def test_a_card_has_one_picture(folder: Path) -> None:
    (folder / "moorland" / "alces-alces.svg").write_bytes(SVG)
    (folder / "moorland" / "alces-alces.png").write_bytes(png(400, 300))
    assert faults(folder) == ["moorland/alces-alces.svg, alces-alces: This card has two pictures; remove one."]


def test_files_that_are_no_sets_have_no_pictures(tmp_path: Path) -> None:
    for name, text in (("broken.json", "{"), ("list.json", "[1]"), ("alone.json", json.dumps({"cards": []}))):
        (tmp_path / name).write_text(text)
    (tmp_path / "broken").mkdir()
    (tmp_path / "list").mkdir()
    assert list(brought(tmp_path)) == []
