"""Every card of the first set with its number, and what is printed on it."""

from collections.abc import Mapping

from msgspec.structs import replace
from quarterdeck_protocol.games.myacards import CardId, Face, Kind

from quarterdeck_games.myacards.catalogue.actives import ACTIVES, id_of
from quarterdeck_games.myacards.catalogue.dominions import DOMINIONS
from quarterdeck_games.myacards.catalogue.effect_cards import EFFECTS
from quarterdeck_games.myacards.catalogue.events import EVENTS
from quarterdeck_games.myacards.catalogue.numbers import NUMBERS
from quarterdeck_games.myacards.catalogue.supports import SUPPORTS
from quarterdeck_games.myacards.effects import Card

ALL_CARDS: tuple[Card, ...] = tuple(
    [replace(card, number=NUMBERS[card.id]) for card in (*ACTIVES, *SUPPORTS, *DOMINIONS, *EVENTS, *EFFECTS)]
)
CARDS: Mapping[str, Card] = {card.id: card for card in ALL_CARDS}


def face_of(card: Card, cards: Mapping[str, Card]) -> Face:
    """Give what clients are told of a card."""
    return Face(
        name="" if card.english and card.id == id_of(card.name) else card.name,
        kind=card.kind,
        sets=" ".join(card.sets),
        affinities=" ".join(card.affinities),
        stats=(card.attack, card.defense, card.speed) if card.kind is Kind.ACTIVE else None,
        sacrifices=card.sacrifices,
        junior_of=cards[card.junior_of].name if card.junior_of in cards else "",
        lasting=card.stays and not card.is_entity,
        text="" if card.junior_of else card.text,
    )


FACES: Mapping[CardId, Face] = {CardId(card.id): face_of(card, CARDS) for card in ALL_CARDS}
"""What clients are told of the cards of this set."""
