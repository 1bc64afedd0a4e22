"""Notifications to all processes that players have left one of them."""

from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.event_bus import Notification


class PlayersLeft(Notification, frozen=True, tag="players_left"):
    """Event: these players have no connection to a process any more. A process where they still have one notes them as
    online again."""

    players: tuple[PlayerId, ...]
