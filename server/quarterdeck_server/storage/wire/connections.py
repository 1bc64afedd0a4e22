"""Connections to the servers of a store. redis-py handles addresses, TLS and sign-in, and asks Sentinels for the
primary."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, assert_never, cast
from urllib.parse import parse_qsl, urlsplit

from redis.asyncio import ConnectionPool
from redis.asyncio.connection import parse_url
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import MasterNotFoundError, Sentinel, SentinelConnectionPool
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from quarterdeck_server.storage.store_url import Cluster, OneServer, Sentinels, address_of, places_of
from quarterdeck_server.storage.wire.admission import unavailable
from quarterdeck_server.store_errors import AccessDenied

_FILES = ("ssl_ca_certs", "ssl_certfile", "ssl_keyfile")

PATIENCE = 2.0
"""Seconds that Redis has for an answer."""


class Connection(Protocol):
    """The part of redis-py's connections that this project uses."""

    async def connect(self) -> None: ...
    async def disconnect(self, nowait: bool = False) -> None: ...
    async def send_packed_command(self, command: bytes, check_health: bool = True) -> None: ...
    async def read_response(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - redis-py's own
        push_request: bool = False,
    ) -> Any: ...


def connections_to(url: str) -> Callable[[], Connection]:
    """Return a function that makes connections, not yet connected, to the server of an address: behind Sentinels each
    goes to the primary at the time of connecting. Raises `ValueError` for a wrong address, and for a cluster, where no
    one server has all the keys."""
    address = address_of(url)
    check_files(url)
    match address:
        case OneServer():
            return _checked(_one_server(url))
        case Sentinels():
            return _checked(_primary_behind(address))
        case Cluster():
            raise ValueError("A cluster has several primaries: one connection cannot reach all of them.")
        case _:
            assert_never(address)


def _checked(connect: Callable[[], Connection]) -> Callable[[], Connection]:
    """Return the function that makes connections. Raises `ValueError` if redis-py does not know an option of the
    address."""
    try:
        connect()
    except TypeError:
        raise ValueError(
            "The store's address has an unknown option after the ?. Options are those of redis-py, such as "
            "ssl_ca_certs=/path."
        ) from None
    return connect


def check_files(url: str) -> None:
    """Raise `ValueError` with a sentence if an address names a file of TLS that cannot be read."""
    for name, value in parse_qsl(urlsplit(url).query):
        if name in _FILES:
            try:
                Path(value).open("rb").close()
            except OSError as error:
                raise ValueError(
                    f"The store's address says {name}={value}, and that cannot be read: {error.strerror}."
                ) from None


# `protocol=2`: what is published arrives as a plain list, and no HELLO is needed. There is no timeout for each read or
# write, because each of them costs a timer: the line has one for the whole batch.
_SETTINGS: dict[str, Any] = {"protocol": 2, "socket_timeout": None, "socket_connect_timeout": PATIENCE}


def _one_server(url: str) -> Callable[[], Connection]:
    return cast("Callable[[], Connection]", ConnectionPool.from_url(url, **_SETTINGS).make_connection)


def never_again() -> Retry:
    """Return the setting that turns off redis-py's own retries."""
    return Retry(NoBackoff(), 0)


def _primary_behind(address: Sentinels) -> Callable[[], Connection]:
    settings = cast("dict[str, Any]", parse_url(address.url_of(address.places[0])))
    tls = {name: value for name, value in settings.items() if name.startswith("ssl_")}
    for of_a_sentinel in ("host", "port", "connection_class"):
        settings.pop(of_a_sentinel, None)
    sentinel = _Sentinels(
        address,
        list(address.places),
        sentinel_kwargs={
            "username": address.sentinel_username,
            "password": address.sentinel_password,
            "ssl": address.tls,
            "socket_timeout": PATIENCE,
            "socket_connect_timeout": PATIENCE,
            "retry": never_again(),
            **tls,
        },
    )
    settings = {**_SETTINGS, "db": address.db, "retry": never_again(), "ssl": address.tls, **settings}
    pool: Any = cast("Any", SentinelConnectionPool)(address.service, sentinel, **settings)

    def connect() -> Connection:
        connection = pool.make_connection()
        connection.connection_pool = pool  # redis-py's own reference is a weak one
        return cast("Connection", connection)

    return connect


class _Sentinels(Sentinel):
    """Sentinels that are contacted for each new connection. No connection to them is kept, because each would need
    supervision."""

    def __init__(self, address: Sentinels, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)  # type: ignore[no-untyped-call]  # redis-py gives it no types
        self._address = address

    async def discover_master(self, service_name: str) -> tuple[str, int]:
        """Return the network address of the primary Redis server, as the Sentinels report it. Raises
        `MasterNotFoundError`, whose message contains no credentials."""
        try:
            host, port = await super().discover_master(service_name)
        except MasterNotFoundError:
            await self._check_admission()
            raise MasterNotFoundError(
                f"None of the answering Sentinels knows a reachable primary: {places_of(self._address)}"
            ) from None
        finally:
            await self.aclose()
        return host, port

    async def _check_admission(self) -> None:
        """Raise `AccessDenied` if a Sentinel has refused the sign-in: redis-py only says that it failed."""
        for sentinel in self.sentinels:
            try:
                await sentinel.ping()
            except (RedisError, OSError) as failure:
                refusal = unavailable(failure)
                if isinstance(refusal, AccessDenied):
                    raise refusal from None
