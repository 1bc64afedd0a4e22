"""The document of the conversation has every message, and says of each command what answers it."""

import json
from typing import Any, get_args

import msgspec
import pytest
from quarterdeck_protocol.messages import AnyFromClient, AnyFromServer
from quarterdeck_server.docs_build.asyncapi import NEWS, answers_of
from quarterdeck_server.docs_build.files import PROTOCOL, PUBLISHED

DOCUMENT = json.loads((PROTOCOL / PUBLISHED / "asyncapi.json").read_bytes())
COMMANDS = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyFromClient)}
ANSWERS = {str(msgspec.inspect.type_info(kind).tag) for kind in get_args(AnyFromServer)}  # type: ignore[attr-defined]  # they are structs


def test_every_message_is_on_the_socket() -> None:
    assert set(DOCUMENT["channels"]["socket"]["messages"]) == COMMANDS.keys() | ANSWERS
    assert set(DOCUMENT["components"]["messages"]) == COMMANDS.keys() | ANSWERS


def test_the_server_receives_commands_and_sends_everything_else() -> None:
    received = {name for name, each in DOCUMENT["operations"].items() if each["action"] == "receive"}
    assert received == set(COMMANDS)
    sent = DOCUMENT["operations"][NEWS]
    assert sent["action"] == "send"
    assert {each["$ref"].rpartition("/")[2] for each in sent["messages"]} == ANSWERS


@pytest.mark.parametrize("tag", sorted(COMMANDS))
def test_a_command_says_what_answers_it(tag: str) -> None:
    kind: Any = COMMANDS[tag]
    replies = [each["$ref"].rpartition("/")[2] for each in DOCUMENT["operations"][tag]["reply"]["messages"]]
    assert replies == [*answers_of(kind), "refused"]
    assert len(replies) > 1
    assert set(replies) <= ANSWERS
