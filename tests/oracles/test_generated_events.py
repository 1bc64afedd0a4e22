"""200 generated events keep the promises of the Swiss system. `make tournaments` plays 10,000, and asks others."""

import random

import pytest
from oracles import judges
from oracles.generated_events import played
from oracles.promises import fault_of
from quarterdeck_protocol.lobby.tournaments import PairingRule
from quarterdeck_server.lobby.tournaments.tournament_field import Candidate, Field, Pairs


@pytest.mark.parametrize("seed", range(10))
def test_events_have_no_avoidable_repeat_and_no_avoidable_second_bye(seed: int) -> None:
    rules = set()
    for number in range(20 * seed, 20 * seed + 20):
        chance = random.Random(number)
        for round_ in played(number, chance.randint(3, 10), chance.randint(2, 6)):
            assert fault_of(round_.field, round_.pairs) is None, number
            rules.add(round_.pairs.rule)
    assert rules == {PairingRule.DUTCH, PairingRule.FEWEST_REPEATS}


@pytest.mark.parametrize("players", [4, 10])
def test_the_check_finds_an_avoidable_repeat(players: int) -> None:
    """Players 1 and 2 have met, and are paired again."""
    numbers = range(1, players + 1)
    met = {1: ((2,),), 2: ((1,),)}
    candidates = [Candidate(number=each, score=0, opponents=met.get(each, ((),)), seats=(0,)) for each in numbers]
    field = Field(round=2, rounds=3, first_seat=0, candidates=tuple(candidates))
    again = Pairs(groups=tuple((each, each + 1) for each in range(1, players, 2)))
    assert fault_of(field, again) == "a repeat or a second bye that can be avoided"
    fresh = Pairs(groups=((1, 3), (2, 4), *((each, each + 1) for each in range(5, players, 2))))
    assert fault_of(field, fresh) is None


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ("Round #1 \nRound #2 \n", set()),
        ("Round #1 \nRound #2 \n Checker pairing\n", {2}),
        ("Round #1 \n", {1, 2}),
        ("", {1, 2}),
        ("Round #1 \nRound #1 \n", {1, 2}),
        ("Round #1 \nRound #2 \nRound #3 \n", set()),
    ],
)
def test_a_judge_that_does_not_name_each_round_once_refuses_all(said: str, refused: set[int]) -> None:
    assert judges.refused_rounds(said, r"Round #(\d+) ", 2) == refused
