"""No choice leaves anything open unless a list of all actions would be dear, and then it says so."""

from random import Random

import msgspec
from games.myacards import world
from games.worlds import WORLDS
from quarterdeck_games.myacards.complete_choices import MOST_BYTES
from quarterdeck_games.testing.plans import Plan, some_setup
from quarterdeck_games.testing.random_matches import played, refusal
from quarterdeck_games.testing.world import parts_of
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.refusals import RefusalCode

MYACARDS = WORLDS["myacards"]


def crowded(seed: int) -> Plan:
    """Return a match with as many cards in hand, and of as many kinds, as there may be."""
    options = my.Options(turn_cap=30, opening_hand=8, effect_copies=200)
    setup = some_setup(MYACARDS, MYACARDS.rules(hosted=True), 2, options, seed)
    return Plan(world=MYACARDS, setup=setup, seed=seed, chance=2 * seed + 1, hosted=True)


def test_choices_are_complete_where_that_costs_at_most_two_kilobytes_and_patterns_elsewhere() -> None:
    met = {True: 0, False: 0}
    for seed in range(14):
        for playing in played(crowded(seed)):
            for seat in playing.asked:
                choices = playing.record.choices[seat]
                is_open = any(getattr(choice, "one_of", None) is not None for choice in choices)
                whole = [part for choice in choices for part in parts_of(choice)]
                further = size(whole) - size(world.left_open(whole))
                assert is_open == (further > MOST_BYTES)
                met[is_open] += 1
    assert all(met.values()), met


def size(choices: object) -> int:
    return len(msgspec.json.encode(choices))


def test_a_pattern_that_comes_back_whole_is_refused_and_each_of_its_parts_is_taken() -> None:
    refused = 0
    for seed in range(14):
        for playing in played(crowded(seed)):
            for seat in playing.asked:
                for choice in playing.record.choices[seat]:
                    if getattr(choice, "one_of", None) is None:
                        continue
                    code, text, where = (
                        refusal(playing.record, seat, playing.record.codec.canonical(choice)) or ("",) * 3
                    )
                    assert (code, where) == (RefusalCode.INCOMPLETE, f"$.action.{choice.one_of}"), text
                    part = Random(seed).choice(parts_of(choice))
                    assert refusal(playing.record, seat, playing.record.codec.canonical(part)) is None
                    refused += 1
    assert refused > 0


def test_several_zones_of_which_each_is_on_offer_are_refused_too() -> None:
    for playing in played(crowded(1)):
        for seat in playing.asked:
            for choice in world.left_open(playing.record.choices[seat]):
                if isinstance(choice, my.Place) and len(choice.zones) > 1:
                    code, _, where = refusal(playing.record, seat, playing.record.codec.canonical(choice)) or ("",) * 3
                    assert (code, where) == (RefusalCode.INCOMPLETE, "$.action.zones")
                    return
    raise AssertionError("no card could take two zones")
