"""Notifications to all processes about moderation."""

from quarterdeck_protocol.lobby.moderation import SanctionKind
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.event_bus import Notification


class PlayersSanctioned(Notification, frozen=True, tag="players_sanctioned"):
    """Event: a player and the player's bots were sanctioned, or a sanction of theirs has changed."""

    players: tuple[PlayerId, ...]
    kind: SanctionKind
    revoked: bool = False
    why: str = ""
