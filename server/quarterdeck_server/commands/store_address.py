"""The address of the store for commands that access it directly, without a server."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from quarterdeck_client.commands.output import Failure

from quarterdeck_server.settings import Settings

if TYPE_CHECKING:
    from quarterdeck_server.storage.redis.redis_store import RedisStore

SECONDS_UNTIL_REACHED = 10.0

WHERE = "Use --store and --data to name it."


@contextmanager
def store_failures(before: str = "The store cannot be reached") -> Iterator[None]:
    """End the command with an error message if its store cannot be reached or refuses a request. `before` names the
    work that was not done."""
    from quarterdeck_server.command_refused import CommandRefused
    from quarterdeck_server.storage.redis.embedded import EmbeddedError
    from quarterdeck_server.store_errors import AccessDenied, Unavailable

    try:
        yield
    except (ValueError, EmbeddedError, CommandRefused, AccessDenied) as error:
        raise Failure(*str(error).split("\n")) from error
    except Unavailable as error:
        raise Failure(f"{before}: {reason_of(error)}. {WHERE}") from error
    except OSError as error:
        raise Failure(f"{error.filename}: {error.strerror}." if error.filename else f"{before}: {error}.") from error


def reason_of(error: Exception) -> str:
    """Return the reason why a store could not be reached, in words that end a sentence, without a full stop."""
    return str(error).removeprefix("Redis cannot be reached: ").rstrip(".") or type(error).__name__


@asynccontextmanager
async def store_address(settings: Settings, *, new: bool = False) -> AsyncIterator[str]:
    """Yield the address of the store. If the store is the embedded one and no server runs it, it is started here and
    runs as long as this context is open. It is created only if `new`. Raises `ValueError` or `EmbeddedError` if there
    is no store."""
    from quarterdeck_server.storage.redis.embedded import EmbeddedStore, TakenError, running_at

    if settings.store == "memory":
        raise ValueError("A memory store is inside its server and cannot be reached from outside.")
    if settings.store != "embedded":
        yield settings.store
        return
    folder = settings.data_directory
    if not (new or folder.is_dir()):
        raise ValueError(f"There is no store in {folder}; name its folder with --data.")
    embedded = EmbeddedStore(folder)
    try:
        await embedded.start()
    except TakenError:
        running = running_at(folder)
        if running is None:
            raise
        yield f"unix://{quote(str(_visible(running, folder)))}"
        return
    try:
        yield embedded.url
    finally:
        await embedded.stop()


def _visible(socket: Path, folder: Path) -> Path:
    """Return the path of the socket of a store that another process runs. Raises `ValueError` if this process cannot
    see the socket."""
    if not socket.exists():
        raise ValueError(
            f"The store in {folder} is running, but its socket {socket} is not visible here. The service has "
            "its own /tmp (PrivateTmp=yes). Set RuntimeDirectory=quarterdeck and "
            "Environment=XDG_RUNTIME_DIR=%t/quarterdeck, as in deploy/systemd/quarterdeck.service, and "
            "restart it."
        )
    return socket


@asynccontextmanager
async def reached_store(settings: Settings) -> AsyncIterator["RedisStore"]:
    """Yield a connection to the store once the store answers. Raises `AccessDenied` if the store refuses access,
    another `Unavailable` if it does not answer for a while, and `ValueError` or `EmbeddedError` if there is no
    store."""
    async with store_address(settings) as address, store_at(address, settings) as store:
        yield store


@asynccontextmanager
async def store_at(address: str, settings: Settings) -> AsyncIterator["RedisStore"]:
    """Yield a connection to the store at this address once it answers. Raises `AccessDenied`, `Unavailable`."""
    from quarterdeck_server.storage.durability import durability_of
    from quarterdeck_server.storage.redis.redis_store import RedisStore
    from quarterdeck_server.store_errors import AccessDenied, Unavailable

    store = RedisStore(address, durability=durability_of(settings.store, settings.durability))
    await store.start()
    try:
        away: Unavailable = Unavailable("it does not answer")
        try:
            async with asyncio.timeout(SECONDS_UNTIL_REACHED):
                while True:
                    try:
                        await store.ping()
                        break
                    except AccessDenied:
                        raise
                    except Unavailable as error:
                        away = error
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise away from None
        yield store
    finally:
        await store.close()
