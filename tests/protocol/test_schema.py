"""The schemas are what tools of others take as they are, and every frame fits them."""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import pytest
from games.worlds import WORLDS
from openapi_spec_validator import OpenAPIV31SpecValidator
from protocol_document import PAGES
from quarterdeck_games import GAMES
from quarterdeck_protocol.marks import VOCABULARY
from quarterdeck_protocol.schema import BASE, plain_schema
from quarterdeck_server.docs_build.conversation import converse
from quarterdeck_server.docs_build.files import PROTOCOL, PUBLISHED
from quarterdeck_testing.plans import Manner, usual_plan
from quarterdeck_testing.random_matches import played

ROOT = PROTOCOL.parent
CLIENT = ROOT / "client"
NODE = Path(sys.executable).parent / "node"
TOOLS = Path(__file__).with_name("schema_tools.mjs")

IS_LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
MATCHES = 100 if IS_LONG else 20
"""How many matches of each game. In `make fuzz` they are seen through everybody's eyes, in `make test` each through
those of one viewer, in turn."""

MANNERS = (
    (Manner.ACTS, Manner.DAWDLES)
    if IS_LONG
    else (Manner.ACTS, *[Manner.LEAVES] * 4, Manner.DAWDLES, *[Manner.LEAVES] * 4)
)
"""What the seats do, in turn. In `make test` most matches are short, because somebody leaves them."""

SCHEMAS = {
    "from-client": PROTOCOL / "schema" / "from-client.json",
    "from-server": PROTOCOL / "schema" / "from-server.json",
    "v1": PROTOCOL / "schema" / "v1.json",
    **{name: PROTOCOL / "schema" / "games" / f"{name}.json" for name in GAMES},
    **{f"cards of {path.stem}": path for path in (PROTOCOL / "schema" / "cards").glob("*.json")},
}

NARROW = """import type { FromServer } from "./from_server.js";
import type { FromClient } from "./from_client.js";
import type { GameAction, GameEvent, GameView } from "./density_deck.js";

export function heard(message: FromServer): string {
  switch (message.type) {
    case "welcome":
      return message.games[0].name;
    case "update":
      return String(message.version + message.players.length);
    case "refused":
      return message.code satisfies string;
    default: {
      // @ts-expect-error what `welcome` alone has is no word here
      const games: number = message.games;
      return message.type;
    }
  }
}

export function asked(command: FromClient): number | undefined {
  return command.type === "open_table" ? command.time_limit : undefined;
}

// @ts-expect-error enums are closed in what clients send
export const slip: FromClient = { type: "open_table", game: "tiny", access: "open" };

// @ts-expect-error a field that no command has
export const typo: FromClient = { type: "open_table", game: "tiny", tme_limit: 9000 };

export const opened: FromClient = { type: "open_table", game: "tiny", access: "unlisted" };

export function done(action: GameAction, event: GameEvent, view: GameView): number {
  return (action.type === "discard" ? 1 : 0) + (event.type === "drew" ? event.seat : 0) + view.round;
}
"""
"""What a client in TypeScript writes: a message is told from others by its `type`."""


def schema(name: str) -> Any:
    return json.loads(SCHEMAS[name].read_bytes())


def definitions() -> Iterator[tuple[str, str, Any]]:
    for name in SCHEMAS:
        for title, definition in schema(name)["$defs"].items():
            yield name, title, definition


def tools(folder: Path, frames: Iterable[bytes] = (), **task: Any) -> Any:
    """Let the tools look at this, in one process; return what they say."""
    schemas = {name: str(path) for name, path in SCHEMAS.items()}
    whole = {"schemas": schemas, "keywords": list(VOCABULARY), "parts": [], **task}
    (folder / "task.json").write_text(json.dumps(whole), encoding="utf-8")
    with (
        (folder / "said.json").open("w+b") as said,
        subprocess.Popen(
            [NODE, "--max-old-space-size=2048", TOOLS, CLIENT, folder], stdin=subprocess.PIPE, stdout=said
        ) as process,
    ):
        assert process.stdin is not None
        for frame in frames:
            process.stdin.write(frame + b"\n")
        process.stdin.close()
        assert process.wait() == 0
        said.seek(0)
        return json.load(said)


# Words


def test_everything_is_described() -> None:
    silent = []
    for name, title, definition in definitions():
        if not definition.get("description"):
            silent.append(f"{name}: {title}")
        fields = definition.get("properties", {}).items()
        silent += [f"{name}: {title}.{field}" for field, each in fields if not each.get("description")]
    assert silent == [], "a docstring behind the field, or a sentence in field_texts.py"


def test_every_schema_has_a_name_of_its_own() -> None:
    names = [json.loads(path.read_bytes())["$id"] for path in (PROTOCOL / "schema").rglob("*.json")]
    assert len(names) == len(set(names)) > len(GAMES)
    assert all(re.fullmatch(r"urn:quarterdeck:v1:[a-z:-]+", name) for name in names)


# Open and closed


