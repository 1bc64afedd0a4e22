"""What an opponent's list is taken for in MYACARDS by who may not see it (MY-56)."""

from collections import Counter
from random import Random

from games.myacards.given import GAME, A, B, given
from games.myacards.greedy_matches import DECKS, greedy_match, turns_of
from msgspec.structs import replace
from quarterdeck_games.myacards.simulation import resample
from quarterdeck_games.myacards.state import State
from quarterdeck_games.myacards.supposed_lists import unseen_cards
from quarterdeck_games.state_codec import keep
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import CardId

BEAVER, ORCA = CardId("castor-fiber"), CardId("orcinus-orca")


def _hidden(state: State) -> list[CardId]:
    return sorted((*state.sides[B].hand, *state.sides[B].deck))


def _with_hidden(state: State, hand: list[CardId], deck: list[CardId]) -> State:
    theirs = replace(state.sides[B], hand=tuple(hand), deck=tuple(deck))
    return replace(state, sides=(state.sides[A], theirs))


def test_a_ready_deck_is_known_by_what_one_has_seen_of_it() -> None:
    chance = Random(1)
    for number in range(4):
        for state in turns_of(greedy_match(number)):
            if state.turn > 3:
                assert unseen_cards(state, B, (), chance) == _hidden(state)


def test_before_anything_is_seen_each_ready_deck_of_its_size_is_as_likely() -> None:
    state = GAME.blank(GAME.setup(2, my.Options(), DECKS[:2]))
    state = _with_hidden(state, [BEAVER] * 5, [BEAVER] * 45)
    supposed = Counter(tuple(unseen_cards(state, B, (), Random(seed))) for seed in range(800))
    assert set(supposed) == {tuple(sorted(deck.in_order)) for deck in DECKS}
    assert all(70 < count < 130 for count in supposed.values())


def test_anything_that_is_seen_and_what_is_shown_is_not_supposed_once_more() -> None:
    deck = DECKS[0]
    cards = [CardId(card) for card in deck.in_order]
    Random(3).shuffle(cards)
    *rest, seen, shown = cards
    match = given({"1.3.7": seen}, their_hand=[shown])
    state = _with_hidden(match.state, [shown], [BEAVER] * len(rest))
    left = [unseen_cards(state, B, (shown,), Random(seed)) for seed in range(200)]
    assert all(len(each) == len(rest) for each in left)
    assert sorted(rest) in left


def test_a_list_of_their_own_is_taken_to_be_like_the_nearest_ready_deck() -> None:
    (most,) = [deck for deck in DECKS if deck.id == "the-open-sea"]
    seen = [CardId(card) for card, _ in most.cards[:6]]
    match = given(their_oblivion=[*seen, *[seen[0]] * 5], turn=7)  # twice more than its ready deck has
    left = Counter(dict(most.cards)) - Counter(match.state.sides[B].oblivion)
    for count in (3, 41, 150):
        state = _with_hidden(match.state, [BEAVER], [BEAVER] * (count - 1))
        cards = Counter[str](unseen_cards(state, B, (), Random(count)))
        assert cards.total() == count
        assert (cards & left).total() == min(count, left.total())


def test_another_list_is_the_same_to_who_may_not_see_it() -> None:
    match = given({"0.3.0": BEAVER, "1.3.7": BEAVER}, turn=7)
    one = _with_hidden(match.state, [BEAVER] * 2, [BEAVER] * 40)
    another = _with_hidden(match.state, [ORCA] * 2, [ORCA] * 40)
    assert keep(resample(one, A, Random(5))) == keep(resample(another, A, Random(5)))
