"""Where the store is that a command goes to by itself, past any server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from quarterdeck_server.settings import Settings

if TYPE_CHECKING:
    from quarterdeck_server.storage.redis_store import RedisStore

SECONDS_UNTIL_REACHED = 10.0


@asynccontextmanager
async def store_address(settings: Settings, *, new: bool = False) -> AsyncIterator[str]:
    """Return where the store is; the embedded one runs for as long as this lasts if no server runs it, and is made if
    it may be `new`.
    Raises `ValueError` or `EmbeddedError` if there is none."""
    from quarterdeck_server.storage.embedded import EmbeddedStore, TakenError, running_at

    if settings.store == "memory":
        raise ValueError("A store in memory is inside its server, and nobody else reaches it.")
    if settings.store != "embedded":
        yield settings.store
        return
    folder = settings.data_directory
    if not (new or folder.is_dir()):
        raise ValueError(f"There is no store in {folder}; --data says where it is.")
    embedded = EmbeddedStore(folder)
    try:
        await embedded.start()
    except TakenError:
        running = running_at(folder)
        if running is None:
            raise
        yield running
        return
    try:
        yield embedded.url
    finally:
        await embedded.stop()


@asynccontextmanager
async def reached_store(settings: Settings) -> AsyncIterator["RedisStore"]:
    """Return one process's side of the store, once it answers. Raises `NotLetIn`, or another `Unavailable` if it does
    not for a while; `ValueError` or `EmbeddedError` if there is none."""
    from quarterdeck_server.durability import durability_of
    from quarterdeck_server.storage.redis_store import RedisStore
    from quarterdeck_server.store_errors import Unavailable

    async with store_address(settings) as address:
        store = RedisStore(address, durability=durability_of(settings.store, settings.durability))
        await store.start()
        try:
            try:
                async with asyncio.timeout(SECONDS_UNTIL_REACHED):
                    while not await _answers(store):  # noqa: ASYNC110 - what is waited for is the store
                        await asyncio.sleep(0.05)
            except TimeoutError:
                raise Unavailable from None
            yield store
        finally:
            await store.close()


async def _answers(store: "RedisStore") -> bool:
    """Whether the store answers; one that does not let us in will not do so later. Raises `NotLetIn`."""
    from quarterdeck_server.store_errors import NotLetIn, Unavailable

    try:
        await store.ping()
    except NotLetIn:
        raise
    except Unavailable:
        return False
    return True
