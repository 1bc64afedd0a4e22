"""The connection to a server. It reconnects by itself, and sends commands again until they are answered.

A broken connection is opened again after growing pauses. Then the client presents its token, renews its subscriptions,
and sends every unanswered command again under the same `ref`. The server carries out each command only once.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import aiohttp
import msgspec
from quarterdeck_protocol.close_codes import CloseCode
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.lobby.accounts import DeleteAccount, SignedIn, SignedOut, SignOut
from quarterdeck_protocol.messages import AnyFromServer, Ping, Pong, Refused, Welcome
from quarterdeck_protocol.names import Ref, Token
from quarterdeck_protocol.patch import PatchError
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import FromClient

from quarterdeck_client.errors import ClientError, LostError, MisunderstoodError, RefusedError, UsageError
from quarterdeck_client.frames import frame_of
from quarterdeck_client.transport.answers import PendingCommand, PendingCommands, refused_in
from quarterdeck_client.transport.backoff import BackOff
from quarterdeck_client.transport.handshake import ASK_AGAIN, Credentials, Handshake, message_in
from quarterdeck_client.transport.server_addresses import checked
from quarterdeck_client.transport.silence import MOST_DOUBLED, TURNS, Silence, Verdict
from quarterdeck_client.transport.websocket import OVER, Broken, Socket, hang_up, opened, why_not
from quarterdeck_client.transport.whole_updates import WholeUpdates

SECONDS_TO_CONNECT = 10.0
"""Default timeout for connecting, for signing in, and for an HTTP request."""

SECONDS_UNTIL_A_CONNECTION_IS_STEADY = 5.0
"""Minimum time that a connection must have been up before retries begin with short pauses again."""

SECONDS_UNTIL_A_CONNECTION_IS_TRUSTED = 60.0
"""After a connection was up for this long, earlier silent connections are forgotten, and its silence limit is no longer
doubled."""

OLDER_TOKENS = 3
"""Number of earlier tokens that the client tries if the server does not know the newest."""

PING = wire.encode_command(Ping())

SIGNED_OUT = (
    "this player was signed out: all sessions were ended, the token was revoked, or the player no longer exists"
)


def _forget(before: Token | None, now: Token) -> None:
    """Ignore a renewed token; this is the default for `renewed`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionSettings:
    """Settings of a client's connection; `Client` has the keyword argument for each."""

    renewed: Callable[[Token | None, Token], None] = _forget
    patience: float = 60.0
    connect_timeout: float | None = None
    client: str = "quarterdeck-client"
    language: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionCallbacks:
    """The functions of a client that its connection calls."""

    received: Callable[[AnyFromServer], None]
    """Called with every message."""

    resume: Callable[[], Iterator[FromClient]]
    """Returns the subscriptions to send first after a reconnect."""

    resumed: Callable[[FromClient, AnyFromServer], None]
    """Called with each command that `resume` returned, and its answer."""

    failed: Callable[[ClientError], None]
    """Called when the connection is lost for good."""

    is_playing: Callable[[], bool]
    """Returns true while this player's match runs, so that messages can come at any time."""


