"""A site is judged when a server starts, and its workers leave that to the process that starts them."""

import contextlib
from pathlib import Path

import aiohttp
from servers import line_to, served
from site_folders import whole_site, write_site


async def test_a_server_whose_site_has_a_fault_does_not_start(tmp_path: Path) -> None:
    write_site(tmp_path, {"site.toml": 'name = "x"\nlog = "logo.svg"'})
    async with served("--store", "memory", "--site", str(tmp_path), greeting_ends=b"no greeting") as server:
        assert await server.ended() == 1
        assert "--site (or QUARTERDECK_SITE): " in server.said.decode()
        assert "site.toml, line 2: `log` is not a setting of a site. Did you mean `logo`?" in server.said.decode()


async def test_workers_serve_the_site_of_the_process_that_starts_them_and_each_change_of_it(tmp_path: Path) -> None:
    whole_site(tmp_path / "site")
    options = ("--data", str(tmp_path / "data"), "--workers", "2", "--site", str(tmp_path / "site"))
    async with served(*options) as server, aiohttp.ClientSession() as http, contextlib.AsyncExitStack() as stack:
        for _ in range(6):
            async with http.get(f"{server.url}/site/imprint", headers={"Connection": "close"}) as answer:
                assert "Ada, Harbour 1" in await answer.text()
        lines = [await stack.enter_async_context(line_to(server.url)) for _ in range(16)]  # both workers have some
        for line in lines:
            assert (await line.ask({"type": "hello"}))["site"]["name"] == "Card Harbour"
        write_site(tmp_path / "site", {"site.toml": 'name = "Card Haven"'})
        for line in lines:
            changed = await line.until(lambda heard: heard["type"] == "site_changed")
            assert changed["site"]["name"] == "Card Haven"
        await stack.aclose()
        assert await server.terminated() == 0
