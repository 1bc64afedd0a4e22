"""PROTOCOL.md says that the games here offer complete actions only: every ready deck is played to hold it to that."""

from collections.abc import Iterator
from itertools import product
from random import Random

import msgspec
import pytest
from games.myacards import world
from games.worlds import WORLDS
from protocol_document import PAGES
from quarterdeck_games import GAMES
from quarterdeck_games.game import Setup
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.open_choices import field_left_open
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_testing.plans import Plan, some_setup
from quarterdeck_testing.profiles import as_many
from quarterdeck_testing.random_matches import played, refusal

SENTENCE = (
    "Each of `choices` is one complete action. Send it back as it is: the server decides nothing that you left open. "
    "The games of this server offer nothing else."
)
MYACARDS = WORLDS["myacards"]
EACH = as_many(3, at_length=12)
"""How many matches each ready deck plays against each of two others."""

MOST_BYTES = 12 * 1024
"""How long the choices of one moment may be with the largest decks: listing all of them is bounded by the field."""


def with_ready_decks(name: str) -> Iterator[Plan]:
    """Return matches of each ready deck against itself and the next; without decks, of every number of seats."""
    game = GAMES[name]
    if game.decks is None:
        setups = [game.setup(seats, game.options()) for seats in game.seats]
    else:
        ready = list(game.decks.ready.values())
        pairs = [*zip(ready, (*ready[1:], ready[0]), strict=True), *zip(ready, ready, strict=True)]
        setups = [game.setup(2, game.options(), pair) for pair in pairs]
    for setup, number in product(setups, range(EACH)):
        yield Plan(world=WORLDS[name], setup=setup, seed=number, chance=number)


def crowded(seed: int) -> Plan:
    """Return a match of MYACARDS with as many cards in hand, and of as many kinds, as there may be."""
    options = my.Options(turn_cap=30, opening_hand=8, effect_copies=200)
    setup: Setup = some_setup(MYACARDS, MYACARDS.rules(hosted=True), 2, options, seed)
    return Plan(world=MYACARDS, setup=setup, seed=seed, chance=2 * seed + 1, hosted=True)


def test_the_page_says_so() -> None:
    assert SENTENCE in PAGES["matches"]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_no_choice_leaves_anything_open_with_any_ready_deck(name: str) -> None:
    moments = 0
    for plan in with_ready_decks(name):
        for playing in played(plan):
            for choice in playing.all_choices:
                assert field_left_open(choice) is None, (plan.setup.decks, choice)
            moments += 1
    assert moments > 8 * EACH


def test_no_choice_leaves_anything_open_with_the_largest_decks_and_that_costs_few_bytes() -> None:
    most = 0
    for seed in range(14):
        for playing in played(crowded(seed)):
            for seat in playing.asked:
                choices = playing.record.choices[seat]
                assert [choice for choice in choices if field_left_open(choice) is not None] == []
                most = max(most, len(msgspec.json.encode(choices)))
    assert 2 * 1024 < most < MOST_BYTES


def test_anything_that_names_several_where_one_is_to_be_named_is_refused_and_each_of_them_is_taken() -> None:
    refused = 0
    for seed in range(3):
        for playing in played(crowded(seed)):
            for seat in playing.asked:
                for several in world.left_open(playing.record.choices[seat]):
                    field = field_left_open(several)
                    if field is None:
                        continue
                    for action in (several, msgspec.structs.replace(several, one_of=field)):
                        canonical = playing.record.codec.canonical(action)
                        code, _, where = refusal(playing.record, seat, canonical) or ("", "", None)
                        assert (code, where) == (RefusalCode.INCOMPLETE, f"$.action.{field}")
                    one = Random(seed).choice(getattr(several, field))
                    part = msgspec.structs.replace(several, **{field: (one,)})
                    assert refusal(playing.record, seat, playing.record.codec.canonical(part)) is None
                    refused += 1
    assert refused > 10
