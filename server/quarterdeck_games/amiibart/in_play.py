"""What the cards in play say: which auras hold, and what anybody waits for.

A state is asked for both again and again, and most of what happens nobody waits for: so the cards are read once.
"""

from collections.abc import Iterator, Mapping, Sequence
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


class Source(NamedTuple):
    """A Power, a Stage or a Fighter in play; the first two are in no slot, which is 0, and no piece."""

    card: CardId
    slot: int = 0
    piece: PieceId | None = None


class Holding(NamedTuple):
    """An aura with the card that has it."""

    aura: Aura
    owner: Seat
    source: Source


class InPlay:
    """The texts in play."""

    __slots__ = ("auras", "waited_for")

    def __init__(self, cards: Mapping[str, Card], sides: Sequence[Own]) -> None:
        self.auras: list[Holding] = []
        self.waited_for: tuple[set[When], set[When]] = (set(), set())
        """What the Powers, the Stage and the Fighters of each seat wait for."""

        for seat in SEATS:
            for source in sources(sides[seat]):
                card = cards[source.card]
                self.auras += [Holding(aura, seat, source) for aura in card.auras]
                self.waited_for[seat].update([on.when for on in card.on])


def sources(side: Own) -> Iterator[Source]:
    """Return a seat's cards in play as they speak: Powers, then the Stage, then Fighters from the left (AM-37)."""
    if side.revealed:
        for power in side.powers:
            yield Source(power)
    if side.stage is not None:
        yield Source(side.stage)
    for slot, fighter in enumerate(side.slots, 1):
        if fighter is not None:
            yield Source(fighter.card, slot, fighter.piece)
