"""What was said when version 1 was recorded, and with each addition since, is said again: nothing that a client of then
knew is gone."""

import re
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.schema import from_client_schema
from quarterdeck_server.docs_build import baseline
from quarterdeck_server.docs_build.files import OPENAPI, PROTOCOL
from quarterdeck_server.docs_build.frozen_conversation import (
    Step,
    missing,
    not_covered,
    performed,
    read_steps,
    written_steps,
)
from quarterdeck_server.docs_build.scene_steps import SUMS, conversations_in
from servers import WITH_WEBHOOKS, live_server

CONVERSATIONS = conversations_in(PROTOCOL)
RECORDED = {name: read_steps((PROTOCOL / name).read_bytes()) for name in CONVERSATIONS}
STEPS = [step for steps in RECORDED.values() for step in steps]

FROZEN = {
    "baseline-conversation.jsonl": "83950bb778d971bc6a76ebb3e64462ee6b128e5c4a3e051348ed465d6ccf45ba",
    "baseline-conversation-2.jsonl": "ae5e526e8fcb43b6b1c6f9ff3c62ed692bb27fe0c688d6ebf04fd57c6e025c31",
}
"""The SHA-256 of the first ones, so that none is written again by accident: there is only a further one."""

FROZEN |= {
    f"{baseline.FRAMES}:95": "775254aeb48f6f7b23a87a5574a125b55cd838044d605531c798ffd7cbdcc095",
    f"{baseline.FRAMES}:119": "cab096c71dab9a80cd7466347d9339f93c409531eba93ae5cb239b7a497761de",
}
"""The same of the first so many frames; behind them are those that were added since."""


@pytest.mark.parametrize("name", CONVERSATIONS)
async def test_everything_that_was_recorded_is_obeyed_and_answered_as_it_was_or_with_more(name: str) -> None:
    async with live_server(quotas="on", packs_account_age=0, trades_account_age=0, webhooks=WITH_WEBHOOKS) as server:
        make_admin = server.services.moderation.make_first_admin
        assert missing(RECORDED[name], await performed(RECORDED[name], server.url, make_admin)) == []


def test_no_conversation_and_no_frame_was_written_again() -> None:
    sums = {name: digest for line in (PROTOCOL / SUMS).read_text().splitlines() for digest, name in [line.split("  ")]}
    frames = (PROTOCOL / baseline.FRAMES).read_bytes().splitlines(keepends=True)
    counts = [int(name.partition(":")[2]) for name in sums if name.startswith(f"{baseline.FRAMES}:")]
    found = {name: sha256((PROTOCOL / name).read_bytes()).hexdigest() for name in CONVERSATIONS}
    found |= {f"{baseline.FRAMES}:{count}": sha256(b"".join(frames[:count])).hexdigest() for count in counts}
    assert found == sums
    assert len(frames) == max(counts), "`make schema` lists those that are new"
    assert FROZEN.items() <= sums.items(), "the oldest stand here, too: no list of digests is written again"


def test_every_kind_of_message_that_a_client_may_send_was_said() -> None:
    """`make schema` records a further conversation from the scene of a new command."""
    kinds = {line.split(" ")[2] for line in _baseline().lines if line.startswith("from-client message ")}
    said = {found[1] for step in STEPS if (found := re.match(r'\{"type":"(\w+)"', step.says or ""))}
    tags = {
        name: body["properties"]["type"]["const"]
        for name, body in from_client_schema()["$defs"].items()
        if name in kinds
    }
    assert said - {"fly"} == set(tags.values())


UNASKED = re.compile(
    r"/|/assets/.*|/pictures/.*|/docs.*|/v1/(asyncapi|openapi)\.json|/v1/schema.*|/v1/socket|.*/events"
    r"|/site/.*|/\.well-known/.*|.*/lesson|/oauth/.*|/sign-on/.*|/discord/.*"
)
"""Pages and documents, which are read by people and tools, texts of the host, streams, which are held to
the schemas, lessons, which change with the rules (`tests/golden/test_lessons.py`), and forms of OAuth, to which two
strict clients are held, and of providers of identities, and what
Discord alone may ask."""


def test_every_path_was_asked() -> None:
    asked = {(step.asks.partition("?")[0], step.sends is not None) for step in STEPS if step.asks is not None}
    paths = msgspec.json.decode((PROTOCOL / OPENAPI).read_bytes())["paths"]
    unasked = [
        (method, path)
        for path, methods in paths.items()
        for method in methods
        if not UNASKED.fullmatch(path)
        and not any(
            re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", path), place) and is_sent == (method == "post")
            for place, is_sent in asked
        )
    ]
    assert unasked == []


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_it_is_read_as_it_was_written(name: str) -> None:
    assert read_steps(written_steps(RECORDED[name])) == RECORDED[name]
    assert written_steps(RECORDED[name]) == (PROTOCOL / name).read_bytes()


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
    "status": 400,
    "recovery": {"code": "gwj7-dvft"},
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
        {"recovery": {"code": "qw6r-0wn2"}},
        {"limit": 2.5, "text": "another", "is_on": False},
        {"games": [{"type": "g", "name": "x", "code": "a code"}]},
    ],
)
def test_additions_are_none_of_its_business(added: dict[str, Any]) -> None:
    assert list(not_covered(BEFORE, {**BEFORE, **added})) == []


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"type": "hello"}, "$.type is 'hello', and was 'welcome'"),
        ({"code": "b"}, "$.code is 'b', and was 'a'"),
        ({"status": 404}, "$.status is 404, and was 400"),
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
def test_anything_that_is_gone_or_of_another_kind_is_found_with_its_place(changed: dict[str, Any], fault: str) -> None:
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
