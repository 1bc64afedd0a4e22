"""The documents over plain HTTP: as they were written with the schema, under a policy that lets nothing run."""

import aiohttp
import pytest
import yarl
from quarterdeck_server.docs_build.files import PROTOCOL, PUBLISHED
from quarterdeck_server.web.http.routes.docs_routes import POLICY
from servers import live_server

PLACES = {
    "/docs": ("index.html", "text/html"),
    "/docs/quickstart": ("quickstart.html", "text/html"),
    "/docs/protocol/tables": ("protocol/tables.html", "text/html"),
    "/docs/changes": ("changes.html", "text/html"),
    "/docs/protocol": ("protocol.html", "text/html"),
    "/docs/errors": ("errors.html", "text/html"),
    "/docs/fairness": ("fairness.html", "text/html"),
    "/docs/messages": ("messages.html", "text/html"),
    "/docs/messages/tables": ("messages/tables.html", "text/html"),
    "/docs/http/me": ("http/me.html", "text/html"),
    "/docs/search": ("search.html", "text/html"),
    "/docs/http": ("http.html", "text/html"),
    "/docs/style.css": ("style.css", "text/css"),
    "/v1/openapi.json": ("openapi.json", "application/json"),
    "/v1/asyncapi.json": ("asyncapi.json", "application/json"),
}


async def test_every_document_is_served_as_it_was_written_and_once() -> None:
    async with live_server() as server, aiohttp.ClientSession() as browser:
        for path, (name, kind) in PLACES.items():
            async with browser.get(server.url + path, headers={"Accept": "text/html"}) as response:
                assert (response.status, response.content_type) == (200, kind)
                assert await response.read() == (PROTOCOL / PUBLISHED / name).read_bytes()
                tag = response.headers["ETag"]
            async with browser.get(server.url + path, headers={"If-None-Match": tag}) as response:
                assert response.status == 304


@pytest.mark.parametrize("folder", ["protocol", "messages", "http"])
@pytest.mark.parametrize("page", ["nothing", "..%2findex", "%2e%2e%2findex", "..%2f..%2f__init__.py"])
async def test_a_page_that_is_not_there_is_not_found(folder: str, page: str) -> None:
    async with live_server() as server, aiohttp.ClientSession() as browser:
        address = yarl.URL(f"{server.url}/docs/{folder}/{page}", encoded=True)
        async with browser.get(address) as response:
            assert response.status == 404


@pytest.mark.parametrize("path", ["/docs", "/docs/http"])
async def test_a_page_may_load_its_style_and_nothing_else(path: str) -> None:
    async with live_server() as server, aiohttp.ClientSession() as browser, browser.get(server.url + path) as response:
        assert response.headers["Content-Security-Policy"] == POLICY
        assert POLICY.startswith("default-src 'none'; style-src 'self';")


async def test_the_schema_of_one_direction_is_served_alone() -> None:
    async with live_server() as server:
        status, schema = await server.get("/v1/schema/from-client.json")
        assert (status, schema["title"]) == (200, "FromClient")
        status, schema = await server.get("/v1/schema/from-server.json")
        assert (status, schema["title"]) == (200, "FromServer")
        status, _ = await server.get("/v1/schema/from-nobody.json")
        assert status == 404
