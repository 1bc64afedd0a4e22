"""Marks of fields: schema keywords beside those of JSON Schema, for clients that know no rules.

Code that draws a table joins on them. A choice with a field marked `"x-names": "piece"` lights everything on the table
that has the same value in a field with the same mark. Marks do not affect validation. A validator that refuses unknown
keywords takes the schemas without marks (`plain_schema`), or declares the marks by `VOCABULARY`.

| keyword | value | meaning |
| --- | --- | --- |
| `x-names` | `card`, `piece`, `zone`, `seat` or `place` | what the value of this field names; of keys, it stands in `propertyNames` |
| `x-place` | a word of the game: `dojo` | with `"x-names": "place"`: which places are numbered so; they are joined on this word, too |
| `x-index` | `{"names", "first", "place"?}` | element n of this array belongs to what is named n + `first` |
| `x-one-of` | `true` | a choice may list several here: an action names one of them |
"""  # noqa: E501 - a table

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

NAMES = "x-names"
PLACE = "x-place"
INDEX = "x-index"
ONE_OF = "x-one-of"

THINGS = ("card", "piece", "zone", "seat", "place")
"""Kinds of things that a field may name."""

VOCABULARY: Mapping[str, Mapping[str, Any]] = {
    NAMES: {"enum": list(THINGS)},
    PLACE: {"type": "string"},
    INDEX: {
        "type": "object",
        "properties": {"names": {"enum": ["seat", "place"]}, "first": {"type": "integer"}, "place": {"type": "string"}},
        "required": ["names", "first"],
        "additionalProperties": False,
    },
    ONE_OF: {"const": True},
}
"""Every keyword of our own with the JSON Schema of its value: `ajv.addKeyword({keyword, metaSchema})`."""

CARD = Meta(extra_json_schema={NAMES: "card"})
PIECE = Meta(extra_json_schema={NAMES: "piece"})
ZONE = Meta(extra_json_schema={NAMES: "zone"})

CardName = Annotated[str, CARD]
"""A card by its face."""

PieceName = Annotated[str, PIECE]
"""A card in play, by an id of its own."""

ZoneName = Annotated[str, ZONE]
"""A named place of cards."""

EACH_SEAT = Meta(extra_json_schema={INDEX: {"names": "seat", "first": 0}})
"""Mark of an array with an element for each seat."""

OPEN = Meta(extra_json_schema={ONE_OF: True})
"""Mark of an array in an action: a choice may list several elements, an action names one."""


def place(word: str) -> Meta:
    """Return the schema keyword for a number that names a place of this kind."""
    return Meta(extra_json_schema={NAMES: "place", PLACE: word})


def each_place(word: str, first: int) -> Meta:
    """Return the schema keyword for an array with an element for each place of this kind, numbered from `first`."""
    return Meta(extra_json_schema={INDEX: {"names": "place", "place": word, "first": first}})
