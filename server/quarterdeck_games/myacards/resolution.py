"""A decision of MYACARDS while it is computed, and the checks after each change of the field."""

from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Kind, Reason, Why
from quarterdeck_protocol.names import Seat

from quarterdeck_games.dice import Dice
from quarterdeck_games.game import Scribe
from quarterdeck_games.myacards.bonus_calls import dethroned
from quarterdeck_games.myacards.bonuses import HIGHEST_FIRST, gained, lost
from quarterdeck_games.myacards.evolve import evolve
from quarterdeck_games.myacards.field import ROW_1, Board, Piece, has_entity, zone_at
from quarterdeck_games.myacards.state import State
from quarterdeck_games.two_seats import DRAW, SEATS, lost_by

_DOMINION_COLUMNS = ROW_1[Kind.DOMINION]


class Resolution(Scribe[State, my.Event]):
    """A decision of MYACARDS while it is computed."""

    __slots__ = ("_settled", "dice")

    def __init__(self, state: State, dice: Dice, settled: Board | None = None) -> None:
        """Make the resolution of a decision, which applies its effects to a state. `settled` is a board that was
        checked already, like every board at the end of a decision."""
        super().__init__(evolve, state)
        self.dice = dice
        self._settled = settled

    def next_piece(self) -> my.PieceId:
        return my.PieceId(f"p{self.state.pieces + 1}")

    def remove(self, piece: Piece, why: Why, *, ban: bool = False) -> None:
        """Remove a card from play. It goes to its owner's Oblivion at once (S4:125)."""
        self.record(my.Removed(seat=piece.seat, card=piece.card, piece=piece.id, why=why, banned=ban))

    def settle(self) -> None:
        """Check bonuses, statistics below zero and dominions until nothing changes any more (MY-38). A board that was
        checked already needs no check."""
        while self.state.board is not self._settled:
            self._award()
            self._settled = self.state.board
            for piece, why in self._doomed():
                self.remove(piece, why)

    def _award(self) -> None:
        for ended in list(lost(self.state.field)):
            self.record(ended)
        for fallen in list(dethroned(self.state)):
            self.record(fallen)
        if self.state.options.declare_bonus:
            return  # their players call them (MY-37)
        for bonus in HIGHEST_FIRST:
            for award in list(gained(self.state.field, bonus, self.state.groups)):
                self.record(award.gained)

    def _doomed(self) -> list[tuple[Piece, Why]]:
        """Return all cards that must leave play now, at the same time, each with the reason."""
        board = self.state.board
        found = [(piece, Why.BELOW_ZERO) for piece in self.state.field.below_zero()]  # S4:91; nought stays (MY-39)
        for seat in SEATS:
            dominions = [board[zone_at(seat, 1, column)] for column in _DOMINION_COLUMNS]
            if any(dominions) and not has_entity(board, seat):
                found += [(piece, Why.NO_ENTITY) for piece in dominions if piece is not None]  # S4:128, MY-53
        return found

    def judge(self) -> None:
        """Check if a seat has no entity (S4:65), after everything else is done (G-2)."""
        if not self.state.live or self.state.ended is not None:
            return
        stands = [has_entity(self.state.board, seat) for seat in SEATS]
        if all(stands):
            return
        places = DRAW if not any(stands) else lost_by(SEATS[stands.index(False)])  # MY-5, MY-6, MY-8
        self.record(my.MatchEnded(places=places, reason=Reason.NO_ENTITIES))

    def lose(self, seat: Seat, reason: Reason) -> None:
        self.record(my.MatchEnded(places=lost_by(seat), reason=reason))
