"""Pseudonyms ("marks") of players in logs and traces: they allow to follow one player, but not to name the player."""

from collections.abc import Sequence
from hashlib import sha256

from quarterdeck_protocol.names import PlayerId, Viewer
from quarterdeck_protocol.sides import Player


def mark_of(player: PlayerId) -> str:
    """Return a player's mark: the first digits of the SHA-256 of the player's id. Moderators know the id and can
    compute the mark."""
    return sha256(player.encode()).hexdigest()[:12]


def mark_of_seat(players: Sequence[Player], seat: Viewer) -> str:
    """Return the mark (pseudonym for the log) of the player at this seat; empty for a spectator."""
    return "" if seat is None else mark_of(players[seat].id)
