"""Every whole number that travels has a least and a largest value in its type: nothing behind the door sees another."""

from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect
from quarterdeck_games import GAMES
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.http.problems import Problem
from quarterdeck_protocol.messages import AnyFromClient, AnyFromServer
from quarterdeck_protocol.schema import MODERATORS
from quarterdeck_protocol.sides import FromClient
from servers import live_server

DIGITS = (20, 400, 5_000)
"""More than 64 bits hold, more than a float holds, more than Python reads."""

KINDS: dict[str, Any] = {
    "from clients": AnyFromClient,
    "from servers": AnyFromServer,
    "problems": Problem,
    **{kind.__name__: kind for kind in MODERATORS},
    **{f"{name} options": game.options for name, game in GAMES.items()},
    **{f"{name} actions": game.actions for name, game in GAMES.items()},
}
PARTS_OF_VIEWS = ("$.patch[].value",)
"""What changed in a view: any part of it, and views have types of their own."""

OPTIONS = ".options"
"""What a server tells of a table's options is the game's own type, which is looked at by itself."""

FROM_CLIENTS: dict[str, type[FromClient]] = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyFromClient)}


def numbers(kind: inspect.Type, path: str, seen: frozenset[type] = frozenset()) -> Iterator[tuple[str, inspect.Type]]:
    """Return every place of a type where a number stands."""
    match kind:
        case inspect.IntType() | inspect.FloatType() | inspect.DecimalType() | inspect.AnyType():
            yield path, kind
        case inspect.StructType():
            if kind.cls not in seen:
                for field in kind.fields:
                    yield from numbers(field.type, f"{path}.{field.encode_name}", seen | {kind.cls})
        case inspect.Metadata():
            yield from numbers(kind.type, path, seen)
        case inspect.UnionType():
            for each in kind.types:
                yield from numbers(each, path, seen)
        case inspect.VarTupleType() | inspect.ListType() | inspect.SetType() | inspect.FrozenSetType():
            yield from numbers(kind.item_type, f"{path}[]", seen)
        case inspect.TupleType():
            for each in kind.item_types:
                yield from numbers(each, f"{path}[]", seen)
        case inspect.DictType():
            yield from numbers(kind.key_type, f"{path}{{}}", seen)
            yield from numbers(kind.value_type, f"{path}{{}}", seen)
        case (
            inspect.StrType()
            | inspect.BoolType()
            | inspect.NoneType()
            | inspect.EnumType()
            | inspect.LiteralType()
            | inspect.RawType()
        ):
            pass
        case _:
            raise TypeError(f"it is not known whether there are numbers in {kind}")


def is_bounded(kind: inspect.Type) -> bool:
    match kind:
        case inspect.IntType():
            return (kind.ge, kind.gt) != (None, None) and (kind.le, kind.lt) != (None, None)
        case _:
            return False  # neither fractions nor anything at all have a place in a message


@pytest.mark.parametrize("name", KINDS)
def test_every_number_has_bounds_in_its_type(name: str) -> None:
    unbounded = [
        path
        for path, kind in numbers(inspect.type_info(KINDS[name]), "$")
        if not is_bounded(kind) and path not in PARTS_OF_VIEWS and not path.endswith(OPTIONS)
    ]
    assert unbounded == []


@pytest.mark.parametrize("digits", DIGITS)
async def test_a_number_of_hundreds_of_digits_is_refused_with_its_place_wherever_it_stands(digits: int) -> None:
    async with live_server() as server, server.player() as line:
        tried = 0
        for tag, kind in FROM_CLIENTS.items():
            for field in inspect.type_info(kind).fields:  # type: ignore[attr-defined]  # it is a struct
                if not any(isinstance(each, inspect.IntType) for each in (field.type, *alternatives(field.type))):
                    continue
                number = msgspec.Raw(b"9" * digits)
                answer = await line.ask({"type": tag, field.encode_name: number, **needed(kind, but=field.name)})
                assert (answer["type"], answer["code"]) == ("refused", "malformed"), (tag, field.name)
                assert answer["where"].startswith(f"$.{field.encode_name}")
                tried += 1
        assert tried >= 10


def alternatives(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    return kind.types if isinstance(kind, inspect.UnionType) else ()


def needed(kind: type[msgspec.Struct], but: str) -> dict[str, Any]:
    """Return what a command cannot be read without, besides one field."""
    some: dict[type[inspect.Type], Any] = {
        inspect.StrType: "xyz",
        inspect.RawType: {},
        inspect.BoolType: True,
        inspect.IntType: 1,
    }
    given: dict[str, Any] = {}
    for each in inspect.type_info(kind).fields:  # type: ignore[attr-defined]  # it is a struct
        if not each.required or each.name == but:
            continue
        if isinstance(each.type, inspect.VarTupleType):
            given[each.encode_name] = ["tiny"] * (each.type.min_length or 0)
        elif isinstance(each.type, inspect.EnumType):
            given[each.encode_name] = next(iter(each.type.cls)).value
        elif isinstance(each.type, inspect.StructType):
            given[each.encode_name] = needed(each.type.cls, but="")
        else:
            given[each.encode_name] = some[type(each.type)]
    return given


@pytest.mark.parametrize("digits", DIGITS)
@pytest.mark.parametrize(
    "path", ["/v1/games/tiny/ladder?page=", "/v1/players/{me}/matches?before=", "/v1/players/{me}/against/{me}?before="]
)
async def test_a_number_in_a_query_has_bounds_as_well(path: str, digits: int) -> None:
    async with live_server() as server, server.line() as line:
        me = (await line.sign_in())["player"]["id"]
        for sign in ("", "-"):
            status, problem = await server.get(path.format(me=me) + sign + "9" * digits)
            assert (status, problem["code"], problem["where"]) == (400, "malformed", "?" + path.split("?")[1][:-1])


@pytest.mark.parametrize("digits", DIGITS)
async def test_a_number_in_an_action_or_an_option_is_refused_with_its_place(digits: int) -> None:
    number = msgspec.Raw(b"9" * digits)
    async with live_server() as server, server.player() as line:
        for name, game in GAMES.items():
            for field in msgspec.structs.fields(game.options):
                if any(True for _ in numbers(inspect.type_info(field.type), "$")):
                    opened = {"type": "open_table", "game": name, "options": {field.encode_name: number}}
                    assert (await line.ask(opened))["code"] in ("malformed", "bad_options"), (name, field.name)


def test_anything_that_a_server_says_with_such_a_number_is_no_message() -> None:
    said = b'{"type":"refused","code":"too_many","text":"","retry_in":%s}'
    assert wire.decode_from_server(said % b"9") is not None
    for digits in DIGITS:
        with pytest.raises(msgspec.ValidationError):
            wire.decode_from_server(said % (b"9" * digits))
