"""The HTTP endpoint `/metrics`: a small server on another port than the players' server."""

import secrets
import socket

from aiohttp import hdrs, web
from aiohttp.typedefs import Handler, Middleware
from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.aiohttp import make_aiohttp_handler

from quarterdeck_server.telemetry.collector import Monitored, ServerCollector

SECONDS_FOR_LAST_ANSWERS = 1.0

REGISTRY: web.AppKey[CollectorRegistry] = web.AppKey("registry", CollectorRegistry)


def registry_of(monitored: Monitored) -> CollectorRegistry:
    """Return all metrics of this process: the server's own numbers, and the system's figures for any process."""
    registry = CollectorRegistry()
    registry.register(ServerCollector(monitored))
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    GCCollector(registry=registry)
    return registry


class MetricsServer:
    """Serves Prometheus metrics on a listening socket."""

    def __init__(self, registry: CollectorRegistry, token: str = "") -> None:
        """Create the metrics server. With a `token`, only requests with this token are answered."""
        app = web.Application(middlewares=[_only_with(token)] if token else [])
        app.router.add_get("/metrics", make_aiohttp_handler(registry))
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=SECONDS_FOR_LAST_ANSWERS)

    async def start(self, listening: socket.socket) -> None:
        """Start to answer requests for metrics."""
        await self._runner.setup()
        await web.SockSite(self._runner, listening).start()

    async def close(self) -> None:
        """Stop answering requests for metrics, and close the server."""
        await self._runner.cleanup()


def _only_with(token: str) -> Middleware:
    expected = f"Bearer {token}".encode()

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        given = request.headers.get(hdrs.AUTHORIZATION, "").encode(errors="replace")
        if not secrets.compare_digest(given, expected):
            raise web.HTTPUnauthorized(headers={hdrs.WWW_AUTHENTICATE: "Bearer"})
        return await handler(request)

    return check
