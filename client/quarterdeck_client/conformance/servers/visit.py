"""A client session for checking a server: connections that send exactly the frames that a requirement needs, and HTTP
requests."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any

import aiohttp
import msgspec
from quarterdeck_protocol.encoding.wire import SUBPROTOCOL

from quarterdeck_client.transport.websocket import LARGEST_FRAME, hang_up

Message = dict[str, Any]


class NotAsServed(Exception):  # noqa: N818 - a finding, no error of this program
    """Error: the server did not behave as a requirement needs. The text describes what it did."""


class NotOffered(Exception):  # noqa: N818 - the same
    """Error: the server does not offer a feature that a requirement needs. The text names it."""


class HttpAnswer(msgspec.Struct, frozen=True):
    """An HTTP response of the server."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """Return the decoded JSON body. Raises `NotAsServed`."""
        try:
            return msgspec.json.decode(self.body)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise NotAsServed(f"the answer is no JSON: {error}") from error


class VisitConnection:
    """One WebSocket to the server under check, and all messages received on it."""

    def __init__(self, socket: "aiohttp.ClientWebSocketResponse[bool]", patience: float) -> None:
        self.socket = socket
        self.received: list[Message] = []
        self.prefix = secrets.token_hex(4)
        self._patience = patience
        self._refs = 0

    async def send(self, said: Message | str) -> None:
        """Send a message to the server under check. Raises `NotAsServed`."""
        try:
            await self.socket.send_str(said if isinstance(said, str) else msgspec.json.encode(said).decode())
        except (ConnectionResetError, aiohttp.ClientError) as error:
            raise NotAsServed("the connection had ended") from error

    async def next(self) -> Message:
        """Return the next message of the server under check. Raises `NotAsServed`."""
        try:
            async with asyncio.timeout(self._patience):
                frame = await self.socket.receive()
        except TimeoutError as error:
            raise NotAsServed(f"nothing was said for {self._patience:.0f} seconds") from error
        if frame.type not in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
            raise NotAsServed(f"the connection ended with code {self.socket.close_code}")
        try:
            received = msgspec.json.decode(frame.data, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise NotAsServed(f"a frame is no JSON object: {error}") from error
        self.received.append(received)
        return received

    async def ask(self, type_: str, **fields: Any) -> Message:
        """Send a command and return its answer. Raises `NotAsServed`."""
        command = {"type": type_, "ref": self.fresh_ref(), **fields}
        await self.send(command)
        return await self.answer(command["ref"])

    async def answer(self, ref: str) -> Message:
        """Return the answer to a command, skipping other messages before it. Raises `NotAsServed`."""
        while True:
            received = await self.next()
            if received.get("ref") == ref:
                return received

    async def closed(self) -> int | None:
        """Return the close code of the server, skipping messages before it; `None` if the server does not close the
        connection."""
        with contextlib.suppress(NotAsServed):
            while True:
                await self.next()
        return self.socket.close_code

    def fresh_ref(self) -> str:
        """Return a new `ref` that no other command of this connection has."""
        self._refs += 1
        return f"{self.prefix}-{self._refs}"


class Visit:
    """Opens connections to the server under check and sends HTTP requests to it."""

    def __init__(self, url: str, http: aiohttp.ClientSession, patience: float) -> None:
        self.url = url.rstrip("/")
        self.connections: list[VisitConnection] = []
        self._done: dict[str, Any] = {}
        self._http = http
        self._patience = patience

    async def once(self, name: str, make: Callable[["Visit"], Awaitable[Any]]) -> Any:
        """Return what `make` returns at the first call with this name. Raises its errors."""
        if name not in self._done:
            self._done[name] = await make(self)
        return self._done[name]

    @contextlib.asynccontextmanager
    async def connection(self, **options: Any) -> AsyncIterator[VisitConnection]:
        """Open a new connection, and close it at the end. Raises `NotAsServed`."""
        settings: dict[str, Any] = {
            "protocols": (SUBPROTOCOL,),
            "max_msg_size": LARGEST_FRAME,
            "decode_text": False,
            "autoclose": False,  # a goodbye counts, whether or not it can be returned
        }
        try:
            async with asyncio.timeout(self._patience):
                socket = await self._http.ws_connect(f"{self.url}/v1/socket", **settings, **options)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise NotAsServed(f"there is no connection: {str(error) or 'it does not answer'}") from error
        connection = VisitConnection(socket, self._patience)
        self.connections.append(connection)
        try:
            yield connection
        finally:
            await hang_up(socket)

    @contextlib.asynccontextmanager
    async def player(self, name: str) -> AsyncIterator[VisitConnection]:
        """Open a new connection on which a new guest has signed in, and close it at the end. Raises `NotAsServed`."""
        async with self.connection() as connection:
            answer = await connection.ask("sign_in", name=name)
            if answer["type"] != "signed_in":
                raise NotAsServed(f"a guest could not sign in: {_said(answer)}")
            yield connection

    async def http(self, method: str, path: str, body: bytes | None = None, **headers: str) -> HttpAnswer:
        """Send an HTTP request with these headers (`_` in a name means `-`). A compressed response is not decompressed.
        Raises `NotAsServed`."""
        named = _named(headers)
        named.setdefault("Accept-Encoding", "identity")
        try:
            async with (
                asyncio.timeout(self._patience),
                self._http.request(method, self.url + path, data=body, headers=named, allow_redirects=False) as answer,
            ):
                return HttpAnswer(answer.status, answer.headers, await answer.read())
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise NotAsServed(f"{method} {path} was not answered: {error}") from error

    async def first_event_of(self, path: str, **headers: str) -> dict[str, str]:
        """Return the fields of the first event of an HTTP stream. Raises `NotAsServed`."""
        fields: dict[str, str] = {}
        try:
            async with (
                asyncio.timeout(self._patience),
                self._http.get(self.url + path, headers=_named(headers)) as answer,
            ):
                async for line in answer.content:
                    name, _, value = line.decode(errors="replace").strip().partition(": ")
                    if name:
                        fields[name] = value
                    elif "data" in fields:
                        return fields
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise NotAsServed(f"GET {path} was not answered: {error}") from error
        return fields

    async def first_line_of(self, path: str, wanted: str) -> bool:
        """Return true if an HTTP stream contains this line within the time limit. Raises `NotAsServed`."""
        try:
            async with asyncio.timeout(self._patience), self._http.get(self.url + path) as answer:
                async for line in answer.content:
                    if line.decode(errors="replace").strip() == wanted:
                        return True
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise NotAsServed(f"GET {path} was not answered: {error}") from error
        return False


def _named(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def _said(answer: Message) -> str:
    return f"{answer.get('code') or answer['type']}: {answer.get('text', '')}"


def refused(answer: Message, code: str, where: str | None = None) -> list[str]:
    """Return the faults of an answer that should be a refusal with this code, and with the JSON path `where` if one is
    given."""
    if answer["type"] != "refused":
        return [f"It was answered with `{answer['type']}` and not refused."]
    faults = []
    if answer.get("code") != code:
        faults.append(f"It was refused with `{answer.get('code')}` and not `{code}`.")
    if where is not None and answer.get("where") != where:
        faults.append(f"`where` is {answer.get('where')} and not {where}.")
    return faults
