"""What is printed on the cards of the launch set."""

import pytest
from quarterdeck_games.amiibart.cards.card import Card
from quarterdeck_games.amiibart.cards.catalogue import CARDS
from quarterdeck_games.amiibart.rules import Amiibart
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.games.amiibart import Kind

ALL = list(CARDS.values())
FIGHTERS = [card for card in ALL if card.kind is Kind.FIGHTER]


def test_every_card_has_a_number_of_its_own_in_its_set() -> None:
    """S0:77, S0:99"""
    assert sorted(card.number for card in ALL) == list(range(1, len(ALL) + 1))


def test_no_number_is_part_of_the_game() -> None:
    """S0:77, S0:99: nobody sees it in a match, and so nothing can follow from it."""
    game = Amiibart()
    setup = game.setup(2, game.options())
    assert b'"number"' not in wire.encode(game.view(game.blank(setup), None))


@pytest.mark.parametrize("card", [card for card in ALL if card.kind is not Kind.TOKEN], ids=lambda card: card.id)
def test_a_card_has_a_name_an_element_stars_and_a_text_unless_it_is_a_plain_fighter(card: Card) -> None:
    """S0:77, S0:86, S0:101, S0:103, S0:106"""
    assert card.name.strip() == card.name != ""
    assert card.element in type(card.element)
    assert card.kind is Kind.POWER or card.stars in range(1, 5)
    assert card.text or (card.kind is Kind.FIGHTER and not (card.on or card.auras or card.attacks or card.keywords))


@pytest.mark.parametrize("card", FIGHTERS, ids=lambda card: card.id)
def test_a_fighter_has_types_attack_and_health_and_its_attacks_say_what_they_cost(card: Card) -> None:
    """S0:103, S0:108, S0:110"""
    assert card.types
    assert min(card.attack, card.health) > 0
    for attack in card.attacks:
        assert attack.name in card.text
        assert f"{attack.cost} Energy" in card.text


def test_no_two_cards_have_the_same_name() -> None:
    """S0:103"""
    assert len({card.name for card in ALL}) == len(ALL)
