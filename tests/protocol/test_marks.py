"""Whatever names a card, a piece, a zone, a seat or a place says so in the schema, as random matches show.

A word that stands somewhere under a mark stands nowhere without one; and what is named by a number is known by the name
of its field.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest
from games.worlds import WORLDS
from quarterdeck_games import GAMES
from quarterdeck_protocol import marks
from quarterdeck_protocol.schema import game_schema
from quarterdeck_testing.plans import usual_plan
from quarterdeck_testing.random_matches import played

NUMBERED = ("seat", "dojo", "slot", "level", "cell", "position")
"""The names of fields, or the last words of them, whose numbers name something."""

VIEWS = 60
"""How many of the views are looked at, from all over the matches."""


class Leaf(NamedTuple):
    path: str
    mark: str | None
    value: Any


def schema_of(name: str) -> dict[str, Any]:
    game = GAMES[name]
    return game_schema(game.options, game.actions, game.published_events, game.views)


def leaves(schema: dict[str, Any], node: dict[str, Any], value: Any, path: str) -> Iterator[Leaf]:
    """Return every value that is told, with what its schema says that it names."""
    node = resolved(schema, node, value)
    mark = node.get(marks.NAMES)
    if not isinstance(value, list) and (mark is not None or not {"enum", "oneOf", "const"} & set(node)):
        yield Leaf(path, mark, msgspec.json.encode(value) if isinstance(value, dict) else value)
    if isinstance(value, dict):
        keys = node.get("propertyNames", {})
        for name, inner in value.items():
            if "properties" in node:
                field = node["properties"][name]
                yield from leaves(schema, field, inner, f"{path}.{name}")
            elif "additionalProperties" in node:
                yield Leaf(f"{path} (key)", keys.get(marks.NAMES), name)
                yield from leaves(schema, node["additionalProperties"], inner, f"{path}.*")
    if isinstance(value, list):
        items = node.get("prefixItems") or [node["items"]] * len(value)
        for item, inner in zip(items, value, strict=False):
            yield from leaves(schema, item, inner, f"{path}[]")


def resolved(schema: dict[str, Any], node: dict[str, Any], value: Any) -> dict[str, Any]:
    """Return the part of the schema that describes this value, with the marks of all that led to it."""
    while "$ref" in node or "allOf" in node or "anyOf" in node:
        own = {key: text for key, text in node.items() if key.startswith("x-")}
        if "allOf" in node:
            node = {**node["allOf"][0], **own}
        elif "$ref" in node:
            node = {**schema["$defs"][node["$ref"].removeprefix("#/$defs/")], **own}
        else:
            node = {**next(each for each in node["anyOf"] if fits(schema, each, value)), **own}
    return node


def fits(schema: dict[str, Any], node: dict[str, Any], value: Any) -> bool:
    if "allOf" in node:
        return fits(schema, node["allOf"][0], value)
    if "$ref" in node:
        return fits(schema, schema["$defs"][node["$ref"].removeprefix("#/$defs/")], value)
    if "anyOf" in node:
        return any(fits(schema, each, value) for each in node["anyOf"])
    if "oneOf" in node:
        return any(each["const"] == value for each in node["oneOf"])
    tag = node.get("properties", {}).get("type", {})
    if isinstance(value, dict) and "const" in tag:
        return bool(value.get("type") == tag["const"])
    kinds: dict[str, type] = {
        "null": type(None),
        "object": dict,
        "array": list,
        "string": str,
        "integer": int,
        "boolean": bool,
    }
    return isinstance(value, kinds[node["type"]]) if "type" in node else value in node.get("enum", ())


@cache
def samples_of(name: str) -> tuple[tuple[str, Any], ...]:
    """Return all that is told in some random matches, each with the part of the schema that describes it."""
    found: dict[tuple[str, bytes], None] = {}
    for seed in (1, 2, 3):
        for playing in played(usual_plan(WORLDS[name], seed=seed, chance=seed)):
            game, happened = playing.game, playing.entries[-1].events
            views = [game.view(playing.state, viewer) for viewer in playing.viewers]
            events = [game.redact(event, viewer) for event in happened for viewer in playing.viewers]
            events = [event for event in events if event is not None]
            for part, sent in (("View", views), ("Event", events), ("Action", playing.all_choices)):
                found.update({(f"Game{part}", msgspec.json.encode(each)): None for each in sent})
    views = [each for each in found if each[0] == "GameView"]
    some = [*views[:: max(1, len(views) // VIEWS)], *(each for each in found if each[0] != "GameView")]
    return tuple([(part, msgspec.json.decode(each)) for part, each in some])


def leaves_in(name: str, schema: dict[str, Any]) -> Iterator[Leaf]:
    for part, value in samples_of(name):
        yield from leaves(schema, {"$ref": f"#/$defs/{part}"}, value, value.get("type", "view"))


def plain(value: Any) -> Any:
    """Return what msgspec's builtins are in JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def unmarked(name: str, schema: dict[str, Any]) -> set[str]:
    """Return the places at which something is named without a mark."""
    found = set(leaves_in(name, schema))
    words = {leaf.value for leaf in found if leaf.mark is not None and isinstance(leaf.value, str | bytes)}
    said = {
        leaf.path for leaf in found if leaf.mark is None and leaf.value in words and not isinstance(leaf.value, int)
    }
    return said | {leaf.path for leaf in found if leaf.mark is None and is_numbered(leaf)}


