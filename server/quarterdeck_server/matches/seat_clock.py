"""The clock of one seat in a match, computed from the times of the log entries.

A seat has three kinds of time, which are used up in this order: the time for one decision, new for each decision; the
rest of the time for its turn, in games with such a limit; and the rest of its time bank. Only time that was really used
is subtracted.

    asked_at ── own ── own_ends ── of the turn ── turn_ends ── of the bank ── until
"""

import msgspec
from msgspec.structs import replace
from quarterdeck_protocol.names import Milliseconds, Seat

from quarterdeck_server.matches.log import Deadline


class TurnClock(msgspec.Struct, frozen=True, gc=False):
    """The time limit of one turn of a seat."""

    turn: int
    """Number of the turn. Another number means another turn with its full time."""

    limit: Milliseconds
    """Time for the turn, in addition to the own time of each decision."""


class Given(msgspec.Struct, frozen=True, gc=False):
    """The time that a seat gets for one decision."""

    own: Milliseconds
    """Time for this decision alone."""

    turn: TurnClock | None = None
    """The turn whose time is used after that; `None` if the game has no time for turns."""

    bank: bool = False
    """True if the seat's time bank is used after both."""


class SeatClock(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The state of a seat's clock after a log entry."""

    bank: Milliseconds
    """Remaining time bank when the seat was asked for the decision."""

    turn: int | None = None
    """The turn for which time was counted last."""

    turn_left: Milliseconds = Milliseconds(0)
    """Remaining time of that turn when the seat was asked for the decision."""

    asked_at: Milliseconds = Milliseconds(0)
    own_ends: Milliseconds = Milliseconds(0)
    turn_ends: Milliseconds = Milliseconds(0)
    until: Milliseconds | None = None
    """Time at which the clock runs out. `None` if the seat is not asked for a decision; then the three fields before
    this one mean nothing."""

    @property
    def bank_offered(self) -> Milliseconds:
        """The part of the offered time that comes from the time bank."""
        return Milliseconds(0 if self.until is None else self.until - self.turn_ends)

    @property
    def had_time(self) -> bool:
        """True if the clock offered the seat any time for its decision."""
        return self.until is not None and self.until > self.asked_at

    def goes_on_with(self, given: Given) -> bool:
        """True if the running clock can continue for the next decision. A decision in another turn starts a new
        clock."""
        return self.until is not None and (given.turn is None or given.turn.turn == self.turn)

    def stopped(self, at: Milliseconds) -> "SeatClock":
        """Return the clock stopped at this time, with the used time subtracted from the turn and the bank."""
        left, bank = self._left(at)
        return replace(self, turn_left=left, bank=bank, until=None)

    def moved(self, by: int) -> "SeatClock":
        """Return the clock as if it had begun this many milliseconds later."""
        if self.until is None:
            return self
        return replace(
            self,
            asked_at=Milliseconds(self.asked_at + by),
            own_ends=Milliseconds(self.own_ends + by),
            turn_ends=Milliseconds(self.turn_ends + by),
            until=Milliseconds(self.until + by),
        )

    def _left(self, at: Milliseconds) -> tuple[Milliseconds, Milliseconds]:
        """Return the remaining times of the turn and of the time bank at this time."""
        if self.until is None or at <= self.own_ends:
            return self.turn_left, self.bank
        over = at - self.own_ends
        of_turn = min(over, self.turn_ends - self.own_ends)
        return Milliseconds(self.turn_left - of_turn), Milliseconds(max(0, self.bank - (over - of_turn)))

    def started(self, at: Milliseconds, given: Given) -> "SeatClock":
        """Return the clock for a decision that begins at this time. The time used until then is subtracted."""
        (left, bank), turn = self._left(at), self.turn
        if given.turn is not None and given.turn.turn != turn:
            turn, left = given.turn.turn, given.turn.limit
        own_ends = at + given.own
        turn_ends = own_ends + (left if given.turn is not None else 0)
        return SeatClock(
            bank=bank,
            turn=turn,
            turn_left=left,
            asked_at=at,
            own_ends=Milliseconds(own_ends),
            turn_ends=Milliseconds(turn_ends),
            until=Milliseconds(turn_ends + (bank if given.bank else 0)),
        )

    def due(self, given: Given, *, ran_out: bool) -> Deadline:
        """Return the deadline of a decision that begins with a log entry whose time is not known yet. `ran_out` is true
        for the entry with which the server plays for the seat.

        The later the entry is written, the less time of the turn and the bank remains, so their end is a fixed time.
        But that time is used up only after the time for the decision itself. So the deadline is the earlier of a time
        and a duration.
        """
        fixed, reserve, shrinks_from = given.own, Milliseconds(0), self.turn_ends
        if given.turn is not None:
            if given.turn.turn != self.turn:
                fixed = Milliseconds(fixed + given.turn.limit)
            elif self.turn_ends > self.own_ends:
                reserve, shrinks_from = self.turn_left, self.own_ends
            else:
                fixed = Milliseconds(fixed + self.turn_left)
        if given.bank:
            reserve = Milliseconds(reserve + self.bank)
        if self.until is None:
            return Deadline(None, Milliseconds(fixed + reserve))
        if ran_out or not reserve:
            return Deadline(None, fixed)
        return Deadline(Milliseconds(shrinks_from + reserve + fixed), Milliseconds(reserve + fixed))


class Frozen(msgspec.Struct, frozen=True, array_like=True):
    """The clocks of a match during a recess."""

    at: Milliseconds
    """The time at which they were stopped."""

    clocks: list[SeatClock]
    obeys_at: dict[Seat, Milliseconds]
