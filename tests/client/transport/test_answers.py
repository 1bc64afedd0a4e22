"""What is made of an answer that is not the server's own, and of a refusal that does not say whose it is."""

from typing import Any, cast

import pytest
from quarterdeck_client.transport.answers import PendingCommand, PendingCommands, refused_in
from quarterdeck_protocol.messages import Pong, Refused
from quarterdeck_protocol.names import Ref
from quarterdeck_protocol.refusals import RefusalCode


def waiting(*refs: str) -> tuple[PendingCommands, dict[str, PendingCommand]]:
    """Return commands that were sent on one connection."""
    commands, each = PendingCommands(), {ref: PendingCommand(b"{}", is_parting=False) for ref in refs}
    for ref, pending in each.items():
        commands.add(Ref(ref), pending)
        send(pending)
    return commands, each


def send(pending: PendingCommand) -> None:
    pending.socket = cast("Any", "a socket")


def codes(each: dict[str, PendingCommand]) -> dict[str, str]:
    """Return what was answered, where anything was."""
    answers = {ref: pending.answer.result() for ref, pending in each.items() if pending.answer.done()}
    return {ref: answer.code.value if isinstance(answer, Refused) else "answered" for ref, answer in answers.items()}


UNREAD = Refused(code=RefusalCode.NOT_JSON, text="This is not JSON.")


async def test_a_refusal_that_names_no_command_waits_until_it_is_known_whose_it_is() -> None:
    commands, each = waiting("first", "second", "third")
    commands.refuse(UNREAD)
    each["later"] = PendingCommand(b"{}", is_parting=False)
    commands.add(Ref("later"), each["later"])
    send(each["later"])
    commands.refuse(UNREAD)
    assert codes(each) == {}
    commands.answer(Pong(ref=Ref("second")))
    assert codes(each) == {"second": "answered"}
    commands.answer(Pong(ref=Ref("later")))
    assert codes(each) == {"first": "not_json", "second": "answered", "third": "not_json", "later": "answered"}


async def test_such_a_refusal_is_nobodys_after_the_line_has_broken() -> None:
    commands, each = waiting("first", "second")
    commands.refuse(UNREAD)
    commands.forget_refusals()
    commands.answer(Pong(ref=Ref("first")))
    assert codes(each) == {"first": "answered"}


async def test_a_command_that_was_not_sent_is_not_refused_so() -> None:
    commands, each = waiting("sent", "put off")
    each["put off"].begin()
    commands.refuse(UNREAD)
    assert codes(each) == {"sent": "not_json"}


@pytest.mark.parametrize("body", [b"<html>Bad Gateway</html>", '{"title": "Passerelle défaillante"}'.encode("latin-1")])
def test_anything_that_a_proxy_says_is_a_refusal_of_its_own_kind(body: bytes) -> None:
    refused = refused_in(body, 502)
    assert (refused.code, refused.text) == (RefusalCode.OTHER, "The server answered with status 502.")
