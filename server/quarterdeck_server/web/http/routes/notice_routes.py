"""A player's notices over plain HTTP: in pages, and as a stream of events."""

import asyncio
import re

from aiohttp import web
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.lobby.moderation import SanctionKind
from quarterdeck_protocol.lobby.notices import (
    GetNotices,
    Notice,
    Noticed,
    NoticeId,
    Notices,
    NoticesRead,
    ReadNotices,
    WatchNotices,
)
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import FromServer
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.store_errors import Unavailable
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import Word, endpoint
from quarterdeck_server.web.http.event_streams import opened_stream
from quarterdeck_server.web.http.requests import body_of, identified, take
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.rate_limit.quotas import NOTICES
from quarterdeck_server.web.scopes import check

LARGEST_BODY = 4_096
SECONDS_UNTIL_ANOTHER_TRY = 1.0

_NOTICE = re.compile(r"0|[1-9][0-9]{0,15}")

BEFORE = Word("before", "Only notices older than this one: the cursor of the previous page.")

notice_routes = web.RouteTableDef()


@notice_routes.get("/v1/me/notices")
@endpoint(Notices, query=(BEFORE,), quotas=(NOTICES,), scopes=GetNotices.open_to)
async def get_notices(request: web.Request) -> web.Response:
    """Return the caller's notices, newest first."""
    who = await identified(request)
    before = BEFORE.of(request)
    check(GetNotices(), who, "Authorization")
    take(request, NOTICES, who.player.id)
    found = None if before is None else _notice_id(before, "?before")
    return as_json(await request.app[SERVICES].inboxes.page(who.player.id, found))


@notice_routes.post("/v1/me/notices/read")
@endpoint(NoticesRead, body=ReadNotices, quotas=(NOTICES,), scopes=ReadNotices.open_to)
async def post_read(request: web.Request) -> web.Response:
    """Mark the caller's notices as read, up to one of them."""
    who = await identified(request)
    command = await body_of(request, ReadNotices, LARGEST_BODY)
    check(command, who, "Authorization")
    take(request, NOTICES, who.player.id)
    return as_json(await request.app[SERVICES].inboxes.read(who.player.id, command.up_to))


@notice_routes.get("/v1/me/events", allow_head=False)
@endpoint(kinds=("text/event-stream",), quotas=(NOTICES,), scopes=WatchNotices.open_to)
async def get_events(request: web.Request) -> web.StreamResponse:
    """Stream the caller's notices as they come, after `Last-Event-ID`, or else from the first unread one."""
    who = await identified(request)
    check(WatchNotices(), who, "Authorization")
    take(request, NOTICES, who.player.id)
    said = request.headers.get("Last-Event-ID")
    after = None if said is None else _notice_id(said, "Last-Event-ID")
    reader = StreamReader(request, who)
    try:
        await reader.start(after)
        return await reader.stream.answer(request)
    finally:
        reader.end()


class StreamReader:
    """A stream of a player's notices. It ends as soon as a new request with its token would be refused: it looks again
    after each event that concerns the token or its player, and when the token expires."""

    def __init__(self, request: web.Request, who: Identity) -> None:
        self.stream = opened_stream(request)
        self.address = self.stream.address
        self.identity: Identity | None = who
        self._player = who.player.id
        self._request = request
        self._services = request.app[SERVICES]
        self._checks: asyncio.Task[None] | None = None
        self._is_due = False
        self._expiry: asyncio.TimerHandle | None = None

    async def start(self, after: NoticeId | None) -> None:
        """Send the notices after this one, or the unread ones, and all that follow. Raises `Unavailable`."""
        self._services.presence.resume(self._player, self)
        found = await self._services.notice_delivery.follow(self._player, self, after)
        for notice in reversed(found.notices):
            self.notice(notice)
        self.check_again()

    def notice(self, notice: Notice) -> None:
        """Send a notice."""
        self.stream.put(wire.encode(Noticed(notice=notice)))

    def end(self) -> None:
        """Stop sending notices on this event stream."""
        self._services.notice_delivery.unfollow(self._player, self)
        self._services.presence.leave(self._player, self)
        if self._checks is not None:
            self._checks.cancel()
        if self._expiry is not None:
            self._expiry.cancel()

    # Events that concern the player (`Present`)

    def taken_up_elsewhere(self) -> None:
        """Look whether the token is still valid. A stream shares its session with a connection."""
        self.check_again()

    def signed_out(self) -> None:
        """End the stream, because the session has ended."""
        self.stream.close()

    def put_out(self, kind: SanctionKind, why: str) -> None:
        """End the stream, because a moderator has disconnected or banned the player."""
        self.stream.close()

    def send(self, message: FromServer) -> None:
        """Drop messages that only connections receive."""

    def check_again(self) -> None:
        """Look whether a new request with this token would be refused."""
        self._is_due = True
        if self._checks is None or self._checks.done():
            self._checks = asyncio.ensure_future(self._check())

    async def _check(self) -> None:
        while self._is_due:
            self._is_due = False
            try:
                who = await identified(self._request)
                check(WatchNotices(), who, "Authorization")
            except CommandRefused:
                self.stream.close()
            except Unavailable:
                self._look_in(SECONDS_UNTIL_ANOTHER_TRY)
            else:
                self.identity = who
                left = (who.until - self._services.matches.clock.now()) / 1000
                self._look_in(max(left, SECONDS_UNTIL_ANOTHER_TRY))

    def _look_in(self, seconds: float) -> None:
        if self._expiry is not None:
            self._expiry.cancel()
        self._expiry = asyncio.get_running_loop().call_later(seconds, self.check_again)


def _notice_id(said: str, where: str) -> NoticeId:
    if _NOTICE.fullmatch(said) is None:
        text = Text("This must be the id of a notice: up to 16 digits.")
        raise CommandRefused(RefusalCode.MALFORMED, text, where)
    return NoticeId(said)
