"""The pause during which no match begins and running matches continue to their ends, for one process or for all
servers.

The pause of all servers is a document that every process follows. Every commit that begins a match requires this
document to be unchanged (`MatchPause.unless_paused`). So no match begins after the order, even in a process that has
not received it (decision 51).
"""

import asyncio
from collections.abc import Callable

import msgspec
from msgspec import UNSET, UnsetType
from quarterdeck_protocol.lobby.moderation import PauseDetails
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collections import Collection, Snapshot
from quarterdeck_server.lobby.documents import DocumentStore, Unchanged
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.notifications import PauseChanged
from quarterdeck_server.periodic_work import PeriodicTask, repeat

SECONDS_BETWEEN_READS = 10.0
"""Seconds between two readings of the pause, because a notification may have been lost."""


class PauseRecord(msgspec.Struct, frozen=True):
    """The record of the pause of all servers, with its moderator and reason."""

    is_on: bool
    at: Milliseconds
    by: PlayerId
    why: str
    details: PauseDetails | UnsetType = UNSET
    """What players read of it."""


PAUSES = Collection("pause", PauseRecord)
OF_THE_HOUSE = "house"
"""The name of the only document."""

Subscriber = Callable[[bool], None]


class MatchPause:
    """The state of the pause as one process knows it."""

    def __init__(self, documents: DocumentStore, event_bus: EventBus, *, is_on_here: bool = False) -> None:
        self._documents = documents
        self._seen: Snapshot[PauseRecord] | None = None
        self._notified: PauseChanged | None = None
        """The last notification since the document was read; `None` without one."""

        self._notifications = 0
        self._subscribers: set[Subscriber] = set()
        self._refreshing = PeriodicTask()
        self._wake = asyncio.Event()
        self.is_on_here = is_on_here
        """True if this process pauses, regardless of the pause of all servers."""

        self._was: tuple[bool, PauseDetails | None] = (is_on_here, None)
        """The state in the last notification to the subscribers."""

        event_bus.subscribe(PauseChanged, self._changed)
        event_bus.subscribe_to_gaps(self._wake.set)

    @property
    def is_on_everywhere(self) -> bool:
        """True if all servers pause, as far as this process knows."""
        if self._notified is not None:
            return self._notified.is_on
        record = None if self._seen is None else self._seen.record
        return record is not None and record.is_on

    @property
    def is_on(self) -> bool:
        """True if no match may begin in this process."""
        return self.is_on_here or self.is_on_everywhere

    @property
    def details(self) -> PauseDetails | None:
        """The reason and the expected end of the pause of all servers; `None` if there are none."""
        if not self.is_on_everywhere:
            return None
        if self._notified is not None:
            return self._notified.details
        record = None if self._seen is None else self._seen.record
        return None if record is None or record.details is UNSET else record.details

    def set_here(self, is_on: bool) -> None:
        """Begin or end the pause of this process alone."""
        self.is_on_here = is_on
        self._notify()

    @property
    def subscribers(self) -> int:
        """Number of subscribers."""
        return len(self._subscribers)

    def subscribe(self, subscriber: Subscriber) -> None:
        """Notify this subscriber of every change of the pause here."""
        self._subscribers.add(subscriber)

    def has_subscriber(self, subscriber: Subscriber) -> bool:
        """True if this is a subscriber of the pause."""
        return subscriber in self._subscribers

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Stop notifying this subscriber of the pause."""
        self._subscribers.discard(subscriber)

    def _notify(self) -> None:
        now = (self.is_on, self.details)
        if self._was == now:
            return
        self._was = now
        for subscriber in list(self._subscribers):
            subscriber(self.is_on)

    def check(self) -> None:
        """Raise `CommandRefused` if no match may begin, as far as this process knows."""
        if self.is_on:
            text = Text(
                "No match can start right now, because the server is under maintenance. Running matches continue."
            )
            raise CommandRefused(RefusalCode.PAUSED, text)

    async def unless_paused(self) -> Unchanged:
        """Return the condition to commit with the begin of a match: if a pause has begun meanwhile, the commit is a
        conflict. Call `refresh` before the next attempt. Raises `CommandRefused`, `Unavailable`."""
        seen = self._seen if self._seen is not None and self._notified is None else await self.refresh()
        self.check()
        return seen.stays()

    async def refresh(self) -> Snapshot[PauseRecord]:
        """Read the state of the pause of all servers from the store. Raises `Unavailable`."""
        notifications = self._notifications
        (self._seen,) = await PAUSES.snapshots(self._documents, [OF_THE_HOUSE])
        if self._notifications == notifications:  # else what was told may be newer than what was read
            self._notified = None
        self._notify()
        return self._seen

    def start(self) -> None:
        """Start to follow the pause of all servers."""
        meanwhile = "a pause may be noticed late"
        self._refreshing.start(
            repeat(self.refresh, SECONDS_BETWEEN_READS, meanwhile=meanwhile, at_once=True, wake=self._wake)
        )

    async def close(self) -> None:
        """Stop following the pause of all servers."""
        await self._refreshing.stop()

    def _changed(self, news: PauseChanged) -> None:
        self._notified = news
        self._notifications += 1
        self._notify()
        self._wake.set()
