"""Brackets: the strongest meet last, and a player is out after one loss, or after two."""

import random

import pytest
from quarterdeck_protocol.lobby.tournaments import BracketPart
from quarterdeck_server.lobby.tournaments.formats.brackets import Bracket, rounds_of
from quarterdeck_server.lobby.tournaments.tournament_field import Played


def _bracket(players: int, played: list[list[Played]], *, is_double: bool, third_place: bool = False) -> Bracket:
    return Bracket(range(1, players + 1), played, is_double=is_double, third_place=third_place)


def _stronger(groups: list[tuple[int, ...]]) -> list[Played]:
    return [Played(numbers=each, winner=min(each)) for each in groups]


def test_the_strongest_meet_last_and_have_the_byes() -> None:
    played: list[list[Played]] = []
    seen = []
    for _ in range(3):
        groups = _bracket(6, played, is_double=False, third_place=True).groups(range(1, 7))
        seen.append([tuple(sorted(each)) for each in groups])
        played.append(_stronger(groups))
    assert seen == [[(1,), (4, 5), (2,), (3, 6)], [(1, 4), (2, 3)], [(1, 2), (3, 4)]]
    over = _bracket(6, played, is_double=False, third_place=True)
    assert over.is_over
    assert over.places() == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5}
    assert over.parts[2] == {
        frozenset({1, 2}): BracketPart.FINAL,
        frozenset({3, 4}): BracketPart.THIRD_PLACE,
        **{frozenset({each}): BracketPart.FINAL for each in (1, 2)},
        **{frozenset({each}): BracketPart.THIRD_PLACE for each in (3, 4)},
    }


def test_the_final_of_double_elimination_is_repeated_if_the_undefeated_player_loses() -> None:
    played: list[list[Played]] = []
    for _ in range(2):
        played.append(_stronger(_bracket(3, played, is_double=True).groups(range(1, 4))))
    played.append(
        [Played(numbers=each, winner=max(each)) for each in _bracket(3, played, is_double=True).groups({1, 2, 3})]
    )
    final = _bracket(3, played, is_double=True)
    assert [sorted(each) for each in final.groups({1, 2, 3})] == [[1, 3]]
    lost = [*played, [Played(numbers=(1, 3), winner=3)]]
    assert [sorted(each) for each in _bracket(3, lost, is_double=True).groups({1, 2, 3})] == [[1, 3]]
    assert _bracket(3, [*played, [Played(numbers=(1, 3), winner=1)]], is_double=True).is_over


@pytest.mark.parametrize("is_double", [False, True])
def test_everybody_but_the_winner_is_out_after_as_many_losses(is_double: bool) -> None:
    for players in range(2, 34):
        chance, played = random.Random(players), list[list[Played]]()
        losses = dict.fromkeys(range(1, players + 1), 0)
        while not (bracket := _bracket(players, played, is_double=is_double)).is_over:
            groups = bracket.groups(losses)
            paired = [player for each in groups for player in each]
            assert len(paired) == len(set(paired))
            played.append([Played(numbers=each, winner=chance.choice(each)) for each in groups])
            for each in played[-1]:
                for player in each.numbers:
                    losses[player] += player != each.winner
        assert len(played) <= rounds_of(players, is_double=is_double)
        (winner,) = [player for player, place in bracket.places().items() if place == 1]
        assert losses.pop(winner) <= is_double
        assert {*losses.values()} == {1 + is_double}


def test_a_player_who_is_not_there_loses_and_two_leave_a_free_place() -> None:
    first = _bracket(4, [], is_double=False)
    assert first.groups({1, 2, 3}) == [(1,), (2, 3)]
    assert first.groups({2, 3}) == [(2, 3)]
    nobody = _bracket(4, [[Played(numbers=(2, 3), winner=2)]], is_double=False)
    assert nobody.is_over
    assert nobody.places()[2] == 1
