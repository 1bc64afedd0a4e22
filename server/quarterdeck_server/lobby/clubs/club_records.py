"""The stored record of a club, and all changes of it. Pure: every function returns a new record or raises
`CommandRefused`."""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType
from quarterdeck_protocol.lobby.clubs import (
    DAYS_INVITED,
    MOST_ANNOUNCED_A_DAY,
    MOST_MEMBERS,
    MOST_WAITING,
    ClubAccess,
    ClubId,
    ClubRole,
)
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collections import Collection

A_DAY = 24 * 60 * 60 * 1000
DAYS_NAMED = 30
"""Days for which the owner cannot change the name that a moderator has given a club."""

MOST_REMEMBERED = 200
"""Limit of removed members that a club remembers."""

MOST_ANNOUNCEMENTS = 10
"""Limit of announcements that a club keeps."""

ORGANISING = (ClubRole.OWNER, ClubRole.ORGANISER)
RANKS = {ClubRole.OWNER: 0, ClubRole.ORGANISER: 1, ClubRole.MEMBER: 2}
"""The roles of members, in the order in which members are listed, and in which they become the owner."""

_GIVEN = (ClubRole.OWNER, ClubRole.ORGANISER, ClubRole.MEMBER, ClubRole.NONE)
"""The roles that a command can give."""


class MemberRecord(msgspec.Struct, frozen=True):
    """The record of a member."""

    player: PlayerId
    role: ClubRole
    since: Milliseconds


class InvitationRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of an invitation. It is kept until it expires, so that a player is not invited again and again."""

    player: PlayerId
    at: Milliseconds
    is_secret: bool = False
    """True if the player must not learn of it, for a reason that the inviter must not learn."""

    is_declined: bool = False
    is_withdrawn: bool = False


class AnnouncementRecord(msgspec.Struct, frozen=True):
    """The stored record of a club's announcement."""

    id: str
    by: PlayerId
    text: str
    at: Milliseconds


class ClubRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The stored record of a club. It decides who is a member."""

    id: ClubId
    name: str
    about: str
    access: ClubAccess
    made_by: PlayerId
    made_at: Milliseconds
    members: tuple[MemberRecord, ...]
    """By the time from which."""

    applications: tuple[tuple[PlayerId, Milliseconds], ...] = ()
    invitations: tuple[InvitationRecord, ...] = ()
    removed: tuple[PlayerId, ...] = ()
    """Players who were removed, and cannot join again without an invitation."""

    announcements: tuple[AnnouncementRecord, ...] = ()
    worded_by: PlayerId | UnsetType = UNSET
    """The player who has written the name or the description last, if not the maker."""

    named_until: Milliseconds | UnsetType = UNSET
    """The time until which a moderator's name stays."""

    @property
    def author(self) -> PlayerId:
        """The player who answers for the name and the description."""
        return self.made_by if self.worded_by is UNSET else self.worded_by

    def role_of(self, player: PlayerId | None, now: Milliseconds) -> ClubRole:
        """Return the role of a player as this player may know it."""
        for member in self.members:
            if member.player == player:
                return member.role
        is_open = self.access is not ClubAccess.PRIVATE
        if is_open and any(applicant == player for applicant, _ in self.applications):
            return ClubRole.APPLICANT
        invitation = self.invitation_of(player, now)
        is_valid = invitation is not None and not (
            invitation.is_secret or invitation.is_declined or invitation.is_withdrawn
        )
        return ClubRole.INVITED if is_valid else ClubRole.NONE

    @property
    def people(self) -> list[PlayerId]:
        """The members and the invited players."""
        return [*(each.player for each in self.members), *(each.player for each in self.invitations)]

    def has_member(self, players: frozenset[PlayerId]) -> bool:
        """True if one of these players is a member."""
        return any(member.player in players for member in self.members)

    def mentions(self, player: PlayerId, now: Milliseconds) -> bool:
        """True if the record contains the id of a player."""
        is_known = self.role_of(player, now) is not ClubRole.NONE or self.invitation_of(player, now) is not None
        return is_known or player in self.removed or any(each.by == player for each in self.announcements)

    def invitation_of(self, player: PlayerId | None, now: Milliseconds) -> InvitationRecord | None:
        """Return the invitation of a player that has not expired, whatever has become of it."""
        return next((each for each in self.lasting(now) if each.player == player), None)

    def lasting(self, now: Milliseconds) -> tuple[InvitationRecord, ...]:
        """Return the invitations that have not expired."""
        return tuple(each for each in self.invitations if each.at > now - DAYS_INVITED * A_DAY)

    def is_shown_to(self, player: PlayerId | None, now: Milliseconds) -> bool:
        """True if a player may know of the club."""
        return self.access is not ClubAccess.PRIVATE or self.role_of(player, now) is not ClubRole.NONE

    @property
    def ranked(self) -> tuple[MemberRecord, ...]:
        """The members by role, and then by time."""
        return tuple(sorted(self.members, key=lambda each: (RANKS[each.role], each.since)))


