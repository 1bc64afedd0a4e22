"""The JSON Schema of the protocol and of a game, built from the types: their docstrings are its text.

`protocol/schema/` is written by this.
"""

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, get_origin

import msgspec

from quarterdeck_protocol import moderation, problems, transcript
from quarterdeck_protocol.catalogue import RawCatalogue
from quarterdeck_protocol.docstrings import sentences_of, text_of
from quarterdeck_protocol.enums import sent_values
from quarterdeck_protocol.marks import VOCABULARY
from quarterdeck_protocol.messages import AnyFromClient, AnyFromServer
from quarterdeck_protocol.replay import RawReplay
from quarterdeck_protocol.transcript import Transcript

DRAFT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]
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


BASE = "urn:quarterdeck:v1:"
"""What the `$id` of every schema begins with: names, not addresses, so that nothing is ever asked of a network."""

RULE = (
    "Enumerations are closed in what clients send: a server refuses any other value, and any field that is not in here."
    " They are open in what servers send: newer servers may send values, fields and messages that are not in here; let"
    " them pass."
)


def from_client_schema() -> Schema:
    """Return the schema of a frame from a client."""
    return _one_root("FromClient", f"A frame from a client: one command. {RULE}", protocol_schema())


def from_server_schema() -> Schema:
    """Return the schema of a frame from a server."""
    return _one_root("FromServer", f"A frame from a server: an answer, or news. {RULE}", protocol_schema())


def protocol_schema() -> Schema:
    """Return the schema of everything that travels: the frames of both directions, and what HTTP has beside them."""
    kinds = [AnyFromClient, AnyFromServer, Transcript, StoredEntry, problems.Problem, RawCatalogue, *ANSWERS]
    (from_client, from_server, whole, entry, problem, sets, *orders), definitions = _components(kinds)
    sent = [from_client, *(each for kind, each in zip(ANSWERS, orders, strict=True) if _is_read_strictly(kind))]
    definitions = _opened(_closed(definitions, sent), sent)
    return {
        "$schema": DRAFT,
        "$id": f"{BASE}protocol",
        "title": "Quarterdeck",
        "description": (
            "A frame from a client is a `FromClient`, one from a server a `FromServer`. What is kept of a match is a"
            " `Transcript`, and what its entries hold is an `Entry`."
            " What HTTP refuses is a `Problem`; the cards of a game are a `Catalogue`; moderators send an `…Order` and"
            " are answered with what PROTOCOL.md says. A match that is seen again is a `Replay`."
            f" {RULE}"
        ),
        "anyOf": [{"$ref": "#/$defs/FromClient"}, {"$ref": "#/$defs/FromServer"}, whole, entry, problem, sets, *orders],
        "$defs": {
            "FromClient": _plain({"description": "A frame from a client.", **from_client}),
            "FromServer": _plain({"description": "A frame from a server.", **from_server}),
            **definitions,
        },
    }


def components(kinds: Sequence[Any], prefix: str) -> tuple[list[Schema], Schema]:
    """Return the schemas of these types, and all definitions that they refer to, below a prefix: for documents that
    have a place of their own for them."""
    roots, definitions = _components(list(kinds))
    sent = [each for kind, each in zip(kinds, roots, strict=True) if kind is AnyFromClient or _is_read_strictly(kind)]
    definitions = _opened(_closed(definitions, sent), sent)
    return _below(prefix, [_plain(each) for each in roots]), _below(prefix, definitions)


def _is_read_strictly(kind: Any) -> bool:
    """Whether a type is of what clients send."""
    settings = getattr(kind, "__struct_config__", None)
    return settings is not None and bool(settings.forbid_unknown_fields)


def _below(prefix: str, schema: Any) -> Any:
    match schema:
        case {"$ref": ref}:
            return {**schema, "$ref": prefix + ref.removeprefix("#/$defs/")}
        case dict():
            return {key: _below(prefix, value) for key, value in schema.items()}
        case list():
            return [_below(prefix, value) for value in schema]
        case _:
            return schema


