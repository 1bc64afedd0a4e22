"""Notifications about notices to all processes."""

from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.event_bus import Notification


class InboxesChanged(Notification, frozen=True, tag="inboxes_changed"):
    """Notices were added to the inboxes of these players. They are read from the store, because a notification may get
    lost."""

    players: tuple[PlayerId, ...]