class Connection:
    """A client's connection to a server."""

    def __init__(
        self, url: str, credentials: Credentials, settings: ConnectionSettings, callbacks: ConnectionCallbacks
    ) -> None:
        self.url = url.rstrip("/")
        self.welcome: Welcome | None = None
        self.signed_in: SignedIn | None = None
        self.reconnects = 0
        """Number of reconnects."""

        self._handshake = Handshake(credentials, settings.client, settings.language, callbacks.received)
        self._token = credentials.token
        self._older_tokens: deque[Token] = deque(maxlen=OLDER_TOKENS)
        self._settings = settings
        self._patience = settings.patience
        self._connect_timeout = SECONDS_TO_CONNECT if settings.connect_timeout is None else settings.connect_timeout
        self._callbacks = callbacks
        self._times_left = 0
        """Number of consecutive connections that the client closed because the server was silent."""

        self._http: aiohttp.ClientSession | None = None
        self._socket: Socket | None = None
        self._pending = PendingCommands()
        self._resuming: dict[Ref, FromClient] = {}
        self._keeping: asyncio.Task[None] | None = None
        self._lost: ClientError | None = None
        self._turned_away: RefusalCode | None = None
        self._unanswered_sign_ins = 0
        """Sign-ins on connections that broke before the answer. A busy server may carry one out later, and then closes
        the newer connection of this client for it."""

    @property
    def is_up(self) -> bool:
        """True if the connection is up, as far as the client knows."""
        return self._socket is not None

    @property
    def is_store_away(self) -> bool:
        """True if a command waits because the server's last answer was that its store is unreachable."""
        waiting = [self._turned_away, *(pending.put_off for pending in self._pending)]
        return RefusalCode.UNAVAILABLE in waiting

    async def open(self) -> None:
        """Connect and sign in. Retries only while the server answers that its store is unreachable. Raises `LostError`,
        `RefusedError`, `MisunderstoodError`."""
        self.url = checked(self.url)
        language = self._settings.language
        headers = {} if language is None else {"Accept-Language": language}
        self._http = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=self._connect_timeout), headers=headers)
        try:
            socket = await self._connect_first()
        except BaseException:
            await self._http.close()
            raise
        self._socket = socket
        self._keeping = asyncio.create_task(self._keep_up(socket))

    async def close(self) -> None:
        """Close the connection. Every unanswered command gets `LostError`."""
        try:
            if self._keeping is not None:
                self._keeping.cancel()
                await asyncio.gather(self._keeping, return_exceptions=True)
            if self._socket is not None:  # it was closed before the listening task had begun
                await hang_up(self._socket)
        finally:
            if self._http is not None:
                await self._http.close()

    async def ask(self, command: FromClient, again_on: frozenset[RefusalCode] = ASK_AGAIN) -> AnyFromServer:
        """Send a command and return its answer, even if the client has to reconnect in between. After a refusal with
        one of the codes in `again_on`, the command is sent again. Raises `RefusedError`, `LostError`."""
        ref = self.fresh_ref() if command.ref is None else command.ref
        pending = PendingCommand(self._frame(command, ref), is_parting=isinstance(command, SignOut | DeleteAccount))
        again = BackOff(self._patience)
        self._pending.add(ref, pending)
        try:
            while True:
                self._raise_if_lost()
                await self._send(pending)
                message = await pending.answer
                if not isinstance(message, Refused):
                    return message
                if message.code not in again_on or _is_limit(message):
                    raise RefusedError(message)
                pending.put_off = message.code
                await again.pause(message.text, (message.retry_in or 0) / 1000)
                pending.begin()
        finally:
            self._pending.remove(ref)

    async def get(self, path: str, *, signed: bool = False) -> bytes:
        """Fetch a path over HTTP; if `signed`, or on a private server, with this player's token. Raises `RefusedError`,
        `LostError`."""
        path = path.encode(errors="backslashreplace").decode()  # nothing is called by half a character
        again = BackOff(self._patience)
        while True:
            self._raise_if_lost()
            try:
                async with self._session().get(
                    self.url + path, headers=self._signature() if signed else {}
                ) as response:
                    body = await response.read()
            except (aiohttp.ClientError, TimeoutError, OSError) as error:
                await again.pause(self._unreached(error))
                continue
            if response.status == 200:
                return body
            refused = refused_in(body, response.status)
            if refused.code is RefusalCode.NOT_SIGNED_IN and not signed and self._token is not None:
                signed = True
                continue
            if refused.code not in ASK_AGAIN or _is_limit(refused):
                raise RefusedError(refused)
            await again.pause(refused.text, (refused.retry_in or 0) / 1000)

    def _signature(self) -> dict[str, str]:
        return {} if self._token is None else {"Authorization": f"Bearer {self._token}"}

    # The WebSocket

    async def _keep_up(self, socket: Socket) -> None:
        """Keep the connection up until the task is cancelled or the connection is lost for good. In both cases all
        waiting callers get an error."""
        error: ClientError = LostError("the client was closed")
        loop = asyncio.get_running_loop()
        again = BackOff(self._patience)
        try:
            while True:
                up_since = loop.time()
                broken = await self._listen(socket)
                if loop.time() - up_since > SECONDS_UNTIL_A_CONNECTION_IS_STEADY:
                    again = BackOff(self._patience)
                socket = await self._connect_again(again, broken)
                self.reconnects += 1
        except ClientError as lost:
            error = lost
        except (msgspec.DecodeError, UnicodeDecodeError) as unreadable:
            error = MisunderstoodError(f"the server sent a frame that cannot be read: {unreadable}")
        finally:
            self._end(error)

    async def _connect_again(self, again: BackOff, broken: Broken) -> Socket:
        timeout = self._seconds_of_silence or self._connect_timeout
        while True:
            self._turned_away = broken.refusal
            if broken.code != aiohttp.WSCloseCode.SERVICE_RESTART or not again.skip():
                await again.pause(self._unreached(broken))
            try:
                socket = await self._connect(min(timeout, self._connect_timeout))
            except Broken as still_broken:
                broken = still_broken
                timeout *= 2  # do not add to the load of a busy server
            except RefusedError as refused:
                raise LostError(f"the server refuses to resume this session: {refused}") from refused
            else:
                self._turned_away = None
                return socket

    async def _connect_first(self) -> Socket:
        again = BackOff(self._patience)
        while True:
            try:
                socket = await self._connect(self._connect_timeout)
            except Broken as broken:
                if broken.refusal is not RefusalCode.UNAVAILABLE:
                    raise LostError(self._unreached(broken)) from broken
                self._turned_away = broken.refusal
                await again.pause(self._unreached(broken))
            else:
                self._turned_away = None
                return socket

    async def _connect(self, timeout: float) -> Socket:  # noqa: ASYNC109 - it is for each of two steps
        """Connect and sign in, each within `timeout` seconds. Raises `Broken`, `RefusedError`, `MisunderstoodError`."""
        try:
            async with asyncio.timeout(timeout):
                socket = await opened(self._session(), self.url)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise Broken(why_not(error)) from error
        try:
            async with asyncio.timeout(timeout):
                await self._introduce(socket)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            await hang_up(socket)
            raise Broken(str(error) or "it does not answer") from error
        except (msgspec.DecodeError, UnicodeDecodeError) as unreadable:
            await hang_up(socket)
            raise MisunderstoodError(f"the server sent a frame that cannot be read: {unreadable}") from unreadable
        except BaseException:
            await hang_up(socket)
            raise
        return socket

    async def _introduce(self, socket: Socket) -> None:
        """Send `hello` and sign in. Raises `RefusedError`, or `Broken` if a retry makes sense."""
        self.welcome = await self._handshake.greeted(socket) or self.welcome
        tokens = deque((self._token, *reversed(self._older_tokens)))  # a restored store may know an older token
        message = None
        while True:
            self._unanswered_sign_ins += 1
            try:
                message = await self._handshake.signed_in(socket, tokens.popleft())
                self._unanswered_sign_ins -= 1
                break
            except RefusedError as refused:
                self._unanswered_sign_ins -= 1
                if refused.code is not RefusalCode.UNKNOWN_TOKEN:
                    raise
                if self._pending.is_parting:
                    return  # signed out: the caller gets the answer on this connection
                if not tokens:
                    raise
        if message is not None:
            before, self.signed_in, self._token = self._token, message, message.token
            if before is not None and before != message.token:  # that of a program stays
                self._older_tokens.append(before)
            self._settings.renewed(before, message.token)

    async def _listen(self, socket: Socket) -> Broken:
        """Renew the subscriptions on this socket, read messages until the socket breaks, and return the reason. Raises
        `LostError`."""
        updates, silence = WholeUpdates(), Silence()
        try:
            async with self._left_when_silent(socket, silence):
                await self._take_up(socket)
                async for message in socket:
                    silence.reset()
                    if message.type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
                        self._take(message_in(updates.whole(message.data)))
                code = socket.close_code  # of the server's close frame; closing may change it
        except Broken as broken:
            return broken
        except PatchError as misfit:  # the next connection begins with whole updates
            return Broken(str(misfit))
        except (aiohttp.ClientError, OSError) as error:
            return Broken(why_not(error))
        finally:
            self._socket = None
            await hang_up(socket, at_once=silence.is_too_long)
        if code == CloseCode.TAKEN_UP_ELSEWHERE and self._unanswered_sign_ins:
            self._unanswered_sign_ins -= 1
            return Broken("an earlier sign-in of this client was carried out late", code=code)
        if code in OVER:
            raise LostError(OVER[code], code)
        return Broken(f"the connection broke with code {code}", code=code)

    @property
    def _seconds_of_silence(self) -> float:
        return 0.0 if self.welcome is None else self.welcome.limits.silence / 1000

    @asynccontextmanager
    async def _left_when_silent(self, socket: Socket, silence: Silence) -> AsyncIterator[None]:
        """Context manager that raises `TimeoutError` if the server is silent for too long while a message is due."""
        if not self._seconds_of_silence:
            yield
            return
        async with asyncio.timeout(None) as end:
            watching = asyncio.create_task(self._count(socket, silence, end))
            try:
                yield
            finally:
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)

    async def _count(self, socket: Socket, silence: Silence, end: asyncio.Timeout) -> None:
        loop = asyncio.get_running_loop()
        up_since, turn = loop.time(), self._seconds_of_silence / TURNS
        while True:
            await asyncio.sleep(turn * 2**self._times_left)
            if loop.time() - up_since > SECONDS_UNTIL_A_CONNECTION_IS_TRUSTED:
                self._times_left = 0
            match silence.turn(is_due=bool(self._pending or self._resuming) or self._callbacks.is_playing()):
                case Verdict.NOTHING:
                    pass
                case Verdict.ASK:
                    with suppress(ConnectionError, aiohttp.ClientError, TimeoutError):  # the listener reports it
                        async with asyncio.timeout(turn):
                            await socket.send_frame(PING, aiohttp.WSMsgType.TEXT)
                case Verdict.LEAVE:
                    self._times_left = min(self._times_left + 1, MOST_DOUBLED)
                    end.reschedule(loop.time())
                    return

    async def _take_up(self, socket: Socket) -> None:
        """Send the subscriptions on this connection, and then all unanswered commands. Other callers can send commands
        on this connection meanwhile. No command is sent twice."""
        self._resuming = {self.fresh_ref(): command for command in self._callbacks.resume()}
        for ref, command in self._resuming.copy().items():
            await socket.send_frame(self._frame(command, ref), aiohttp.WSMsgType.TEXT)
        self._socket = socket
        self._pending.forget_refusals()
        for pending in self._pending:
            await self._send(pending)

    async def _send(self, pending: PendingCommand) -> None:
        """Send the command if the connection is up and the command was not sent on it yet. Otherwise it is sent on the
        next connection."""
        socket = self._socket
        if socket is None or pending.socket is socket or pending.answer.done():
            return
        pending.socket = socket
        try:
            await socket.send_frame(pending.frame, aiohttp.WSMsgType.TEXT)
        except (ConnectionError, aiohttp.ClientError):
            self._socket = None if self._socket is socket else self._socket  # the listener reports it

    def _take(self, message: AnyFromServer | None) -> None:
        if message is None or (isinstance(message, Pong) and message.ref is None):
            return
        self._callbacks.received(message)
        if message.ref is None:
            if isinstance(message, SignedOut) and not self._pending.is_parting:
                raise LostError(SIGNED_OUT)
            if isinstance(message, Refused) and message.code is RefusalCode.NOT_JSON:
                self._pending.refuse(message)
            return
        resumed = self._resuming.pop(message.ref, None)
        if resumed is not None:
            if isinstance(message, Refused) and message.code in ASK_AGAIN:
                raise Broken(message.text, message.code)
            self._callbacks.resumed(resumed, message)
        self._pending.answer(message)

    def _end(self, error: ClientError) -> None:
        self._lost = error
        self._pending.fail(error)
        self._callbacks.failed(error)

    def _frame(self, command: FromClient, ref: Ref) -> bytes:
        frame = frame_of(msgspec.structs.replace(command, ref=ref))
        most = None if self.welcome is None else self.welcome.limits.message_bytes
        if most is not None and len(frame) > most:
            text = f"This command has {len(frame)} bytes; the limit of the server is {most}."
            raise RefusedError(Refused(code=RefusalCode.TOO_LARGE, text=text, ref=ref))
        return frame

    def fresh_ref(self) -> Ref:
        """Return a new `ref` that no other command of this client has."""
        return self._pending.fresh_ref()

    def _raise_if_lost(self) -> None:
        if self._lost is not None:
            raise self._lost
        self._session()

    def _session(self) -> aiohttp.ClientSession:
        if self._http is None:
            raise UsageError("the client has not been started; use `async with`")
        return self._http

    def _unreached(self, error: Exception) -> str:
        match error:
            case Broken(refusal=RefusalCode.UNAVAILABLE):
                return f"the server at {self.url} is running, but its store is not available; try again in a moment"
            case Broken(refusal=RefusalCode()):
                return f"the server at {self.url} is running, but refuses connections: {error}"
            case _:
                return f"{self.url} cannot be reached: {why_not(error)}"


def _is_limit(refused: Refused) -> bool:
    """True for a refusal by a limit that no wait changes, such as that of tournaments of one player."""
    return refused.remaining == 0 and refused.retry_in is None