def is_numbered(leaf: Leaf) -> bool:
    last = leaf.path.rpartition(".")[2]
    is_number = isinstance(leaf.value, int) and not isinstance(leaf.value, bool)
    return is_number and any(last == each or last.endswith(f"_{each}") for each in NUMBERED)


def without_marks(schema: Any, field: str) -> Any:
    """Return the schema as it would be if somebody had forgotten the mark of the fields of this name."""
    if isinstance(schema, list):
        return [without_marks(each, field) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: bare(value) if key == field else without_marks(value, field) for key, value in schema.items()}


def bare(schema: Any) -> Any:
    if isinstance(schema, list):
        return [bare(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: bare(value) for key, value in schema.items() if not key.startswith("x-")}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_nothing_that_is_told_names_a_thing_without_a_mark(name: str) -> None:
    assert unmarked(name, plain(schema_of(name))) == set()


@pytest.mark.parametrize(
    ("name", "field"),
    [
        *(("amfibido", each) for each in ("card", "piece", "dojo", "by", "hand", "faces", "turn_seat")),
        *(("amiibart", each) for each in ("card", "target", "library", "slot", "powers")),
        *(("density-deck", each) for each in ("card", "hand", "from_seat", "discard_top")),
        *(("myacards", each) for each in ("zones", "targets", "about", "oblivion", "zone")),
    ],
)
def test_a_field_whose_mark_is_forgotten_is_found(name: str, field: str) -> None:
    assert unmarked(name, without_marks(plain(schema_of(name)), field))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_schema_has_no_keywords_of_ours_but_those_of_the_vocabulary_and_they_are_used_as_it_says(name: str) -> None:
    found = dict(ours(plain(schema_of(name))))
    assert set(found) <= set(marks.VOCABULARY)
    for keyword, values in found.items():
        for value in values:
            assert is_valid(marks.VOCABULARY[keyword], value), (keyword, value)


def ours(schema: Any) -> Iterator[tuple[str, list[Any]]]:
    found: dict[str, list[Any]] = {}
    stack = [schema]
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            for key, value in node.items():
                if key.startswith("x-"):
                    found.setdefault(key, []).append(value)
                else:
                    stack.append(value)
        elif isinstance(node, list):
            stack += node
    yield from found.items()


def is_valid(rule: Any, value: Any) -> bool:
    """Whether a value is as the few words of JSON Schema that the vocabulary needs say."""
    match rule:
        case {"enum": allowed}:
            return value in allowed
        case {"const": only}:
            return bool(value == only)
        case {"type": "string"}:
            return isinstance(value, str)
        case {"type": "integer"}:
            return isinstance(value, int)
        case {"type": "object", "properties": fields, "required": needed}:
            has_all = set(needed) <= set(value) <= set(fields)
            return has_all and all(is_valid(fields[key], each) for key, each in value.items())
        case _:
            raise AssertionError(rule)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_place_says_which_places_are_numbered_so(name: str) -> None:
    def places(node: Any) -> Iterator[Any]:
        if isinstance(node, dict):
            if node.get(marks.NAMES) == "place":
                yield node.get(marks.PLACE)
            for value in node.values():
                yield from places(value)
        elif isinstance(node, list):
            for value in node:
                yield from places(value)

    assert None not in set(places(plain(schema_of(name))))
