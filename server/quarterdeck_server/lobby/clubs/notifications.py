"""Notifications to all processes about clubs."""

from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.event_bus import Notification


class ClubStored(Notification, frozen=True, tag="club_stored"):
    """Event: a club has been changed or deleted."""

    club: ClubId
    gone: tuple[PlayerId, ...] = ()
    """Players who are no longer members."""

    inboxes: tuple[PlayerId, ...] = ()
    """Players with a new notice in the same commit."""
