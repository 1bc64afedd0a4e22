"""The browser client as it is served: the page, its files, and what they may do."""

import base64
import hashlib
import re

import aiohttp
import pytest
from quarterdeck_server.web.http.browser_files import shipped_files
from quarterdeck_server.web.http.routes.browser_routes import BROWSER, POLICY
from servers import LiveServer, live_server
from yarl import URL

HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
SCREENS = (
    "/",
    "/lobby",
    "/t/a-table",
    "/join/BCDFGH",
    "/m/a-match?at=3&as=1",
    "/cards/amiibart/squire",
    "/decks/amiibart/AB-AEAA",
    "/ladder/tiny/2",
    "/u/a-player/against/another",
    "/games/tiny",
    "/tournaments/a-tournament",
    "/clubs/a-club",
    "/account",
    "/settings",
    "/about",
    "/replay",
)


async def got(server: LiveServer, path: str, **headers: str) -> tuple[int, dict[str, str], str]:
    async with aiohttp.ClientSession() as http, http.get(server.url + path, headers=headers) as answer:
        return (
            answer.status,
            {name.lower(): value for name, value in answer.headers.items()},
            await answer.text(errors="replace"),
        )


async def test_only_embedded_pages_may_stand_in_frames_and_only_of_the_origins_that_the_host_names() -> None:
    async with live_server(frame_origins=["https://blog.example"]) as server:
        _, headers, text = await got(server, "/embed/match/m", **HTML)
        assert headers["content-security-policy"] == POLICY.replace(
            "ancestors 'none'", "ancestors https://blog.example"
        )
        assert ("x-frame-options" in headers, "styles/embed.css" in text) == (False, True)
        for path in ("/", "/m/m", "/embed", "/docs", "/healthz", "/embedded/match/m"):
            _, headers, _ = await got(server, path, **HTML)
            assert "frame-ancestors 'none'" in headers["content-security-policy"], path
            assert headers["x-frame-options"] == "DENY"
    async with live_server() as server:
        _, headers, _ = await got(server, "/embed/match/m", **HTML)
        assert (headers["content-security-policy"], headers["x-frame-options"]) == (POLICY, "DENY")


@pytest.mark.parametrize("path", SCREENS)
async def test_every_screen_is_the_page_for_whoever_asks_for_a_page(path: str) -> None:
    async with live_server() as server:
        status, headers, text = await got(server, path, **HTML)
        assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert (headers["cache-control"], headers["vary"]) == (
            "public, no-cache",
            "Accept, Accept-Language, Accept-Encoding",
        )
        assert headers["content-security-policy"] == POLICY
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["permissions-policy"] == "camera=(), microphone=(), geolocation=()"
        assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")
        again, _, _ = await got(server, path, **HTML, **{"If-None-Match": headers["etag"]})
        assert again == 304
        assert text.startswith("<!doctype html>")


async def test_every_page_that_there_is_has_the_strict_policy() -> None:
    async with live_server() as server:
        pages = []
        for route in server.app.router.routes():
            assert route.resource is not None
            path = route.resource.canonical.replace("{game}", "amiibart")
            if route.method != "GET" or "{" in path or path.endswith(("/socket", "/events")):
                continue
            _, headers, text = await got(server, path, **HTML)
            if headers["content-type"].startswith("text/html"):
                pages.append(path)
                policy = headers["content-security-policy"]
                assert "default-src 'none'" in policy, path
                assert "unsafe" not in policy, path
                assert "require-trusted-types-for 'script'" in policy, path
                for style in re.findall(r"<style>(.*?)</style>", text, re.DOTALL):
                    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
                    assert f"'sha256-{digest}'" in policy, path
                assert "style=" not in text, path
                assert headers["cross-origin-opener-policy"] == "same-origin", path
                assert "camera=()" in headers["permissions-policy"], path
        assert {"/", "/v1/games/amiibart/rules"} <= set(pages)


async def test_everything_that_the_page_names_is_there_under_one_digest_and_may_be_kept() -> None:
    async with live_server() as server:
        _, _, page = await got(server, "/", **HTML)
        named = re.findall(r'(?:href|src)="(/[^"]+)"', page)
        files = shipped_files()
        assert files is not None
        assert len(named) >= 2
        for path in named:
            assert path.startswith((f"/assets/{files.digest}/web/", f"/assets/{files.digest}/javascript/"))
            status, headers, _ = await got(server, path)
            assert (status, headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
            assert (await got(server, path, **{"If-None-Match": headers["etag"]}))[0] == 304


async def test_a_module_of_the_page_reaches_the_javascript_package_by_a_relative_path() -> None:
    async with live_server() as server:
        files = server.app[BROWSER]
        assert files is not None
        packages = [path for path in files.assets if path.startswith("javascript/")]
        assert packages
        for path in packages:
            status, headers, _ = await got(server, f"/assets/{files.digest}/web/src/../../{path}")
            assert (status, headers["content-type"]) == (200, "text/javascript; charset=utf-8")


async def test_another_process_in_the_middle_of_a_restart_answers_with_its_own_file_which_nobody_keeps() -> None:
    async with live_server() as server:
        status, headers, _ = await got(server, "/assets/0123456789abcdef/web/src/main.js")
        assert (status, headers["cache-control"]) == (200, "no-store")
        assert (await got(server, "/assets/0123456789abcdef/web/src/nowhere.js", **HTML))[0] == 404


async def test_a_caller_who_asks_for_text_or_for_data_has_no_page() -> None:
    async with live_server() as server:
        for accept in ("*/*", "text/plain", "text/html;q=0"):
            status, headers, text = await got(server, "/", Accept=accept)
            assert (status, headers["content-type"]) == (200, "text/plain; charset=utf-8")
            assert "quarterdeck play" in text
            assert headers["vary"] == "Accept"
        assert (await got(server, "/lobby", Accept="application/json"))[0] == 404
        for path in ("/v1/nowhere", "/v1/matches/nowhere", "/assets/x"):
            assert (await got(server, path, **HTML))[0] == 404
        async with aiohttp.ClientSession() as http, http.post(server.url + "/lobby", headers=HTML) as answer:
            assert answer.status == 404


async def test_a_host_can_leave_the_page_out() -> None:
    async with live_server(web="off") as server:
        status, headers, _ = await got(server, "/", **HTML)
        assert (status, headers["content-type"]) == (200, "text/plain; charset=utf-8")
        assert (await got(server, "/lobby", **HTML))[0] == 404
        assert (await got(server, "/assets/x/web/src/main.js"))[0] == 404


async def test_a_caller_who_loads_the_page_has_as_many_questions_left_as_before() -> None:
    async with live_server(quotas="on", clock=lambda: 0.0) as server:
        _, headers, page = await got(server, "/", **HTML)
        (path, *_) = re.findall(r'src="(/[^"]+)"', page)
        assert "ratelimit-remaining" not in (await got(server, path))[1]
        _, after, _ = await got(server, "/", **HTML)
        assert int(after["ratelimit-remaining"]) == int(headers["ratelimit-remaining"]) - 1


async def test_only_an_address_that_the_page_knows_as_embedded_may_stand_in_a_frame() -> None:
    async with live_server(frame_origins=["https://blog.example"]) as server, aiohttp.ClientSession() as http:
        for path, allowed in (("/embed/lobby", "https://blog.example"), ("/%65mbed/lobby", "'none'"), ("/", "'none'")):
            address = URL(server.url + path, encoded=True)
            async with http.get(address, headers={"Accept": "text/html"}) as answer:
                assert f"frame-ancestors {allowed}" in answer.headers["Content-Security-Policy"], path
