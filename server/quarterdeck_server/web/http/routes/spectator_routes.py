"""Routes for pages and scripts that only watch: the list of tables, and the events of the lobby and of a match."""

import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from urllib.parse import urlencode

from aiohttp import hdrs, web
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.lobby.tables import Tables, TableStage, WatchLobby
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Version
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Scope
from quarterdeck_protocol.transcripts.transcript import Opened
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.fair_queue import Sharer
from quarterdeck_server.lobby.tables.live_list import wanted_by
from quarterdeck_server.matches.audience import SpectatorRights, Viewing
from quarterdeck_server.matches.match import Match
from quarterdeck_server.matches.match_refusals import no_transcript_yet as not_over
from quarterdeck_server.translations import match_news_in
from quarterdeck_server.web.connection_services import SERVICES, Services
from quarterdeck_server.web.http.catalogues import CACHE_CONTROL
from quarterdeck_server.web.http.endpoints import Flag, WholeNumber, Word, Words, endpoint
from quarterdeck_server.web.http.event_streams import LINES, OVERLAY_EVENTS, StreamOwner, opened_stream
from quarterdeck_server.web.http.replay_access import is_for_all
from quarterdeck_server.web.http.replay_turns import making
from quarterdeck_server.web.http.requests import identified, known_asker, language_of
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES
from quarterdeck_server.web.rate_limit.finished_matches import open_match
from quarterdeck_server.web.rate_limit.quotas import LIST, REPLAY

MOST_SEATS = 64
LONGEST_TIME_LIMIT = 86_400_000
MOST_GAMES = 64
TRANSCRIPTS_A_PAGE = 20
MOST_TIME = 2**53 - 1

STREAMS = ("text/event-stream", LINES)
_LAST_EVENT = re.compile(r"(\d{1,15})\.([0-9a-f]{64})")

GAMES = Words("game", MOST_GAMES, "Only tables of this game, or of these.")
OPEN_SEATS = WholeNumber("open_seats", 0, MOST_SEATS, "Only tables that gather and have at least so many free seats.")
RATED = Flag("rated", "Only tables whose matches count for ratings, or only those whose do not.")
LEAST = WholeNumber(
    "least_time_limit", 1_000, LONGEST_TIME_LIMIT, "Only tables whose seats may think that long at least."
)
MOST = WholeNumber("most_time_limit", 1_000, LONGEST_TIME_LIMIT, "Only tables whose seats may think at most so long.")
STAGE = Word(
    "stage", "Only tables that have come so far.", (TableStage.GATHERING, TableStage.PLAYING), has_default=False
)
AFTER = Word("after", "As `Last-Event-ID`: the version of the last update, a dot and its link.")
PLAYER = Word("player", "Only matches of this player.")
DAY = Word("day", "Only matches that ended on this day in UTC, as `2026-11-30`.")
BEFORE = WholeNumber("before", 1, MOST_TIME, "Only matches that ended before this time: the next page.")
FILTER = (GAMES, OPEN_SEATS, RATED, LEAST, MOST)

spectator_routes = web.RouteTableDef()


@spectator_routes.get("/v1/tables")
@endpoint(Tables, query=(*FILTER, STAGE), quotas=(LIST,))
async def get_tables(request: web.Request) -> web.Response:
    """List the tables at which players gather or play, the most recently changed first. With a token, tables hidden
    from its player are left out."""
    wanted, stage = wanted_by(_filter(request)), _stage(request)
    tables = request.app[SERVICES].tables
    shown = [tables.subscribers.shown(table) for table in await tables.service.listed(None, await known_asker(request))]
    listed = tuple(table for table in shown if wanted.passes(table) and stage in (None, table.stage))
    return as_json(Tables(tables=listed))


@spectator_routes.get("/v1/lobby/events", allow_head=False)
@endpoint(kinds=STREAMS, query=FILTER, quotas=(LIST,))
async def get_lobby_events(request: web.Request) -> web.StreamResponse:
    """Stream the list of tables, and all its changes. With a token, tables hidden from its player are left out."""
    board = request.app[SERVICES].tables.repository.board
    wanted, player = _filter(request), await known_asker(request)
    with opened_stream(request) as stream:
        try:
            stream.put(wire.encode(await board.subscribe(stream.put, wanted, lambda: player)))
            return await stream.answer(request)
        finally:
            board.unsubscribe(stream.put)


@spectator_routes.get("/v1/matches/{match}/events", allow_head=False)
@endpoint(kinds=STREAMS, query=(AFTER,))
async def get_match_events(request: web.Request) -> web.StreamResponse:
    """Stream a match as spectators see it, with all its events, until it has ended."""
    services, address = request.app[SERVICES], request.app[ADDRESSES].of(request)
    match = await open_match(MatchId(request.match_info["match"]), services.matches, services.quotas, address)
    if not match.may_be_watched(lambda _: False):
        raise match.no_spectators("$.match")
    since, link = _last_event(request)
    if match.is_over and link is not None and (since, link) == (match.record.version, match.record.link.hex()):
        return web.Response(status=204)  # a browser does not reconnect after this status
    language = language_of(request)
    with opened_stream(request) as stream:
        viewing = Viewing(
            None,
            stream.put,
            send_message=lambda message: stream.put(wire.encode(match_news_in(language, message))),
            sharer=Sharer(stream.address, ""),
        )
        match.join(viewing)
        try:
            await match.answer_watch(viewing, since, None, link)
            return await stream.answer(request)
        finally:
            match.leave(viewing)


