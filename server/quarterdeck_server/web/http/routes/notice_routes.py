"""A player's notices over plain HTTP, in pages and as a stream of events, and the player's seats."""

import re

from aiohttp import web
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
from quarterdeck_protocol.lobby.seats import GetSeats, Seats
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import Word, endpoint
from quarterdeck_server.web.http.event_streams import LINES, EventStream, StreamOwner, opened_stream
from quarterdeck_server.web.http.requests import body_of, identified, take
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.rate_limit.quotas import NOTICES, SEATS
from quarterdeck_server.web.scopes import check

LARGEST_BODY = 4_096

_NOTICE = re.compile(r"0|[1-9][0-9]{0,15}")

BEFORE = Word("before", "Only notices older than this one: the cursor of the previous page.")

notice_routes = web.RouteTableDef()


@notice_routes.get("/v1/me/notices")
@endpoint(Notices, query=(BEFORE,), quotas=(NOTICES,), scopes=GetNotices.open_to)
async def get_notices(request: web.Request) -> web.Response:
    """Return the caller's notices, newest first."""
    identity = await identified(request)
    before = BEFORE.of(request)
    check(GetNotices(), identity, "Authorization")
    take(request, NOTICES, identity.player.id)
    found = None if before is None else _notice_id(before, "?before")
    return as_json(await request.app[SERVICES].inboxes.page(identity.player.id, found))


@notice_routes.post("/v1/me/notices/read")
@endpoint(NoticesRead, body=ReadNotices, quotas=(NOTICES,), scopes=ReadNotices.open_to)
async def post_read(request: web.Request) -> web.Response:
    """Mark the caller's notices as read, up to one of them."""
    identity = await identified(request)
    command = await body_of(request, ReadNotices, LARGEST_BODY)
    check(command, identity, "Authorization")
    take(request, NOTICES, identity.player.id)
    return as_json(await request.app[SERVICES].inboxes.read(identity.player.id, command.up_to))


@notice_routes.get("/v1/me/events", allow_head=False)
@endpoint(kinds=("text/event-stream", LINES), quotas=(NOTICES,), scopes=WatchNotices.open_to)
async def get_events(request: web.Request) -> web.StreamResponse:
    """Stream the caller's notices as they come, after `Last-Event-ID`, or else from the first unread one."""
    identity = await identified(request)
    check(WatchNotices(), identity, "Authorization")
    take(request, NOTICES, identity.player.id)
    said = request.headers.get("Last-Event-ID")
    after = None if said is None else _notice_id(said, "Last-Event-ID")

    async def check_watch() -> Identity:
        identity = await identified(request)
        check(WatchNotices(), identity, "Authorization")
        return identity

    delivery, player = request.app[SERVICES].notice_delivery, identity.player.id
    with opened_stream(request, StreamOwner(identity, check_watch)) as stream:
        reader = _NoticeReader(stream)
        try:
            found = await delivery.subscribe(player, reader, after)
            for notice in reversed(found.notices):
                reader.notice(notice)
            return await stream.answer(request)
        finally:
            delivery.unsubscribe(player, reader)


class _NoticeReader:
    """The subscriber of a player's notices on an event stream."""

    def __init__(self, stream: EventStream) -> None:
        self._stream = stream

    def notice(self, notice: Notice) -> None:
        """Send a notice."""
        self._stream.put(wire.encode(Noticed(notice=notice)))


def _notice_id(said: str, where: str) -> NoticeId:
    if _NOTICE.fullmatch(said) is None:
        text = Text("This must be the id of a notice: up to 16 digits.")
        raise CommandRefused(RefusalCode.MALFORMED, text, where)
    return NoticeId(said)


@notice_routes.get("/v1/me/seats")
@endpoint(Seats, quotas=(SEATS,), scopes=GetSeats.open_to)
async def get_seats(request: web.Request) -> web.Response:
    """Return the caller's seats, ticket and offer."""
    identity = await identified(request)
    check(GetSeats(), identity, "Authorization")
    take(request, SEATS, identity.player.id)
    return as_json(await request.app[SERVICES].seats.of(identity.player.id))
