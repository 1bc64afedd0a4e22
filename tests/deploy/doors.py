"""A door: one of the proxies, with two servers behind it that can be ended and begun again."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import aiohttp
from clusters import free_ports
from deploy.proxies import Proxy
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from servers import SOON, Served, served


class Door:
    """The proxy, with two servers behind it that can be ended and begun again."""

    def __init__(
        self,
        url: str,
        ports: list[int],
        store: str,
        stack: contextlib.AsyncExitStack,
        found: Callable[[int], bool],
        more: Sequence[str],
    ) -> None:
        """`found` says whether the proxy has passed something on to a server since it was last asked; servers are begun
        with `more` options."""
        self.url = url
        self._found = found
        self.ports = ports
        self._store = store
        self._stack = stack
        self._more = more
        self._servers: dict[int, Served] = {}

    async def begin(self, number: int) -> None:
        """Begin a server, and wait until it serves and the proxy has found it."""
        options = ("--store", self._store, "--port", str(self.ports[number]), "--log-level", "error", "--quotas", "off")
        server = self._servers[number] = await self._stack.enter_async_context(served(*options, *self._more))
        assert server.url, server.greeting
        async with asyncio.timeout(SOON), aiohttp.ClientSession() as http:
            while not self._found(number):
                with contextlib.suppress(aiohttp.ClientConnectionError):  # the proxy may not listen yet, either
                    async with http.get(f"{self.url}/healthz") as answer:
                        await answer.read()
                await asyncio.sleep(0.02)

    async def end(self, number: int) -> None:
        """End a server in good order."""
        assert await self._servers.pop(number).terminated() == 0

    async def kill(self, number: int) -> None:
        """End it as a crash does."""
        server = self._servers.pop(number)
        server.kill()
        await server.ended()

    @property
    def processes(self) -> list[int]:
        """The ids of the servers that run."""
        return [int(server.process.pid) for server in self._servers.values()]

    def freeze(self, number: int) -> None:
        """Let it do nothing at all, and keep its connections."""
        self._servers[number].process.send_signal(signal.SIGSTOP)

    def thaw(self, number: int) -> None:
        """Let it go on."""
        self._servers[number].process.send_signal(signal.SIGCONT)


@contextlib.asynccontextmanager
async def doors(proxy: Proxy, folder: Path, *more: str, drain: int = 1) -> AsyncIterator[Door]:
    """Open the shipped settings, with places of this test in them, in front of two servers on one store."""
    here, *ports = free_ports(3)
    store = EmbeddedStore(folder / "store")
    async with contextlib.AsyncExitStack() as stack:
        await store.start()
        stack.push_async_callback(store.stop)
        await stack.enter_async_context(proxy.running(folder, here, ports))
        options = ("--drain", str(drain), *more)
        door = Door(f"http://127.0.0.1:{here}", ports, store.url, stack, proxy.log_of(folder), options)
        await door.begin(0)
        await door.begin(1)
        yield door
