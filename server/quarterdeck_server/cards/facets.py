"""Search fields (facets) of cards, derived from the card type of each game, and the text form of their values.

The declared type of a field decides. Numbers, strings, flags and lists of strings become facets. Texts for people are
searched as full text. Card effects, which are structs, are not searched.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from quarterdeck_server.translations import SHOWN_OF_CARDS

Value = str | int
Values = Mapping[str, tuple[Value, ...]]
"""The values of a card, by the names of facets."""

GENERAL = frozenset({"q", "game", "page", "set", "taxon", "artist", "deck"})
"""The facets of cards of all games: no field of a card is a facet under such a name."""

_WORDS = (inspect.StrType, inspect.EnumType, inspect.LiteralType)
_LISTS = (inspect.VarTupleType, inspect.ListType, inspect.SetType, inspect.FrozenSetType)
_WRITTEN = r"-?\d{1,16}(?:\.\d{1,16})?(?:[eE][+-]?\d{1,2})?"
_RANGE = re.compile(rf"({_WRITTEN})?\.\.({_WRITTEN})?")
_NUMBER = re.compile(r"-?\d{1,16}")


class Span(NamedTuple):
    """A range of numbers from the least to the greatest. Either end may be open."""

    least: int | None
    most: int | None

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, int)
            and (self.least is None or value >= self.least)
            and (self.most is None or value <= self.most)
        )


@cache
def facet_fields(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """Return the names of those fields of a card type by which cards can be searched."""
    declared = inspect.type_info(kind)
    fields = declared.fields if isinstance(declared, inspect.StructType) else ()
    return tuple([field.encode_name for field in fields if _is_facet(field)])


def own_values(card: msgspec.Struct) -> Values:
    """Return the searchable values of a card's own fields."""
    as_json = {name: getattr(card, name) for name in _attributes(type(card))}
    encoded = msgspec.to_builtins(as_json)
    return {name: values for name, value in encoded.items() if (values := tuple(_values(value)))}


def texts_in(value: Any) -> Iterator[str]:
    """Yield all texts that people read on a card, from the card's JSON values."""
    if isinstance(value, dict):
        for name, part in value.items():
            if name in SHOWN_OF_CARDS and isinstance(part, str):
                yield part
            else:
                yield from texts_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts_in(part)


def span_of(said: str) -> Span | None:
    """Parse a range of numbers: `3`, `2..4`, `2..` or `..4`. Return `None` if the text is not a range. A whole number
    may be written `3.0`."""
    found = _RANGE.fullmatch(said if ".." in said else f"{said}..{said}")
    if found is None or said == "..":
        return None
    try:
        least, most = (None if each is None else _whole(each) for each in found.groups())
    except msgspec.ValidationError:
        return None
    return Span(least, most)


def _whole(written: str) -> int:
    return int(written) if _NUMBER.fullmatch(written) else msgspec.convert(written, int, strict=False)


def _attributes(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    names = {field.encode_name: field.name for field in msgspec.structs.fields(kind)}
    return tuple([names[name] for name in facet_fields(kind)])


def _is_facet(field: inspect.Field) -> bool:
    if field.encode_name in GENERAL | SHOWN_OF_CARDS or field.encode_name == "id":
        return False
    kind = _plain(field.type)
    if isinstance(kind, _LISTS):
        return isinstance(_plain(kind.item_type), _WORDS)
    return isinstance(kind, (*_WORDS, inspect.IntType, inspect.BoolType))


def _plain(kind: inspect.Type) -> inspect.Type:
    """Return a type without its annotations, and without `UNSET` or `None`."""
    while True:
        if isinstance(kind, inspect.Metadata):
            kind = kind.type
        elif isinstance(kind, inspect.UnionType):
            there = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
            if len(there) != 1:
                return kind
            (kind,) = there
        else:
            return kind


def _values(value: Any) -> Iterator[Value]:
    match value:
        case bool():
            yield "true" if value else "false"
        case int():
            yield value
        case str() if value:
            yield int(value) if _NUMBER.fullmatch(value) else value
        case list() | tuple():
            for each in value:
                yield from _values(each)
        case _:
            return
