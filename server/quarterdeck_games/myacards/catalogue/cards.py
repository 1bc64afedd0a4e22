"""Every card of the first set of MYACARDS with its number, rarity and printed face."""

from collections.abc import Mapping

from msgspec.structs import replace
from quarterdeck_protocol.games.myacards import CardId, Face

from quarterdeck_games.myacards.catalogue.actives import ACTIVES
from quarterdeck_games.myacards.catalogue.dominions import DOMINIONS
from quarterdeck_games.myacards.catalogue.effect_cards import EFFECTS
from quarterdeck_games.myacards.catalogue.events import EVENTS
from quarterdeck_games.myacards.catalogue.numbers import NUMBERS
from quarterdeck_games.myacards.catalogue.rarities import rarity_of
from quarterdeck_games.myacards.catalogue.supports import SUPPORTS
from quarterdeck_games.myacards.effects import Card
from quarterdeck_games.myacards.faces import face_of

ALL_CARDS: tuple[Card, ...] = tuple(
    [
        replace(card, number=NUMBERS[card.id], rarity=rarity_of(card))
        for card in (*ACTIVES, *SUPPORTS, *DOMINIONS, *EVENTS, *EFFECTS)
    ]
)
CARDS: Mapping[str, Card] = {card.id: card for card in ALL_CARDS}


FACES: Mapping[CardId, Face] = {CardId(card.id): face_of(card, CARDS) for card in ALL_CARDS}
"""The card data of this set that clients get."""
