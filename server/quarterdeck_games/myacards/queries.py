"""What holds on the field now: which laws, and what every card's statistics come to.

Constant effects and bonuses are added up when asked. Only who has been awarded a group bonus is stored, because that
depends on what has been (MY-33, MY-35).
"""

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from quarterdeck_protocol.games.myacards import Bonus, Kind
from quarterdeck_protocol.names import Seat

from quarterdeck_games.myacards.effects import (
    Aura,
    Cancels,
    Card,
    Crowns,
    Eases,
    Guards,
    Law,
    Reach,
    Side,
    Swift,
    Who,
    Withstands,
)
from quarterdeck_games.myacards.state import ENTITY_ZONES, Board, Piece, State, column_of, half_of
from quarterdeck_games.two_seats import SEATS

WORTH = {Bonus.TYRANT: 1, Bonus.PHYLOGENETIC: 1, Bonus.SISTER_TAXA: 2, Bonus.PACK: 3}
"""S4:58…61."""

Faces = Mapping[str, Card]
"""The cards that a match is played with."""

SomeLaw = TypeVar("SomeLaw", bound=Law)


class Stats(NamedTuple):
    """The three statistics of an active card."""

    attack: int
    defense: int
    speed: int


class Holding(NamedTuple):
    """A law with the card that lays it down."""

    law: Law
    seat: Seat
    zone: int


def laws_of(board: Board, cards: Faces) -> list[Holding]:
    """Return every law that holds now, in the order of the zones."""
    found = []
    for zone, piece in enumerate(board):
        if piece is not None:
            laws = cards[piece.card].laws
            if laws:
                found += [Holding(law, piece.seat, zone) for law in laws]
    return found


def chosen_laws(laws: list[Holding], kind: type[SomeLaw], seat: Seat) -> list[SomeLaw]:
    """Return the laws of a kind that a seat's own cards lay down."""
    return [law for law, owner, _ in laws if owner == seat and isinstance(law, kind)]


def is_meant(cards: Faces, who: Who, seat: Seat, zone: int | None, piece: Piece, at: int) -> bool:
    """Return whether a card at a zone is meant by a card of `seat`, which lies at `zone`."""
    card = cards[piece.card]
    if card.kind not in who.kinds:
        return False
    if who.side is not Side.ANY and (piece.seat == seat) is not (who.side is Side.OWN):
        return False
    if who.reach is not Reach.ANYWHERE and not _in_reach(who.reach, zone, piece, at):
        return False
    if who.affinity and who.affinity not in card.affinities:
        return False
    return not who.taxon or who.taxon in card.sets


def _in_reach(reach: Reach, zone: int | None, piece: Piece, at: int) -> bool:
    if reach is Reach.HOME:
        return half_of(at) == piece.seat
    if reach is Reach.ABROAD:
        return half_of(at) != piece.seat
    distance = abs(column_of(at) - column_of(zone or 0))
    return distance <= (1 if reach is Reach.NEAR else 0)


def filled(board: Board, seat: Seat) -> int:
    """Count the entity zones on a seat's half that its own cards fill (MY-21, MY-30)."""
    count = 0
    for zone in ENTITY_ZONES[seat]:
        piece = board[zone]
        if piece is not None and piece.seat == seat:
            count += 1
    return count


def is_tyrant(board: Board, seat: Seat, laws: list[Holding]) -> bool:
    """S4:58: all 24 entity zones, or as many as a card asks for."""
    needed = min([24, *[law.zones for law in chosen_laws(laws, Crowns, seat)]])
    return filled(board, seat) >= needed


def cancelled(laws: list[Holding], seat: Seat) -> set[Bonus]:
    """Return the bonuses that add nothing for a seat now."""
    found: set[Bonus] = set()
    for law, owner, _ in laws:
        if isinstance(law, Cancels) and (law.side is Side.ANY or (owner == seat) is (law.side is Side.OWN)):
            found.update(law.bonuses)
    return found


