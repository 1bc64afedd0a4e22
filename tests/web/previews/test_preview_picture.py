"""Pictures of previews, drawn from their content."""

import struct

import pytest
from quarterdeck_server.cards.host_sets import games_with
from quarterdeck_server.cards.pictures.gallery import Gallery
from quarterdeck_server.site.colours import SHIPPED
from quarterdeck_server.web.previews import preview_picture
from quarterdeck_server.web.previews.preview import Preview
from quarterdeck_server.web.previews.preview_picture import Branding, can_draw, drawn

HARBOUR = Branding("Card Harbour", SHIPPED["dark"])
LONG = Preview(title="A very long title & more " * 9, text="Words " * 90, over="W" * 300, lines=("<b>",) * 6)


def test_the_longest_texts_and_a_card_stay_within_the_bound() -> None:
    card = Gallery(games_with(None)["amiibart"]).bitmaps["night-countess-art"]
    for preview in (LONG, Preview(title="", text="")):
        picture = drawn(preview, HARBOUR, card)
        assert picture is not None
        assert struct.unpack(">II", picture[16:24]) == (1200, 630)
        assert len(picture) <= 100_000
    assert drawn(LONG, HARBOUR) != drawn(LONG, Branding("Another", SHIPPED["dark"]))


def test_without_the_extra_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    can_draw.cache_clear()
    monkeypatch.setattr(preview_picture, "find_spec", lambda _: None)
    assert drawn(LONG, HARBOUR) is None
    can_draw.cache_clear()
