"""Pictures of previews and the answers of oEmbed over HTTP."""

import asyncio

import aiohttp
import pytest
from quarterdeck_server.web.http.catalogues import StaticAnswer
from quarterdeck_server.web.previews.preview_routes import PREVIEW_PICTURES, PreviewPictures
from servers import live_server

MOST_BYTES = 100_000


async def test_a_picture_is_drawn_once_for_all_its_readers() -> None:
    async with live_server() as server, aiohttp.ClientSession() as http:

        async def tag() -> str:
            async with http.get(f"{server.url}/previews/picture.png?path=/challenge") as answer:
                assert answer.headers["Cache-Control"] == "public, no-cache"
                return answer.headers["ETag"]

        assert len(set(await asyncio.gather(*[tag() for _ in range(5)]))) == 1
        assert server.app[PREVIEW_PICTURES].size <= MOST_BYTES


def test_the_least_recently_requested_picture_is_dropped() -> None:
    kept = PreviewPictures(most_bytes=20)
    for version in ("one", "two"):
        kept.put(version, StaticAnswer(b"x" * 10, "image/png"))
    assert kept.get("one") is not None
    kept.put("three", StaticAnswer(b"x" * 10, "image/png"))
    assert (kept.get("two"), kept.size) == (None, 20)


async def test_oembed_answers_for_pages_of_this_server_only() -> None:
    async with live_server() as server:
        own = f"/oembed?url={server.url}/cards/amiibart/night-countess"
        status, answer = await server.get(own)
        assert (status, answer["title"], answer["thumbnail_width"]) == (200, "Night Countess", 1200)
        _, small = await server.get(f"{own}&maxwidth=600")
        assert "thumbnail_url" not in small
        status, refused = await server.get("/oembed?url=https://evil.example/m/x")
        assert (status, refused["code"], refused["where"]) == (400, "malformed", "?url")
        assert (await server.get(f"{own}&format=xml"))[0] == 501


async def test_oembed_has_a_frame_where_the_host_allows_it() -> None:
    async with live_server(frame_origins=["https://blog.example"]) as server:
        _, answer = await server.get(f"/oembed?url={server.url}/m/none?at=3&maxwidth=500")
        assert (answer["type"], answer["width"], answer["height"]) == ("rich", 500, 600)
        assert f'src="{server.url}/embed/replay/none?at=3"' in answer["html"]
        _, answer = await server.get(f"/oembed?url={server.url}/u/none")
        assert (answer["type"], "html" in answer) == ("link", False)
    async with live_server() as server:
        _, answer = await server.get(f"/oembed?url={server.url}/lobby")
        assert (answer["type"], "html" in answer) == ("link", False)


@pytest.mark.parametrize("address", ["http://%5Bbad", "//x%5B"])
async def test_an_address_with_brackets_that_hold_none_has_no_page_here(address: str) -> None:
    async with live_server() as server, aiohttp.ClientSession() as http:
        status, refused = await server.get(f"/oembed?url={address}")
        assert (status, refused["code"], refused["where"]) == (400, "malformed", "?url")
        async with http.get(f"{server.url}/previews/picture.png?path={address}") as answer:
            assert answer.status == 200
