"""A relay in front of a whole server that breaks one thing of what it says, or several."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
from aiohttp import web
from quarterdeck_client.transport.websocket import hang_up
from quarterdeck_protocol.encoding.wire import SUBPROTOCOL

Message = dict[str, Any]


class Heard:
    """What was said on one line so far."""

    def __init__(self) -> None:
        self.commands: dict[Any, list[Message]] = {}
        """By `ref`."""

        self.said: list[Message] = []
        """What the server has said."""

    def asked(self, message: Message) -> Message:
        """Return the command that this answers last; an empty one if it answers none."""
        return self.commands.get(message.get("ref"), [{}])[-1]


class Answer:
    """What the server answers over plain HTTP."""

    def __init__(self, method: str, path: str, status: int, headers: dict[str, str], body: bytes) -> None:
        self.method = method
        self.path = path
        self.status = status
        self.headers = headers
        self.body = body

    def change(self, change: Callable[[Any], Any]) -> None:
        """Change what the body says."""
        said = json.loads(self.body)
        change(said)
        self.body = json.dumps(said).encode()


def _same(message: Message, heard: Heard) -> list[Message]:
    return [message]


class Fault:
    """What is broken: nothing, if nothing is named."""

    def __init__(
        self,
        *,
        say: Callable[[Message, Heard], list[Message] | None] = _same,
        hear: Callable[[Message, Heard], None] = lambda message, heard: None,
        http: Callable[[Answer], None] = lambda answer: None,
        request: Callable[[dict[str, str], Message], None] = lambda headers, body: None,
        code: Callable[[int], int] = lambda code: code,
        protocols: tuple[str, ...] = (SUBPROTOCOL,),
    ) -> None:
        """`say` may change a message of the server, and return what is said in its place (`None`: the message itself);
        `hear` may change a command; `http` an answer over HTTP;
        `request` the headers of a request and its body; `code` that with which a connection ends."""
        self.say = say
        self.hear = hear
        self.http = http
        self.request = request
        self.code = code
        self.protocols = protocols


class BrokenServer:
    """The relay."""

    def __init__(self, behind: str, *faults: Fault) -> None:
        self._behind = behind
        self._faults = faults
        self._http: aiohttp.ClientSession

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[str]:
        """Run it; given is its address."""
        app = web.Application()
        app.router.add_get("/v1/socket", self._carry)
        app.router.add_route("*", "/{path:.*}", self._pass_on)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        try:
            async with aiohttp.ClientSession(auto_decompress=False) as self._http:
                await web.TCPSite(runner, "127.0.0.1", 0).start()
                host, port = runner.addresses[0][:2]
                yield f"http://{host}:{port}"
                await runner.cleanup()
        finally:
            await runner.cleanup()

    async def _carry(self, request: web.Request) -> web.StreamResponse:
        protocols = min((fault.protocols for fault in self._faults), key=len)
        line = web.WebSocketResponse(protocols=protocols, max_msg_size=0, compress=False)
        await line.prepare(request)
        behind = await self._http.ws_connect(f"{self._behind}/v1/socket", protocols=(SUBPROTOCOL,), max_msg_size=0)
        heard = Heard()
        back = asyncio.create_task(self._back(line, behind, heard))
        try:
            async for frame in line:
                await behind.send_str(self._heard(frame.data, heard))
        except ConnectionResetError:
            pass
        finally:
            back.cancel()
            await asyncio.gather(back, return_exceptions=True)
            await hang_up(behind)
        return line

    def _heard(self, frame: str, heard: Heard) -> str:
        try:
            command = json.loads(frame)
        except ValueError:
            return frame
        heard.commands.setdefault(command.get("ref"), []).append(dict(command))
        for fault in self._faults:
            fault.hear(command, heard)
        return json.dumps(command) if len(frame) < 65_536 else frame

    async def _back(self, line: web.WebSocketResponse, behind: Any, heard: Heard) -> None:
        async for frame in behind:
            message = json.loads(frame.data)
            said = [message]
            for fault in self._faults:
                changed = [(one, fault.say(one, heard)) for one in said]
                said = [each for one, instead in changed for each in ([one] if instead is None else instead)]
            heard.said.append(message)
            for each in said:
                await line.send_str(json.dumps(each))
        code = behind.close_code or 1006
        for fault in self._faults:
            code = fault.code(code)
        await line.close(code=code)

    async def _pass_on(self, request: web.Request) -> web.StreamResponse:
        own = {name: value for name, value in request.headers.items() if name != "Host"}
        body = json.loads(await request.read() or "{}")
        for fault in self._faults:
            fault.request(own, body)
        passed = json.dumps(body) if request.method == "POST" else None
        own.pop("Content-Length", None)
        address = self._behind + request.path_qs
        async with self._http.request(request.method, address, data=passed, headers=own) as answer:
            if answer.headers.get("Content-Type", "").startswith("text/event-stream"):
                return await self._stream(request, answer)
            headers = {
                name: value
                for name, value in answer.headers.items()
                if name not in ("Content-Length", "Date", "Server")
            }
            said = Answer(request.method, request.path, answer.status, headers, await answer.read())
        for fault in self._faults:
            fault.http(said)
        return web.Response(status=said.status, headers=said.headers, body=said.body)

    async def _stream(self, request: web.Request, answer: aiohttp.ClientResponse) -> web.StreamResponse:
        said = Answer(request.method, request.path, answer.status, {}, b"")
        for fault in self._faults:
            fault.http(said)
        stream = web.StreamResponse(status=said.status)
        await stream.prepare(request)
        with contextlib.suppress(ConnectionResetError):
            async for part in answer.content.iter_any():
                if said.status == 200:
                    await stream.write(part)
                else:
                    break
        return stream
