"""What the cards in play say: which auras hold, and what anybody waits for.

A state is asked for both again and again, and most of what happens nobody waits for: so the cards are read once.
"""

from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple, Protocol

from quarterdeck_protocol.games.amiibart import CardId, Cards, PieceId
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart.effects import Aura
from quarterdeck_games.amiibart.faces import Catalogue
from quarterdeck_games.amiibart.triggers import When
from quarterdeck_games.two_seats import SEATS

_NOTHING: frozenset[When] = frozenset()


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

    def __init__(self, catalogue: Catalogue, sides: Sequence[Own]) -> None:
        found = [(seat, *source) for seat in SEATS for source in sources(sides[seat])]
        self.places: Mapping[PieceId, tuple[Seat, int]] = {
            piece: (seat, slot) for seat, _, slot, piece in found if piece is not None
        }
        """Each Fighter's owner and slot: a table, for an action looks seven times for a Fighter."""

        auras = catalogue.auras
        self.auras: Sequence[Holding] = [
            Holding(aura, seat, slot, piece)
            for seat, name, slot, piece in found
            if name in auras
            for aura in auras[name]
        ]
        waits_for = catalogue.waits_for
        self.waited_for: Sequence[Set[When]] = [
            _NOTHING.union(*[waits_for[name] for owner, name, _, _ in found if owner == seat]) for seat in SEATS
        ]
        """What the Powers, the Stage and the Fighters of each seat wait for."""


def sources(side: Own) -> list[Source]:
    """Return a seat's cards in play as they speak: Powers, then the Stage, then Fighters from the left (AM-37)."""
    found: list[Source] = [(power, 0, None) for power in side.powers] if side.revealed else []
    if side.stage is not None:
        found.append((side.stage, 0, None))
    found += [(one.card, slot, one.piece) for slot, one in enumerate(side.slots, 1) if one is not None]
    return found
