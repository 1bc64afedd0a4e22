"""The address of a request, for which quotas are counted."""

from aiohttp import web

from quarterdeck_server.lobby.accounts.address_marks import network_of


class Addresses:
    """The client addresses behind a known number of trusted proxies; other proxies are not trusted."""

    def __init__(self, trusted_proxies: int) -> None:
        self._trusted_proxies = trusted_proxies

    def of(self, request: web.Request) -> str:
        """Return the address of the client, or its network for IPv6. Each trusted proxy has added the address of its
        client to the end of `X-Forwarded-For`. The entries before those may be made up."""
        parts = [part.strip() for part in ",".join(request.headers.getall("X-Forwarded-For", ())).split(",")]
        hops = [part for part in parts if part]
        if self._trusted_proxies and len(hops) >= self._trusted_proxies:
            return counted_as(hops[-self._trusted_proxies])
        return counted_as(request.remote or "unknown")


def counted_as(address: str) -> str:
    """Return the text that is the same for all addresses of one client network."""
    return network_of(_without_port(address))


def _without_port(address: str) -> str:
    """Return the address without the port that some proxies add and that changes with every connection."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address


ADDRESSES: web.AppKey[Addresses] = web.AppKey("addresses", Addresses)
