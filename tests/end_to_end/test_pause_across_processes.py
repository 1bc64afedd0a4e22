"""A pause over two real processes on one real store, by command."""

import asyncio
from pathlib import Path
from typing import Any

import aiohttp
from click.testing import CliRunner, Result
from quarterdeck_server.__main__ import main
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from servers import PASSWORD, SOON, Line, Served, line_to, served

AS_MANY_AS_ONE_LIKES = (
    "--log-level",
    "error",
    "--quotas",
    "off",
    "--tables-per-player",
    "0",
    "--tables-per-address",
    "0",
)


async def said(*words: str) -> str:
    """Run `quarterdeck admin` beside what runs here, and return what it says."""
    clean = {f"QUARTERDECK_{name}": None for name in ("URL", "TOKEN", "STORE", "DATA")}

    def run() -> Result:
        return CliRunner().invoke(main, ["admin", *words], env=clean)

    result = await asyncio.to_thread(run)
    assert result.exit_code == 0, result.output
    return result.output


async def asked(url: str, path: str) -> Any:
    """Return what is answered over HTTP, as JSON or text."""
    async with aiohttp.ClientSession() as http, http.get(url + path) as response:
        return await (response.json() if response.content_type == "application/json" else response.text())


async def begin(line: Line) -> dict[str, Any]:
    """Return the answer of a table that would begin a match against a bot: of its opening, or of the last step."""
    opened = await line.ask({"type": "open_table", "game": "tiny", "seats": 2})
    if opened["type"] == "refused":
        return opened
    await line.ask({"type": "add_bot", "table": opened["table"]["id"]})
    return await line.ask({"type": "ready", "table": opened["table"]["id"]})


async def begins(line: Line) -> bool:
    """Whether a match begins there."""
    answer = await begin(line)
    assert answer["type"] != "refused" or answer["code"] == "paused", answer
    return bool(answer["type"] == "table_changed")


async def until_it_is(line: Line, *, paused: bool) -> None:
    """Wait until a process has heard it."""
    async with asyncio.timeout(SOON):
        while await begins(line) is paused:  # noqa: ASYNC110 - another process has to hear it
            await asyncio.sleep(0.05)


async def test_by_command_nothing_begins_anywhere_and_what_runs_is_played_to_its_end(tmp_path: Path) -> None:
    store = EmbeddedStore(tmp_path / "store")
    await store.start()
    try:
        options = ("--store", store.url, "--metrics", "127.0.0.1:0", *AS_MANY_AS_ONE_LIKES)
        async with (
            served(*options) as here,
            served(*options) as there,
            line_to(here.url) as ada,
            line_to(there.url) as bo,
        ):
            token = (await ada.sign_in("Whoever"))["token"]
            await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
            await said("make-first", "Ada", "--store", store.url)
            await bo.sign_in("Bo")
            match = (await begin(bo))["table"]["match"]
            at = ("--url", here.url, "--token", token)
            answer = await said(*at, "pause", "on", "--why", "a new version")
            assert "Ada: pause: a new version" in answer
            assert "No match can start since" in answer
            assert "1 match is being played." in answer
            assert [await begins(line) for line in (ada, bo)] == [False, False]
            for server in (here, there):
                await until_it_says(server, new_matches=False)
            update = await bo.ask({"type": "watch_match", "match": match})
            assert (await bo.ask({"type": "resign", "match": match}))["version"] > update["version"]
            async with asyncio.timeout(SOON):
                while "0 matches are being played." not in (answer := await said(*at, "pause")):
                    pass
            assert "No match can start since" in answer
            assert "Matches begin since" in await said(*at, "pause", "off", "--why", "done")
            for line in (ada, bo):
                await until_it_is(line, paused=False)
            for server in (here, there):
                await until_it_says(server, new_matches=True)
    finally:
        await store.stop()


def _ready(new_matches: bool) -> dict[str, object]:
    return {"status": "ready", "new_matches": new_matches, "archive": None}


async def until_it_says(server: Served, *, new_matches: bool) -> None:
    """Wait until readiness and metrics of a process say so."""
    metrics = server.metrics[0]
    async with asyncio.timeout(SOON):
        while await asked(server.url, "/readyz") != _ready(new_matches):  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.05)
        assert f"quarterdeck_paused {0.0 if new_matches else 1.0}" in await asked(
            metrics.removesuffix("/metrics"), "/metrics"
        )
