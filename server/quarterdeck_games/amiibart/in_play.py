"""What the cards in play say: which auras hold, and what anybody waits for.

A state is asked for both again and again, and most of what happens nobody waits for: so the cards are read once.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from quarterdeck_protocol.games.amiibart import CardId, Cards, PieceId
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart.cards.card import Card
from quarterdeck_games.amiibart.effects import Aura
from quarterdeck_games.amiibart.triggers import When
from quarterdeck_games.two_seats import SEATS


class InSlot(Protocol):
    """A Fighter in a slot."""

    @property
    def piece(self) -> PieceId: ...
    @property
    def card(self) -> CardId: ...


class Own(Protocol):
    """What belongs to one seat."""

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
    """An aura with the card that has it."""

    aura: Aura
    owner: Seat
    slot: int
    piece: PieceId | None


class InPlay:
    """The texts in play."""

    __slots__ = ("auras", "places", "waited_for")

    def __init__(self, cards: Mapping[str, Card], sides: Sequence[Own]) -> None:
        self.auras: list[Holding] = []
        self.waited_for: tuple[set[When], set[When]] = (set(), set())
        """What the Powers, the Stage and the Fighters of each seat wait for."""

        self.places: dict[PieceId, tuple[Seat, int]] = {}
        """Each Fighter's owner and slot: a table, for an action looks seven times for a Fighter."""

        for seat in SEATS:
            for name, slot, piece in sources(sides[seat]):
                card = cards[name]
                if piece is not None:
                    self.places[piece] = (seat, slot)
                if card.auras:
                    self.auras += [Holding(aura, seat, slot, piece) for aura in card.auras]
                if card.on:
                    self.waited_for[seat].update([on.when for on in card.on])


def sources(side: Own) -> list[Source]:
    """Return a seat's cards in play as they speak: Powers, then the Stage, then Fighters from the left (AM-37)."""
    found: list[Source] = [(power, 0, None) for power in side.powers] if side.revealed else []
    if side.stage is not None:
        found.append((side.stage, 0, None))
    found += [(one.card, slot, one.piece) for slot, one in enumerate(side.slots, 1) if one is not None]
    return found