def game_schema(options: Any, actions: Any, events: Any, views: Any, name: str = "game") -> Schema:
    """Return the schema of one game's own parts: options and actions are what clients send."""
    (option, action, event, view), definitions = _components([options, actions, events, views])
    definitions = _opened(_closed(definitions, [option, action]), [option, action])
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
        "$defs": {**{part: _plain(each) for part, each in parts.items()}, **definitions},
    }


def _one_root(root: str, description: str, schema: Schema) -> Schema:
    """Return what one of a schema's definitions needs, with that as the only root."""
    definitions = schema["$defs"]
    whole = definitions[root]
    return {
        "$schema": DRAFT,
        "$id": f"{BASE}{re.sub('(?<!^)(?=[A-Z])', '-', root).lower()}",
        "title": root,
        "description": description,
        "anyOf": whole["anyOf"],
        "$defs": {name: definitions[name] for name in sorted(_reached(whole, definitions))},
    }


def _enums_of(definitions: Schema, option: Schema) -> Iterator[str]:
    """Return the names of the enums that options are of."""
    for field in definitions[option["$ref"].removeprefix("#/$defs/")]["properties"].values():
        (name,) = [*_references(field), ""][:1]
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


def cards_schema(card_set: Any, catalogue: Any, name: str) -> Schema:
    """Return the schema of one game's card sets: a file holds one `CardSet`, and the HTTP answer is a `Catalogue`.

    Unlike a message, which may grow, what people write has no fields that nobody knows.
    """
    (one, whole), definitions = _components([card_set, catalogue])
    told_apart = set(_discriminators(definitions))
    for title, definition in definitions.items():
        if "properties" in definition:
            definition["additionalProperties"] = False
        if f"#/$defs/{title}" not in told_apart and "required" in definition:  # there is nothing to tell it from
            definition["required"] = [field for field in definition["required"] if field != "type"]
    definitions["Card"]["required"].append("number")
    definitions = {title: _plain(definition) for title, definition in definitions.items()}
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
    """Return the schema of the cards of a game to which nobody adds: only the HTTP answer, a `Catalogue`."""
    (whole,), definitions = _components([catalogue])
    plain = {each: _plain(definition) for each, definition in definitions.items()}
    return {
        "$schema": DRAFT,
        "$id": f"{BASE}cards:{name}",
        "title": "CardFile",
        "description": "The answer over HTTP: a `Catalogue`.",
        "anyOf": [whole],
        "$defs": plain,
    }


def vocabulary_schema() -> Schema:
    """Return every keyword of our own that schemas carry, each with the schema of its value."""
    return {
        "$schema": DRAFT,
        "$id": f"{BASE}vocabulary",
        "title": "The marks of Quarterdeck's schemas",
        "$defs": dict(VOCABULARY),
    }


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


def _components(kinds: list[Any]) -> tuple[tuple[Schema, ...], Schema]:
    roots, definitions = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    classes = {kind.__name__: kind for kind in _classes_of(kinds)}
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


