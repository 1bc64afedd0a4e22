"""Rarities of the cards of the first set (MY-68): a card with higher costs or wider effects is rarer.

- An entity goes by its sacrifices: none is Common, one Rare, two or three Ultra Rare; a Junior and a figure are at
  least Rare.
- A dominion is Rare if it changes statistics alone, else Ultra Rare: it changes the allowed actions.
- An event or an effect is Ultra Rare if it removes a card of the opponent or takes one from their hand; Rare if it
  stays on the field, does something to every card that it means, or touches a hand, a deck or Oblivion; else Common.

A set that a host has added says its rarities itself.
"""

from typing import assert_never

from quarterdeck_protocol.games.myacards import Kind

from quarterdeck_games.myacards.effects import Aura, Card, Chosen, Every, Rarity, Remove, TakeFromHand, Waive


def rarity_of(card: Card) -> Rarity:
    """Return the rarity of a card by the rule of this module."""
    match card.kind:
        case Kind.ACTIVE | Kind.SUPPORT:
            return _of_entity(card)
        case Kind.DOMINION:
            return Rarity.RARE if all(isinstance(law, Aura) for law in card.laws) else Rarity.ULTRA_RARE
        case Kind.EVENT | Kind.EFFECT:
            return _of_deeds(card)
        case _:
            assert_never(card.kind)


def _of_entity(card: Card) -> Rarity:
    if card.sacrifices > 1:
        return Rarity.ULTRA_RARE
    is_figure = card.kind is Kind.SUPPORT and not card.sets
    return Rarity.RARE if card.sacrifices or card.junior_of or is_figure else Rarity.COMMON


def _of_deeds(card: Card) -> Rarity:
    on_cards = [deed for deed in card.does if isinstance(deed, Chosen | Every)]
    if any(isinstance(deed.does, Remove) for deed in on_cards) or any(isinstance(d, TakeFromHand) for d in card.does):
        return Rarity.ULTRA_RARE
    plain = all(isinstance(deed, Chosen | Waive) for deed in card.does)
    return Rarity.COMMON if plain and not card.stays else Rarity.RARE
