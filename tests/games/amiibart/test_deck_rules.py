"""Decks: what they must be (S0:17…29), all that is wrong at once, lists and codes."""

from random import Random

import pytest
from games.amiibart.given import GAME
from games.amiibart.world import some_deck
from quarterdeck_games.amiibart.cards.catalogue import SHIPPED
from quarterdeck_games.amiibart.cards.ready import READY
from quarterdeck_games.amiibart.deck_rules import PREFIX, decks_of, wrong_with
from quarterdeck_games.decks import Unreadable
from quarterdeck_games.dice import Dice
from quarterdeck_games.game import Setup
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.games.amiibart import CoinFlipped, Options
from quarterdeck_protocol.names import Version

DECKS = decks_of(SHIPPED)


@pytest.mark.parametrize("deck", READY.values(), ids=lambda deck: deck.id)
def test_ready_decks_are_legal_and_can_be_read_back_from_their_code(deck: Deck) -> None:
    """AM-3"""
    assert list(wrong_with(deck, catalogue=SHIPPED)) == []
    assert DECKS.read(deck.id) == deck
    code = DECKS.code(deck)
    assert len(code) < 70
    for again in (DECKS.read(code.lower()), DECKS.read(DECKS.write(deck))):
        assert (again.all_cards, sorted(again.beside)) == (deck.all_cards, sorted(deck.beside))


def test_random_decks_are_legal_and_can_be_read_back() -> None:
    chance = Random(9)
    for _ in range(20):
        deck = some_deck(Options(), chance)
        assert list(wrong_with(deck, catalogue=SHIPPED)) == []
        assert DECKS.read(DECKS.write(deck)) == deck
        assert DECKS.code(DECKS.read(DECKS.code(deck))) == DECKS.code(deck)


def test_everything_that_is_wrong_is_said_at_once() -> None:
    """S0:17, S0:21, S0:23, S0:25, S0:29, AM-1, AM-2, AM-4."""
    cards = "5 scorch, 2 dual-blast, 2 healing-light, 1 alley-cat, 1 trap-door"
    deck = DECKS.read(f"{cards}, power spark, power green-thumb, power muster")
    assert list(wrong_with(deck, catalogue=SHIPPED)) == [
        "There is no card “trap-door” to put there.",
        "A deck has 30 cards; this one has 11.",
        "A deck has at least 3 Fighters for Turn One; this one has 1.",
        "Scorch has 1 star: at most 4 in a deck, not 5.",
        "A deck has at most two Elements besides Specialty; this one has Dark, Light, Fire, Assassin.",
        "Green Thumb needs a card of its Element in the deck: Earth, Life, Water.",
        "Muster needs a card of its Element in the deck: Weapon.",
        "A deck has one Primary and one Secondary Power; this one has 2 and 1.",
    ]


def test_too_many_fighters() -> None:
    """S0:17"""
    deck = Deck(cards=(("alley-cat", 26), ("backstab", 4)), beside=("pebble", "counterspell"))
    assert "A deck has at most 25 Fighters; this one has 26." in wrong_with(deck, catalogue=SHIPPED)


@pytest.mark.parametrize("text", ["", "what", "AB-!!", "AB-AAAAAAAA", "AB-", "seven cards here", "²x"])
def test_anything_that_is_no_deck_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        DECKS.read(text)
    assert all(fault.endswith(".") for fault in unreadable.value.faults)


def test_a_damaged_code_is_noticed() -> None:
    code = DECKS.code(READY["bulwark"])
    for at in range(len(PREFIX) + 1, len(code) - 1):
        damaged = code[:at] + ("A" if code[at] != "A" else "B") + code[at + 1 :]
        with pytest.raises(Unreadable):
            DECKS.read(damaged)


def test_a_setup_says_what_is_wrong_with_each_deck() -> None:
    ready, short = READY["vigil"], Deck(cards=(("alley-cat", 4),), beside=("pebble", "counterspell"))
    faults = GAME.check(Setup(seats=2, options=Options(turn_cap=9), decks=(ready, short)))
    assert [fault.path for fault in faults] == ["$.decks[1]", "$.options.turn_cap"]
    assert [fault.path for fault in GAME.check(Setup(seats=2, options=Options()))] == ["$.decks"]
    assert list(GAME.check(GAME.setup(2, Options()))) == []


def test_a_seat_without_a_deck_plays_the_ready_one_of_its_number() -> None:
    own = READY["vigil"]
    assert [deck.id for deck in GAME.setup(2, Options()).decks] == ["bulwark", "nightblade"]
    assert [deck.id for deck in GAME.setup(2, Options(), [None, own]).decks] == ["bulwark", "vigil"]
    assert [deck.id for deck in GAME.setup(2, Options(), [own]).decks] == ["vigil", "nightblade"]
    assert DECKS.of_seat(len(READY)) == DECKS.of_seat(0)


def test_a_match_is_played_with_the_decks_of_its_setup() -> None:
    """AM-3, AM-6"""
    decks = (READY["vigil"], some_deck(Options(), Random(3)))
    state = GAME.blank(GAME.setup(2, Options(), decks))
    coin = GAME.start(state, Dice(b"", Version(1)))[0]
    assert isinstance(coin, CoinFlipped)
    assert coin.libraries == tuple(deck.all_cards for deck in decks)
    assert [set(powers) for powers in coin.powers] == [set(deck.beside) for deck in decks]
