"""The page of each player: the clubs in which to look for the player.

The record of a club alone decides who is a member. A page can name clubs that have ended, or that the player has left;
it never lacks one.
"""

from collections.abc import Callable, Sequence

import msgspec
from quarterdeck_protocol.lobby.clubs import MOST_CLUBS, MOST_MADE_A_DAY, ClubId, ClubRole
from quarterdeck_protocol.lobby.export import ExportedClub
from quarterdeck_protocol.lobby.notices import ClubNamed, Notice, NoticeKind
from quarterdeck_protocol.names import Milliseconds, PlayerId, Ref
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import avoided_as
from quarterdeck_server.lobby.clubs.club_records import A_DAY, CLUBS, RANKS, ClubRecord, forgotten, left, new_owners
from quarterdeck_server.lobby.clubs.notifications import ClubStored
from quarterdeck_server.lobby.collections import NOTHING, Collection, ExtraWrites
from quarterdeck_server.lobby.documents import Change, DocumentStore, IndexEntry, Unchanged
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.notices.inbox import INBOXES, NO_ID, added

LISTED = "clubs_listed"
"""Name of the index of clubs that everybody finds, by the time of their making."""

MOST_KEPT = 200
"""Limit of clubs on a player's page."""

MOST_REFS = 50
"""Limit of `ref`s on a player's page."""

COUNTING = (ClubRole.OWNER, ClubRole.ORGANISER, ClubRole.MEMBER, ClubRole.APPLICANT)


class MembershipsRecord(msgspec.Struct, frozen=True):
    """The stored record of a player's clubs, and of the clubs that the player has made lately."""

    clubs: tuple[ClubId, ...] = ()
    made_at: tuple[Milliseconds, ...] = ()
    """Times at which the player has made clubs, within the last day."""

    refs: tuple[tuple[Ref, ClubId], ...] = ()
    """The `ref`s with which the player has made clubs, the newest last."""

    def with_club(
        self, clubs: Sequence[ClubRecord], club: ClubId, player: PlayerId, now: Milliseconds
    ) -> "MembershipsRecord":
        """Return the page with one more club, of those that still have the player's id. If there is no room, clubs
        without a role for the player go, and then invitations: the oldest first."""
        others = [each for each in clubs if each.id != club]
        roles = {each.id: each.role_of(player, now) for each in others}
        spare = [id_ for role in (ClubRole.NONE, ClubRole.INVITED) for id_, its in roles.items() if its is role]
        going = frozenset(spare[: max(len(others) + 1 - MOST_KEPT, 0)])
        ids = (*(each.id for each in others if each.id not in going), club)
        return msgspec.structs.replace(self, clubs=ids)

    def made_with(self, ref: Ref | None) -> ClubId | None:
        """Return the club that the player made last with a `ref`; `None` if none is known."""
        return next((club for each, club in reversed(self.refs) if each == ref), None)

    def with_made(self, ref: Ref | None, club: ClubId, now: Milliseconds) -> "MembershipsRecord":
        """Return this record after the player has made a club."""
        refs = self.refs if ref is None else (*self.refs, (ref, club))[-MOST_REFS:]
        return msgspec.structs.replace(self, refs=refs, made_at=(*self.made_since(now), now))

    def made_since(self, now: Milliseconds) -> tuple[Milliseconds, ...]:
        """Return the times at which the player has made clubs within a day."""
        return tuple(at for at in self.made_at if at > now - A_DAY)

    def check_maker(self, now: Milliseconds) -> None:
        """Raise `CommandRefused` if the player has made too many clubs within a day."""
        today = self.made_since(now)
        if len(today) >= MOST_MADE_A_DAY:
            text = Text("You can make {most} clubs a day: wait until the next day.", most=MOST_MADE_A_DAY)
            wait = Milliseconds(min(today) + A_DAY - now)
            raise CommandRefused(RefusalCode.TOO_MANY, text, "$.type", retry_in=wait, remaining=0)


MEMBERSHIPS = Collection("club_memberships", MembershipsRecord)
"""By the player."""

NONE = MembershipsRecord()


def check_room(clubs: list[ClubRecord], player: PlayerId, now: Milliseconds) -> None:
    """Raise `CommandRefused` if a player is in too many of these clubs for one more."""
    if sum(each.role_of(player, now) in COUNTING for each in clubs) >= MOST_CLUBS:
        text = Text("You can be in {most} clubs: leave one first.", most=MOST_CLUBS)
        raise CommandRefused(RefusalCode.TOO_MANY_KEPT, text, "$.club")


