"""Deck codes name cards by set and number: what they say stays, whatever is added and however a deck is listed."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from quarterdeck_games.amiibart.cards.catalogue import LAUNCH, SHIPPED
from quarterdeck_games.amiibart.deck_rules import PREFIX, decks_of, wrong_with
from quarterdeck_games.amiibart.faces import Catalogue
from quarterdeck_games.card_sets import CardCatalogue
from quarterdeck_games.decks import Unreadable, code_of
from quarterdeck_games.myacards.catalogue.shipped import SHIPPED as MYACARDS
from quarterdeck_protocol.catalogue import CardSet
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.names import GameName

BULWARK = (
    "AB-AEBUCQRRBYBNIAW3ALSAF2YC6MBPSAYCAMFAGEQDDEBSAAZIAOJQHIWY24",
    (
        "4 iron-snail, 3 gate-warden, 4 siege-roller, 3 thorn-bastion, 3 shield-captain, 1 old-mountain, 2 brace,"
        "2 field-repairs, 2 spiked-moat, 1 the-long-wall, 3 bandage, 2 rally, power steady-hands, power hold-the-line"
    ),
)
"""A code from the first day that there were codes of this form. It must never be changed."""

READ = decks_of(SHIPPED).read
CATALOGUES: dict[str, CardCatalogue[Any]] = {"AB": SHIPPED, "MY": MYACARDS}


def same(one: Deck, another: Deck) -> bool:
    return (one.all_cards, sorted(one.beside)) == (another.all_cards, sorted(another.beside))


def test_a_code_from_the_first_day_is_still_read() -> None:
    code, cards = BULWARK
    assert same(READ(code), READ(cards))
    assert code_of(READ(cards), PREFIX, SHIPPED.numbers) == code


@given(st.integers(0, 2**32))
def test_a_deck_has_one_code_however_it_is_listed(seed: int) -> None:
    deck = Random(seed).choice(list(SHIPPED.decks.values()))
    cards, powers = list(deck.cards), list(deck.beside)
    Random(seed).shuffle(cards)
    Random(seed).shuffle(powers)
    mixed = Deck(cards=tuple(cards), beside=tuple(powers))
    assert code_of(mixed, PREFIX, SHIPPED.numbers) == code_of(deck, PREFIX, SHIPPED.numbers)


def test_a_code_does_not_depend_on_the_order_of_the_catalogue() -> None:
    turned = Catalogue(
        CardSet(game=LAUNCH.game, id=LAUNCH.id, name="", cards=LAUNCH.cards[::-1], printings=LAUNCH.printings[::-1])
    )
    for deck in SHIPPED.decks.values():
        assert code_of(deck, PREFIX, turned.numbers) == code_of(deck, PREFIX, SHIPPED.numbers)


@pytest.mark.parametrize("prefix", CATALOGUES)
def test_every_shipped_card_has_a_number_of_its_own(prefix: str) -> None:
    catalogue = CATALOGUES[prefix]
    assert set(catalogue.numbers) == {*catalogue.cards, *catalogue.printings}
    assert len(catalogue.names) == len(catalogue.numbers)
    assert min(number for _, number in catalogue.names) == 1


def test_a_code_of_cards_that_are_not_here_says_which() -> None:
    other = CardSet(game=GameName("amiibart"), id="KITES", name="", cards=LAUNCH.cards[:3])
    numbers: dict[str, tuple[str, int]] = {card.id: ("KITES", card.number) for card in other.cards}
    numbers |= {"rally": ("AB1", 999)}
    code = code_of(Deck(cards=((other.cards[0].id, 2),)), PREFIX, numbers)
    with pytest.raises(Unreadable, match="names cards of the set KITES, which this server does not have"):
        READ(code)
    with pytest.raises(Unreadable, match="names card 999 of the set AB1, which this server does not have"):
        READ(code_of(Deck(cards=(("rally", 2),)), PREFIX, numbers))


@pytest.mark.parametrize(
    "deck",
    [
        Deck(cards=(("rally", 8),)),
        Deck(cards=(("unicorn", 1),)),
        Deck(cards=(("rally", 0),)),
        Deck(cards=(("rally", 0), ("bandage", 1)), beside=("rally",)),
        Deck(cards=(("old-mountain", 0), ("old-mountain-art", 1))),
        Deck(cards=(("rally", -1), ("rally", 2))),
    ],
)
def test_anything_that_a_code_cannot_say_is_not_said(deck: Deck) -> None:
    with pytest.raises(ValueError, match="a deck code cannot contain "):
        code_of(deck, PREFIX, SHIPPED.numbers)


def test_a_printing_stays_what_it_is_in_lists_and_codes_and_counts_as_its_card() -> None:
    """S0:11, S0:13, AM-72: an Art Rare is the same card for copy limits, and still an Art Rare."""
    listed = BULWARK[1].replace("1 old-mountain", "1 old-mountain-art")
    assert "old-mountain-art" in READ(listed).all_cards
    assert same(READ(code_of(READ(listed), PREFIX, SHIPPED.numbers)), READ(listed))
    code = code_of(Deck(cards=(("old-mountain-art", 1),)), PREFIX, SHIPPED.numbers)
    assert READ(code).cards == (("old-mountain-art", 1),)
    both = Deck(cards=(("old-mountain", 1), ("old-mountain-art", 1)))
    assert "Old Mountain has 4 stars: at most 1 in a deck, not 2." in wrong_with(both, catalogue=SHIPPED)


def test_every_ultra_rare_has_an_art_rare_and_nothing_else_has() -> None:
    """The last section of the rule book."""
    ultra = [card.id for card in LAUNCH.cards if card.rarity == "ultra_rare"]
    assert [printing.of for printing in LAUNCH.printings] == ultra
    assert all(printing.id == f"{printing.of}-art" and printing.flavour for printing in LAUNCH.printings)


def test_a_code_tells_of_every_card_that_is_not_there_and_of_each_unknown_set_once() -> None:
    decks = decks_of(SHIPPED)
    deck = Deck(cards=(("alley-cat", 2), ("x", 1), ("y", 1), ("z", 1)))
    code = code_of(deck, "AB", {**decks.numbers, "x": ("AB1", 998), "y": ("KITES", 1), "z": ("KITES", 2)})
    nobody, faults = decks.judge(code, None)
    assert nobody is None
    assert faults[:2] == (
        "This deck code names card 998 of the set AB1, which this server does not have.",
        "This deck code names cards of the set KITES, which this server does not have.",
    )
    assert all(fault.startswith("Of what can be read: ") for fault in faults[2:])
    assert len(faults) == 2 + len(decks.faults(Deck(cards=(("alley-cat", 2),)), None))