def _classes_of(kinds: Sequence[Any]) -> set[type]:
    """Return every struct and enum that these types are made of."""
    found: set[type] = set()
    new: list[msgspec.inspect.Type] = [msgspec.inspect.type_info(kind) for kind in kinds]
    while new:
        match new.pop():
            case msgspec.inspect.StructType() as kind if (plain := get_origin(kind.cls) or kind.cls) not in found:
                found.add(plain)
                new += [field.type for field in kind.fields]
            case msgspec.inspect.EnumType() as kind:
                found.add(kind.cls)
            case msgspec.inspect.UnionType(types=types) | msgspec.inspect.TupleType(item_types=types):
                new += types
            case msgspec.inspect.Metadata(type=inner) | msgspec.inspect.DictType(value_type=inner):
                new.append(inner)
            case msgspec.inspect.CollectionType() as kind:
                new.append(kind.item_type)
            case _:
                pass
    return found


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
    """Put the docstrings of a class and of its fields into its schema."""
    definition["title"] = kind.__name__
    text = inspect.cleandoc(definition.get("description", ""))
    if issubclass(kind, Enum):
        sent = sent_values(kind)
        definition.pop("enum")
        definition |= {"enum": sent} if sent else {"type": "string"}
        sentences = [f"- `{value}`: {each}" for value, each in sentences_of(kind).items() if value in sent]
        text = "\n".join([text, *sentences])
    if text:
        definition["description"] = text
    for name, field in definition.get("properties", {}).items():
        if name == kind.__struct_config__.tag_field:  # type: ignore[attr-defined]  # what has properties is a struct
            field["description"] = "What this is: it tells it from others."
        elif said := text_of(kind, name):
            field["description"] = said


def _plain(schema: Any) -> Any:
    """Return a schema in the words that every tool takes: no keywords but those of the draft and our own, a type beside
    every enum, no keyword beside a reference."""
    match schema:
        case {"enum": [value]} if isinstance(value, str):
            others = {key: each for key, each in schema.items() if key != "enum"}
            return {**others, "type": "string", "const": value}
        case {"enum": [*values]} if all(isinstance(value, str) for value in values):
            return {**schema, "type": "string"}
        case {"$ref": ref, **rest} if rest:
            return {**{key: _plain(each) for key, each in rest.items()}, "allOf": [{"$ref": ref}]}
        case dict():
            return {
                key: value if key in ("default", "examples") else _plain(value)
                for key, value in schema.items()
                if key != "discriminator" or "propertyName" not in value
            }
        case list() | tuple():
            return [_plain(each) for each in schema]
        case _:
            return schema


def _closed(definitions: Schema, sent: list[Schema]) -> Schema:
    """Return the definitions in plain words; whatever clients send has no fields that nobody knows."""
    plain = {name: _plain(definition) for name, definition in definitions.items()}
    for name in _reached(sent, plain):
        if "properties" in plain[name]:
            plain[name] = {**plain[name], "additionalProperties": False}
    return plain


def _opened(definitions: Schema, sent: list[Schema]) -> Schema:
    """Return the definitions with every enum open that only servers send."""
    closed = _reached(sent, definitions)
    enums = {f"#/$defs/{name}" for name, definition in definitions.items() if "enum" in definition}

    def opened(schema: Any) -> Any:
        match schema:
            case {"$ref": ref} if ref in enums:
                return {"anyOf": [schema, {"type": "string"}]}
            case {"enum": _, **rest}:
                about = {key: each for key, each in rest.items() if key in ("description", "default")}
                return {**about, "anyOf": [{"type": "string", "enum": schema["enum"]}, {"type": "string"}]}
            case {"allOf": [{"$ref": ref}], **rest} if ref in enums:
                return {**rest, "anyOf": [{"$ref": ref}, {"type": "string"}]}
            case dict():
                return {key: opened(value) for key, value in schema.items()}
            case list():
                return [opened(value) for value in schema]
            case _:
                return schema

    return {
        name: definition if name in closed or "enum" in definition else opened(definition)
        for name, definition in definitions.items()
    }


def _reached(schema: Any, definitions: Schema) -> set[str]:
    """Return the names of all definitions that a schema refers to, however far."""
    found: set[str] = set()
    new = set(_references(schema))
    while new:
        found |= new
        new = {each for name in new for each in _references(definitions[name])} - found
    return found


def _references(schema: Any) -> Iterator[str]:
    match schema:
        case {"$ref": str(ref)}:
            yield ref.removeprefix("#/$defs/")
        case dict():
            for value in schema.values():
                yield from _references(value)
        case list() | tuple():
            for value in schema:
                yield from _references(value)
        case _:
            pass
