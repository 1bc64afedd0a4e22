"""The names that card files import: constructors of cards, effects (`do`), Fighters (`who`) and triggers (`When`).

A card file imports all of them at once, because it contains only data and would import most of them anyway.
"""

from quarterdeck_protocol.games.amiibart import CardId, Element, Keyword

from quarterdeck_games.amiibart import effects as do
from quarterdeck_games.amiibart.cards import card_names as who
from quarterdeck_games.amiibart.cards.card import (
    Card,
    Forge,
    On,
    Rarity,
    SpecialAttack,
    fighter,
    hazard,
    power,
    spell,
    stage,
    token,
)
from quarterdeck_games.amiibart.effects import Aura, Side, Which, Who
from quarterdeck_games.amiibart.triggers import When

__all__ = ["Aura", "Card", "CardId", "Element", "Forge", "Keyword", "On", "R", "Side", "SpecialAttack", "U", "When"]
__all__ += ["Which", "Who", "do", "fighter", "hazard", "power", "spell", "stage", "token", "who"]

R, U = Rarity.RARE, Rarity.ULTRA_RARE
