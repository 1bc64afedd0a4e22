"""By what a player is known in logs and traces: enough to follow one through them, too little to name one."""

from collections.abc import Sequence
from hashlib import sha256

from quarterdeck_protocol.names import PlayerId, Viewer
from quarterdeck_protocol.sides import Player


def mark_of(player: PlayerId) -> str:
    """Return a player's mark: the beginning of the SHA-256 of the id. Moderators, who know the id, can make it."""
    return sha256(player.encode()).hexdigest()[:12]


def mark_of_seat(players: Sequence[Player], seat: Viewer) -> str:
    """Return the mark of whoever has this seat; empty for a spectator."""
    return "" if seat is None else mark_of(players[seat].id)
