"""Where a store is, read from its address: one server, the primary that Sentinels know, or a cluster.

    redis://[user:password@]host:port/db            one server; rediss:// with TLS, unix:///path for a socket
    redis+sentinel://host:port,host:port/service/db the primary of this name, as the Sentinels say it
    redis+cluster://host:port,host:port             a cluster, of which at least one of these nodes answers

What stands before `@` signs in to the servers of the store, what follows `?` is for redis-py's connections; Sentinels
are signed in to with `?sentinel_username=…&sentinel_password=…`. No message of this module repeats a password.
"""

from typing import assert_never
from urllib.parse import parse_qsl, urlencode, urlsplit

import msgspec

DEFAULT_PORT, SENTINEL_PORT = 6379, 26_379

Place = tuple[str, int]
"""Host and port."""


class OneServer(msgspec.Struct, frozen=True):
    """A single server, by an address that redis-py reads itself."""

    url: str


class ByURL(msgspec.Struct, frozen=True, kw_only=True):
    """What addresses of several servers have in common."""

    places: tuple[Place, ...]
    credentials: str = ""
    """As in the address: empty, or `user:password@`."""

    options: str = ""
    """As in the address: empty, or `?…`."""

    tls: bool = False

    def url_of(self, place: Place) -> str:
        """Return the address of one server, signed in to as the others are."""
        host = f"[{place[0]}]" if ":" in place[0] else place[0]
        return f"{'rediss' if self.tls else 'redis'}://{self.credentials}{host}:{place[1]}{self.options}"


class Cluster(ByURL, frozen=True, kw_only=True):
    """A cluster; `places` are the nodes that are asked for it first."""


class Sentinels(ByURL, frozen=True, kw_only=True):
    """The Sentinels that know where a primary is; `places` are theirs."""

    service: str
    db: int = 0
    sentinel_username: str | None = None
    sentinel_password: str | None = None


Address = OneServer | Cluster | Sentinels

CLUSTER_FORM = "redis+cluster://host:port,host:port (rediss+cluster:// with TLS)"
SENTINEL_FORM = "redis+sentinel://host:port,host:port/service (rediss+sentinel:// with TLS)"


def address_of(url: str) -> Address:
    """Return what an address says. Raises `ValueError` with a sentence that says what is wrong and what would be
    right."""
    scheme = url.partition("://")[0]
    match scheme:
        case "redis+cluster" | "rediss+cluster":
            return _cluster(url, tls=scheme.startswith("rediss"))
        case "redis+sentinel" | "rediss+sentinel":
            return _sentinels(url, tls=scheme.startswith("rediss"))
        case _:
            return OneServer(url)


def places_of(address: Address) -> str:
    """Return where a store is in words, without any password."""
    match address:
        case OneServer(url=url):
            scheme, separator, rest = url.partition("?")[0].partition("://")
            return scheme + separator + rest.rpartition("@")[2]
        case Cluster(places=places):
            return f"the cluster of {_listed(places)}"
        case Sentinels(places=places, service=service):
            return f"the primary of {service}, as {_listed(places)} know it"
        case _:
            assert_never(address)


def _listed(places: tuple[Place, ...]) -> str:
    return ", ".join(f"{host}:{port}" for host, port in places)


def _cluster(url: str, *, tls: bool) -> Cluster:
    parts = urlsplit(url)
    if parts.path.strip("/"):
        raise ValueError(
            f"The address of a cluster ends after its nodes, and has no {parts.path!r}: a cluster has one database"
            f" only. Its form is {CLUSTER_FORM}."
        )
    credentials, places = _servers(parts.netloc, DEFAULT_PORT, CLUSTER_FORM)
    return Cluster(places=places, credentials=credentials, options=parts.query and f"?{parts.query}", tls=tls)


def _sentinels(url: str, *, tls: bool) -> Sentinels:
    parts = urlsplit(url)
    service, _, db = parts.path.strip("/").partition("/")
    if not service:
        raise ValueError(
            "The address of Sentinels ends with the name under which they know the primary. Its form is"
            f" {SENTINEL_FORM}."
        )
    if db and not (db.isascii() and db.isdecimal()):
        raise ValueError(
            f"What follows the name {service!r} in the address of Sentinels is the number of a database, and {db!r} is"
            f" none. Its form is {SENTINEL_FORM}, and then /0 or another database."
        )
    credentials, places = _servers(parts.netloc, SENTINEL_PORT, SENTINEL_FORM)
    options = parse_qsl(parts.query)
    own = {name: value for name, value in options if name in ("sentinel_username", "sentinel_password")}
    others = urlencode([(name, value) for name, value in options if name not in own])
    return Sentinels(
        places=places,
        credentials=credentials,
        options=others and f"?{others}",
        tls=tls,
        service=service,
        db=int(db or 0),
        sentinel_username=own.get("sentinel_username"),
        sentinel_password=own.get("sentinel_password"),
    )


def _servers(netloc: str, default_port: int, form: str) -> tuple[str, tuple[Place, ...]]:
    """Return the credentials, with their `@`, and the places of what stands between `//` and `/`."""
    credentials, at, servers = netloc.rpartition("@")
    return credentials + at, tuple(_place(server.strip(), default_port, form) for server in servers.split(","))


def _place(server: str, default_port: int, form: str) -> Place:
    host, _, port = server.rpartition(":") if ":" in server.rpartition("]")[2] else (server, "", str(default_port))
    host = host.removeprefix("[").removesuffix("]")
    if not host or any(letter in host for letter in "[] "):
        raise ValueError(f"A host is missing where the store's address has {server!r}. Its form is {form}.")
    if not (port.isascii() and port.isdecimal() and 0 < int(port) < 65_536):
        raise ValueError(f"In the store's address {port!r} of {server!r} is no port, 1 to 65535. Its form is {form}.")
    return host, int(port)
