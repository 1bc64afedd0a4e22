"""Where a request comes from: the address that quotas are counted for."""

from aiohttp import web


class Addresses:
    """Believes so many proxies in front of this server, and nobody else."""

    def __init__(self, trusted_proxies: int) -> None:
        self._trusted_proxies = trusted_proxies

    def of(self, request: web.Request) -> str:
        """Give the address of whoever asks. Each trusted proxy has added the address that it was asked from to the end
        of `X-Forwarded-For`; what stands before that may be made up."""
        told = [part.strip() for part in ",".join(request.headers.getall("X-Forwarded-For", ())).split(",")]
        hops = [part for part in told if part]
        if self._trusted_proxies and len(hops) >= self._trusted_proxies:
            return hops[-self._trusted_proxies]
        return request.remote or "unknown"


ADDRESSES: web.AppKey[Addresses] = web.AppKey("addresses", Addresses)
