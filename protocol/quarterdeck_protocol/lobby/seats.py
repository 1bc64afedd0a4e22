"""Messages about the seats of a player, which a new window or device needs to continue."""

import msgspec

from quarterdeck_protocol.lobby.matchmaking import Offer, Ticket
from quarterdeck_protocol.lobby.tables import TableStage
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, Seat, TableId
from quarterdeck_protocol.sides import FromClient, FromServer, Scope


class GetSeats(FromClient, frozen=True, kw_only=True, tag="get_seats"):
    """Request the player's seats and ticket, from all connections. Answered by `seats`."""

    open_to = (Scope.LOBBY_READ, Scope.PLAY)


class OwnSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of the player at a table that is not over."""

    table: TableId
    match: MatchId
    """The id of the current or the next match there."""

    game: GameName
    stage: TableStage
    seat: Seat
    asked: bool
    """True if the player has to act: the match waits for this seat, or the table for its `ready`."""

    until: Milliseconds | None = None
    """The end of this seat's time, by the store's clock; `null` if the match does not wait for it."""


class Seats(FromServer, frozen=True, kw_only=True, tag="seats"):
    """The answer to `get_seats`."""

    seats: tuple[OwnSeat, ...]
    """The player's seats at all tables that are not over, the latest first."""

    ticket: Ticket | None
    """The player's ticket in quick match; `null` without a search."""

    offer: Offer | None
    """The open offer to the player; `null` without one."""

    now: Milliseconds
    """The store's clock: `until − now` is the remaining time."""
