"""Notifications to all processes about accounts."""

from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.event_bus import Notification


class SessionTaken(Notification, frozen=True, tag="session_taken"):
    """Event: a session was resumed on another connection."""

    player: PlayerId
    session: str
    turn: int
    """Number of times that the session was resumed. A connection with a lower number is not the newest."""


class SessionsEnded(Notification, frozen=True, tag="sessions_ended"):
    """Event: some sessions of a player have ended."""

    player: PlayerId
    only: str | None = None
    """The session that has ended; `None` for all of them."""

    but: str | None = None
    """The session that goes on when all others end."""

    programs: bool = False
    """True if tokens made for programs have been revoked too."""


class PlayerChanged(Notification, frozen=True, tag="player_changed"):
    """Event: the name, the roles, the avoided players or the accepted terms of use of an account have changed."""

    player: PlayerId
    bots: tuple[PlayerId, ...] = ()
    """The player's bots: what the player has accepted holds for them too."""
