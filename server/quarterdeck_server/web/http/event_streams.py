"""Streams of events for pages and scripts that only watch: the frames of the WebSocket as an endless text. They are
server-sent events, or lines of JSON for `Accept: application/x-ndjson`.

Each frame is an event of its type. Its id is the version and link, or the id of a notice. After a lost connection, the
reader sends this id as `Last-Event-ID`. It then continues there, or learns that the store has lost that entry. The
queue of each reader has a limit, like that of a WebSocket. A reader that falls behind is disconnected, and can come
back with the id.
"""

import asyncio
import weakref
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import msgspec
from aiohttp import ClientConnectionResetError, hdrs, web
from quarterdeck_protocol.lobby.moderation import SanctionKind
from quarterdeck_protocol.names import Epoch, Version
from quarterdeck_protocol.sides import FromServer

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.store_errors import Unavailable
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.frames.send_queue import MOST_FRAMES, SECONDS_OF_PATIENCE
from quarterdeck_server.web.frames.transports import reset
from quarterdeck_server.web.frames.unsent_frames import UnsentFrames
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES
from quarterdeck_server.web.readiness import READINESS
from quarterdeck_server.web.scopes import not_admitted
from quarterdeck_server.web.socket import FLUSHER

SECONDS_BETWEEN_HEARTBEATS = 15.0
HEARTBEAT = b": still here\n\n"
LINES = "application/x-ndjson"
OVERLAY_EVENTS = "/v1/overlay/events"
SECONDS_UNTIL_ANOTHER_TRY = 1.0
MILLISECONDS_UNTIL_BACK = 2_000
"""Time until a browser that has lost the connection connects again; its own default is longer."""


class _NoticeHead(msgspec.Struct, frozen=True):
    """The id of the event of a notice: the id of the notice."""

    id: str


class _Head(msgspec.Struct, frozen=True):
    """The fields of a frame that an event stream needs."""

    type: str
    version: Version | None = None
    epoch: Epoch = Epoch(0)
    link: str = ""
    result: object = None
    notice: _NoticeHead | None = None


_decoder = msgspec.json.Decoder(_Head)


class EventStream:
    """The events that wait for one reader of an event stream."""

    def __init__(self, unsent: UnsentFrames, address: str, heartbeat: float = SECONDS_BETWEEN_HEARTBEATS) -> None:
        """Make an event stream. `unsent` counts the frames that wait for this reader at this address."""
        self.address = address
        self._unsent = unsent
        self._heartbeat = heartbeat
        self._size = 0
        self._frames: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._is_closed = False
        self._is_counted = False
        self._is_lines = False
        self._newest: tuple[Epoch, Version] | None = None
        self._transport: asyncio.Transport | None = None

    @property
    def frames(self) -> int:
        """Number of frames that wait for this reader of an event stream."""
        return len(self._frames)

    @property
    def size(self) -> int:
        """Total size in bytes of the frames that wait for this reader."""
        return self._size

    def put(self, frame: bytes) -> None:
        """Send a frame as soon as possible. It never waits and never raises."""
        if self._is_closed:
            return
        if len(self._frames) >= MOST_FRAMES:
            self.close_slow()
            return
        self._frames.append(frame)
        self._size += len(frame)
        self._wake.set()
        if self._is_counted:
            self._unsent.add(self, frame)

    def close_slow(self) -> None:
        """Reset the connection of a reader that has fallen too far behind, and drop its frames."""
        self._forget()
        self.close()
        if self._transport is not None:
            reset(self._transport)

    def _forget(self) -> None:
        self._is_closed = True
        if self._is_counted:
            self._is_counted = False
            self._unsent.leave(self, self._frames)
        self._frames.clear()
        self._size = 0

    def close(self) -> None:
        """Send the waiting frames to the reader, and end the event stream."""
        self._is_closed = True
        self._wake.set()

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """Answer with all waiting and further frames until the stream is closed, a match has ended or the reader has
        gone."""
        self._transport = request.transport
        self._is_lines = LINES in request.headers.get(hdrs.ACCEPT, "")
        answer = web.StreamResponse(
            headers={
                hdrs.CONTENT_TYPE: LINES if self._is_lines else "text/event-stream; charset=utf-8",
                hdrs.CACHE_CONTROL: "no-store",
                "X-Accel-Buffering": "no",  # a proxy such as nginx would hold events back
            }
        )
        await answer.prepare(request)
        self._is_counted = True
        self._unsent.enter(self, self._frames)
        try:
            if not self._is_lines:
                await self._send(answer, f"retry: {MILLISECONDS_UNTIL_BACK}\n\n".encode())
            await self._continue_after(answer)
            await answer.write_eof()
        except (ClientConnectionResetError, ConnectionError):
            pass  # the reader has gone
        finally:
            self._forget()
        return answer

    async def _continue_after(self, answer: web.StreamResponse) -> None:
        while True:
            while self._frames:
                frame = self._frames.popleft()
                self._size -= len(frame)
                self._note_handed_over(frame, len(frame))
                head = _decoder.decode(frame)
                if self._is_news(head):
                    await self._send(answer, frame + b"\n" if self._is_lines else _event(head, frame))
                if head.type == "match_unwatched" or head.result is not None:
                    return
            if self._is_closed:
                return
            self._wake.clear()
            try:
                async with asyncio.timeout(self._heartbeat):
                    await self._wake.wait()
            except TimeoutError:
                await self._send(answer, b"\n" if self._is_lines else HEARTBEAT)

    def _is_news(self, head: _Head) -> bool:
        """True if this frame is newer than the last one sent to the reader."""
        if head.version is None or head.type == "rewound":
            return True
        if self._newest is not None and (head.epoch, head.version) <= self._newest:
            return False
        self._newest = head.epoch, head.version
        return True

    async def _send(self, answer: web.StreamResponse, chunk: bytes) -> None:
        transport = self._transport
        if transport is None or transport.is_closing():
            raise ConnectionResetError
        stalled = asyncio.get_running_loop().call_later(SECONDS_OF_PATIENCE, reset, transport)
        try:
            await answer.write(chunk)
        finally:
            stalled.cancel()
            self._note_handed_over(None)

    def _note_handed_over(self, frame: bytes | None, more: int = 0) -> None:
        """Record that a frame was written to the transport, whose buffer then has `more` additional bytes."""
        if self._is_counted and self._transport is not None:
            self._unsent.hand_over(self, frame, self._transport.get_write_buffer_size() + more)


