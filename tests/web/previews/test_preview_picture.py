"""Pictures of previews, drawn from their content."""

from io import BytesIO

import pytest
from PIL import Image
from quarterdeck_server.cards.host_sets import games_with
from quarterdeck_server.cards.pictures.bitmaps import bitmap_of
from quarterdeck_server.cards.pictures.gallery import Gallery
from quarterdeck_server.cards.pictures.host_pictures import Picture
from quarterdeck_server.site.colours import SHIPPED
from quarterdeck_server.web.previews import preview_picture
from quarterdeck_server.web.previews.preview import Preview
from quarterdeck_server.web.previews.preview_picture import Branding, can_draw, drawn

HARBOUR = Branding("Card Harbour", SHIPPED["dark"])
LONG = Preview(title="A very long title & more " * 9, text="Words " * 90, over="W" * 300, lines=("<b>",) * 6)


def test_the_longest_texts_and_a_card_stay_within_the_bound() -> None:
    card = Gallery(games_with(None)["amiibart"]).pictures["night-countess-art"]
    for preview in (LONG, Preview(title="", text="")):
        picture = drawn(preview, HARBOUR, card)
        assert picture is not None
        assert pixels(picture).size == (1200, 630)
        assert len(picture) <= 100_000
    assert drawn(LONG, HARBOUR) != drawn(LONG, Branding("Another", SHIPPED["dark"]))


def pixels(picture: bytes | None) -> Image.Image:
    assert picture is not None
    return Image.open(BytesIO(picture))


def test_a_picture_has_one_byte_for_each_pixel() -> None:
    card = Gallery(games_with(None)["amiibart"]).pictures["night-countess-art"]
    for each in (drawn(LONG, HARBOUR), drawn(LONG, HARBOUR, card)):  # with four, compression takes more than 40 ms
        assert pixels(each).mode == "P"


def test_a_line_covers_no_other_line_and_no_foot() -> None:
    def rows(*lines: str) -> Image.Image:
        return pixels(drawn(Preview(title="T", text="", lines=lines), HARBOUR)).convert("RGB")

    one, two, many = (rows(*("gjpqy",) * number) for number in (1, 2, 9))
    first_line, foot = (0, 0, 1200, 250), (0, 542, 1200, 630)
    assert one.crop(first_line).tobytes() == two.crop(first_line).tobytes() != rows("").crop(first_line).tobytes()
    assert one.crop(foot).tobytes() == many.crop(foot).tobytes()


def test_the_text_stands_below_the_lines_but_not_below_those_of_a_deck() -> None:
    card = Gallery(games_with(None)["amiibart"]).pictures["night-countess-art"]
    english, german = (Preview(title="T", text=text, lines=("Ada",)) for text in ("Ada has won.", "Ada hat gewonnen."))
    assert drawn(english, HARBOUR) != drawn(german, HARBOUR)
    assert drawn(english, HARBOUR, card) == drawn(german, HARBOUR, card)


def test_the_picture_of_a_card_is_drawn_in_the_size_that_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[tuple[int, ...]] = []

    def noted(card: Picture, *size: int) -> Picture | None:
        sizes.append(size)
        return bitmap_of(card, *size)

    monkeypatch.setattr(preview_picture, "bitmap_of", noted)
    card = Gallery(games_with(None)["amiibart"]).pictures["night-countess-art"]
    assert drawn(LONG, HARBOUR, card) != drawn(LONG, HARBOUR, Picture("image/webp", b"")) == drawn(LONG, HARBOUR)
    assert sizes == [(176, 132)] * 2


def test_a_wide_line_ends_before_the_card() -> None:
    card = Gallery(games_with(None)["amiibart"]).pictures["night-countess-art"]
    wide, narrow = (
        pixels(drawn(Preview(title="", text="", lines=(text,)), HARBOUR, card)) for text in ("W" * 300, "i")
    )
    beside = (1200 - 72 - 216, 0, 1200, 542)
    assert wide.convert("RGB").crop(beside).tobytes() == narrow.convert("RGB").crop(beside).tobytes()


def test_without_the_extra_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    can_draw.cache_clear()
    monkeypatch.setattr(preview_picture, "find_spec", lambda _: None)
    assert drawn(LONG, HARBOUR) is None
    can_draw.cache_clear()
