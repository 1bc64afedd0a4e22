"""Fixtures of all tests of the store."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from power_cuts import noted_syncs
from quarterdeck_server.storage.durability import FAST, replica
from quarterdeck_server.storage.memory import Memory
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.storage.store import Store
from replica_pairs import pair, pair_of_our_own
from stores import (
    Backup,
    cluster_of_our_own,
    cluster_url,
    patient_store,
    processes_on,
    redis_url,
    replicated_of_our_own,
    sentinel_url,
    server_of_our_own,
)

__all__ = [
    "another_process",
    "backup",
    "cluster_of_our_own",
    "cluster_url",
    "memory",
    "noted_syncs",
    "pair",
    "pair_of_our_own",
    "redis_url",
    "replicated_of_our_own",
    "sentinel_url",
    "server_of_our_own",
]


CONFIRMED = "sentinel, confirmed"


@pytest.fixture(params=["memory", "redis", "sentinel", CONFIRMED, "cluster"])
def where(request: pytest.FixtureRequest) -> str:
    """What the store of this test is."""
    return str(request.param)


@pytest.fixture
def address(where: str, request: pytest.FixtureRequest) -> str | None:
    """Where the store of this test is: in memory (`None`), one server, a primary behind a Sentinel, a cluster."""
    return None if where == "memory" else str(request.getfixturevalue(f"{where.partition(',')[0]}_url"))


@pytest.fixture
def memory() -> Memory:
    """What the processes of a test share whose store is in memory."""
    return Memory()


@pytest.fixture
async def another_process(
    memory: Memory, address: str | None, where: str
) -> AsyncIterator[Callable[[], Awaitable[Store]]]:
    """A function that gives one more process on the same store; one of them tells what both replicas have, and no
    more."""
    async with processes_on(memory, address, replica(2) if where == CONFIRMED else FAST) as start:
        yield start


@pytest.fixture
async def another_process_of_it(cluster_url: str) -> AsyncIterator[Callable[[], Awaitable[RedisStore]]]:
    """A function that gives one more process on the cluster."""
    started: list[RedisStore] = []

    async def start() -> RedisStore:
        started.append(patient_store(cluster_url))
        await started[-1].start()
        return started[-1]

    yield start
    for store in started:
        await store.close()


@pytest.fixture
def backup(memory: Memory, address: str | None) -> Callable[[], Backup]:
    """A function that gives a copy of the store as it is now."""
    return lambda: Backup(memory, address)
