"""The host's pages, pictures and description over plain HTTP."""

from pathlib import Path

import aiohttp
import pytest
from quarterdeck_server.cards.pictures.host_svg import harmless
from quarterdeck_server.web.http.site_answers import POLICY
from servers import live_server
from site_folders import SVG, whole_site

PATHS = ("/site/imprint", "/site/logo", "/site/page.css", "/site/client.css", "/site/app.webmanifest")


async def test_a_page_is_shown_in_the_language_of_its_reader_and_runs_nothing(tmp_path: Path) -> None:
    whole_site(tmp_path)
    async with live_server(site=str(tmp_path)) as server, aiohttp.ClientSession(server.url) as http:
        for path, language, said in (
            ("/site/imprint", "de", '<html lang="de">'),
            ("/site/imprint?language=de", "en", "<title>Impressum · Card Harbour</title>"),
            ("/site/imprint?language=fr", "en", "<h1>Imprint</h1>"),
            ("/site/privacy", "de", '<html lang="en">'),
            ("/site/rules", "en", "<h1>Rules of the house</h1>"),
            ("/site/rules", "en", "<li>Be kind.</li>"),
            ("/site/imprint", "en", '<a href="/site/imprint?language=de" lang="de" hreflang="de">Deutsch</a>'),
        ):
            async with http.get(path, headers={"Accept-Language": language, "Accept": "text/html"}) as answer:
                text = await answer.text()
                assert answer.headers["Content-Security-Policy"] == POLICY
                assert "Accept-Language" in answer.headers["Vary"]
            assert said in text
            assert "<script" not in text
            assert "style=" not in text


async def test_pictures_are_served_and_nothing_else_of_the_folder(tmp_path: Path) -> None:
    whole_site(tmp_path)
    async with live_server(site=str(tmp_path)) as server, aiohttp.ClientSession(server.url) as http:
        for path in ("/site/logo", "/site/pictures/logo.svg"):
            async with http.get(path) as answer:
                assert (await answer.read(), answer.content_type) == (harmless(SVG.encode()), "image/svg+xml")
                assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        for path in ("/site/pictures/site.toml", "/site/pictures/%2e%2e/x.svg", "/site/site.toml", "/site/contact"):
            async with http.get(path) as answer:
                assert answer.status == 404, path
        for version, kept in ((server.services.site.now.digest, "immutable"), ("other", "no-cache")):  # type: ignore[union-attr]
            async with http.get(f"/site/logo?v={version}") as answer:
                assert kept in answer.headers["Cache-Control"]


async def test_a_server_is_described_with_and_without_a_site(tmp_path: Path) -> None:
    whole_site(tmp_path)
    for site in (str(tmp_path), ""):
        async with live_server(site=site) as server, aiohttp.ClientSession(server.url) as http:
            async with http.get("/.well-known/quarterdeck", headers={"Accept-Language": "de"}) as answer:
                found = await answer.json()
            assert found["protocols"] == [1]
            assert (found["socket"], found["languages"]) == ("/v1/socket", ["en", "de"])
            assert (found["site"] and found["site"]["text"]) == ("Kartenspiele am Hafen." if site else None)


@pytest.mark.parametrize("path", PATHS)
async def test_without_a_site_there_is_nothing_of_it(path: str) -> None:
    async with live_server() as server, aiohttp.ClientSession(server.url) as http, http.get(path) as answer:
        assert answer.status == 404
        assert (await answer.json())["detail"] == "The host of this server has no such page."