CLUBS = Collection("club", ClubRecord)
"""By the club."""


def joined(club: ClubRecord, player: PlayerId, now: Milliseconds) -> ClubRecord:
    """Return the club after a player has joined it, applied to it, or accepted an invitation. A secret or declined
    invitation counts too: if the player applied instead, the inviter would learn of the block or the decline."""
    role = club.role_of(player, now)
    if role in RANKS or (role is ClubRole.APPLICANT and club.access is not ClubAccess.OPEN):
        return club
    if role is ClubRole.NONE and player in club.removed:
        text = Text("This club does not take you: its organisers have removed you.")
        raise CommandRefused(RefusalCode.NOT_ACCEPTING, text, "$.club")
    invitation = club.invitation_of(player, now)
    if club.access is ClubAccess.OPEN or (invitation is not None and not invitation.is_withdrawn):
        return _with_member(club, player, now)
    if len(club.applications) >= MOST_WAITING:
        text = Text("This club has {most} applications: try again when some are answered.", most=MOST_WAITING)
        raise CommandRefused(RefusalCode.TOO_MANY_KEPT, text, "$.club")
    return msgspec.structs.replace(club, applications=(*club.applications, (player, now)))


def left(club: ClubRecord, player: PlayerId, now: Milliseconds) -> ClubRecord | None:
    """Return the club without a player. If it was the owner, the first of the others becomes the owner. Return `None`
    if the club has no other member."""
    role = club.role_of(player, now)
    if role is ClubRole.INVITED:
        return _with_invitation(club, player, now, is_declined=True)
    applications = tuple(each for each in club.applications if each[0] != player)
    members = tuple(each for each in club.members if each.player != player)
    if not members:
        return None
    without = msgspec.structs.replace(club, applications=applications, members=members)
    return _with_role(without, without.ranked[0].player, ClubRole.OWNER) if role is ClubRole.OWNER else without


def forgotten(club: ClubRecord, player: PlayerId, now: Milliseconds) -> ClubRecord | None:
    """Return the club without any record of a deleted account; `None` if the club has no other member."""
    after = left(club, player, now)
    if after is None:
        return None
    return msgspec.structs.replace(
        after,
        invitations=tuple(each for each in after.invitations if each.player != player),
        removed=tuple(each for each in after.removed if each != player),
        announcements=tuple(each for each in after.announcements if each.by != player),
    )


def invited(club: ClubRecord, by: PlayerId, player: PlayerId, now: Milliseconds, *, is_secret: bool) -> ClubRecord:
    """Return the club after a player has been invited. An applicant becomes a member. A player who has declined is not
    asked again before the invitation expires."""
    check_organiser(club, by, now)
    role = club.role_of(player, now)
    if role is ClubRole.APPLICANT:
        return _with_member(club, player, now)
    if role in RANKS:
        return club
    removed = tuple(each for each in club.removed if each != player)
    before = club.invitation_of(player, now)
    if before is not None:
        return _with_invitation(msgspec.structs.replace(club, removed=removed), player, now, is_withdrawn=False)
    lasting = club.lasting(now)
    if len(lasting) >= MOST_WAITING:
        text = Text("This club has invited {most} players within two weeks, the limit for one club.", most=MOST_WAITING)
        raise CommandRefused(RefusalCode.TOO_MANY, text, "$.player", remaining=0)
    invitation = InvitationRecord(player=player, at=now, is_secret=is_secret)
    return msgspec.structs.replace(club, removed=removed, invitations=(*lasting, invitation))


