"""How a state is written down for the store and read again: the only encoder that may break the seal.

The cards that a match is played with belong to the game, and are not written down with every state.
"""

from typing import Any, TypeVar

import msgspec

from quarterdeck_games.card_sets import CardCatalogue
from quarterdeck_games.game import SEAL, Game, Seal

State = TypeVar("State")


def _break_seal(value: Any) -> Any:
    if isinstance(value, Seal | CardCatalogue):
        return None
    raise NotImplementedError(f"a state may not hold a {type(value).__name__}")


_ENCODER = msgspec.json.Encoder(enc_hook=_break_seal)


def keep(state: Any) -> bytes:
    """Write a state down, with everything in it: for the store, never for a viewer."""
    return _ENCODER.encode(state)


def recall(game: Game[State, Any, Any, Any], stored: bytes) -> State:
    """Read a state that `keep` has written. Raises `msgspec.DecodeError` if it is not one."""

    def restored(kind: type, value: Any) -> Any:
        if kind is Seal:
            return SEAL
        if isinstance(game.catalogue, kind):
            return game.catalogue
        raise NotImplementedError(f"a state may not hold a {kind.__name__}")

    state: State = msgspec.json.decode(stored, type=game.states, dec_hook=restored)
    return state
