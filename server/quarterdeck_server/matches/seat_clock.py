"""One seat's time in a match, folded from the times of the log's entries.

A seat has three kinds of time, used up in this order: the time of a decision, new each time; the rest of its turn, in
games with a time for turns; and the rest of its bank. Only time really taken is gone.

    asked_at ── own ── own_ends ── of the turn ── turn_ends ── of the bank ── until
"""

import msgspec
from msgspec.structs import replace
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.matches.log import Deadline


class TurnClock(msgspec.Struct, frozen=True, gc=False):
    """A turn of a seat, and its time."""

    turn: int
    """Which turn: another one begins with all of its time."""

    limit: Milliseconds
    """How long the seat may take in it, beside what each decision has for itself."""


class Given(msgspec.Struct, frozen=True, gc=False):
    """The time that a seat gets with a question."""

    own: Milliseconds
    """For this decision alone."""

    turn: TurnClock | None = None
    """The turn whose time stands behind that; `None` if no turn's does."""

    bank: bool = False
    """Whether its bank stands behind both."""


class SeatClock(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A seat's clock, as it stands after an entry."""

    bank: Milliseconds
    """What was left of its bank as it was asked."""

    turn: int | None = None
    """The turn whose time was counted last."""

    turn_left: Milliseconds = Milliseconds(0)
    """What was left of that turn as it was asked."""

    asked_at: Milliseconds = Milliseconds(0)
    own_ends: Milliseconds = Milliseconds(0)
    turn_ends: Milliseconds = Milliseconds(0)
    until: Milliseconds | None = None
    """When its time runs out; `None` if it is not asked for anything, and then the three before it mean nothing."""

    @property
    def bank_offered(self) -> Milliseconds:
        """The part of its time that is its bank."""
        return Milliseconds(0 if self.until is None else self.until - self.turn_ends)

    @property
    def had_time(self) -> bool:
        """True if the seat had any time to answer."""
        return self.until is not None and self.until > self.asked_at

    def goes_on_with(self, given: Given) -> bool:
        """True if the running clock may run on: another turn has a time of its own."""
        return self.until is not None and (given.turn is None or given.turn.turn == self.turn)

    def stopped(self, at: Milliseconds) -> "SeatClock":
        """Return the clock after the seat acted at this time, less the time taken."""
        left, bank = self._left(at)
        return replace(self, turn_left=left, bank=bank, until=None)

    def _left(self, at: Milliseconds) -> tuple[Milliseconds, Milliseconds]:
        """Return the rest of turn and bank at this time."""
        if self.until is None or at <= self.own_ends:
            return self.turn_left, self.bank
        over = at - self.own_ends
        of_turn = min(over, self.turn_ends - self.own_ends)
        return Milliseconds(self.turn_left - of_turn), Milliseconds(max(0, self.bank - (over - of_turn)))

    def started(self, at: Milliseconds, given: Given) -> "SeatClock":
        """Return the clock as the seat is asked at this time, less the time taken until then."""
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
        """Return the deadline if the seat were asked by an entry that has no time yet. `ran_out` is true for the entry
        by which the server plays for the seat.

        The rest of turn and bank shrinks as the entry comes later, so that the end stands still; but it does not begin
        to shrink before the decision's own time is over. So the end is the earlier of a time and a span.
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
