"""A search for opponents: its ticket, the offers of matches, and the player's answers.

search = await me.seek(["density-deck", "amfibido"])
async for news in search:
    if isinstance(news, Offer):
        await search.accept()
seat = await search.begun()
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from typing import assert_never

from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_protocol.lobby import matchmaking as messages
from quarterdeck_protocol.messages import AnyFromServer
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, Version
from quarterdeck_protocol.refusals import RefusalCode

from quarterdeck_client.errors import ClientError, GoneError, RefusedError
from quarterdeck_client.followed_match import FollowedMatch
from quarterdeck_client.lobby.tables import TableRequests, begins_with
from quarterdeck_client.phrases import name_of
from quarterdeck_client.transport.answers import Ask, answered
from quarterdeck_client.verification.notes import Notes

PASSED = frozenset({RefusalCode.OFFER_OVER, RefusalCode.UNKNOWN_OFFER})

Watch = Callable[[MatchId, Version], Awaitable[FollowedMatch]]


class Search:
    """A search for opponents. The search continues after a reconnect, unless the connection was down for too long."""

    def __init__(self, ask: Ask, tables: TableRequests, watch_match: Watch, notes: Notes) -> None:
        self._ask = ask
        self._tables = tables
        self._watch_match = watch_match
        self._notes = notes
        self.ticket: messages.Ticket | None = None
        """The last known state of the search's ticket."""

        self.offer: messages.Offer | None = None
        """The last offer of a match."""

        self.ended: messages.TicketEnd | None = None
        """The reason why the ticket has ended; `None` while it is open."""

        self._ahead = 0.0
        self._has_begun_to = False
        self._unsent: dict[type, messages.Ticket | messages.Offer] = {}
        self._news = asyncio.Event()
        self._lost: ClientError | None = None

    @property
    def is_over(self) -> bool:
        """True if the ticket has ended. If a match has begun, the property is true only once the match's offer has
        arrived."""
        if self.ended is messages.TicketEnd.BEGUN:
            return self.offer is not None and self.offer.stage is messages.OfferStage.BEGUN
        return self.ended is not None

    def now(self) -> Milliseconds:
        """Return the store's time, estimated from the newest message."""
        return Milliseconds(round(time.monotonic() * 1000 + self._ahead))

    async def __aiter__(self) -> AsyncIterator[messages.Ticket | messages.Offer]:
        """Yield the ticket after each of its changes, and every offer, until the match begins or the player gives up.

        Raises `GoneError` if the ticket ends for another reason, and `LostError`.
        """
        while True:
            while self._unsent:
                _, news = self._unsent.popitem()
                yield news
            if self.is_over:
                why = None if self.ended is None else _loss(self.ended)
                if why is not None:
                    raise GoneError(why)
                return
            if self._lost is not None:
                raise self._lost
            self._news.clear()
            await self._news.wait()

    async def accept(self, entropy: str | None = None) -> bool:
        """Accept the offer, and return true if the answer came in time. Without `entropy`, the client draws a random
        share, once for each commitment. It sends the hash of the share now, and reveals the share by itself when all
        players have accepted. `Client.notes` stores the share."""
        offer = self.offer
        if offer is None:
            return False
        share = self._notes.share(offer.match, offer.commitment, entropy)
        return await self._answer(messages.Accept(offer=offer.id, entropy_hash=entropy_hash(share)))

    async def decline(self) -> bool:
        """Decline the offer and end the search. Return true if the answer came in time."""
        return self.offer is not None and await self._answer(messages.Decline(offer=self.offer.id))

    async def give_up(self) -> None:
        """Cancel the search. Raises `RefusedError` if the match is about to begin."""
        await answered(self._ask, messages.Unseek(), messages.TicketChanged)

    async def begun(self) -> FollowedMatch:
        """Wait until the match has begun, and return it. Raises `GoneError` if no match will begin, and `LostError`."""
        async for _ in self:
            pass
        if self.ended is not messages.TicketEnd.BEGUN or self.offer is None:
            raise GoneError("the search was cancelled")
        await self._revealed(self.offer)
        return await self._watch_match(self.offer.match, Version(0))

    async def _revealed(self, offer: messages.Offer) -> None:
        """Wait until all players have revealed entropy and the match has begun. Raises `GoneError` if the deal of the
        cards was cancelled."""
        try:
            async for table in self._tables.changes(offer.table):
                if not begins_with(offer.match, table):
                    return
        except GoneError:
            if self._tables.is_closed(offer.table):  # for no match could be begun there
                self.ended = messages.TicketEnd.BROKEN
            else:
                with suppress(ClientError):  # a player that has revealed seeks again
                    await self._tables.stand(offer.table)
            raise
        except RefusedError as refused:
            if refused.code is not RefusalCode.UNKNOWN_TABLE:  # unknown: the match is over, and all have left
                raise

    async def begin(self, command: messages.Seek) -> None:
        """Send the request for a quick match ticket."""
        answer = await answered(self._ask, command, messages.TicketChanged)
        self._has_begun_to = True
        self.receive(answer)

    def receive(self, message: AnyFromServer) -> None:
        """Handle a message of the server about tickets and offers."""
        if isinstance(message, messages.TicketChanged) and (self._has_begun_to or message.ticket is not None):
            self._has_begun_to = True
            self.ticket, self.ended = message.ticket, message.ended
            self._ahead = message.now - time.monotonic() * 1000
            if message.ticket is not None:
                self._unsent[messages.Ticket] = message.ticket
        elif isinstance(message, messages.OfferChanged) and self._is_newer(message.offer):
            self.offer = message.offer
            self._ahead = message.now - time.monotonic() * 1000
            self._unsent[messages.Offer] = message.offer
        self._news.set()

    def fail(self, error: ClientError) -> None:
        """Record that no more messages about the search will come."""
        self._lost = error
        self._news.set()

    def _is_newer(self, offer: messages.Offer) -> bool:
        """True if the message is newer than the known offer, because notifications and answers can arrive out of
        order."""
        known = self.offer
        if known is None or known.id != offer.id:
            return offer.stage in (messages.OfferStage.OPEN, messages.OfferStage.ACCEPTED, messages.OfferStage.BEGUN)
        return _progress(offer) > _progress(known)

    async def _answer(self, command: messages.Accept | messages.Decline) -> bool:
        try:
            answer = await answered(self._ask, command, messages.OfferChanged)
        except RefusedError as refused:
            if refused.code in PASSED:
                return False
            raise
        return answer.offer.stage is not messages.OfferStage.FAILED or isinstance(command, messages.Decline)


