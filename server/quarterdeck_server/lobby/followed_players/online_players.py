"""The players with an account who are online, in an index by the time when their process noted them last.

A player who comes online is one write, however many players follow them. Nobody is notified of it: followers read the
index by the ids of the players whom they follow. Each process notes its players again from time to time, so the players
of a process that dies go offline soon. Invisible players are not in the index.

No step here looks at all players of the process: an arrival looks at those who have arrived, and a check at those who
have changed and those whose last note is old.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import islice, takewhile

import structlog
from quarterdeck_protocol.lobby.social.follow_lists import SeenBy
from quarterdeck_protocol.names import Milliseconds, PlayerId

from quarterdeck_server.lobby.documents import DocumentStore, IndexEntry, IndexSweep
from quarterdeck_server.lobby.event_bus import EventBus, notification
from quarterdeck_server.lobby.followed_players.notifications import PlayersLeft
from quarterdeck_server.periodic_work import PeriodicTask, repeat
from quarterdeck_server.store_errors import Unavailable

ONLINE = "online"
"""Name of the index of the players who are online, by the time of the last note."""

SECONDS_BETWEEN_CHECKS = 5.0
"""Seconds between two checks for players who have left. A player who is back meanwhile was online all the time."""

MILLISECONDS_BETWEEN_NOTES = 20_000
MILLISECONDS_BELIEVED = 50_000
"""Milliseconds after which a note is ignored. Its process may have died."""

MOST_AT_ONCE = 500
"""Limit of players that are noted in one commit."""

_log = structlog.get_logger()


class OnlinePlayers:
    """Notes the players of this process as online, and reads which players are."""

    def __init__(self, documents: DocumentStore, event_bus: EventBus, now: Callable[[], Milliseconds]) -> None:
        self._documents = documents
        self._now = now
        self.here: Callable[[], Mapping[PlayerId, SeenBy]] = dict
        """Returns the players with an account and a connection to this process, without copying them."""

        self._noted: dict[PlayerId, Milliseconds] = {}
        """The players whom this process has noted, with the times, the oldest first."""

        self._arrived: dict[PlayerId, None] = {}
        self._changed: dict[PlayerId, None] = {}
        """The players whom the next check looks at: they may have left, or could not be noted."""

        self._noting: asyncio.Task[None] | None = None
        self._checking = PeriodicTask()
        self._is_closed = False
        event_bus.subscribe(PlayersLeft, lambda news: self._left_elsewhere(news.players))

    @property
    def noted(self) -> int:
        """Number of players whom this process has noted."""
        return len(self._noted)

    def start(self) -> None:
        """Start to check periodically for players who have left, and to mark the others as online again."""
        self._checking.start(repeat(self.refresh, SECONDS_BETWEEN_CHECKS, meanwhile="players who leave stay online"))

    async def close(self) -> None:
        """Stop, and note that all players have left this process."""
        self._is_closed = True
        await self._checking.stop()
        if self._noting is not None:
            self._noting.cancel()
            await asyncio.gather(self._noting, return_exceptions=True)
        with suppress(Unavailable):
            await self._remove(list(self._noted))

    def change(self, player: PlayerId) -> None:
        """Note a player of this process as online soon, unless that was done. The next check looks at one who was noted
        and has left or is invisible now."""
        if player in self._noted:
            self._changed[player] = None
        elif self._is_visible(player):
            self._arrived[player] = None
            if self._noting is None or self._noting.done():
                self._noting = asyncio.ensure_future(self._note_arrived())

    async def settle(self) -> None:
        """Wait until all players who have arrived are noted."""
        while self._noting is not None and not self._noting.done():
            await asyncio.gather(self._noting, return_exceptions=True)

    async def refresh(self) -> None:
        """Remove the players who have left or are invisible now, and note the others again. Raises `Unavailable`."""
        changed, self._changed = self._changed, {}
        due = self._now() - MILLISECONDS_BETWEEN_NOTES
        old = [player for player, _ in takewhile(lambda each: each[1] <= due, self._noted.items())]
        try:
            await self._remove([each for each in {**changed, **dict.fromkeys(old)} if self._has_left(each)])
            late = [each for each in changed if each not in self._noted]
            await self._note([player for player in (*late, *old) if self._is_visible(player)])
        except Unavailable:
            self._changed = {**changed, **self._changed}
            raise

    async def read(self, players: Sequence[PlayerId]) -> list[bool]:
        """Return for each of these players whether they are online. Raises `Unavailable`."""
        oldest = self._now() - MILLISECONDS_BELIEVED
        return [at is not None and at > oldest for at in await self._documents.numbers_of(ONLINE, players)]

    def _is_visible(self, player: PlayerId) -> bool:
        return self.here().get(player, SeenBy.NOBODY) is not SeenBy.NOBODY

    def _has_left(self, player: PlayerId) -> bool:
        return player in self._noted and not self._is_visible(player)

    async def _note_arrived(self) -> None:
        while self._arrived:
            players = list(islice(self._arrived, MOST_AT_ONCE))
            for player in players:
                del self._arrived[player]
            try:
                await self._note([player for player in players if self._is_visible(player)])
            except Unavailable as error:
                self._changed.update(dict.fromkeys(players))
                _log.info("players are noted as online later", why=str(error))

    async def _note(self, players: Sequence[PlayerId]) -> None:
        for some in _batches(players):
            now = self._now()
            entries = [IndexEntry(ONLINE, player, now) for player in some]
            await self._documents.commit([], [*entries, IndexSweep(ONLINE, now - MILLISECONDS_BELIEVED)])
            for player in some:
                self._noted.pop(player, None)  # so that it comes last
                self._noted[player] = now
                if not self._is_visible(player):  # any more
                    self._changed[player] = None

    async def _remove(self, players: Sequence[PlayerId]) -> None:
        for some in _batches(players):
            for player in some:
                self._noted.pop(player, None)
            entries = [IndexEntry(ONLINE, player, None) for player in some]
            await self._documents.commit([], entries, notification(PlayersLeft(tuple(some))))

    def _left_elsewhere(self, players: Iterable[PlayerId]) -> None:
        here = self.here()
        for player in players:
            if player in here and not self._is_closed:
                self._noted.pop(player, None)
                self.change(player)


def _batches(players: Sequence[PlayerId]) -> list[Sequence[PlayerId]]:
    return [players[at : at + MOST_AT_ONCE] for at in range(0, len(players), MOST_AT_ONCE)]
