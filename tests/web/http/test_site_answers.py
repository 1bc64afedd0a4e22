"""The page of the browser client under the name of the host: as strict as before."""

import json
from pathlib import Path

import aiohttp
from quarterdeck_server.web.http.routes.browser_routes import POLICY
from servers import live_server
from site_folders import NAMED, whole_site, write_site

HTML = {"Accept": "text/html"}


async def test_the_page_has_the_name_the_colours_and_the_pages_of_the_host(tmp_path: Path) -> None:
    whole_site(tmp_path)
    async with live_server(site=str(tmp_path)) as server, aiohttp.ClientSession(server.url) as http:
        async with http.get("/", headers={**HTML, "Accept-Language": "de"}) as answer:
            page = await answer.text()
            assert answer.headers["Content-Security-Policy"] == POLICY
        assert "<title>Card Harbour</title>" in page
        assert "Quarterdeck" not in page
        assert '<meta name="description" content="Kartenspiele am Hafen.">' in page
        assert '<a href="/site/imprint">Impressum</a>' in page
        assert page.count('rel="stylesheet"') == 1
        styles = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
        assert styles.startswith("/site/client.css?v=")
        async with http.get(styles) as answer:
            text = await answer.text()
            assert "immutable" in answer.headers["Cache-Control"]
        assert text.index("--brass:#7fd1c0") > text.index("--brass: #e3b04b")
        async with http.get("/site/app.webmanifest") as answer:
            manifest = json.loads(await answer.text())
        assert manifest["name"] == "Card Harbour"
        for icon in manifest["icons"]:
            async with http.get(icon["src"]) as answer:
                assert (answer.status, answer.content_type) == (200, icon["type"])


async def test_a_name_is_text_and_a_change_is_another_page(tmp_path: Path) -> None:
    write_site(tmp_path, {"site.toml": "name = '<script>\"&'"})
    async with live_server(site=str(tmp_path)) as server, aiohttp.ClientSession(server.url) as http:
        async with http.get("/", headers=HTML) as answer:
            page, tag = await answer.text(), answer.headers["ETag"]
        assert "<title>&lt;script&gt;&quot;&amp;</title>" in page
        write_site(tmp_path, {"site.toml": NAMED})
        await server.services.site.refresh()
        async with http.get("/", headers={**HTML, "If-None-Match": tag}) as answer:
            assert "<title>Card Harbour</title>" in await answer.text()


async def test_without_a_browser_client_there_are_still_the_pages_of_the_host(tmp_path: Path) -> None:
    whole_site(tmp_path)
    async with live_server(site=str(tmp_path), web="off") as server, aiohttp.ClientSession(server.url) as http:
        for path, status in (("/site/imprint", 200), ("/site/client.css", 404), ("/site/app.webmanifest", 404)):
            async with http.get(path) as answer:
                assert answer.status == status, path
