"""Delivery of notices to those readers of inboxes that are connected to this process.

A notification between processes only names the inboxes that have changed. Each inbox is then read from the store, and
each reader gets the notices after the last one that it received. The same happens when notifications may have been
lost. So there is one way for both cases, and nothing is lost between a commit and its delivery.
"""

import asyncio
from collections.abc import Sequence
from itertools import islice
from typing import Protocol

import structlog
from quarterdeck_protocol.lobby.notices import Notice, NoticeId, Notices
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.notices.inbox import Inboxes, InboxRecord
from quarterdeck_server.lobby.notices.notifications import InboxesChanged
from quarterdeck_server.store_errors import Unavailable

SECONDS_UNTIL_ANOTHER_TRY = 1.0
MOST_AT_ONCE = 100
"""Limit of inboxes that are read in one round trip."""

_log = structlog.get_logger()


class NoticeReader(Protocol):
    """Interface of a receiver of one player's notices: a connection, a stream of events, or another channel."""

    def notice(self, notice: Notice) -> None:
        """Receive one notice. It must not wait and must not raise."""
        ...


class NoticeDelivery:
    """Sends the notices of players to their readers in this process."""

    def __init__(self, inboxes: Inboxes, event_bus: EventBus) -> None:
        self._inboxes = inboxes
        self._readers: dict[PlayerId, dict[NoticeReader, int]] = {}
        """The readers of each player, with the id of the last notice that each one got."""

        self._waiting: dict[PlayerId, None] = {}
        self._sending: asyncio.Task[None] | None = None
        event_bus.subscribe(InboxesChanged, lambda news: self.refresh(news.players))
        event_bus.subscribe_to_gaps(lambda: self.refresh(tuple(self._readers)))

    @property
    def readers(self) -> int:
        """Number of readers of inboxes in this process."""
        return sum(map(len, self._readers.values()))

    @property
    def waiting(self) -> int:
        """Number of players whose inboxes must still be read."""
        return len(self._waiting)

    async def subscribe(self, player: PlayerId, reader: NoticeReader, after: NoticeId | None) -> Notices:
        """Send a reader all new notices of a player from now on. Return the notices after the id `after`, or the unread
        ones. Raises `Unavailable`."""
        inbox = (await self._inboxes.of([player]))[0]
        last = inbox.read if after is None else min(int(after), inbox.newest)
        found = self._inboxes.shown(inbox, last)
        self._readers.setdefault(player, {})[reader] = int(found.notices[0].id) if found.notices else last
        self.refresh((player,))  # what was added while the inbox was read
        return found

    def unsubscribe(self, player: PlayerId, reader: NoticeReader) -> None:
        """Stop sending notices to this reader."""
        readers = self._readers.get(player, {})
        readers.pop(reader, None)
        if not readers:
            self._readers.pop(player, None)

    def last_of(self, player: PlayerId, reader: NoticeReader) -> NoticeId | None:
        """Return the id of the last notice that a reader received; `None` if it does not follow the player's inbox."""
        last = self._readers.get(player, {}).get(reader)
        return None if last is None else NoticeId(str(last))

    def refresh(self, players: Sequence[PlayerId]) -> None:
        """Read the inboxes of those players who have readers here, and send the new notices."""
        self._waiting.update(dict.fromkeys(player for player in players if player in self._readers))
        if self._waiting and (self._sending is None or self._sending.done()):
            self._sending = asyncio.ensure_future(self._send())

    async def settle(self) -> None:
        """Wait until all notices have been sent."""
        while self._sending is not None and not self._sending.done():
            await asyncio.gather(self._sending, return_exceptions=True)

    async def close(self) -> None:
        """Cancel deliveries in progress. Readers continue at another process, after the last notice that they
        received."""
        if self._sending is not None:
            self._sending.cancel()
            await asyncio.gather(self._sending, return_exceptions=True)

    async def _send(self) -> None:
        while self._waiting:
            players = list(islice(self._waiting, MOST_AT_ONCE))
            for player in players:
                del self._waiting[player]
            try:
                inboxes = await self._inboxes.of(players)
            except Unavailable as error:
                _log.info("notices are delivered later", why=str(error))
                self._waiting.update(dict.fromkeys(players))
                await asyncio.sleep(SECONDS_UNTIL_ANOTHER_TRY)
                continue
            for player, inbox in zip(players, inboxes, strict=True):
                self._deliver(player, inbox)

    def _deliver(self, player: PlayerId, inbox: InboxRecord) -> None:
        readers = self._readers.get(player, {})
        for reader, last in list(readers.items()):
            for notice in inbox.notices:
                if int(notice.id) > last and reader in readers:
                    readers[reader] = int(notice.id)
                    reader.notice(notice)
