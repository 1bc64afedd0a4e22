"""Addresses of stores: one server, the primary known to Sentinels, or a cluster.

    redis://[user:password@]host:port/db            one server; rediss:// with TLS, unix:///path for a socket
    redis+sentinel://host:port,host:port/service/db the primary of this name, as the Sentinels say it
    redis+cluster://host:port,host:port             a cluster, of which at least one of these nodes answers

The part before `@` signs in to the servers of the store, the part behind `?` is for redis-py's connections. Sentinels
are signed in to with `?sentinel_username=…&sentinel_password=…`. No message of this module repeats a password.
"""

import re
from typing import assert_never
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit

import msgspec

DEFAULT_PORT, SENTINEL_PORT = 6379, 26_379

Place = tuple[str, int]
"""Host and port."""


class OneServer(msgspec.Struct, frozen=True):
    """A single server, by an address that redis-py reads itself."""

    url: str


class ByURL(msgspec.Struct, frozen=True, kw_only=True):
    """Common parts of the addresses of stores with several servers."""

    places: tuple[Place, ...]
    credentials: str = ""
    """As in the address: empty, or `user:password@`."""

    options: str = ""
    """As in the address: empty, or `?…`."""

    tls: bool = False

    def url_of(self, place: Place) -> str:
        """Return the address of one store server, with the same credentials and options."""
        host = f"[{place[0]}]" if ":" in place[0] else place[0]
        return f"{'rediss' if self.tls else 'redis'}://{self.credentials}{host}:{place[1]}{self.options}"


class Cluster(ByURL, frozen=True, kw_only=True):
    """The address of a cluster; `places` are the nodes to contact first."""


class Sentinels(ByURL, frozen=True, kw_only=True):
    """The Sentinels that know the address of a primary; `places` are their addresses."""

    service: str
    db: int = 0
    sentinel_username: str | None = None
    sentinel_password: str | None = None


Address = OneServer | Cluster | Sentinels

CLUSTER_FORM = "redis+cluster://host:port,host:port (rediss+cluster:// with TLS)"
SENTINEL_FORM = "redis+sentinel://host:port,host:port/service (rediss+sentinel:// with TLS)"


ESCAPES = (
    "The store's address cannot be read. In a user's name or a password # is written as %23, / as %2F, ? as %3F and"
    " @ as %40. The address has the form redis://user:p%23ss@host:6379/0."
)

SERVER_FORM = "redis://host:port/db (rediss:// with TLS)"


def address_of(url: str) -> Address:
    """Return the parsed address of a store. Raises `ValueError` with a sentence that names the fault and the right
    form."""
    scheme, _, rest = url.partition("://")
    _check_escapes(scheme, rest)
    match scheme:
        case "redis+cluster" | "rediss+cluster":
            return _cluster(url, tls=scheme.startswith("rediss"))
        case "redis+sentinel" | "rediss+sentinel":
            return _sentinels(url, tls=scheme.startswith("rediss"))
        case "redis" | "rediss":
            return _one_server(url)
        case _:
            if _split(url).netloc.rpartition("@")[2]:
                raise ValueError(ESCAPES)  # before the path of a socket stands nothing but a user and a password
            return OneServer(url)


def _check_escapes(scheme: str, rest: str) -> None:
    """Raise `ValueError` if the address contains an unescaped character that would end a password, so that the rest of
    the password would be read as a host, port or database."""
    authority = re.split(r"[/?#]", rest, maxsplit=1)[0]
    path, _, query = rest.removeprefix(authority).partition("?")
    options = [option for option in query.split("&") if option]
    if (
        "#" in rest
        or ("@" in path and scheme != "unix")
        or any("=" not in option for option in options)
        or ("@" in query and "@" not in authority and _PASSWORD_OR_PORT.search(authority))
    ):
        raise ValueError(ESCAPES)


_PASSWORD_OR_PORT = re.compile(r":(?!\d*$)[^\]]*$")
"""Matches a colon that no port follows."""


def places_of(address: Address) -> str:
    """Return a description of a store's address without any password."""
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


def _split(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError:  # whose message may repeat what stands in it
        raise ValueError(ESCAPES) from None


def _one_server(url: str) -> OneServer:
    parts = _split(url)
    if parts.netloc and len(_servers(parts.netloc, DEFAULT_PORT, SERVER_FORM)[1]) > 1:
        raise ValueError(
            f"There are several hosts in the address of one server. The address has the form {SERVER_FORM}."
        )
    if not re.fullmatch(r"/?\d*", parts.path, re.ASCII):
        raise ValueError(
            f"After host and port comes the number of a database, as /0. The address has the form {SERVER_FORM}."
        )
    return OneServer(url)


def _cluster(url: str, *, tls: bool) -> Cluster:
    parts = _split(url)
    credentials, places = _servers(parts.netloc, DEFAULT_PORT, CLUSTER_FORM)
    if parts.path.strip("/"):
        raise ValueError(
            "The address of a cluster ends after its nodes, without a slash and a number: a cluster has one database"
            f" only. The address has the form {CLUSTER_FORM}."
        )
    return Cluster(places=places, credentials=credentials, options=parts.query and f"?{parts.query}", tls=tls)


def _sentinels(url: str, *, tls: bool) -> Sentinels:
    parts = _split(url)
    credentials, places = _servers(parts.netloc, SENTINEL_PORT, SENTINEL_FORM)
    service, _, db = parts.path.strip("/").partition("/")
    if not service:
        raise ValueError(
            "The address of Sentinels ends with the name under which they know the primary. The address has the form"
            f" {SENTINEL_FORM}."
        )
    if db and not (db.isascii() and db.isdecimal()):
        raise ValueError(
            "After the name of the primary, an address of Sentinels can only have a slash and the number of a database."
            f" The address has the form {SENTINEL_FORM}/0."
        )
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
    """Return the credentials, with their `@`, and the servers between `//` and `/`."""
    credentials, at, servers = netloc.rpartition("@")
    # Without an @ it may be a name and a password whose host was forgotten, and no message repeats those.
    return credentials + at, tuple(
        _place(server.strip(), default_port, form, may_be_shown=bool(at)) for server in servers.split(",")
    )


def _place(server: str, default_port: int, form: str, *, may_be_shown: bool) -> Place:
    host, _, port = server.rpartition(":") if ":" in server.rpartition("]")[2] else (server, "", str(default_port))
    host = host.removeprefix("[").removesuffix("]")
    shown = f" {server!r}" if may_be_shown else ""
    if not (port.isascii() and port.isdecimal() and 0 < int(port) < 65_536):
        raise ValueError(
            f"After a host and a colon in the store's address{shown} comes a port, 1 to 65535. A password "
            f"comes before an @. The address has the form {form}."
        )
    if not host or any(letter in host for letter in "[] "):
        raise ValueError(f"A host is missing in the store's address{shown}. The address has the form {form}.")
    return host, int(port)
