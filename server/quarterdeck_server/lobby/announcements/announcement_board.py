"""The announcements of operators as one process knows them.

All announcements are one document. A notification says that it has changed, and each process reads it every two
seconds, so planned announcements begin and end by the clock of the store.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType

import msgspec
from msgspec import UNSET, UnsetType
from quarterdeck_protocol.lobby.announcements import Announcement, AnnouncementId
from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.names import Milliseconds, PlayerId

from quarterdeck_server.lobby.announcements.notifications import AnnouncementsStored
from quarterdeck_server.lobby.collections import Collection, Snapshot
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.periodic_work import PeriodicTask, repeat

SECONDS_BETWEEN_LOOKS = 2.0
MOST = 20
"""Limit of announcements that are in force or planned."""


class AnnouncementRecord(msgspec.Struct, frozen=True):
    """The record of an announcement. The operator is in the audit log alone."""

    id: AnnouncementId
    texts: Mapping[str, str]
    """The text in each language, the default one first."""

    begins: Milliseconds
    ends: Milliseconds
    club: ClubId | UnsetType = UNSET
    """The club whose members alone are shown it."""

    def shown(self, language: str) -> Announcement:
        """Return the announcement in a language, or in the default one."""
        text = self.texts.get(language) or next(iter(self.texts.values()))
        return Announcement(id=self.id, text=text, begins=self.begins, ends=self.ends)


class AnnouncementsRecord(msgspec.Struct, frozen=True):
    """The record of all announcements, in the order of their begin."""

    each: tuple[AnnouncementRecord, ...] = ()

    def lasting(self, now: Milliseconds) -> tuple[AnnouncementRecord, ...]:
        """Return the announcements that have not ended."""
        return tuple(record for record in self.each if record.ends > now)


ANNOUNCEMENTS = Collection("announcements", AnnouncementsRecord)
OF_THE_HOUSE = "house"
"""The name of the only document."""


Subscriber = Callable[[], None]
MembersOf = Callable[[Sequence[ClubId]], Awaitable[Mapping[ClubId, frozenset[PlayerId]]]]
"""Returns the members of those of these clubs that exist. Raises `Unavailable`."""


class AnnouncementBoard:
    """The announcements that are in force, in one process."""

    def __init__(self, documents: DocumentStore, event_bus: EventBus, members_of: MembersOf) -> None:
        self._documents = documents
        self.members_of = members_of
        self._members: Mapping[ClubId, frozenset[PlayerId]] = {}
        self._subscribers: set[Subscriber] = set()
        self._refreshing = PeriodicTask()
        self._wake = asyncio.Event()
        self.now: tuple[AnnouncementRecord, ...] = ()
        """The announcements in force."""

        event_bus.subscribe(AnnouncementsStored, lambda _: self._wake.set())
        event_bus.subscribe_to_gaps(self._wake.set)

    def subscribe(self, subscriber: Subscriber) -> None:
        """Notify this subscriber whenever other announcements are in force."""
        self._subscribers.add(subscriber)

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Stop notifying this subscriber of announcements."""
        self._subscribers.discard(subscriber)

    def has_subscriber(self, subscriber: Subscriber) -> bool:
        """True if this is a subscriber of announcements."""
        return subscriber in self._subscribers

    async def refresh(self) -> Snapshot[AnnouncementsRecord]:
        """Read the announcements from the store, and notify the subscribers of a change. Raises `Unavailable`."""
        (seen,), now = (await ANNOUNCEMENTS.snapshots(self._documents, [OF_THE_HOUSE]), await self._documents.now())
        lasting = (seen.record or AnnouncementsRecord()).lasting(now)
        in_force = tuple(record for record in lasting if record.begins <= now)
        clubs = list(dict.fromkeys(record.club for record in in_force if record.club))
        members = await self.members_of(clubs) if clubs else {}
        if (in_force, members) != (self.now, self._members):
            self.put_in_force(in_force, members)
        return seen

    def shown_to(self, players: frozenset[PlayerId], language: str) -> tuple[Announcement, ...]:
        """Return the announcements in force for a player, in a language. A bot comes with its owner, and nobody without
        an id."""
        return tuple(
            each.shown(language)
            for each in self.now
            if not each.club or not players.isdisjoint(self._members.get(each.club, ()))
        )

    def put_in_force(
        self,
        announcements: tuple[AnnouncementRecord, ...],
        members: Mapping[ClubId, frozenset[PlayerId]] = MappingProxyType({}),
    ) -> None:
        """Make these the announcements in force, with the members of their clubs, and notify all subscribers."""
        self.now, self._members = announcements, members
        for subscriber in list(self._subscribers):
            subscriber()

    def start(self) -> None:
        """Start to follow the announcements."""
        meanwhile = "an announcement may be shown late"
        self._refreshing.start(
            repeat(self.refresh, SECONDS_BETWEEN_LOOKS, meanwhile=meanwhile, at_once=True, wake=self._wake)
        )

    async def close(self) -> None:
        """Stop following the announcements."""
        await self._refreshing.stop()
