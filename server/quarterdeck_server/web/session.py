"""One connection's side of the conversation: every command is obeyed or refused here, and nowhere else.

`receive(frame)` never raises for anything that a client can send, except `LetGo` for abuse. Each command gets exactly
one answer.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

import msgspec
import structlog
from quarterdeck_protocol import wire
from quarterdeck_protocol.accounts import (
    Avoid,
    ChangeAccount,
    DeleteAccount,
    DeleteBot,
    GetAccount,
    ListTokens,
    MakeBot,
    MakeToken,
    Register,
    RevokeToken,
    Scope,
    SignedOut,
    SignIn,
    SignOut,
)
from quarterdeck_protocol.gathering import (
    AddBot,
    FollowLobby,
    HandOver,
    Lift,
    ListTables,
    LookAt,
    OpenTable,
    Ready,
    Rematch,
    Sit,
    Stand,
    UnfollowLobby,
)
from quarterdeck_protocol.messages import (
    Act,
    AnyFromClient,
    GameOffer,
    Hello,
    Limits,
    Refused,
    Resign,
    Unwatch,
    Unwatched,
    Watch,
    Welcome,
)
from quarterdeck_protocol.names import MatchId, PlayerId, Ref, Seat
from quarterdeck_protocol.refusals import Refusal
from quarterdeck_protocol.seeking import Accept, Decline, Seek, Unseek
from quarterdeck_protocol.sides import FromServer, Player
from quarterdeck_protocol.standing import GetExport, GetHeadToHead, GetHistory, GetLadder, GetProfile
from quarterdeck_protocol.talking import Listen, Report, Say, Unlisten

from quarterdeck_server.lobby.identities import Identity
from quarterdeck_server.lobby.lobby import Lobby
from quarterdeck_server.lobby.moderating import Moderation
from quarterdeck_server.lobby.players import Players
from quarterdeck_server.lobby.programs import Programs
from quarterdeck_server.lobby.quick_match import QuickMatch
from quarterdeck_server.lobby.reports import Reports
from quarterdeck_server.lobby.standings import Standings
from quarterdeck_server.lobby.talk import Talk
from quarterdeck_server.matches.match import Match, Viewing
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.refusing import Refusing
from quarterdeck_server.storing import Unavailable
from quarterdeck_server.web.accounts_desk import AccountsDesk
from quarterdeck_server.web.belonging import Belonging
from quarterdeck_server.web.bucket import Bucket
from quarterdeck_server.web.presence import Presence
from quarterdeck_server.web.quotas import Quotas
from quarterdeck_server.web.scopes import may, scopes_of
from quarterdeck_server.web.seeking_desk import SeekingDesk
from quarterdeck_server.web.standing_desk import StandingDesk
from quarterdeck_server.web.tables_desk import TablesDesk
from quarterdeck_server.web.talking_desk import TalkingDesk

REFUSALS_UNTIL_LET_GO = 50
"""How many commands in a row may come too fast before the connection is closed."""

_log = structlog.get_logger()


class LetGo(Exception):  # noqa: N818 - what happens, not a fault
    """This client asks too much: close the connection with 1008."""


@dataclass(frozen=True, slots=True)
class House:
    """What a session can ask of the server."""

    name: str
    limits: Limits
    offers: tuple[GameOffer, ...]
    matches: Matches
    lobby: Lobby
    players: Players
    programs: Programs
    presence: Presence
    quotas: Quotas
    quick_match: QuickMatch
    moderation: Moderation
    talk: Talk
    reports: Reports
    standings: Standings


class _Envelope(msgspec.Struct):
    """As much of a broken command as is needed to answer it."""

    ref: str | None = None


class Session:
    """One connection's side of the conversation."""

    def __init__(
        self, house: House, tell: Callable[[bytes], None], close: Callable[[int, str], None], address: str
    ) -> None:
        """`tell` sends a frame, `close` ends the connection with a code and a reason; neither waits."""
        self._house = house
        self._tell = tell
        self._belonging = Belonging(house.players, house.moderation, house.presence, self._say, close, self._belongs_to)
        self._accounts = AccountsDesk(
            house.players, house.programs, house.moderation, house.quotas, address, self._say, self._belonging.become
        )
        self._standing = StandingDesk(house.standings, self._say)
        self._bucket = Bucket(house.limits.messages_per_second, house.limits.messages_at_once)
        self._refused_in_a_row = 0
        self._viewings: dict[MatchId, tuple[Match, Viewing]] = {}
        self._tables = TablesDesk(house.lobby, house.quotas, address, self._say, tell, self._player_id)
        self._seeking = SeekingDesk(house.quick_match, self._say, self._tables.followed)
        follows = self._tables.followed.follows
        self._talking = TalkingDesk(
            house.talk, house.reports, house.quotas, self._say, lambda: self._identity, self._belonging.own, follows
        )

    @property
    def _identity(self) -> Identity | None:
        return self._belonging.identity

    @property
    def _player(self) -> Player | None:
        return None if self._identity is None else self._identity.player

    def _player_id(self) -> PlayerId | None:
        return None if self._identity is None else self._identity.player.id

    @property
    def _may_act(self) -> bool:
        return self._identity is None or Scope.PLAY in self._identity.scopes

    async def receive(self, frame: bytes) -> None:
        """Obey or refuse one command. Raises `LetGo` for abuse."""
        if self._belonging.is_put_out:
            return  # what was still on its way when the connection was closed
        message = self._read(frame)
        if message is None:
            return
        try:
            if (
                type(message) is Act and self._may_act
            ):  # by far the most common, and mostly without waiting for anything
                await self._act(message)
            else:
                await self._obey(message)
        except Refusing as refusing:
            self._refuse(refusing, message.ref)
        except Unavailable:
            self._refuse(
                Refusing(Refusal.UNAVAILABLE, "The store cannot be reached; send this again in a moment."), message.ref
            )
        except Exception:
            _log.exception("a command failed", command=type(message).__name__)
            self._refuse(
                Refusing(Refusal.INTERNAL, "The server made a mistake, and has noted it; nothing has changed."),
                message.ref,
            )

    async def end(self) -> None:
        """Let go of all that this connection holds."""
        for match, viewing in self._viewings.values():
            match.leave(viewing)
        self._viewings.clear()
        self._seeking.leave()
        self._talking.leave()
        await self._tables.end(self._belonging.end())

    def _read(self, frame: bytes) -> AnyFromClient | None:
        limits = self._house.limits
        if not self._bucket.take(time.monotonic()):
            self._refused_in_a_row += 1
            if self._refused_in_a_row > REFUSALS_UNTIL_LET_GO:
                raise LetGo
            text = f"Slower, please: {limits.messages_per_second} commands a second, {limits.messages_at_once} at once."
            ref = _ref_of(frame) if len(frame) <= limits.message_bytes else None
            self._refuse(Refusing(Refusal.TOO_MANY, text, "$"), ref)
            return None
        self._refused_in_a_row = 0
        if len(frame) > limits.message_bytes:
            text = f"This frame has {len(frame)} bytes; at most {limits.message_bytes} are read."
            self._refuse(Refusing(Refusal.TOO_LARGE, text, "$"), _ref_of(frame))
            return None
        try:
            return wire.decode_from_client(frame)
        except msgspec.ValidationError as error:
            self._refuse(malformed(error), _ref_of(frame))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._refuse(Refusing(Refusal.NOT_JSON, f"This is not JSON: {error}.", "$"), None)
        return None

    async def _obey(self, message: AnyFromClient) -> None:
        self._check_scope(message)
        match message:
            case Act():
                await self._act(message)
            case Hello():
                self._welcome(message)
            case SignIn():
                with self._belonging.signing_in():
                    await self._accounts.sign_in(message)
            case SignOut() if self._identity is None:
                self._say(SignedOut(ref=message.ref))  # said again, because the answer was lost
            case (
                Register()
                | GetAccount()
                | ChangeAccount()
                | DeleteAccount()
                | SignOut()
                | Avoid()
                | MakeBot()
                | DeleteBot()
                | MakeToken()
                | ListTokens()
                | RevokeToken()
            ):
                await self._accounts.obey(self._signed_in(), message)
            case ListTables() | LookAt() | FollowLobby() | UnfollowLobby():
                await self._tables.read(self._player, message)
            case OpenTable() | Sit() | Stand() | Lift() | HandOver() | Ready() | AddBot() | Rematch():
                await self._tables.obey(self._signed_in().player, message)
            case Watch():
                match, viewing = await self._viewing_of(message.match)
                self._tell(await match.frame_since(viewing, message.since, message.ref))
            case Unwatch():
                self._unwatch(message)
            case Resign():
                match, viewing, seat = await self._seat_at(message.match)
                match.resign(seat, viewing, message, self._say)
            case Seek() | Unseek() | Accept() | Decline():
                await self._seeking.obey(self._signed_in().player, message)
            case Say() | Listen() | Unlisten() | Report():
                await self._talking.obey(self._signed_in(), message)
            case GetProfile() | GetLadder() | GetHistory() | GetHeadToHead() | GetExport():
                await self._standing.obey(self._identity, message)
            case _:
                assert_never(message)

    def _welcome(self, message: Hello) -> None:
        if message.protocol != wire.PROTOCOL_VERSION:
            raise Refusing(
                Refusal.UNSUPPORTED_VERSION,
                f"This server speaks version {wire.PROTOCOL_VERSION} of the protocol, not {message.protocol}.",
                "$.protocol",
            )
        house = self._house
        now = house.matches.clock.now()
        self._say(
            Welcome(
                server=house.name,
                protocol=wire.PROTOCOL_VERSION,
                limits=house.limits,
                games=house.offers,
                now=now,
                ref=message.ref,
            )
        )

    def _check_scope(self, message: AnyFromClient) -> None:
        """Raise `Refusing` if the token of this connection does not allow this."""
        who = self._identity
        if who is None or may(message, who.scopes, is_program=who.is_program):
            return
        taken = " or ".join(f"`{scope}`" for scope in scopes_of(type(message)))
        why = f"it takes the scope {taken}" if taken else "no program may do it; sign in with a password for that"
        raise Refusing(Refusal.MISSING_SCOPE, f"The token of this connection does not allow this: {why}.", "$.type")

    async def _belongs_to(self, before: Identity | None, who: Identity | None) -> None:
        """See and hear what somebody else may from now on, or nobody."""
        if before is not None and (who is None or who.player.id != before.player.id):
            self._talking.leave()
        for id_, (match, viewing) in list(self._viewings.items()):  # all is seen with this player's eyes from now on
            match.leave(viewing)
            viewing.seat = None if who is None else match.seat_of(who.player.id)
            if viewing.seat is None and not match.allows_spectators:
                del self._viewings[id_]
            else:
                match.join(viewing)
        if who is None:
            self._seeking.leave()
        else:
            self._seeking.signed_in(who.player.id)
        # Last, because it waits: meanwhile this connection may become somebody else again.
        if before is not None and (who is None or who.player.id != before.player.id):
            await self._tables.leave(before.player)

    async def _act(self, message: Act) -> None:
        match, viewing, seat = await self._seat_at(message.match)
        match.act(seat, viewing, message, self._say)

    async def _seat_at(self, id_: MatchId) -> tuple[Match, Viewing, Seat]:
        """Give the match, how this connection follows it, and its player's seat. Raises `Refusing` if there is none."""
        held = self._viewings.get(id_)
        if held is None:  # who may not act does not begin to follow it by trying to
            match = await self._house.matches.open(id_)
            if self._player is None or match.seat_of(self._player.id) is None:
                raise _no_seat()
            held = await self._viewing_of(id_)
        match, viewing = held
        if viewing.seat is None:
            raise _no_seat()
        return match, viewing, viewing.seat

    async def _viewing_of(self, id_: MatchId) -> tuple[Match, Viewing]:
        """Give the match and how this connection follows it, from its player's seat or as a spectator."""
        held = self._viewings.get(id_)
        if held is None:
            if len(self._viewings) >= self._house.limits.watched_matches:
                most = self._house.limits.watched_matches
                raise Refusing(Refusal.WATCHING_TOO_MANY, f"One connection watches at most {most} matches.", "$.match")
            match = await self._house.matches.open(id_)
            seat = None if self._player is None else match.seat_of(self._player.id)
            if seat is None and not match.allows_spectators:
                text = "Only those who sit in this match may watch it."
                raise Refusing(Refusal.NO_SPECTATORS, text, "$.match")
            held = match, Viewing(seat, self._tell)
            self._viewings[id_] = held
            match.join(held[1])
        return held

    def _unwatch(self, message: Unwatch) -> None:
        held = self._viewings.pop(message.match, None)
        if held is None:
            raise Refusing(Refusal.NOT_WATCHING, f"You do not watch match `{message.match}`.", "$.match")
        match, viewing = held
        match.leave(viewing)
        self._say(Unwatched(match=message.match, ref=message.ref))

    def _signed_in(self) -> Identity:
        if self._identity is None:
            raise Refusing(Refusal.NOT_SIGNED_IN, 'Sign in first: `{"type": "sign_in"}` makes you a guest.', "$.type")
        return self._identity

    def _refuse(self, refusing: Refusing, ref: Ref | None) -> None:
        self._say(
            Refused(
                code=refusing.code,
                text=str(refusing),
                where=refusing.where,
                retry_in=refusing.retry_in,
                faults=refusing.faults,
                ref=ref,
            )
        )

    def _say(self, message: FromServer) -> None:
        self._tell(wire.encode(message))


def _no_seat() -> Refusing:
    return Refusing(Refusal.NOT_YOUR_SEAT, "You have no seat in this match; you may only watch.", "$.match")


def _ref_of(frame: bytes) -> Ref | None:
    try:
        ref = msgspec.json.decode(frame, type=_Envelope).ref
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return None if ref is None else Ref(ref[:64])


def malformed(error: msgspec.ValidationError) -> Refusing:
    """Say what is wrong with the shape of a command."""
    text, _, path = str(error).partition(" - at `")
    where = path.rstrip("`") or "$"
    if text.startswith("Invalid value '") and where == "$.type":
        return Refusing(Refusal.UNKNOWN_MESSAGE, f"There is no message of this type: {text}.", where)
    return Refusing(Refusal.MALFORMED, f"{text}.", where)
