"""Replays over plain HTTP: a finished match as one of its viewers saw it.

A finished match never changes. So each process makes a replay once, as long as it is requested, and clients cache it. A
caller with access may see it from every seat, because the transcript is public to that caller anyway.
"""

import asyncio
from collections import OrderedDict
from typing import NamedTuple

from aiohttp import web
from msgspec import Raw
from quarterdeck_protocol.names import MatchId, Milliseconds, Seat, Viewer
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.transcripts.replay import Replay
from quarterdeck_protocol.transcripts.transcript import Opened
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.matches import match_refusals
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.catalogues import StaticAnswer
from quarterdeck_server.web.http.endpoints import WholeNumber, endpoint
from quarterdeck_server.web.http.replay_access import check_replay, is_for_all
from quarterdeck_server.web.http.replay_turns import making
from quarterdeck_server.web.rate_limit.quotas import REPLAY

MOST_SEATS = 1_000
MOST_BYTES_KEPT = 16 * 1024 * 1024

A_WEEK = "max-age=604800, immutable"
"""Cache time of a replay. A newer version of the server may show more, so it is not longer."""

replay_routes = web.RouteTableDef()


class Made(NamedTuple):
    """A replay that was made, with the opening of its match."""

    answer: StaticAnswer
    opened: Opened
    ended: Milliseconds


class ReplayCache:
    """A cache of the most recently requested replays, with a limit of their size."""

    def __init__(self, most_bytes: int = MOST_BYTES_KEPT) -> None:
        self._most_bytes = most_bytes
        self.size = 0
        """Number of bytes kept."""

        self._answers: OrderedDict[tuple[MatchId, Viewer], Made] = OrderedDict()

    def get(self, match: MatchId, viewer: Viewer) -> Made | None:
        """Return a replay with the opening of its match; `None` if it is not in the cache."""
        found = self._answers.get((match, viewer))
        if found is not None:
            self._answers.move_to_end((match, viewer))
        return found

    def put(self, match: MatchId, viewer: Viewer, made: Made) -> None:
        """Add a replay to the cache, and drop the least recently requested ones if there is no room."""
        self._drop(self._answers.pop((match, viewer), None))
        self._answers[match, viewer] = made
        self.size += len(made.answer.plain) + len(made.answer.packed)
        while self.size > self._most_bytes:
            self._drop(self._answers.popitem(last=False)[1])

    def _drop(self, gone: Made | None) -> None:
        if gone is not None:
            self.size -= len(gone.answer.plain) + len(gone.answer.packed)


REPLAYS: web.AppKey[ReplayCache] = web.AppKey("replays", ReplayCache)


SEAT = WholeNumber("seat", 0, MOST_SEATS, "From which seat; without it, as spectators saw it.")


@replay_routes.get("/v1/matches/{match}/replay")
@endpoint(Replay[Raw, Raw, Raw], query=(SEAT,), quotas=(REPLAY,))
async def get_replay(request: web.Request) -> web.Response:
    """Return a finished match as a seat or spectators saw it. If the match was private, only its players get the
    replay."""
    match, number = MatchId(request.match_info["match"]), SEAT.of(request)
    seat = None if number is None else Seat(number)
    cache = request.app[REPLAYS]
    made = cache.get(match, seat)
    if made is None:
        async with making(request):
            made = cache.get(match, seat)  # another request may have made it meanwhile
            if made is None:
                made = await _made(request, match, seat)
                cache.put(match, seat, made)
    await _check(request, match, seat, made.opened, made.ended)
    audience = "public" if is_for_all(request, made.opened, made.ended) else "private"
    return made.answer.answer(request, f"{audience}, {A_WEEK}")


async def _made(request: web.Request, match: MatchId, seat: Viewer) -> Made:
    seen: list[tuple[Opened, Milliseconds]] = []

    async def check(opened: Opened, newest: Milliseconds) -> None:
        await _check(request, match, seat, opened, newest)
        seen.append((opened, newest))

    body = await request.app[SERVICES].matches.replay(match, seat, check)
    return Made(await asyncio.to_thread(StaticAnswer, body), *seen[0])


async def _check(request: web.Request, match: MatchId, seat: Viewer, opened: Opened, newest: Milliseconds) -> None:
    """Raise `CommandRefused` if the caller may not see the replay of this match, or the match has no such seat. A
    running match gives the same refusal for every seat. Otherwise the answer would reveal when the newest entry was
    written."""
    await check_replay(request, seat, opened, newest)
    if _has_no(seat, opened) and not await request.app[SERVICES].matches.is_over(match):
        raise match_refusals.no_replay_yet(opened)
    check_seat(seat, opened)


def check_seat(seat: Viewer, opened: Opened) -> None:
    """Raise `CommandRefused` if a match has no such seat."""
    if _has_no(seat, opened):
        text = Text("This match has the seats 0 to {number}.", number=len(opened.players) - 1)
        raise CommandRefused(RefusalCode.NO_SUCH_SEAT, text, "?seat")


def _has_no(seat: Viewer, opened: Opened) -> bool:
    return seat is not None and seat >= len(opened.players)
