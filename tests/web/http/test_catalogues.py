"""The cards of a game over plain HTTP: whole, tagged, packed, and the same for everybody."""

import gzip
import json
from pathlib import Path
from typing import Any

import aiohttp
import jsonschema  # type: ignore[import-untyped]  # it has no types of its own
import msgspec
import pytest
from quarterdeck_client import Client
from quarterdeck_games import GAMES
from quarterdeck_games.amfibido.cards.copies import FACES
from quarterdeck_games.amiibart.cards.card import Card
from quarterdeck_games.amiibart.cards.second.catalogue import SECOND
from quarterdeck_games.card_sets import written
from quarterdeck_protocol.catalogue import Catalogue
from quarterdeck_server.docs_build.files import PROTOCOL
from servers import SERVED, live_server

EXAMPLES = Path(__file__).parents[3] / "deploy" / "cards"
WITH_CARDS = ("amiibart", "myacards")


async def ask(url: str, **headers: str) -> tuple[int, Any, bytes]:
    """Ask and return the answer as it came, still packed."""
    async with (
        aiohttp.ClientSession(auto_decompress=False, skip_auto_headers=["Accept-Encoding"]) as http,
        http.get(url, headers=headers) as response,
    ):
        return response.status, response.headers, await response.read()


@pytest.mark.parametrize("game", WITH_CARDS)
async def test_the_catalogue_is_all_that_the_rules_have_and_fits_its_schema(game: str) -> None:
    async with live_server() as server:
        status, headers, body = await ask(f"{server.url}/v1/games/{game}/cards")
    assert (status, headers["Content-Type"]) == (200, "application/json")
    value = json.loads(body)
    schema = json.loads((PROTOCOL / "schema" / "cards" / f"{game}.json").read_bytes())
    jsonschema.Draft202012Validator({**schema, "anyOf": [{"$ref": "#/$defs/Catalogue"}]}).validate(value)
    catalogue = SERVED[game].catalogue
    assert catalogue is not None
    assert value["sets"] == [json.loads(written(one)) for one in catalogue.sets]


@pytest.mark.parametrize(("game", "faces", "cards"), [("amfibido", 121, 146), ("density-deck", 30, 50)])
async def test_what_is_in_a_box_can_be_looked_through_card_by_card(game: str, faces: int, cards: int) -> None:
    """AF fact 1, with fifteen sensei; S2:4…15."""
    async with live_server() as server:
        _, _, body = await ask(f"{server.url}/v1/games/{game}/cards")
    value = json.loads(body)
    schema = json.loads((PROTOCOL / "schema" / "cards" / f"{game}.json").read_bytes())
    jsonschema.Draft202012Validator(schema).validate(value)
    (box,) = value["sets"]
    assert (len(box["cards"]), sum(card.get("copies", 1) for card in box["cards"])) == (faces, cards)
    assert [card["number"] for card in box["cards"]] == list(range(1, faces + 1))
    assert len({card["id"] for card in box["cards"]}) == faces
    generic: Any = Catalogue
    decoded = msgspec.json.decode(body, type=generic[GAMES[game].cards])
    assert decoded.sets == GAMES[game].card_sets


def test_every_card_that_amfibido_shows_in_a_match_stands_in_its_catalogue_with_the_same_words() -> None:
    book = {card.id: card for one in GAMES["amfibido"].card_sets for card in one.cards}
    assert set(book) == set(FACES)
    for card, face in FACES.items():
        for field in face.__struct_fields__:
            assert getattr(face, field) == getattr(book[card], field)


async def test_it_is_decoded_as_the_very_same_cards() -> None:
    async with live_server() as server:
        _, _, body = await ask(f"{server.url}/v1/games/amiibart/cards")
    decoded = msgspec.json.decode(body, type=Catalogue[Card])
    shipped = GAMES["amiibart"].catalogue
    assert shipped is not None
    assert decoded.sets == (shipped.shipped, SECOND)


async def test_who_has_it_already_is_told_only_that() -> None:
    async with live_server() as server:
        url = f"{server.url}/v1/games/myacards/cards"
        _, headers, body = await ask(url)
        tag = headers["ETag"]
        assert tag.startswith('"')
        assert headers["Cache-Control"] == "public, no-cache"
        for said in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            assert (await ask(url, **{"If-None-Match": said}))[::2] == (304, b"")
        again = await ask(url, **{"If-None-Match": '"other"'})
        assert (again[0], again[2], again[1]["ETag"]) == (200, body, tag)


async def test_it_comes_packed_to_whoever_takes_that() -> None:
    async with live_server() as server:
        url = f"{server.url}/v1/games/amiibart/cards"
        _, plain_headers, plain = await ask(url)
        status, headers, packed = await ask(url, **{"Accept-Encoding": "br, gzip;q=0.8"})
        assert (status, headers["Content-Encoding"], gzip.decompress(packed)) == (200, "gzip", plain)
        assert len(packed) < len(plain) / 4
        assert headers["ETag"] != plain_headers["ETag"]
        assert headers["Vary"] == plain_headers["Vary"] == "Accept-Language, Accept-Encoding"
        assert (await ask(url, **{"Accept-Encoding": "gzip", "If-None-Match": headers["ETag"]}))[0] == 304
        assert "Content-Encoding" not in (await ask(url, **{"Accept-Encoding": "gzip;q=0"}))[1]


@pytest.mark.parametrize(("game", "code"), [("tiny", "no_cards"), ("chess", "unknown_game")])
async def test_a_game_without_a_catalogue_says_so(game: str, code: str) -> None:
    async with live_server() as server:
        status, refused = await server.get(f"/v1/games/{game}/cards")
        assert (status, refused["status"], refused["code"]) == (404, 404, code)


async def test_further_sets_stand_behind_the_shipped_one_with_their_content() -> None:
    async with live_server(cards=str(EXAMPLES)) as server, live_server() as plain:
        _, value = await server.get("/v1/games/amiibart/cards")
        assert [one["id"] for one in value["sets"]] == ["AB1", "AB2", "KITES"]
        assert [mark["id"] for mark in value["further"]] == ["AB2", "KITES"]
        _, other = await plain.get("/v1/games/amiibart/cards")
        assert [one["id"] for one in other["sets"]] == ["AB1", "AB2"]


async def test_the_client_gives_it() -> None:
    async with live_server() as server, Client(server.url, name="Ada") as me:
        catalogue = await me.cards("amiibart")
        assert [(one.id, len(one.cards), len(one.printings)) for one in catalogue.sets] == [
            ("AB1", 128, 20),
            ("AB2", 61, 10),
        ]
        assert catalogue.sets[0].cards[0].id == "grave-bat"
