"""Random actions that the game has not offered: their types are right, but most make no sense."""

from collections.abc import Sequence
from enum import Enum
from random import Random
from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec
from msgspec import inspect
from quarterdeck_games import AnyGame


def kinds_of(union: Any) -> tuple[type[msgspec.Struct], ...]:
    """Return the structs of a tagged union; for a single struct, only that one."""
    return get_args(union) if get_origin(union) in (Union, UnionType) else (union,)


def some_value(kind: inspect.Type, chance: Random) -> Any:
    """Return a random value of this type. It mostly makes no sense."""
    match kind:
        case inspect.BoolType():
            return chance.random() < 0.5
        case inspect.IntType(ge=least, le=most):
            low, high = -(2**63) if least is None else least, 2**63 - 1 if most is None else most
            return chance.choice([number for number in (*range(-2, 13), 2**31, low, high) if low <= number <= high])
        case inspect.StrType():
            return "".join(chance.choice('aZ \u00e9\U0001f0cf\0"') for _ in range(chance.choice((0, 1, 8, 64, 65))))
        case inspect.EnumType(cls=enum):
            members: list[Enum] = list(enum)
            return chance.choice(members)
        case inspect.StructType(cls=struct, fields=fields):
            return struct(**{each.name: some_value(each.type, chance) for each in fields})
        case inspect.LiteralType(values=values):
            return chance.choice(values)
        case inspect.Metadata(type=inner):
            return some_value(inner, chance)
        case inspect.UnionType(types=types):
            return some_value(chance.choice(types), chance)
        case inspect.NoneType():
            return None
        case inspect.VarTupleType(item_type=item):
            return tuple(some_value(item, chance) for _ in range(chance.randrange(4)))
        case inspect.ListType(item_type=item):
            return [some_value(item, chance) for _ in range(chance.randrange(4))]
        case inspect.TupleType(item_types=items):
            return tuple(some_value(item, chance) for item in items)
        case inspect.CustomType() | inspect.AnyType() | inspect.RawType():
            raise AssertionError(f"the tests cannot make a value of type {kind}, which a field of an action has")
        case _:
            raise AssertionError(f"the tests cannot make up a {type(kind).__name__} yet")


def some_action(game: AnyGame, chance: Random) -> Any:
    """Return a random action of a game that was not offered."""
    kinds: Sequence[Any] = kinds_of(game.actions)
    return some_value(inspect.type_info(chance.choice(kinds)), chance)
