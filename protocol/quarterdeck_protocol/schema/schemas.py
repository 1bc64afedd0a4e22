"""Generator of the JSON Schema of the protocol and of a game, from the Python types. Their docstrings are its
descriptions.

The files in `protocol/schema/` are written from it.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from quarterdeck_protocol.catalogue import RawCatalogue
from quarterdeck_protocol.fairness.draws import Draw
from quarterdeck_protocol.http import problems
from quarterdeck_protocol.http.lessons import Lesson
from quarterdeck_protocol.lobby import console, moderation
from quarterdeck_protocol.marks import VOCABULARY
from quarterdeck_protocol.messages import AnyFromClient, AnyFromServer
from quarterdeck_protocol.schema.definitions import (
    Schema,
    components_of,
    discriminators,
    in_plain_words,
    is_read_strictly,
    open_definitions,
    reached,
    references,
    strict_definitions,
    unmarked,
    with_references,
)
from quarterdeck_protocol.transcripts import transcript
from quarterdeck_protocol.transcripts.replay import RawReplay
from quarterdeck_protocol.transcripts.transcript import Transcript

DRAFT = "https://json-schema.org/draft/2020-12/schema"

MODERATORS = (
    moderation.SanctionOrder,
    moderation.RevokeOrder,
    moderation.RenameOrder,
    moderation.RolesOrder,
    moderation.ResolveOrder,
    moderation.ResetPasswordOrder,
    moderation.PauseOrder,
    moderation.MatchPause,
    moderation.PasswordReset,
    moderation.PlayerFile,
    moderation.FiledReport,
    moderation.FiledReports,
    moderation.Deed,
    moderation.Audit,
    moderation.Pattern,
    moderation.Patterns,
    console.ServerState,
    console.ServerFigures,
    console.FoundPlayers,
    console.SanctionOutcomes,
)
"""Messages that only moderators send and receive."""

ANSWERS = (RawReplay, *MODERATORS)
"""Further answers over plain HTTP."""

StoredEntry = transcript.Entry[msgspec.Raw]


BASE = "urn:quarterdeck:v1:"
"""The beginning of the `$id` of every schema: names, not addresses, so that nothing is ever requested from a
network."""

RULE = (
    "Enumerations are closed in what clients send: a server refuses any other value, and any field that is not in here."
    " They are open in what servers send: newer servers may send values, fields and messages that are not in here; let"
    " them pass."
)


def from_client_schema() -> Schema:
    """Return the schema of a WebSocket frame from a client."""
    return _one_root("FromClient", f"A frame from a client: one command. {RULE}", protocol_schema())


def from_server_schema() -> Schema:
    """Return the schema of a WebSocket frame from a server."""
    return _one_root("FromServer", f"A frame from a server: an answer, or news. {RULE}", protocol_schema())


def protocol_schema() -> Schema:
    """Return the schema of all messages: the frames of both directions, and the bodies that exist only over HTTP."""
    over_http = [problems.Problem, RawCatalogue, Lesson, *ANSWERS]
    kinds = [AnyFromClient, AnyFromServer, Transcript, StoredEntry, Draw, *over_http]
    (from_client, from_server, whole, entry, draw, problem, sets, lesson, *orders), definitions = components_of(kinds)
    sent = [from_client, *(each for kind, each in zip(ANSWERS, orders, strict=True) if is_read_strictly(kind))]
    definitions = open_definitions(strict_definitions(definitions, sent), sent)
    return {
        "$schema": DRAFT,
        "$id": f"{BASE}protocol",
        "title": "Quarterdeck",
        "description": (
            "A frame from a client is a `FromClient`, one from a server a `FromServer`. What is kept of a match is a"
            " `Transcript`, and what its entries hold is an `Entry`, whose `draws` are each a `Draw`."
            " What HTTP refuses is a `Problem`; the cards of a game are a `Catalogue`, its guided first match a"
            " `Lesson`; moderators send an `…Order` and are answered with what PROTOCOL.md says."
            " A match that is seen again is a `Replay`."
            f" {RULE}"
        ),
        "anyOf": [
            {"$ref": "#/$defs/FromClient"},
            {"$ref": "#/$defs/FromServer"},
            whole,
            entry,
            draw,
            problem,
            sets,
            lesson,
            *orders,
        ],
        "$defs": {
            "FromClient": in_plain_words({"description": "A frame from a client.", **from_client}),
            "FromServer": in_plain_words({"description": "A frame from a server.", **from_server}),
            **definitions,
        },
    }


def transcript_schema() -> Schema:
    """Return the schema of a transcript file, including the JSON that each entry contains as text."""
    _, definitions = components_of([Transcript, StoredEntry, Draw])
    definitions = open_definitions(strict_definitions(definitions, []), [])
    stored, draws = definitions["TranscriptEntry"]["properties"], definitions["Entry"]["properties"]
    stored["entry"] |= {"contentMediaType": "application/json", "contentSchema": {"$ref": "#/$defs/Entry"}}
    draws["draws"] |= {"type": "array", "items": {"$ref": "#/$defs/Draw"}}
    return {
        "$schema": DRAFT,
        "$id": f"{BASE}transcript",
        "title": "TranscriptFile",
        "description": (
            "A finished match in one file, with all that it takes to play it again. The `entry` of each of its entries"
            f" is a text with JSON, which is an `Entry`. {RULE}"
        ),
        "anyOf": [{"$ref": "#/$defs/Transcript"}],
        "$defs": definitions,
    }


def components(kinds: Sequence[Any], prefix: str) -> tuple[list[Schema], Schema]:
    """Return the schemas of these types, and all definitions to which they refer, below a prefix. It is for OpenAPI and
    AsyncAPI, which keep definitions in their own place."""
    roots, definitions = components_of(list(kinds))
    sent = [each for kind, each in zip(kinds, roots, strict=True) if kind is AnyFromClient or is_read_strictly(kind)]
    definitions = open_definitions(strict_definitions(definitions, sent), sent)

    def place_of(name: str) -> str:
        return prefix + name

    return with_references([in_plain_words(each) for each in roots], place_of), with_references(definitions, place_of)


def game_schema(options: Any, actions: Any, events: Any, views: Any, name: str = "game") -> Schema:
    """Return the schema of one game's own message parts. Clients send its options and actions."""
    (option, action, event, view), definitions = components_of([options, actions, events, views])
    definitions = open_definitions(strict_definitions(definitions, [option, action]), [option, action])
    for enum in list(_enums_of(definitions, option)):
        definitions[enum] = _as_choice(definitions[enum])
    parts = {
        "GameOptions": {"description": "What a table may set: `options` of a command or a table.", **option},
        "GameAction": {
            "description": "What a seat may do: `action` of `act`, each of `choices` of `update`.",
            **action,
        },
        "GameEvent": {"description": "What happened: each of `events` of `update`.", **event},
        "GameView": {"description": "The state as one viewer may see it: `view` of `update`.", **view},
    }
    return {
        "$schema": DRAFT,
        "$id": f"{BASE}games:{name}",
        "title": "GamePart",
        "description": f"The game's own parts of messages; `$defs` says which is which. {RULE}",
        "anyOf": [{"$ref": f"#/$defs/{part}"} for part in parts],
        "$defs": {**{part: in_plain_words(each) for part, each in parts.items()}, **definitions},
    }


