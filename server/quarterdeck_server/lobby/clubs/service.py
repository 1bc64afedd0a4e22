"""Commands about clubs. Each changes a club, the pages of its players and the inboxes of the notified in one commit."""

import secrets
from collections.abc import Awaitable, Callable, Sequence

from quarterdeck_protocol.lobby.accounts import AccountState
from quarterdeck_protocol.lobby.clubs import (
    LONGEST_ABOUT,
    LONGEST_ANNOUNCEMENT,
    LONGEST_NAME,
    AnnounceToClub,
    ChangeClub,
    Club,
    ClubAccess,
    ClubId,
    ClubRole,
    Clubs,
    CreateClub,
    InviteToClub,
    SetClubRole,
)
from quarterdeck_protocol.lobby.notices import ClubNamed, Notice, NoticeKind
from quarterdeck_protocol.names import Milliseconds, PlayerId, Ref
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby import player_text
from quarterdeck_server.lobby.accounts.accounts import AccountRecord, shown_as
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.accounts.identities import Identity, unknown_token
from quarterdeck_server.lobby.chance import Chance, id_by
from quarterdeck_server.lobby.clubs import club_records
from quarterdeck_server.lobby.clubs.club_records import CLUBS, RANKS, ClubRecord, MemberRecord, check_shown
from quarterdeck_server.lobby.clubs.club_view import people_of, summary_of, view_of
from quarterdeck_server.lobby.clubs.memberships import (
    LISTED,
    MEMBERSHIPS,
    NONE,
    ClubMemberships,
    MembershipsRecord,
    check_room,
    listed,
    notice_of_role,
)
from quarterdeck_server.lobby.clubs.notifications import ClubStored
from quarterdeck_server.lobby.collections import ExtraWrites, Snapshot, again
from quarterdeck_server.lobby.documents import DocumentStore, Unchanged
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.moderation import sanction_rules
from quarterdeck_server.lobby.moderation.audit import paged
from quarterdeck_server.lobby.moderation.documents import SANCTIONS
from quarterdeck_server.lobby.moderation.eligibility import EligibilityChecks
from quarterdeck_server.lobby.notices.inbox import INBOXES, NO_ID, added

MOST_LISTED = 50
MOST_INVITED = 20
"""Number of open invitations of a player from which on a further one makes no notice: the list of clubs has it."""

NOTHING = ExtraWrites()

Decide = Callable[[ClubRecord, Milliseconds], Awaitable[tuple[ClubRecord, ExtraWrites]]]
"""Returns a club after a change, and the further writes of it."""


