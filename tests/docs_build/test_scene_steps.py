"""Conversations from scenes: commands in their order, with names for values that are others at each server."""

import json
from pathlib import Path
from typing import Any

import pytest
from quarterdeck_server.docs_build.baseline import FRAMES
from quarterdeck_server.docs_build.files import PROTOCOL
from quarterdeck_server.docs_build.frozen_conversation import Step, missing, performed
from quarterdeck_server.docs_build.frozen_script import recorded as said
from quarterdeck_server.docs_build.recorded_server import Frames, recorded
from quarterdeck_server.docs_build.scene_steps import (
    SceneError,
    are_all_known,
    check_answers,
    commands_in,
    conversations_in,
    frames_so_far,
    known_commands,
    new_conversations,
    steps_of,
    sums_with,
)
from quarterdeck_server.docs_build.scenes.tables import about_tables
from servers import live_server


def _frames(*said: tuple[str, Any]) -> Frames:
    return {label: json.dumps(frame, separators=(",", ":")).encode() for label, frame in said}


JUGGLING = _frames(
    ("ada 1", {"type": "open_table", "ref": "a1", "game": "tiny", "seats": None}),
    (
        "ada 1 answer",
        {"type": "table_changed", "ref": "a1", "table": {"id": "3f9a0c1b2d", "places": [{"id": "b1c2d3e4f5"}]}},
    ),
    ("ada 2", {"type": "juggle", "ref": "a2", "table": "3f9a0c1b2d", "to": "b1c2d3e4f5"}),
    ("ada 2 tells bo", {"type": "juggled", "ref": None, "table": "3f9a0c1b2d"}),
    ("ada 2 answer", {"type": "juggled", "ref": "a2", "table": "3f9a0c1b2d"}),
)


def test_values_of_answers_become_names_and_nulls_are_left_out() -> None:
    assert steps_of(JUGGLING, {"open_table"}) == [
        Step(
            who="ada",
            says='{"type":"open_table","ref":"a1","game":"tiny"}',
            keep={"v0_0": "table.id", "v0_1": "table.places.0.id"},
        ),
        Step(who="ada", says='{"type":"juggle","ref":"a2","table":"$v0_0","to":"$v0_1"}'),
        Step(who="bo", hears="juggled"),
    ]


def test_news_of_known_commands_are_no_steps() -> None:
    assert [step.hears for step in steps_of(JUGGLING, {"open_table", "juggle"})] == [None, None]


def test_news_of_no_command_are_no_steps() -> None:
    pairing = _frames(("round 1 tells bo", {"type": "offer_changed", "ref": None}))
    assert steps_of(pairing, set()) == []


def test_each_scene_with_a_new_command_is_a_conversation() -> None:
    [(name, steps)] = new_conversations(
        PROTOCOL, {"tables": _frames(*_known()), "juggling": JUGGLING, "again": JUGGLING}
    )
    assert name == f"baseline-conversation-{len(conversations_in(PROTOCOL)) + 1}.jsonl"
    assert commands_in(steps) == {"open_table", "juggle"}


def _known() -> list[tuple[str, Any]]:
    return [("bo 1", {"type": "ping", "ref": "b1"}), ("bo 1 answer", {"type": "pong", "ref": "b1"})]


def test_a_new_command_in_a_scene_with_chance_is_refused() -> None:
    acts = _frames(("ada 3", {"type": "act", "ref": "a3"}), ("ada 3 answer", {"type": "update", "ref": "a3"}))
    with pytest.raises(
        SceneError, match=r"`juggle` is new, and its scene `juggling` acts in a match.*a scene without a match"
    ):
        list(new_conversations(PROTOCOL, {"juggling": {**JUGGLING, **acts}}))


def test_a_new_command_that_was_refused_is_no_recording() -> None:
    step = Step(who="ada", says='{"type":"juggle"}', answer={"type": "refused", "text": "Sit first."})
    with pytest.raises(SceneError, match=r'the new command .*"juggle"\} was refused .* Sit first\.'):
        check_answers([step], set())
    check_answers([step], {"juggle"})


async def test_a_scene_is_replayed_at_a_whole_server() -> None:
    steps = steps_of(await recorded(about_tables, "tables"), known_commands(PROTOCOL))
    before = await said(steps)
    async with live_server(quotas="on") as server:
        assert missing(before, await performed(before, server.url)) == []


def test_every_command_of_today_is_known() -> None:
    assert are_all_known(known_commands(PROTOCOL))


def test_a_digest_that_is_there_stays(tmp_path: Path) -> None:
    sums = sums_with("", {"a": b"1"})
    more = sums_with(sums, {"a": b"2", "b": b"3"})
    assert more.startswith(sums)
    assert [line.partition("  ")[2] for line in more.splitlines()] == ["a", "b"]


def test_frames_are_listed_with_their_number() -> None:
    assert frames_so_far(b"1\n2\n") == (f"{FRAMES}:2", b"1\n2\n")
