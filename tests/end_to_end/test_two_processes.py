"""Four players over two processes on one real store, and one process killed in mid-match."""

import asyncio
import contextlib
import random
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from failover_bots import Played, Switch, play_out, refs_in
from quarterdeck_client import Client, FollowedMatch
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from servers import SOON, Served, served


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[EmbeddedStore]:
    embedded = EmbeddedStore(tmp_path / "store")
    await embedded.start()
    yield embedded
    await embedded.stop()


async def four_seated(stack: contextlib.AsyncExitStack, switch: Switch) -> list[tuple[Client, FollowedMatch]]:
    """Return four players of one match, every second one on the same process."""
    clients = [await stack.enter_async_context(Client(switch.url, name=name)) for name in ("Ada", "Bo", "Cy", "Di")]
    table = await clients[0].tables.open("density-deck", seats=4)
    for client in clients[1:]:
        await client.tables.sit(table.id)
    return list(zip(clients, await asyncio.gather(*(client.begin(table.id) for client in clients)), strict=True))


@pytest.mark.parametrize("kills", [1, 2])
async def test_a_match_over_two_processes_survives_the_death_of_either(store: EmbeddedStore, kills: int) -> None:
    async with contextlib.AsyncExitStack() as stack:
        servers: list[Served] = [
            await stack.enter_async_context(served("--store", store.url, "--log-level", "error")) for _ in range(2)
        ]
        switch = await stack.enter_async_context(Switch.to([server.url for server in servers]))
        seated = await four_seated(stack, switch)
        played = Played()
        playing = [
            asyncio.create_task(play_out(client, seat, random.Random(number), played))
            for number, (client, seat) in enumerate(seated)
        ]
        for number in range(kills):
            await played.have_been(20 * (number + 1))
            servers[number].kill()
            if number + 1 < kills:  # another takes its place before the next one dies
                servers.append(await stack.enter_async_context(served("--store", store.url, "--log-level", "error")))
                switch.urls.append(servers[-1].url)
        async with asyncio.timeout(SOON):
            await asyncio.gather(*playing)

        match = seated[0][1].match
        in_log = refs_in(await seated[0][0].transcript(match))
        assert len(in_log) == len(set(in_log)), "nothing was done twice"
        assert set(played.acknowledged) <= set(in_log), "all that was acknowledged is in the log"
        assert set(in_log) <= set(played.sent), "nothing else is"
        assert len(played.acknowledged) > 20 * kills
        results = [seat.result for _, seat in seated]
        assert results[0] is not None
        assert results == [results[0]] * 4
        reconnects = [client.reconnects for client, _ in seated]
        assert sum(reconnects) >= 2, "those on the process that died came back"
        assert kills > 1 or sorted(reconnects)[:2] == [0, 0], "those on the other noticed nothing"
        assert all(number <= kills for number in reconnects)
        assert [await server.ended() for server in servers[:kills]] == [-signal.SIGKILL] * kills
        for server in servers[kills:]:
            assert await server.terminated() == 0
            assert server.said == b""
