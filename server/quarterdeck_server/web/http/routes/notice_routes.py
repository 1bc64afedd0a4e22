"""A player's notices over plain HTTP: in pages, and as a stream of events."""

import re

from aiohttp import web
from quarterdeck_protocol.close_codes import CloseCode
from quarterdeck_protocol.encoding import wire
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
from quarterdeck_protocol.sides import FromServer, Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.web.connection_services import SERVICES, Services
from quarterdeck_server.web.http.endpoints import Word, endpoint
from quarterdeck_server.web.http.event_streams import EventStream, opened_stream
from quarterdeck_server.web.http.requests import body_of, identified, take
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.identity import ConnectionIdentity
from quarterdeck_server.web.rate_limit.quotas import NOTICES
from quarterdeck_server.web.scopes import check

LARGEST_BODY = 4_096

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
    reader = StreamReader(request.app[SERVICES], opened_stream(request), who)
    try:
        await reader.start(after)
        return await reader.stream.answer(request)
    finally:
        reader.end()


class StreamReader:
    """A stream of a player's notices. It ends when the token may not read them any more."""

    def __init__(self, services: Services, stream: EventStream, who: Identity) -> None:
        self.stream = stream
        self._services = services
        self._who = who
        self._identity = ConnectionIdentity(
            services, self._ignore, self._close, self._moved, self._renamed, lambda _: None, stream.address
        )

    async def start(self, after: NoticeId | None) -> None:
        """Send the notices after this one, or the unread ones, and all that follow. Raises `Unavailable`."""
        self._identity.resume_as(self._who)
        player = self._who.player.id
        found = await self._services.notice_delivery.follow(player, self, after)
        for notice in reversed(found.notices):
            self.notice(notice)
        self._identity.check_again()

    def notice(self, notice: Notice) -> None:
        """Send a notice."""
        self.stream.put(wire.encode(Noticed(notice=notice)))

    def end(self) -> None:
        """Stop sending notices on this event stream."""
        self._services.notice_delivery.unfollow(self._who.player.id, self)
        self._identity.end()

    def _ignore(self, message: FromServer) -> None:
        """Drop messages that only connections receive."""

    def _close(self, code: int, reason: str) -> None:
        if code != CloseCode.TAKEN_UP_ELSEWHERE:  # a stream shares its session with a connection
            self.stream.close()

    async def _moved(self, before: Identity | None, who: Identity | None) -> None:
        if who is None:
            self.stream.close()

    async def _renamed(self, player: Player) -> None:
        """Event: the player has another name. Notices do not contain it."""


def _notice_id(said: str, where: str) -> NoticeId:
    if _NOTICE.fullmatch(said) is None:
        text = Text("This must be the id of a notice: up to 16 digits.")
        raise CommandRefused(RefusalCode.MALFORMED, text, where)
    return NoticeId(said)
