"""Players' commands in quick match (seek, unseek, accept, decline) and their consequences.

Nothing is kept in memory. Every step reads its documents, calls the pure functions (`tickets.py`, `offers.py`) and
commits all changes at once, if nothing has changed meanwhile. So any process can take any step, and a process may die
between two steps.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

import msgspec
import structlog
from msgspec import Raw
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.lobby.matchmaking import Offer, OfferStage, Opponents, Seek, SoughtGame, TicketEnd
from quarterdeck_protocol.names import GameName, Milliseconds, OfferId, PlayerId, TicketId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused, unknown_game
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import ExtraWrites, Snapshot, again
from quarterdeck_server.lobby.documents import Change, IndexEntry, IndexSweep, Unchanged
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.lobby_foundation import LobbyFoundation
from quarterdeck_server.lobby.match_pause import MatchPause
from quarterdeck_server.lobby.matchmaking import offers as offering
from quarterdeck_server.lobby.matchmaking import tickets as ticketing
from quarterdeck_server.lobby.matchmaking.notifications import SeekersChanged
from quarterdeck_server.lobby.matchmaking.offers import OfferRecord
from quarterdeck_server.lobby.matchmaking.penalties import MissedOffersRecord, held_until, remembered
from quarterdeck_server.lobby.matchmaking.repository import (
    OFFER_INDEX,
    RECENT,
    SEEKER_INDEX,
    TICKET_INDEX,
    TICKETS,
    WAIT_INDEX,
    MatchmakingRepository,
    PartyRecord,
    changes_after,
    offer_change,
    party_end,
    place_of,
    seeker_change,
)
from quarterdeck_server.lobby.matchmaking.tickets import Member, SeekerRecord, TicketRecord, WishRecord
from quarterdeck_server.lobby.moderation.eligibility import Eligibility, EligibilityChecks
from quarterdeck_server.lobby.ratings.lookup import RatingLookup
from quarterdeck_server.lobby.tables import setups
from quarterdeck_server.lobby.tables.model import TableRecord, reused
from quarterdeck_server.metrics import Metrics
from quarterdeck_server.store_errors import Conflict, Unavailable

_log = structlog.get_logger()

Step = Callable[[OfferRecord], OfferRecord]


class TableOpener(Protocol):
    """Interface to the tables that quick match needs."""

    async def begin_offered(self, table: TableRecord) -> None:
        """Open a table with ready players only, and begin its match. Idempotent: a second call changes nothing. Raises
        `Unavailable`."""
        ...


class Matchmaking:
    """The quick match tickets and offers of all players."""

    def __init__(
        self,
        foundation: LobbyFoundation,
        repository: MatchmakingRepository,
        tables: TableOpener,
        ratings: RatingLookup,
        eligibility: EligibilityChecks,
        pause: MatchPause,
        chance: Chance = secrets,
        metrics: Metrics | None = None,
    ) -> None:
        self._games = foundation.games
        self.pause = pause
        self._metrics = Metrics(foundation.games) if metrics is None else metrics
        self._repository = repository
        self._tables = tables
        self._ratings = ratings
        self._eligibility = eligibility
        self._now = foundation.now
        self._chance = chance

    async def seek(self, player: Player, message: Seek) -> None:
        """Open a ticket for a player, alone or with friends. Repeating the command leaves the ticket as it is. Raises
        `CommandRefused` and `Unavailable`, like all methods below."""
        wanted = await self._wanted(player, message)
        await again(lambda: self._sought(player.id, wanted, message))

    async def _sought(self, player: PlayerId, wanted: TicketRecord, message: Seek) -> None:
        (seen,) = await self._repository.seekers([player])
        seeker = seen.record or SeekerRecord()
        is_again = message.ref is not None and seeker.ref == message.ref
        if seeker.ticket is None:
            if not is_again:  # else the player is notified of its end instead
                await self._begin_seeking(seen, wanted, message)
            return
        (ticket,) = await self._repository.tickets([seeker.ticket])
        if ticket.record is None:
            raise Conflict("it has ended since")
        if ticket.record.seeks_the_same(wanted):
            return
        if is_again:
            raise reused(message.ref)
        text = Text("You are already looking for another match: `unseek` first. A player has one ticket.")
        raise CommandRefused(RefusalCode.ALREADY_SEEKING, text, "$.type")

    async def unseek(self, player: PlayerId) -> None:
        """End a player's quick match ticket. An open offer is declined."""
        await self.leave(player, TicketEnd.UNSOUGHT)

    async def leave(self, player: PlayerId, why: TicketEnd) -> None:
        """Remove a player from quick match. With `TicketEnd.GONE` an open offer stays open until its deadline: the
        player may return in time, and is otherwise treated like any absent player."""
        await again(lambda: self._left(player, why))

    async def _left(self, player: PlayerId, why: TicketEnd) -> None:
        (seen,) = await self._repository.seekers([player])
        seeker = seen.record or SeekerRecord()
        if seeker.ticket is None:
            if why is TicketEnd.GONE:
                await self._repository.documents.commit([seen.stays()], [IndexEntry(SEEKER_INDEX, player, None)])
            return
        (ticket,) = await self._repository.tickets([seeker.ticket])
        if ticket.record is None:
            raise Conflict("it has ended since")
        if ticket.record.offer is None:
            await self._withdraw(seen, ticket, ticket.record, player, why)
        elif why is not TicketEnd.GONE:
            await self.decline(player, ticket.record.offer)

    async def put_out(self, players: Sequence[PlayerId]) -> None:
        """Remove those of these players from quick match that may not play any more. Offers to them fail, unless all
        have accepted."""
        permit = await self._eligibility.of(players, self._now())
        for player in permit.gone:
            with suppress(CommandRefused):  # all have accepted: the match begins
                await self.leave(player, TicketEnd.UNSOUGHT)

    async def offered(self, offer: OfferId, player: PlayerId) -> Offer | None:
        """Return an offer as this player may see it; `None` if it is over or not for this player."""
        record = (await self._repository.offer(offer)).record
        return (
            None
            if record is None or record.is_over or record.seat_of(player) is None
            else offering.shown(record, player)
        )

    async def accept(self, player: PlayerId, offer: OfferId, entropy_hash: str | None) -> OfferRecord:
        """Let a player accept an offer. If all have accepted now, its table exists when this returns."""
        accepted = await self._step(offer, lambda record: offering.accept(record, player, entropy_hash, self._now()))
        if accepted.stage is OfferStage.ACCEPTED:
            return await self.begin(accepted)
        return accepted

    async def decline(self, player: PlayerId, offer: OfferId) -> OfferRecord:
        """Let a player decline an offer, which also ends the player's ticket."""
        return await self._step(offer, lambda record: offering.decline(record, player, self._now()))

    async def missed(self, players: Sequence[PlayerId], now: Milliseconds) -> ExtraWrites:
        """Return the writes that record a missed offer for these players. They had accepted the match, but its deal was
        refused because they did not reveal their entropy. Raises `Unavailable`."""
        changes = []
        for seen in await self._repository.seekers(players):
            seeker = seen.record or SeekerRecord()
            missed = (*remembered(seeker.missed, now), MissedOffersRecord(now, declined=False))
            changes.append(seeker_change(seen, msgspec.structs.replace(seeker, missed=missed)))
        return ExtraWrites(tuple(changes))

    async def advance(self, offer: OfferId, now: Milliseconds) -> None:
        """Carry out the due step of an offer: fail it after its deadline, or begin its match if all have accepted and
        the process responsible has not begun it."""
        record = await self._step(offer, lambda record: offering.expire(record, now))
        if record.stage is OfferStage.ACCEPTED:
            await self.begin(record)

    async def begin(self, offer: OfferRecord) -> OfferRecord:
        """Begin the match of an offer that all players have accepted."""
        try:
            await self._tables.begin_offered(offering.table_of(offer))
        except Unavailable:
            raise
        except Exception:  # the rules', and then nothing has been stored; it would be the same in every process
            _log.exception("an offered match cannot be begun", offer=offer.id, game=offer.game)
            return await self._step(offer.id, lambda record: _staged(record, OfferStage.BROKEN))
        return await self._step(offer.id, lambda record: _staged(record, OfferStage.BEGUN))

    async def claim(self, offer: OfferRecord, tickets: Sequence[Snapshot[TicketRecord]], permit: Eligibility) -> None:
        """Make an offer of these tickets, if neither they nor the permissions of their players have changed. Raises
        `Conflict`, `Unavailable`."""
        changes = [
            each.becomes(msgspec.structs.replace(each.record, offer=offer.id))
            for each in tickets
            if each.record is not None
        ]
        moves: list[IndexEntry | IndexSweep] = [IndexEntry(TICKET_INDEX, id_, None) for id_ in offer.tickets]
        moves.append(IndexEntry(OFFER_INDEX, offer.id, offer.deadline))
        fresh = offer_change(await self._repository.offer(offer.id), offer)
        await self._repository.documents.commit(
            [*changes, fresh, *permit.while_unchanged], moves, notification(SeekersChanged(offer.people, offer.id))
        )

    async def _step(self, id_: OfferId, step: Step) -> OfferRecord:
        """Change the stage of an offer in one commit, together with all its tickets and players."""
        return await again(lambda: self._stepped(id_, step))

    async def _stepped(self, id_: OfferId, step: Step) -> OfferRecord:
        seen = await self._repository.offer(id_)
        if seen.record is None:
            raise offering.unknown(id_)
        stepped = step(seen.record)
        if stepped == seen.record:
            return stepped
        beside: tuple[Unchanged, ...] = ()
        if stepped.stage is OfferStage.ACCEPTED:
            permit, pause = await asyncio.gather(
                self._eligibility.of(stepped.people, self._now()), self.pause.refresh()
            )
            beside = (*permit.while_unchanged, pause.stays())
            if permit.gone or permit.parts(stepped.groups) or self.pause.is_on:
                stepped = offering.called_off(stepped, permit.gone)
        await self._commit(seen, stepped, beside)
        return stepped

    async def _commit(self, seen: Snapshot[OfferRecord], offer: OfferRecord, beside: Sequence[Unchanged]) -> None:
        now = self._now()
        changes: list[Change | Unchanged] = [offer_change(seen, offer), *beside]
        due = None if offer.is_over else now if offer.stage is OfferStage.ACCEPTED else offer.deadline
        moves: list[IndexEntry | IndexSweep] = [IndexEntry(OFFER_INDEX, offer.id, due)]
        there: dict[TicketId, TicketRecord] = {}
        if offer.is_over:
            tickets = dict(zip(offer.tickets, await self._repository.tickets(offer.tickets), strict=True))
            seekers = dict(zip(offer.people, await self._repository.seekers(offer.people), strict=True))
            there = {id_: each.record for id_, each in tickets.items() if each.record is not None}
            records = {player: each.record or SeekerRecord() for player, each in seekers.items()}
            after = offering.after(offer, there, records, now)
            more_changes, more_moves = changes_after(after, tickets, seekers)
            changes += more_changes
            moves += more_moves
            if offer.stage is OfferStage.BEGUN:
                if not offer.has_bots:
                    moves += [
                        IndexEntry(WAIT_INDEX, f"{offer.pool} {each.waited_at(now)} {id_}", now)
                        for id_, each in there.items()
                    ]
                moves.append(IndexSweep(WAIT_INDEX, now - RECENT))
        waited = [each.waited_at(now) for each in there.values()] if offer.stage is OfferStage.BEGUN else []
        await self._repository.documents.commit(changes, moves, notification(SeekersChanged(offer.people, offer.id)))
        for milliseconds in waited:
            self._metrics.of(offer.game).waits.observe(milliseconds / 1000)

    async def _wanted(self, player: Player, message: Seek) -> TicketRecord:
        """Return the ticket that a player asks for, without regard to other tickets."""
        wanted = [self._wish(sought, place) for place, sought in enumerate(message.games)]
        wishes = [wish for wish, _ in wanted]
        if message.party is not None:
            ticketing.check_party(message.party, wishes)
        for place, wish in enumerate(wishes):
            if any(wish.is_like(other) for other in wishes[:place]):
                raise CommandRefused(
                    RefusalCode.BAD_OPTIONS,
                    Text("`{game}` is named twice with the same options.", game=wish.game),
                    "$.games",
                )
        if message.opponents is Opponents.OTHER:
            known = ", ".join(each for each in Opponents if each is not Opponents.OTHER)
            text = Text("These opponents are unknown; use one of: {known}.", known=known)
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.opponents")
        games = [wish.game for wish in wishes]
        ratings = await self._ratings.of([player.id], games)
        member = Member(
            player=player,
            ratings=tuple(ratings[player.id, game] for game in games),
            decks=tuple(deck for _, deck in wanted),
        )
        return TicketRecord(
            id=TicketId(self._chance.token_hex(10)),
            wishes=tuple(wishes),
            time_limit=Milliseconds(message.time_limit),
            rated=message.rated,
            bots_after=None if message.bots_after is None else Milliseconds(message.bots_after),
            party=message.party,
            members=(member,),
            opponents=message.opponents,
        )

    def _wish(self, sought: SoughtGame | str, place: int) -> tuple[WishRecord, Deck | None]:
        """Return the record of one requested game, and the deck that the player brings for it."""
        sought = sought if isinstance(sought, SoughtGame) else SoughtGame(game=GameName(sought))
        game = self._games.get(sought.game)
        if game is None:
            raise unknown_game(sought.game, self._games, f"$.games[{place}]")
        try:
            options = setups.options_for(game, game.default_seats, sought.options)
            deck = setups.deck_for(game, game.default_seats, options, sought.deck)
        except CommandRefused as refusing:
            where = (refusing.where or "$").replace("$", f"$.games[{place}]", 1)
            raise CommandRefused(refusing.code, refusing.text, where, refusing.faults) from refusing
        return WishRecord(game=sought.game, options=Raw(msgspec.json.encode(options)), seats=game.default_seats), deck

    async def _begin_seeking(self, seen: Snapshot[SeekerRecord], wanted: TicketRecord, message: Seek) -> None:
        self.pause.check()
        now, seeker = self._now(), seen.record or SeekerRecord()
        (player,) = (member.player.id for member in wanted.members)
        permit = await self._eligibility.of([player], now)
        if player in permit.gone:
            text = Text("You cannot play: your account is deleted or banned.")
            raise CommandRefused(RefusalCode.BANNED, text, "$.type")
        changes: list[Change | Unchanged] = [*permit.while_unchanged]
        wanted = _remembering(ticketing.with_blocked(wanted, permit.blocked), seeker, now)
        ticket = ticketing.waiting(wanted, now)
        if message.party is None:
            changes.append(TICKETS.put(ticket.id, None, ticket))
        else:
            party = await self._repository.party(message.party.code)
            if party.record is None:
                changes.append(party.becomes(PartyRecord(ticket.id)))
                changes.append(TICKETS.put(ticket.id, None, ticket))
            else:
                (others,) = await self._repository.tickets([party.record.ticket])
                if others.record is None:
                    raise Conflict("the friends have left meanwhile")
                ticket = ticketing.joined(others.record, wanted, now)
                changes += [party.stays(), others.becomes(ticket)]
        seeker = msgspec.structs.replace(seeker, ticket=ticket.id, ref=message.ref, ended=None)
        changes.append(seeker_change(seen, seeker))
        moves = [IndexEntry(TICKET_INDEX, ticket.id, place_of(ticket)), IndexEntry(SEEKER_INDEX, player, now)]
        await self._repository.documents.commit(changes, moves, notification(_news_of(ticket)))

    async def _withdraw(
        self,
        seen: Snapshot[SeekerRecord],
        ticket: Snapshot[TicketRecord],
        record: TicketRecord,
        player: PlayerId,
        why: TicketEnd,
    ) -> None:
        now = self._now()
        left = ticketing.without(record, [player], now)
        changes = [ticket.becomes(left)]
        if left is None and record.party is not None:
            changes.append(party_end(record.party.code))
        changes.append(seeker_change(seen, (seen.record or SeekerRecord()).without_ticket(why, now)))
        moves = [IndexEntry(TICKET_INDEX, record.id, None), IndexEntry(SEEKER_INDEX, player, None)]
        await self._repository.documents.commit(changes, moves, notification(_news_of(record)))


def _remembering(wanted: TicketRecord, seeker: SeekerRecord, now: Milliseconds) -> TicketRecord:
    """Return the ticket with the player's last opponents and the time until which the player is held back."""
    (member,) = wanted.members
    held = held_until(seeker.missed, now)
    member = msgspec.structs.replace(member, last=seeker.last, held_until=held)
    return msgspec.structs.replace(wanted, members=(member,))


def _staged(offer: OfferRecord, stage: OfferStage) -> OfferRecord:
    return msgspec.structs.replace(offer, stage=stage) if offer.stage is OfferStage.ACCEPTED else offer


def _news_of(ticket: TicketRecord) -> SeekersChanged:
    return SeekersChanged(tuple(member.player.id for member in ticket.members), None)
