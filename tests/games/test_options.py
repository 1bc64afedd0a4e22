"""What a table may set, as its schema tells a form: each option with a title, a sentence, and what it can be."""

from functools import cache
from typing import Any

import jsonschema  # type: ignore[import-untyped]  # it has no types of its own
import msgspec
import pytest
from quarterdeck_games import GAMES
from quarterdeck_protocol.schema import game_schema


@cache
def schema_of(name: str) -> dict[str, Any]:
    game = GAMES[name]
    schema: dict[str, Any] = game_schema(game.options, game.actions, game.published_events, game.views)
    return schema


def options_of(name: str) -> dict[str, dict[str, Any]]:
    """Return each option's own part of the schema, with what it refers to."""
    definitions = schema_of(name)["$defs"]
    options: dict[str, dict[str, Any]] = definitions["Options"]["properties"]

    def referred(field: dict[str, Any]) -> dict[str, Any]:
        [reference] = field.get("allOf", [field])
        definition: dict[str, Any] = definitions.get(reference.get("$ref", "").removeprefix("#/$defs/"), {})
        return definition

    return {option: {**referred(field), **field} for option, field in options.items()}


OPTIONS = [(name, option) for name in sorted(GAMES) for option in options_of(name)]
NUMBERS = [(name, option) for name, option in OPTIONS if options_of(name)[option].get("type") == "integer"]


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_a_form_can_be_made_of_an_option(name: str, option: str) -> None:
    field = options_of(name)[option]
    assert field["title"].replace(" ", "").isalpha()
    assert field["description"].endswith(".")
    assert "default" in field
    match field:
        case {"oneOf": values}:
            assert field["default"] in [value["const"] for value in values]
            for value in values:
                assert set(value) == {"const", "title", "description"}
                assert value["description"].endswith(".")
        case {"type": "integer", "minimum": least, "maximum": most, "default": usual}:
            assert least <= usual <= most
        case _:
            assert field["type"] == "boolean"


@pytest.mark.parametrize(("name", "option"), NUMBERS)
def test_the_bounds_of_an_option_are_those_that_the_game_holds_to(name: str, option: str) -> None:
    game, field = GAMES[name], options_of(name)[option]

    def faults(value: int) -> list[str]:
        return [fault.path for fault in game.check(game.setup(game.default_seats, game.options(**{option: value})))]

    for value in (field["minimum"], field["maximum"]):
        assert f"$.options.{option}" not in faults(value)
        assert msgspec.json.decode(msgspec.json.encode({option: value}), type=game.options) is not None
    for value in (field["minimum"] - 1, field["maximum"] + 1):
        assert f"$.options.{option}" in faults(value)
        with pytest.raises(msgspec.ValidationError, match=option):
            msgspec.json.decode(msgspec.json.encode({option: value}), type=game.options)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_usual_options_fit_the_schema_and_others_do_not(name: str) -> None:
    schema = schema_of(name)
    validator = jsonschema.Draft202012Validator({**schema, "$ref": "#/$defs/GameOptions"})
    validator.validate(msgspec.to_builtins(GAMES[name].options()))
    for option in options_of(name):
        assert not validator.is_valid({option: "something else"})
