"""The JSON Schema of the protocol and of a game, built from the types: their docstrings are its text.

`protocol/schema/` is written by this.
"""

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from itertools import pairwise
from textwrap import dedent
from types import ModuleType
from typing import Any

import msgspec

from quarterdeck_protocol import (
    accounts,
    chat,
    export,
    matchmaking,
    messages,
    moderation,
    names,
    patch,
    problems,
    ratings,
    refusals,
    replay,
    seats,
    sides,
    standings,
    tables,
    transcript,
)
from quarterdeck_protocol import catalogue as cards
from quarterdeck_protocol.catalogue import RawCatalogue
from quarterdeck_protocol.marks import VOCABULARY
from quarterdeck_protocol.messages import AnyFromClient, AnyFromServer
from quarterdeck_protocol.replay import RawReplay
from quarterdeck_protocol.transcript import Transcript

DRAFT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]
MODULES = (
    sides,
    accounts,
    matchmaking,
    ratings,
    standings,
    chat,
    moderation,
    export,
    tables,
    messages,
    names,
    patch,
    problems,
    refusals,
    transcript,
    cards,
    seats,
    replay,
)
"""Where the docstrings of what travels stand."""

MODERATORS = (
    moderation.SanctionOrder,
    moderation.RevokeOrder,
    moderation.RenameOrder,
    moderation.RolesOrder,
    moderation.ResolveOrder,
    moderation.ResetPasswordOrder,
    moderation.PasswordReset,
    moderation.PlayerFile,
    moderation.FiledReport,
    moderation.FiledReports,
    moderation.Deed,
    moderation.Audit,
    moderation.Pattern,
    moderation.Patterns,
)
"""What only moderators send and are sent."""

ANSWERS = (RawReplay, *MODERATORS)
"""What else is answered over plain HTTP."""

StoredEntry = transcript.Entry[msgspec.Raw]


def protocol_schema() -> Schema:
    """Return the schema of every message: a frame from a client is a `FromClient`, one from a server a `FromServer`."""
    kinds = [AnyFromClient, AnyFromServer, Transcript, StoredEntry, problems.Problem, RawCatalogue, *ANSWERS]
    (from_client, from_server, whole, entry, problem, sets, *orders), definitions = _components(kinds, *MODULES)
    return {
        "$schema": DRAFT,
        "title": "Quarterdeck protocol v1",
        "description": (
            "A frame from a client is a `FromClient`, one from a server a `FromServer`. What is kept of a match is a"
            " `Transcript`, and what its entries hold is an `Entry`."
            " What HTTP refuses is a `Problem`; the cards of a game are a `Catalogue`; moderators send an `…Order` and"
            " are answered with what PROTOCOL.md says. A match that is seen again is a `Replay`."
            " Newer servers may send messages, fields and codes that are not in here: let them pass."
        ),
        "anyOf": [{"$ref": "#/$defs/FromClient"}, {"$ref": "#/$defs/FromServer"}, whole, entry, problem, sets, *orders],
        "$defs": {"FromClient": from_client, "FromServer": from_server, **definitions},
    }


def game_schema(options: Any, actions: Any, events: Any, views: Any) -> Schema:
    """Return the schema of one game's own parts."""
    module = inspect.getmodule(options)
    (option, action, event, view), definitions = _components(
        [options, actions, events, views], *([] if module is None else [module])
    )
    for name in _enums_of(definitions, option):
        definitions[name] = _as_choice(definitions[name])
    parts = {"GameOptions": option, "GameAction": action, "GameEvent": event, "GameView": view}
    return {"$schema": DRAFT, "$defs": {**parts, **definitions}}


def _enums_of(definitions: Schema, option: Schema) -> Iterator[str]:
    """Return the names of the enums that options are of."""
    for field in definitions[option["$ref"].removeprefix("#/$defs/")]["properties"].values():
        name = field.get("$ref", "").removeprefix("#/$defs/")
        if name in definitions and "enum" in definitions[name]:
            yield name


def _as_choice(definition: Schema) -> Schema:
    """Return an enum as a form shows it: each value with a title, and with the sentence that its docstring says."""
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


