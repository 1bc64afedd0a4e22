"""Tags of pages for programs that show a link, read by two programs that are not ours."""

import asyncio
import struct
from pathlib import Path

import aiohttp
import msgspec
import pytest
from finished_matches import MATCH, finished_match
from node import CLIENT, NODE, TOP, run
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import LiveServer, Message, live_server
from site_folders import whole_site

MOST_BYTES = 100_000
DECK = "AB-AEBUCQRRB4AGYADUAB5ABAYAREAJIAE2ACRABKQAWEALQAGAAFBACUQBNGN22"


async def read_by_others(language: str, *addresses: str) -> list[Message]:
    """Return what `open-graph-scraper` and `oembed-extractor` find at these addresses in a language."""
    program = TOP / "tests" / "preview_oracles.mjs"
    lines = (await asyncio.to_thread(run, NODE, program, CLIENT / "node_modules", language, *addresses)).splitlines()
    return [msgspec.json.decode(line) for line in lines]


async def public_addresses(server: LiveServer, store: MemoryStore) -> dict[str, tuple[str, str]]:
    """Return addresses of everything that has a preview, with its titles in English and German."""
    players = await finished_match(server, store)
    async with server.player("Cleo") as line:
        table = (await line.ask({"type": "open_table", "game": "amiibart"}))["table"]["id"]
    name = players[0]["player"]["name"]
    return {
        f"/m/{MATCH}": ("Ada – Bo", "Ada – Bo"),
        f"/m/{MATCH}?at=2": ("Ada – Bo", "Ada – Bo"),
        f"/t/{table}": ("A table for Amiibart TCG", "Ein Tisch für Amiibart TCG"),
        f"/u/{players[0]['player']['id']}": (name, name),
        "/cards/amiibart/night-countess": ("Night Countess", "Nachtgräfin"),
        f"/decks/amiibart/{DECK}": ("A deck for Amiibart TCG", "Ein Deck für Amiibart TCG"),
        "/challenge": ("You are challenged to a match", "Du wirst zu einer Partie herausgefordert"),
        "/join/BCDFGH": ("You are invited to a table", "Du bist an einen Tisch eingeladen"),
        "/games/density-deck": ("Density Deck", "Density Deck"),
    }


@pytest.mark.parametrize("language", ["en", "de"])
async def test_two_other_programs_read_the_preview_of_everything(language: str) -> None:
    async with live_server(store := MemoryStore(Memory())) as server, aiohttp.ClientSession() as http:
        titles = await public_addresses(server, store)
        expected = {path: german if language == "de" else english for path, (english, german) in titles.items()}
        found = await read_by_others(language, *(server.url + path for path in expected))
        assert len(found) == len(expected)
        for (path, title), each in zip(expected.items(), found, strict=True):
            graph, embedded = each["graph"], each["embedded"]
            assert not each["error"], path
            assert (graph["ogTitle"], graph["ogUrl"], graph["ogSiteName"]) == (title, server.url + path, "Quarterdeck")
            assert graph["twitterCard"] == "summary_large_image"
            (picture,) = graph["ogImage"]
            assert (picture["width"], picture["height"], picture["type"]) == ("1200", "630", "image/png")
            assert (embedded["type"], embedded["version"], embedded["title"]) == ("link", "1.0", title)
            assert embedded["thumbnail_url"] == picture["url"]
            async with http.get(picture["url"]) as answer:
                content = await answer.read()
                assert (answer.status, answer.headers["Cache-Control"]) == (200, "public, max-age=86400")
            assert struct.unpack(">II", content[16:24]) == (1200, 630)
            assert len(content) <= MOST_BYTES, path
            async with http.get(picture["url"], headers={"If-None-Match": answer.headers["ETag"]}) as again:
                assert (again.status, await again.read()) == (304, b"")


async def test_a_preview_is_in_the_language_of_its_reader_and_under_the_name_of_the_host(tmp_path: Path) -> None:
    async with live_server(site=str(whole_site(tmp_path)), public_url="https://cards.example.org") as server:
        english, german = [await page(server, "/challenge", **{"Accept-Language": tag}) for tag in ("en", "de")]
        missing = await page(server, "/m/no-such-match", **{"Accept-Language": "de"})
        home = await page(server, "/lobby", **{"Accept-Language": "de", "Accept": "text/html"})
        assert '<meta property="og:title" content="You are challenged to a match">' in english
        assert '<meta property="og:title" content="Du wirst zu einer Partie herausgefordert">' in german
        assert '<meta property="og:url" content="https://cards.example.org/challenge">' in german
        assert '<meta property="og:title" content="Card Harbour">' in missing
        assert '<meta property="og:description" content="Kartenspiele am Hafen.">' in missing
        assert "og:title" not in home, "the first page stays small"


@pytest.mark.parametrize("accept", ["*/*", "", "text/html"])
async def test_programs_that_name_no_type_get_the_page_of_a_link(accept: str) -> None:
    async with live_server() as server:
        assert 'content="Night Countess"' in await page(server, "/cards/amiibart/night-countess", Accept=accept)


async def test_text_of_others_in_an_address_is_never_markup() -> None:
    async with live_server() as server:
        text = await page(
            server, '/m/"><script>alert(1)</script>?a="><b>', Host='evil.example"><b>', Accept="text/html"
        )
        assert "<script>alert" not in text
        assert "<b>" not in text


async def page(server: LiveServer, path: str, **headers: str) -> str:
    async with aiohttp.ClientSession() as http, http.get(server.url + path, headers=headers) as answer:
        assert answer.content_type == "text/html", await answer.text()
        return await answer.text()
