"""Notifications to all processes that inboxes of players have changed."""

from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.event_bus import Notification


class InboxesChanged(Notification, frozen=True, tag="inboxes_changed"):
    """Event: notices were added to the inboxes of these players. The notices are read from the store, because a
    notification may get lost."""

    players: tuple[PlayerId, ...]
