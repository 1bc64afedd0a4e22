"""Handover of a connection to the worker of the same server where its match is played.

The kernel distributes connections randomly. So with two workers, half of the matches are played at both, and each must
apply the entries that the other has written. With the handover, the connection with the first seat stays and the others
move to its worker. A worker offers a connection to the other workers, and the one with a connection of a lower seat in
the match accepts it. A connection is one object on one socket. So the state of that object is sent as plain data,
together with the file descriptor of the socket (`SCM_RIGHTS`).

For a moment both workers serve the client. The new worker takes over the state, and keeps the frames that it would
send. Then the old worker releases the connection between two frames and reports the last frames that it has sent. So
nothing is lost, and after any failure before that moment the connection stays where it was (decision 77).
"""

import asyncio
import os
import socket
from collections import Counter, deque
from collections.abc import Coroutine, Sequence
from contextlib import closing, suppress
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import structlog
from aiohttp import WSCloseCode, web
from quarterdeck_protocol.names import MatchId, Viewer

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.store_errors import Unavailable
from quarterdeck_server.web.connection_limits import CONNECTIONS, Held, Stage
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.readiness import READINESS, State
from quarterdeck_server.web.socket import CONVERSATIONS, RESTARTING, Conversation, ExportedConversation, LastBytes

IS_POSSIBLE = all(hasattr(socket, name) for name in ("AF_UNIX", "SOCK_SEQPACKET", "send_fds"))
"""True if this platform can give an open file to another process, message by message."""

SECONDS_UNTIL_OFFERED = (1.0, 2.0, 4.0, 8.0, 16.0)
"""Waiting times before a connection is offered: after it began to follow a match, and after each offer in vain."""

SECONDS_BETWEEN_ROUNDS = 0.1
MOST_AT_ONCE = 16
"""Number of handovers at the same time."""

SECONDS_OF_PATIENCE = 5.0
"""Time that one worker waits for the other."""

SECONDS_BETWEEN_CHECKS = 0.005
MOST_CHECKS = 200
"""Number of checks that a connection is at rest while another worker waits for it."""

SECONDS_WITHOUT_A_FILE = 1.0
"""Time without new connections for a worker that may open no more files."""

MOST_WATCHING = 64
"""A match with so many spectators here takes no more from other workers: sending to each costs more than following
the match at a few workers."""

MOST_FULL = 0.75
"""The part of its room up to which a worker takes connections of others: the rest is for new clients."""

MOST_BYTES = 96 * 1024
"""Largest message between workers. It goes through in one piece, or not at all."""

READY = b"ready"
NO = b"no"
BACKLOG = 256

_log = structlog.get_logger()


class Outcome(Enum):
    """Possible outcomes when a connection is offered to another worker."""

    GIVEN = "given"
    TAKEN = "taken"
    DECLINED = "declined"
    """No connection at that worker has a lower seat, or there is no room."""

    BUSY = "busy"
    """The connection was busy for so long that it stays."""

    BROKEN_OFF = "broken_off"
    """The other worker had ended, or did not answer in time."""

    LOST = "lost"
    """The other worker took the connection, but the connection ended before it could continue."""


class _Offer(msgspec.Struct, frozen=True, kw_only=True):
    """The offer to hand over a connection to another worker."""

    conversation: ExportedConversation
    peer: str
    """The connection's address, which may be a proxy's."""


_encode = msgspec.msgpack.Encoder().encode
_offer = msgspec.msgpack.Decoder(_Offer)
_last_bytes = msgspec.msgpack.Decoder(LastBytes)


class _BrokenOff(Exception):  # noqa: N818 - what happens, not a fault
    """Error: the other worker has ended the handover."""


class _Channel:
    """The message channel between two workers during the handover of one connection."""

    def __init__(self, own: socket.socket) -> None:
        own.setblocking(False)
        self._own = own
        self._spare = -1

    def close(self) -> None:
        """Stop sending and receiving messages about the handover."""
        self._free_file()
        self._own.close()

    def reserve_file(self) -> None:
        """Reserve a file descriptor for the connection to receive. Raises `OSError` if this process may open no more
        files."""
        self._spare = os.dup(self._own.fileno())

    def _free_file(self) -> None:
        if self._spare >= 0:
            os.close(self._spare)
            self._spare = -1

    def send(self, message: bytes, file: int | None = None) -> None:
        """Send a message to the other worker, with a file descriptor if one is given. Raises `OSError`."""
        if len(message) > MOST_BYTES:
            raise OSError("too much to send")
        socket.send_fds(self._own, [message], [] if file is None else [file])

    async def receive(self) -> tuple[bytes, socket.socket | None]:
        """Return the next message of the other worker, and the connection that comes with it, if any. Raises
        `_BrokenOff`."""
        loop = asyncio.get_running_loop()
        is_readable: asyncio.Future[None] = loop.create_future()
        loop.add_reader(self._own, lambda: None if is_readable.done() else is_readable.set_result(None))
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(is_readable, SECONDS_OF_PATIENCE)
            self._free_file()
            message, files, _, _ = socket.recv_fds(self._own, MOST_BYTES, 1, socket.MSG_CMSG_CLOEXEC)
        except OSError as error:  # nothing was said in time, if it would block
            raise _BrokenOff from error
        finally:
            loop.remove_reader(self._own)
        given = socket.socket(fileno=files[0]) if files else None
        if not message:
            raise _BrokenOff
        return message, given


