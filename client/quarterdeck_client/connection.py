"""The line to a server: it is kept up, and every command is carried through to its answer.

A line that breaks is taken up again with growing pauses. Then the client presents its token, takes up what it followed,
and sends every command that has no answer yet once more, under the same `ref`: the server does each only once.
"""

import asyncio
import random
import secrets
from collections.abc import Callable, Iterator

import aiohttp
import msgspec
from quarterdeck_protocol import wire
from quarterdeck_protocol.messages import AnyFromServer, FromClient, Hello, Refused, SignedIn, SignIn, Welcome
from quarterdeck_protocol.names import Ref, Token
from quarterdeck_protocol.refusals import Refusal

from quarterdeck_client.errors import LostError, RefusedError

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 5.0
SECONDS_WITHOUT_A_WORD = 45.0
SECONDS_TO_CONNECT = 10.0

Heard = Callable[[AnyFromServer], None]
Resume = Callable[[], Iterator[FromClient]]


class Connection:
    """One client's line to a server."""

    def __init__(
        self,
        url: str,
        *,
        name: str | None,
        token: Token | None,
        patience: float,
        heard: Heard,
        resume: Resume,
        client: str,
    ) -> None:
        self.url = url.rstrip("/")
        self.welcome: Welcome | None = None
        self.signed_in: SignedIn | None = None
        self.reconnects = 0
        """How often the line had to be taken up again."""

        self._name = name
        self._token = token
        self._patience = patience
        self._heard = heard
        self._resume = resume
        self._client = client
        self._http: aiohttp.ClientSession | None = None
        self._socket: aiohttp.ClientWebSocketResponse[bool] | None = None
        self._unanswered: dict[Ref, tuple[FromClient, asyncio.Future[AnyFromServer]]] = {}
        self._prefix = secrets.token_hex(4)
        self._sent = 0
        self._keeping: asyncio.Task[None] | None = None
        self._is_up = asyncio.Event()
        self._lost: LostError | None = None

    @property
    def http(self) -> aiohttp.ClientSession:
        if self._http is None:
            raise LostError("the client has not been started; use `async with`")
        return self._http

    async def open(self) -> None:
        """Connect and sign in. Raises `LostError`, `RefusedError`."""
        self._http = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=SECONDS_TO_CONNECT))
        self._keeping = asyncio.ensure_future(self._keep_up())
        waiting = asyncio.ensure_future(self._is_up.wait())
        await asyncio.wait((self._keeping, waiting), return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if self._keeping.done():
            await self._http.close()
            self._keeping.result()

    async def close(self) -> None:
        """Hang up. Whatever has no answer yet gets `LostError`."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.wait([self._keeping])
        self._fail(LostError("the client was closed"))
        if self._http is not None:
            await self._http.close()

    async def ask(self, command: FromClient) -> AnyFromServer:
        """Carry a command through to its answer, across reconnects. Raises `RefusedError`, `LostError`."""
        if self._lost is not None:
            raise self._lost
        if command.ref is None:
            command = msgspec.structs.replace(command, ref=self._next_ref())
        ref = command.ref
        assert ref is not None  # noqa: S101 - it was just given one
        answer: asyncio.Future[AnyFromServer] = asyncio.get_running_loop().create_future()
        self._unanswered[ref] = command, answer
        try:
            await self._send(command)
            heard = await answer
        finally:
            self._unanswered.pop(ref, None)
        if isinstance(heard, Refused):
            raise RefusedError(heard)
        return heard

    async def _send(self, command: FromClient) -> None:
        """Send it if the line is up; if not, it is sent when the line is up again."""
        socket = self._socket
        if socket is not None and self._is_up.is_set():
            try:
                await socket.send_frame(wire.encode(command), aiohttp.WSMsgType.TEXT)
            except (ConnectionError, aiohttp.ClientError):
                self._is_up.clear()

    def _next_ref(self) -> Ref:
        self._sent += 1
        return Ref(f"{self._prefix}-{self._sent}")

    async def _keep_up(self) -> None:
        """Keep the line up until cancelled. Raises `LostError` or `RefusedError` when that is over."""
        loop = asyncio.get_running_loop()
        pause = FIRST_PAUSE
        down_since = loop.time()
        while True:
            try:
                await self._talk()
                raise LostError("the server hung up")
            except (aiohttp.ClientError, TimeoutError, OSError) as error:
                if self._is_up.is_set():
                    self._is_up.clear()
                    self.reconnects += 1
                    pause, down_since = FIRST_PAUSE, loop.time()
                if loop.time() - down_since > self._patience:
                    lost = LostError(f"{self.url} cannot be reached: {str(error) or type(error).__name__}")
                    self._fail(lost)
                    raise lost from error
            except (LostError, RefusedError) as error:
                self._fail(error)
                raise
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311 - so that not all come back at once
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _talk(self) -> None:
        """Connect, take up everything, and listen until the line breaks."""
        async with self.http.ws_connect(
            f"{self.url}/v1/socket",
            protocols=(wire.SUBPROTOCOL,),
            max_msg_size=16 * 1024 * 1024,
            heartbeat=SECONDS_WITHOUT_A_WORD / 2,
            decode_text=False,
        ) as socket:
            self._socket = socket
            await self._introduce(socket)
            for command in self._resume():
                await socket.send_frame(wire.encode(command), aiohttp.WSMsgType.TEXT)
            for command, _ in list(self._unanswered.values()):
                await socket.send_frame(wire.encode(command), aiohttp.WSMsgType.TEXT)
            self._is_up.set()
            async for message in socket:
                if message.type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
                    self._take(wire.decode_from_server(message.data))
        if socket.close_code == aiohttp.WSCloseCode.POLICY_VIOLATION:
            raise LostError("the server has let this client go: it sent too much")
        raise aiohttp.ClientConnectionError(f"the line broke with code {socket.close_code}")

    async def _introduce(self, socket: aiohttp.ClientWebSocketResponse[bool]) -> None:
        async with asyncio.timeout(SECONDS_TO_CONNECT):
            for command in (
                Hello(client=self._client, ref=Ref("hello")),
                SignIn(name=None if self._token else self._name, token=self._token, ref=Ref("sign-in")),
            ):
                await socket.send_frame(wire.encode(command), aiohttp.WSMsgType.TEXT)
                heard = await self._answer_to(command, socket)
                if isinstance(heard, Welcome):
                    self.welcome = heard
                elif isinstance(heard, SignedIn):
                    self.signed_in, self._token = heard, heard.token

    @staticmethod
    async def _answer_to(command: FromClient, socket: "aiohttp.ClientWebSocketResponse[bool]") -> AnyFromServer:
        while True:
            message = await socket.receive()
            if message.type not in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
                raise aiohttp.ClientConnectionError("the line broke while signing in")
            heard = wire.decode_from_server(message.data)
            if heard is None or heard.ref != command.ref:
                continue
            if isinstance(heard, Refused):
                if heard.code is Refusal.UNAVAILABLE:
                    raise aiohttp.ClientConnectionError("the server's store is away")
                raise RefusedError(heard)
            return heard

    def _take(self, heard: AnyFromServer | None) -> None:
        if heard is None:
            return
        self._heard(heard)
        waiting = None if heard.ref is None else self._unanswered.get(heard.ref)
        if waiting is not None and not waiting[1].done():
            waiting[1].set_result(heard)

    def _fail(self, error: Exception) -> None:
        lost = error if isinstance(error, LostError) else LostError(str(error))
        self._lost = lost
        for _, answer in self._unanswered.values():
            if not answer.done():
                answer.set_exception(lost)
        self._is_up.clear()
        self.failed(lost)

    def failed(self, error: LostError) -> None:
        """Hear that the line is gone for good; a client puts its own in here."""
