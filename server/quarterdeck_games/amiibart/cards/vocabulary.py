"""Words of the files of cards: makers of cards, effects (`do`), Fighters (`who`) and moments (`When`).

A file of cards takes all of them at once. It holds nothing but data, and would import most of these words anyway.
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