def reached(schema: Any, root: Any) -> set[str]:
    found: set[str] = set()
    new = set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(root)))
    while new:
        found |= new
        new = set(re.findall(r'"#/\$defs/(\w+)"', json.dumps([schema["$defs"][name] for name in new]))) - found
    return found


def enums_in(node: Any, names: set[str]) -> Iterator[Any]:
    """Return every part of a schema that stands for words, as it is used."""
    match node:
        case {"anyOf": [*kinds]} if any(is_words(each, names) for each in kinds):
            yield kinds
        case dict():
            if is_words(node, names):
                yield [node]
            for key, value in node.items():
                if key != "enum":
                    yield from enums_in(value, names)
        case list():
            for value in node:
                yield from enums_in(value, names)
        case _:
            pass


def is_words(node: Any, names: set[str]) -> bool:
    refs = {node.get("$ref"), *(each.get("$ref") for each in node.get("allOf", []))} - {None}
    return "enum" in node or bool(refs & {f"#/$defs/{name}" for name in names})


def test_anything_that_clients_send_is_closed() -> None:
    whole = schema("from-client")
    structs = {name: each for name, each in whole["$defs"].items() if "properties" in each}
    assert [name for name, each in structs.items() if each.get("additionalProperties") is not False] == []
    words = {name for name, each in whole["$defs"].items() if "enum" in each}
    used = list(enums_in(structs, words))
    assert len(used) > 5
    assert [each for each in used if {"type": "string"} in each] == []


def test_anything_that_servers_send_is_open() -> None:
    whole = schema("from-server")
    structs = {name: each for name, each in whole["$defs"].items() if "properties" in each}
    assert [name for name, each in structs.items() if "additionalProperties" in each] == []
    words = {name for name, each in whole["$defs"].items() if "enum" in each}
    used = list(enums_in(structs, words))
    assert len(used) > 20
    assert [each for each in used if {"type": "string"} not in each] == []


@pytest.mark.parametrize("name", sorted(GAMES))
def test_of_a_game_what_clients_send_is_closed_and_the_rest_open(name: str) -> None:
    whole = schema(name)
    sent = reached(whole, [whole["$defs"]["GameOptions"], whole["$defs"]["GameAction"]])
    structs = {title: each for title, each in whole["$defs"].items() if "properties" in each}
    assert {title for title, each in structs.items() if each.get("additionalProperties") is False} == sent & set(
        structs
    )


def test_a_value_that_only_a_reader_makes_is_in_no_schema() -> None:
    others = {title for _, title, each in definitions() if "other" in each.get("enum", ())}
    assert others == {"Reason"}


# Tools


def lobby_frames() -> Iterator[bytes]:
    """Return every frame of a whole conversation with the lobby."""
    conversation = asyncio.run(converse())
    for label, frame in conversation.frames.items():
        if msgspec.json.decode(frame)["type"] == "replay":  # what HTTP answered
            yield line_of("v1", "Replay", frame)
        else:
            yield line_of("from-client", None, frame) if label[-1].isdigit() else frame
    yield line_of("v1", "Transcript", msgspec.json.encode(conversation.transcript))


