"""Current facts of the field in MYACARDS: the laws (continuous effects), and every card's statistics.

Laws and bonuses are computed on request. Only awarded group bonuses are stored, because they depend on the past (MY-33,
MY-35).
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from quarterdeck_protocol.games.myacards import Bonus, Kind
from quarterdeck_protocol.names import Seat

from quarterdeck_games.myacards import effects as do
from quarterdeck_games.myacards.field import ENTITY_ZONES, Board, Piece, column_of, half_of, row_of
from quarterdeck_games.two_seats import SEATS

# Python 3.11 looks a member of an enum up slowly: those that are asked for in every action have names of their own.
_ACTIVE, _ANY, _OWN, _ANYWHERE = Kind.ACTIVE, do.Side.ANY, do.Side.OWN, do.Reach.ANYWHERE

WORTH = {Bonus.TYRANT: 1, Bonus.PHYLOGENETIC: 1, Bonus.SISTER_TAXA: 2, Bonus.PACK: 3}
"""The points of each bonus (S4:58…61)."""

Faces = Mapping[str, do.Card]
"""The cards that a match is played with."""

SomeLaw = TypeVar("SomeLaw", bound=do.Law)
AboutCards = TypeVar("AboutCards", do.Aura, do.Guards, do.Withstands, do.Swift)


class Stats(NamedTuple):
    """Attack, defense and speed of an active card."""

    attack: int
    defense: int
    speed: int


class Holding(NamedTuple, Generic[SomeLaw]):
    """A law (continuous card effect) with its card."""

    law: SomeLaw
    seat: Seat
    zone: int


def is_meant(cards: Faces, who: do.Who, seat: Seat, zone: int | None, piece: Piece, at: int) -> bool:
    """True if a card at the zone `at` is meant by a text of a card of `seat` at `zone`."""
    card = cards[piece.card]
    return _is_for(who, seat, card.kind, piece.seat) and _fits(who, zone, card, piece, at)


def _is_for(who: do.Who, seat: Seat, kind: Kind, owner: Seat) -> bool:
    """True if a text of a card of `seat` can mean cards of this kind and owner at all."""
    return kind in who.kinds and (who.side is _ANY or (owner == seat) is (who.side is _OWN))


def _fits(who: do.Who, zone: int | None, card: do.Card, piece: Piece, at: int) -> bool:
    """True if a card whose kind and owner fit also meets the text's other conditions, including its place."""
    return (
        (not who.affinity or who.affinity in card.affinities)
        and (not who.taxon or who.taxon in card.sets)
        and (who.reach is _ANYWHERE or _in_reach(who.reach, zone, piece, at))
    )


def _in_reach(reach: do.Reach, zone: int | None, piece: Piece, at: int) -> bool:
    if reach is do.Reach.HOME:
        return half_of(at) == piece.seat
    if reach is do.Reach.ABROAD:
        return half_of(at) != piece.seat
    distance = abs(column_of(at) - column_of(zone or 0))
    return distance <= (1 if reach is do.Reach.NEAR else 0)


def filled(board: Board, seat: Seat) -> int:
    """Count the entity zones on a seat's half that are filled by its own cards (MY-21, MY-30)."""
    count = 0
    for zone in ENTITY_ZONES[seat]:
        piece = board[zone]
        if piece is not None and piece.seat == seat:
            count += 1
    return count


class Relatives(NamedTuple):
    """Neighbouring cards of one seat in a row, each related to the next one."""

    half: int
    pieces: list[Piece]


class Added(NamedTuple):
    """Values that are added to all active cards of a seat, or to some of them."""

    tyrant: bool
    """True if the Tyrant's bonus is active."""

    cancelled: set[Bonus]
    """The bonuses that add nothing."""

    auras: list[Holding[do.Aura]]
    """The auras that affect this seat's active cards."""


