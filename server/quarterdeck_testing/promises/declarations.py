"""Tests of a game's declarations: every event has a phrase, and every option can be set."""

import re
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from quarterdeck_games.game import Phrases
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.messages import Update
from quarterdeck_protocol.names import Seat
from quarterdeck_server.cards.rule_books import phrases_of, rule_book

from quarterdeck_testing.made_up_actions import kinds_of
from quarterdeck_testing.plans import Manner, every_choice_of, plans, some_plan, usual_plan
from quarterdeck_testing.profiles import runs_of_profile
from quarterdeck_testing.promises.broken_promise import promise
from quarterdeck_testing.promises.checked_matches import sampled
from quarterdeck_testing.random_matches import Playing, finished
from quarterdeck_testing.world import World

PLAYABLE = "`check` must find no fault in options within the bounds of their types, or of `numbers` and `values`"


@runs_of_profile
@given(data=st.data())
@promise("options, phrases, rule book and shapes are as the game declares them")
def test_every_frame_is_in_the_shapes_that_the_game_declares(world: World, data: st.DataObject) -> None:
    """Every frame, including events with redacted parts, can be read with the game's schema."""
    game = world.game
    update: Any = Update
    decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(update[game.actions, game.events, game.views])
    for playing in sampled(data.draw(plans(world))):
        for viewer in playing.viewers:
            frame = playing.frame(viewer)
            again = wire.encode(decoder.decode(frame))
            assert again == frame, "each frame must fit `actions`, `events` and `views` of the game"


@promise("options, phrases, rule book and shapes are as the game declares them")
def test_phrases_say_every_action_and_every_event(world: World) -> None:
    """Every action and event type has a phrase, no phrase is unused, and every `{field}` is one of the type's
    fields."""
    game = world.game
    for what, phrases, union in (
        ("actions", game.phrases.actions, game.actions),
        ("events", game.phrases.events, game.events),
    ):
        kinds = {str(kind.__struct_config__.tag): kind for kind in kinds_of(union)}
        assert set(phrases) == set(kinds), (
            f"`phrases.{what}` must have a phrase for each tag of `{what}`, and no others"
        )
        for tag, kind in kinds.items():
            fields = _fields_of(phrases[tag])
            assert fields <= set(kind.__struct_fields__), (
                f"the phrase of {tag!r} may name only fields of {kind.__name__}"
            )
            for field in fields:
                _check_that_it_can_be_said(game.phrases, kind, field)
    assert phrases_of(game).rules.strip(), (
        "a game must say how to play it: in RULES.md beside the class, in a section `## How to play`, "
        "or in `phrases.rules`"
    )
    has_book = rule_book(game) is not None
    assert has_book != ("rule book" in world.has_no), (
        'RULES.md must be in the folder of the module of the class, or the World must say has_no={"rule book"}'
    )


def _fields_of(phrase: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", phrase))


def _check_that_it_can_be_said(phrases: Phrases, kind: Any, field: str) -> None:
    """Check that an object in a phrase has a phrase itself, for its type or for the name of the field."""
    shape = msgspec.inspect.type_info(kind)
    assert isinstance(shape, msgspec.inspect.StructType), "actions and events must be structs"
    inner = next(each.type for each in shape.fields if each.name == field)
    while isinstance(inner, msgspec.inspect.VarTupleType | msgspec.inspect.ListType):
        inner = inner.item_type
    if isinstance(inner, msgspec.inspect.StructType):
        assert inner.tag in phrases.things or field in phrases.things, (
            f"`phrases.things` must have a phrase for {field!r} of {kind.__name__}: for its tag or the field's name"
        )


@promise("options, phrases, rule book and shapes are as the game declares them")
def test_a_setup_that_cannot_be_played_is_faulted_with_the_place(world: World) -> None:
    game = world.game
    faults = game.check(game.setup(game.seats[-1], game.options()))
    assert list(faults) == [], "`check` must find no fault in the default options"
    for seats in (-1, 0, game.seats[0] - 1, game.seats[-1] + 1, 10**9):
        faults = game.check(game.setup(seats, game.options()))
        paths = [fault.path for fault in faults]
        assert "$.seats" in paths, f"`check` must report a fault at `$.seats` for a match of {seats} seats"


@runs_of_profile
@given(data=st.data())
@promise("options, phrases, rule book and shapes are as the game declares them")
def test_every_option_that_the_tests_try_can_be_played(world: World, data: st.DataObject) -> None:
    plan = data.draw(plans(world))
    assert list(plan.rules.check(plan.setup)) == [], PLAYABLE


@pytest.mark.parametrize("hosted", [False, True])
@promise("every match goes on to its end, whatever the players do")
def test_a_match_with_any_options_and_further_cards_goes_on_to_its_end(world: World, hosted: bool) -> None:
    """Matches end with every combination of option values; numbers are as low and as high as the tests set them."""
    for number, options in enumerate(every_choice_of(world)):
        seats = world.game.seats[number % len(world.game.seats)]
        plan = some_plan(
            world,
            seats=seats,
            options=options,
            decks=number,
            seed=number,
            chance=number,
            manner=Manner.ACTS,
            hosted=hosted,
        )
        assert list(plan.rules.check(plan.setup)) == [], PLAYABLE
        assert finished(plan).record.result is not None, "a match with these options must end"


@promise("options, phrases, rule book and shapes are as the game declares them")
def test_the_seats_of_a_match_are_numbered_from_nought(world: World) -> None:
    numbered = [Seat(number) for number in range(world.game.seats[-1])]
    assert Playing(usual_plan(world)).record.seats == numbered, "seats must be numbered from 0"
