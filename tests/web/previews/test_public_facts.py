"""Previews tell what everybody may see, and nothing changes because somebody reads them."""

import asyncio
from contextlib import AsyncExitStack

import aiohttp
import pytest
from quarterdeck_protocol.lobby.site import GuestAccess, Registration
from quarterdeck_protocol.names import MatchId, Version
from quarterdeck_server.matches import matches
from quarterdeck_server.matches.log import History
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web.rate_limit.quotas import FINISHED_MATCH_FROM
from servers import SOON, LiveServer, live_server
from web.owned_objects import owned_objects
from web.previews.test_preview_tags import page
from web.test_admission import admit

ENGLISH = {"Accept-Language": "en", "Accept": "text/html"}


async def tags(server: LiveServer, path: str) -> str:
    """Return the tags of a page, without those that repeat its address."""
    text = await page(server, path, **ENGLISH)
    lines = [line for line in text.splitlines() if 'property="og:' in line]
    return "\n".join(line for line in lines if "og:url" not in line and 'og:image"' not in line)


async def test_what_strangers_may_not_see_has_the_preview_of_what_does_not_exist() -> None:
    async with owned_objects() as world:
        server = world.server
        nothing = await tags(server, "/m/no-such-match")
        assert "Quarterdeck" in nothing
        for name, path in (("closed_match", "/m/"), ("hidden", "/t/")):
            assert await tags(server, path + str(world.ids[name])) == nothing, name
        assert await tags(server, f"/t/{world.ids['open']}") != nothing
        assert await tags(server, f"/m/{world.ids['open_match']}") != nothing


async def test_a_private_server_tells_strangers_nothing() -> None:
    async with owned_objects() as world, aiohttp.ClientSession() as http:
        nothing = await tags(world.server, "/m/no-such-match")
        paths = [f"/m/{world.ids['open_match']}", f"/t/{world.ids['open']}", f"/u/{world.ids['owner']}"]
        assert all([await tags(world.server, path) != nothing for path in paths])
        admit(world.server, Registration.CLOSED, GuestAccess.OFF)
        assert [await tags(world.server, path) for path in paths] == [""] * 3
        for path in ("/previews/picture.png?path=/challenge", "/oembed?url=x"):
            async with http.get(world.server.url + path, headers=ENGLISH) as answer:
                assert answer.status == 401


async def test_the_end_of_a_match_is_told_when_spectators_may_know_it() -> None:
    async with live_server(MemoryStore(Memory())) as server, server.player("Ada") as ada, server.player("Bo") as bo:
        players = [line.heard[-1]["player"] for line in (ada, bo)]
        for match, delay in (("now", None), ("later", "3min"), ("after", "end")):
            await server.begin(match, players, spectator_delay=delay)
            assert "This match is being played" in await tags(server, f"/m/{match}")
            await ada.ask({"type": "watch_match", "match": match})
            await ada.ask({"type": "resign", "match": match})
        async with asyncio.timeout(SOON):  # the clock of the process may be a moment behind the end
            for path in ("/m/now", "/m/after"):
                while "Bo has won." not in await tags(server, path):
                    pass
        assert "This match is being played" in await tags(server, "/m/later")
        assert "has won" not in await tags(server, "/m/now?at=0"), "a link to a moment does not tell the end"


async def test_strangers_cannot_tell_a_secret_end_by_the_quota_or_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "SECONDS_IDLE_BEFORE_CLOSING", -1.0)
    store = MemoryStore(Memory())
    reads: list[MatchId] = []
    read = store.log.read

    async def counted(match: MatchId, after: Version = Version(0)) -> History:  # noqa: B008 - a number
        reads.append(match)
        return await read(match, after)

    async with live_server(store, quotas="on") as server, AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(server.player(name)) for name in ("Ada", "Bo")]
        players = [line.heard[-1]["player"] for line in lines]
        for match in ("runs", "over"):
            await server.begin(match, players, spectator_delay="3min")
            for line in lines:
                await line.ask({"type": "watch_match", "match": match})
        await lines[0].ask({"type": "resign", "match": "over"})
        for line in lines:
            await line.ask({"type": "unwatch_match", "match": "over"})
        for _ in range(3):
            await server.services.matches.sweep()
        for _ in range(FINISHED_MATCH_FROM.at_once):
            server.services.quotas.take(FINISHED_MATCH_FROM, "127.0.0.1")
        monkeypatch.setattr(store.log, "read", counted)
        assert await tags(server, "/m/over") == await tags(server, "/m/runs")
        assert "Ada – Bo" in await tags(server, "/m/over")
        assert reads == []


async def test_reading_a_preview_changes_nothing() -> None:
    store = MemoryStore(Memory())
    async with live_server(store) as server, server.player("Ada") as ada, server.player("Bo") as bo:
        await server.begin("m", [line.heard[-1]["player"] for line in (ada, bo)])
        before = await store.log.read(MatchId("m"))
        for _ in range(3):
            assert "Ada – Bo" in await tags(server, "/m/m")
        assert server.services.matches.held == 0
        assert await store.log.read(MatchId("m")) == before
