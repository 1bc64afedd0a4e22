"""By what a player is known in logs and traces: enough to follow one through them, too little to name one."""

from hashlib import sha256

from quarterdeck_protocol.names import PlayerId


def mark_of(player: PlayerId) -> str:
    """Return a player's mark: the beginning of the SHA-256 of the id. Moderators, who know the id, can make it."""
    return sha256(player.encode()).hexdigest()[:12]
