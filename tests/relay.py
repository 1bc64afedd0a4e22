"""A relay in front of a server, through which a test breaks the line, holds frames back and says things of its own."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

import aiohttp
import msgspec
from aiohttp import web
from quarterdeck_client.transport.websocket import hang_up
from quarterdeck_protocol.encoding.wire import SUBPROTOCOL

Message = dict[str, Any]
Line = web.WebSocketResponse
Rule = Callable[[Message], Message | None]
"""Gives what is to go on in the place of a message: mostly the message itself; `None` for nothing."""


PASSED_ON = ("Authorization", "Content-Type")
"""The headers with which the server is asked."""


class Relay:
    """Passes everything on between clients and the server behind it, unless told otherwise."""

    def __init__(self, behind: str) -> None:
        self.behind = behind
        self.url = ""
        self.is_refusing = False
        """Whether it lets nobody in."""

        self.compresses = False
        """Whether it compresses frames for those who ask for that, so that they ask for no patches."""

        self.from_clients: list[Message] = []
        """Every command that came, in order, whether it was passed on or not."""

        self.connections = 0
        self.to_server: Rule = lambda message: message
        self.to_clients: Rule = lambda message: message
        self._lines: dict[Line, aiohttp.ClientWebSocketResponse[bool]] = {}

    async def say(self, message: Message | str) -> None:
        """Say something to every client as if the server had."""
        for line in self._lines:
            await line.send_str(message if isinstance(message, str) else _text(message))

    def cut(self) -> None:
        """Break every line, as a network does: without a goodbye to either side."""
        for line, behind in list(self._lines.items()):
            _break(line._req)
            _break(behind._response.connection)

    async def carry(self, request: web.Request) -> web.StreamResponse:
        """Carry one connection."""
        if self.is_refusing:
            raise web.HTTPServiceUnavailable
        self.connections += 1
        line = Line(protocols=(SUBPROTOCOL,), compress=self.compresses)
        await line.prepare(request)
        async with aiohttp.ClientSession() as http:
            behind = await http.ws_connect(f"{self.behind}/v1/socket", protocols=(SUBPROTOCOL,), max_msg_size=0)
            self._lines[line] = behind
            back = asyncio.create_task(self._back(line, behind))
            try:
                await self._there(line, behind)
            finally:
                back.cancel()
                await asyncio.gather(back, return_exceptions=True)
                del self._lines[line]
                await hang_up(behind)
        return line

    async def pass_on(self, request: web.Request) -> web.Response:
        """Pass on what is asked over plain HTTP."""
        path, body = self.http_to_server(request.raw_path, await request.read())
        headers = {name: request.headers[name] for name in PASSED_ON if name in request.headers}
        async with (
            aiohttp.ClientSession() as http,
            http.request(request.method, self.behind + path, data=body or None, headers=headers) as answer,
        ):
            said = self.http_to_clients(await answer.read())
            return web.Response(body=said, status=answer.status, content_type=answer.content_type)

    def http_to_server(self, path: str, body: bytes) -> tuple[str, bytes]:
        """Return what is asked of the server in the place of this."""
        return path, body

    def http_to_clients(self, body: bytes) -> bytes:
        """Return what a client is answered in the place of this."""
        return body

    async def _there(self, line: Line, behind: "aiohttp.ClientWebSocketResponse[bool]") -> None:
        async for message in line:
            command = msgspec.json.decode(message.data)
            self.from_clients.append(command)
            passed = self.to_server(command)
            if passed is not None and not behind.closed:
                await behind.send_str(_text(passed))

    async def _back(self, line: Line, behind: "aiohttp.ClientWebSocketResponse[bool]") -> None:
        async for message in behind:
            if message.type is not aiohttp.WSMsgType.TEXT:
                break
            passed = self.to_clients(msgspec.json.decode(message.data))
            if passed is not None:
                await line.send_str(_text(passed))
        code = behind.close_code
        if code is None or code == aiohttp.WSCloseCode.ABNORMAL_CLOSURE:
            _break(line._req)  # the server's side broke, so the client's does too
        else:
            await line.close(code=code)


def _break(side: Any) -> None:
    if side is not None and side.transport is not None:
        side.transport.abort()


AnyRelay = TypeVar("AnyRelay", bound=Relay)


def relay_to(url: str) -> contextlib.AbstractAsyncContextManager[Relay]:
    """Run a relay in front of the server at this address."""
    return run(Relay(url))


@contextlib.asynccontextmanager
async def run(relay: AnyRelay) -> AsyncIterator[AnyRelay]:
    """Run a relay, whichever it is."""
    app = web.Application()
    app.router.add_get("/v1/socket", relay.carry)
    app.router.add_route("*", "/{path:.*}", relay.pass_on)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0][:2]
        relay.url = f"http://{host}:{port}"
        yield relay
    finally:
        relay.cut()
        await runner.cleanup()


def _text(message: Message) -> str:
    return msgspec.json.encode(message).decode()