class Handover:
    """Hands over connections to other workers, and accepts connections from them, so that each match is played in a
    single worker."""

    def __init__(self, app: web.Application, places: Sequence[str]) -> None:
        """Make the handover of connections between workers. `places` are the addresses at which the workers of this
        server listen, with this worker first."""
        self._app = app
        self._place, *self._others = places
        self._listening: socket.socket | None = None
        self._waiting: list[deque[tuple[float, Conversation]]] = [deque() for _ in SECONDS_UNTIL_OFFERED]
        """The connections that are to be offered for the first time, for the second …, and when."""

        self._expected: set[Conversation] = set()
        """All connections that wait to be offered or are being offered. A connection is never in two queues."""

        self._timer: asyncio.TimerHandle | None = None
        self._work: set[asyncio.Task[None]] = set()
        self.outcomes: Counter[str] = Counter({outcome.value: 0 for outcome in Outcome})
        """Number of handovers by outcome."""

    def start(self) -> None:
        """Begin to offer connections and to accept offered ones, if the system supports it."""
        if not IS_POSSIBLE:
            return
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        listening.setblocking(False)
        try:
            Path(self._place).unlink(missing_ok=True)  # of a worker that has died
            listening.bind(self._place)
            listening.listen(BACKLOG)
        except OSError as error:
            listening.close()
            _log.warning("no connection can be handed over to this worker", why=str(error))
            return
        self._listening = listening
        self._listen()
        self._app[CONVERSATIONS].began_watching = partial(self._offer_later, tries=0)

    async def close(self) -> None:
        """Stop offering and accepting connections."""
        self._app[CONVERSATIONS].began_watching = None
        if self._listening is not None:
            asyncio.get_running_loop().remove_reader(self._listening)
            self._listening.close()
            self._listening = None
        if self._timer is not None:
            self._timer.cancel()
        for waiting in self._waiting:
            waiting.clear()
        self._expected.clear()
        for task in self._work:
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    # Giving

    def _offer_later(self, conversation: Conversation, tries: int) -> None:
        if tries < len(SECONDS_UNTIL_OFFERED) and conversation not in self._expected:
            self._expected.add(conversation)
            loop = asyncio.get_running_loop()
            self._waiting[tries].append((loop.time() + SECONDS_UNTIL_OFFERED[tries], conversation))
            if self._timer is None:
                self._timer = loop.call_later(SECONDS_BETWEEN_ROUNDS, self._go_round)

    def _go_round(self) -> None:
        """Offer the connections that are due, a few at a time."""
        self._timer = None
        loop = asyncio.get_running_loop()
        now = loop.time()
        for tries, waiting in enumerate(self._waiting):
            while waiting and waiting[0][0] <= now and len(self._work) < MOST_AT_ONCE:
                _, conversation = waiting.popleft()
                self._begin(self._offer(conversation, tries))
        if any(self._waiting):
            self._timer = loop.call_later(SECONDS_BETWEEN_ROUNDS, self._go_round)

    async def _offer(self, conversation: Conversation, tries: int) -> None:
        """Offer a connection to the other workers, unless other connections of its match will come to this one."""
        exported = None
        if not conversation.has_ended and self._app[READINESS].state is State.SERVING:
            exported = conversation.export()
        if exported is None:
            self._expected.discard(conversation)
            return
        followed = exported.connection.viewing
        try:
            offer = _encode(_Offer(conversation=exported, peer=conversation.peer))
            is_at_home = self._sits_here_before(followed.match, followed.seat)  # as long as that one does not go away
            for place in () if is_at_home else self._others:
                outcome = await self._offer_to(place, conversation, exported, offer)
                self.outcomes[outcome.value] += 1
                if outcome is Outcome.GIVEN:
                    await self._release(followed.match)
                    return
        finally:
            conversation.cancel_export()
            self._expected.discard(conversation)
        self._offer_later(conversation, tries + 1)

    async def _offer_to(
        self, place: str, conversation: Conversation, exported: ExportedConversation, offer: bytes
    ) -> Outcome:
        """Offer a connection to one worker, and return the outcome."""
        try:
            own = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        except OSError:  # this process has as many files as it may
            return Outcome.BROKEN_OFF
        with closing(_Channel(own)) as channel:
            try:
                own.connect(place)
                channel.send(offer)
                answer, _ = await channel.receive()
                if answer != READY:
                    return Outcome.DECLINED
                for _ in range(MOST_CHECKS):
                    await asyncio.sleep(SECONDS_BETWEEN_CHECKS)  # news that both have received meanwhile is sent here
                    if self._app[READINESS].state is not State.SERVING or conversation.has_ended:
                        return Outcome.BROKEN_OFF
                    if conversation.hand_over(exported, lambda message, file: channel.send(_encode(message), file)):
                        return Outcome.GIVEN
            except (OSError, _BrokenOff):
                return Outcome.BROKEN_OFF
        return Outcome.BUSY

    async def _release(self, match: MatchId) -> None:
        """Release a match, unless other connections in this process follow it. If it stayed in memory, the handover
        would save nothing yet."""
        for _ in range(MOST_CHECKS):
            if await self._matches.release_match(match):
                return
            held = self._matches.here(match)
            if held is None or held.is_followed:
                return
            await asyncio.sleep(SECONDS_BETWEEN_CHECKS)

    def _sits_here_before(self, match: MatchId, seat: Viewer) -> bool:
        """True if a connection of this process has a seat before `seat` in this match. `seat` is `None` for a
        spectator, who comes after all seats."""
        if seat == 0:
            return True
        held = self._matches.here(match)
        first = None if held is None else held.first_seat_here
        return first is not None and (seat is None or first < seat)

    @property
    def _matches(self) -> Matches:
        return self._app[SERVICES].matches

    # Taking

    def _listen(self) -> None:
        if self._listening is not None:
            asyncio.get_running_loop().add_reader(self._listening, self._accept)

    def _accept(self) -> None:
        if self._listening is None:
            return
        try:
            own, _ = self._listening.accept()
        except BlockingIOError:  # the other worker has gone
            return
        except OSError:  # this process has as many files as it may: not again at once, since the other worker waits
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._listening)
            loop.call_later(SECONDS_WITHOUT_A_FILE, self._listen)
            return
        self._begin(self._answer(own))

    async def _answer(self, own: socket.socket) -> None:
        """Accept the connection that another worker offers, if its match is played in this worker."""
        with closing(_Channel(own)) as channel:
            try:
                message, _ = await channel.receive()
                offer = _offer.decode(message)
                held = self._admitted(offer)
                if held is None:
                    channel.send(NO)
                else:
                    await self._take(channel, offer, held)
            except (OSError, _BrokenOff, msgspec.DecodeError):
                pass  # it stays where it is
            except Exception:
                _log.exception("a connection could not be taken over")

    def _admitted(self, offer: _Offer) -> Held | None:
        """Return the place for an offered connection in this process's limits; `None` if the connection should stay
        where it is."""
        followed = offer.conversation.connection.viewing
        is_serving = self._app[READINESS].state is State.SERVING
        if not is_serving or followed.seat == 0 or not self._sits_here_before(followed.match, followed.seat):
            return None
        here = self._matches.here(followed.match)
        if followed.seat is None and here is not None and here.watching_here >= MOST_WATCHING:
            return None
        connections = self._app[CONNECTIONS]
        if connections.busy >= MOST_FULL * connections.most:
            return None
        held = None
        try:
            held = connections.admit(offer.peer)
            connections.begin(held, Stage.TALKING, offer.conversation.connection.address)
        except CommandRefused:
            if held is not None:
                connections.gone(held)
            return None
        return held

    async def _take(self, channel: _Channel, offer: _Offer, held: Held) -> None:
        """Take over a connection for which this process has reserved a place."""
        exported = offer.conversation
        conversation = Conversation(self._app, exported.connection.address, exported.windows)
        released = partial(self._app[CONNECTIONS].gone, held)
        own, is_given = None, False
        try:
            channel.reserve_file()
            await conversation.resume_as(exported)
            channel.send(READY)
            message, own = await channel.receive()
            is_given = True
            if own is None:
                raise OSError("no file descriptor was free")
            held.transport = await conversation.resume_with(exported, _last_bytes.decode(message), own, released)
        except BaseException as error:
            conversation.forget()
            released()
            if own is not None:
                own.close()
            if is_given:
                self.outcomes[Outcome.LOST.value] += 1
            if not isinstance(error, CommandRefused | Unavailable):
                raise
            return
        self.outcomes[Outcome.TAKEN.value] += 1
        if held.is_over:
            held.end()
        if self._app[READINESS].state is not State.SERVING:
            conversation.close(WSCloseCode.SERVICE_RESTART, RESTARTING)
        else:
            self._offer_later(conversation, tries=0)  # the connections with lower seats may be moving, too


HANDOVER: web.AppKey[Handover] = web.AppKey("handover", Handover)