def _progress(offer: messages.Offer) -> tuple[bool, int, bool, bool]:
    """Return the fields of an offer that never decrease while it is open, as a sort key."""
    is_closed, is_begun = offer.stage is not messages.OfferStage.OPEN, offer.stage is messages.OfferStage.BEGUN
    return is_closed, offer.accepted, offer.has_accepted, is_begun


def _loss(ended: messages.TicketEnd) -> str | None:
    """Return a sentence with the reason why a ticket ended; `None` if the match has begun or the player has cancelled
    the search."""
    match ended:
        case messages.TicketEnd.ABSENT:
            return "an offer was not answered in time"
        case messages.TicketEnd.GONE:
            return "the ticket was withdrawn, because the connection was down for too long"
        case messages.TicketEnd.BROKEN:
            return "the server could not start the match"
        case (
            messages.TicketEnd.BEGUN
            | messages.TicketEnd.UNSOUGHT
            | messages.TicketEnd.DECLINED
            | messages.TicketEnd.OTHER
        ):
            return None
        case _:
            assert_never(ended)


OPPONENTS_IN_WORDS = {
    messages.Opponents.PEOPLE: "Only people, no bots of players.",
    messages.Opponents.BOTS: "Only bots of players.",
}


def wish(
    games: Sequence[str | messages.SoughtGame],
    *,
    time_limit: float,
    rated: bool,
    bots_after: float | None,
    party: tuple[str, int] | None,
    opponents: messages.Opponents,
) -> messages.Seek:
    """Return the `Seek` command for these terms. Times are in seconds, `party` is the code and size of a group of
    friends."""
    return messages.Seek(
        games=tuple(game if isinstance(game, messages.SoughtGame) else GameName(game) for game in games),
        time_limit=Milliseconds(round(time_limit * 1000)),
        rated=rated,
        bots_after=None if bots_after is None else Milliseconds(round(bots_after * 1000)),
        party=None if party is None else messages.PartyCode(code=party[0], size=party[1]),
        opponents=opponents,
    )


def explained(ticket: messages.Ticket, now: Milliseconds, titles: dict[str, str], seats: dict[str, int]) -> list[str]:
    """Return lines of text that describe a ticket. `now` is the time of the store's clock. `titles` and `seats` map
    each game to its title and its number of players."""
    waited = max(0, now - ticket.since) // 1000
    if ticket.party is not None and ticket.stage is messages.TicketStage.GATHERING:
        there = ", ".join(name_of(player) for player in ticket.party.players)
        return [f"Waiting for {ticket.party.size - len(ticket.party.players)} more of {ticket.party.size}: {there}"]
    lines = [f"Searching for {waited // 60}:{waited % 60:02}."]
    if ticket.held_until is not None:
        lines.append(f"Paused for {max(0, ticket.held_until - now) // 1000} s, after unanswered offers.")
    for game in ticket.games:
        soon = ", ".join(f"in {band.after // 1000} s {_range(band.lowest, band.highest)}" for band in game.bands[1:])
        takes = seats.get(game.game, 0)
        bots = f", {game.looking_bots} of them bots" if game.looking_bots else ""
        looking = f"{game.looking} looking{bots}" + (f", and it takes {takes}" if game.looking < takes else "")
        lines.append(f"{titles.get(game.game, game.game)}: {looking}; you have {game.rating} ± {game.uncertainty}")
        lines.append(f"  opponents now {_range(game.bands[0].lowest, game.bands[0].highest)}, {soon}")
        if game.estimated_wait is not None:
            lines.append(f"  expected in {game.estimated_wait // 1000} s, by recent matches")
    if ticket.opponents in OPPONENTS_IN_WORDS:
        lines.append(OPPONENTS_IN_WORDS[ticket.opponents])
    if ticket.bots_from is not None:
        lines.append(f"Server bots in {max(0, ticket.bots_from - now) // 1000} s, if nobody joins.")
    return lines


def _range(lowest: int | None, highest: int | None) -> str:
    return "anybody" if lowest is None else f"{lowest}–{highest}"
