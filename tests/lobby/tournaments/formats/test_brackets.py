"""Brackets: the strongest meet last, and a player is out after one loss, or after two."""

import random
from itertools import permutations, product

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


Orders = dict[int, tuple[int, ...]]
"""For each round of the winners' bracket from the second one, the numbers of its matches in the order in which their
losers arrive in the other bracket."""

Losers = dict[tuple[int, int], float]
"""The probability that the loser of a match of the winners' bracket, by its round and number, gets to a place."""


def _orders(players: int, *, is_crossed: bool = True) -> Orders:
    """Read the orders off a bracket: the stronger player wins each match."""
    played: list[list[Played]] = []
    left: dict[int, tuple[int, int]] = {}
    orders: Orders = {}
    round_ = 0
    seeds = range(1, players + 1)
    while not (bracket := Bracket(seeds, played, is_double=True, is_crossed=is_crossed)).is_over:
        groups, parts = bracket.groups(seeds), bracket.next_parts()
        winners = [each for each in groups if parts[frozenset(each)] is BracketPart.WINNERS]
        others = [each for each in groups if parts[frozenset(each)] is BracketPart.LOSERS]
        arrived = [left.pop(player) for each in others for player in each if player in left]
        if arrived and len(arrived) == len(others):
            orders[arrived[0][0]] = tuple(number for _, number in arrived)
        elif arrived:
            assert arrived == [(1, number) for number in range(players // 2)]
        round_ += bool(winners)
        left.update({max(each): (round_, number) for number, each in enumerate(winners)})
        played.append(_stronger(groups))
    return orders


def _met_again(levels: int, orders: Orders) -> list[float]:
    """Return how many pairs meet again in each round of the losers' bracket, on average over equal players."""
    found: list[float] = []

    def joined(one: Losers, other: Losers) -> Losers:
        for (early, low), (late, high) in product(one, other):
            if early > late:
                (early, low), (late, high) = (late, high), (early, low)
            if early < late and low >> late - early == high:  # the winner of the first match loses the second one
                here, there = one | other, 2 ** (late - early)
                found[-1] += here[early, low] * here[late, high] / there
        return {each: share / 2 for each, share in (one | other).items()}

    places: list[Losers] = [{(1, number): 1.0} for number in range(2 ** (levels - 1))]
    for round_ in range(2, levels + 1):
        found.append(0.0)
        halved = [joined(*pair) for pair in zip(places[::2], places[1::2], strict=True)]
        found.append(0.0)
        arriving: list[Losers] = [{(round_, number): 1.0} for number in orders[round_]]
        places = [joined(*pair) for pair in zip(halved, arriving, strict=True)]
    return found


@pytest.mark.parametrize("levels", [3, 4])
def test_no_order_lets_fewer_players_meet_again_in_a_bracket_of_eight_or_sixteen(levels: int) -> None:
    rounds = range(2, levels + 1)
    every = product(*(permutations(range(2 ** (levels - round_))) for round_ in rounds))
    costs = [_met_again(levels, dict(zip(rounds, orders, strict=True))) for orders in every]
    ours = _met_again(levels, _orders(2**levels))
    assert ours == min(costs)  # first in the early rounds
    assert sum(ours) == min(map(sum, costs)) == {3: 0.625, 4: 0.75}[levels]


@pytest.mark.parametrize(("levels", "before", "after"), [(5, 1.13, 0.74), (6, 1.88, 0.71), (7, 3.41, 0.72)])
def test_new_large_brackets_let_fewer_players_meet_again(levels: int, before: float, after: float) -> None:
    old = _met_again(levels, _orders(2**levels, is_crossed=False))
    new = _met_again(levels, _orders(2**levels))
    assert before - 0.01 < sum(old) < before
    assert after - 0.01 < sum(new) < after
    assert new[:4] == [0, 0, 0, 0] != old[:4]
    if levels == 5:
        rounds = range(2, levels + 1)
        every = product(*(range(2 ** (levels - round_)) for round_ in rounds))
        orders = [
            [tuple(each ^ mask for each in range(2 ** (levels - of))) for of, mask in zip(rounds, masks, strict=True)]
            for masks in every
        ]
        assert new == min(_met_again(levels, dict(zip(rounds, each, strict=True))) for each in orders)
