"""Check of a JSON value against a type, with all faults at once. A decoder stops at the first fault.

Hand-written files are checked with this before they are decoded. It also reports a misspelt field, which a decoder
would ignore.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

LONGEST_QUOTE = 40


class Misfit(NamedTuple):
    """One place at which a value does not fit its type."""

    path: tuple[str | int, ...]
    text: str
    """The fault and the right form, in a sentence."""


def misfits(value: object, kind: inspect.Type, path: tuple[str | int, ...] = ()) -> Iterator[Misfit]:
    """Yield all faults of a JSON value, in the order of the text."""
    match kind:
        case inspect.Metadata(type=inner):
            yield from misfits(value, inner, path)
        case inspect.StructType():
            yield from _of_struct(value, kind, path)
        case inspect.UnionType():
            yield from _of_union(value, kind, path)
        case inspect.VarTupleType():
            if not isinstance(value, list):
                yield Misfit(path, f"This is a list in square brackets, not {quoted(value)}.")
                return
            for at, each in enumerate(value):
                yield from misfits(each, kind.item_type, (*path, at))
        case inspect.DictType():
            if not isinstance(value, dict):
                yield Misfit(path, f"This has names and values in curly brackets, and is not {quoted(value)}.")
                return
            for name, each in value.items():
                yield from misfits(each, kind.value_type, (*path, name))
        case inspect.EnumType():
            known = [str(each.value) for each in kind.cls]
            if value not in known:
                yield Misfit(path, f"{quoted(value)} is none of these: {', '.join(known)}.")
        case _:
            if not _is_plain(value, kind):
                yield Misfit(path, f"This is {_PLAIN.get(type(kind), 'something else')}, not {quoted(value)}.")


def _of_struct(value: object, kind: inspect.StructType, path: tuple[str | int, ...]) -> Iterator[Misfit]:
    if not isinstance(value, dict):
        yield Misfit(path, f"This has names and values in curly brackets, and is not {quoted(value)}.")
        return
    fields = {field.encode_name: field for field in kind.fields}
    for name, each in value.items():
        if name in fields:
            yield from misfits(each, fields[name].type, (*path, name))
        elif name == kind.tag_field:
            if each != kind.tag:
                yield Misfit((*path, name), f"This is “{kind.tag}”, not {quoted(each)}.")
        else:
            there = ", ".join([*fields])
            yield Misfit((*path, name), f"There is no such field; there are: {there or 'none'}.")
    for name, field in fields.items():
        if field.required and name not in value:
            yield Misfit(path, f"The field `{name}` is missing.")


def _of_union(value: object, kind: inspect.UnionType, path: tuple[str | int, ...]) -> Iterator[Misfit]:
    structs = {str(each.tag): each for each in kind.types if isinstance(each, inspect.StructType)}
    plain = [each for each in kind.types if not isinstance(each, inspect.StructType)]
    if value is None and any(isinstance(each, inspect.NoneType) for each in plain):
        return
    if not structs:
        yield from misfits(value, next(each for each in plain if not isinstance(each, inspect.NoneType)), path)
        return
    if len(structs) == 1:
        yield from _of_struct(value, next(iter(structs.values())), path)
        return
    words = ", ".join(sorted(structs))
    if not isinstance(value, dict):
        yield Misfit(path, f"This has names and values in curly brackets, and is not {quoted(value)}.")
    elif value.get("type") not in structs:
        word = quoted(value["type"]) if "type" in value else "Without a `type` it"
        yield Misfit((*path, "type"), f"{word} is no word for this; there are: {words}.")
    else:
        yield from _of_struct(value, structs[value["type"]], path)


_PLAIN = {
    inspect.StrType: "a text",
    inspect.IntType: "a whole number",
    inspect.BoolType: "true or false",
    inspect.NoneType: "null",
}


def _is_plain(value: object, kind: inspect.Type) -> bool:
    match kind:
        case inspect.StrType():
            return isinstance(value, str)
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool)
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.NoneType():
            return value is None
        case _:
            raise NotImplementedError(f"cards have no {type(kind).__name__}")


def quoted(value: Any) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return f"“{text[:LONGEST_QUOTE]}{'…' * (len(text) > LONGEST_QUOTE)}”"


def written_path(path: Sequence[str | int]) -> str:
    """Return a path in readable form: `on[0].does[1].amount`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")