def _one_root(root: str, description: str, schema: Schema) -> Schema:
    """Return a schema with only this definition as its root, and all definitions that it needs."""
    definitions = schema["$defs"]
    whole = definitions[root]
    return {
        "$schema": DRAFT,
        "$id": f"{BASE}{re.sub('(?<!^)(?=[A-Z])', '-', root).lower()}",
        "title": root,
        "description": description,
        "anyOf": whole["anyOf"],
        "$defs": {name: definitions[name] for name in sorted(reached(whole, definitions))},
    }


def _enums_of(definitions: Schema, option: Schema) -> Iterator[str]:
    """Yield the names of the enums that are the types of options."""
    for field in definitions[option["$ref"].removeprefix("#/$defs/")]["properties"].values():
        (name,) = [*references(field), ""][:1]
        if name in definitions and "enum" in definitions[name]:
            yield name


def _as_choice(definition: Schema) -> Schema:
    """Return the schema of an enum in the form for input forms: each value with a title and the sentence of its
    docstring."""
    text, *lines = definition.get("description", "").split("\n- ")
    sentences = dict(line.removeprefix("`").split("`: ", 1) for line in lines)
    values: list[Schema] = [
        {"const": value, "title": value.replace("_", " ").capitalize(), "description": sentence}
        for value, sentence in sentences.items()
    ]
    values += [
        {"const": value, "title": value.replace("_", " ").capitalize()}
        for value in definition["enum"]
        if value not in sentences
    ]
    return {**{key: each for key, each in definition.items() if key != "enum"}, "description": text, "oneOf": values}


def cards_schema(card_set: Any, catalogue: Any, name: str) -> Schema:
    """Return the schema of one game's card sets. A file contains one `CardSet`, and the HTTP answer is a `Catalogue`.

    A file is written by hand, so unknown fields are not allowed; in messages they are, because messages may grow.
    """
    (one, whole), definitions = components_of([card_set, catalogue])
    told_apart = set(discriminators(definitions))
    for title, definition in definitions.items():
        if "properties" in definition:
            definition["additionalProperties"] = False
        if f"#/$defs/{title}" not in told_apart and "required" in definition:  # there is nothing to tell it from
            definition["required"] = [field for field in definition["required"] if field != "type"]
    definitions["Card"]["required"].append("number")
    definitions = {title: in_plain_words(definition) for title, definition in definitions.items()}
    definitions["CardSet"]["properties"]["$schema"] = {"type": "string", "description": "For editors; it says nothing."}
    return {
        "$schema": DRAFT,
        "$id": f"{BASE}cards:{name}",
        "title": "CardFile",
        "description": "A file with a set of cards is a `CardSet`, the answer over HTTP a `Catalogue`.",
        "anyOf": [one, whole],
        "$defs": definitions,
    }


def catalogue_schema(catalogue: Any, name: str) -> Schema:
    """Return the schema of the cards of a game without further card sets: only the HTTP answer, a `Catalogue`."""
    (whole,), definitions = components_of([catalogue])
    plain = {each: in_plain_words(definition) for each, definition in definitions.items()}
    return {
        "$schema": DRAFT,
        "$id": f"{BASE}cards:{name}",
        "title": "CardFile",
        "description": "The answer over HTTP: a `Catalogue`.",
        "anyOf": [whole],
        "$defs": plain,
    }


def plain_schema(schema: Schema) -> Schema:
    """Return a schema without the project's own keywords (marks) and under another name, for validators that refuse
    unknown keywords."""
    return {**unmarked(schema), "$id": schema["$id"].replace(BASE, f"{BASE}plain:")}


def vocabulary_schema() -> Schema:
    """Return the schema of every keyword (mark) that this project adds to JSON Schema."""
    return {
        "$schema": DRAFT,
        "$id": f"{BASE}vocabulary",
        "title": "The marks of Quarterdeck's schemas",
        "$defs": dict(VOCABULARY),
    }
