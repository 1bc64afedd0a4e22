"""The cards there are, and that none has escaped its test."""

from collections import Counter
from pathlib import Path
from typing import get_args

import pytest
from quarterdeck_games.amfibido.bespoke import ANSWER, BEGIN
from quarterdeck_games.amfibido.cards.copies import (
    CARDS,
    DECKS,
    LEVELS,
    SENSEI_DECK,
    active_levels,
    copies,
    draft_levels,
)
from quarterdeck_games.amfibido.effects import Bespoke
from quarterdeck_games.amfibido.evolve import AFTER
from quarterdeck_games.amfibido.rules import Amfibido
from quarterdeck_protocol.games.amfibido import Kind

HERE = Path(__file__).parent
SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.glob("test_*.py")))


def test_the_box_holds_the_published_numbers_of_cards() -> None:
    """AF fact 1, AF-1"""
    assert [len(deck) for deck in DECKS] == [32, 32, 31, 26, 10]
    assert len(SENSEI_DECK) == 15
    assert [len(level) for level in LEVELS] == [19, 25, 26, 26, 10]


def test_which_cards_are_doubled_is_data() -> None:
    """AF-1: thirteen of level I, seven of level II, five of level III."""
    doubled = Counter(card.level for cards in LEVELS for card in cards if copies(card) == 2)
    assert doubled == {1: 13, 2: 7, 3: 5}
    assert set(Counter(card for deck in DECKS for card in deck).values()) == {1, 2}


def test_anything_that_is_dealt_rises_with_the_round() -> None:
    """AF fact 3, AF-3: from round 9 on still of level IV, never V."""
    dealt = ["".join(map(str, draft_levels(number))) for number in range(1, 17)]
    assert dealt == ["111", "211", "221", "322", "332", "433", "443", *["444"] * 9]
    assert [active_levels(number) for number in (1, 2, 4, 7, 9)] == [(1,), (1, 2), (2, 3), (3, 4), (4,)]


@pytest.mark.parametrize("card", sorted(CARDS))
def test_no_card_is_without_a_scenario(card: str) -> None:
    assert f"def test_{card.replace('-', '_')}()" in SOURCES


def test_every_card_that_does_something_says_so() -> None:
    for card in CARDS.values():
        plain = not (card.always or card.on or card.does or card.ability or card.boomerang or card.boomerang_after)
        plain = plain and not (card.knocks_out or card.knockout or card.knockout_on)
        assert bool(card.text) is not plain, card.name


def test_every_bespoke_word_is_used_by_one_card() -> None:
    """When a second card wants it, it becomes a word."""
    used = [
        effect.name
        for card in CARDS.values()
        for effects in (card.does, *(on.does for on in card.on), card.ability.does if card.ability else ())
        for effect in effects
        if isinstance(effect, Bespoke)
    ]
    assert sorted(used) == sorted(BEGIN)
    assert set(ANSWER) <= set(BEGIN)


def test_every_event_changes_the_state_somewhere() -> None:
    assert set(AFTER) == set(get_args(Amfibido.events))


def test_a_fighter_has_a_species_and_power_and_nothing_else_has_a_species() -> None:
    for card in CARDS.values():
        assert bool(card.species) is (card.kind is Kind.FIGHTER)
        assert card.kind is not Kind.FIGHTER or card.power is not None
