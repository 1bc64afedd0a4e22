"""What holds on the field now: which laws, and what every card's statistics come to.

Constant effects and bonuses are added up when asked. Only who has been awarded a group bonus is stored, because that
depends on what has been (MY-33, MY-35).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

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
from quarterdeck_games.myacards.field import ACTIVE_ROWS, ENTITY_ZONES, Board, Piece, column_of, half_of
from quarterdeck_games.two_seats import SEATS

WORTH = {Bonus.TYRANT: 1, Bonus.PHYLOGENETIC: 1, Bonus.SISTER_TAXA: 2, Bonus.PACK: 3}
"""S4:58…61."""

Faces = Mapping[str, Card]
"""The cards that a match is played with."""

SomeLaw = TypeVar("SomeLaw", bound=Law)
AboutCards = TypeVar("AboutCards", Aura, Guards, Withstands, Swift)


class Stats(NamedTuple):
    """The three statistics of an active card."""

    attack: int
    defense: int
    speed: int


class Holding(NamedTuple, Generic[SomeLaw]):
    """A law with the card that lays it down."""

    law: SomeLaw
    seat: Seat
    zone: int


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


class Relatives(NamedTuple):
    """Neighbours in a row, of one seat, each related to the next."""

    half: int
    pieces: list[Piece]


class FieldQueries:
    """A board read once: its laws, and what they and the bonuses make of every active card.

    `uncrowned` are the seats that do not enjoy the Tyrant's bonus whatever they have filled (MY-37).
    """

    def __init__(self, board: Board, cards: Faces, uncrowned: tuple[Seat, ...] = ()) -> None:
        self.board = board
        self.cards = cards
        self.uncrowned = uncrowned
        self.pieces = [(zone, piece) for zone, piece in enumerate(board) if piece is not None]
        self._laws: dict[type[Law], list[Holding[Any]]] = {}
        for zone, piece in self.pieces:
            for law in cards[piece.card].laws:
                self._laws.setdefault(type(law), []).append(Holding(law, piece.seat, zone))
        self._auras = [[each for each in self.laws(Aura) if _may_mean(each, seat)] for seat in SEATS]
        """Those that may mean the active cards of a seat, to which each of these is held."""

        self._cancelled = [self._cancelled_for(seat) for seat in SEATS]
        self._tyrants = [
            seat not in uncrowned and Bonus.TYRANT not in self._cancelled[seat] and self.is_tyrant(seat)
            for seat in SEATS
        ]
        self._stats: dict[int, Stats] = {}

    def is_of(self, board: Board, uncrowned: tuple[Seat, ...]) -> bool:
        """Whether this is what a state with this board says still."""
        return self.board is board and self.uncrowned == uncrowned

    def laws(self, kind: type[SomeLaw]) -> Sequence[Holding[SomeLaw]]:
        """Return the laws of a kind that hold now, in the order of the zones."""
        return self._laws.get(kind, ())

    def chosen_laws(self, kind: type[SomeLaw], seat: Seat) -> list[SomeLaw]:
        """Return the laws of a kind that a seat's own cards lay down."""
        return [law for law, owner, _ in self.laws(kind) if owner == seat]

    def is_tyrant(self, seat: Seat) -> bool:
        """S4:58: all 24 entity zones, or as many as a card asks for."""
        needed = min([24, *[law.zones for law in self.chosen_laws(Crowns, seat)]])
        return len(self.pieces) >= needed and filled(self.board, seat) >= needed

    def _cancelled_for(self, seat: Seat) -> set[Bonus]:
        """Return the bonuses that add nothing for a seat now."""
        found: set[Bonus] = set()
        for law, owner, _ in self.laws(Cancels):
            if law.side is Side.ANY or (owner == seat) is (law.side is Side.OWN):
                found.update(law.bonuses)
        return found

    @cached_property
    def relatives(self) -> tuple[list[Relatives], list[Relatives]]:
        """For each seat its stretches of related neighbours, on both halves and from left to right, in which somebody
        has no bonus yet: most of a field is in none, so each bonus need not look for its own in all rows."""
        found: tuple[list[Relatives], list[Relatives]] = ([], [])
        for half in SEATS:
            for start in ACTIVE_ROWS[half]:
                for stretch in self._stretches(self.board[start : start + 8]):
                    if len(stretch) > 1 and any(piece.bonus is None for piece in stretch):
                        found[stretch[0].seat].append(Relatives(half, stretch))
        return found

    def _stretches(self, row: Board) -> Iterator[list[Piece]]:
        stretch: list[Piece] = []
        for piece in row:
            if stretch and (piece is None or not self._are_related(stretch[-1], piece)):
                yield stretch
                stretch = []
            if piece is not None:
                stretch.append(piece)
        if stretch:
            yield stretch

    def _are_related(self, one: Piece, another: Piece) -> bool:
        """Whether two neighbours might share any group bonus: they have a seat in common, and an order or a name."""
        if one.seat != another.seat:
            return False
        card, beside = self.cards[one.card], self.cards[another.card]
        return card.sets[4:5] == beside.sets[4:5] or card.name == beside.name

    def bonuses(self, piece: Piece) -> tuple[Bonus, ...]:
        """Return the bonuses that add to a card now."""
        found = []
        if self.cards[piece.card].kind is Kind.ACTIVE and self._tyrants[piece.seat]:
            found.append(Bonus.TYRANT)
        if piece.bonus is not None and piece.bonus not in self._cancelled[piece.seat]:
            found.append(piece.bonus)
        return tuple(found)

    def stats(self, piece: Piece, zone: int) -> Stats:
        """Return a card's statistics: printed, chips, bonuses and laws (no upper limit: MY-62); added up once."""
        found = self._stats.get(zone)
        if found is None:
            found = self._stats[zone] = self._added_up(piece, zone)
        return found

    def _added_up(self, piece: Piece, zone: int) -> Stats:
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
        for law, seat, at in self._auras[piece.seat]:
            if is_meant(self.cards, law.who, seat, at, piece, zone):
                attack += law.attack
                defense += law.defense
                speed += law.speed
        return Stats(attack, defense, speed)

    def may_be_below_zero(self, piece: Piece) -> bool:
        """Whether anything lessens a card's statistics; what is printed is never below zero."""
        return (
            piece.attack < 0
            or piece.defense < 0
            or piece.speed < 0
            or bool(piece.chips)
            or any(law.attack < 0 or law.defense < 0 or law.speed < 0 for law, _, _ in self._auras[piece.seat])
        )

    def has(self, kind: type[Law], seat: Seat | None = None) -> bool:
        """Whether a law of this kind holds, laid down by this seat or by anybody."""
        return any(seat in (None, owner) for _, owner, _ in self.laws(kind))

    def is_guarded(self, piece: Piece, zone: int) -> bool:
        """Whether a card cannot be attacked."""
        return bool(self.on(Guards, piece, zone))

    def endures(self, piece: Piece, zone: int) -> int | None:
        """Return the attack that it takes to remove a support card; `None` if any does (MY-41)."""
        return max([law.attack for law in self.on(Withstands, piece, zone)], default=None)

    def attacks_left(self, piece: Piece, zone: int) -> int:
        """Count the attacks that a card has left this turn (S4:81)."""
        return 1 + piece.granted + bool(self.on(Swift, piece, zone)) - piece.attacks

    def on(self, kind: type[AboutCards], piece: Piece, zone: int) -> list[AboutCards]:
        """Return the laws of a kind that mean a card."""
        return [law for law, seat, at in self.laws(kind) if is_meant(self.cards, law.who, seat, at, piece, zone)]

    def needed(self, card: Card, seat: Seat, waived: int) -> int:
        """Count the sacrifices that a card needs now; `waived` is how many its player need not make."""
        if not card.sacrifices:
            return 0
        eased = sum(
            [
                law.sacrifices
                for law, owner, _ in self.laws(Eases)
                if law.side is Side.ANY or (owner == seat) is (law.side is Side.OWN)
            ]
        )
        return max(0, card.sacrifices - eased - waived)


def _may_mean(aura: Holding[Aura], seat: Seat) -> bool:
    """Whether an aura is for active cards of this seat."""
    side = aura.law.who.side
    own_or_theirs = side is Side.ANY or (aura.seat == seat) is (side is Side.OWN)
    return own_or_theirs and Kind.ACTIVE in aura.law.who.kinds


def share_a_set(one: Card, another: Card) -> bool:
    """S4:30: two cards overlap when any of their classification sets are the same (MY-63)."""
    return not set(one.sets).isdisjoint(another.sets)
