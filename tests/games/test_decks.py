"""What every game promises whose players bring decks."""

from random import Random

import pytest
from games.worlds import WORLDS
from hypothesis import given
from hypothesis import strategies as st
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_games.deck_support import DeckSupport
from quarterdeck_games.decks import Unreadable, counted
from quarterdeck_games.game import Setup
from quarterdeck_protocol.decks import Deck

WITH_DECKS = sorted(name for name, game in GAMES.items() if game.decks is not None)


@pytest.fixture(params=WITH_DECKS)
def game(request: pytest.FixtureRequest) -> AnyGame:
    return GAMES[str(request.param)]


def decks_of(game: AnyGame) -> DeckSupport:
    assert game.decks is not None
    return game.decks


def some_deck(game: AnyGame, seed: int) -> Deck:
    made = WORLDS[game.name].some_deck
    assert made is not None
    assert game.catalogue is not None
    return made(game.options(), Random(seed), game.catalogue.cards)


def test_two_games_are_played_with_decks_that_players_bring() -> None:
    assert WITH_DECKS == ["amiibart", "myacards"]
    assert {name for name, world in WORLDS.items() if world.some_deck is not None} == set(WITH_DECKS)


def test_ready_decks_have_their_names_and_are_legal(game: AnyGame) -> None:
    decks = decks_of(game)
    assert len(decks.ready) >= game.seats[-1]
    for name, deck in decks.ready.items():
        assert (deck.id, decks.read(name)) == (name, deck)
        assert deck.name
        assert list(decks.faults(deck, game.options())) == []


def test_a_deck_is_read_again_from_its_list_and_its_code(game: AnyGame) -> None:
    decks = decks_of(game)
    for deck in (*decks.ready.values(), *(some_deck(game, seed) for seed in range(20))):
        for text in (decks.write(deck), decks.code(deck), decks.code(deck).lower(), f" {decks.write(deck)}\n\n"):
            again = decks.read(text)
            assert (again.all_cards, sorted(again.beside)) == (deck.all_cards, sorted(deck.beside))
        assert sum(decks.counts(deck).values()) == deck.count


def test_anything_that_stands_behind_a_hash_in_a_list_is_for_people(game: AnyGame) -> None:
    """Names with commas, and whatever else somebody writes there."""
    decks = decks_of(game)
    deck = decks.of_seat(0)
    lines = decks.write(deck).splitlines()
    noted = "\n".join(["# Mine, and 4 of everything", lines[0] + "  # the best, by far", "", *lines[1:], "#"])
    assert decks.read(noted).all_cards == deck.all_cards
    with pytest.raises(Unreadable):
        decks.read("# nothing but words")


@given(seed=st.integers(0, 2**32))
def test_anything_that_the_tests_make_up_is_legal(game: AnyGame, seed: int) -> None:
    assert list(decks_of(game).faults(some_deck(game, seed), game.options())) == []


def test_a_deck_that_says_less_than_one_card_or_names_a_stranger_is_at_fault(game: AnyGame) -> None:
    """Whoever writes a transcript may write anything into it."""
    decks = decks_of(game)
    good = some_deck(game, 1)
    first = good.cards[0][0]
    for cards in ((*good.cards, ("nobody", 1)), ((first, -1), *good.cards), ((first, 0), *good.cards[1:]), ()):
        deck = Deck(cards=cards, beside=good.beside)
        assert decks.faults(deck, game.options())
        fault = game.check(Setup(seats=2, options=game.options(), decks=(good, deck)))[0]
        assert fault.path == "$.decks[1]"
    assert decks.faults(Deck(cards=good.cards, beside=(*good.beside, "nobody")), game.options())


@pytest.mark.parametrize("text", ["", "what", "seven cards here", "²x", "1 x 2 y", "power"])
def test_anything_that_is_no_deck_is_told_in_sentences(game: AnyGame, text: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        decks_of(game).read(text)
    assert unreadable.value.faults
    assert all(fault.endswith(".") for fault in unreadable.value.faults)


def test_games_without_decks_take_none() -> None:
    deck = Deck(cards=(("x", 1),))
    for name in GAMES.keys() - WITH_DECKS:
        game = GAMES[name]
        assert game.setup(game.seats[-1], game.options(), [deck]).decks == ()
        setup = Setup(seats=game.seats[-1], options=game.options(), decks=(deck,))
        assert [fault.path for fault in game.check(setup)] == ["$.decks"]


def test_a_setup_with_no_such_number_of_seats_has_no_decks(game: AnyGame) -> None:
    """Whoever opens a table may ask for a billion."""
    setup = game.setup(10**12, game.options())
    assert setup.decks == ()
    assert [fault.path for fault in game.check(setup)] == ["$.seats"]


def test_cards_that_are_named_twice_are_counted_together_in_the_order_in_which_they_first_come() -> None:
    assert list(counted([("b", 2), ("a", 1), ("b", 1)]).items()) == [("b", 3), ("a", 1)]
