"""Matches on a real cluster: they are opened, played and ended through two processes, whatever becomes of its nodes."""

import asyncio
import contextlib
import random

from playing import Played, Switch, play_out, refs_in
from quarterdeck_client import Client
from servers import SOON, served
from stores import cluster_of_our_own, cluster_url

__all__ = ["cluster_of_our_own", "cluster_url"]


async def test_a_match_is_opened_played_and_ended_through_two_processes(cluster_url: str) -> None:
    async with contextlib.AsyncExitStack() as stack:
        servers = [
            await stack.enter_async_context(served("--store", cluster_url, "--log-level", "error")) for _ in range(2)
        ]
        switch = await stack.enter_async_context(Switch.to([server.url for server in servers]))
        clients = [await stack.enter_async_context(Client(switch.url, name=name)) for name in ("Ada", "Bo")]
        table = await clients[0].tables.open("density-deck", seats=2)
        await clients[1].tables.sit(table.id)
        seats = await asyncio.gather(*(client.begin(table.id) for client in clients))
        played = Played()
        async with asyncio.timeout(SOON):
            await asyncio.gather(
                *(
                    play_out(client, seat, random.Random(number), played)
                    for number, (client, seat) in enumerate(zip(clients, seats, strict=True))
                )
            )
        in_log = refs_in(await clients[0].transcript(seats[0].match))
        assert len(in_log) == len(set(in_log)), "nothing was done twice"
        assert set(played.acknowledged) <= set(in_log) <= set(played.sent)
        assert seats[0].result == seats[1].result is not None
        assert [client.reconnects for client in clients] == [0, 0]
        for server in servers:
            assert await server.terminated() == 0
            assert server.said == b""
