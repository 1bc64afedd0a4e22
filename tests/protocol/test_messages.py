"""All messages: a message is one by its class alone, in a module that is listed."""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any, get_args, get_origin

import pytest
import quarterdeck_protocol
from quarterdeck_protocol.messages import GROUPS, AnyFromClient, AnyFromServer, RawUpdate, RawUpdatePatch
from quarterdeck_protocol.sides import FromClient, FromServer

MODULES = [
    importlib.import_module(module.name)
    for module in pkgutil.walk_packages(quarterdeck_protocol.__path__, "quarterdeck_protocol.")
]


def _declared(side: type) -> Iterator[type]:
    for module in MODULES:
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, side) and kind is not side:
                yield kind


@pytest.mark.parametrize(("side", "union"), [(FromClient, AnyFromClient), (FromServer, AnyFromServer)])
def test_every_class_of_a_side_is_a_message(side: type, union: Any) -> None:
    messages = {get_origin(kind) or kind for kind in get_args(union)}
    assert set(_declared(side)) == messages, "a module with messages stands in GROUPS"


def test_every_group_has_messages() -> None:
    homes = {kind.__module__ for kind in (*get_args(AnyFromClient), *get_args(AnyFromServer))}
    assert homes == {group.__name__ for group in GROUPS}


def test_messages_with_parts_of_a_game_are_read_with_these_as_json() -> None:
    assert [kind for kind in get_args(AnyFromServer) if get_origin(kind)] == [RawUpdate, RawUpdatePatch]


def test_no_two_messages_of_a_side_have_one_tag() -> None:
    for union in (AnyFromClient, AnyFromServer):
        tags = [(get_origin(kind) or kind).__struct_config__.tag for kind in get_args(union)]
        assert len(tags) == len(set(tags))