EVENT_STREAMS: web.AppKey["weakref.WeakSet[EventStream]"] = web.AppKey("event_streams", weakref.WeakSet)


def _event(head: _Head, frame: bytes) -> bytes:
    id_ = b""
    if head.notice is not None:
        id_ = b"id: %b\n" % head.notice.id.encode()
    elif head.version is not None and head.type != "rewound":
        id_ = b"id: %d.%b\n" % (head.version, head.link.encode())
    return b"event: %b\n%bdata: %b\n\n" % (head.type.encode(), id_, frame)


class StreamOwner(msgspec.Struct, frozen=True):
    """The player for whom an event stream is opened, and the check that a new request of them would pass."""

    identity: Identity
    check: Callable[[], Awaitable[Identity]]
    """Returns the present identity. Raises `CommandRefused`, `Unavailable`."""

    is_present: bool = True
    """True if the player counts as present while the stream is open."""


OWNER: web.RequestKey[StreamOwner] = web.RequestKey("owner", StreamOwner)
"""The owner of every stream that a request opens; a private server requires one."""


@contextmanager
def opened_stream(request: web.Request, owner: StreamOwner | None = None) -> Iterator[EventStream]:
    """Return a new stream for the reader of a request. With an owner, it ends as soon as a new request of them would be
    refused. Raises `CommandRefused` if the server is not ready, or if it is private and there is no owner."""
    request.app[READINESS].check()
    owner = request.get(OWNER) if owner is None else owner
    if owner is None and request.app[SERVICES].site.admission.is_private:  # it has become private meanwhile
        raise not_admitted("Authorization")
    stream = EventStream(request.app[FLUSHER].unsent, request.app[ADDRESSES].of(request))
    request.app[EVENT_STREAMS].add(stream)
    if owner is None:
        yield stream
        return
    reader = _StreamReader(request, stream, owner)
    try:
        yield stream
    finally:
        reader.end()


class _StreamReader:
    """The reader of a stream with an owner. It looks again after each event that concerns the token or its player, and
    when the token expires, and ends the stream if a new request would be refused."""

    def __init__(self, request: web.Request, stream: EventStream, owner: StreamOwner) -> None:
        services = request.app[SERVICES]
        self.address = stream.address
        self.identity: Identity | None = owner.identity
        self._player = owner.identity.player.id
        self._stream = stream
        self._check_owner = owner.check
        self._presence = services.presence
        self._now = services.matches.clock.now
        self._checks: asyncio.Task[None] | None = None
        self._is_due = False
        self._expiry: asyncio.TimerHandle | None = None
        self._is_present = owner.is_present
        (self._presence.resume if owner.is_present else self._presence.attach)(self._player, self)
        self.check_again()

    def end(self) -> None:
        """Stop checking the reader's token."""
        self._presence.leave(self._player, self)
        if self._checks is not None:
            self._checks.cancel()
        if self._expiry is not None:
            self._expiry.cancel()

    # Events that concern the player (`Present`)

    def taken_up_elsewhere(self) -> None:
        """Check if the token is still valid. A stream shares its session with a connection."""
        self.check_again()

    def signed_out(self) -> None:
        """End the stream, because the session has ended."""
        self._stream.close()

    def put_out(self, kind: SanctionKind, why: str) -> None:
        """End the stream, because a moderator has disconnected or banned the player."""
        self._stream.close()

    def send(self, message: FromServer) -> None:
        """Drop messages that only connections receive."""

    def check_again(self) -> None:
        """Check if a new request with this token would be refused."""
        self._is_due = True
        if self._checks is None or self._checks.done():
            self._checks = asyncio.ensure_future(self._check())

    async def _check(self) -> None:
        while self._is_due:
            self._is_due = False
            try:
                identity = await self._check_owner()
            except CommandRefused:
                self._stream.close()
            except Unavailable:
                self._check_in(SECONDS_UNTIL_ANOTHER_TRY)
            else:
                self.identity = identity
                if self._is_present:
                    self._presence.note(self._player)
                left = (identity.until - self._now()) / 1000
                self._check_in(max(left, SECONDS_UNTIL_ANOTHER_TRY))

    def _check_in(self, seconds: float) -> None:
        if self._expiry is not None:
            self._expiry.cancel()
        self._expiry = asyncio.get_running_loop().call_later(seconds, self.check_again)
