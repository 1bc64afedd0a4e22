"""A real store is killed while it is played on: nothing acknowledged is lost, and play goes on by itself."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import redis
from failover_bots import Played, play_out, refs_in
from quarterdeck_client import Client
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from quarterdeck_server.storage.redis.redis_store import RedisStore
from servers import SOON, LiveServer, is_running, kill, live_server, soon


@pytest.fixture
async def embedded(tmp_path: Path) -> AsyncIterator[EmbeddedStore]:
    """A real store that is started again whenever it dies."""
    store = EmbeddedStore(tmp_path / "store")
    await store.start()
    watching = asyncio.ensure_future(store.keep_running())
    yield store
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    await store.stop()


@pytest.fixture
async def server(embedded: EmbeddedStore) -> AsyncIterator[LiveServer]:
    async with live_server(RedisStore(embedded.url), bot_delay=5) as running:
        yield running


def process_of(embedded: EmbeddedStore) -> int:
    with redis.Redis.from_url(embedded.url) as client:
        return int(client.info("server")["process_id"])


async def killed(embedded: EmbeddedStore) -> None:
    """Kill the store, and wait until it is gone."""
    process = process_of(embedded)
    kill(process)
    await soon(lambda: not is_running(process))


async def ready_is(server: LiveServer, status: int) -> None:
    async with asyncio.timeout(SOON):
        while (await server.get("/readyz"))[0] != status:
            pass


async def test_readiness_follows_the_store(server: LiveServer, embedded: EmbeddedStore) -> None:
    await ready_is(server, 200)
    kill(process_of(embedded))
    await ready_is(server, 503)
    assert (await server.get("/healthz"))[0] == 200
    await ready_is(server, 200)


async def test_a_command_is_refused_while_the_store_is_away_and_done_once_afterwards(
    server: LiveServer, embedded: EmbeddedStore
) -> None:
    async with server.player("Ada") as ada, server.player("Bo") as bo:
        players = [each.heard[0]["player"] for each in (ada, bo)]
        await server.begin("m", players)
        first = await ada.ask({"type": "watch_match", "match": "m"})
        await bo.ask({"type": "watch_match", "match": "m"})
        mine, other = (ada, bo) if first["choices"] else (bo, ada)
        await killed(embedded)
        act = {"type": "act", "match": "m", "seen": 1, "action": {"type": "mark", "cell": 0, "note": ""}, "ref": "a"}
        answer = await mine.ask(act)
        assert answer["code"] == "unavailable"
        assert await other.quiet() == []
        while answer["type"] == "refused":
            assert answer["code"] == "unavailable"
            answer = await mine.ask(act)
        assert (answer["version"], answer["since"]) == (2, 1)
        assert (await other.next())["version"] == 2
        assert [entry.version for entry in (await server.services.matches._entries.read(first["match"])).entries] == [
            1,
            2,
        ]


@pytest.mark.parametrize("deaths", [1, 3])
async def test_a_match_goes_on_to_its_end(server: LiveServer, embedded: EmbeddedStore, deaths: int) -> None:
    played = Played()
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Bo") as bo:
        table = await ada.tables.open("density-deck", seats=4)
        await ada.tables.add_bot(table.id)
        await ada.tables.add_bot(table.id)
        await bo.tables.sit(table.id)
        seats = await asyncio.gather(ada.begin(table.id), bo.begin(table.id))
        playing = [
            asyncio.create_task(play_out(client, seat, random.Random(number), played))
            for number, (client, seat) in enumerate(zip((ada, bo), seats, strict=True))
        ]
        for number in range(deaths):
            await played.have_been(5 * (number + 1))
            await killed(embedded)
            await ready_is(server, 200)
        async with asyncio.timeout(SOON):
            await asyncio.gather(*playing)
        in_log = refs_in(await ada.transcript(seats[0].match))
        assert len(in_log) == len(set(in_log))
        assert set(played.acknowledged) <= set(in_log) <= set(played.sent)
        assert (ada.reconnects, bo.reconnects) == (0, 0), "nobody has lost the line by it"
        assert seats[0].result == seats[1].result is not None
