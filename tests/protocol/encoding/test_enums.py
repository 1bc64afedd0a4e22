"""Of an enum that may grow, `other` is what a reader makes of what is newer, and nobody sends it."""

import json
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from msgspec import inspect
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.encoding.enums import may_grow, sent_values
from quarterdeck_protocol.lobby.chat import Phrase, Reason
from quarterdeck_protocol.messages import AnyFromServer, UpdateForm
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.schema import ANSWERS
from quarterdeck_server.docs_build.files import PROTOCOL

FROM_SERVERS = (*get_args(AnyFromServer), *(kind for kind in ANSWERS if "Order" not in str(kind)))
"""Every message and every answer over HTTP."""

RAW = {"Update", "UpdatePatch", "Replay"}
"""Where parts of games are, which a client reads by the game; all others read them with the message."""


def test_anything_that_stands_for_something_newer_is_not_sent() -> None:
    assert may_grow(Phrase)
    assert "other" not in sent_values(Phrase)
    assert sent_values(RefusalCode) == [str(code) for code in RefusalCode if code is not RefusalCode.OTHER]


def test_a_reason_that_is_no_other_is_sent_as_other() -> None:
    assert "other" in sent_values(Reason)


def test_an_enum_that_does_not_grow_is_sent_whole() -> None:
    assert not may_grow(UpdateForm)
    assert sent_values(UpdateForm) == [form.value for form in UpdateForm]


def types_in(kind: inspect.Type, seen: set[Any]) -> Iterator[inspect.Type]:
    """Return every type that a value of this type may hold, at any depth."""
    yield kind
    match kind:
        case inspect.Metadata():
            yield from types_in(kind.type, seen)
        case inspect.StructType() if kind.cls not in seen:
            seen.add(kind.cls)
            for field in kind.fields:
                yield from types_in(field.type, seen)
        case inspect.UnionType():
            for each in kind.types:
                yield from types_in(each, seen)
        case inspect.VarTupleType() | inspect.ListType():
            yield from types_in(kind.item_type, seen)
        case inspect.TupleType():
            for each in kind.item_types:
                yield from types_in(each, seen)
        case inspect.DictType():
            yield from types_in(kind.value_type, seen)
        case _:
            pass


def whole(kind: Any) -> list[inspect.Type]:
    return list(types_in(inspect.type_info(kind), set()))


@pytest.mark.parametrize("kind", FROM_SERVERS, ids=str)
def test_every_word_that_a_server_sends_may_be_newer_than_its_reader(kind: Any) -> None:
    enums = [each.cls for each in whole(kind) if isinstance(each, inspect.EnumType)]
    assert [enum.__name__ for enum in enums if not may_grow(enum)] == []
    assert [each.values for each in whole(kind) if isinstance(each, inspect.LiteralType)] == []


@pytest.mark.parametrize("kind", FROM_SERVERS, ids=str)
def test_nothing_that_a_server_sends_is_left_unread_but_the_parts_of_games(kind: Any) -> None:
    has_raw = any(isinstance(each, inspect.RawType) for each in whole(kind))
    assert has_raw is (inspect.type_info(kind).cls.__name__ in RAW)  # type: ignore[attr-defined]  # it is a struct


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("account", ["avoided", 0, "how"]),
        ("account", ["player", "kind"]),
        ("chat_joined", ["where"]),
        ("table_changed", ["table", "access"]),
        ("table_changed", ["table", "replays"]),
        ("refused", ["code"]),
    ],
)
def test_a_word_of_tomorrow_is_read_as_other(name: str, path: list[Any]) -> None:
    frame = json.loads((PROTOCOL / "examples" / "v1" / f"{name}.json").read_bytes())
    part = frame
    for step in path[:-1]:
        part = part[step]
    assert isinstance(part[path[-1]], str)
    part[path[-1]] = "of_tomorrow"
    read: Any = wire.decode_from_server(json.dumps(frame))
    for step in path:
        read = read[step] if isinstance(step, int) else getattr(read, step)
    assert read == "other"
