"""Readings of tournaments: the state and the standings after a log, computed once for all who ask.

Hundreds of players of one event ask for it every few seconds. A large log is computed in a thread, so that nobody else
waits for it.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeVar

from quarterdeck_protocol.lobby.tournaments import Tournament as TournamentShown
from quarterdeck_protocol.lobby.tournaments import TournamentId
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.accounts.accounts import shown_as
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.tournaments.tournament_log import AnyEvent, TournamentRecord
from quarterdeck_server.lobby.tournaments.tournament_pages import Page, page_of
from quarterdeck_server.lobby.tournaments.tournament_view import (
    Reading,
    people_of,
    people_of_appeals,
    reading_of,
    view_of,
)

MANY_EVENTS = 400
"""Number of events of a log from which a thread computes it: some milliseconds of a core."""

MOST_KEPT = 128
"""Limit of readings that are kept, one for each tournament."""

Found = TypeVar("Found")


class _Kept(NamedTuple):
    number: int
    last: AnyEvent
    """The number of events, and the last one of them."""

    reading: "asyncio.Future[Reading]"


class TournamentReadings:
    """The newest readings of tournaments in this process."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents
        self._kept: dict[TournamentId, _Kept] = {}

    async def of(self, record: TournamentRecord) -> Reading:
        """Return the reading of a log. All callers that ask meanwhile wait for the same computation."""
        kept = self._kept.pop(record.id, None)
        if kept is None or (kept.number, kept.last) != (len(record.log), record.log[-1]) or _has_failed(kept.reading):
            reading = asyncio.ensure_future(computed(len(record.log), partial(reading_of, record)))
            kept = _Kept(len(record.log), record.log[-1], reading)
        self._kept[record.id] = kept
        while len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return await asyncio.shield(kept.reading)  # a caller that leaves does not take it from the others

    async def shown(
        self,
        record: TournamentRecord,
        viewer: PlayerId | None = None,
        *,
        is_whole: bool = False,
        page: Page | None = None,
    ) -> TournamentShown:
        """Return a tournament as everybody may see it. Of an arena, only the first players are shown and the viewer's
        own row, unless it is to be shown `is_whole`. Raises `CommandRefused` for a page that is not there, and
        `Unavailable`."""
        reading = await self.of(record)
        part = None if page is None else page_of(reading.state, reading.standings, page, viewer, len(record.log))
        people = people_of(reading, viewer, is_whole=is_whole) if part is None else part.people
        people = list(dict.fromkeys([*people, *people_of_appeals(reading.state)]))
        accounts = await ACCOUNTS.read_many(self._documents, people)
        known = {each: shown_as(each, account) for each, account in zip(people, accounts, strict=True)}
        events = len(record.log) if part is None else 0
        return await computed(events, partial(view_of, reading, known, record.decks, part))


async def computed(events: int, work: Callable[[], Found]) -> Found:
    """Return what pure work on a log of so many events finds."""
    return await asyncio.to_thread(work) if events >= MANY_EVENTS else work()


def _has_failed(reading: "asyncio.Future[Reading]") -> bool:
    return reading.done() and (reading.cancelled() or reading.exception() is not None)
