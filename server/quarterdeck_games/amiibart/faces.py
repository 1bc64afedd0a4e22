"""The cards of a match of Amiibart TCG: those of the launch set, and those that a host has added.

The rules look up every card here, in the catalogue of their state, and never in a set itself.
"""

from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

from quarterdeck_protocol.catalogue import CardSet
from quarterdeck_protocol.games.amiibart import CardId, Keyword, Kind, PlayFighter, PlayHazard, PlayStage

from quarterdeck_games.amiibart.cards.card import Card, On, Text, forges, texts_of
from quarterdeck_games.amiibart.effects import Aura, Who
from quarterdeck_games.card_sets import CardCatalogue

SLOTS = range(1, 6)
ENERGY = 10
"""Maximum Energy of a player (S0:45, AM-75)."""


class UsableAttack(NamedTuple):
    """Facts about a special attack that are needed before it is offered."""

    number: int
    cost: int
    choosing: tuple[Who, ...]
    """The targets that must be chosen for it."""

    is_for_any: bool
    """True if its target may be any target of a Spell with these words: none of them is about others than its
    Fighter."""


class Catalogue(CardCatalogue[Card]):
    """The catalogue of the cards of Amiibart TCG. Facts that are the same in every match are computed in advance,
    because a seat has a dozen choices after every action."""

    __slots__ = (
        "active_powers",
        "affordable",
        "auras",
        "blocking",
        "fighters",
        "fitting",
        "hazards",
        "speaks",
        "special_attacks",
        "spells",
        "stages",
        "texts",
    )

    def __init__(self, shipped: CardSet[Card], further: Sequence[CardSet[Card]] = ()) -> None:
        super().__init__(shipped, further)
        self.texts: Mapping[str, tuple[Text, ...]] = {face: texts_of(card) for face, card in self.by_face.items()}
        of_kind = {kind: [face for face, card in self.by_face.items() if card.kind is kind] for kind in Kind}
        self.fitting: Mapping[Who, Set[str]] = _Fitting(self.by_face)
        """The cards of the kind that a text is about, by how it names them."""

        self.fighters: Mapping[str, tuple[PlayFighter, ...]] = {
            face: tuple([each for forge in forges(self.by_face[face]) for each in _into_each_slot(face, forge)])
            for face in of_kind[Kind.FIGHTER]
        }
        """The ways to play each Fighter: with its first Forge effect into each slot, then with the next."""

        self.spells: Mapping[str, tuple[tuple[int | None, Text], ...]] = {
            face: tuple(zip(forges(self.by_face[face]), self.texts[face], strict=True)) for face in of_kind[Kind.SPELL]
        }
        """The effects of each Spell, with each of its Forge effects."""

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
        self.special_attacks: Mapping[str, tuple[UsableAttack, ...]] = {
            face: tuple(
                [
                    UsableAttack(number, attack.cost, text.choosing, not any(who.other for who in text.choosing))
                    for number, (attack, text) in enumerate(zip(card.attacks, self.texts[face], strict=True))
                ]
            )
            for face, card in self.by_face.items()
            if card.attacks
        }
        self.blocking: Set[str] = {face for face, card in self.by_face.items() if Keyword.BLOCK in card.keywords}
        """Those on which Block is printed."""

        self.auras: Mapping[str, tuple[Aura, ...]] = {
            face: card.auras for face, card in self.by_face.items() if card.auras
        }
        self.speaks: Mapping[str, tuple[On, ...]] = {face: card.on for face, card in self.by_face.items() if card.on}


class _Fitting(dict[Who, frozenset[str]]):
    """The cards that match each description of a card. Each description is evaluated at its first use."""

    def __init__(self, by_face: Mapping[str, Card]) -> None:
        super().__init__()
        self._by_face = by_face

    def __missing__(self, who: Who) -> frozenset[str]:
        fitting = self[who] = frozenset([face for face, card in self._by_face.items() if _fits(card, who)])
        return fitting


def _fits(card: Card, who: Who) -> bool:
    if card.kind is Kind.TOKEN and not who.tokens:
        return False
    return (who.element is None or card.element is who.element) and (who.folk is None or who.folk in card.types)


def _into_each_slot(face: str, forge: int | None) -> tuple[PlayFighter, ...]:
    return tuple([PlayFighter(card=CardId(face), slot=slot, forge=forge) for slot in SLOTS])