def with_role(club: ClubRecord, by: PlayerId, player: PlayerId, role: ClubRole, now: Milliseconds) -> ClubRecord:
    """Return the club after a player has been given a role by another one."""
    if role not in _GIVEN:
        text = Text("This role cannot be given; use one of: {known}.", known=", ".join(_GIVEN))
        raise CommandRefused(RefusalCode.MALFORMED, text, "$.role")
    check_organiser(club, by, now)
    before = club.role_of(player, now)
    if before is ClubRole.APPLICANT and role in (ClubRole.MEMBER, ClubRole.NONE):
        without = _without_application(club, player)
        return without if role is ClubRole.NONE else _with_member(without, player, now)
    if before in RANKS:
        return club if before is role else _with_members_role(club, by, player, before, role, now)
    if role is ClubRole.NONE:
        return club if club.invitation_of(player, now) is None else _withdrawn(club, player, now)
    text = Text("This player is no member of the club.")
    raise CommandRefused(RefusalCode.UNKNOWN_PLAYER, text, "$.player")


def new_owners(before: ClubRecord, after: ClubRecord) -> tuple[PlayerId, ...]:
    """Return the player who has become the owner, if any."""
    was = {each.player for each in before.members if each.role is ClubRole.OWNER}
    return tuple(each.player for each in after.members if each.role is ClubRole.OWNER and each.player not in was)


def changed(
    club: ClubRecord, by: PlayerId, now: Milliseconds, name: str | None, about: str | None, access: ClubAccess | None
) -> ClubRecord:
    """Return the club with another name, description or way in. A club that becomes private ends its applications: to
    an applicant it does not exist any more."""
    check_owner(club, by, now)
    if name not in (None, club.name) and club.named_until is not UNSET and now < club.named_until:
        text = Text("A moderator has given this club its name. You can change it later.")
        wait = Milliseconds(club.named_until - now)
        raise CommandRefused(RefusalCode.TOO_MANY, text, "$.name", retry_in=wait, remaining=0)
    is_worded = name not in (None, club.name) or about not in (None, "", club.about)
    return msgspec.structs.replace(
        club,
        worded_by=by if is_worded and by != club.author else club.worded_by,
        name=club.name if name is None else name,
        about=club.about if about is None else about,
        access=club.access if access is None else access,
        applications=() if access is ClubAccess.PRIVATE else club.applications,
    )


def renamed(club: ClubRecord, name: str, now: Milliseconds) -> ClubRecord:
    """Return the club with the name of a moderator, which stays for a while."""
    return msgspec.structs.replace(club, name=name, named_until=Milliseconds(now + DAYS_NAMED * A_DAY))


def announced(club: ClubRecord, by: PlayerId, id_: str, text: str, now: Milliseconds) -> ClubRecord:
    """Return the club with one more announcement. The same announcement is made only once."""
    check_organiser(club, by, now)
    before = next((each for each in club.announcements if each.id == id_), None)
    if before is not None:
        if before.text != text:
            reused = Text("You have already used this `ref` for another announcement.")
            raise CommandRefused(RefusalCode.REF_REUSED, reused, "$.ref")
        return club
    today = [each.at for each in club.announcements if each.at > now - A_DAY]
    if len(today) >= MOST_ANNOUNCED_A_DAY:
        refused = Text(
            "A club can have {most} announcements a day: wait until the next day.", most=MOST_ANNOUNCED_A_DAY
        )
        wait = Milliseconds(min(today) + A_DAY - now)
        raise CommandRefused(RefusalCode.TOO_MANY, refused, "$.club", retry_in=wait, remaining=0)
    announcement = AnnouncementRecord(id_, by, text, now)
    return msgspec.structs.replace(club, announcements=(*club.announcements, announcement)[-MOST_ANNOUNCEMENTS:])


