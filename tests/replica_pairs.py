"""Processes that wait for a replica, and a pair of real servers for them, one for each worker of the test run."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
from clusters import Pair
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.matches.log import NEVER
from quarterdeck_server.storage.durability import replica
from quarterdeck_server.storage.redis.redis_store import RedisStore
from stores import SOON, before

MATCH = MatchId("match")


@pytest.fixture(scope="session")
def pair_of_our_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    pair = Pair(tmp_path_factory.mktemp("pair"))
    try:
        pair.start()
        yield pair
    finally:
        pair.stop()


@pytest.fixture
def pair(pair_of_our_own: Pair) -> Pair:
    """A primary with nothing in it, and a replica that has what it has."""
    pair_of_our_own.primary.client.flushall()
    pair_of_our_own.follow()
    return pair_of_our_own


@asynccontextmanager
async def process_on(url: str, *, confirmed_within: float = SOON) -> AsyncIterator[RedisStore]:
    """Start a process that tells nothing which one replica has not got."""
    store = RedisStore(url, durability=replica(1), confirmed_within=confirmed_within, patience=SOON, silence=SOON)
    await store.start()
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def hasty_process_on(url: str) -> AsyncIterator[RedisStore]:
    """Start one that soon gives up on replicas, for what they are never to confirm."""
    async with process_on(url, confirmed_within=0.05) as store:
        yield store


async def write(store: RedisStore, version: int) -> None:
    await store.log.append(MATCH, before(version), b"%d" % version, NEVER, over=False)
