"""Messages about announcements of operators, to all players or to a club."""

from typing import Annotated, NewType

import msgspec
from msgspec import Meta

from quarterdeck_protocol.lobby.clubs import AnyClub, ClubId
from quarterdeck_protocol.lobby.moderation import Why
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.sides import ShortRef

AnnouncementId = NewType("AnnouncementId", str)

LONGEST_TEXT = 300
DAY = 24 * 60 * 60


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
    """An announcement of the operators that is in force, in the language of the connection."""

    id: AnnouncementId
    text: str
    """Plain text of one line: show it as such."""

    begins: Milliseconds
    """The time of its begin."""

    ends: Milliseconds
    """The time of its end."""


class AnnouncementOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Announce something to all players, or to the members of a club, at once or later. Organisers and admins only."""

    texts: Annotated[
        dict[Annotated[str, Meta(max_length=35)], Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]],
        Meta(min_length=1, max_length=20),
    ]
    """The text in each language, as plain text of one line. Players with another language read the first one."""

    why: Why
    """The reason. It is kept in the audit log."""

    begins: Milliseconds | None = None
    """The time of its begin; `null` for at once."""

    seconds: Annotated[int, Meta(ge=60, le=30 * DAY)] = 60 * 60
    """The time for which it is shown."""

    club: AnyClub | None = None
    """The club whose members alone are shown it; `null` for all players."""

    ref: ShortRef | None = None
    """The sender's name for this order. An order repeated under the same name is carried out once."""


class RemoveAnnouncementOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Remove an announcement before its end. Admins only."""

    announcement: Annotated[AnnouncementId, Meta(min_length=1, max_length=64)]
    why: Why
    ref: ShortRef | None = None
    """The sender's name for this order. An order repeated under the same name is carried out once."""


class PlannedAnnouncement(msgspec.Struct, frozen=True, kw_only=True):
    """An announcement as moderators see it."""

    id: AnnouncementId
    texts: dict[str, str]
    begins: Milliseconds
    """The time of its begin."""

    ends: Milliseconds
    """The time of its end."""

    club: ClubId | None = None
    """The club whose members alone are shown it; `null` for all players."""


class Announcements(msgspec.Struct, frozen=True, kw_only=True):
    """The announcements in force and those that are planned, in the order of their begin."""

    announcements: tuple[PlannedAnnouncement, ...]
