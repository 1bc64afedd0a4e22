"""What was said when version 1 was recorded is said again: nothing that a client of then knew is gone."""

import re
from typing import Any

import msgspec
import pytest
from quarterdeck_protocol import wire
from quarterdeck_protocol.schema import from_client_schema
from quarterdeck_server.docs_build import baseline
from quarterdeck_server.docs_build.files import PROTOCOL
from quarterdeck_server.docs_build.frozen_conversation import (
    CONVERSATION,
    Step,
    missing,
    not_covered,
    performed,
    read_steps,
    written_steps,
)
from servers import live_server

RECORDED = read_steps((PROTOCOL / CONVERSATION).read_bytes())


async def test_everything_that_was_recorded_is_obeyed_and_answered_as_it_was_or_with_more() -> None:
    async with live_server(quotas="on", packs_account_age=0) as server:
        assert missing(RECORDED, await performed(RECORDED, server.url)) == []


def test_every_kind_of_message_that_a_client_may_send_was_said() -> None:
    """What is added after the freeze is not in it."""
    kinds = {line.split(" ")[2] for line in _baseline().lines if line.startswith("from-client message ")}
    said = {found[1] for step in RECORDED if (found := re.match(r'\{"type":"(\w+)"', step.says or ""))}
    tags = {
        name: body["properties"]["type"]["const"]
        for name, body in from_client_schema()["$defs"].items()
        if name in kinds
    }
    if not _baseline().is_frozen:
        assert said - {"fly"} == set(tags.values())


def test_it_is_read_as_it_was_written() -> None:
    assert read_steps(written_steps(RECORDED)) == RECORDED
    assert written_steps(RECORDED) == (PROTOCOL / CONVERSATION).read_bytes()


def test_every_recorded_frame_says_nothing_that_would_be_passed_over_today() -> None:
    """A field that was renamed would be read as if it were not there."""
    faults = []
    for line in (PROTOCOL / baseline.FRAMES).read_text(encoding="utf-8").splitlines():
        try:
            message: Any = wire.decode_from_client(line.encode())
        except msgspec.DecodeError:
            message = wire.decode_from_server(line.encode())
        again = msgspec.json.decode(wire.encode(message))
        faults += [f"{line[:40]}: {fault}" for fault in not_covered(msgspec.json.decode(line), again)]
    assert faults == []


BEFORE: dict[str, Any] = {
    "type": "welcome",
    "code": "a",
    "limit": 1,
    "text": "x",
    "is_on": True,
    "games": [{"type": "g", "name": "x"}],
    "capabilities": ["one", "two"],
    "none": None,
    "events": [{"type": "left"}],
}


@pytest.mark.parametrize(
    "added",
    [
        {"new": 1},
        {"games": [{"type": "g", "name": "y", "more": []}, {"type": "h"}]},
        {"capabilities": ["three", "two", "one"]},
        {"none": {"now": "something"}},
        {"games": [{"type": "h"}, {"name": "z", "type": "g"}]},
        {"events": [{"type": "marked"}]},
        {"limit": 2.5, "text": "another", "is_on": False},
    ],
)
def test_additions_are_none_of_its_business(added: dict[str, Any]) -> None:
    assert list(not_covered(BEFORE, {**BEFORE, **added})) == []


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"type": "hello"}, "$.type is 'hello', and was 'welcome'"),
        ({"code": "b"}, "$.code is 'b', and was 'a'"),
        ({"limit": "1"}, "$.limit is a text, and was a number"),
        ({"limit": True}, "$.limit is true or false, and was a number"),
        ({"text": None}, "$.text is null, and was a text"),
        ({"games": []}, "$.games is empty"),
        ({"games": {}}, "$.games is an object, and was a list"),
        ({"games": [{"type": "g"}]}, "$.games[0].name is gone"),
        ({"events": 3}, "$.events is a number, and was a list"),
        ({"capabilities": ["one", "three"]}, "$.capabilities has no 'two'"),
    ],
)
def test_what_is_gone_or_of_another_kind_is_found_with_its_place(changed: dict[str, Any], fault: str) -> None:
    before = Step(who="ada", asks="/", status=200, answer=BEFORE)
    after = msgspec.structs.replace(before, answer={**BEFORE, **changed})
    assert missing([before], [after]) == [f"step 1, ada /: {fault}"]
    assert missing([before], [msgspec.structs.replace(before, status=404)]) == [
        "step 1, ada /: the status is 404, and was 200"
    ]


async def test_a_step_that_cannot_be_taken_is_named() -> None:
    async with live_server() as server:
        with pytest.raises(AssertionError, match="step 1, ada /healthz: KeyError"):
            await performed([Step(who="ada", asks="/healthz", keep={"x": "nowhere"})], server.url)


def _baseline() -> baseline.Baseline:
    return baseline.read((PROTOCOL / baseline.LINES).read_text(encoding="utf-8"))
