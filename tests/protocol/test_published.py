"""What `protocol/` publishes is what the code says: schemas, examples, PROTOCOL.md and its frames."""

import asyncio
import json
import re
import shutil
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, get_args

import aiohttp
import jsonschema  # type: ignore[import-untyped]  # it has no types of its own
import msgspec
import pytest
from aiohttp import web
from click.testing import CliRunner
from protocol_document import ENTRY, PAGES, WHOLE, made_once
from quarterdeck_games import GAMES
from quarterdeck_protocol.close_codes import CloseCode
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.messages import AnyFromClient, AnyFromServer
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.schema import protocol_schema
from quarterdeck_protocol.schema.definitions import classes_of
from quarterdeck_protocol.schema.docstrings import sentences_of
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.transcript import Entry, Transcript
from quarterdeck_server.__main__ import main
from quarterdeck_server.app import build
from quarterdeck_server.docs_build.files import PROTOCOL, made, stale, write
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage.memory import MemoryStore
from quarterdeck_server.verification.transcript_check import verify
from quarterdeck_server.web.http.endpoints import endpoint_of
from quick_passwords import quick_passwords

EXAMPLES = PROTOCOL / "examples" / "v1"


def by_tag(kinds: Any) -> dict[str, Any]:
    """Return what is known of the fields of these messages."""
    return {info.tag: info for info in msgspec.inspect.multi_type_info(kinds)}  # type: ignore[attr-defined]  # they are structs


TAGS_FROM_CLIENT, TAGS_FROM_SERVER = by_tag(get_args(AnyFromClient)), by_tag(get_args(AnyFromServer))
KINDS = TAGS_FROM_CLIENT | TAGS_FROM_SERVER
TAGS = sorted(KINDS)

SCHEMA = protocol_schema()


