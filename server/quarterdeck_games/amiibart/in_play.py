"""What the cards in play say: which auras hold, and what anybody waits for.

A state is asked for both again and again, and most of what happens nobody waits for: so the cards are read once.
"""

from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple, Protocol

from quarterdeck_protocol.games.amiibart import CardId, Cards, PieceId
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart.cards.card import On
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


class Speaking(NamedTuple):
    """A text that waits for something, with the card that has it."""

    on: On
    card: CardId
    slot: int
    piece: PieceId | None


class OneSide:
    """The texts that one seat has in play."""

    __slots__ = ("auras", "places", "speaking", "waited_for")

    def __init__(self, catalogue: Catalogue, seat: Seat, side: Own) -> None:
        auras, speaks = catalogue.auras, catalogue.speaks
        self.places: dict[PieceId | None, tuple[Seat, int]] = {}
        self.auras: list[Holding] = []
        self.speaking: list[Speaking] = []
        for card, slot, piece in sources(side):
            if piece is not None:
                self.places[piece] = (seat, slot)
            if card in auras:
                self.auras += [Holding(aura, seat, slot, piece) for aura in auras[card]]
            if card in speaks:
                self.speaking += [Speaking(on, card, slot, piece) for on in speaks[card]]
        self.waited_for: Set[When] = {one.on.when for one in self.speaking} if self.speaking else _NOTHING


class InPlay:
    """The texts in play. What an event changes of them is read anew; the other seat's are the same as before it."""

    __slots__ = ("auras", "both", "places", "speaking", "waited_for")

    def __init__(self, catalogue: Catalogue, sides: Sequence[Own], both: Sequence[OneSide] = ()) -> None:
        first, second = both or [OneSide(catalogue, seat, sides[seat]) for seat in SEATS]
        self.both = (first, second)
        self.places: Mapping[PieceId | None, tuple[Seat, int]] = {**first.places, **second.places}
        """Each Fighter's owner and slot: a table, for an action looks seven times for a Fighter."""

        self.auras: Sequence[Holding] = [*first.auras, *second.auras]
        self.speaking: Sequence[Sequence[Speaking]] = (first.speaking, second.speaking)
        """The texts of each seat that wait for something, in the order in which they speak (AM-37)."""

        self.waited_for: Sequence[Set[When]] = (first.waited_for, second.waited_for)
        """What the Powers, the Stage and the Fighters of each seat wait for."""

    def with_side(self, catalogue: Catalogue, sides: Sequence[Own], seat: Seat) -> "InPlay":
        """Return what is in play when that of one seat has changed."""
        mine = OneSide(catalogue, seat, sides[seat])
        return InPlay(catalogue, sides, (mine, self.both[1]) if seat == 0 else (self.both[0], mine))


def sources(side: Own) -> list[Source]:
    """Return a seat's cards in play as they speak: Powers, then the Stage, then Fighters from the left (AM-37)."""
    found: list[Source] = [(power, 0, None) for power in side.powers] if side.revealed else []
    if side.stage is not None:
        found.append((side.stage, 0, None))
    found += [(one.card, slot, one.piece) for slot, one in enumerate(side.slots, 1) if one is not None]
    return found
