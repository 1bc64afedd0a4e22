"""What is answered over plain HTTP and nowhere else."""

from typing import Any

import msgspec

from quarterdeck_protocol.messages import GameOffer


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """How a process is."""

    status: str
    """`alive`, or `ready` for more; a process that is not ready answers 503."""


class Games(msgspec.Struct, frozen=True, kw_only=True):
    """What is played here."""

    games: tuple[GameOffer, ...]
    """The same as in `welcome`."""


class GameDescription(msgspec.Struct, frozen=True, kw_only=True):
    """All that a client without rules needs for one game."""

    offer: GameOffer | None
    """The game, as in `welcome`."""

    phrases: Any
    """How to say its actions, events and the rest in words."""

    schema: dict[str, Any]
    """The JSON Schema of its own parts."""
