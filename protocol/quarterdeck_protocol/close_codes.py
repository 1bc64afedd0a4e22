"""The close codes of this protocol's own. Beside them the standard ones are used, as PROTOCOL.md says."""

from enum import IntEnum


class CloseCode(IntEnum):
    """Reasons for which the server closes a connection when the client must not reconnect by itself."""

    TAKEN_UP_ELSEWHERE = 4001
    """The session continues on a newer connection."""

    DISCONNECTED = 4002
    """A moderator has disconnected the player, who may reconnect."""

    BANNED = 4003
    """A moderator has banned its player; `sign_in` says until when."""
