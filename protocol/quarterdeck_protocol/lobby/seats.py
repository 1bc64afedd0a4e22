"""Messages about the seats of a player: a new window or device needs them to go on."""

import msgspec

from quarterdeck_protocol.lobby.matchmaking import Offer, Ticket
from quarterdeck_protocol.lobby.tables import TableStage
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, Seat, TableId
from quarterdeck_protocol.sides import FromClient, FromServer, Scope


class GetSeats(FromClient, frozen=True, kw_only=True, tag="get_seats"):
    """Ask for the player's seats and ticket, regardless of the connection that they came from. Answered by `seats`."""

    open_to = (Scope.LOBBY_READ, Scope.PLAY)


class OwnSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of one's own, at a table that is gathering or playing."""

    table: TableId
    match: MatchId
    """The id of the match that is being played there, or of the one to come."""

    game: GameName
    stage: TableStage
    seat: Seat
    asked: bool
    """True if the player has to act: the match waits for this seat, or the table for its `ready`."""

    until: Milliseconds | None = None
    """The end of this seat's time, by the store's clock, if the match waits for it."""


class Seats(FromServer, frozen=True, kw_only=True, tag="seats"):
    """Answers `get_seats`."""

    seats: tuple[OwnSeat, ...]
    """Every table with the player that is not over, the latest first."""

    ticket: Ticket | None
    """One's ticket in quick match, if one seeks."""

    offer: Offer | None
    """The match that one is offered, if it waits for answers."""

    now: Milliseconds
    """The store's clock: `until − now` is the remaining time."""
