"""Pictures of cards over plain HTTP."""

import asyncio
import gzip

import aiohttp
import pytest
from quarterdeck_server.cards.pictures import gallery
from quarterdeck_server.cards.pictures.bitmaps import bitmap_of
from quarterdeck_server.cards.pictures.host_pictures import Picture
from quarterdeck_server.cards.pictures.motifs import CREDITS
from quarterdeck_server.web.http.catalogues import StaticAnswer
from quarterdeck_server.web.http.routes import picture_routes
from servers import live_server


async def test_the_catalogue_says_where_the_pictures_are_and_they_may_be_kept_for_ever() -> None:
    async with live_server() as server, aiohttp.ClientSession(auto_decompress=False) as http:
        _, catalogue = await server.get("/v1/games/myacards/cards")
        address = f"{server.url}{catalogue['pictures']}panthera-leo"
        async with http.get(address, headers={"Accept-Encoding": "gzip"}) as answer:
            body, headers = await answer.read(), answer.headers
            assert answer.status == 200
        assert gzip.decompress(body).startswith(b'<svg xmlns="http://www.w3.org/2000/svg"')
        assert headers["Content-Type"] == "image/svg+xml"
        assert headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert headers["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        assert headers["X-Content-Type-Options"] == "nosniff"
        async with http.get(address, headers={"If-None-Match": headers["ETag"], "Accept-Encoding": "gzip"}) as answer:
            assert (answer.status, await answer.read()) == (304, b"")


async def test_a_picture_under_another_digest_is_checked_by_caches_each_time() -> None:
    async with (
        live_server() as server,
        aiohttp.ClientSession() as http,
        http.get(f"{server.url}/pictures/myacards/0123456789abcdef/panthera-leo") as answer,
    ):
        assert (answer.status, answer.headers["Cache-Control"]) == (200, "public, no-cache")


async def test_unknown_cards_and_games_have_no_picture_even_for_a_browser() -> None:
    async with live_server() as server, aiohttp.ClientSession(headers={"Accept": "text/html"}) as http:
        for path in ("myacards/x/no-such-card", "tiny/x/card", "no-such-game/x/card", "myacards"):
            async with http.get(f"{server.url}/pictures/{path}") as answer:
                assert answer.status == 404, path


async def test_a_picture_as_png_is_kept_for_ever_too() -> None:
    async with live_server() as server, aiohttp.ClientSession() as http:
        _, catalogue = await server.get("/v1/games/amiibart/cards")
        async with http.get(f"{server.url}{catalogue['pictures']}night-countess-art.png") as answer:
            body = await answer.read()
            assert (answer.status, answer.content_type) == (200, "image/png")
            assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
            assert body.startswith(b"\x89PNG")
        async with http.get(f"{server.url}{catalogue['pictures']}no-such-card.png") as answer:
            assert answer.status == 404


async def test_a_caller_who_has_drawn_the_motifs_is_named() -> None:
    async with (
        live_server() as server,
        aiohttp.ClientSession() as http,
        http.get(f"{server.url}/pictures/credits") as answer,
    ):
        assert answer.content_type == "text/plain"
        assert await answer.text() == CREDITS.read_text("utf-8")


async def test_a_picture_is_drawn_and_packed_once_however_often_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[bytes] = []
    prepared: list[bytes] = []

    def drawing(picture: Picture) -> Picture | None:
        drawn.append(picture.content)
        return bitmap_of(picture)

    def preparing(content: bytes, kind: str) -> StaticAnswer:
        prepared.append(content)
        return StaticAnswer(content, kind)

    monkeypatch.setattr(gallery, "bitmap_of", drawing)
    monkeypatch.setattr(picture_routes, "StaticAnswer", preparing)
    async with live_server() as server, aiohttp.ClientSession() as http:
        _, catalogue = await server.get("/v1/games/amiibart/cards")

        async def asked(name: str, tag: str = "none") -> tuple[int, str]:
            address = f"{server.url}{catalogue['pictures']}{name}"
            async with http.get(address, headers={"If-None-Match": f'"{tag}"'}) as answer:
                await answer.read()
                return answer.status, answer.headers["ETag"].strip('"')

        for name in ("night-countess-art", "night-countess-art.png"):
            answers = await asyncio.gather(*[asked(name) for _ in range(10)])
            assert set(answers) == {(200, answers[0][1])}
            assert await asked(name, answers[0][1]) == (304, answers[0][1])
    assert (len(drawn), len(prepared)) == (1, 2)
