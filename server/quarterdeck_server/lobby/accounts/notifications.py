"""Notifications to all processes about accounts."""

from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.event_bus import Notification


class SessionTaken(Notification, frozen=True, tag="session_taken"):
    """A session was taken up on another connection."""

    player: PlayerId
    session: str
    turn: int
    """How often it has been; connections with a lower turn are not the newest."""


class SessionsEnded(Notification, frozen=True, tag="sessions_ended"):
    """Some sessions of a player are worth nothing any more."""

    player: PlayerId
    only: str | None = None
    """Which one; `None` for all of them."""

    but: str | None = None
    """Of all of them, the one that goes on."""

    programs: bool = False
    """Whether tokens made for programs are worth nothing any more, too."""


class PlayerChanged(Notification, frozen=True, tag="player_changed"):
    """A player is called otherwise, may do other things or keeps away from others than before."""

    player: PlayerId
