"""Where the store is that a command goes to by itself, past any server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from quarterdeck_server.settings import Settings


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
