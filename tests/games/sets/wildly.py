"""Random cards out of a game's whole vocabulary: whatever its rules of sets let pass has to be playable."""

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import inspect

Leaf = Callable[[Random, str, inspect.Type], Any]


def value_of(chance: Random, kind: inspect.Type, leaf: Leaf, name: str = "") -> Any:
    """Return a random JSON value of a type; `leaf` says what numbers and texts there are for a field of this name."""
    match kind:
        case inspect.StructType():
            fields = {
                field.encode_name: value_of(chance, field.type, leaf, field.encode_name)
                for field in kind.fields
                if field.required or chance.random() < 0.4
            }
            return fields if kind.tag is None else {"type": kind.tag, **fields}
        case inspect.UnionType():
            return value_of(chance, chance.choice(kind.types), leaf, name)
        case inspect.VarTupleType():
            return [value_of(chance, kind.item_type, leaf, name) for _ in range(chance.choice((1, 1, 2)))]
        case inspect.EnumType():
            return chance.choice([each.value for each in kind.cls])
        case inspect.BoolType():
            return chance.random() < 0.5
        case inspect.NoneType():
            return None
        case _:
            return leaf(chance, name, kind)


def fields_of(card: type) -> dict[str, inspect.Type]:
    """Return the types of a card's fields."""
    kind = inspect.type_info(card)
    assert isinstance(kind, inspect.StructType)
    return {field.encode_name: field.type for field in kind.fields}
