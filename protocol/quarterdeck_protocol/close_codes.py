"""The WebSocket close codes that this protocol defines. PROTOCOL.md lists the standard codes that are used too."""

from enum import IntEnum


class CloseCode(IntEnum):
    """WebSocket close codes after which a client must not reconnect by itself."""

    TAKEN_UP_ELSEWHERE = 4001
    """The session continues on a newer connection."""

    DISCONNECTED = 4002
    """A moderator has disconnected the player, who may reconnect."""

    BANNED = 4003
    """A moderator has banned its player; `sign_in` says until when."""