def validator(definition: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": f"#/$defs/{definition}"}]})


def example(tag: str) -> bytes:
    return (EXAMPLES / f"{tag}.json").read_bytes()


# Answers


@pytest.mark.parametrize("kind", [*get_args(AnyFromClient), *get_args(AnyFromServer)], ids=lambda kind: str(kind))
def test_a_message_that_is_said_to_answer_another_is_one_and_so_is_the_other(kind: Any) -> None:
    said = (getattr(kind, "__origin__", None) or kind).__doc__ or ""
    assert [tag for tag in re.findall(r"\b[Aa]nswered by (?:the )?`(\w+)`", said) if tag not in TAGS_FROM_SERVER] == []
    assert [tag for tag in re.findall(r"\bAnswers `(\w+)`", said) if tag not in TAGS_FROM_CLIENT] == []


# Freshness


async def test_everything_that_is_published_is_fresh() -> None:
    assert stale(PROTOCOL, await made_once()) == [], "run `make schema`, and read the difference"


async def test_the_conversation_is_the_same_every_time() -> None:
    assert await made(PROTOCOL) == await made_once()


async def test_anything_that_is_stale_is_written_again_and_what_is_left_over_removed(tmp_path: Path) -> None:
    (tmp_path / "PROTOCOL.md").write_text(ENTRY, encoding="utf-8")
    shutil.copytree(PROTOCOL / "docs", tmp_path / "docs")
    files = await made_once()
    assert "PROTOCOL.md" not in write(tmp_path, files)
    assert write(tmp_path, files) == []
    left_over = tmp_path / "examples" / "v1" / "gone.json"
    left_over.write_text("{}", encoding="utf-8")
    (tmp_path / "schema" / "v1.json").write_text("{}", encoding="utf-8")
    assert write(tmp_path, files) == ["examples/v1/gone.json", "schema/v1.json"]
    assert not left_over.exists()
    assert stale(tmp_path, files) == []


def test_the_command_prints_the_schema() -> None:
    printed = CliRunner().invoke(main, ["schema"])
    assert printed.exit_code == 0
    assert json.loads(printed.output) == json.loads((PROTOCOL / "schema" / "v1.json").read_bytes())


# The schemas


def test_every_reference_in_a_schema_leads_somewhere() -> None:
    for file in (PROTOCOL / "schema").rglob("*.json"):
        text = file.read_text(encoding="utf-8")
        definitions = json.loads(text)["$defs"]
        assert set(re.findall(r"#/\$defs/(\w+)", text)) <= definitions.keys()


def test_every_game_has_a_schema() -> None:
    assert {file.stem for file in (PROTOCOL / "schema" / "games").iterdir()} == set(GAMES)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_games_schema_describes_what_it_says(name: str) -> None:
    schema = json.loads((PROTOCOL / "schema" / "games" / f"{name}.json").read_bytes())
    assert {"GameOptions", "GameAction", "GameEvent", "GameView"} <= schema["$defs"].keys()
    for title, definition in schema["$defs"].items():
        if not title.startswith("Game"):
            assert definition.get("description"), f"{title} has no docstring"


def test_the_docstrings_are_the_schemas_text() -> None:
    definitions = SCHEMA["$defs"]
    assert definitions["Act"]["description"].startswith("Take an action in a match.")
    assert definitions["Act"]["properties"]["action"]["description"].startswith("One of the choices")
    assert definitions["Act"]["properties"]["ref"]["description"].startswith("The client's name for this command.")
    assert "- `stale`: The choice that was offered" in definitions["RefusalCode"]["description"]
    for title, definition in definitions.items():
        if "title" in definition:
            assert definition["description"], title


# The examples


def test_every_message_has_an_example() -> None:
    assert {file.stem for file in EXAMPLES.iterdir()} == {*TAGS, "transcript"}


@pytest.mark.parametrize("tag", TAGS)
def test_an_example_is_read_and_written_as_it_is(tag: str) -> None:
    frame = example(tag)
    decode = wire.decode_from_client if tag in TAGS_FROM_CLIENT else wire.decode_from_server
    written = wire.encode(decode(frame))
    assert json.loads(written) == json.loads(frame)
    assert wire.encode(decode(written)) == written


@pytest.mark.parametrize("tag", TAGS)
def test_an_example_has_every_field(tag: str) -> None:
    assert missing_in(json.loads(example(tag)), KINDS[tag]) == []


def may_be_absent(field: msgspec.inspect.Field) -> bool:
    """Whether a field is there only if there is something to say."""
    return not field.required and field.default is field.default_factory is msgspec.NODEFAULT


def test_a_field_that_may_be_absent_is_in_some_example() -> None:
    player = msgspec.inspect.type_info(Player)
    assert isinstance(player, msgspec.inspect.StructType)
    assert [field.encode_name for field in player.fields if may_be_absent(field)] == ["owner"]
    account = json.loads(example("account"))
    assert account["bots"][0]["owner"] == account["player"]["id"]


LEFT_OUT = {
    "CardSet": {"decks", "printings", "taxa"},
    "Facet": {"least", "most", "words"},
    "FacetWord": {"name"},
    "FoundCard": {"decks", "plays", "printings", "rulings"},
    "Outlook": {"against", "dies", "power", "removes", "score"},
    "Player": {"owner"},
    "Printing": {"artist", "flavour"},
    "PublicKey": {"until"},
    "ReadyDeck": {"beside"},
    "Replay": {"rules"},
    "ReplayFrame": {"recess", "undo"},
    "Table": {"bound_rules"},
    "Transcript": {"signature"},
    "Update": {"away", "delay", "outlooks", "perspectives", "recess", "rules", "through", "undo", "watching"},
    "UpdatePatch": {"away", "recess", "undo"},
}
"""What is left out of messages and answers where it has no value. Nothing is added here: a new field is `null` then.
`undo`, `recess` and `away` are exceptions: they are rare, and an update is the message that is sent most often."""


def left_out_of(kinds: Sequence[Any]) -> dict[str, set[str]]:
    """Return, by the struct, the fields of these types and of all that they are made of which may be left out."""
    found: dict[str, set[str]] = {}
    for kind in classes_of(kinds):
        if not issubclass(kind, msgspec.Struct):
            continue
        info = msgspec.inspect.type_info(kind)
        assert isinstance(info, msgspec.inspect.StructType)
        omits = kind.__struct_config__.omit_defaults
        left_out = {each.encode_name for each in info.fields if may_be_absent(each) or (omits and not each.required)}
        if left_out:
            found[kind.__name__] = left_out
    return found


def test_a_field_without_a_value_is_null_and_not_left_out() -> None:
    router = build(Settings(store="memory"), MemoryStore()).router
    declared = [endpoint_of(route.handler) for route in router.routes()]
    answers = [each.answers for each in declared if each is not None and each.answers is not None]
    assert len(answers) > 40
    assert left_out_of([AnyFromServer, *answers]) == LEFT_OUT
    section = PAGES["transport"].partition("## Absent values\n")[2].partition("\n## ")[0]
    named = set(re.findall(r"`(\w+)`", section)) - {"null"}
    assert named == {field for fields in LEFT_OUT.values() for field in fields}


class Omitting(msgspec.Struct, omit_defaults=True):
    always: int
    sometimes: int | None = None


class Unsetting(msgspec.Struct):
    omitting: tuple[Omitting, ...]
    null: int | None = None
    sometimes: int | msgspec.UnsetType = msgspec.UNSET


def test_a_field_that_is_left_out_is_found() -> None:
    assert left_out_of([Unsetting]) == {"Omitting": {"sometimes"}, "Unsetting": {"sometimes"}}


def missing_in(value: Any, kind: msgspec.inspect.Type, place: str = "$") -> list[str]:
    """Return the places where a field of the type is not in the value."""
    match kind:
        case msgspec.inspect.UnionType() if isinstance(value, dict):
            inner = [each for each in kind.types if isinstance(each, msgspec.inspect.StructType)]
            return missing_in(value, inner[0], place) if len(inner) == 1 else []
        case msgspec.inspect.StructType():
            absent = [
                f"{place}.{field.encode_name}"
                for field in kind.fields
                if field.encode_name not in value and not may_be_absent(field)
            ]
            for field in kind.fields:
                if value.get(field.encode_name) is not None:
                    absent += missing_in(value[field.encode_name], field.type, f"{place}.{field.encode_name}")
            return absent
        case msgspec.inspect.VarTupleType():
            return [fault for each in value for fault in missing_in(each, kind.item_type, f"{place}[…]")]
        case _:
            return []


@pytest.mark.parametrize("tag", TAGS)
def test_an_example_fits_the_schema(tag: str) -> None:
    definition = "FromClient" if tag in TAGS_FROM_CLIENT else "FromServer"
    validator(definition).validate(json.loads(example(tag)))


def test_the_games_own_parts_of_the_examples_fit_its_schema() -> None:
    schema = json.loads((PROTOCOL / "schema" / "games" / "density-deck.json").read_bytes())

    def fits(definition: str, value: object) -> None:
        jsonschema.Draft202012Validator({**schema, "$ref": f"#/$defs/{definition}"}).validate(value)

    update, opened = json.loads(example("update")), json.loads(example("open_table"))
    fits("GameView", update["view"])
    fits("GameOptions", opened["options"])
    fits("GameAction", json.loads(example("act"))["action"])
    for event in update["events"]:
        fits("GameEvent", event)
    for choice in update["choices"]:
        fits("GameAction", choice)


def test_the_example_of_a_transcript_is_read_fits_and_follows() -> None:
    transcript = msgspec.json.decode(example("transcript"), type=Transcript)
    assert json.loads(msgspec.json.encode(transcript)) == json.loads(example("transcript"))
    validator("Transcript").validate(json.loads(example("transcript")))
    for stored in transcript.entries:
        assert msgspec.json.encode(msgspec.json.decode(stored.entry, type=Entry[msgspec.Raw])).decode() == stored.entry
        validator("Entry").validate(json.loads(stored.entry))
    assert verify(transcript, GAMES).entries == len(transcript.entries)


# PROTOCOL.md and its pages


def test_every_json_block_of_the_document_is_json_of_the_protocol() -> None:
    blocks = re.findall(r"```json\n(.*?)```", WHOLE, re.S)
    assert len(blocks) > 20
    for block in blocks:
        assert json.loads(block)["type"] in {*TAGS, "replay"}


def test_every_inline_frame_of_the_document_is_read() -> None:
    frames = re.findall(r'`(\{"type".*?\})`', WHOLE)
    assert frames
    for frame in frames:
        wire.decode_from_client(frame.encode())


def test_every_refusal_has_a_sentence_and_is_in_the_document() -> None:
    assert list(sentences_of(RefusalCode)) == [str(code) for code in RefusalCode]
    for code, sentence in sentences_of(RefusalCode).items():
        assert f"| `{code}` | {sentence} |" in WHOLE


def test_every_close_code_is_in_the_document() -> None:
    for code in (1000, 1002, 1007, 1008, 1009, 1011, 1012, 1013, *CloseCode):
        assert f"| {code} |" in WHOLE


def test_every_message_is_in_the_document() -> None:
    for tag in TAGS:
        assert f"`{tag}`" in WHOLE or f'"type": "{tag}"' in WHOLE, tag


def test_every_path_is_in_the_document() -> None:
    app = build(Settings(store="memory"), MemoryStore(), passwords=quick_passwords())
    paths = {route.resource.canonical for route in app.router.routes() if route.resource is not None}
    described = set(re.findall(r"`(?:GET|POST) (/[^`]*)`", WHOLE))
    assert {re.sub(r"\{(\w+)\}", r"<\1>", path) for path in paths} == described


@pytest.fixture
async def server() -> AsyncIterator[str]:
    """The address of a server of our own, with its store in memory."""
    runner = web.AppRunner(build(Settings(store="memory", bot_delay=0), MemoryStore(), passwords=quick_passwords()))
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


async def test_the_document_shows_a_server_of_which_nobody_has_set_anything(server: str) -> None:
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{server}/v1/socket") as line:
        await line.send_str('{"type": "hello", "ref": "a1"}')
        welcome = await line.receive_json()
    assert {**welcome, "now": 0} == {**json.loads(example("welcome")), "now": 0}


async def test_the_client_in_the_document_plays_a_match_to_its_end(server: str, tmp_path: Path) -> None:
    (source,) = re.findall(r"```python\n(.*?)```", WHOLE, re.S)
    script = tmp_path / "whole_client.py"
    script.write_text(source, encoding="utf-8")
    process = await asyncio.create_subprocess_exec(
        sys.executable, script, server, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    said, _ = await process.communicate()
    assert process.returncode == 0, said.decode()
    assert re.fullmatch(r"place [12] in match \w+\n", said.decode())
