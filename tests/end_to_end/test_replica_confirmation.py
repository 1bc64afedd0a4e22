"""A server that waits for a replica: what that has not confirmed is told to nobody, and sent again it is done once."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from clusters import Pair, Server
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.durability import FAST, Durability, replica
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.store_errors import Unavailable
from servers import SOON, Line, LiveServer, Message, live_server

ACT = {"type": "act", "match": "match", "seen": 1, "action": {"type": "mark", "cell": 0, "note": ""}, "ref": "mark"}


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    pair = Pair(tmp_path)
    try:
        pair.start()
        yield pair
    finally:
        pair.stop()


@asynccontextmanager
async def server_on(server: Server, durability: Durability) -> AsyncIterator[LiveServer]:
    """Run a server that soon gives up on replicas. On a busy machine they may be late with anything: ask again."""
    store = RedisStore(
        f"redis://{server.place}", durability=durability, confirmed_within=0.25, patience=SOON, silence=SOON
    )
    async with live_server(store) as running:
        yield running


async def answered(line: Line, command: Message) -> Message:
    """Ask again and again until the answer is another one than that the store is away."""
    async with asyncio.timeout(SOON):
        while True:
            answer = await line.ask({**command})
            if answer.get("code") != "unavailable":
                return answer


async def begun(server: LiveServer, lines: list[Line]) -> list[Line]:
    """Begin a match of these, who have said nothing yet; gives them in the order of their turns."""
    players = [(await answered(line, {"type": "sign_in", "name": "Ada"}))["player"] for line in lines]
    async with asyncio.timeout(SOON):
        while True:
            try:
                await server.begin("match", players)
                break
            except Unavailable:
                pass
    watched = [await answered(line, {"type": "watch_match", "match": "match"}) for line in lines]
    return lines if watched[0]["choices"] else lines[::-1]


def entries_on(server: Server) -> list[Any]:
    found = server.client.xrange(keys.of_match(MatchId("match")).log)
    return [fields[b"entry"] for _, fields in found]


async def test_an_action_that_no_replica_has_is_unavailable_and_done_once_when_it_is_sent_again(pair: Pair) -> None:
    async with server_on(pair.primary, replica(1)) as server, server.line() as ada, server.line() as bo:
        mine, other = await begun(server, [ada, bo])
        pair.cut_off()
        for _ in range(2):
            refused = await mine.ask({**ACT})
            assert (refused["type"], refused["code"]) == ("refused", "unavailable")
        assert [each["type"] for each in await other.quiet()] == [], "nobody else is told of it either"
        assert len(entries_on(pair.primary)) == 2, "though the primary has it"
        pair.follow()
        done = await answered(mine, ACT)
        assert (done["version"], done["since"]) == (2, 1)
        assert (await other.next())["version"] == 2
    assert len(entries_on(pair.primary)) == 2
    assert entries_on(pair.primary) == entries_on(pair.replica)


async def test_an_action_that_was_not_confirmed_is_done_by_the_promoted_replica_when_it_is_sent_again(
    pair: Pair,
) -> None:
    async with server_on(pair.primary, replica(1)) as server, server.line() as ada, server.line() as bo:
        mine, _ = await begun(server, [ada, bo])
        token = next(heard["token"] for heard in mine.heard if heard["type"] == "signed_in")
        pair.cut_off()  # and so it is promoted
        assert (await mine.ask({**ACT}))["code"] == "unavailable"
        pair.primary.kill()
    assert len(entries_on(pair.replica)) == 1
    async with server_on(pair.replica, FAST) as server, server.line() as again:
        await again.ask({"type": "sign_in", "token": token})
        assert (await again.ask({"type": "watch_match", "match": "match"}))["version"] == 1
        assert (await again.ask({**ACT}))["version"] == 2
    stored = entries_on(pair.replica)
    assert len(stored) == 2
    assert b'"mark"' in stored[1]
