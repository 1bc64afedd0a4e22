"""Strict decoding of client input: an unknown field is a fault. A fault is described in the terms of JSON, with its
place and the values that would be right.

Only commands of clients are decoded so, and only by a server. Stored values and messages from a server are decoded
leniently, because their reader may be older than their writer.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import cache, reduce
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from quarterdeck_protocol.encoding.enums import sent_values
from quarterdeck_protocol.encoding.whole_numbers import decoded
from quarterdeck_protocol.translatable_text import Text

WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a string",
    "bool": "true or false",
    "null": "null",
    "object": "an object",
    "array": "an array",
}
"""The kinds of JSON values in msgspec's words, and in JSON's own."""

MOST_PARTS = 4_000
"""JSON with more objects, arrays and commas than this is not searched for the words that would be right: that would
cost more than the fault is worth."""

NAMED_AT_MOST = 12
"""Maximum number of valid field names in an error message. Readers skip a longer list."""

MOST_SHOWN = 64
"""Characters of a client's own word that are compared and shown. A longer one ends with an ellipsis."""

_MOST_SAID = 120
"""Characters of a sentence of msgspec that are kept. Only a client's own word, at its end, makes one longer."""

_KINDS = re.compile(r"`((?:\w+)(?: \| \w+)*)`")
_QUOTED = re.compile(r"'((?:[^'\\]|\\.)*)'")
_UNKNOWN = "Object contains unknown field"
_MISSING = re.compile(r"Object missing required field `([^`]+)`")
_NO_VALUE = re.compile(r"Invalid (?:enum )?value ")
_SAID = {
    re.compile(r"Object missing required field (?P<field>.*)"): "This object has no field {field}",
    re.compile(r"Object contains unknown field (?P<field>.*)"): "There is no field {field}",
    re.compile(r"Invalid (?:enum )?value (?P<value>.*)"): "There is no value {value}",
    re.compile(r"Expected (?P<kind>`[^`]*`), got (?P<found>`[^`]*`)"): "Expected {kind}, got {found}",
    re.compile(r"Expected (?P<kind>`[^`]*`)"): "Expected {kind}",
    re.compile(r"Expected (?P<kind>`[^`]*`) of length (?P<bound>.*)"): "Expected {kind} of length {bound}",
    re.compile(
        r"Expected (?P<kind>`[^`]*`) matching regex (?P<pattern>.*)"
    ): "Expected {kind} matching regex {pattern}",
    re.compile(r"Expected (?P<kind>`[^`]*`) that's a multiple of (?P<bound>.*)"): (
        "Expected {kind} that's a multiple of {bound}"
    ),
    re.compile(r"(?:Integer value|Number) out of range"): "This number is too large or too small",
    re.compile(r"Expected (?P<kind>`[^`]*`) (?P<bound>[<>]=? .*)"): "Expected {kind} {bound}",
}
"""Messages of msgspec, and their wording here."""

_NO_JSON = (
    "invalid character",
    "invalid number",
    "invalid escape character in string",
    "invalid escaped character",
    "invalid character in unicode escape",
    "invalid utf-16 surrogate pair",
    "unexpected end of hex escape",
    "unexpected end of escaped utf-16 surrogate pair",
    "expected ',' or ']'",
    "expected ',' or '}'",
    "expected ':'",
    "expected '\"'",
    "trailing comma in array",
    "trailing comma in object",
    "trailing characters",
    "object keys must be strings",
)
"""The messages of msgspec for text that is no JSON."""

_MALFORMED = re.compile(r"JSON is malformed: (?P<why>.*) \(byte (?P<byte>\d+)\)")
_ENTRY = "[...]"
"""msgspec's step to an entry of an object with any names."""

_STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]")


Json = bytes | msgspec.Raw


class Fault(NamedTuple):
    """A fault of a JSON value: a sentence, and its place."""

    text: str
    where: str


