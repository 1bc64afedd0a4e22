"""The rule books over plain HTTP, and the refusals that link into them."""

import gzip
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from quarterdeck_games import GAMES
from quarterdeck_games.tiny.rules import Tiny
from quarterdeck_server.cards.rule_books import rule_book
from rule_books import BOOKS, rules
from servers import live_server

OURS = ("density-deck", "amfibido", "amiibart", "myacards")
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


class Bookless(Tiny):
    """A game without a `RULES.md` beside its class."""

    name = "bookless"
    title = "Bookless"


class Page(HTMLParser):
    """The ids and the links of a page, and the kinds of its elements."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.kinds: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.kinds.add(tag)
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.links += [value or "" for name, value in attrs if name == "href"]


async def ask(url: str, **headers: str) -> tuple[int, Any, bytes]:
    """Ask and return the answer as it came, still packed."""
    async with (
        aiohttp.ClientSession(auto_decompress=False, skip_auto_headers=["Accept-Encoding"]) as http,
        http.get(url, headers=headers) as response,
    ):
        return response.status, response.headers, await response.read()


@pytest.mark.parametrize("game", OURS)
async def test_a_browser_gets_a_page_on_which_every_rule_has_its_place(game: str) -> None:
    async with live_server() as server:
        status, headers, body = await ask(f"{server.url}/v1/games/{game}/rules", Accept=BROWSER)
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    page = Page(body.decode())
    own, common = rules(BOOKS / game.replace("-", "_") / "RULES.md"), rules(BOOKS / "RULES.md")
    assert page.ids == [anchor for rule in (*own, *common) for anchor in rule.anchors]
    assert [link for link in page.links if not (link.startswith("#") and link[1:] in page.ids)] == []
    assert "&lt;a" not in body.decode()


@pytest.mark.parametrize("accept", ["*/*", "text/markdown", "text/html;q=0, */*"])
async def test_a_caller_who_asks_for_no_page_gets_the_markdown(accept: str) -> None:
    async with live_server() as server:
        status, headers, body = await ask(f"{server.url}/v1/games/amiibart/rules", Accept=accept)
    assert (status, headers["Content-Type"]) == (200, "text/markdown; charset=utf-8")
    text = body.decode()
    assert text.startswith("# The rules of Amiibart TCG\n\n## How to play\n")
    assert '<a id="AM-35"></a>' in text
    assert '<a id="G-1"></a>' in text
    assert "RULES.md" not in text, "a link to a file leads nowhere from here"


async def test_a_caller_who_has_it_already_is_told_only_that() -> None:
    async with live_server() as server:
        url = f"{server.url}/v1/games/myacards/rules"
        _, plain, body = await ask(url, Accept=BROWSER)
        assert plain["Vary"] == "Accept, Accept-Language, Accept-Encoding"
        again = await ask(url, **{"Accept": BROWSER, "If-None-Match": plain["ETag"]})
        assert (again[0], again[2]) == (304, b"")
        other = await ask(url, **{"Accept": "*/*", "If-None-Match": plain["ETag"]})
        assert (other[0], other[1]["ETag"] == plain["ETag"]) == (200, False)
        _, headers, packed = await ask(url, **{"Accept": BROWSER, "Accept-Encoding": "gzip"})
        assert (headers["Content-Encoding"], gzip.decompress(packed)) == ("gzip", body)


async def test_a_page_runs_and_loads_nothing() -> None:
    async with live_server() as server:
        _, headers, body = await ask(f"{server.url}/v1/games/amfibido/rules", Accept=BROWSER)
    assert headers["Content-Security-Policy"].startswith("default-src 'none'; style-src 'sha256-")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert Page(body.decode()).kinds.isdisjoint({"script", "img", "iframe", "link", "form"})


async def test_a_refusal_of_the_rules_links_to_the_rule() -> None:
    """DD-13"""
    async with live_server() as server, server.line() as mine, server.line() as other:
        players = [(await line.sign_in(name))["player"] for line, name in ((mine, "Ada"), (other, "Bo"))]
        await server.begin("d", players, game="density-deck")
        update = await mine.ask({"type": "watch_match", "match": "d"})
        line = mine if update["choices"] else other
        fight = {"type": "act", "match": "d", "seen": update["version"], "action": {"type": "fight"}}
        refused = await line.ask(fight)
        assert (refused["code"], refused["where"]) == ("illegal", "/v1/games/density-deck/rules#S2:20")
        link, _, anchor = refused["where"].partition("#")
        _, _, body = await ask(f"{server.url}{link}", Accept=BROWSER)
        assert anchor in Page(body.decode()).ids


@pytest.mark.parametrize("game", OURS)
async def test_a_client_is_told_how_to_play_with_the_game_s_words(game: str) -> None:
    """Which is what `?` shows in a terminal."""
    book = rule_book(GAMES[game])
    assert book is not None
    async with live_server() as server:
        _, described = await server.get(f"/v1/games/{game}")
    assert described["phrases"]["rules"] == f"# {GAMES[game].title}\n\n{book.how_to_play}\n"
    assert described["phrases"]["events"] == GAMES[game].phrases.events


async def test_a_game_without_a_book_says_its_rules_itself() -> None:
    async with live_server(games={"bookless": Bookless()}) as server:
        _, described = await server.get("/v1/games/bookless")
    assert described["phrases"]["rules"] == Tiny.phrases.rules


async def test_a_game_that_is_not_there_or_has_no_book_says_so() -> None:
    async with live_server(games={"bookless": Bookless()}) as server:
        for game, code in (("bookless", "no_rules"), ("chess", "unknown_game")):
            status, refused = await server.get(f"/v1/games/{game}/rules")
            assert (status, refused["code"]) == (404, code)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_of_the_house_has_a_book_that_opens_with_how_to_play(game: str) -> None:
    book = rule_book(GAMES[game])
    assert book is not None
    assert len(book.how_to_play) > 50
    assert not re.search(r"^#|<a ", book.how_to_play, re.MULTILINE)


def test_every_refusal_of_the_smallest_game_leads_into_its_book() -> None:
    book = rule_book(GAMES["tiny"])
    assert book is not None
    assert {"end", "turn", "cells", "notes", "G-10"} <= set(Page(book.html).ids)


def test_a_book_of_others_brings_no_html_but_its_anchors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "rogue"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "RULES.md").write_text(
        '# Rogue & Co\n\n<script>alert(1)</script>\n\n- <a id="R-1"></a><b>bold</b> <a id="R-2" onclick="x()"></a>\n'
        "  [go](javascript:alert(1)) <img src=x>\n\n<style>p {}</style>\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    book = rule_book(type("Rogue", (Tiny,), {"__module__": "rogue.rules"})())
    assert book is not None
    page = Page(book.html)
    assert "<title>Rogue &amp; Co</title>" in book.html
    assert (page.ids[0], "R-2" in page.ids) == ("R-1", False)
    assert page.kinds.isdisjoint({"script", "b", "img"})
    assert [link for link in page.links if not link.startswith("#")] == []
    assert book.html.count("<style>") == 1
