"""What is printed on the cards that a match is played with: those of the launch set, and those that a host has added.

The rules look every card up here, in the catalogue that their state refers to, and never in a set itself.
"""

from collections.abc import Mapping, Sequence, Set

from quarterdeck_protocol.catalogue import CardSet
from quarterdeck_protocol.games.amiibart import CardId, Kind, PlayFighter, PlayHazard, PlayStage

from quarterdeck_games.amiibart.cards.card import Card, On, Text, forges, texts_of
from quarterdeck_games.amiibart.effects import Aura
from quarterdeck_games.card_sets import CardCatalogue

SLOTS = range(1, 6)
ENERGY = 10
"""S0:45: nobody ever has more."""


class Catalogue(CardCatalogue[Card]):
    """The cards of Amiibart TCG, and what each may be let do. What of that is the same in every match is laid ready
    here: a seat is offered a dozen cards after every action."""

    __slots__ = ("active_powers", "affordable", "auras", "fighters", "hazards", "speaks", "stages", "texts")

    def __init__(self, shipped: CardSet[Card], further: Sequence[CardSet[Card]] = ()) -> None:
        super().__init__(shipped, further)
        self.texts: Mapping[str, tuple[Text, ...]] = {face: texts_of(card) for face, card in self.by_face.items()}
        of_kind = {kind: [face for face, card in self.by_face.items() if card.kind is kind] for kind in Kind}
        self.fighters: Mapping[str, tuple[tuple[PlayFighter, ...], ...]] = {
            face: tuple([_into_each_slot(face, forge) for forge in forges(self.by_face[face])])
            for face in of_kind[Kind.FIGHTER]
        }
        """How each Fighter may be played: with each of its Forge effects, into each slot."""

        self.hazards: Mapping[str, PlayHazard] = {face: PlayHazard(card=CardId(face)) for face in of_kind[Kind.HAZARD]}
        self.stages: Mapping[str, PlayStage] = {face: PlayStage(card=CardId(face)) for face in of_kind[Kind.STAGE]}
        others = [*of_kind[Kind.SPELL], *of_kind[Kind.HAZARD], *of_kind[Kind.STAGE]]
        self.affordable: Sequence[Set[str]] = [
            frozenset([face for face in others if self.by_face[face].cost <= energy]) for energy in range(ENERGY + 1)
        ]
        """The cards, but for Fighters, that can be paid for with so much Energy."""

        self.active_powers: Mapping[str, Card] = {
            face: self.by_face[face] for face in of_kind[Kind.POWER] if self.by_face[face].is_active
        }
        self.auras: Mapping[str, tuple[Aura, ...]] = {
            face: card.auras for face, card in self.by_face.items() if card.auras
        }
        self.speaks: Mapping[str, tuple[On, ...]] = {face: card.on for face, card in self.by_face.items() if card.on}


def _into_each_slot(face: str, forge: int | None) -> tuple[PlayFighter, ...]:
    return tuple([PlayFighter(card=CardId(face), slot=slot, forge=forge) for slot in SLOTS])
