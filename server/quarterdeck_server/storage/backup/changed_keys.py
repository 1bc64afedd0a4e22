"""Keys that change while a backup reads them. The store server reports them (`CLIENT TRACKING`), which costs other
clients nothing.

There are two connections: over the first, the server is told to track changes under a prefix; over the second, it
reports them. The second sends a request from time to time, because a server closes silent connections.
"""

import asyncio
import contextlib
import math
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from redis.exceptions import RedisError

from quarterdeck_server.storage.wire.connections import Connection
from quarterdeck_server.storage.wire.question import Argument, pack
from quarterdeck_server.store_errors import Unavailable

CHANNEL = "__redis__:invalidate"


class ChangedKeys:
    """Collects the keys of the store with a prefix that have changed."""

    def __init__(self, telling: Connection, hearing: Connection, patience: float) -> None:
        self._telling = telling
        self._hearing = hearing
        self._patience = patience

    async def taken(self) -> set[bytes]:
        """Return the keys that have changed since the previous call. Raises `Unavailable`."""
        changed: set[bytes] = set()
        async with _unavailable_if_it_fails(self._patience):
            # The pong comes behind everything that was told before: on one connection nothing overtakes.
            await _send(self._hearing, "PING")
            while True:
                kind, *message = await self._hearing.read_response(timeout=math.inf)
                if kind == b"pong":
                    return changed
                if kind == b"message" and message[1] is None:
                    raise Unavailable("the store was emptied while it was read")
                if kind == b"message":
                    changed.update(message[1])

    async def check(self) -> None:
        """Check that all changes were reported. Raises `Unavailable` if not."""
        async with _unavailable_if_it_fails(self._patience):
            said = await _asked(self._telling, "CLIENT", "TRACKINGINFO")
        flags = {flag.decode() for flag in said[1]}
        if "on" not in flags or "broken_redirect" in flags:
            raise Unavailable("the store did not report all changes while it was read")


@asynccontextmanager
async def changed_keys(connect: Callable[[], Connection], prefix: str, patience: float) -> AsyncIterator[ChangedKeys]:
    """Yield a tracker of the keys with this prefix that change from now on. Raises `Unavailable`."""
    telling, hearing = connect(), connect()
    try:
        async with _unavailable_if_it_fails(patience):
            await telling.connect()
            await hearing.connect()
            name = await _asked(hearing, "CLIENT", "ID")
            await _asked(hearing, "SUBSCRIBE", CHANNEL)
            await _asked(telling, "CLIENT", "TRACKING", "ON", "REDIRECT", name, "BCAST", "PREFIX", prefix)
        yield ChangedKeys(telling, hearing, patience)
    finally:
        for connection in (telling, hearing):
            with contextlib.suppress(RedisError, OSError):
                await connection.disconnect()


@asynccontextmanager
async def _unavailable_if_it_fails(patience: float) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(patience):
            yield
    except (RedisError, OSError, TimeoutError) as error:
        raise Unavailable(f"Redis cannot be reached: {str(error) or type(error).__name__}") from error


async def _send(connection: Connection, *command: Argument) -> None:
    await connection.send_packed_command(pack(command), check_health=False)


async def _asked(connection: Connection, *command: Argument) -> Any:
    await _send(connection, *command)
    return await connection.read_response(timeout=math.inf)
