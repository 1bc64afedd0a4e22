"""Every card by its id, and by its number in the set (S0:77): the numbers stay when the set grows."""

from collections.abc import Mapping, Sequence

from quarterdeck_protocol.games.amiibart import CardId

from quarterdeck_games.amiibart.cards import assassin, dark, elw, fire, light, magic, specialty, tank, tech, weapon
from quarterdeck_games.amiibart.cards.card import Card

SETS: Sequence[tuple[Card, ...]] = (
    dark.CARDS,
    light.CARDS,
    fire.CARDS,
    elw.CARDS,
    magic.CARDS,
    weapon.CARDS,
    tech.CARDS,
    tank.CARDS,
    assassin.CARDS,
    specialty.CARDS,
)
"""One for each Element: ten cards, Powers, then Tokens."""

CARDS: Mapping[CardId, Card] = {card.id: card for cards in SETS for card in cards}
NUMBERS: Sequence[str] = tuple(CARDS)