class FieldQueries:
    """A board read once: its laws, and what they and the bonuses make of every active card.

    `uncrowned` are the seats that do not enjoy the Tyrant's bonus whatever they have filled (MY-37).
    """

    __slots__ = ("_auras", "_cancelled", "_tyrants", "board", "cards", "laws", "uncrowned")

    def __init__(self, board: Board, cards: Faces, uncrowned: tuple[Seat, ...] = ()) -> None:
        self.board = board
        self.cards = cards
        self.uncrowned = uncrowned
        self.laws = laws_of(board, cards)
        self._auras = [(law, seat, zone) for law, seat, zone in self.laws if isinstance(law, Aura)]
        self._cancelled = [cancelled(self.laws, seat) if self.laws else set() for seat in SEATS]
        self._tyrants = [
            seat not in uncrowned and is_tyrant(board, seat, self.laws) and Bonus.TYRANT not in self._cancelled[seat]
            for seat in SEATS
        ]

    @classmethod
    def of(cls, state: State) -> "FieldQueries":
        """Read the board of a state."""
        return cls(state.board, state.catalogue.cards, state.uncrowned)

    def is_of(self, state: State) -> bool:
        """Whether this is what the state says still."""
        return self.board is state.board and self.uncrowned == state.uncrowned

    def bonuses(self, piece: Piece) -> tuple[Bonus, ...]:
        """Return the bonuses that add to a card now."""
        found = []
        if self.cards[piece.card].kind is Kind.ACTIVE and self._tyrants[piece.seat]:
            found.append(Bonus.TYRANT)
        if piece.bonus is not None and piece.bonus not in self._cancelled[piece.seat]:
            found.append(piece.bonus)
        return tuple(found)

    def stats(self, piece: Piece, zone: int) -> Stats:
        """Return a card's statistics: printed, chips, bonuses and laws (no upper limit: MY-62)."""
        card = self.cards[piece.card]
        more = 1 if self._tyrants[piece.seat] else 0
        if piece.bonus is not None and piece.bonus not in self._cancelled[piece.seat]:
            more += WORTH[piece.bonus]
        attack = card.attack + piece.attack + more
        defense = card.defense + piece.defense + more
        speed = card.speed + piece.speed + more
        for chips in piece.chips:
            attack += chips.attack
            defense += chips.defense
            speed += chips.speed
        for law, seat, at in self._auras:
            if is_meant(self.cards, law.who, seat, at, piece, zone):
                attack += law.attack
                defense += law.defense
                speed += law.speed
        return Stats(attack, defense, speed)

    def has(self, kind: type[Law], seat: Seat | None = None) -> bool:
        """Whether a law of this kind holds, laid down by this seat or by anybody."""
        return any(isinstance(law, kind) and seat in (None, owner) for law, owner, _ in self.laws)

    def is_guarded(self, piece: Piece, zone: int) -> bool:
        """Whether a card cannot be attacked."""
        return any(
            isinstance(law, Guards) and is_meant(self.cards, law.who, s, at, piece, zone) for law, s, at in self.laws
        )

    def endures(self, piece: Piece, zone: int) -> int | None:
        """Return the attack that it takes to remove a support card; `None` if any does (MY-41)."""
        needed = [
            law.attack
            for law, seat, at in self.laws
            if isinstance(law, Withstands) and is_meant(self.cards, law.who, seat, at, piece, zone)
        ]
        return max(needed, default=None)

    def attacks_left(self, piece: Piece, zone: int) -> int:
        """Count the attacks that a card has left this turn (S4:81)."""
        swift = any(
            isinstance(law, Swift) and is_meant(self.cards, law.who, s, at, piece, zone) for law, s, at in self.laws
        )
        return 1 + piece.granted + swift - piece.attacks

    def needed(self, state: State, seat: Seat, card: Card) -> int:
        """Count the sacrifices that a card needs now."""
        if not card.sacrifices:
            return 0
        eased = sum(
            [
                law.sacrifices
                for law, owner, _ in self.laws
                if isinstance(law, Eases) and (law.side is Side.ANY or (owner == seat) is (law.side is Side.OWN))
            ]
        )
        return max(0, card.sacrifices - eased - state.sides[seat].waived)


def share_a_set(one: Card, another: Card) -> bool:
    """S4:30: two cards overlap when any of their classification sets are the same (MY-63)."""
    return not set(one.sets).isdisjoint(another.sets)
