"""The texts of the cards in play: continuous effects, and triggers.

Both are requested very often, and no card reacts to most events. So the cards' texts are collected only once.
"""

from collections.abc import Mapping, Sequence, Set
from operator import attrgetter
from typing import NamedTuple, Protocol

from quarterdeck_protocol.games.amiibart import CardId, Cards, PieceId, Pieces
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart.cards.card import On
from quarterdeck_games.amiibart.effects import Aura, Who
from quarterdeck_games.amiibart.faces import Catalogue
from quarterdeck_games.amiibart.triggers import When
from quarterdeck_games.two_seats import SEATS

_NOTHING: frozenset[When] = frozenset()
_slot = attrgetter("slot")


class InSlot(Protocol):
    """Interface of a Fighter card in a slot."""

    @property
    def piece(self) -> PieceId: ...
    @property
    def card(self) -> CardId: ...


class Own(Protocol):
    """Interface of the state of one seat in Amiibart TCG."""

    @property
    def slots(self) -> Sequence[InSlot | None]: ...
    @property
    def powers(self) -> Cards: ...
    @property
    def revealed(self) -> bool: ...
    @property
    def stage(self) -> CardId | None: ...


Source = tuple[CardId, int, PieceId | None]
"""A Power, a Stage or a Fighter in play, with its slot and piece: the first two are in no slot, which is 0."""


class Holding(NamedTuple):
    """A continuous card effect with the card that has it."""

    aura: Aura
    owner: Seat
    slot: int
    piece: PieceId | None


class Speaking(NamedTuple):
    """A triggered card text with the card that has it."""

    on: On
    card: CardId
    slot: int
    piece: PieceId | None


class OneSide:
    """The texts of the cards that one seat has in play."""

    __slots__ = ("auras", "speaking", "waited_for")

    def __init__(self, auras: Sequence[Holding], speaking: Sequence[Speaking]) -> None:
        self.auras = auras
        self.speaking = speaking
        """The texts that wait for something, in the order in which they speak (AM-37)."""

        self.waited_for: Set[When] = {one.on.when for one in speaking} if speaking else _NOTHING


class InPlay:
    """The texts of all cards in play. After an event only the texts that it changes are collected again."""

    __slots__ = ("auras", "both", "places", "speaking", "waited_for", "ways")

    def __init__(self, both: tuple[OneSide, OneSide], places: Mapping[PieceId | None, tuple[Seat, int]]) -> None:
        first, second = self.both = both
        self.places = places
        """Each Fighter's owner and slot: a table, for an action looks seven times for a Fighter."""

        self.auras: Sequence[Holding] = [*first.auras, *second.auras]
        self.speaking: Sequence[Sequence[Speaking]] = (first.speaking, second.speaking)
        self.waited_for: Sequence[Set[When]] = (first.waited_for, second.waited_for)
        """The triggers for which the Powers, the Stage and the Fighters of each seat wait."""

        self.ways: Sequence[dict[tuple[Who, ...], Sequence[Pieces]]] = ({}, {})
        """For each seat the ways to choose targets for its Spells and Powers that were asked for so far: they are the
        same as long as nobody comes or goes."""

    def refreshed(self, catalogue: Catalogue, side: Own, seat: Seat) -> "InPlay":
        """Return the texts in play after a change of a seat's Power or Stage. Its Fighters have not changed."""
        return self._with(_one_side(catalogue, side, seat), seat, self.places)

    def entered(self, catalogue: Catalogue, seat: Seat, card: CardId, piece: PieceId, slot: int) -> "InPlay":
        """Return the texts in play after a Fighter has come into play."""
        mine, places = self.both[seat], {**self.places, piece: (seat, slot)}
        if card not in catalogue.auras and card not in catalogue.speaks:
            return self._with(mine, seat, places)
        auras, speaking = _of_source(catalogue, seat, card, slot, piece)
        changed = OneSide(sorted([*mine.auras, *auras], key=_slot), sorted([*mine.speaking, *speaking], key=_slot))
        return self._with(changed, seat, places)

    def left(self, catalogue: Catalogue, seat: Seat, card: CardId, piece: PieceId) -> "InPlay":
        """Return the texts in play after a Fighter has left play."""
        mine, places = self.both[seat], {**self.places}
        del places[piece]
        if card not in catalogue.auras and card not in catalogue.speaks:
            return self._with(mine, seat, places)
        auras = [one for one in mine.auras if one.piece != piece]
        return self._with(OneSide(auras, [one for one in mine.speaking if one.piece != piece]), seat, places)

    def _with(self, mine: OneSide, seat: Seat, places: Mapping[PieceId | None, tuple[Seat, int]]) -> "InPlay":
        return InPlay((mine, self.both[1]) if seat == 0 else (self.both[0], mine), places)


def read(catalogue: Catalogue, sides: Sequence[Own]) -> InPlay:
    """Return the card texts that are in play on both sides."""
    first, second = [_one_side(catalogue, sides[seat], seat) for seat in SEATS]
    places: dict[PieceId | None, tuple[Seat, int]] = {
        piece: (seat, slot) for seat in SEATS for _, slot, piece in sources(sides[seat]) if piece is not None
    }
    return InPlay((first, second), places)


def _one_side(catalogue: Catalogue, side: Own, seat: Seat) -> OneSide:
    auras: list[Holding] = []
    speaking: list[Speaking] = []
    for card, slot, piece in sources(side):
        holding, saying = _of_source(catalogue, seat, card, slot, piece)
        auras += holding
        speaking += saying
    return OneSide(auras, speaking)


def _of_source(
    catalogue: Catalogue, seat: Seat, card: CardId, slot: int, piece: PieceId | None
) -> tuple[list[Holding], list[Speaking]]:
    return (
        [Holding(aura, seat, slot, piece) for aura in catalogue.auras.get(card, ())],
        [Speaking(on, card, slot, piece) for on in catalogue.speaks.get(card, ())],
    )


def sources(side: Own) -> list[Source]:
    """Return a seat's cards in play in the order of their texts: Powers, then the Stage, then Fighters from the left
    (AM-37)."""
    found: list[Source] = [(power, 0, None) for power in side.powers] if side.revealed else []
    if side.stage is not None:
        found.append((side.stage, 0, None))
    found += [(one.card, slot, one.piece) for slot, one in enumerate(side.slots, 1) if one is not None]
    return found
