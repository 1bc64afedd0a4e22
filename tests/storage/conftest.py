"""Fixtures of all tests of the store."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from quarterdeck_server.storage.memory import Memory
from quarterdeck_server.storage.store import Store
from stores import Backup, address, processes_on, redis_url, server_of_our_own

__all__ = ["address", "another_process", "backup", "memory", "redis_url", "server_of_our_own"]


@pytest.fixture
def memory() -> Memory:
    """What the processes of a test share whose store is in memory."""
    return Memory()


@pytest.fixture
async def another_process(memory: Memory, address: str | None) -> AsyncIterator[Callable[[], Awaitable[Store]]]:
    """A function that gives one more process on the same store."""
    async with processes_on(memory, address) as start:
        yield start


@pytest.fixture
def backup(memory: Memory, address: str | None) -> Callable[[], Backup]:
    """A function that gives a copy of the store as it is now."""
    return lambda: Backup(memory, address)