class NotAsExpected(ValueError):  # noqa: N818 - what somebody has sent, no fault of ours
    """Error: input is not JSON of the expected type. `fault` describes the reason."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.text)
        self.fault = fault


def read_strictly(json: Json, kind: Any, root: str = "$", decoder: msgspec.json.Decoder[Any] | None = None) -> Any:
    """Decode JSON strictly as a value of this type, with `decoder` if one is given. Raises `NotAsExpected`."""
    try:
        value = decoded(json, decoder or msgspec.json.Decoder(kind))
    except msgspec.ValidationError as error:
        raise NotAsExpected(shape_fault(error, json, kind, root)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotAsExpected(syntax_fault(error, root)) from error
    # What is written as we write it has nothing that we do not know: so does a choice that comes back as it was.
    if msgspec.json.encode(value) != bytes(json) and (fault := unknown_part(json, kind, root)):
        raise NotAsExpected(fault)
    return value


def shape_fault(error: msgspec.ValidationError, json: Json, kind: Any, root: str = "$") -> Fault:
    """Return the fault of JSON that does not have this type, with its place below `root`."""
    text, _, path = str(error).partition(" - at `")
    text = text if len(text) <= _MOST_SAID else f"{text[:_MOST_SAID]}…{text[-1]}"
    path = path.rstrip("`").removeprefix("key` in `").removeprefix("$")
    written = bytes(json)
    is_brief = written.count(b"[") + written.count(b"{") + written.count(b",") <= MOST_PARTS
    try:
        if is_brief and text.startswith(_UNKNOWN) and (unknown := unknown_part(json, kind, root)):
            return unknown
        if is_brief and _ENTRY in path:
            path = _entry_named(path, msgspec.json.decode(json), kind)
        looks = is_brief and _NO_VALUE.match(text) is not None
        values = _values_at(msgspec.json.decode(json), _type_of(kind), path) if looks else []
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):  # behind the fault it is not even JSON
        values = []
    if (missing := _MISSING.match(text)) is not None:
        path += f".{missing[1]}"
    if text.startswith(_UNKNOWN):
        path += f".{text.removeprefix(_UNKNOWN).strip(' `')}"
    fault = _in_words(text)
    right = (
        Text("{fault}; use {values}.", fault=fault, values=_listed(values)) if values else Text("{fault}.", fault=fault)
    )
    return Fault(right, root + path)


def _entry_named(path: str, value: Any, kind: Any) -> str:
    """Return a path with the name of the wrong entry. The value is cut down to it, by half after half."""
    before, _, behind = path.partition(_ENTRY)
    entries = value
    for name, number in _STEP.findall(before):
        entries = entries[int(number)] if number else entries[name]
    if not isinstance(entries, dict):
        return path
    wrong = list(entries.items())
    while len(wrong) > 1:
        half = wrong[: len(wrong) // 2]
        entries.clear()
        entries.update(half)
        wrong = half if _is_wrong_at(f"${before}{_ENTRY}", value, kind) else wrong[len(half) :]
    return f"{before}.{brief(wrong[0][0])}{behind}"


def _is_wrong_at(path: str, value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        return path in str(error)
    return False


def syntax_fault(error: msgspec.DecodeError | UnicodeDecodeError | RecursionError, root: str = "$") -> Fault:
    """Return the reason why bytes are not JSON."""
    match error:
        case UnicodeDecodeError():
            return Fault(Text("This is not JSON: it is not UTF-8."), root)
        case RecursionError():
            return Fault(Text("This JSON is nested too deeply."), root)
        case _:
            return Fault(Text("This is not JSON: {error}.", error=_no_json(str(error))), root)


def brief(word: str) -> str:
    """Return the first 64 characters of a client's string, for display."""
    return word if len(word) <= MOST_SHOWN else f"{word[:MOST_SHOWN]}…"


def words() -> Iterator[str]:
    """Yield every text that this module builds from msgspec's messages, so that a translation can have all of them."""
    yield from (*WORDS.values(), *_SAID.values(), *_NO_JSON)


def _no_json(text: str) -> str:
    """Return the reason, by msgspec, why a text is not JSON, in a form that can be translated."""
    if found := _MALFORMED.fullmatch(text):
        why = Text(found["why"]) if found["why"] in _NO_JSON else found["why"]
        return Text("JSON is malformed: {why} (byte {byte})", why=why, byte=found["byte"])
    return Text("Input data was truncated") if text == "Input data was truncated" else text


def unknown_part(json: Json, kind: Any, root: str = "$") -> Fault | None:
    """Return the first field that is unknown to this type, or the first unknown enum value, at any depth; `None` if
    there is none. The JSON must otherwise have the type."""
    try:
        value = msgspec.json.decode(json)
    except msgspec.ValidationError:  # where a part is read later, or by nobody, there may be a number of any length
        return Fault(Text("A number in this JSON has too many digits."), root)
    return next(_unknown(value, _type_of(kind), root), None)