def cards_schema(card_set: Any, catalogue: Any, *modules: ModuleType) -> Schema:
    """Return the schema of one game's card sets: a file holds one `CardSet`, and the HTTP answer is a `Catalogue`.

    Unlike a message, which may grow, what people write has no fields that nobody knows.
    """
    (one, whole), definitions = _components([card_set, catalogue], cards, *modules)
    told_apart = set(_discriminators(definitions))
    for name, definition in definitions.items():
        if "properties" in definition:
            definition["additionalProperties"] = False
        if f"#/$defs/{name}" not in told_apart and "required" in definition:  # there is nothing to tell it from
            definition["required"] = [field for field in definition["required"] if field != "type"]
    definitions["Card"]["required"].append("number")
    definitions["CardSet"]["properties"]["$schema"] = {"type": "string", "description": "For editors; it says nothing."}
    return {"$schema": DRAFT, "anyOf": [one, whole], "$defs": definitions}


def catalogue_schema(catalogue: Any, *modules: ModuleType) -> Schema:
    """Return the schema of the cards of a game to which nobody adds: only the HTTP answer, a `Catalogue`."""
    (whole,), definitions = _components([catalogue], cards, *modules)
    return {"$schema": DRAFT, **whole, "$defs": definitions}


def vocabulary_schema() -> Schema:
    """Return every keyword of our own that schemas carry, each with the schema of its value."""
    return {"$schema": DRAFT, "title": "The marks of Quarterdeck's schemas", "$defs": dict(VOCABULARY)}


def _discriminators(schema: Any) -> Iterator[str]:
    """Return every definition that is told from others by its `type`."""
    match schema:
        case {"discriminator": {"mapping": mapping}, **rest}:
            yield from mapping.values()
            yield from _discriminators(rest)
        case dict():
            for value in schema.values():
                yield from _discriminators(value)
        case list() | tuple():
            for value in schema:
                yield from _discriminators(value)
        case _:
            pass


def sentences_of(kind: type[Enum]) -> Mapping[str, str]:
    """Return what the docstrings say of each value of an enum, in the order of the source."""
    return {str(kind[name].value): text for name, text in _field_texts(kind).items()}


def _components(kinds: list[Any], *modules: ModuleType) -> tuple[tuple[Schema, ...], Schema]:
    roots, definitions = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    classes = {name: kind for module in modules for name, kind in vars(module).items() if isinstance(kind, type)}
    renamed: dict[str, str] = {}
    for name, definition in definitions.items():
        plain = re.sub(
            "_(Raw|Card|PrintedCard)_.*$", "", name
        )  # of any game's own parts: `Update_Raw__Raw__Raw_`, `CardSet_Card_`
        renamed[name] = plain
        if plain in classes:
            _describe(definition, classes[plain])
    named = {renamed[name]: definition for name, definition in sorted(definitions.items())}
    return _refer_to(renamed, roots), _refer_to(renamed, named)


def _refer_to(renamed: Mapping[str, str], schema: Any) -> Any:
    """Return the schema with every reference to a definition under its new name."""
    match schema:
        case str() if schema.startswith("#/$defs/"):
            name = schema.removeprefix("#/$defs/")
            return f"#/$defs/{renamed.get(name, name)}"
        case dict():
            return {key: _refer_to(renamed, value) for key, value in schema.items()}
        case list() | tuple():
            return type(schema)(_refer_to(renamed, value) for value in schema)
        case _:
            return schema


def _describe(definition: Schema, kind: type) -> None:
    """Put the docstrings of a class's fields into its schema."""
    definition["title"] = kind.__name__
    texts = _field_texts(kind)
    text = inspect.cleandoc(definition.get("description", ""))
    if issubclass(kind, Enum):
        text = "\n".join([text, *(f"- `{kind[name].value}`: {each}" for name, each in texts.items())])
    if text:
        definition["description"] = text
    for name, field in definition.get("properties", {}).items():
        if name in texts:
            field["description"] = texts[name]


@cache
def _field_texts(kind: type) -> Mapping[str, str]:
    """Return what stands as a string behind each field of a class, its bases' fields first."""
    texts: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if not each.__module__.startswith(("builtins", "enum", "typing", "msgspec")):
            texts.update(_own_texts(each))
    return texts


def _own_texts(kind: type) -> Mapping[str, str]:
    (definition,) = ast.parse(dedent(inspect.getsource(kind))).body
    assert isinstance(definition, ast.ClassDef)  # noqa: S101 - it is the source of a class
    texts = {}
    for statement, after in pairwise(definition.body):
        match statement, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                texts[name] = " ".join(text.split())
            case _:
                pass
    return texts
