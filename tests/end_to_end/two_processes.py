"""A match of two that is played through two processes on one store, and judged at its end."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from failover_bots import Played, Switch, play_out, refs_in
from quarterdeck_client import Client
from quarterdeck_protocol.names import MatchId
from servers import SOON, served


@asynccontextmanager
async def played_through_two_processes(url: str, *, forgets: bool = False) -> AsyncIterator[tuple[MatchId, Played]]:
    """Begin a match of two on a store, through two processes; at the end it is played out, and judged: all that was
    acknowledged is there, but for what each of both was told that the store has forgotten, if it does."""
    async with AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(served("--store", url, "--log-level", "error")) for _ in range(2)]
        switch = await stack.enter_async_context(Switch.to([server.url for server in servers]))
        clients = [await stack.enter_async_context(Client(switch.url, name=name)) for name in ("Ada", "Bo")]
        table = await clients[0].tables.open("density-deck", seats=2)
        await clients[1].tables.sit(table.id)
        seats = await asyncio.gather(*(client.begin(table.id) for client in clients))
        played = Played()
        playing = [
            asyncio.create_task(play_out(client, seat, random.Random(number), played))
            for number, (client, seat) in enumerate(zip(clients, seats, strict=True))
        ]
        yield seats[0].match, played
        async with asyncio.timeout(SOON):
            await asyncio.gather(*playing)
        in_log = refs_in(await clients[0].transcript(seats[0].match))
        assert len(in_log) == len(set(in_log)), "nothing was done twice"
        gone = {ref for seat in seats for rewound in seat.rewinds for ref in rewound.refs}
        assert [bool(seat.rewinds) for seat in seats] == [forgets, forgets]
        assert set(played.acknowledged) <= set(in_log) | gone, "all that was acknowledged is in the log"
        assert bool(gone) == forgets
        assert set(in_log) <= set(played.sent), "nothing else is"
        assert seats[0].result == seats[1].result is not None
        assert [client.reconnects for client in clients] == [0, 0], "nobody has lost the line by it"
        for server in servers:
            assert await server.terminated() == 0