def listed(club: ClubRecord, *, is_public: bool) -> IndexEntry:
    """Return the index entry that lists a club among those that everybody sees."""
    return IndexEntry(LISTED, club.id, club.made_at if is_public else None)


def notice_of_role(club: ClubRecord, role: ClubRole, now: Milliseconds, by: Player | None = None) -> Notice:
    """Return the notice to a player whose role has changed. `by` is the sender of an invitation."""
    named = ClubNamed(id=club.id, name=club.name)
    if role is ClubRole.INVITED:
        return Notice(id=NO_ID, kind=NoticeKind.CLUB_INVITED, at=now, club=named, player=by)
    if role is ClubRole.OWNER:
        return Notice(id=NO_ID, kind=NoticeKind.CLUB_OWNED, at=now, club=named)
    answer = "accepted" if role in RANKS else "declined"
    return Notice(id=NO_ID, kind=NoticeKind.CLUB_ANSWERED, at=now, club=named, reason=answer)


async def members_of(documents: DocumentStore, clubs: Sequence[ClubId]) -> dict[ClubId, frozenset[PlayerId]]:
    """Return the members of those of these clubs that exist. Raises `Unavailable`."""
    found = await CLUBS.read(documents, clubs)
    return {each.id: frozenset(member.player for member in each.members) for each in found if each is not None}


class ClubMemberships:
    """Reads the clubs of players, and whether a player is a member. All methods raise `Unavailable`."""

    def __init__(self, documents: DocumentStore, now: Callable[[], Milliseconds]) -> None:
        self._documents = documents
        self._now = now

    async def of(self, player: PlayerId) -> list[ClubRecord]:
        """Return the clubs whose records contain the id of a player."""
        (page,) = await MEMBERSHIPS.read(self._documents, [player])
        now = self._now()
        clubs = await CLUBS.read_many(self._documents, (page or NONE).clubs)
        return [each for each in clubs if each is not None and each.mentions(player, now)]

    async def includes(self, club: ClubId, player: Player | None) -> bool:
        """True if a player, or the owner of a bot, is a member of a club."""
        if player is None:
            return False
        (record,) = await CLUBS.read(self._documents, [club])
        return record is not None and record.has_member(avoided_as(player))

    async def all_of(self, player: PlayerId) -> tuple[ExportedClub, ...]:
        """Return the roles of a player in all clubs."""
        now = self._now()
        return tuple(
            ExportedClub(
                club=each.id,
                name=each.name if each.is_shown_to(player, now) else "",
                role=each.role_of(player, now),
                announcements=tuple(said.text for said in each.announcements if said.by == player),
            )
            for each in await self.of(player)
            if each.role_of(player, now) is not ClubRole.NONE or any(said.by == player for said in each.announcements)
        )

    async def noticed(self, club: ClubRecord, players: Sequence[PlayerId], now: Milliseconds) -> ExtraWrites:
        """Return the writes that notify these players of their roles now."""
        if not players:
            return NOTHING
        inboxes = await self._documents.read([*map(INBOXES.key, players)])
        notices = [(each, notice_of_role(club, club.role_of(each, now), now)) for each in players]
        return added(dict(zip(players, inboxes, strict=True)), notices)

    async def leaving(self, player: PlayerId) -> ExtraWrites:
        """Return the writes for the deletion of an account: its clubs go on without it, or end. Clubs with another
        owner from now on are left before, each with a notice to the new owner."""
        (page,) = await self._documents.read([MEMBERSHIPS.key(player)])
        if page is None:
            return ExtraWrites((Unchanged(MEMBERSHIPS.key(player), 0),))
        now = self._now()
        changes: list[Change | Unchanged] = [MEMBERSHIPS.drop(player, page)]
        places: list[IndexEntry] = []
        news: list[bytes] = []
        for seen in await CLUBS.snapshots(self._documents, (MEMBERSHIPS.of(page) or NONE).clubs):
            if seen.record is None:
                continue
            remaining = left(seen.record, player, now)
            heirs = () if remaining is None else new_owners(seen.record, remaining)
            if remaining is not None and heirs:
                beside = await self.noticed(remaining, heirs, now)
                stored = notification(ClubStored(seen.record.id, (player,), heirs))
                await self._documents.commit([seen.becomes(remaining), *beside.changes], beside.indexed, stored)
                (seen,) = await CLUBS.snapshots(self._documents, [seen.record.id])
            if seen.record is None:
                continue
            after = forgotten(seen.record, player, now)
            if after != seen.record:
                changes.append(seen.becomes(after))
                news.append(notification(ClubStored(seen.record.id, (player,))))
            if after is None:
                places.append(listed(seen.record, is_public=False))
        return ExtraWrites(tuple(changes), tuple(places), tuple(news))
