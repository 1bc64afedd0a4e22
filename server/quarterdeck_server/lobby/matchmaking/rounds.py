"""Rounds of pairing: the automatic part of quick match, every two seconds, in one of the processes.

Any number of processes may try. The first one to write that the round has begun runs it. If that process dies in the
middle, another one runs the next round and does the remaining work, because each step is a commit of its own.
"""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Iterable, Sequence
from itertools import islice
from typing import Any

import structlog
from quarterdeck_games import extensions_of
from quarterdeck_protocol.lobby.matchmaking import TicketEnd
from quarterdeck_protocol.names import Milliseconds, OfferId, PlayerId, TicketId
from quarterdeck_protocol.sides import Player

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.extensions import PairingRule
from quarterdeck_server.lobby.accounts.accounts import house_bot
from quarterdeck_server.lobby.chance import Chance, fresh_seed
from quarterdeck_server.lobby.collections import Snapshot
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.matchmaking import offers as offering
from quarterdeck_server.lobby.matchmaking.candidates import Ticket
from quarterdeck_server.lobby.matchmaking.notifications import MOST_WAITS, PoolFigures, RoundFinished
from quarterdeck_server.lobby.matchmaking.offers import TIME_TO_ACCEPT, OfferedSeat, OfferRecord
from quarterdeck_server.lobby.matchmaking.pairing import Pairing, pairings
from quarterdeck_server.lobby.matchmaking.repository import (
    OFFER_INDEX,
    RECENT,
    SEEKER_INDEX,
    TICKET_INDEX,
    WAIT_INDEX,
    LastRoundRecord,
    MatchmakingRepository,
)
from quarterdeck_server.lobby.matchmaking.service import Matchmaking
from quarterdeck_server.lobby.matchmaking.tickets import TicketRecord, WishRecord, for_pairing, with_blocked
from quarterdeck_server.lobby.moderation.eligibility import EligibilityChecks
from quarterdeck_server.periodic_work import repeat
from quarterdeck_server.store_errors import Conflict

BETWEEN_ROUNDS = Milliseconds(2_000)
A_GAP = Milliseconds(3 * BETWEEN_ROUNDS)
"""Milliseconds between two rounds above which the server counts as having been away. Players are not penalised for
missing it."""

GRACE = Milliseconds(10_000)
"""Time without any connection of a player after which the ticket is withdrawn."""

MOST_TICKETS = 50_000
MOST_AT_ONCE = 1_000
MOST_WAITS_READ = 4_000
COMMITS_AT_ONCE = 100

_log = structlog.get_logger()