def check_owner(club: ClubRecord, player: PlayerId, now: Milliseconds) -> None:
    """Raise `CommandRefused` if a player does not own the club."""
    _check_role(club, player, now, ORGANISING[:1], Text("Only the owner of this club may do this."))


def check_organiser(club: ClubRecord, player: PlayerId, now: Milliseconds) -> None:
    """Raise `CommandRefused` if a player is neither the owner nor an organiser of the club."""
    _check_role(club, player, now, ORGANISING, Text("Only the owner or an organiser of this club may do this."))


def check_shown(club: ClubRecord | None, player: PlayerId | None, now: Milliseconds) -> ClubRecord:
    """Return the club. Raises `CommandRefused` if a player may not know of it, or if there is none."""
    if club is None or not club.is_shown_to(player, now):
        raise unknown_club()
    return club


def unknown_club(where: str = "$.club") -> CommandRefused:
    """Return the refusal of a club that does not exist, or that must seem so."""
    return CommandRefused(RefusalCode.UNKNOWN_CLUB, Text("There is no such club, or it is private."), where)


def _check_role(club: ClubRecord, player: PlayerId, now: Milliseconds, roles: Sequence[ClubRole], text: Text) -> None:
    if club.role_of(player, now) not in roles:
        raise CommandRefused(RefusalCode.NOT_THE_ORGANISER, text, "$.club")


def _with_members_role(
    club: ClubRecord, by: PlayerId, player: PlayerId, before: ClubRole, role: ClubRole, now: Milliseconds
) -> ClubRecord:
    if role is not ClubRole.NONE or before is not ClubRole.MEMBER:
        check_owner(club, by, now)
    if by == player:
        text = Text("You cannot change your own role: make another member the owner, or leave the club.")
        raise CommandRefused(RefusalCode.NOT_YOURSELF, text, "$.player")
    if role is ClubRole.OWNER:
        return _with_role(_with_role(club, by, ClubRole.ORGANISER), player, ClubRole.OWNER)
    if role is not ClubRole.NONE:
        return _with_role(club, player, role)
    return msgspec.structs.replace(
        club,
        members=tuple(each for each in club.members if each.player != player),
        removed=(*club.removed, player)[-MOST_REMEMBERED:],
    )


def _with_role(club: ClubRecord, player: PlayerId, role: ClubRole) -> ClubRecord:
    members = tuple(
        msgspec.structs.replace(each, role=role) if each.player == player else each for each in club.members
    )
    return msgspec.structs.replace(club, members=members)


def _with_member(club: ClubRecord, player: PlayerId, now: Milliseconds) -> ClubRecord:
    if len(club.members) >= MOST_MEMBERS:
        text = Text("The club is full: it has {most} members.", most=MOST_MEMBERS)
        raise CommandRefused(RefusalCode.TOO_MANY_KEPT, text, "$.club")
    without = _without_application(club, player)
    return msgspec.structs.replace(
        without,
        members=(*club.members, MemberRecord(player, ClubRole.MEMBER, now)),
        invitations=tuple(each for each in club.invitations if each.player != player),
    )


def _without_application(club: ClubRecord, player: PlayerId) -> ClubRecord:
    return msgspec.structs.replace(club, applications=tuple(each for each in club.applications if each[0] != player))


def _withdrawn(club: ClubRecord, player: PlayerId, now: Milliseconds) -> ClubRecord:
    return _with_invitation(club, player, now, is_withdrawn=True)


def _with_invitation(club: ClubRecord, player: PlayerId, now: Milliseconds, **changes: bool) -> ClubRecord:
    invitations = tuple(
        msgspec.structs.replace(each, **changes) if each.player == player else each for each in club.lasting(now)
    )
    return msgspec.structs.replace(club, invitations=invitations)
