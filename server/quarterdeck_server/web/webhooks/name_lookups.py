"""Lookups of the names that players gave to their webhooks, apart from all other lookups of the process.

A player can name a zone whose name servers never answer. Its lookups take no thread, end after a few seconds, and
delay no others: c-ares waits for all of them in one thread.
"""

import asyncio
import socket
from collections.abc import Callable

from aiohttp import AsyncResolver
from aiohttp.abc import AbstractResolver, ResolveResult

SECONDS = 5.0
"""Seconds after which a lookup ends."""

REMEMBERED_SECONDS = 60.0
"""Seconds for which a failed name is not looked up again."""


class NameLookups(AbstractResolver):
    """Addresses of names. All requests for one name share one lookup. Raises `OSError` without an address."""

    def __init__(self, resolver: Callable[[], AbstractResolver] = lambda: AsyncResolver(timeout=2.0, tries=2)) -> None:
        self._make = resolver
        self._resolver: AbstractResolver | None = None
        self._lookups: dict[tuple[str, int, int], asyncio.Task[list[ResolveResult]]] = {}
        self._failed: dict[str, float] = {}
        """The names without an address, the earliest first, and when they failed, by the event loop's clock."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Return the addresses of a name. Raises `OSError`."""
        since = asyncio.get_running_loop().time() - REMEMBERED_SECONDS
        while self._failed and (first := next(iter(self._failed))) and self._failed[first] <= since:
            del self._failed[first]
        if host in self._failed:
            raise OSError(None, "the name had no address a moment ago")
        key = (host, port, family)
        if key not in self._lookups:
            self._lookups[key] = task = asyncio.create_task(self._resolved(host, port, family))
            task.add_done_callback(lambda _: self._lookups.pop(key, None))
        return list(await asyncio.shield(self._lookups[key]))

    async def _resolved(self, host: str, port: int, family: socket.AddressFamily) -> list[ResolveResult]:
        if self._resolver is None:
            self._resolver = self._make()
        try:
            async with asyncio.timeout(SECONDS):
                return await self._resolver.resolve(host, port, family)
        except OSError as error:  # and `TimeoutError`
            self._failed.pop(host, None)
            self._failed[host] = asyncio.get_running_loop().time()
            raise OSError(None, "the name has no address") from error

    async def close(self) -> None:
        """End all lookups."""
        for lookup in self._lookups.values():
            lookup.cancel()
        if self._resolver is not None:
            await self._resolver.close()
            self._resolver = None
