"""One serving process: it runs the application on its socket and metrics on theirs, until it is stopped."""

import asyncio
import socket
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager

import structlog
from aiohttp import web

from quarterdeck_server.app import build
from quarterdeck_server.process.freed_memory import collect_in_pieces, return_large_blocks
from quarterdeck_server.process.pause_signals import PauseSignals
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage.durability import durability_of
from quarterdeck_server.storage.lifetimes import lifetimes_of
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.storage.store import Store
from quarterdeck_server.telemetry.endpoint import REGISTRY, MetricsServer
from quarterdeck_server.web.connection_limits import CONNECTIONS
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.drain import drain
from quarterdeck_server.web.listener import Listener

SECONDS_FOR_GOODBYES = 5.0

_log = structlog.get_logger()


async def serve_here(
    settings: Settings,
    address: str,
    listening: socket.socket,
    metrics_sockets: Sequence[socket.socket],
    stop: asyncio.Event,
    pausing: PauseSignals,
    startup_message: AbstractAsyncContextManager[None],
) -> None:
    """Serve clients until `stop` is set. The `startup_message` context is open as long as clients can connect."""
    if settings.test_seed is not None:
        _log.warning("every deal is predictable: use this server only to test clients (--test-seed)")
    app = build(settings, _store(settings, address))
    pause = app[SERVICES].pause
    pausing.subscribe(pause.set_here)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=SECONDS_FOR_GOODBYES)
    listener: Listener | None = None
    metrics_server = MetricsServer(app[REGISTRY], settings.metrics_token)
    await runner.setup()
    try:
        for metrics_socket in metrics_sockets:
            await metrics_server.start(metrics_socket)
        assert runner.server is not None  # noqa: S101 - it was set up above
        listener = Listener(runner.server, listening, app[CONNECTIONS])
        listener.start()
        collect_in_pieces()
        return_large_blocks()
        async with startup_message:
            await stop.wait()
        await drain(app, settings.drain)
    finally:
        if listener is not None:
            listener.close()
        await runner.cleanup()
        await metrics_server.close()


def _store(settings: Settings, address: str) -> Store:
    lifetimes = lifetimes_of(settings.keep_finished, has_archive=bool(settings.archive))
    if address == "memory":
        return MemoryStore(Memory(lifetimes=lifetimes))
    return RedisStore(address, durability=durability_of(settings.store, settings.durability), lifetimes=lifetimes)
