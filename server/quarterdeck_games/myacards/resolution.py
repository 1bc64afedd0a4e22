"""Where a decision is worked out, and the checks that follow whatever changes the field."""

from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Kind, Reason, Why
from quarterdeck_protocol.names import Seat

from quarterdeck_games.dice import Dice
from quarterdeck_games.game import Scribe
from quarterdeck_games.myacards.bonus_calls import dethroned
from quarterdeck_games.myacards.bonuses import HIGHEST_FIRST, gained, lost
from quarterdeck_games.myacards.evolve import evolve
from quarterdeck_games.myacards.field import ROW_1, Piece, has_entity, zone_at
from quarterdeck_games.myacards.queries import FieldQueries
from quarterdeck_games.myacards.state import State
from quarterdeck_games.two_seats import DRAW, SEATS, lost_by


class Resolution(Scribe[State, my.Event]):
    """One decision in the making."""

    __slots__ = ("_reading", "dice")

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(evolve, state)
        self.dice = dice
        self._reading: FieldQueries | None = None

    @property
    def reading(self) -> FieldQueries:
        """What the board says now; read once for each board."""
        if self._reading is None or not self._reading.is_of(self.state.board, self.state.uncrowned):
            self._reading = self.state.field
        return self._reading

    def next_piece(self) -> my.PieceId:
        return my.PieceId(f"p{self.state.pieces + 1}")

    def remove(self, piece: Piece, why: Why, *, ban: bool = False) -> None:
        """Remove a card from play: it goes to its owner's Oblivion at once (S4:125)."""
        self.record(my.Removed(seat=piece.seat, card=piece.card, piece=piece.id, why=why, banned=ban))

    def settle(self) -> None:
        """Check bonuses, statistics below zero and dominions until nothing changes any more (MY-38)."""
        while True:
            self._award()
            doomed = self._doomed()
            if not doomed:
                return
            for piece, why in doomed:
                self.remove(piece, why)

    def _award(self) -> None:
        for ended in list(lost(self.reading)):
            self.record(ended)
        for fallen in list(dethroned(self.state)):
            self.record(fallen)
        if self.state.options.declare_bonus:
            return  # their players call them (MY-37)
        for bonus in HIGHEST_FIRST:
            for award in list(gained(self.reading, bonus, self.state.groups)):
                self.record(award.gained)

    def _doomed(self) -> list[tuple[Piece, Why]]:
        """Return all that must leave play now, all of it at once."""
        board, reading = self.state.board, self.reading
        found: list[tuple[Piece, Why]] = []
        for zone, piece in reading.pieces:
            if (
                reading.may_be_below_zero(piece)
                and self.state.catalogue.cards[piece.card].kind is Kind.ACTIVE
                and min(reading.stats(piece, zone)) < 0
            ):
                found.append((piece, Why.BELOW_ZERO))  # S4:91; nought stays (MY-39)
        for seat in SEATS:
            dominions = [board[zone_at(seat, 1, column)] for column in ROW_1[Kind.DOMINION]]
            if any(dominions) and not has_entity(board, seat):
                found += [(piece, Why.NO_ENTITY) for piece in dominions if piece is not None]  # S4:128, MY-53
        return found

    def judge(self) -> None:
        """See whether somebody has no entity left (S4:65): checked once everything else is done (G-2)."""
        if not self.state.live or self.state.ended is not None:
            return
        stands = [has_entity(self.state.board, seat) for seat in SEATS]
        if all(stands):
            return
        places = DRAW if not any(stands) else lost_by(SEATS[stands.index(False)])  # MY-5, MY-6, MY-8
        self.record(my.MatchEnded(places=places, reason=Reason.NO_ENTITIES))

    def lose(self, seat: Seat, reason: Reason) -> None:
        self.record(my.MatchEnded(places=lost_by(seat), reason=reason))
