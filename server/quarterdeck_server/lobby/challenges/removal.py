"""Removal of a player's challenges, and of the notices of them, when their account is deleted."""

from collections.abc import Callable, Collection

import msgspec
from quarterdeck_protocol.lobby.social.challenges import ChallengeStage
from quarterdeck_protocol.names import Milliseconds, PlayerId

from quarterdeck_server.lobby.challenges.challenge_links import EXPIRING_LINKS, LINKS
from quarterdeck_server.lobby.challenges.challenge_records import (
    CHALLENGE_COUNTS,
    CHALLENGERS,
    CHALLENGES,
    NEW,
    NONE_MADE,
    SECONDS_KEPT,
)
from quarterdeck_server.lobby.challenges.challenge_writes import EXPIRING
from quarterdeck_server.lobby.clubs.club_records import CLUBS
from quarterdeck_server.lobby.clubs.memberships import MEMBERSHIPS, MembershipsRecord
from quarterdeck_server.lobby.collections import ExtraWrites
from quarterdeck_server.lobby.documents import Change, DocumentStore, IndexEntry, Unchanged
from quarterdeck_server.lobby.notices.inbox import EMPTY, INBOXES, challenging
from quarterdeck_server.lobby.notices.inbox import SECONDS_KEPT as INBOX_SECONDS
from quarterdeck_server.lobby.private_messages.conversation_records import conversations_of

MOST_WRITTEN = 500
"""Limit of conversations whose notices are removed with an account. Older notices have expired."""


class ChallengeRemoval:
    """Cancels the challenges of deleted accounts, and removes the notices of them from the inboxes of others."""

    def __init__(self, documents: DocumentStore, now: Callable[[], Milliseconds]) -> None:
        self._documents = documents
        self._now = now

    async def leaving(self, player: PlayerId) -> ExtraWrites:
        """Return the store writes for the deletion of an account: its open challenges are cancelled. The challenges of
        a bot still count against the limits of its owner."""
        (document,) = await self._documents.read([CHALLENGERS.key(player)])
        own, now = CHALLENGERS.of(document) or NEW, self._now()
        going = own.at(now)
        ids = [*going.sent, *going.received]
        stored = dict(zip(ids, await self._documents.read([*map(CHALLENGES.key, ids)]), strict=True)) if ids else {}
        records = [record for record in map(CHALLENGES.of, stored.values()) if record is not None]
        others = sorted({record.other(player) for record in records} - {player})
        people = sorted({player, *(record.people[0] for record in records)})
        read = await self._documents.read([*map(CHALLENGERS.key, others), *map(CHALLENGE_COUNTS.key, people)])
        pages, counted = dict(zip(others, read, strict=False)), dict(zip(people, read[len(others) :], strict=True))
        known = {other for other, _ in (*own.sent.values(), *own.received.values())}
        lists = {other: CHALLENGERS.of(page) or NEW for other, page in pages.items()}
        counts = {person: CHALLENGE_COUNTS.of(page) or NONE_MADE for person, page in counted.items()}
        changes: list[Change | Unchanged] = [CHALLENGERS.drop(player, document)]
        if document is None:
            changes = [Unchanged(CHALLENGERS.key(player), 0)]
        for record in records:
            after = msgspec.structs.replace(record, stage=ChallengeStage.CANCELLED)
            changes.append(CHALLENGES.put(record.id, stored[record.id], after, SECONDS_KEPT))
            other, person = record.other(player), record.people[0]
            lists[other] = lists[other].after(after, other, now)
            counts[person] = counts[person].after(after, now)
        changes += [CHALLENGERS.put(other, page, lists[other]) for other, page in pages.items()]
        for person, page in counted.items():
            if person != player:
                changes.append(CHALLENGE_COUNTS.put(person, page, counts[person], SECONDS_KEPT))
            elif page is not None:
                changes.append(CHALLENGE_COUNTS.drop(player, page))
        names = [name for name, _ in own.links.values()]
        links = await self._documents.read([LINKS.key(name) for name in names]) if names else []
        changes += [LINKS.drop(name, each) for name, each in zip(names, links, strict=True) if each is not None]
        ended = (
            *(IndexEntry(EXPIRING, record.id, None) for record in records),
            *(IndexEntry(EXPIRING_LINKS, name, None) for name in names),
        )
        return ExtraWrites((*changes, *await self._forgotten(player, known)), ended)

    async def _forgotten(self, player: PlayerId, known: Collection[PlayerId]) -> list[Change]:
        """Return the writes that remove the notices with a player's name from the inboxes of others: of those `known`,
        of those in the player's own inbox, of those with a conversation with the player, and of those in the player's
        clubs."""
        (mine,) = await INBOXES.read(self._documents, [player])
        written = await self._documents.listed(conversations_of(player), most=MOST_WRITTEN)
        noticed = {other for notice in (mine or EMPTY).notices for other in challenging(notice)}
        (memberships,) = await MEMBERSHIPS.read(self._documents, [player])
        clubs = await CLUBS.read_many(self._documents, (memberships or MembershipsRecord()).clubs)
        noticed |= {other for club in clubs if club is not None for other in club.people}
        others = sorted({*known, *noticed, *(PlayerId(other) for other, _ in written)} - {player})
        changes = []
        for other, page in zip(others, await self._documents.read([*map(INBOXES.key, others)]), strict=True):
            inbox = INBOXES.of(page) or EMPTY
            if inbox != (without := inbox.without(player)):
                changes.append(INBOXES.put(other, page, without, INBOX_SECONDS))
        return changes