class FieldQueries:
    """Facts of one board, computed once: its laws (continuous effects), and the resulting statistics of every active
    card.

    `uncrowned` are the seats without the Tyrant's bonus, regardless of their filled zones (MY-37).
    """

    def __init__(self, board: Board, cards: Faces, uncrowned: tuple[Seat, ...] = ()) -> None:
        self.board = board
        self.cards = cards
        self.uncrowned = uncrowned
        self.pieces = [(zone, piece) for zone, piece in enumerate(board) if piece is not None]
        self._laws: dict[type[Any], list[Holding[Any]]] = {}
        for zone, piece in self.pieces:
            for law in cards[piece.card].laws:
                self._laws.setdefault(type(law), []).append(Holding(law, piece.seat, zone))
        self._stats: dict[int, Stats] = {}
        self._entities: dict[Seat, Sequence[tuple[int, Piece]]] = {}

    def is_of(self, board: Board, uncrowned: tuple[Seat, ...]) -> bool:
        """True if these facts are still valid for a state with this board."""
        return self.board is board and self.uncrowned == uncrowned

    def entities(self, seat: Seat) -> Sequence[tuple[int, Piece]]:
        """Return a seat's entities with their zones, on both halves (MY-7); searched once."""
        found = self._entities.get(seat)
        if found is None:
            found = self._entities[seat] = [
                (zone, piece) for zone, piece in self.pieces if piece.seat == seat and row_of(zone) > 1
            ]
        return found

    def laws(self, kind: type[SomeLaw]) -> Sequence[Holding[SomeLaw]]:
        """Return the laws (continuous effects) of a kind that apply now, in the order of the zones."""
        return self._laws.get(kind, ())

    def chosen_laws(self, kind: type[SomeLaw], seat: Seat) -> list[SomeLaw]:
        """Return the laws (continuous effects) of a kind on a seat's own cards."""
        return [law for law, owner, _ in self.laws(kind) if owner == seat]

    def is_tyrant(self, seat: Seat) -> bool:
        """True if a seat has the Tyrant's bonus (S4:58): all 24 entity zones are filled, or as many as a card
        requires."""
        needed = min([24, *[law.zones for law in self.chosen_laws(do.Crowns, seat)]])
        return len(self.pieces) >= needed and filled(self.board, seat) >= needed

    @cached_property
    def _added(self) -> tuple[Added, ...]:
        """Values added to the active cards of each seat. They are computed at first use, because often no statistic is
        needed."""
        return tuple([self._added_for(seat) for seat in SEATS])

    def _added_for(self, seat: Seat) -> Added:
        cancelled: set[Bonus] = set()
        for law, owner, _ in self.laws(do.Cancels):
            if law.side is _ANY or (owner == seat) is (law.side is _OWN):
                cancelled.update(law.bonuses)
        tyrant = seat not in self.uncrowned and self.is_tyrant(seat) and Bonus.TYRANT not in cancelled
        auras = [each for each in self.laws(do.Aura) if _is_for(each.law.who, each.seat, _ACTIVE, seat)]
        return Added(tyrant, cancelled, auras)

    @cached_property
    def relatives(self) -> tuple[list[Relatives], list[Relatives]]:
        """For each seat its groups of related neighbours with at least one card without a bonus, on both halves and
        from left to right. Most of a field is in no group, so each bonus need not search all rows."""
        stretches: list[Relatives] = []
        before = -1
        for zone, piece in self.pieces:
            if row_of(zone) < 3:
                continue
            if zone != before + 1 or not column_of(zone) or not self._are_related(stretches[-1].pieces[-1], piece):
                stretches.append(Relatives(half_of(zone), []))
            stretches[-1].pieces.append(piece)
            before = zone
        found: tuple[list[Relatives], list[Relatives]] = ([], [])
        for each in stretches:
            if len(each.pieces) > 1 and any(piece.bonus is None for piece in each.pieces):
                found[each.pieces[0].seat].append(each)
        return found

    def _are_related(self, one: Piece, another: Piece) -> bool:
        """True if two neighbours might share any group bonus: they belong to the same seat, and have an order or a name
        in common."""
        if one.seat != another.seat:
            return False
        card, beside = self.cards[one.card], self.cards[another.card]
        return card.sets[4:5] == beside.sets[4:5] or card.name == beside.name

    def bonuses(self, piece: Piece) -> tuple[Bonus, ...]:
        """Return the bonuses that an active card has now."""
        tyrant, cancelled, _ = self._added[piece.seat]
        of_all = (Bonus.TYRANT,) if tyrant else ()
        return of_all if piece.bonus is None or piece.bonus in cancelled else (*of_all, piece.bonus)

    def stats(self, piece: Piece, zone: int) -> Stats:
        """Return a card's statistics: printed values, point chips, bonuses and laws, without an upper limit (MY-62).
        They are computed once."""
        found = self._stats.get(zone)
        if found is None:
            found = self._stats[zone] = self._added_up(piece, zone)
        return found

    def _added_up(self, piece: Piece, zone: int) -> Stats:
        card = self.cards[piece.card]
        tyrant, cancelled, auras = self._added[piece.seat]
        more = 1 if tyrant else 0
        if piece.bonus is not None and piece.bonus not in cancelled:
            more += WORTH[piece.bonus]
        attack = card.attack + piece.attack + more
        defense = card.defense + piece.defense + more
        speed = card.speed + piece.speed + more
        for chips in piece.chips:
            attack += chips.attack
            defense += chips.defense
            speed += chips.speed
        for law, _, at in auras:
            if _fits(law.who, at, card, piece, zone):
                attack += law.attack
                defense += law.defense
                speed += law.speed
        return Stats(attack, defense, speed)

    def below_zero(self) -> list[Piece]:
        """Return the active cards with a statistic below zero. Printed values are never below zero, so only cards with
        a reduced statistic are computed."""
        lessened = any(law.attack < 0 or law.defense < 0 or law.speed < 0 for law, _, _ in self.laws(do.Aura))
        return [
            piece
            for zone, piece in self.pieces
            if (lessened or piece.chips or piece.attack < 0 or piece.defense < 0 or piece.speed < 0)
            and self.cards[piece.card].kind is _ACTIVE
            and min(self.stats(piece, zone)) < 0
        ]

    def has(self, kind: type[do.Law], seat: Seat | None = None) -> bool:
        """True if a law (continuous effect) of this kind applies, from a card of this seat or of any seat."""
        return kind in self._laws and any(seat in (None, owner) for _, owner, _ in self._laws[kind])

    def is_guarded(self, piece: Piece, zone: int, turn: int) -> bool:
        """True if a card cannot be attacked in this turn."""
        return any(
            (law.turns is None or turn <= law.turns) and is_meant(self.cards, law.who, seat, at, piece, zone)
            for law, seat, at in self.laws(do.Guards)
        )

    def endures(self, piece: Piece, zone: int) -> int | None:
        """Return the attack value that removes a support card; `None` if any attack does (MY-41)."""
        return max([law.attack for law in self.on(do.Withstands, piece, zone)], default=None)

    def attacks_left(self, piece: Piece, zone: int) -> int:
        """Return the number of attacks that a card may still make this turn (S4:81)."""
        swift = do.Swift in self._laws and bool(self.on(do.Swift, piece, zone))
        return 1 + piece.granted + swift - piece.attacks

    def on(self, kind: type[AboutCards], piece: Piece, zone: int) -> list[AboutCards]:
        """Return the laws (continuous effects) of a kind that apply to a card."""
        return [law for law, seat, at in self.laws(kind) if is_meant(self.cards, law.who, seat, at, piece, zone)]

    def needed(self, card: do.Card, seat: Seat, waived: int) -> int:
        """Return the number of sacrifices that a card needs now. `waived` is the number that its player need not
        make."""
        if not card.sacrifices:
            return 0
        eased = sum(
            [
                law.sacrifices
                for law, owner, _ in self.laws(do.Eases)
                if law.side is _ANY or (owner == seat) is (law.side is _OWN)
            ]
        )
        return max(0, card.sacrifices - eased - waived)


def share_a_set(one: do.Card, another: do.Card) -> bool:
    """True if two cards share any of their classification sets (S4:30, MY-63)."""
    return not set(one.sets).isdisjoint(another.sets)
