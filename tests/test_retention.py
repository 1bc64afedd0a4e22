"""What becomes of finished matches: they are packed, by whoever comes first, and nothing of them is told otherwise."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest
from finished_matches import MATCH, everything_of, finished_match, run_round
from quarterdeck_games import GAMES
from quarterdeck_server.lobby.ratings.documents import UNARCHIVED, UNPACKED
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.storage.redis_store import RedisStore
from quarterdeck_server.storage.store import Store
from servers import LiveServer, live_server
from stores import address, patient_store, redis_url, server_of_our_own

__all__ = ["address", "redis_url", "server_of_our_own"]

AStore = Callable[[], Store]
AnotherServer = Callable[[], Awaitable[LiveServer]]


@pytest.fixture
def a_store(address: str | None) -> AStore:
    """A function that gives one more process's side of the same store."""
    memory = Memory()
    return lambda: MemoryStore(memory) if address is None else patient_store(address)


@pytest.fixture
async def store(a_store: AStore) -> AsyncIterator[Store]:
    """The test's own side of the store."""
    store = a_store()
    await store.start()
    yield store
    await store.close()


@pytest.fixture
async def another_server(a_store: AStore) -> AsyncIterator[AnotherServer]:
    """A function that starts one more server on the same store."""
    async with AsyncExitStack() as stack:

        async def start() -> LiveServer:
            return await stack.enter_async_context(live_server(a_store()))

        yield start


async def kind_of_log(store: Store) -> str:
    """Return as what the store keeps the log of the match."""
    if isinstance(store, MemoryStore):
        log = store.memory.logs.get(MATCH)
        return "none" if log is None else "stream" if log.packed is None else "string"
    assert isinstance(store, RedisStore)
    kind: bytes = await store.line.ask("TYPE", keys.of_match(MATCH).log)
    return kind.decode()


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_packed_match_is_told_byte_by_byte_as_before(
    store: Store, another_server: AnotherServer, game: str
) -> None:
    holding = await another_server()
    (ada, _) = await finished_match(holding, store, game)
    before = await everything_of(await another_server(), ada)
    assert await kind_of_log(store) == "stream"
    await run_round(holding, store)
    assert await kind_of_log(store) == "string"
    assert await store.documents.listed(UNPACKED, most=9) == []
    assert [match for match, _ in await store.documents.listed(UNARCHIVED, most=9)] == [MATCH]
    assert await everything_of(await another_server(), ada) == before  # who has never seen it
    assert await everything_of(holding, ada) == before  # who holds it still
