"""The cards of all games over plain HTTP: by text, facet and page, tagged, and refused with what would be right."""

from collections.abc import Mapping
from urllib.parse import urlencode

import aiohttp
import jsonschema  # type: ignore[import-untyped]  # it has no types of its own
import msgspec
from quarterdeck_games import GAMES
from quarterdeck_protocol.http.card_search import CardPlays
from quarterdeck_protocol.names import GameName
from quarterdeck_server.docs_build.files import PROTOCOL, PUBLISHED
from quarterdeck_server.lobby.documents import IndexAddition
from quarterdeck_server.lobby.ratings.card_plays import plays_of
from quarterdeck_server.store_errors import Unavailable
from servers import SERVED, LiveServer, live_server

OPENAPI = msgspec.json.decode((PROTOCOL / PUBLISHED / "openapi.json").read_bytes())


async def names(server: LiveServer, *asked: tuple[str, object]) -> list[str]:
    status, page = await server.get(f"/v1/cards?{urlencode(asked)}")
    assert status == 200, page
    return [found["card"]["name"] for found in page["cards"]]


async def test_every_card_of_every_game_stands_on_one_page_in_the_order_of_games_and_numbers() -> None:
    there = [
        (name, one.id, card.number)
        for name, game in sorted(SERVED.items())
        for one in game.card_sets
        for card in sorted(one.cards, key=lambda card: card.number)
    ]
    async with live_server() as server:
        _, first = await server.get("/v1/cards")
        assert (first["page"], first["total"], first["pages"]) == (1, len(there), -(-len(there) // 50))
        pages = [first] + [(await server.get(f"/v1/cards?page={page}"))[1] for page in range(2, first["pages"] + 1)]
        told = [(found["game"], found["set"], found["card"]["number"]) for page in pages for found in page["cards"]]
        assert told == there
        schema = {**OPENAPI, "$ref": "#/components/schemas/" + shape_of_the_answer()}
        for page in pages:
            jsonschema.Draft202012Validator(schema).validate(page)
        _, behind = await server.get(f"/v1/cards?page={first['pages'] + 1}")
        assert (behind["cards"], behind["total"], behind["facets"]) == ([], len(there), first["facets"])


def shape_of_the_answer() -> str:
    answer = OPENAPI["paths"]["/v1/cards"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    return str(answer["$ref"]).rpartition("/")[2]


async def test_cards_are_found_by_text_and_by_every_kind_of_facet() -> None:
    async with live_server() as server:
        assert await names(server, ("q", "trip WIRE")) == ["Trip Wire"]
        assert await names(server, ("element", "dark"), ("element", "fire"), ("kind", "stage")) == [
            "Catacombs",
            "Burning Ground",
        ]
        assert await names(server, ("game", "amiibart"), ("health", "1100..")) == ["Old Mountain"]
        assert await names(server, ("taxon", "panthera"), ("attack", "..8")) == await names(
            server, ("taxon", "PTH"), ("attack", "..8")
        )
        assert await names(server, ("set", "DD1"), ("number", 30)) == ["Black 6"]
        assert "Night Countess" in await names(server, ("rarity", "art_rare"))


async def test_a_card_tells_its_other_faces_the_rules_that_cite_it_and_the_decks_that_play_it() -> None:
    async with live_server() as server:
        _, page = await server.get("/v1/cards?q=trip+wire&game=amiibart")
        (trip_wire,) = page["cards"]
        assert [ruling["rule"] for ruling in trip_wire["rulings"]] == ["S0:7"]
        assert "Trip Wire, a Hazard" in trip_wire["rulings"][0]["text"]
        _, page = await server.get("/v1/cards?deck=Bulwark&q=iron+snail")
        assert page["cards"][0]["decks"][0] == {"id": "bulwark", "name": "Bulwark", "copies": 4}
        _, page = await server.get("/v1/cards?q=night+countess&rarity=art_rare")
        assert [face["id"] for face in page["cards"][0]["printings"]] == ["night-countess-art"]


async def test_who_has_a_page_already_is_told_only_that_and_each_language_has_its_own() -> None:
    async with live_server() as server, aiohttp.ClientSession() as http:
        url = f"{server.url}/v1/cards?game=myacards&number=1"
        async with http.get(url) as answer:
            english, tag = await answer.json(), answer.headers["ETag"]
        async with http.get(url, headers={"If-None-Match": tag}) as answer:
            assert (answer.status, await answer.read()) == (304, b"")
        async with http.get(url, headers={"If-None-Match": tag, "Accept-Language": "de"}) as answer:
            german = await answer.json()
            assert (answer.status, answer.headers["Content-Language"]) == (200, "de")
            assert "Accept-Language" in answer.headers["Vary"]
        said = [page["cards"][0]["card"]["english"] for page in (english, german)]
        assert said == ["Lion", "Löwe"]


REFUSED = [
    ("elemnt=dark", 400, "malformed", "?elemnt", "`element`"),
    ("game=density-deck&element=dark", 400, "malformed", "?element", "there are `colour`, `copies`, `number`"),
    ("game=tiny&cost=1", 400, "malformed", "?cost", "these cards have no facets"),
    ("cost=cheap", 400, "malformed", "?cost", "`2..4`"),
    ("cost=..", 400, "malformed", "?cost", "`2..4`"),
    ("page=0", 400, "malformed", "?page", "whole number"),
    ("game=chess", 404, "unknown_game", "?game", "chess"),
    (f"q={'x' * 101}", 400, "malformed", "?q", "100"),
    ("&".join(["kind=spell"] * 33), 400, "malformed", "?kind", "at most 32"),
]


async def test_a_question_that_cannot_be_asked_is_refused_with_what_can() -> None:
    async with live_server() as server:
        for query, *told, said in REFUSED:
            status, refused = await server.get(f"/v1/cards?{query}")
            assert [status, refused["code"], refused["where"]] == told, query
            assert said in refused["detail"], query


async def test_a_game_without_cards_has_none_and_nothing_to_ask_for() -> None:
    async with live_server() as server:
        _, page = await server.get("/v1/cards?game=tiny")
    assert page == {"cards": [], "total": 0, "page": 1, "pages": 1, "facets": []}


async def test_a_card_says_how_often_it_was_played_and_won_with() -> None:
    async with live_server() as server:
        added = [
            IndexAddition(plays_of(GameName("amiibart"), GAMES["amiibart"].version), member, count)
            for member, count in (("decks", 8), ("played trip-wire", 3), ("won trip-wire", 2))
        ]
        await server.services.ledger.documents.commit([], added)
        _, page = await server.get("/v1/cards?q=trip+wire")
        assert page["cards"][0]["plays"] == [{"rules": GAMES["amiibart"].version, "decks": 8, "played": 3, "won": 2}]
        _, page = await server.get("/v1/cards?q=night+countess")
        assert "plays" not in page["cards"][0]


class Away:
    """Counts that cannot be read."""

    async def of(self, game: str) -> Mapping[str, tuple[CardPlays, ...]]:
        raise Unavailable("away")


async def test_while_the_store_is_away_the_page_comes_without_what_was_played() -> None:
    async with live_server() as server:
        object.__setattr__(server.services, "card_plays", Away())
        status, page = await server.get("/v1/cards?q=trip+wire")
        assert (status, len(page["cards"]), "plays" in page["cards"][0]) == (200, 1, False)