def match_frames() -> Iterator[bytes]:
    """Return every frame of matches of each game, encoded as for the wire."""
    for name in GAMES:
        for seed in range(MATCHES):
            plan = usual_plan(WORLDS[name], seed=seed, chance=seed, manner=MANNERS[seed % len(MANNERS)])
            for playing in played(plan):
                viewers = playing.viewers
                for viewer in viewers if IS_LONG else [viewers[(seed + seed // len(MANNERS)) % len(viewers)]]:
                    yield playing.frame(viewer)


def line_of(name: str, definition: str | None, frame: bytes) -> bytes:
    return msgspec.json.encode([name, definition, msgspec.Raw(frame)])


@pytest.mark.timeout(3600 if IS_LONG else 900)
def test_every_frame_fits_the_schemas_as_ajv_reads_them_strictly(tmp_path: Path) -> None:
    said = tools(tmp_path, frames=chain(lobby_frames(), match_frames()))
    assert said["wrong"] == []
    assert said["frames"] > 100 * MATCHES
    assert said["checked"] > 5 * said["frames"]


def test_ajv_compiles_every_plain_schema_with_its_default_settings() -> None:
    files = [str(path) for path in sorted((PROTOCOL / "schema" / "plain").rglob("*.json"))]
    said = compiled_by_ajv("new Ajv2020()", files)
    assert (said.returncode, said.stdout.split(), said.stderr) == (0, files, "")
    marked = {path.relative_to(PROTOCOL / "schema").as_posix() for path in marked_files()}
    assert {Path(path).relative_to(PROTOCOL / "schema" / "plain").as_posix() for path in files} == marked
    assert len(files) >= 13


def test_ajv_compiles_every_schema_with_marks_as_the_page_makes_it() -> None:
    made = re.search(r"`(new Ajv2020\([^`]+\))`", PAGES["schema"])
    assert made is not None
    files = [str(path) for path in marked_files()]
    said = compiled_by_ajv(made[1], files)
    assert (said.returncode, said.stdout.split()) == (0, files), said.stderr


def compiled_by_ajv(made: str, files: list[str]) -> subprocess.CompletedProcess[str]:
    program = (
        'const Ajv2020 = require("ajv/dist/2020").default; const { readFileSync } = require("node:fs");'
        "for (const file of process.argv.slice(1)) {"
        f' {made}.compile(JSON.parse(readFileSync(file, "utf8"))); console.log(file); }}'
    )
    return subprocess.run([NODE, "-e", program, *files], cwd=CLIENT, capture_output=True, text=True, check=False)


def marked_files() -> list[Path]:
    """Return the files at their ordinary paths, but for the vocabulary, which is no schema of anything sent."""
    there = sorted((PROTOCOL / "schema").rglob("*.json"))
    return [path for path in there if path.name != "vocabulary.json" and "plain" not in path.parts]


def test_a_plain_schema_says_the_same_without_the_marks() -> None:
    for path in marked_files():
        marked = json.loads(path.read_bytes())
        plain = json.loads((PROTOCOL / "schema" / "plain" / path.relative_to(PROTOCOL / "schema")).read_bytes())
        assert not {key for key, _ in keywords_of(plain)} & set(VOCABULARY)
        assert [each for each in keywords_of(marked) if each[0] not in VOCABULARY] == [
            (key, value.replace(":v1:plain:", ":v1:") if key == "$id" else value) for key, value in keywords_of(plain)
        ]


def test_the_schemas_at_their_ordinary_paths_keep_their_marks() -> None:
    for name in GAMES:
        assert "x-names" in {key for key, _ in keywords_of(schema(name))}


def keywords_of(node: Any) -> Iterator[tuple[str, Any]]:
    """Return every key anywhere in a schema, with its value where that has no parts."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key in VOCABULARY:
                yield key, None
            else:
                yield key, value if not isinstance(value, dict | list) else None
                yield from keywords_of(value)
    elif isinstance(node, list):
        for value in node:
            yield from keywords_of(value)


def test_a_field_with_the_name_of_a_mark_stays_in_the_plain_schema() -> None:
    field = {"type": "string", "x-names": "card", "default": {"x-names": 1}}
    made = plain_schema({"$id": f"{BASE}games:odd", "properties": {"x-names": field}, "x-index": {"names": "seat"}})
    kept = {"type": "string", "default": {"x-names": 1}}
    assert made == {"$id": f"{BASE}plain:games:odd", "properties": {"x-names": kept}}


def test_a_frame_that_does_not_fit_is_found(tmp_path: Path) -> None:
    *_, playing = played(usual_plan(WORLDS["tiny"]))
    update = json.loads(playing.frame(playing.viewers[0]))
    frames: list[Any] = [
        {"type": "refused", "code": "a_code_of_tomorrow", "text": "No."},
        {"type": "refused", "code": "stale"},
        ["from-client", None, {"type": "hello", "colour": "red"}],
        ["from-client", None, {"type": "avoid", "player": "x", "how": "gently"}],
        {**update, "colour": "red"},
        {**update, "view": {**update["view"], "hidden": 7}},
        {**update, "events": [{"type": "cheated"}]},
        {**update, "choices": [{"type": "cheat"}]},
        update,
    ]
    said = tools(tmp_path, frames=[msgspec.json.encode(frame) for frame in frames])
    assert [each.partition(":")[0].strip() for each in said["wrong"]] == [
        "refused",
        "from-client",
        "from-client",
        "update",
        "a view of tiny",
        "an event of tiny",
        "a choice of tiny",
    ]


def test_types_are_generated_and_unions_narrow_and_the_document_of_the_socket_is_one(tmp_path: Path) -> None:
    said = tools(tmp_path, parts=list(SCHEMAS), narrow=NARROW, asyncapi=str(PROTOCOL / PUBLISHED / "asyncapi.json"))
    assert said["wrong"] == []
    assert said["files"] == len(SCHEMAS) + len(("task.json", "said.json", "narrow.ts"))


@pytest.mark.parametrize("name", ["from-client", "from-server", "density-deck", "cards of myacards"])
def test_models_are_generated_in_python(name: str, tmp_path: Path) -> None:
    generator = Path(sys.executable).with_name("datamodel-codegen")
    models = tmp_path / "models.py"
    unformatted = ["--formatters", "builtin"]  # nobody reads them
    words: list[str | Path] = [generator, *unformatted, "--input", SCHEMAS[name], "--output", models]
    subprocess.run(words, check=True, capture_output=True)
    frame = '{"type":"refused","code":"stale","text":"No."}'
    used = f"print(models.FromServer.model_validate_json('{frame}').root.code)" if name == "from-server" else ""
    program = f"import models\n{used}"
    said = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert ("stale" in said.stdout) is (name == "from-server")


def test_the_document_of_http_is_one() -> None:
    document = json.loads((PROTOCOL / PUBLISHED / "openapi.json").read_bytes())
    assert list(OpenAPIV31SpecValidator(document).iter_errors()) == []
    assert len(document["paths"]) > 25
