"""A connection's handling of commands: every command is carried out or refused here, by `dispatch.py`.

`receive(frame)` never raises for anything that a client can send, except `AbuseError` for too many bad frames. Each
command gets exactly one answer.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from time import perf_counter

import msgspec
import structlog
from msgspec.structs import replace
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.lobby.announcements import Announcement
from quarterdeck_protocol.lobby.kept_decks import DeckKept
from quarterdeck_protocol.lobby.moderation import PauseDetails
from quarterdeck_protocol.lobby.notices import NoticeId
from quarterdeck_protocol.lobby.site import Site
from quarterdeck_protocol.lobby.tables import DeckRead
from quarterdeck_protocol.messages import (
    Act,
    AnnouncementsChanged,
    AnyFromClient,
    Capability,
    Hello,
    MatchUnwatched,
    PauseChanged,
    Ping,
    Pong,
    Refused,
    Rewound,
    SiteChanged,
    Welcome,
)
from quarterdeck_protocol.names import LineId, PlayerId, Ref, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import FromServer, Player, Scope
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import avoided_as
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.moderation.permissions import Permission, may
from quarterdeck_server.matches.player_marks import mark_of
from quarterdeck_server.store_errors import Unavailable
from quarterdeck_server.translations import (
    ENGLISH,
    LANGUAGES,
    deck_kept_in,
    deck_read_in,
    language_for,
    match_news_in,
    refusal_in,
)
from quarterdeck_server.web.caller import Caller, FrameOutput
from quarterdeck_server.web.commands.accounts import AccountCommands, not_signed_in
from quarterdeck_server.web.commands.chat import ChatCommands, ExportedChat
from quarterdeck_server.web.commands.matches import ExportedViewing, MatchCommands, SentUpTo
from quarterdeck_server.web.commands.matchmaking import MatchmakingCommands
from quarterdeck_server.web.commands.notices import NoticeCommands
from quarterdeck_server.web.commands.tables import TableCommands
from quarterdeck_server.web.commands.trades import TradeCommands
from quarterdeck_server.web.connection_services import Services, capabilities_of
from quarterdeck_server.web.dispatch import HANDLERS
from quarterdeck_server.web.frames.frame_decoder import Allowance, BadFrame, FrameDecoder
from quarterdeck_server.web.frames.noted_frames import NotedFrames
from quarterdeck_server.web.identity import ConnectionIdentity
from quarterdeck_server.web.scopes import admitted, check, check_stranger, is_kept_out, not_admitted

_log = structlog.get_logger()


class ExportedConnection(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a connection that moves to another process. It contains no token, and of a match only its id and
    viewer."""

    identity: Identity
    address: str
    language: str
    receives_pauses: bool
    tables: dict[TableId, bool]
    chat: ExportedChat
    viewing: ExportedViewing
    notices_after: NoticeId | None = None
    """The last notice that was sent, if the connection follows its player's notices."""


class LastSent(msgspec.Struct, frozen=True, kw_only=True):
    """The last messages that a connection was sent by the process that gives it up."""

    up_to: SentUpTo
    messages: tuple[bytes, ...]
    """Messages other than updates that the connection was sent after its state was copied."""

    chat_lines: tuple[LineId, ...]
    allowance: Allowance


