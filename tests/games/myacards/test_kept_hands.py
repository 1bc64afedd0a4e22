"""Hands that are dealt anew in MYACARDS are like those that are really held."""

from collections import Counter
from random import Random
from statistics import fmean

import pytest
from games.myacards.given import B, given
from games.myacards.greedy_matches import greedy_match, turns_of
from quarterdeck_games.myacards.catalogue.cards import CARDS
from quarterdeck_games.myacards.kept_hands import kept
from quarterdeck_games.myacards.simulation import resample
from quarterdeck_games.myacards.state import State
from quarterdeck_games.myacards.win_probability import win_probabilities
from quarterdeck_games.two_seats import other
from quarterdeck_protocol.games.myacards import CardId, Kind
from quarterdeck_protocol.names import Seat

WOLF, BEAVER, ONCA, CAMOUFLAGE = (
    CardId(name) for name in ("canis-lupus", "castor-fiber", "panthera-onca", "camouflage")
)


def _free_actives(state: State, holder: Seat) -> int:
    faces = [CARDS[card] for card in state.sides[holder].hand]
    return sum(each.kind is Kind.ACTIVE and not each.sacrifices and not each.junior_of for each in faces)


def _juniors(state: State, holder: Seat) -> int:
    return sum(bool(CARDS[card].junior_of) for card in state.sides[holder].hand)


def test_dealt_hands_have_of_each_kind_what_real_ones_have() -> None:
    """Over the turns of 60 matches, from the fourth on; dealt evenly a hand has twice the free actives and a third of
    the Juniors."""
    chance = Random(1)
    real: list[tuple[int, int, float]] = []
    dealt: list[tuple[int, int, float]] = []
    for number in range(60):
        for state in turns_of(greedy_match(number)):
            if state.turn > 3:
                seat, holder = state.active_seat, other(state.active_seat)
                again = resample(state, seat, chance)
                for each, found in ((state, real), (again, dealt)):
                    found.append((_free_actives(each, holder), _juniors(each, holder), win_probabilities(each)[seat]))
    for one, another in zip(zip(*real, strict=True), zip(*dealt, strict=True), strict=True):
        assert fmean(another) == pytest.approx(fmean(one), rel=0.25)
    assert fmean([each[2] for each in dealt]) == pytest.approx(fmean([each[2] for each in real]), abs=0.02)


def test_each_card_may_be_held_and_none_twice() -> None:
    match = given({"0.3.0": BEAVER, "1.3.7": BEAVER}, their_hand=[WOLF, CAMOUFLAGE], turn=7)
    hidden = sorted((*match.state.sides[B].hand, *match.state.sides[B].deck))
    chance = Random(2)
    seen: Counter[CardId] = Counter()
    for _ in range(400):
        hand = kept(match.state, B, hidden, 2, chance)
        assert len(hand) == 2
        assert Counter(hand) <= Counter(hidden)
        seen.update(hand)
    assert set(seen) == set(hidden)


def test_a_player_who_has_not_placed_anything_yet_may_hold_anything() -> None:
    state = given({}, turn=1).state
    hands = [kept(state, B, [WOLF, CAMOUFLAGE], 1, Random(seed)) for seed in range(60)]
    assert 20 < hands.count((WOLF,)) < 40


def test_anything_that_could_remove_something_would_lie_on_the_field() -> None:
    state = given({"0.3.0": BEAVER, "1.3.7": BEAVER}, turn=7).state
    strong = max(CARDS.values(), key=lambda card: card.attack * (not card.sacrifices and not card.junior_of))
    hands = [kept(state, B, [CardId(strong.id), CAMOUFLAGE], 1, Random(seed)) for seed in range(60)]
    assert hands.count((CAMOUFLAGE,)) > 50
