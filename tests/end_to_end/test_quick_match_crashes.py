"""Two players on two processes are offered a match, and one process is killed while the offer is open."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import redis
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from servers import Line, Message, line_to, served

SEEK = {"type": "seek", "games": ["tiny"]}


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[EmbeddedStore]:
    embedded = EmbeddedStore(tmp_path / "store")
    await embedded.start()
    yield embedded
    await embedded.stop()


async def begun(line: Line) -> Message:
    """Return the table that is told when the match has begun; it may have been already."""
    changes = [heard for heard in line.heard if heard["type"] == "table_changed"]
    table: Message = (changes[0] if changes else await line.until(lambda heard: heard["type"] == "table_changed"))[
        "table"
    ]
    return table


@pytest.mark.parametrize("accepts_first", [True, False])
async def test_the_match_begins_once_though_a_process_dies_in_mid_offer(
    store: EmbeddedStore, accepts_first: bool
) -> None:
    async with contextlib.AsyncExitStack() as stack:
        dying, staying = [
            await stack.enter_async_context(served("--store", store.url, "--log-level", "error")) for _ in range(2)
        ]
        ada = await stack.enter_async_context(line_to(dying.url))
        bo = await stack.enter_async_context(line_to(staying.url))
        token = (await ada.sign_in("Ada"))["token"]
        await bo.sign_in("Bo")
        for line in (ada, bo):
            assert (await line.ask(SEEK | {}))["type"] == "ticket_changed"
        offers = [(await line.until(lambda heard: heard["type"] == "offer_changed"))["offer"] for line in (ada, bo)]
        assert offers[0]["id"] == offers[1]["id"]
        accept = {"type": "accept", "offer": offers[0]["id"], "ref": "accept"}
        if accepts_first:  # what is acknowledged is kept, whoever dies
            assert (await ada.ask(accept | {}))["offer"]["has_accepted"] is True
        dying.kill()
        await dying.ended()

        ada = await stack.enter_async_context(line_to(staying.url))
        await ada.sign_in(token=token)
        offer = (await ada.until(lambda heard: heard["type"] == "offer_changed"))["offer"]
        assert (offer["id"], offer["has_accepted"]) == (offers[0]["id"], accepts_first)
        answers = await asyncio.gather(bo.ask(accept | {}), ada.ask(accept | {}))
        assert {answer["type"] for answer in answers} == {"offer_changed"}
        tables = [await begun(line) for line in (ada, bo)]
        assert tables[0]["id"] == tables[1]["id"] == offers[0]["table"]
        for line in (ada, bo):
            assert (await line.ask({"type": "watch_match", "match": offers[0]["match"]}))["type"] == "update"
        with redis.Redis.from_url(store.url) as client:
            assert len(list(client.scan_iter("qd:*:match:*:log"))) == 1
            assert client.zcard("qd:{lobby}:index:offers") == client.zcard("qd:{lobby}:index:tickets") == 0
        assert await staying.terminated() == 0
        assert staying.said == b""
