"""Notifications of quick match to the players connected to this process, and reports to the store that these players
are connected.

One task does all of it. Players to be notified are collected in a set, so nothing piles up, however many changes come.
The content of a message is read when it is sent.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol

import structlog
from quarterdeck_protocol.lobby.matchmaking import (
    OfferChanged,
    OfferStage,
    Ticket,
    TicketChanged,
    TicketGame,
    TicketParty,
    TicketStage,
)
from quarterdeck_protocol.names import Milliseconds, OfferId, PlayerId, TableId
from quarterdeck_protocol.sides import FromServer

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.documents import IndexEntry
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.matchmaking import offers as offering
from quarterdeck_server.lobby.matchmaking.notifications import PoolFigures, RoundFinished, SeekersChanged
from quarterdeck_server.lobby.matchmaking.rating_bands import BOUND, bands
from quarterdeck_server.lobby.matchmaking.repository import SEEKER_INDEX, MatchmakingRepository
from quarterdeck_server.lobby.matchmaking.tickets import SeekerRecord, TicketRecord, game_of
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.store_errors import Unavailable

SECONDS_BETWEEN_SIGNS_OF_LIFE = 3.0
SECONDS_UNTIL_TRYING_AGAIN = 1.0
LATELY = Milliseconds(60 * 60 * 1000)
"""Time for which returning players are notified of the end of their last ticket."""

MOST_NOTIFIED_AT_ONCE = 500

_log = structlog.get_logger()


class Subscriber(Protocol):
    """Interface of a connection that follows quick match for its player."""

    def receive(self, message: FromServer) -> None:
        """Receive a message."""
        ...

    def watch(self, table: TableId) -> None:
        """Send the client every change of this table from now on."""
        ...

    def sit_at(self, table: TableRecord) -> None:
        """Receive the state of the table at which the player's match has begun."""
        ...


class TablesToRead(Protocol):
    """Interface to the tables that this module needs."""

    async def read(self, table: TableId) -> TableRecord:
        """Return a table. Raises `CommandRefused`, `Unavailable`."""
        ...