class ClubService:
    """The clubs of this server. All methods raise `CommandRefused` and `Unavailable`."""

    def __init__(self, documents: DocumentStore, now: Callable[[], Milliseconds], chance: Chance = secrets) -> None:
        self._documents = documents
        self._now = now
        self._chance = chance
        self._eligibility = EligibilityChecks(documents)
        self.memberships = ClubMemberships(documents, now)

    async def listed(self, reader: PlayerId | None, before: str | None = None) -> Clubs:
        """Return a page of the clubs that everybody finds. The first page has the reader's clubs too."""
        ids, following = await paged(self._documents, LISTED, before, MOST_LISTED)
        found = await CLUBS.read_many(self._documents, ids)
        mine = [] if reader is None or before is not None else await self.memberships.of(reader)
        now = self._now()
        public = [each for each in found if each is not None and each.access is not ClubAccess.PRIVATE]
        return Clubs(
            mine=tuple(
                summary_of(each, reader, now) for each in mine if each.role_of(reader, now) is not ClubRole.NONE
            ),
            clubs=tuple(summary_of(each, reader, now) for each in public),
            before=following,
        )

    async def shown(self, club: ClubId, reader: PlayerId | None) -> Club:
        """Return a club as a reader may see it."""
        (record,) = await CLUBS.read(self._documents, [club])
        return await self._shown(check_shown(record, reader, self._now()), reader)

    async def create(self, identity: Identity, message: CreateClub) -> Club:
        """Make a club. If the same command is repeated, there is still only one."""
        player, access = identity.player.id, _known(message.access)
        name = player_text.plain(message.name, LONGEST_NAME, "$.name")
        about = _about(message.about)

        async def step() -> ClubRecord:
            page = await self._page(player)
            own, now = page.record or NONE, self._now()
            seen = await self._made_or_free(own, player, message.ref)
            if seen.record is not None:
                known = seen.record.made_by, seen.record.name, seen.record.about, seen.record.access
                if known != (player, name, about, access):
                    reused = Text("You have already used this `ref` for another club.")
                    raise CommandRefused(RefusalCode.REF_REUSED, reused, "$.ref")
                return seen.record
            member = await self._member(player)
            await self._check_speech(identity)
            own.check_maker(now)
            clubs = await self.memberships.of(player)
            check_room(clubs, player, now)
            club = ClubRecord(
                id=ClubId(seen.name),
                name=name,
                about=about,
                access=access,
                made_by=player,
                made_at=now,
                members=(MemberRecord(player, ClubRole.OWNER, now),),
            )
            noted = page.becomes(own.with_club(clubs, club.id, player, now).with_made(message.ref, club.id, now))
            await self._commit(seen, club, ExtraWrites((noted, *member)))
            return club

        return await self._shown(await again(step), player)

    async def change(self, identity: Identity, message: ChangeClub) -> Club:
        """Change a club's name, description or access."""
        name = None if message.name is None else player_text.plain(message.name, LONGEST_NAME, "$.name")
        about = None if message.about is None else _about(message.about)
        access = None if message.access is None else _known(message.access)
        await self._check_speech(identity)

        async def decide(club: ClubRecord, now: Milliseconds) -> tuple[ClubRecord, ExtraWrites]:
            return club_records.changed(club, identity.player.id, now, name, about, access), NOTHING

        return await self._changed(message.club, identity.player.id, decide)

    async def delete(self, player: PlayerId, club: ClubId) -> None:
        """Delete a club. Repeating it changes nothing."""

        async def step() -> None:
            seen, now = await self._read(club), self._now()
            if seen.record is not None and seen.record.is_shown_to(player, now):
                club_records.check_owner(seen.record, player, now)
                await self._commit(seen, None)

        await again(step)

    async def join(self, player: PlayerId, club: ClubId) -> Club:
        """Let a player join a club, apply to it, or accept an invitation."""

        async def decide(record: ClubRecord, now: Milliseconds) -> tuple[ClubRecord, ExtraWrites]:
            after = club_records.joined(record, player, now)
            if after == record:
                return record, NOTHING
            member, page = await self._member(player), await self._page(player)
            clubs = await self.memberships.of(player)
            check_room([each for each in clubs if each.id != club], player, now)
            return after, ExtraWrites(
                (page.becomes((page.record or NONE).with_club(clubs, club, player, now)), *member)
            )

        return await self._changed(club, player, decide)

    async def leave(self, player: PlayerId, club: ClubId) -> None:
        """Let a player leave a club, withdraw an application or decline an invitation."""

        async def step() -> None:
            seen, now = await self._read(club), self._now()
            if seen.record is not None and seen.record.role_of(player, now) is not ClubRole.NONE:
                after = club_records.left(seen.record, player, now)
                heirs = () if after is None else club_records.new_owners(seen.record, after)
                beside = NOTHING if after is None else await self.memberships.noticed(after, heirs, now)
                await self._commit(seen, after, beside, heirs)

        await again(step)

    async def invite(self, identity: Identity, message: InviteToClub) -> Club:
        """Invite a player. The answer does not depend on the reasons for which the player does not learn of it."""
        player, other = identity.player.id, message.player
        await self._check_speech(identity)

        async def decide(club: ClubRecord, now: Milliseconds) -> tuple[ClubRecord, ExtraWrites]:
            club_records.check_organiser(club, player, now)
            (account,) = await ACCOUNTS.read(self._documents, [other])
            _check_person(account, other)
            permit = await self._eligibility.of((player, other), now)
            page, (inbox,) = await self._page(other), await self._documents.read([INBOXES.key(other)])
            clubs = await self.memberships.of(other)
            avoids = account is not None and any(avoided == player for avoided, _ in account.avoided)
            is_secret = avoids or other in permit.gone or permit.parts([(player,), (other,)])
            is_quiet = sum(each.role_of(other, now) is ClubRole.INVITED for each in clubs) >= MOST_INVITED
            after = club_records.invited(club, player, other, now, is_secret=is_secret)
            if after == club:
                return club, NOTHING
            noted, role = (
                page.becomes((page.record or NONE).with_club(clubs, club.id, other, now)),
                after.role_of(other, now),
            )
            is_new = role in RANKS or (
                role is ClubRole.INVITED and club.invitation_of(other, now) is None and not is_quiet
            )
            notices = [(other, notice_of_role(after, role, now, identity.player))] if is_new else []
            return after, ExtraWrites((noted, *permit.while_unchanged)).plus(added({other: inbox}, notices))

        return await self._changed(message.club, player, decide, (other,))

    async def set_role(self, player: PlayerId, message: SetClubRole) -> Club:
        """Give a player a role in a club."""
        other = message.player

        async def decide(club: ClubRecord, now: Milliseconds) -> tuple[ClubRecord, ExtraWrites]:
            after = club_records.with_role(club, player, other, message.role, now)
            is_answered = after != club and club.role_of(other, now) is ClubRole.APPLICANT
            notified = (other,) if is_answered or club_records.new_owners(club, after) else ()
            return after, await self.memberships.noticed(after, notified, now)

        return await self._changed(message.club, player, decide, (other,))

    async def announce(self, identity: Identity, message: AnnounceToClub) -> Club:
        """Send all members of a club a notice, except those who avoid the sender."""
        player = identity.player.id
        text = player_text.plain(message.text, LONGEST_ANNOUNCEMENT)
        id_ = id_by(player, message.ref, self._chance)
        await self._check_speech(identity)
        notified: list[PlayerId] = []

        async def decide(club: ClubRecord, now: Milliseconds) -> tuple[ClubRecord, ExtraWrites]:
            after = club_records.announced(club, player, id_, text, now)
            if after == club:
                return club, NOTHING
            others = [each.player for each in club.members if each.player != player]
            accounts = await ACCOUNTS.read_many(self._documents, others)
            notified[:] = [
                each.id
                for each in accounts
                if each is not None and all(avoided != player for avoided, _ in each.avoided)
            ]
            keys = [*map(INBOXES.key, notified)]
            inboxes = dict(zip(notified, await self._documents.read(keys) if keys else [], strict=True))
            named = ClubNamed(id=club.id, name=club.name)
            notice = Notice(
                id=NO_ID, kind=NoticeKind.CLUB_ANNOUNCED, at=now, club=named, player=identity.player, reason=text
            )
            return after, added(inboxes, [(each, notice) for each in notified])

        return await self._changed(message.club, player, decide, notified)

    # Storage

    async def _changed(self, club: ClubId, player: PlayerId, decide: Decide, notified: Sequence[PlayerId] = ()) -> Club:
        """Store the result of `decide` for a club that a player may know of, with retries on conflicts."""

        async def step() -> ClubRecord:
            seen, now = await self._read(club), self._now()
            record = check_shown(seen.record, player, now)
            after, beside = await decide(record, now)
            if after != record:
                await self._commit(seen, after, beside, notified)
            return after

        return await self._shown(await again(step), player)

    async def _commit(
        self,
        seen: Snapshot[ClubRecord],
        after: ClubRecord | None,
        beside: ExtraWrites = NOTHING,
        notified: Sequence[PlayerId] = (),
    ) -> None:
        before = seen.record
        was = () if before is None else tuple(each.player for each in before.members)
        still = frozenset() if after is None else {each.player for each in after.members}
        gone = tuple(each for each in was if each not in still)
        known = after or before
        if known is None:
            return
        is_public = after is not None and after.access is not ClubAccess.PRIVATE
        stored = ClubStored(known.id, gone, tuple(notified))
        changes = [seen.becomes(after), *beside.changes]
        await self._documents.commit(
            changes, [listed(known, is_public=is_public), *beside.indexed], notification(stored)
        )

    async def _read(self, club: ClubId) -> Snapshot[ClubRecord]:
        return (await CLUBS.snapshots(self._documents, [club]))[0]

    async def _made_or_free(self, own: MembershipsRecord, player: PlayerId, ref: Ref | None) -> Snapshot[ClubRecord]:
        """Return the club that a player has made with a `ref`, or else a free place for one. A club that the player may
        not know of is treated as one that has been deleted: in both cases, the new club gets another id."""
        earlier = own.made_with(ref)
        seen = await self._read(earlier or ClubId(id_by(player, ref, self._chance)))
        is_shown = seen.record is not None and seen.record.is_shown_to(player, self._now())
        if is_shown or (seen.record is None and earlier is None):
            return seen
        return await self._read(ClubId(id_by(player, None, self._chance)))

    async def _page(self, player: PlayerId) -> Snapshot[MembershipsRecord]:
        return (await MEMBERSHIPS.snapshots(self._documents, [player]))[0]

    async def _member(self, player: PlayerId) -> tuple[Unchanged, ...]:
        """Return the commit conditions under which a player stays a possible member. Raises `CommandRefused` without an
        account."""
        (seen,) = await ACCOUNTS.snapshots(self._documents, [player])
        if seen.record is None:
            raise unknown_token()
        _check_person(seen.record, player, "$.type")
        return (seen.stays(),)

    async def _check_speech(self, identity: Identity) -> None:
        """Raise `CommandRefused` if a player may not write texts that others read."""
        found = await SANCTIONS.read(self._documents, identity.answering)
        sanction_rules.refuse_muted(sanction_rules.together(found), self._now())

    async def _shown(self, record: ClubRecord, reader: PlayerId | None) -> Club:
        now = self._now()
        people = people_of(record, now)
        accounts = await ACCOUNTS.read_many(self._documents, people)
        known = {each: shown_as(each, account) for each, account in zip(people, accounts, strict=True)}
        return view_of(record, reader, now, known)


def _about(text: str) -> str:
    return player_text.plain(text, LONGEST_ABOUT, "$.about") if text.strip() else ""


def _known(access: ClubAccess) -> ClubAccess:
    if access is ClubAccess.OTHER:
        known = ", ".join(each for each in ClubAccess if each is not ClubAccess.OTHER)
        text = Text("This access is unknown; use one of: {known}.", known=known)
        raise CommandRefused(RefusalCode.MALFORMED, text, "$.access")
    return access


def _check_person(account: AccountRecord | None, player: PlayerId, where: str = "$.player") -> None:
    """Raise `CommandRefused` unless this is the account of a person."""
    if account is None:
        text = Text("There is no player `{other}`. The account may have been deleted.", other=player)
        raise CommandRefused(RefusalCode.UNKNOWN_PLAYER, text, where)
    if account.kind is not PlayerKind.PERSON or account.state is not AccountState.ACTIVE:
        text = Text("Only people with an account can be members of clubs.")
        raise CommandRefused(RefusalCode.NOT_REGISTERED, text, where)