@cache
def _type_of(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _unknown(value: Any, kind: inspect.Type, at: str) -> Iterator[Fault]:
    match kind:
        case inspect.Metadata():
            yield from _unknown(value, kind.type, at)
        case inspect.UnionType():
            for each in _fitting(value, kind):
                yield from _unknown(value, each, at)
        case inspect.StructType() if isinstance(value, dict):
            fields = {field.encode_name: field.type for field in kind.fields}
            for name, part in value.items():
                if name in fields:
                    yield from _unknown(part, fields[name], f"{at}.{name}")
                elif name != kind.tag_field:
                    yield Fault(_no_such_field(name, list(fields), kind), f"{at}.{brief(name)}")
        case inspect.VarTupleType() | inspect.ListType() | inspect.SetType() | inspect.FrozenSetType():
            for number, part in enumerate(value):
                yield from _unknown(part, kind.item_type, f"{at}[{number}]")
        case inspect.TupleType():
            for number, (part, each) in enumerate(zip(value, kind.item_types, strict=False)):
                yield from _unknown(part, each, f"{at}[{number}]")
        case inspect.DictType():
            for name, part in value.items():
                yield from _unknown(part, kind.value_type, f"{at}.{brief(name)}")
        case inspect.EnumType() if value not in (words := _words_of(kind)):
            shown = brief(value) if isinstance(value, str) else value
            yield Fault(Text("There is no value `{value}`; use {words}.", value=shown, words=_listed(words)), at)
        case _:
            pass


def _fitting(value: Any, union: inspect.UnionType) -> list[inspect.Type]:
    """Return those types of a union that this value may have. msgspec allows one type of each kind, and structs that
    differ in their tags."""
    match value:
        case dict():
            structs = [each for each in union.types if isinstance(each, inspect.StructType)]
            if len(structs) > 1:
                return [each for each in structs if value.get(each.tag_field) == each.tag]
            return [*structs, *(each for each in union.types if isinstance(each, inspect.DictType))]
        case list():
            kinds = (inspect.VarTupleType, inspect.ListType, inspect.SetType, inspect.FrozenSetType, inspect.TupleType)
            return [each for each in union.types if isinstance(each, kinds)]
        case str():
            return [each for each in union.types if isinstance(each, inspect.EnumType)]
        case _:
            return []


def _no_such_field(name: str, fields: list[str], kind: inspect.StructType) -> str:
    whose = Text("here") if kind.tag is None else Text("in `{tag}`", tag=kind.tag)
    shown = msgspec.json.encode(brief(name)).decode()[1:-1]
    near = get_close_matches(name[:MOST_SHOWN], fields, 1)
    if near:
        return Text(
            "There is no field `{shown}` {whose}; the closest is `{near}`.", shown=shown, whose=whose, near=near[0]
        )
    if not fields:
        return Text("There is no field `{shown}` {whose}; no fields are allowed.", shown=shown, whose=whose)
    named = ", ".join(f"`{field}`" for field in fields[:NAMED_AT_MOST])
    return Text(
        "There is no field `{shown}` {whose}; there are {named}{ending}.",
        shown=shown,
        whose=whose,
        named=named,
        ending=Text(" and others") if fields[NAMED_AT_MOST:] else "",
    )


def _values_at(value: Any, kind: inspect.Type, path: str) -> list[str]:
    """Return the values that would be right at a path of the JSON, if there are only a few."""
    last = ""
    before: Sequence[inspect.Type] = ()
    kinds: list[inspect.Type] = [kind]
    for name, number in _STEP.findall(path):
        last, before = name, _plain(value, kinds)
        try:
            value = value[int(number)] if number else value[name]
        except (KeyError, IndexError, TypeError):
            return []
        kinds = [part for each in before for part in _parts(each, name)]
    tags = [str(each.tag) for each in before if isinstance(each, inspect.StructType) and each.tag_field == last]
    if tags:
        return tags
    return [word for each in _plain(value, kinds) for word in _words_of(each)]


def _plain(value: Any, kinds: list[inspect.Type]) -> list[inspect.Type]:
    """Return the types that a union type contains, without limits."""
    found = []
    for kind in kinds:
        match kind:
            case inspect.Metadata():
                found += _plain(value, [kind.type])
            case inspect.UnionType():
                found += _plain(value, _fitting(value, kind) or list(kind.types))
            case _:
                found.append(kind)
    return found


def _parts(kind: inspect.Type, name: str) -> list[inspect.Type]:
    match kind:
        case inspect.StructType():
            return [field.type for field in kind.fields if field.encode_name == name]
        case inspect.VarTupleType() | inspect.ListType() | inspect.SetType() | inspect.FrozenSetType():
            return [kind.item_type]
        case _:
            return []


def _words_of(kind: inspect.Type) -> list[str]:
    """Return the values of an enum type, without the one that stands for newer values."""
    match kind:
        case inspect.EnumType():
            return sent_values(kind.cls)
        case inspect.LiteralType():
            return [str(each) for each in kind.values]
        case _:
            return []


def _listed(words: Sequence[str]) -> str:
    named = [f"`{word}`" for word in words[:NAMED_AT_MOST]]
    if words[NAMED_AT_MOST:]:
        return Text("{named} or another of {count}", named=", ".join(named), count=len(words))
    if not named[1:]:
        return "".join(named)
    return Text("{named} or {last}", named=", ".join(named[:-1]), last=named[-1])


def _in_words(text: str) -> Text:
    """Return a message of msgspec in the terms of JSON."""
    text = _QUOTED.sub(lambda found: f"`{found[1]}`", text)
    for said, words in _SAID.items():
        if found := said.fullmatch(text):
            return Text(words, **{name: _kind_in_words(part) for name, part in found.groupdict().items()})
    return Text("{said}", said=_KINDS.sub(lambda found: str(_kind_in_words(found[0])), text))


def _kind_in_words(part: str) -> str:
    """Return the JSON name of a type; any other text unchanged."""
    kinds = _KINDS.fullmatch(part)
    names = kinds[1].split(" | ") if kinds else []
    if not any(name in WORDS for name in names):
        return part
    words = [Text(WORDS.get(name, name)) for name in names]
    return reduce(lambda named, last: Text("{named} or {last}", named=named, last=last), words)