@spectator_routes.get(OVERLAY_EVENTS, allow_head=False)
@endpoint(kinds=STREAMS, scopes=(Scope.OVERLAY,))
async def get_overlay_events(request: web.Request) -> web.StreamResponse:
    """Stream the running match of the token's player from the player's seat, for an overlay over a stream, until it has
    ended. It is behind by the delay of the token and by that of spectators. `204` means that the player is in no
    match."""
    check = partial(identified, request, for_overlay=True)
    identity, services = await check(), request.app[SERVICES]
    match = await _match_of(services, identity.player.id)
    seat = None if match is None else match.seat_of(identity.player.id)
    if match is None or seat is None:
        return web.Response(status=204)
    language = language_of(request)
    with opened_stream(request, StreamOwner(identity, check, is_present=False)) as stream:
        viewing = Viewing(
            None,
            stream.put,
            send_message=lambda message: stream.put(wire.encode(match_news_in(language, message))),
            rights=SpectatorRights(through=seat),
        )
        viewing.is_hidden = True
        match.join_overlay(viewing, Milliseconds(1000 * (identity.overlay_delay or 0)))
        try:
            await match.answer_watch(viewing, None, None)
            return await stream.answer(request)
        finally:
            match.leave(viewing)


async def _match_of(services: Services, player: PlayerId) -> Match | None:
    """Return the running match of a player, of several the one at the table with the newest seat; `None` without one.
    Raises `Unavailable`."""
    tables = services.tables
    for id_ in reversed(await tables.service.may_sit_at(player)):
        table = await tables.repository.find(id_)
        if table is not None and table.stage is TableStage.PLAYING and player in table.people:
            with suppress(CommandRefused):  # its log is not there any more
                return await services.matches.open(table.match)
    return None


@spectator_routes.get("/v1/transcripts", allow_head=False)
@endpoint(kinds=(LINES,), query=(PLAYER, DAY, BEFORE), quotas=(REPLAY,))
async def get_transcripts(request: web.Request) -> web.Response:
    """Return the transcripts of finished matches that everybody could watch, one a line, newest first, of a day or
    a player. A `Link` leads to the next page."""
    since, before = _day(request)
    before = min(before, BEFORE.of(request) or before)
    services, player = request.app[SERVICES], PLAYER.of(request)
    named = None if player is None else PlayerId(player)
    matches, following = await services.standings.public_matches(named, since, before, TRANSCRIPTS_A_PAGE)
    lines = list[bytes]()

    async def check(opened: Opened, newest: Milliseconds) -> None:
        if not is_for_all(request, opened, newest):
            raise not_over(opened)

    async with making(request):
        for match in matches:
            with suppress(CommandRefused):  # its log is not there any more, or nobody may see it again
                lines.append(await services.matches.encoded_transcript(match, check) + b"\n")
    answer = web.Response(body=b"".join(lines), content_type=LINES, headers={hdrs.CACHE_CONTROL: CACHE_CONTROL})
    if following is not None:
        query = {**request.query, BEFORE.name: str(following)}
        answer.headers[hdrs.LINK] = f'<{request.path}?{urlencode(query)}>; rel="next"'
    return answer


def _day(request: web.Request) -> tuple[float, float]:
    """Return the begin and the end of the day in the query, in milliseconds; without one, all times. Raises
    `CommandRefused`."""
    said = DAY.of(request)
    if said is None:
        return 0, MOST_TIME
    try:
        day = datetime.strptime(said, "%Y-%m-%d").replace(tzinfo=UTC)
        following = day + timedelta(days=1)
    except (ValueError, OverflowError):
        text = Text("`day` must be a day in UTC, as 2026-11-30.")
        raise CommandRefused(RefusalCode.MALFORMED, text, "?day") from None
    return day.timestamp() * 1000, following.timestamp() * 1000


def _last_event(request: web.Request) -> tuple[Version | None, str | None]:
    """Return the last version that a reader has seen and its link, if the request has it. Raises `CommandRefused` if it
    cannot be read."""
    header = request.headers.get("Last-Event-ID")
    said = AFTER.of(request) if header is None else header
    if said is None:
        return None, None
    found = _LAST_EVENT.fullmatch(said)
    if found is None:
        where = "?after" if header is None else "Last-Event-ID"
        text = Text("`Last-Event-ID` must be the id of an event of this match: its version, a dot and its link.")
        raise CommandRefused(RefusalCode.MALFORMED, text, where)
    return Version(int(found[1])), found[2]


def _filter(request: web.Request) -> WatchLobby:
    """Return the filter for the list of tables, from the same parameters as in `watch_lobby`. Raises
    `CommandRefused`."""
    games = GAMES.of(request)
    request.app[SERVICES].tables.service.check_games([GameName(game) for game in games], "?game")
    return WatchLobby(
        games=tuple(GameName(game) for game in games) if games else None,
        open_seats=OPEN_SEATS.of(request) or 0,
        rated=RATED.of(request),
        least_time_limit=LEAST.of(request),
        most_time_limit=MOST.of(request),
    )


def _stage(request: web.Request) -> TableStage | None:
    stage = STAGE.of(request)
    return None if stage is None else TableStage(stage)
