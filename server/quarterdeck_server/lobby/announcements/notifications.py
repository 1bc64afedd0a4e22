"""The notification that processes send each other about announcements."""

from quarterdeck_server.lobby.event_bus import Notification


class AnnouncementsStored(Notification, frozen=True, tag="announcements_stored"):
    """Event: the announcements have changed."""
