"""Decks: what they must be (S0:17…29), all that is wrong at once, lists and codes."""

from collections import Counter
from random import Random

import pytest
from games.amiibart.given import GAME
from games.amiibart.world import random_deck
from quarterdeck_games.amiibart.building import PREFIX, deck_of, wrong_with
from quarterdeck_games.amiibart.cards.catalogue import SHIPPED
from quarterdeck_games.amiibart.cards.ready import DECKS
from quarterdeck_games.decks import Deck, Unreadable, code_of
from quarterdeck_games.game import Setup
from quarterdeck_protocol.games.amiibart import Options


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.id)
def test_ready_decks_are_legal_and_can_be_read_back_from_their_code(deck: Deck) -> None:
    """AM-3"""
    assert list(wrong_with(deck)) == []
    assert deck_of(deck.id) == deck
    code = code_of(deck, PREFIX, SHIPPED.numbers)
    assert len(code) < 70
    again = deck_of(code.lower())
    assert (again.all_cards, sorted(again.beside)) == (deck.all_cards, sorted(deck.beside))


def test_random_decks_are_read_from_lists() -> None:
    chance = Random(9)
    for _ in range(20):
        assert deck_of(random_deck(chance)).count == 30


def test_everything_that_is_wrong_is_said_at_once() -> None:
    """S0:17, S0:21, S0:23, S0:25, S0:29, AM-1, AM-2, AM-4."""
    cards = "5 scorch, 2 dual-blast, 2 healing-light, 1 alley-cat, 1 trap-door"
    with pytest.raises(Unreadable) as unreadable:
        deck_of(f"{cards}, power spark, power green-thumb, power muster")
    assert list(unreadable.value.faults) == [
        "There is no card “trap-door” to put there.",
        "A deck has 30 cards; this one has 11.",
        "A deck has at least 3 Fighters for Turn One; this one has 1.",
        "Scorch has 1 star: at most 4 in a deck, not 5.",
        "A deck has at most two Elements besides Specialty; this one has dark, light, fire, assassin.",
        "Green Thumb needs a card of its Element in the deck: elw.",
        "Muster needs a card of its Element in the deck: weapon.",
        "A deck has one Primary and one Secondary Power; this one has 2 and 1.",
    ]


def test_too_many_fighters() -> None:
    """S0:17"""
    deck = Deck(cards=(("alley-cat", 26), ("backstab", 4)), beside=("pebble", "counterspell"))
    assert "A deck has at most 25 Fighters; this one has 26." in wrong_with(deck)


@pytest.mark.parametrize("text", ["", "what", "AB-!!", "AB-AAAAAAAA", "AB-", "seven cards here", "²x"])
def test_what_is_no_deck_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        deck_of(text)
    assert all(fault.endswith(".") for fault in unreadable.value.faults)


def test_a_damaged_code_is_noticed() -> None:
    code = code_of(DECKS[0], PREFIX, SHIPPED.numbers)
    for at in range(len(PREFIX) + 1, len(code) - 1):
        damaged = code[:at] + ("A" if code[at] != "A" else "B") + code[at + 1 :]
        with pytest.raises(Unreadable):
            deck_of(damaged)


def test_a_setup_says_what_is_wrong_with_each_deck() -> None:
    faults = GAME.check(Setup(seats=2, options=Options(decks=("bulwark", "what"), turn_cap=9)))
    assert [fault.path for fault in faults] == ["$.options.turn_cap", "$.options.decks[1]"]
    assert [fault.path for fault in GAME.check(Setup(seats=2, options=Options(decks=())))] == ["$.options.decks"]
    assert Counter(fault.path for fault in GAME.check(Setup(seats=2, options=Options()))) == {}