class MatchmakingRounds:
    """Background task that pairs quick match tickets, in rounds that all processes share."""

    def __init__(
        self,
        repository: MatchmakingRepository,
        matchmaking: Matchmaking,
        eligibility: EligibilityChecks,
        bot_for: Callable[[str], str | None],
        chance: Chance = secrets,
    ) -> None:
        """Make the background task that pairs players. `bot_for` returns the server's bot that fills seats in a game,
        or `None` if there is none."""
        self._repository = repository
        self._matchmaking = matchmaking
        self._eligibility = eligibility
        self._bot_for = bot_for
        self._chance = chance
        self._read: dict[TicketId, tuple[Snapshot[TicketRecord], Ticket]] = {}
        """The tickets as they were last read. Most have not changed, and need not be decoded again."""

        self._to_check: set[PlayerId] = set()
        self._wake = asyncio.Event()

    async def run(self) -> None:
        """Take part in all rounds of pairing, until cancelled."""
        seconds = BETWEEN_ROUNDS / 1000 / 2
        await repeat(
            self._put_out_and_pair, seconds, meanwhile="players are not being paired", at_once=True, wake=self._wake
        )

    async def _put_out_and_pair(self) -> None:
        await self.put_out()
        await self.run_round()

    def check_soon(self, players: Iterable[PlayerId]) -> None:
        """Check soon if these players may still play. If this request is lost, their next offer repeats the check."""
        self._to_check.update(players)
        self._wake.set()

    async def put_out(self) -> None:
        """Remove the quick match tickets of players collected by `check_soon` that may not play any more. If this
        raises
        `Unavailable`, the players stay collected."""
        if players := list(self._to_check):
            await self._matchmaking.put_out(players)
            self._to_check.difference_update(players)

    async def run_round(self) -> bool:
        """Do all due work of a pairing round, unless another process does. Return true if this process did. Raises
        `Unavailable`."""
        now = await self._repository.documents.now()
        if self._matchmaking.pause.is_on_here:  # other processes may pair; due offers are handled all the same
            await self._advance_offers(now)
            return False
        last = await self._begun(now)
        if last is None:
            return False
        await self._matchmaking.pause.refresh()
        await self._advance_offers(now)
        if now - last.steady_since >= GRACE:
            await self._withdraw_the_gone(now)
        tickets = await self._tickets()
        if not self._matchmaking.pause.is_on:
            rules = extensions_of("quarterdeck.pairing_rules", PairingRule)
            found = await asyncio.to_thread(pairings, [ticket for _, ticket in tickets.values()], now, rules)
            await _a_few_at_a_time(self._offer(pairing, tickets, now) for pairing in found)
        figures = await self._figures(tickets.values(), now)
        await self._repository.documents.commit([], news=notification(RoundFinished(last.number, now, figures)))
        return True

    async def _begun(self, now: Milliseconds) -> LastRoundRecord | None:
        """Claim a round of pairing, if one is due and no other process has claimed it. Return its record; otherwise
        `None`."""
        seen = await self._repository.last_round()
        last = seen.record or LastRoundRecord()
        if now < last.at + BETWEEN_ROUNDS:
            return None
        steady = last.steady_since if now - last.at <= A_GAP else now
        this_round = LastRoundRecord(number=last.number + 1, at=now, steady_since=steady)
        try:
            await self._repository.documents.commit([seen.becomes(this_round)])
        except Conflict:
            return None
        return this_round

    async def _advance_offers(self, now: Milliseconds) -> None:
        due = await self._repository.documents.listed(OFFER_INDEX, most=MOST_AT_ONCE, high=now)
        await _a_few_at_a_time(self._advance_offer(OfferId(offer), now) for offer, _ in due)

    async def _advance_offer(self, offer: OfferId, now: Milliseconds) -> None:
        try:
            await self._matchmaking.advance(offer, now)
        except CommandRefused as refusing:
            _log.info("an offer could not be processed", offer=offer, why=str(refusing))

    async def _withdraw_the_gone(self, now: Milliseconds) -> None:
        gone = await self._repository.documents.listed(SEEKER_INDEX, most=MOST_AT_ONCE, high=now - GRACE)
        await _a_few_at_a_time(self._withdraw(PlayerId(player)) for player, _ in gone)

    async def _withdraw(self, player: PlayerId) -> None:
        try:
            await self._matchmaking.leave(player, TicketEnd.GONE)
        except CommandRefused as refusing:
            _log.info("a ticket could not be withdrawn", why=str(refusing))

    async def _tickets(self) -> dict[TicketId, tuple[Snapshot[TicketRecord], Ticket]]:
        """Return all quick match tickets that may be paired."""
        listed = await self._repository.documents.listed(TICKET_INDEX, most=MOST_TICKETS)
        ids = [TicketId(id_) for id_, _ in listed]
        read: dict[TicketId, tuple[Snapshot[TicketRecord], Ticket]] = {}
        for start in range(0, len(ids), MOST_AT_ONCE):
            some = ids[start : start + MOST_AT_ONCE]
            for id_, seen in zip(some, await self._repository.tickets(some), strict=True):
                known = self._read.get(id_)
                if known is not None and known[0].revision == seen.revision:
                    read[id_] = known
                elif seen.record is not None and (ticket := for_pairing(seen.record)) is not None:
                    read[id_] = seen, ticket
        self._read = read
        return dict(read)

    async def _offer(
        self, pairing: Pairing, tickets: dict[TicketId, tuple[Snapshot[TicketRecord], Ticket]], now: Milliseconds
    ) -> None:
        """Offer a match if its tickets have not changed, and remove them from `tickets`. If they have changed, the next
        round sees the change."""
        claimed = [tickets[id_][0] for id_ in pairing.tickets]
        records = [each.record for each in claimed if each.record is not None]
        if pairing.bots and self._bot_for(_wish_of(pairing, records).game) is None:
            return
        people = [player for ticket in records for player in ticket.players]
        try:
            permit = await self._eligibility.of(people, now)
            if permit.gone:
                await self._matchmaking.put_out(people)
            elif permit.parts(ticket.players for ticket in records):
                fresh = [with_blocked(ticket, permit.blocked) for ticket in records]
                changes = [
                    seen.becomes(ticket) for seen, ticket in zip(claimed, fresh, strict=True) if seen.record != ticket
                ]
                await self._repository.documents.commit(changes)
            else:
                await self._matchmaking.claim(self._made(pairing, records, now), claimed, permit)
                for id_ in pairing.tickets:
                    del tickets[id_]
        except Conflict:
            return

    def _made(self, pairing: Pairing, tickets: Sequence[TicketRecord], now: Milliseconds) -> OfferRecord:
        first = tickets[0]
        wish = _wish_of(pairing, tickets)
        bots: list[Player] = []
        kind = self._bot_for(wish.game)
        while kind is not None and len(bots) < pairing.bots:
            bots.append(house_bot(kind, [bot.name for bot in bots], self._chance))
        seed, commitment = fresh_seed(self._chance)
        return OfferRecord(
            id=OfferId(self._chance.token_hex(12)),
            tickets=pairing.tickets,
            pool=pairing.pool,
            game=wish.game,
            options=wish.options,
            time_limit=first.time_limit,
            rated=first.rated,
            seats=tuple(self._shuffled(offering.seated(tickets, pairing.pool, bots))),
            seed=seed,
            commitment=commitment,
            made_at=now,
            deadline=Milliseconds(now + TIME_TO_ACCEPT),
        )

    def _shuffled(self, seats: list[OfferedSeat]) -> list[OfferedSeat]:
        for last in range(len(seats) - 1, 0, -1):
            other = self._chance.randbelow(last + 1)
            seats[last], seats[other] = seats[other], seats[last]
        return seats

    async def _figures(
        self, tickets: Iterable[tuple[Snapshot[TicketRecord], Ticket]], now: Milliseconds
    ) -> dict[str, PoolFigures]:
        looking: dict[str, int] = {}
        bots: dict[str, int] = {}
        for seen, ticket in tickets:
            of_bots = 0 if seen.record is None else seen.record.bots
            for wish in ticket.wishes:
                looking[wish.pool] = looking.get(wish.pool, 0) + len(ticket.players)
                bots[wish.pool] = bots.get(wish.pool, 0) + of_bots
        waits: dict[str, list[Milliseconds]] = {}
        listed = self._repository.documents.listed(
            WAIT_INDEX, most=MOST_WAITS_READ, low=now - RECENT, highest_first=True
        )
        for member, _ in await listed:
            pool, wait, _ = member.split(" ")
            of_pool = waits.setdefault(pool, [])
            if len(of_pool) < MOST_WAITS:
                of_pool.append(Milliseconds(int(wait)))
        return {
            pool: PoolFigures(looking.get(pool, 0), tuple(sorted(waits.get(pool, ()))), bots.get(pool, 0))
            for pool in looking.keys() | waits.keys()
        }


async def _a_few_at_a_time(work: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Await all of these, but not too many at once. If one fails, the remaining ones are not started."""
    left = iter(work)
    while some := list(islice(left, COMMITS_AT_ONCE)):
        for failed in await asyncio.gather(*some, return_exceptions=True):
            if failed is not None:
                raise failed


def _wish_of(pairing: Pairing, tickets: Sequence[TicketRecord]) -> WishRecord:
    """Return the game to be played, as named by the first of the tickets."""
    return tickets[0].wishes[tickets[0].place_of(pairing.pool)]
