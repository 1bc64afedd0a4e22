"""How likely each seat of MYACARDS is to win: what is said comes true, and goes the way that it should."""

from collections import defaultdict
from statistics import fmean

import pytest
from games.myacards.given import A, B, given
from games.myacards.greedy_matches import greedy_match, turns_of
from quarterdeck_games.myacards.win_probability import win_probabilities

WOLF, BEAVER, COBRA = "canis-lupus", "castor-fiber", "ophiophagus-hannah"


def test_anything_that_is_said_comes_true() -> None:
    """Over the turns of 240 matches: of those of which it is said that a third wins, about a third does."""
    said: dict[int, list[float]] = defaultdict(list)
    came: dict[int, list[float]] = defaultdict(list)
    for number in range(240):
        *turns, end = turns_of(greedy_match(number))
        for state in turns:
            if state.turn:
                seat = state.active_seat
                share = win_probabilities(state)[seat]
                group = min(2, int(share * 3))
                said[group].append(share)
                came[group].append(1 / end.places.count(1) if end.places[seat] == 1 else 0.0)
    assert sorted(said) == [0, 1, 2]
    for group, shares in said.items():
        assert fmean(shares) == pytest.approx(fmean(came[group]), abs=0.08), (group, len(shares))
    assert fmean(came[0]) < 0.3
    assert fmean(came[2]) > 0.7


def test_both_seats_are_told_of_one_match() -> None:
    for state, _ in greedy_match(3):
        assert sum(win_probabilities(state)) == pytest.approx(1)


def test_a_player_who_can_be_removed_and_who_can_remove_counts() -> None:
    even = {"0.3.0": BEAVER, "0.3.4": WOLF, "1.3.2": BEAVER, "1.3.6": WOLF}
    before = win_probabilities(given(even).state)[A]
    assert win_probabilities(given({**even, "1.3.7": BEAVER}).state)[A] < before
    assert win_probabilities(given({**even, "0.3.7": BEAVER}).state)[A] > before
    assert (
        win_probabilities(given({**even, "1.3.4": COBRA}).state)[A]
        > win_probabilities(given({**even, "1.3.5": COBRA}).state)[A]
    )
    assert win_probabilities(given(even, hand=[WOLF]).state)[A] > before
    assert win_probabilities(given(even, their_hand=[WOLF]).state)[B] > 1 - before
