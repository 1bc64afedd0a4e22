"""Definitions of types in a JSON Schema: msgspec's output with the docstrings of this project, using only keywords that
every tool supports."""

import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Any, get_origin

import msgspec

from quarterdeck_protocol.encoding.enums import sent_values
from quarterdeck_protocol.marks import VOCABULARY
from quarterdeck_protocol.schema.docstrings import sentences_of, text_of

Schema = dict[str, Any]


def components_of(kinds: list[Any]) -> tuple[tuple[Schema, ...], Schema]:
    roots, definitions = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    classes = {kind.__name__: kind for kind in classes_of(kinds)}
    renamed: dict[str, str] = {}
    for name, definition in definitions.items():
        plain = re.sub(
            "_(Raw|Card|PrintedCard)_.*$", "", name
        )  # of any game's own parts: `Update_Raw__Raw__Raw_`, `CardSet_Card_`
        renamed[name] = plain
        if plain in classes:
            _describe(definition, classes[plain])
    named = {renamed[name]: definition for name, definition in sorted(definitions.items())}

    def place_of(name: str) -> str:
        return f"#/$defs/{renamed.get(name, name)}"

    return with_references(roots, place_of), with_references(named, place_of)


def classes_of(kinds: Sequence[Any]) -> set[type]:
    """Return every struct and enum class that these types contain."""
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


def _describe(definition: Schema, kind: type) -> None:
    """Add the docstrings of a class and of its fields to the schema of the class."""
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


def in_plain_words(schema: Any) -> Any:
    """Return a schema in a form that every tool supports: only standard keywords and the project's own marks, a type
    beside every enum, and no keyword beside a reference."""
    match schema:
        case {"enum": [value]} if isinstance(value, str):
            others = {key: each for key, each in schema.items() if key != "enum"}
            return {**others, "type": "string", "const": value}
        case {"enum": [*values]} if all(isinstance(value, str) for value in values):
            return {**schema, "type": "string"}
        case {"prefixItems": list() | tuple() as first, "items": False, "maxItems": most, **rest} if most == len(first):
            # `maxItems` says the same, and generators of clients read no schema that is `false`
            return {**in_plain_words({"prefixItems": first, **rest}), "maxItems": most}
        case {"$ref": ref, **rest} if rest:
            return {**{key: in_plain_words(each) for key, each in rest.items()}, "allOf": [{"$ref": ref}]}
        case dict():
            return {
                key: value if key in ("default", "examples") else in_plain_words(value)
                for key, value in schema.items()
                if key != "discriminator" or "propertyName" not in value
            }
        case list() | tuple():
            return [in_plain_words(each) for each in schema]
        case _:
            return schema


def strict_definitions(definitions: Schema, sent: list[Schema]) -> Schema:
    """Return the schema definitions in the plain form. Types that clients send allow no unknown fields."""
    plain = {name: in_plain_words(definition) for name, definition in definitions.items()}
    for name in reached(sent, plain):
        if "properties" in plain[name]:
            plain[name] = {**plain[name], "additionalProperties": False}
    return plain


def open_definitions(definitions: Schema, sent: list[Schema]) -> Schema:
    """Return the schema definitions. Enums that only servers send allow values that are added later."""
    closed = reached(sent, definitions)
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


def is_read_strictly(kind: Any) -> bool:
    """True if clients send messages of this type, so that they are decoded strictly."""
    settings = getattr(kind, "__struct_config__", None)
    return settings is not None and bool(settings.forbid_unknown_fields)


def reached(schema: Any, definitions: Schema) -> set[str]:
    """Return the names of all definitions to which a schema refers, directly or indirectly."""
    found: set[str] = set()
    new = set(references(schema))
    while new:
        found |= new
        new = {each for name in new for each in references(definitions[name])} - found
    return found


def discriminators(schema: Any) -> Iterator[str]:
    """Yield every definition whose `type` field distinguishes it from other definitions."""
    match schema:
        case {"discriminator": {"mapping": mapping}, **rest}:
            yield from mapping.values()
            yield from discriminators(rest)
        case dict():
            for value in schema.values():
                yield from discriminators(value)
        case list() | tuple():
            for value in schema:
                yield from discriminators(value)
        case _:
            pass


def with_references(schema: Any, place_of: Callable[[str], str]) -> Any:
    """Return the schema with every reference changed to the definition's new place."""
    match schema:
        case str() if schema.startswith("#/$defs/"):
            return place_of(schema.removeprefix("#/$defs/"))
        case dict():
            return {key: with_references(value, place_of) for key, value in schema.items()}
        case list() | tuple():
            return type(schema)(with_references(value, place_of) for value in schema)
        case _:
            return schema


def unmarked(schema: Any) -> Any:
    """Return the schema without the project's own keywords (marks). Fields and definitions that have the name of a mark
    are kept."""
    match schema:
        case dict():
            return {
                key: value
                if key in ("const", "default", "enum", "examples")
                else {name: unmarked(each) for name, each in value.items()}
                if key in ("properties", "patternProperties", "$defs")
                else unmarked(value)
                for key, value in schema.items()
                if key not in VOCABULARY
            }
        case list() | tuple():
            return [unmarked(each) for each in schema]
        case _:
            return schema


def references(schema: Any) -> Iterator[str]:
    match schema:
        case {"$ref": str(ref)}:
            yield ref.removeprefix("#/$defs/")
        case dict():
            for value in schema.values():
                yield from references(value)
        case list() | tuple():
            for value in schema:
                yield from references(value)
        case _:
            pass