class MatchmakingNotifier:
    """Sends news about tickets and offers of quick match to the players that are connected to this process."""

    def __init__(
        self,
        repository: MatchmakingRepository,
        tables: TablesToRead,
        now: Callable[[], Milliseconds],
        event_bus: EventBus,
    ) -> None:
        self._repository = repository
        self._tables = tables
        self._now = now
        self._subscribers: dict[PlayerId, dict[Subscriber, None]] = {}
        self._seeking: set[PlayerId] = set()
        """The connected players with a ticket, as far as is known."""

        self._to_notify: dict[PlayerId, OfferId | None] = {}
        self._have_come: set[PlayerId] = set()
        self._figures: dict[str, PoolFigures] = {}
        self._figures_of = Milliseconds(0)
        self._wake = asyncio.Event()
        self._telling: asyncio.Task[None] | None = None
        event_bus.subscribe(SeekersChanged, self._changed)
        event_bus.subscribe(RoundFinished, self._round_finished)
        event_bus.subscribe_to_gaps(self._missed)

    @property
    def last_round_at(self) -> Milliseconds | None:
        """Time of the last round of pairing, by the store's clock; `None` before the first notification."""
        return self._figures_of or None

    def looking(self) -> Mapping[str, int]:
        """Return the number of seeking players in each game at the end of the last round, on all servers."""
        found: dict[str, int] = {}
        for pool, figures in self._figures.items():
            game = game_of(pool)
            found[game] = found.get(game, 0) + figures.looking
        return found

    def start(self) -> None:
        """Begin to notify."""
        self._telling = asyncio.ensure_future(self._notify_for_ever())

    async def close(self) -> None:
        """Cancel the background task that sends quick match notifications."""
        if self._telling is not None:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)

    def come(self, player: PlayerId, subscriber: Subscriber) -> None:
        """Notify this connection of its player's ticket from now on. The first message is the current state, if there
        is a ticket."""
        self._subscribers.setdefault(player, {})[subscriber] = None
        self._have_come.add(player)
        self._note(player)

    def resume(self, player: PlayerId, subscriber: Subscriber) -> None:
        """Notify this connection of all further changes. Another process has notified it until now."""
        self._subscribers.setdefault(player, {})[subscriber] = None

    def is_seeking(self, player: PlayerId) -> bool:
        """True if a player connected here has a ticket, as far as this process knows."""
        return player in self._seeking or player in self._have_come

    def go(self, player: PlayerId, subscriber: Subscriber) -> None:
        """Stop notifying this connection about quick match."""
        subscribers = self._subscribers.get(player, {})
        subscribers.pop(subscriber, None)
        if not subscribers:
            self._subscribers.pop(player, None)
            self._seeking.discard(player)
            self._have_come.discard(player)
            self._to_notify.pop(player, None)

    async def ticket_of(self, player: PlayerId) -> TicketChanged:
        """Return the state of a player's ticket. Raises `Unavailable`."""
        (seen,) = await self._repository.seekers([player])
        seeker = seen.record or SeekerRecord()
        ticket = None
        if seeker.ticket is not None:
            ticket = (await self._repository.tickets([seeker.ticket]))[0].record
            if player in self._subscribers:
                self._seeking.add(player)
        return self._message_about(seeker, ticket)

    async def notify(self) -> None:
        """Send all pending notifications about quick match. If it raises `Unavailable`, they stay pending."""
        while self._to_notify:
            some = dict(list(self._to_notify.items())[:MOST_NOTIFIED_AT_ONCE])
            for player in some:
                del self._to_notify[player]
            try:
                await self._notify(some)
            except Unavailable:
                self._to_notify = {**some, **self._to_notify}
                raise

    async def report_connected_seekers(self) -> None:
        """Record in the store which players with a ticket are connected here. Raises `Unavailable`."""
        here, now = list(self._seeking), self._now()
        for start in range(0, len(here), MOST_NOTIFIED_AT_ONCE):
            some = here[start : start + MOST_NOTIFIED_AT_ONCE]
            await self._repository.documents.commit([], [IndexEntry(SEEKER_INDEX, player, now) for player in some])

    async def _notify_for_ever(self) -> None:
        loop = asyncio.get_running_loop()
        signs_at = loop.time()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(signs_at):
                    await self._wake.wait()
            self._wake.clear()
            try:
                await self.notify()
                if loop.time() >= signs_at:
                    await self.report_connected_seekers()
                    signs_at = loop.time() + SECONDS_BETWEEN_SIGNS_OF_LIFE
            except Exception as error:
                signs_at = loop.time() + SECONDS_UNTIL_TRYING_AGAIN
                if not isinstance(error, Unavailable):
                    _log.exception("a player could not be notified of their ticket")

    async def _notify(self, players: dict[PlayerId, OfferId | None]) -> None:
        """Send these players the state of their tickets, offers and tables."""
        here = [player for player in players if player in self._subscribers]
        seekers = [seen.record or SeekerRecord() for seen in await self._repository.seekers(here)]
        wanted = list({seeker.ticket for seeker in seekers if seeker.ticket is not None})
        tickets = dict(zip(wanted, (seen.record for seen in await self._repository.tickets(wanted)), strict=True))
        offers_of: dict[PlayerId, OfferId] = {}
        for player, seeker in zip(here, seekers, strict=True):
            ticket = None if seeker.ticket is None else tickets[seeker.ticket]
            offer = (ticket.offer if ticket is not None else seeker.offer) or players[player]
            if offer is not None:
                offers_of[player] = offer
        read = list(set(offers_of.values()))
        offers = dict(zip(read, (seen.record for seen in await self._repository.offers(read)), strict=True))
        back = {player for player in here if player in self._have_come}
        self._have_come -= back
        for player, seeker in zip(here, seekers, strict=True):
            ticket = None if seeker.ticket is None else tickets[seeker.ticket]
            self._seeking.discard(player)
            if ticket is not None:
                self._seeking.add(player)
            elif player in back and (seeker.ended is None or seeker.ended_at < self._now() - LATELY):
                continue  # a newly connected player without a recent ticket gets no message
            self._send(player, self._message_about(seeker, ticket))
            offered = offers.get(offers_of[player]) if player in offers_of else None
            if offered is not None and offered.seat_of(player) is not None:
                self._send(player, OfferChanged(offer=offering.shown(offered, player), now=self._now()))
                if offered.stage is OfferStage.BEGUN and ticket is None:
                    await self._seat(player, offered.table)
        if back & self._seeking:
            await self.report_connected_seekers()

    async def _seat(self, player: PlayerId, table: TableId) -> None:
        subscribers = list(self._subscribers.get(player, ()))
        for subscriber in subscribers:
            subscriber.watch(table)  # follow first, then read, so that no change between is missed
        try:
            record = await self._tables.read(table)
        except CommandRefused:  # everybody has left it since
            return
        for subscriber in subscribers:
            subscriber.sit_at(record)

    def _message_about(self, seeker: SeekerRecord, ticket: TicketRecord | None) -> TicketChanged:
        now = self._now()
        if ticket is None:
            return TicketChanged(ticket=None, ended=seeker.ended, now=now)
        return TicketChanged(ticket=self._explained(ticket, now), ended=None, now=now)

    def _explained(self, ticket: TicketRecord, now: Milliseconds) -> Ticket:
        """Return a ticket with an explanation of its state. While friends are missing, it is explained as if they
        joined now."""
        games = []
        is_counted = ticket.is_waiting and ticket.free_from < self._figures_of
        waits_from = ticket.waits_from or Milliseconds(max(now, ticket.held_until))
        since, until_then = Milliseconds(waits_from - ticket.waited), max(0, waits_from - now)
        for place, wish in enumerate(ticket.wishes):
            rating, figures = ticket.rating_in(place), self._figures.get(ticket.pool_of(wish), PoolFigures())
            games.append(
                TicketGame(
                    game=wish.game,
                    options=wish.options,
                    rating=rating.number,
                    uncertainty=rating.uncertainty,
                    looking=figures.looking + (0 if is_counted else len(ticket.members)),
                    looking_bots=figures.looking_bots + (0 if is_counted else ticket.bots),
                    bands=bands(rating.number, rating.uncertainty, since, now),
                    estimated_wait=figures.estimated_wait(ticket.waited_at(now), until_then),
                )
            )
        party = ticket.party
        players = tuple(member.player for member in ticket.members)
        held = ticket.held_until if ticket.held_until > now else None
        return Ticket(
            id=ticket.id,
            games=tuple(games),
            time_limit=ticket.time_limit,
            rated=ticket.rated,
            opponents=ticket.opponents,
            since=Milliseconds(now - ticket.waited_at(now)),
            stage=_stage(ticket, is_held=held is not None),
            bots_from=None if ticket.bots_after is None else Milliseconds(since + ticket.bots_after),
            anybody_from=Milliseconds(since + BOUND),
            held_until=held,
            party=None if party is None else TicketParty(size=party.size, players=players),
            offer=ticket.offer,
            unrated=ticket.unrated,
        )

    def _send(self, player: PlayerId, message: FromServer) -> None:
        for subscriber in list(self._subscribers.get(player, ())):
            subscriber.receive(message)

    def _note(self, player: PlayerId, offer: OfferId | None = None) -> None:
        self._to_notify[player] = offer or self._to_notify.get(player)
        self._wake.set()

    def _note_all(self, players: Sequence[PlayerId]) -> None:
        for player in players:
            self._note(player)

    def _changed(self, news: SeekersChanged) -> None:
        for player in news.players:
            if player in self._subscribers:
                self._have_come.discard(player)
                self._note(player, news.offer)

    def _round_finished(self, news: RoundFinished) -> None:
        self._figures, self._figures_of = dict(news.pools), news.at
        self._note_all(list(self._seeking))

    def _missed(self) -> None:
        self._note_all(list(self._subscribers))
        self._have_come.update(self._subscribers.keys() - self._seeking)


def _stage(ticket: TicketRecord, *, is_held: bool) -> TicketStage:
    if ticket.offer is not None:
        return TicketStage.OFFERED
    if not ticket.is_waiting:
        return TicketStage.GATHERING
    return TicketStage.HELD if is_held else TicketStage.WAITING
