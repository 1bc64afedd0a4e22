"""The stores that tests run against: memory, and a real server of our own, one for each worker of the test run.

Import the fixtures where they are needed: `from stores import redis_url, server_of_our_own  # noqa: F401 - fixtures`.
"""

import asyncio
import copy
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import clusters
import pytest
import redis
from clusters import Replicated
from quarterdeck_protocol.names import MatchId, Version
from quarterdeck_server.matches.log import Head, Stamped
from quarterdeck_server.storage.durability import FAST, Durability
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.storage.redis.embedded import EmbeddedStore, find_server
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.storage.store import Store
from quarterdeck_server.storage.store_url import Cluster, OneServer, address_of
from quarterdeck_server.store_errors import Unavailable

Heard = TypeVar("Heard")

SOON = 120.0
"""How many seconds a test waits for what must happen: it ends by what happens, but others may have the cores."""


@pytest.fixture(scope="session")
def server_of_our_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedStore]:
    """A real server for all tests of this worker."""
    store = EmbeddedStore(tmp_path_factory.mktemp("store"))
    asyncio.run(store.start())
    yield store
    asyncio.run(store.stop())


@pytest.fixture
def redis_url(server_of_our_own: EmbeddedStore) -> str:
    """The address of a real server with nothing in it."""
    with redis.Redis.from_url(server_of_our_own.url) as client:
        client.flushall()
    return server_of_our_own.url


@pytest.fixture(scope="session")
def cluster_of_our_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[clusters.Cluster]:
    """Three primaries without replicas, for all tests of this worker."""
    cluster = clusters.Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()


@pytest.fixture
def cluster_url(cluster_of_our_own: clusters.Cluster) -> str:
    """The address of a real cluster with nothing in it."""
    cluster_of_our_own.flush()
    return cluster_of_our_own.url


@pytest.fixture(scope="session")
def replicated_of_our_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Replicated]:
    """A primary with two replicas and a Sentinel, for all tests of this worker."""
    replicated = Replicated(tmp_path_factory.mktemp("replicated"))
    try:
        replicated.start()
        yield replicated
    finally:
        replicated.stop()


@pytest.fixture
def sentinel_url(replicated_of_our_own: Replicated) -> str:
    """The address of a primary behind a real Sentinel, with nothing in it."""
    replicated_of_our_own.flush()
    return replicated_of_our_own.url


@pytest.fixture(params=["memory", "redis"])
def address(request: pytest.FixtureRequest) -> str | None:
    """Where the store of this test is: once in memory (`None`), once in Redis."""
    return str(request.getfixturevalue("redis_url")) if request.param == "redis" else None


class Backup:
    """A copy of the store as it was, which can be put back: what it has heard since, it has forgotten then."""

    def __init__(self, memory: Memory, address: str | None) -> None:
        self._memory = memory
        self._address = address
        self._logs = copy.deepcopy(memory.logs)
        self._dumped: dict[str, dict[bytes, bytes]] = {}
        for server in primaries_of(address):
            with redis.Redis.from_url(server) as client:
                dumps = {key: bytes(client.dump(key)) for key in client.scan_iter() if b":open" not in key}
                self._dumped[server] = dumps

    def put_back(self) -> None:
        """Let the store be as it was; whoever follows a match goes on following it."""
        self._memory.logs = copy.deepcopy(self._logs)
        for server, dumps in self._dumped.items():
            with redis.Redis.from_url(server) as client:
                for key in [key for key in client.scan_iter() if b":open" not in key]:
                    client.delete(key)
                for key, dumped in dumps.items():
                    client.restore(key, 0, dumped)


def primaries_of(address: str | None) -> list[str]:
    """Return the addresses of the servers that have what is kept at an address."""
    if address is None:
        return []
    known = address_of(address)
    if isinstance(known, OneServer):
        return [address]
    with redis.Redis.from_url(known.url_of(known.places[0])) as client:
        if isinstance(known, Cluster):
            found = {(host.decode(), port) for _, _, (host, port, *_), *_ in client.execute_command("CLUSTER", "SLOTS")}
            return [known.url_of(place) for place in sorted(found)]
        host, port = client.sentinel_get_master_addr_by_name(known.service)
        return [known.url_of((host.decode(), port))]


@pytest.fixture
async def another_process(address: str | None) -> AsyncIterator[Callable[[], Awaitable[Store]]]:
    """A function that gives one more process on the same store."""
    async with processes_on(Memory(), address) as start:
        yield start


@asynccontextmanager
async def processes_on(
    memory: Memory, address: str | None, durability: Durability = FAST
) -> AsyncIterator[Callable[[], Awaitable[Store]]]:
    """Return a function that starts one more process on this memory, or at the address if there is one."""
    started: list[Store] = []

    async def start() -> Store:
        store = MemoryStore(memory) if address is None else patient_store(address, durability)
        await store.start()
        started.append(store)
        return store

    yield start
    for store in started:
        await store.close()


def patient_store(url: str, durability: Durability = FAST) -> RedisStore:
    """Return a process's side of Redis that takes nobody for dead who only waits for a core. Not for tests of what
    happens when Redis is away."""
    return RedisStore(url, durability=durability, confirmed_within=SOON, patience=SOON, silence=SOON)


class Ears:
    """What one process hears, in order; told by the store, asked by the test."""

    def __init__(self, store: Store) -> None:
        self.entries: asyncio.Queue[tuple[MatchId, Stamped]] = asyncio.Queue()
        self.notifications: asyncio.Queue[bytes] = asyncio.Queue()
        self.missed = asyncio.Event()
        store.log.set_callbacks(lambda match, _, stamped: self.entries.put_nowait((match, stamped)), self.missed.set)
        store.documents.set_callbacks(self.notifications.put_nowait, self.missed.set)


def before(version: int) -> Head:
    """Where a log ends to which this is the next version, whatever stands in it."""
    return Head(version=Version(version - 1))


async def next_of(received: "asyncio.Queue[Heard]") -> Heard:
    """Return what is heard next."""
    return await asyncio.wait_for(received.get(), SOON)


async def until(happens: Callable[[], Any]) -> None:
    """Ask again and again until it is true."""
    async with asyncio.timeout(SOON):
        while not happens():  # noqa: ASYNC110 - what is waited for is another process's
            await asyncio.sleep(0.01)


async def until_it_answers(store: Store) -> None:
    """Ask again and again until the store is there."""
    async with asyncio.timeout(SOON):
        while True:
            try:
                await store.ping()
            except Unavailable:
                await asyncio.sleep(0.01)
            else:
                return


@asynccontextmanager
async def foreign_server(folder: Path, **settings: str) -> AsyncIterator[str]:
    """Run a server that somebody else has set up, and give its address; the settings as in its configuration, with _
    for -."""
    folder.mkdir()  # noqa: ASYNC240 - a test may
    chosen = {"port": "0", "unixsocket": str(folder / "s"), "dir": str(folder), "save": "", **settings}
    words = [word for name, value in chosen.items() for word in (f"--{name.replace('_', '-')}", value)]
    server = await asyncio.create_subprocess_exec(str(find_server()), *words, stdout=DEVNULL, stderr=DEVNULL)
    try:
        with redis.Redis(unix_socket_path=chosen["unixsocket"]) as client:
            await until(lambda: answers(client))
        yield f"unix://{chosen['unixsocket']}"
    finally:
        server.kill()
        await server.wait()


def answers(client: redis.Redis) -> bool:
    """Whether a server is there and has loaded what it keeps."""
    try:
        return bool(client.ping())
    except (redis.ConnectionError, redis.exceptions.BusyLoadingError):
        return False
