"""Encoding of game states for the store, and decoding. No other encoder may encode a state.

The cards of a match belong to the game, and are not stored with every state.
"""

import hashlib
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from quarterdeck_games.card_sets import CardCatalogue
from quarterdeck_games.game import SEAL, Game, Seal
from quarterdeck_games.rule_versions import module_of

State = TypeVar("State")


def _break_seal(value: Any) -> Any:
    if isinstance(value, Seal | CardCatalogue):
        return None
    raise NotImplementedError(f"a game state may not contain a value of type {type(value).__name__}")


_ENCODER = msgspec.json.Encoder(enc_hook=_break_seal)


def keep(state: Any) -> bytes:
    """Encode a complete state for the store, never for a viewer."""
    return _ENCODER.encode(state)


def recall(game: Game[State, Any, Any, Any], stored: bytes) -> State:
    """Decode a state that `keep` has encoded. Raises `msgspec.DecodeError` if it is not one."""

    def restored(kind: type, value: Any) -> Any:
        if kind is Seal:
            return SEAL
        if isinstance(game.catalogue, kind):
            return game.catalogue
        raise NotImplementedError(f"a game state may not contain a value of type {kind.__name__}")

    state: State = msgspec.json.decode(stored, type=game.states, dec_hook=restored)
    return state


@cache
def shape_of(states: Any) -> str:
    """Return a digest of the structure of a game's states: the fields of every struct, and their types. A state that
    was stored with another structure can often be decoded, but gets default values for missing fields."""
    shapes: dict[str, str] = {}
    top = _shape(inspect.type_info(states), shapes)
    return hashlib.sha256(repr((top, sorted(shapes.items()))).encode()).hexdigest()[:16]


def _shape(kind: Any, shapes: dict[str, str]) -> str:
    """Return the description of a type. For structs it is the name; their fields are added to `shapes`."""
    match kind:
        case inspect.StructType():
            name = f"{module_of(kind.cls)}.{kind.cls.__qualname__}"
            if name not in shapes:
                shapes[name] = ""  # it may hold others of its kind
                fields = [f"{field.encode_name}: {_shape(field.type, shapes)}" for field in kind.fields]
                shapes[name] = f"{kind.tag} {kind.array_like} {fields}"
            return name
        case inspect.EnumType():
            return f"{kind.cls.__qualname__} {sorted(str(each.value) for each in kind.cls)}"
        case inspect.Type():
            parts = [_shape(getattr(kind, name), shapes) for name in kind.__struct_fields__]
            return f"{type(kind).__name__}({', '.join(parts)})"
        case tuple():
            return f"({', '.join([_shape(part, shapes) for part in kind])})"
        case type():
            return kind.__qualname__
        case _:
            return repr(kind)
