"""Messages about clubs: groups of players with a page of their own, roles, and tables for members only.

A private club tells others nothing: commands about it are answered to strangers as if it did not exist.
"""

from typing import Annotated, NewType

import msgspec
from msgspec import Meta

from quarterdeck_protocol.names import Count, Milliseconds, PlayerId
from quarterdeck_protocol.open_enum import OpenEnum
from quarterdeck_protocol.sides import NO_PROGRAM, FromClient, FromServer, Player, Scope

ClubId = NewType("ClubId", str)
"""The id of a club."""

AnyClub = Annotated[ClubId, Meta(min_length=1, max_length=64)]
AnyPlayer = Annotated[PlayerId, Meta(min_length=1, max_length=64)]

MOST_MEMBERS = 200
"""Maximum number of members of a club."""

MOST_CLUBS = 20
"""Maximum number of clubs of a player. Applications count too."""

MOST_MADE_A_DAY = 3
"""Maximum number of clubs that a player makes within a day."""

MOST_WAITING = 50
"""Maximum number of applications to a club, and of invitations by it."""

MOST_ANNOUNCED_A_DAY = 3
"""Maximum number of announcements to a club within a day."""

DAYS_INVITED = 14
"""Number of days for which an invitation is valid. The player is not invited by the same club again during them."""

LONGEST_NAME = 60
LONGEST_ABOUT = 300
LONGEST_ANNOUNCEMENT = 300


class ClubAccess(OpenEnum):
    """Ways into a club."""

    OPEN = "open"
    """Everybody finds the club, and everybody with an account can join it."""

    ON_REQUEST = "on_request"
    """Everybody finds the club. The owner or an organiser answers applications."""

    PRIVATE = "private"
    """Only members and invited players find the club."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a way that is newer than itself."""


class ClubRole(OpenEnum):
    """Roles of a player in a club."""

    OWNER = "owner"
    """The owner: changes and deletes the club, and gives roles. Every club has one."""

    ORGANISER = "organiser"
    """An organiser: invites players, answers applications, removes members, and announces."""

    MEMBER = "member"
    """A member without further rights."""

    APPLICANT = "applicant"
    """The player has applied, and waits for an answer."""

    INVITED = "invited"
    """The player is invited, and has not answered."""

    NONE = "none"
    """No role."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a role that is newer than itself."""


class ClubMember(msgspec.Struct, frozen=True, kw_only=True):
    """A player with a role in a club."""

    player: Player
    """The player."""

    role: ClubRole
    """The role."""

    since: Milliseconds
    """Time from which the player is a member, has applied or is invited."""


class ClubSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A club in a list."""

    id: ClubId
    """The id."""

    name: str
    """The name. Other clubs can have the same name."""

    access: ClubAccess
    """The way into the club."""

    members: Count
    """Number of members."""

    role: ClubRole = ClubRole.NONE
    """The role of the reader."""


class ClubAnnouncement(msgspec.Struct, frozen=True, kw_only=True):
    """An announcement to the members of a club."""

    text: str
    """The text."""

    by: Player
    """The player who has made it."""

    at: Milliseconds
    """Time of the announcement."""


class Club(msgspec.Struct, frozen=True, kw_only=True):
    """A club, as the reader may see it. It does not say which members are online."""

    summary: ClubSummary
    """The same as in the list."""

    about: str
    """The description; it can be empty."""

    made_at: Milliseconds
    """Time of its making."""

    members: tuple[ClubMember, ...]
    """The members: the owner, then organisers, then others, each by time."""

    waiting: tuple[ClubMember, ...] = ()
    """The applicants and the invited players, oldest first. Only the owner and organisers see them."""

    announcements: tuple[ClubAnnouncement, ...] = ()
    """The newest announcements, newest first. Only members see them."""


Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
About = Annotated[str, Meta(max_length=LONGEST_ABOUT)]


class CreateClub(FromClient, frozen=True, kw_only=True, tag="create_club"):
    """Make a club, and own it. Answered by `club_changed`. The sender needs a registered account."""

    open_to = NO_PROGRAM

    name: Name
    """The name."""

    about: About = ""
    """The description."""

    access: ClubAccess = ClubAccess.ON_REQUEST
    """The way into the club."""


class ChangeClub(FromClient, frozen=True, kw_only=True, tag="change_club"):
    """As the owner, change a club. Answered by `club_changed`."""

    open_to = NO_PROGRAM

    club: AnyClub
    """The club."""

    name: Name | None = None
    """The new name; without it, the name stays."""

    about: About | None = None
    """The new description; without it, the description stays."""

    access: ClubAccess | None = None
    """The new way into the club; without it, the way stays."""


class DeleteClub(FromClient, frozen=True, kw_only=True, tag="delete_club"):
    """As the owner, delete a club. Answered by `club_left`. Repeating it changes nothing."""

    open_to = NO_PROGRAM

    club: AnyClub
    """The club."""


class ListClubs(FromClient, frozen=True, kw_only=True, tag="list_clubs"):
    """List the clubs of the sender, and those that everybody finds. Answered by `clubs`."""

    open_to = (Scope.LOBBY_READ,)

    before: Annotated[str, Meta(max_length=128)] | None = None
    """The cursor of the last page; without it, the first page."""


class GetClub(FromClient, frozen=True, kw_only=True, tag="get_club"):
    """Get a club with its members. Answered by `club_changed`."""

    open_to = (Scope.LOBBY_READ,)

    club: AnyClub
    """The club."""


class JoinClub(FromClient, frozen=True, kw_only=True, tag="join_club"):
    """Join an open club, apply to one with applications, or accept an invitation. Answered by `club_changed`, which
    has the role of the sender now. Repeating it changes nothing."""

    open_to = NO_PROGRAM

    club: AnyClub
    """The club."""


class LeaveClub(FromClient, frozen=True, kw_only=True, tag="leave_club"):
    """Leave a club, withdraw an application, or decline an invitation. If the owner leaves, the oldest organiser
    becomes the owner, or else the oldest member. Without members the club ends. Answered by `club_left`, for every
    id."""

    open_to = NO_PROGRAM

    club: AnyClub
    """The club."""


class InviteToClub(FromClient, frozen=True, kw_only=True, tag="invite_to_club"):
    """As the owner or an organiser, invite a player with an account, who receives a notice. The answer does not depend
    on blocks. Answered by `club_changed`."""

    open_to = NO_PROGRAM

    club: AnyClub
    """The club."""

    player: AnyPlayer
    """The player."""


class SetClubRole(FromClient, frozen=True, kw_only=True, tag="set_club_role"):
    """Give a player a role in a club. The owner and organisers accept an applicant with `member`, decline one with
    `none`, withdraw an invitation, and remove members. The owner alone makes organisers and the next owner, and removes
    organisers. Answered by `club_changed`. Repeating it changes nothing."""

    open_to = NO_PROGRAM

    club: AnyClub
    """The club."""

    player: AnyPlayer
    """The player: a member, an applicant or an invited player."""

    role: ClubRole
    """The role: `owner`, `organiser`, `member` or `none`. An owner who makes another one becomes an organiser. A
    removed member cannot join again without an invitation."""


class AnnounceToClub(FromClient, frozen=True, kw_only=True, tag="announce_to_club"):
    """As the owner or an organiser, send all members a notice. Answered by `club_changed`."""

    open_to = NO_PROGRAM

    club: AnyClub
    """The club."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_ANNOUNCEMENT)]
    """The text, one line."""


class ClubChanged(FromServer, frozen=True, kw_only=True, tag="club_changed"):
    """The answer to commands about one club."""

    club: Club
    """The club."""


class ClubLeft(FromServer, frozen=True, kw_only=True, tag="club_left"):
    """The answer to `leave_club` and `delete_club`."""

    club: ClubId
    """The id from the command."""


class Clubs(FromServer, frozen=True, kw_only=True, tag="clubs"):
    """The answer to `list_clubs`."""

    mine: tuple[ClubSummary, ...] = ()
    """On the first page, the clubs in which the reader has a role, with invitations and applications."""

    clubs: tuple[ClubSummary, ...]
    """The clubs that everybody finds, newest first, at most 50."""

    before: str | None = None
    """The cursor of the next page; `null` on the last one."""
