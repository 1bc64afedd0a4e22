"""Notifications to all processes about chat."""

from quarterdeck_server.lobby.chat.lines import ChatLineRecord
from quarterdeck_server.lobby.event_bus import Notification


class LineSaid(Notification, frozen=True, tag="line_said"):
    """Event: a player has sent a chat message."""

    line: ChatLineRecord
