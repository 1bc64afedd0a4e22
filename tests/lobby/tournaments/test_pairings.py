"""One interface pairs all formats."""

from itertools import combinations

import pytest
from quarterdeck_protocol.lobby.tournaments import TournamentFormat
from quarterdeck_server.lobby.tournaments.pairings import pair
from quarterdeck_server.lobby.tournaments.tournament_field import Candidate, Field, Played


def _field(players: int, **more: object) -> Field:
    numbers = range(1, players + 1)
    candidates = tuple(Candidate(number=each, score=0, opponents=(), seats=()) for each in numbers)
    fields = {"round": 1, "rounds": 20, "first_seat": 0, "candidates": candidates, "seeds": tuple(numbers), **more}
    return Field(**fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", range(2, 17))
def test_a_round_robin_is_everybody_against_everybody(players: int) -> None:
    rounds = players - 1 + players % 2
    met, seats = [], {each: [0, 0] for each in range(1, players + 1)}
    for round_ in range(1, rounds + 1):
        groups = pair(_field(players, format=TournamentFormat.ROUND_ROBIN, round=round_)).groups
        assert sorted(each for group in groups for each in group) == [*range(1, players + 1)]
        met += [frozenset(each) for each in groups if len(each) > 1]
        for group in groups:
            for seat, player in enumerate(group) if len(group) > 1 else ():
                seats[player][seat] += 1
    assert len(met) == len(set(met)) == len([*combinations(range(players), 2)])
    assert all(abs(first - second) <= 1 for first, second in seats.values())


def test_the_opponent_of_a_player_who_has_left_a_round_robin_has_a_bye() -> None:
    field = _field(4, format=TournamentFormat.ROUND_ROBIN)
    left = [each for each in field.candidates if each.number != 4]
    groups = pair(_field(4, format=TournamentFormat.ROUND_ROBIN, candidates=tuple(left))).groups
    assert sorted(groups, key=len) == [(1,), (2, 3)]


def test_who_sat_first_more_often_sits_second_in_a_bracket() -> None:
    often = Candidate(number=1, score=0, opponents=((2,),), seats=(0,))
    rarely = Candidate(number=2, score=0, opponents=((1,),), seats=(1,))
    field = _field(2, format=TournamentFormat.SINGLE_ELIMINATION, candidates=(often, rarely))
    assert pair(field).groups == ((2, 1),)


def test_a_bracket_goes_on_from_its_rounds() -> None:
    played = ((Played(numbers=(1, 4), winner=4), Played(numbers=(3, 2), winner=2)),)
    field = _field(4, format=TournamentFormat.SINGLE_ELIMINATION, played=played, third_place=True)
    assert [{*each} for each in pair(field).groups] == [{2, 4}, {1, 3}]
