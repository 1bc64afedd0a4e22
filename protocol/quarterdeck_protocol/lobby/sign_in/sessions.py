"""Messages about the sessions of a player: the devices where the player is signed in."""

import msgspec

from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.sides import NO_PROGRAM, FromClient, FromServer, ShortText


class ListSessions(FromClient, frozen=True, kw_only=True, tag="list_sessions"):
    """List the sessions of the sender. Answered by `sessions`."""

    open_to = NO_PROGRAM


class EndSession(FromClient, frozen=True, kw_only=True, tag="end_session"):
    """End a session of the sender. Its connections are signed out. Repeating it is not an error. Answered by
    `sessions`."""

    open_to = NO_PROGRAM

    id: ShortText
    """The id of a session in `sessions`."""


class EndOtherSessions(FromClient, frozen=True, kw_only=True, tag="end_other_sessions"):
    """End all sessions of the sender but the present one. Tokens made for programs remain valid. Answered by
    `sessions`."""

    open_to = NO_PROGRAM


class OwnSession(msgspec.Struct, frozen=True, kw_only=True):
    """A session of the player. No network address is stored with it."""

    id: str
    """The id for `end_session`."""

    client: str | None
    """The name of the client as it said in `hello`; `null` if it said none."""

    made_at: Milliseconds
    """The time of the sign-in."""

    used_on: Milliseconds
    """The beginning of the day (UTC) on which the player last signed in with it."""

    is_present: bool
    """True for the session of this connection."""


class Sessions(FromServer, frozen=True, kw_only=True, tag="sessions"):
    """The sessions of the player, last used first."""

    sessions: tuple[OwnSession, ...]
    """The valid sessions."""
