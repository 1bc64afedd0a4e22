"""All generated files under `protocol/`: those that are in git, and those that are only built."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import msgspec
import quarterdeck_protocol
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_games.rule_versions import held_versions, rules_of
from quarterdeck_protocol.catalogue import Catalogue
from quarterdeck_protocol.messages import AnyFromClient, AnyFromServer
from quarterdeck_protocol.schema import (
    catalogue_schema,
    from_client_schema,
    from_server_schema,
    game_schema,
    plain_schema,
    protocol_schema,
    transcript_schema,
    vocabulary_schema,
)

from quarterdeck_server.app import build
from quarterdeck_server.cards.host_sets import set_rules_of
from quarterdeck_server.docs_build import baseline
from quarterdeck_server.docs_build.asyncapi import asyncapi
from quarterdeck_server.docs_build.conversation import Conversation, converse
from quarterdeck_server.docs_build.document import renewed, written
from quarterdeck_server.docs_build.folding_vectors import folding_vectors
from quarterdeck_server.docs_build.openapi import openapi
from quarterdeck_server.docs_build.pages.documents import documents
from quarterdeck_server.docs_build.pages.topics import FOLDER, contents, pages_in
from quarterdeck_server.docs_build.patch_vectors import patch_vectors
from quarterdeck_server.docs_build.vectors import vectors
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage.memory import MemoryStore

PROTOCOL = Path(quarterdeck_protocol.__file__).parent.parent
"""The protocol folder of the checkout, if this runs from one."""

DOCUMENT = "PROTOCOL.md"
ERRORS = "ERRORS.md"
FAIRNESS = "FAIRNESS.md"
QUICKSTART = "QUICKSTART.md"
CHANGELOG = "CHANGELOG.md"
SCHEMA = "schema"
PUBLISHED = "published"
"""The folder of the files that a server serves. The wheel of the server has it (`server/built_documents.py`)."""

BUILT = (SCHEMA, PUBLISHED)
"""Folders that are not kept in git: `make`, the tests and the packaging build them."""

BUILT_STAMP = ".built"
"""The file with the time of the last build in a checkout."""

WHOLLY_OURS = (*BUILT, "examples/v1")
"""Folders that have only generated files."""

Files = Mapping[str, bytes]


def is_checkout(protocol: Path) -> bool:
    return (protocol / DOCUMENT).is_file()


async def made(protocol: Path) -> Files:
    """Return the content of every generated file, by its path under the protocol folder."""
    conversation = await converse()
    topics = {name: renewed(page, conversation.frames) for name, page in pages_in(protocol).items()}
    entry = (protocol / DOCUMENT).read_text(encoding="utf-8")
    document = renewed(entry, {}, {"contents": contents(topics)})
    errors = renewed((PROTOCOL / ERRORS).read_text(encoding="utf-8"), {})
    fairness = renewed((PROTOCOL / FAIRNESS).read_text(encoding="utf-8"), {})
    guides = {
        DOCUMENT: document,
        ERRORS: errors,
        FAIRNESS: fairness,
        **{name: (PROTOCOL / name).read_text(encoding="utf-8") for name in (QUICKSTART, CHANGELOG)},
        **{f"{FOLDER}/{name}.md": page for name, page in topics.items()},
    }
    examples = examples_of(conversation)
    over_http = msgspec.json.decode(msgspec.json.encode(openapi(build(Settings(store="memory"), MemoryStore()))))
    over_socket = msgspec.json.decode(msgspec.json.encode(asyncapi(examples)))
    return {
        f"{PUBLISHED}/openapi.json": _json(over_http),
        f"{PUBLISHED}/asyncapi.json": _json(over_socket),
        **{f"{PUBLISHED}/{path}": page for path, page in documents(over_http, over_socket, guides).items()},
        **{f"{SCHEMA}/{path}": schema for path, schema in schema_files().items()},
        **{f"examples/v1/{tag}.json": frame for tag, frame in sorted(examples.items())},
        "fairness-vectors.json": _json_lines(vectors()),
        "patch-vectors.json": _json_lines(patch_vectors()),
        "folding-vectors.json": _json_lines(folding_vectors()),
        DOCUMENT: document.encode(),
        **{f"{FOLDER}/{name}.md": page.encode() for name, page in topics.items()},
        ERRORS: errors.encode(),
        FAIRNESS: fairness.encode(),
    }


def is_built(path: str) -> bool:
    """True if a file is built where it is needed and is not in git."""
    return path.split("/", 1)[0] in BUILT


def build_in(folder: Path, files: Files) -> list[str]:
    """Write the generated files that are not in git, and return the paths of those that were outdated."""
    changed = write(folder, {path: content for path, content in files.items() if is_built(path)}, BUILT)
    (folder / BUILT_STAMP).touch()
    return changed


def schema_files() -> Files:
    """Return every schema file, with and without marks, by its path below the folder of schemas."""
    schemas = _schemas()
    return {
        **{path: _json(schema) for path, schema in schemas.items()},
        **{f"plain/{path}": _json(plain_schema(schema)) for path, schema in schemas.items()},
        "vocabulary.json": _json(vocabulary_schema()),
    }


def stale(protocol: Path, files: Files, folders: Sequence[str] = WHOLLY_OURS) -> list[str]:
    """Return the paths of generated files that are outdated or no longer generated."""
    differing = [path for path, content in files.items() if not _is(protocol / path, content)]
    there = [path for folder in folders for path in (protocol / folder).rglob("*") if path.is_file()]
    left_over = [path.relative_to(protocol).as_posix() for path in there]
    return sorted([*differing, *(path for path in left_over if path not in files)])


def write(protocol: Path, files: Files, folders: Sequence[str] = WHOLLY_OURS) -> list[str]:
    """Write the outdated generated files, delete those in these folders that are no longer generated, and return the
    paths of both."""
    changed = stale(protocol, files, folders)
    for path in changed:
        if path in files:
            (protocol / path).parent.mkdir(parents=True, exist_ok=True)
            (protocol / path).write_bytes(files[path])
        else:
            (protocol / path).unlink()
    return changed


FROZEN_SCHEMAS = ("from-client", "from-server", "transcript")
OPENAPI = f"{PUBLISHED}/openapi.json"


def baseline_of(protocol: Path, files: Files, *, freeze: bool = False) -> Files:
    """Return the new baseline for the generated files; with `freeze` it is frozen for ever. Raises `BaselineError` if
    the protocol has changed without a line in CHANGELOG.md, or if the change would break a client after the freeze."""
    schemas = {
        name: msgspec.json.decode(files[f"schema/{name}.json"])
        for name in FROZEN_SCHEMAS
        if f"schema/{name}.json" in files
    }
    for name in [name for name in GAMES if f"schema/games/{name}.json" in files]:
        for version in held_versions(GAMES[name]):
            schemas[f"{name}@{version}"] = msgspec.to_builtins(_schema_of(rules_of(GAMES, name, version)))
    lines = baseline.lines_of(schemas)
    if OPENAPI in files:
        lines |= (
            baseline.http_lines(msgspec.json.decode(files[OPENAPI])) | baseline.close_lines() | baseline.scope_lines()
        )
    path = protocol / baseline.LINES
    written = path.read_text(encoding="utf-8") if path.is_file() else ""
    before = baseline.read(written) if written else None
    changelog = (protocol / CHANGELOG).read_text(encoding="utf-8")
    now = (baseline.frozen if freeze else baseline.recorded)(before, lines, changelog)
    frames = [
        msgspec.json.format(frame, indent=-1)
        for name, frame in files.items()
        if name.startswith("examples/") and not name.endswith("/transcript.json")
    ]
    there = protocol / baseline.FRAMES
    kept = there.read_bytes() if there.is_file() and before is not None and before.is_frozen else None
    told = baseline.with_frames(kept, frames)
    if kept is None and now is before and there.is_file():
        return {}
    changed = {baseline.LINES: now.text.encode()} if now.text != written else {}
    return changed if told == kept else {**changed, baseline.FRAMES: told}


def _schemas() -> dict[str, dict[str, Any]]:
    """Return every schema that contains marks, by its path below `schema/`."""
    return {
        "v1.json": protocol_schema(),
        "from-client.json": from_client_schema(),
        "from-server.json": from_server_schema(),
        "transcript.json": transcript_schema(),
        **{f"games/{name}.json": _schema_of(game) for name, game in sorted(GAMES.items())},
        **{f"cards/{name}.json": rules.schema() for name, rules in sorted(set_rules_of(GAMES).items())},
        **{
            f"cards/{name}.json": catalogue_schema(_catalogue_of(game.cards), name)
            for name, game in sorted(GAMES.items())
            if game.cards is not None
        },
    }


def _schema_of(game: AnyGame) -> dict[str, Any]:
    return game_schema(game.options, game.actions, game.published_events, game.views, game.name)


def _catalogue_of(cards: Any) -> Any:
    catalogue: Any = Catalogue  # a game's types are values here, which a type checker cannot follow
    return catalogue[cards]


def examples_of(conversation: Conversation) -> dict[str, bytes]:
    """Return an example frame of each message type: the first frame with the most fields."""
    by_tag: dict[str, bytes] = {"transcript": msgspec.json.encode(conversation.transcript)}
    tags = {str(msgspec.inspect.type_info(kind).tag) for kind in (*get_args(AnyFromClient), *get_args(AnyFromServer))}  # type: ignore[attr-defined]  # every message is a struct
    most: dict[str, int] = {}
    for frame in conversation.frames.values():
        message = msgspec.json.decode(frame)
        tag, fields = message["type"], len(set(_fields_of(message)))
        if tag in tags and fields > most.get(tag, 0):
            by_tag[tag], most[tag] = frame, fields
    missing = tags - by_tag.keys()
    assert not missing, missing  # noqa: S101 - a new message has to be said in the conversation
    return {tag: written(msgspec.json.decode(frame)).encode() + b"\n" for tag, frame in by_tag.items()}


def _fields_of(value: Any, place: str = "") -> Iterator[str]:
    """Yield the path of every field in a frame that has a value. All elements of a list share one path."""
    match value:
        case dict():
            for name, each in value.items():
                yield from _fields_of(each, f"{place}.{name}")
        case list():
            for each in value:
                yield from _fields_of(each, f"{place}[]")
        case None:
            pass
        case _:
            yield place


def _json(value: Any) -> bytes:
    return _formatted(msgspec.json.encode(value))


def _json_lines(vectors: Mapping[str, Any]) -> bytes:
    """Return lists of test vectors as JSON, one vector a line."""

    def text(value: Any) -> str:
        return msgspec.json.encode(value).decode()

    members = {name: text(value) for name, value in vectors.items()}
    for name, value in vectors.items():
        if isinstance(value, list):
            members[name] = "[\n" + ",\n".join(map(text, value)) + "\n]"
    return ("{\n" + ",\n".join(f"{text(name)}: {value}" for name, value in members.items()) + "\n}\n").encode()


def _formatted(json: bytes) -> bytes:
    return msgspec.json.format(json, indent=2) + b"\n"


def _is(path: Path, content: bytes) -> bool:
    return path.is_file() and path.read_bytes() == content
