"""The identity of a connection: its player signs in, is checked again after notifications, and leaves.

Events elsewhere reach a player's connections here (`Presence`): a session that continues on a newer connection or has
ended, a new name, other rights, and disconnects or bans by moderators.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import msgspec
import structlog
from aiohttp import WSCloseCode
from quarterdeck_protocol.close_codes import CloseCode
from quarterdeck_protocol.lobby.accounts import SignedOut
from quarterdeck_protocol.lobby.moderation import SanctionKind
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.sides import FromServer, Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity, Over
from quarterdeck_server.web.connection_services import Services

SHORTEST_WAIT = 1.0
"""Seconds until an expired token is checked again, if the clock of the store is behind."""

_log = structlog.get_logger()


class ConnectionIdentity:
    """The player of one connection, and the tasks that it owns."""

    __slots__ = (
        "_allowed",
        "_close",
        "_expiry",
        "_is_signing_in",
        "_moderation",
        "_moved",
        "_now",
        "_players",
        "_presence",
        "_renamed",
        "_send",
        "_tasks",
        "address",
        "client",
        "identity",
        "is_put_out",
        "resumes_elsewhere",
    )

    def __init__(
        self,
        services: Services,
        send: Callable[[FromServer], None],
        close: Callable[[int, str], None],
        moved: Callable[[Identity | None, Identity | None], Awaitable[None]],
        renamed: Callable[[Player], Awaitable[None]],
        allowed: Callable[[Identity], Awaitable[None]],
        address: str,
    ) -> None:
        """Make the identity of a connection. `close` ends the connection with a code and a reason. `moved` is called
        with its old and its new identity, `renamed` when its player is shown differently, and `allowed` when their
        rights may have changed."""
        self._allowed = allowed
        self.address = address
        self.client: str | None = None
        """The name of the client in its last `hello`."""

        self._players = services.players
        self._moderation = services.moderation
        self._presence = services.presence
        self._send = send
        self._close = close
        self._moved = moved
        self._renamed = renamed
        self.identity: Identity | None = None
        self.is_put_out = False
        """True if a moderator has closed the player's connections: further commands are ignored."""

        self._is_signing_in = False
        self.resumes_elsewhere = False
        """True if the session continues on a newer connection."""

        self._tasks: set[asyncio.Task[None]] = set()
        self._now = services.matches.clock.now
        self._expiry: asyncio.TimerHandle | None = None

    @contextmanager
    def signing_in(self) -> Iterator[None]:
        """Prevent the present sign-in from being mistaken for one on another connection, while this context is open."""
        # Who takes the session of this very connection up again hears of it before they know that it was them.
        self._is_signing_in = True
        try:
            yield
        finally:
            self._is_signing_in = False
            self._presence.check(self)

    async def become(self, identity: Identity | None) -> None:
        """Set the player of this connection, or remove the player."""
        before, self.identity = self.identity, identity
        if before is not None:
            self._presence.leave(before.player.id, self)
        if identity is not None:
            self._presence.arrive(identity.player.id, self)
        self._expect_expiry()
        await self._moved(before, identity)

    def resume_as(self, identity: Identity) -> None:
        """Take over the identity that the connection had in another process."""
        self.identity = identity
        self._presence.resume(identity.player.id, self)
        self._expect_expiry()

    def _expect_expiry(self) -> None:
        """Check a program's token again when it expires. A session lasts as long as its connection."""
        if self._expiry is not None:
            self._expiry.cancel()
            self._expiry = None
        identity = self.identity
        if identity is not None and identity.is_program:
            left = (identity.until - self._now()) / 1000
            self._expiry = asyncio.get_running_loop().call_later(max(left, SHORTEST_WAIT), self.check_again)

    def note_accepted(self, identity: Identity, terms: str) -> None:
        """Note that the player has accepted these terms of use, before the notification of it arrives."""
        if self.identity is not None and self.identity.token == identity.token:
            self.identity = msgspec.structs.replace(self.identity, accepted=terms)

    def note_proved(self, identity: Identity, at: Milliseconds) -> None:
        """Note that the player has proved who they are, before the notification of it arrives."""
        if self.identity is not None and self.identity.token == identity.token:
            self.identity = msgspec.structs.replace(self.identity, proved_at=at)

    @property
    def is_settled(self) -> bool:
        """True if no change of the identity is in progress."""
        return not (self._tasks or self.is_put_out or self._is_signing_in or self.resumes_elsewhere)

    def plays(self) -> None:
        """Record that this player has a seat in a match: a guest account is kept longer from now on."""
        if self.identity is not None and self.identity.is_passing:
            self.own(self._stay(self.identity))

    async def _stay(self, identity: Identity) -> None:
        with suppress(CommandRefused):  # their session has ended, which shows when it is looked at again
            staying = await self._players.stay(identity)
            if self.identity is identity:
                self.identity = staying
                return
        await self._check_again()

    def end(self) -> Player | None:
        """Remove the identity and cancel the owned tasks. Return the player that was signed in."""
        for task in self._tasks:
            task.cancel()
        if self._expiry is not None:
            self._expiry.cancel()
        identity, self.identity = self.identity, None
        if identity is not None:
            self._presence.leave(identity.player.id, self)
        return None if identity is None else identity.player

    def send(self, message: FromServer) -> None:
        """Send this connection a message that it has not requested."""
        self._send(message)

    def taken_up_elsewhere(self) -> None:
        """End this connection, because its session continues on a newer one."""
        if self._is_signing_in:
            return
        self.resumes_elsewhere = True
        self._close(CloseCode.TAKEN_UP_ELSEWHERE, Text("signed in on a newer connection"))

    def put_out(self, kind: SanctionKind, why: str) -> None:
        """End this connection, because a moderator has disconnected or banned its player."""
        self.is_put_out = True
        code, done = (
            (CloseCode.DISCONNECTED, Text("disconnected"))
            if kind is SanctionKind.DISCONNECT
            else (CloseCode.BANNED, Text("banned"))
        )
        self._close(code, Text("{done}: {why}", done=done, why=why))

    def keep_out(self) -> None:
        """End this connection, because the host now lets in only players with an account."""
        self.is_put_out = True
        self._close(WSCloseCode.SERVICE_RESTART, Text("only players with an account may come in"))

    def signed_out(self) -> None:
        """Remove the player of this connection, because the session has ended."""
        if self.identity is not None:
            self.own(self._sign_out(self.identity))

    async def _sign_out(self, identity: Identity) -> None:
        if self.identity is None or self.identity.session != identity.session:
            return  # the player of this connection has changed meanwhile
        self._send(SignedOut())
        await self.become(None)

    def check_again(self) -> None:
        """Read this player's current name and rights again, and check that their session still belongs to this
        connection."""
        self.own(self._check_again())

    async def _check_again(self) -> None:
        identity = self.identity
        if identity is None:
            return
        sanctions = self._moderation.keys_of(identity)
        now, sanctioned = await self._players.as_of_now_with(identity, sanctions)
        if self.identity is None or self.identity.token != identity.token:
            return  # the new identity has a check of its own
        if now is Over.ENDED:
            await self._sign_out(identity)
        elif now is Over.ELSEWHERE:
            self.taken_up_elsewhere()
        else:
            self.identity = now
            self._presence.note(now.player.id)
            self._expect_expiry()
            await self._allowed(now)
            if now.player != identity.player:
                await self._renamed(now.player)
            try:
                await self._moderation.check_read(sanctioned)
            except CommandRefused as refusing:  # the ban was published while no notification arrived
                self.put_out(SanctionKind.BAN, refusing.text)

    def own(self, work: Coroutine[Any, Any, None]) -> None:
        """Run background work until this connection ends."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            _log.info("a connection could not be notified", why=str(error))
