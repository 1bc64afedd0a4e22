"""What opens a match says who may see it again when it has ended; a transcript is a file of which a schema says all."""

import json
from typing import Any

import jsonschema  # type: ignore[import-untyped]  # it has no types of its own
import msgspec
import pytest
from msgspec.structs import replace
from quarterdeck_protocol.lobby.tables import Access, ReplayAccess
from quarterdeck_server.docs_build.files import PROTOCOL
from random_transcripts import random_transcript
from servers import bot, live_server, opening


@pytest.mark.parametrize(
    ("said", "is_open"),
    [
        ({}, True),
        ({"spectators": False}, False),
        ({"access": Access.UNLISTED}, False),
        ({"replays": ReplayAccess.PLAYERS}, False),
        ({"spectators": False, "replays": ReplayAccess.EVERYBODY}, True),
        ({"replays": ReplayAccess.OTHER}, False),
    ],
)
def test_a_match_is_open_again_as_its_table_said_or_as_it_was_played(said: dict[str, Any], is_open: bool) -> None:
    assert replace(opening("m", [bot(1), bot(2)]), **said).is_open_again is is_open


SCHEMA = json.loads((PROTOCOL / "schema" / "transcript.json").read_bytes())
FILES = jsonschema.Draft202012Validator(SCHEMA)
ENTRIES = jsonschema.Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": "#/$defs/Entry"}]})


@pytest.mark.parametrize("number", range(10))
def test_transcripts_of_all_games_are_what_the_published_schema_says(number: int) -> None:
    transcript = json.loads(msgspec.json.encode(random_transcript(number)))
    FILES.validate(transcript)
    for stored in transcript["entries"]:
        ENTRIES.validate(json.loads(stored["entry"]))
    opened = json.loads(transcript["entries"][0]["entry"])["cause"]
    assert {"game", "rules", "options", "players", "seed", "entropy"} <= opened.keys()


@pytest.mark.parametrize("lacking", ["match", "game", "commitment", "entries", "result"])
def test_a_file_that_lacks_a_part_is_no_transcript(lacking: str) -> None:
    transcript = json.loads(msgspec.json.encode(random_transcript(0)))
    del transcript[lacking]
    assert not FILES.is_valid(transcript)


def test_the_schema_says_what_the_text_of_an_entry_holds() -> None:
    stored = SCHEMA["$defs"]["TranscriptEntry"]["properties"]["entry"]
    assert (stored["contentMediaType"], stored["contentSchema"]) == ("application/json", {"$ref": "#/$defs/Entry"})
    assert not ENTRIES.is_valid({"version": 1})


async def test_the_schema_is_served() -> None:
    async with live_server() as server:
        status, served = await server.get("/v1/schema/transcript.json")
        assert (status, served) == (200, SCHEMA)