class Connection:
    """A connection's handling of commands."""

    __slots__ = (
        "_accounts",
        "_address",
        "_announced",
        "_caller",
        "_chat",
        "_connection_identity",
        "_decoder",
        "_language",
        "_matches",
        "_matchmaking",
        "_noted",
        "_notices",
        "_send_frame",
        "_services",
        "_set_language",
        "_tables",
        "_trades",
    )

    def __init__(
        self,
        services: Services,
        output: FrameOutput,
        close: Callable[[int, str], None],
        address: str,
        set_language: Callable[[str], None] = lambda language: None,
        is_gone: Callable[[], bool] = lambda: False,
        began_watching: Callable[[], None] = lambda: None,
    ) -> None:
        """Make the command handling of a connection. `close` ends the connection with a code and a reason, and
        `set_language` sets the language of the reason. `is_gone` is true if the client has disconnected.
        `began_watching` is called when the connection watches one more match. None of them waits."""
        send = self._send  # one for all commands: there are many connections
        self._services = services
        self._language = ENGLISH
        self._announced: tuple[Announcement, ...] = ()
        """The announcements that the client was sent last."""

        self._noted: NotedFrames | None = None
        """Messages other than updates that are sent here while they are recorded; `None` if they are not."""

        self._send_frame = output.send
        self._set_language = set_language
        self._connection_identity = ConnectionIdentity(
            services, send, close, self._belongs_to, self._is_renamed, self._may_do, address
        )
        self._decoder = FrameDecoder(services.limits, services.quotas.now)
        self._address = address
        whose = self._connection_identity
        caller = Caller(services, address, whose, send, self._put, output, began_watching, is_gone)
        self._caller = caller
        self._accounts = AccountCommands(caller)
        self._tables = TableCommands(caller)
        self._matchmaking = MatchmakingCommands(caller, self._tables.watched)
        self._matches = MatchCommands(caller, self._tables.watched)
        self._chat = ChatCommands(caller, self._tables.watched)
        self._trades = TradeCommands(caller)
        self._notices = NoticeCommands(caller)
        services.site.subscribe(self._check_admission)

    @property
    def _identity(self) -> Identity | None:
        return self._connection_identity.identity

    async def receive(self, frame: bytes) -> None:
        """Carry out or refuse one command. Raises `AbuseError` for abuse."""
        rest = self.begin(frame)
        if rest is not None:
            await rest()

    async def receive_alone(self, frame: bytes, identity: Identity | None, language: str) -> None:
        """Carry out or refuse the only command of this connection, for a player that was identified before. The session
        of that player goes on elsewhere."""
        self._language = language
        if identity is not None:
            self._connection_identity.resume_as(identity)
            self._accounts.resume_as(identity)
        await self.receive(frame)
        await self.settle()
        self._connection_identity.resumes_elsewhere = True

    def begin(self, frame: bytes) -> Callable[[], Awaitable[None]] | None:
        """Carry out or refuse one command if that needs no waiting, as nearly all commands in a match do. Otherwise
        return a function that does the rest. Raises `AbuseError` for abuse."""
        whose = self._connection_identity
        if whose.is_put_out:
            return None  # the frame was on its way when the connection was closed
        received = perf_counter()
        try:
            message = self._decoder.read(frame)
        except BadFrame as unread:
            self._refuse(unread.refusing, unread.ref)
            return None
        if type(message) is Act and (whose.identity is None or Scope.PLAY in whose.identity.scopes):
            try:
                if self._matches.act_at_once(message, received):
                    return None
            except Exception as error:
                self._refuse_for(error, message)
                return None
        return partial(self._answer, message, received)

    async def _answer(self, message: AnyFromClient, received: float) -> None:
        try:
            await self._obey(message, received)
        except Exception as error:
            self._refuse_for(error, message)
        await self._leave_if_kept_out()  # the player may have gone while the command was carried out

    def _refuse_for(self, error: Exception, message: AnyFromClient) -> None:
        """Send the reason for a refusal. Errors of the server are also logged."""
        match error:
            case CommandRefused():
                refusing = error
            case Unavailable():
                text = Text("The store cannot be reached; send this again in a moment.")
                refusing = CommandRefused(RefusalCode.UNAVAILABLE, text)
            case _:
                _log.error(
                    "a command failed",
                    command=type(message).__name__,
                    match=getattr(message, "match", None),
                    player=None if self._identity is None else mark_of(self._identity.player.id),
                    ref=message.ref,
                    exc_info=error,
                )
                text = Text("The server had an internal error and has logged it; nothing has changed.")
                refusing = CommandRefused(RefusalCode.INTERNAL, text)
        self._refuse(refusing, message.ref)

    async def settle(self) -> None:
        """Wait until every command of this connection has been answered."""
        await self._matches.settle()

    async def end(self) -> None:
        """Release everything that this connection holds."""
        player = self._end()
        await self._tables.end(player, resumes=self._connection_identity.resumes_elsewhere)

    def _end(self) -> Player | None:
        self._services.pause.unsubscribe(self._pause_changed)
        self._services.site.unsubscribe(self._site_changed)
        self._services.board.unsubscribe(self._announce)
        self._services.site.unsubscribe(self._check_admission)
        self._unsubscribe()
        self._notices.leave()
        return self._connection_identity.end()

    def _unsubscribe(self) -> None:
        """Stop all that this connection is sent of the server, except for tables and the player's own notices."""
        self._tables.leave_list()
        self._matches.leave()
        self._matchmaking.leave()
        self._chat.leave()
        self._trades.leave()

    async def _leave_if_kept_out(self) -> None:
        """End every subscription if the server is private and the connection no longer has an admitted player."""
        identity = self._identity
        if is_kept_out(identity, self._services.site):
            self._unsubscribe()
            await self._tables.leave(None if identity is None else identity.player)

    # How it goes on at another process

    def export(self) -> ExportedConnection | None:
        """Return the state of this connection for another process, and record all frames except updates from now on.
        `None` if a part of the state cannot be moved."""
        identity, viewing, chat = self._identity, self._matches.exported, self._chat.export()
        if identity is None or viewing is None or chat is None or not self._connection_identity.is_settled:
            return None
        if self._matchmaking.is_seeking or self._tables.are_listed_here:
            return None
        if self._noted is None:
            self._noted = NotedFrames()
        return ExportedConnection(
            identity=identity,
            address=self._address,
            language=self._language,
            receives_pauses=self._services.pause.has_subscriber(self._pause_changed),
            tables=self._tables.watched.exported,
            chat=chat,
            viewing=viewing,
            notices_after=self._notices.last,
        )

    def last_sent(self, exported: ExportedConnection) -> LastSent | None:
        """Return the last messages sent by this process. `None` if the state has changed since `export`, if more was
        sent than can be recorded, or if the connection waits for something."""
        now = self.export()
        if now is None or replace(now, chat=exported.chat) != exported or now.chat.joined != exported.chat.joined:
            return None
        up_to, messages = self._matches.sent_up_to, None if self._noted is None else self._noted.whole
        if up_to is None or messages is None:
            return None
        return LastSent(
            up_to=up_to, messages=messages, chat_lines=now.chat.sent_lines, allowance=self._decoder.allowance
        )

    def release(self) -> None:
        """Release everything that this connection holds, because it continues in another process, or has never begun in
        this one."""
        self._tables.watched.release()
        self._end()

    def cancel_export(self) -> None:
        """Continue in this process after a failed move to another one."""
        self._noted = None

    async def resume_as(self, exported: ExportedConnection) -> None:
        """Take over the state that the connection has in another process, except for the match: that process still
        sends its updates. Raises `CommandRefused`, also if this process keeps the player out, `Unavailable`."""
        if is_kept_out(exported.identity, self._services.site):
            raise not_admitted("$")
        self._language = exported.language
        self._set_language(exported.language)
        if exported.receives_pauses:
            self._services.pause.subscribe(self._pause_changed)
            self._services.site.subscribe(self._site_changed)
            self._services.board.subscribe(self._announce)
        self._connection_identity.resume_as(exported.identity)
        self._announced = self._announcements()
        self._accounts.resume_as(exported.identity)
        self._matchmaking.resume_as(exported.identity.player.id)
        self._trades.signed_in(exported.identity)
        self._tables.watched.resume_with(exported.tables)
        await self._chat.resume_with(exported.identity, exported.chat)
        if exported.notices_after is not None:
            await self._notices.resume_with(exported.identity, exported.notices_after)

    async def resume_after(self, exported: ExportedConnection, last_sent: LastSent) -> None:
        """Send all updates that follow the last one sent by another process. Raises as `MatchCommands.resume_with`."""
        self._decoder.resume_with(last_sent.allowance)
        self._chat.mark_as_sent(last_sent.chat_lines)
        await self._matches.resume_with(exported.viewing, last_sent.up_to, exported.identity.player.id)

    def check_again(self) -> None:
        """Check again that the player is still admitted. During the move of a connection, a notification may have
        reached neither process."""
        self._connection_identity.check_again()

    async def _obey(self, message: AnyFromClient, received: float) -> None:
        self._check_scope(message)
        match message:
            case Act():
                await self._matches.act(message, received)
            case Hello():
                self._welcome(message)
            case Ping():
                self._send(Pong(ref=message.ref))
            case _:
                handler = HANDLERS[type(message)]
                first = getattr(self, handler.of)
                whose = (self._signed_in(),) if handler.needs_player else ()
                answer = await handler.run(first, *whose, message)
                if answer is not None:
                    self._send(replace(answer, ref=message.ref))

    def _welcome(self, message: Hello) -> None:
        if message.protocol != wire.PROTOCOL_VERSION:
            raise CommandRefused(
                RefusalCode.UNSUPPORTED_VERSION,
                Text(
                    "This server speaks version {protocol_version} of the protocol, not {protocol}.",
                    protocol_version=wire.PROTOCOL_VERSION,
                    protocol=message.protocol,
                ),
                "$.protocol",
            )
        self._matches.set_update_form(message.updates)
        self._connection_identity.client = message.client
        self._language = language_for(message.language)
        self._set_language(self._language)
        services = self._services
        now = services.matches.clock.now()
        services.pause.subscribe(self._pause_changed)
        services.site.subscribe(self._site_changed)
        services.board.subscribe(self._announce)
        self._announced = self._announcements()
        self._send(
            Welcome(
                server=services.name,
                protocol=wire.PROTOCOL_VERSION,
                limits=services.limits,
                games=services.offers[self._language],
                now=now,
                language=self._language,
                languages=LANGUAGES,
                capabilities=self._capabilities,
                paused=services.pause.is_on,
                pause=self._pause(),
                news=services.news,
                site=self._site(),
                announcements=self._announced,
                ref=message.ref,
            )
        )

    @property
    def _capabilities(self) -> tuple[Capability, ...]:
        return capabilities_of(self._services)

    def _pause_changed(self, is_on: bool) -> None:
        self._send(PauseChanged(paused=is_on, pause=self._pause()))

    def _pause(self) -> PauseDetails | None:
        return None if self._is_outside else self._services.pause.details

    def _site(self) -> Site | None:
        return self._services.site.shown(self._language)

    def _site_changed(self) -> None:
        self._send(SiteChanged(site=self._site()))

    @property
    def _is_outside(self) -> bool:
        """True if this is a private server, and the player may not come in."""
        return is_kept_out(self._identity, self._services.site)

    def _announcements(self) -> tuple[Announcement, ...]:
        if self._is_outside:
            return ()
        players = frozenset[PlayerId]() if self._identity is None else avoided_as(self._identity.player)
        return self._services.board.shown_to(players, self._language)

    def _announce(self) -> None:
        announcements = self._announcements()
        if announcements != self._announced and not self._is_outside:
            self._announced = announcements
            self._send(AnnouncementsChanged(announcements=announcements))

    def _check_admission(self) -> None:
        """End this connection if the host's site has become private and its player may not come in."""
        if self._services.site.has_become_private and self._is_outside:
            self._connection_identity.keep_out()

    def _check_scope(self, message: AnyFromClient) -> None:
        """Raise `CommandRefused` if the token of this connection does not allow this."""
        if self._identity is None:
            check_stranger(message, self._services.site.admission)
        else:
            check(message, admitted(self._identity, self._services.site), "$.type")

    async def _belongs_to(self, before: Identity | None, identity: Identity | None) -> None:
        """Switch all subscriptions of the connection to another player, or to none."""
        is_another = before is not None and (identity is None or identity.player.id != before.player.id)
        if is_another:
            self._chat.leave()
        if is_another or identity is None:
            self._notices.leave()
        self._matches.switch_player(None if identity is None else identity.player.id, is_another=is_another)
        if identity is None:
            self._matchmaking.leave()
            self._trades.leave()
        else:
            self._matchmaking.signed_in(identity.player.id)
            self._trades.signed_in(identity)
        is_kept = is_kept_out(identity, self._services.site)
        if is_kept:
            self._unsubscribe()
        elif self._services.board.has_subscriber(self._announce):
            self._announce()  # strangers are shown neither those to a club nor those of a private server
            if self._services.site.admission.is_private and self._services.pause.details is not None:
                self._pause_changed(self._services.pause.is_on)
        # Last, because it waits: meanwhile the player of this connection may change again.
        if before is not None and (is_another or is_kept):
            await self._tables.leave(before.player)

    async def _is_renamed(self, player: Player) -> None:
        await self._tables.watched.rename(player)

    async def _may_do(self, identity: Identity) -> None:
        self._matches.note_presence()
        if not may(identity.roles, Permission.MODERATE):
            self._matches.end_live_watching()
        await self._leave_if_kept_out()

    def _signed_in(self) -> Identity:
        if self._identity is None:
            raise not_signed_in()
        return self._identity

    def _refuse(self, refusing: CommandRefused, ref: Ref | None) -> None:
        self._send(refusing.refused(ref))

    def _send(self, message: FromServer) -> None:
        if isinstance(message, Refused):
            self._services.matches.metrics.refusals[message.code.value] += 1
            message = refusal_in(self._language, message)
        elif isinstance(message, DeckRead):
            message = deck_read_in(self._language, message)
        elif isinstance(message, DeckKept):
            message = deck_kept_in(self._language, message)
        elif isinstance(message, MatchUnwatched | Rewound):
            message = match_news_in(self._language, message)
        self._put(wire.encode(message))

    def _put(self, frame: bytes) -> None:
        if self._noted is not None:
            self._noted.note(frame)
        self._send_frame(frame)
