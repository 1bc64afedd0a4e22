"""Notifications about tables to all processes."""

from msgspec import Raw
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.event_bus import Notification


class TableStored(Notification, frozen=True, tag="table_stored"):
    """Event: a table has been opened, changed or closed."""

    by: str
    """The process that has made the change and needs no notification."""

    gone: bool
    table: Raw
    """The encoded record of the table."""

    inboxes: tuple[PlayerId, ...] = ()
    """Players with a new notice in the same commit."""
