"""A yardstick: a server on the same libraries that relays frames between two seats, and stores and checks nothing.

    python tests/bench relay_yardstick

It shows the least cost of a message of this size with aiohttp and uvloop: no server on them can be cheaper.
"""

import asyncio
from collections import defaultdict

from aiohttp import WSMsgType, web
from bench.closed_loop import Script
from quarterdeck_server.process.loops import fastest_loop

SCRIPT = Script(
    path="/?match={match}",
    action='{"type":"act","match":"{match}","number":{number},"cell":{cell},"note":"xxxxxxxxxxxxxxxxxxxxxxxx"}',
    event='"type":"event"',
    version='"number":',
    first=1,
    refusal='"type":"refused"',
)

BEFORE, AFTER = '{"type":"event","padding":"' + "x" * 170 + '","action":', "}"
"""The text around an action that makes an event of 300 bytes."""


async def relay(request: web.Request) -> web.WebSocketResponse:
    """Relay each message of a seat to all seats of its match."""
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    others = request.app[SOCKETS][request.query["match"]]
    others.append(socket)
    async for message in socket:
        if message.type is WSMsgType.TEXT:
            event = BEFORE + message.data + AFTER
            for other in others:
                await other.send_str(event)
    others.remove(socket)
    return socket


SOCKETS = web.AppKey("SOCKETS", defaultdict[str, list[web.WebSocketResponse]])


async def serve(app: web.Application) -> None:
    """Serve on a free port and say which, until this process is ended."""
    runner = web.AppRunner(app, access_log=None, handle_signals=True)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, backlog=4096).start()
    print(f"http://127.0.0.1:{runner.addresses[0][1]}", flush=True)
    try:
        await asyncio.Event().wait()
    finally:
        await runner.cleanup()


async def _main() -> None:
    app = web.Application()
    app.router.add_get("/", relay)
    sockets: defaultdict[str, list[web.WebSocketResponse]] = defaultdict(list)
    app[SOCKETS] = sockets
    await serve(app)


def main() -> None:
    """Serve until this process is ended."""
    with asyncio.Runner(loop_factory=fastest_loop()) as runner:
        runner.run(_main())
