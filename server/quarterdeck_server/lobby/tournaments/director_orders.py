"""Commands of directors. Refused ones of other players have an entry in the audit log."""

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import msgspec
from msgspec import UNSET
from quarterdeck_protocol.lobby import tournaments as orders
from quarterdeck_protocol.lobby.moderation import DeedKind
from quarterdeck_protocol.names import DeedId, MatchId, Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import FromClient, Player, PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby import player_text
from quarterdeck_server.lobby.accounts.accounts import avoided_as, blocked_by
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.collections import again
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.moderation import audit, sanction_rules
from quarterdeck_server.lobby.moderation.audit import AuditRecord
from quarterdeck_server.lobby.moderation.documents import SANCTIONS
from quarterdeck_server.lobby.moderation.sanction_rules import Affair, AffairKind
from quarterdeck_server.lobby.tournaments.arenas.arena import Arena
from quarterdeck_server.lobby.tournaments.tournament_field import POINT
from quarterdeck_server.lobby.tournaments.tournament_log import (
    AnyEvent,
    Appointed,
    Ended,
    Invited,
    Reinstated,
    Removed,
    RoundOrdered,
    Ruled,
    TournamentRecord,
)
from quarterdeck_server.lobby.tournaments.tournament_readings import TournamentReadings
from quarterdeck_server.lobby.tournaments.tournament_state import BRACKETS, SEATS, EntrantState, Tournament, state_of
from quarterdeck_server.lobby.tournaments.tournament_store import TournamentStore
from quarterdeck_server.store_errors import Conflict

LEAST_PLAYERS = 2
MOST_ASSISTANTS = 10
MOST_INVITED = 4
"""Limit of invitations for each place of a tournament."""

TAKES_PART = "takes part in tournament"
TOO_LATE = Text("It is too late: nobody can enter any more.")

ByRole = Callable[[], Awaitable[None]]
"""The role of a moderator. It is called before the right is used, and raises `CommandRefused` for want of a proof."""

Decide = Callable[[TournamentRecord, Tournament], Sequence[AnyEvent]]


class DirectorOrders:
    """The orders of directors. Everything here raises `CommandRefused` and `Unavailable`."""

    def __init__(self, documents: DocumentStore, readings: TournamentReadings, now: Callable[[], Milliseconds]) -> None:
        self._documents = documents
        self._readings = readings
        self._store = TournamentStore(documents)
        self._now = now

    async def begin_round(self, player: Player, message: orders.BeginTournamentRound) -> orders.Tournament:
        """Order the next round."""

        def decide(record: TournamentRecord, state: Tournament) -> Sequence[AnyEvent]:
            if message.round <= max(state.ordered, len(state.rounds)):
                return ()
            check_current(state)
            if state.arena is not None and state.is_running:
                raise wrong_stage(Text("The arena has begun, and pairs by itself."), "$.round")
            if state.rounds and not state.rounds[-1].is_over:
                raise wrong_stage(Text("The last round is not over yet."), "$.round")
            if state.is_played:
                raise wrong_stage(Text("All rounds are paired."), "$.round")
            if message.round != len(state.rounds) + 1:
                raise wrong_stage(Text("The next round is {round}.", round=len(state.rounds) + 1), "$.round")
            check_time(state, player, self._now())
            is_left_alone = state.playing and state.rounds and state.format in BRACKETS
            if len(state.playing) < LEAST_PLAYERS and not is_left_alone:
                raise wrong_stage(Text("A round needs two players."), "$.round")
            return (RoundOrdered(at=self._now(), by=player.id, owner=player.owner, round=message.round),)

        return await self._ordered(player, message.tournament, message, decide)

    async def rule(self, player: Player, message: orders.RuleTournamentResult) -> orders.Tournament:
        """Rule the result of a pairing of the last round."""
        why = await self._why(player, message.why)

        def decide(record: TournamentRecord, state: Tournament) -> Sequence[AnyEvent]:
            check_current(state)
            pairing = state.rounds[-1].named(message.match) if state.rounds else None
            if pairing is None:
                text = Text("The newest round has no match with the id `{match}`.", match=message.match)
                raise CommandRefused(RefusalCode.UNKNOWN_MATCH, text, "$.match")
            is_pod = state.settings.format is orders.TournamentFormat.PODS
            points = message.pod_points if is_pod or message.pod_points else message.points
            ruled = _ruling(state, len(pairing.players), points)
            if pairing.ruling == why and pairing.points == tuple(POINT // 100 * each for each in points):
                return ()
            return (
                msgspec.structs.replace(
                    ruled, at=self._now(), match=message.match, by=player.id, owner=player.owner, why=why
                ),
            )

        return await self._ordered(player, message.tournament, message, decide, concerned="$.match")

    async def remove(self, player: Player, message: orders.RemoveEntrant) -> orders.Tournament:
        """Remove a player."""
        why = await self._why(player, message.why)

        def decide(record: TournamentRecord, state: Tournament) -> Sequence[AnyEvent]:
            entrant = state.entrants.get(message.player)
            if entrant is None:
                text = Text("This player has not entered the tournament.")
                raise CommandRefused(RefusalCode.UNKNOWN_PLAYER, text, "$.player")
            stage = orders.EntrantStage.DISQUALIFIED if message.disqualify else orders.EntrantStage.REMOVED
            if entrant.stage is stage:
                return ()
            check_current(state)
            disqualified = message.disqualify or UNSET
            return (
                Removed(
                    at=self._now(),
                    player=message.player,
                    by=player.id,
                    owner=player.owner,
                    why=why,
                    disqualified=disqualified,
                ),
            )

        return await self._ordered(player, message.tournament, message, decide, concerned="$.player")

    async def reinstate(self, player: Player, message: orders.ReinstateEntrant) -> orders.Tournament:
        """Take a removal or disqualification back."""
        why = await self._why(player, message.why)

        def decide(record: TournamentRecord, state: Tournament) -> Sequence[AnyEvent]:
            entrant = state.entrants.get(message.player)
            if entrant is None:
                text = Text("This player has not entered the tournament.")
                raise CommandRefused(RefusalCode.UNKNOWN_PLAYER, text, "$.player")
            if entrant.stage not in {orders.EntrantStage.REMOVED, orders.EntrantStage.DISQUALIFIED}:
                return ()
            check_current(state)
            return (reinstated(state, message.player, player, why, self._now()),)

        return await self._ordered(player, message.tournament, message, decide, concerned="$.player")

    async def invite(self, player: Player, message: orders.InviteToTournament) -> orders.Tournament:
        """Invite a player."""

        def decide(record: TournamentRecord, state: Tournament) -> Sequence[AnyEvent]:
            if message.player in state.invited:
                return ()
            check_current(state)
            if state.settings.rules.entry is not orders.TournamentEntry.INVITED:
                raise wrong_stage(Text("This tournament needs no invitations."), "$.tournament")
            if not state.takes_entries:
                raise wrong_stage(TOO_LATE, "$.tournament")
            if len(state.invited) >= MOST_INVITED * state.settings.most_entrants:
                text = Text("This tournament has {most} invitations, the limit.", most=len(state.invited))
                raise CommandRefused(RefusalCode.TOO_MANY, text, "$.player", remaining=0)
            return (Invited(at=self._now(), player=message.player, by=player.id),)

        return await self._ordered(player, message.tournament, message, decide, message.player)

    async def appoint(self, player: Player, message: orders.AppointAssistant) -> orders.Tournament:
        """Let a player direct the tournament too, or no longer. Assistants can step down by themselves."""

        def decide(record: TournamentRecord, state: Tournament) -> Sequence[AnyEvent]:
            if (message.player in state.assistants) is message.on:
                return ()
            check_current(state)
            if message.on and len(state.assistants) >= MOST_ASSISTANTS:
                text = Text("A tournament has at most {most} assistants.", most=MOST_ASSISTANTS)
                raise CommandRefused(RefusalCode.TOO_MANY, text, "$.player", remaining=0)
            return (Appointed(at=self._now(), player=message.player, on=message.on),)

        if message.on:
            await self._check_assistant(message.player, player.owner or player.id)
        return await self._ordered(player, message.tournament, message, decide, message.player)

    async def _check_assistant(self, player: PlayerId, maker: PlayerId) -> None:
        """Refuse a guest, and the bot of somebody else. An unknown player is refused later."""
        (account,) = await ACCOUNTS.read(self._documents, [player])
        if account is not None and account.kind is PlayerKind.GUEST:
            text = Text("Guests cannot direct tournaments: an assistant needs an account.")
            raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.player")
        if account is not None and account.owner not in (None, maker):
            text = Text("You can appoint people and your own bots, not the bot of somebody else.")
            raise CommandRefused(RefusalCode.UNKNOWN_PLAYER, text, "$.player")

    async def _check_known(self, player: PlayerId, director: Player, order: FromClient) -> None:
        """Refuse an unknown player. One who blocks the director, or whose owner does, is neither invited nor appointed,
        and seems unknown."""
        (account,) = await ACCOUNTS.read(self._documents, [player])
        people = [] if account is None else [account]
        if account is not None and account.owner is not None:
            people += [each for each in await ACCOUNTS.read(self._documents, [account.owner]) if each is not None]
        is_dismissal = isinstance(order, orders.AppointAssistant) and not order.on
        if account is None or (not is_dismissal and blocked_by(people) & avoided_as(director)):
            raise CommandRefused(RefusalCode.UNKNOWN_PLAYER, Text("There is no such player."), "$.player")

    async def end(
        self, player: Player, message: orders.EndTournament, *, role: ByRole | None = None
    ) -> orders.Tournament:
        """End a tournament. A player with the `role` of a moderator can end those of others, whose names are then
        withheld."""
        why = await self._why(player, message.why)
        at = self._now()

        async def step() -> TournamentRecord:
            seen, record = await self._store.read(message.tournament)
            state = state_of(record)
            if state.director == player.id or role is None:
                await self.check_director(state, player.id, message)
                if state.seed is not None:
                    return record
                is_over = state.is_played and state.rounds[-1].is_over
                if not is_over and len(state.playing) >= LEAST_PLAYERS:
                    await self.check_apart(state, player, message, "$.tournament")
                return await self._store.append(seen, record, [Ended(at=at, seed=record.seed, by=player.id, why=why)])
            await role()
            if state.is_withheld:
                return record
            if state.is_entered_by(player):
                await self.note_refused(state, player.id, message, "shared tournament", moderates=True)
                raise sanction_rules.own_case(Affair(AffairKind.TOURNAMENT, state.id), "$.tournament")
            ended = Ended(at=at, seed=record.seed, by=player.id, why=why, is_withheld=True)
            deed = AuditRecord(
                id=deed_id(f"end {state.id}"),
                at=at,
                by=player.id,
                what=DeedKind.END_TOURNAMENT,
                whom=state.director,
                why=why,
                detail=f"{state.id} {state.settings.name}",
            )
            return await self._store.append(seen, record, [ended], audit.noted(deed))

        return await self._readings.shown(await again(step))

    async def _ordered(
        self,
        player: Player,
        tournament: orders.TournamentId,
        order: FromClient,
        decide: Decide,
        about: PlayerId | None = None,
        *,
        concerned: str | None = None,
    ) -> orders.Tournament:
        """Carry out an order, if the director gives it. It may be `about` another player, who must have an account. If
        it decides about the players at the JSON path `concerned`, the director must not be one of them."""

        async def step() -> TournamentRecord:
            seen, record = await self._store.read(tournament)
            state = state_of(record)
            await self.check_director(state, player.id, order)
            if about is not None:
                await self._check_known(about, player, order)
            try:
                events = decide(record, state)
                if events and concerned is not None:
                    check_apart(state, player, concerned)
            except CommandRefused as refused:
                if refused.code is RefusalCode.CONFLICT_OF_INTEREST:
                    await self.note_refused(state, player.id, order, TAKES_PART)
                raise
            return await self._store.append(seen, record, events) if events else record

        return await self._readings.shown(await again(step))

    async def check_director(self, state: Tournament, player: PlayerId, order: FromClient) -> None:
        """Refuse the order of a player who is not the director."""
        is_makers = isinstance(order, orders.EndTournament | orders.AppointAssistant)
        if state.director == player or (state.is_directed_by(player) and not is_makers):
            return
        steps_down = isinstance(order, orders.AppointAssistant) and not order.on and order.player == player
        if steps_down and state.is_directed_by(player):
            return
        await self.note_refused(state, player, order, "tournament")
        text = Text("Only the director of this tournament may do this.")
        raise CommandRefused(RefusalCode.NOT_THE_DIRECTOR, text, "$.tournament")

    async def check_apart(self, state: Tournament, player: Player, order: FromClient, where: str) -> None:
        """Refuse the order of a director who takes part."""
        try:
            check_apart(state, player, where)
        except CommandRefused:
            await self.note_refused(state, player.id, order, TAKES_PART)
            raise

    async def note_refused(
        self, state: Tournament, player: PlayerId, order: FromClient, why: str, *, moderates: bool = False
    ) -> None:
        """Write a refused order into the audit log: one entry for each kind of order, so that nobody can fill it. That
        of a player who `moderates` is among moderators' acts."""
        what = str(order.__struct_config__.tag)
        deed = AuditRecord(
            id=deed_id(f"{what} {state.id} {player} {why}"),
            at=self._now(),
            by=player,
            what=DeedKind.REFUSED,
            whom=None,
            why="",
            detail=f"{what}: {why} {state.id}",
        )
        noted = audit.noted(deed) if moderates else audit.noted_beside(deed, (audit.REFUSED_ORDERS,))
        with suppress(Conflict):  # it is noted already
            await self._documents.commit(noted.changes, noted.indexed)

    async def _why(self, player: Player, text: str) -> str:
        return await said(self._documents, player, text, orders.LONGEST_REASON, "$.why", self._now())


def reinstated(state: Tournament, player: PlayerId, by: Player, why: str, now: Milliseconds) -> Reinstated:
    """Return the event that takes a removal back. The pairing that it has decided in the last round is open again,
    unless the next one is being paired."""
    pairings = state.rounds[-1].pairings if state.rounds and state.closed is None else []
    gone = {each.player for each in state.entrants.values() if each.stage is orders.EntrantStage.DISQUALIFIED} - {
        player
    }
    lost = next(
        (each.match for each in pairings if each.forfeited_by == player and gone.isdisjoint(each.players)), None
    )
    match = UNSET if lost is None else lost
    return Reinstated(at=now, player=player, by=by.id, owner=by.owner, why=why, match=match)


def _ruling(state: Tournament, players: int, points: Sequence[int]) -> Ruled:
    """Return a ruling with these points in hundredths. Raises `CommandRefused` if a pairing cannot end so."""
    ruled = Ruled(at=Milliseconds(0), match=MatchId(""), by=PlayerId(""), why="")
    if state.settings.format is orders.TournamentFormat.PODS:
        most = state.settings.rules.place_points[0]
        if len(points) != players or max(points) > most:
            text = Text("Give {players} points, each at most {most}.", players=players, most=most)
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.pod_points")
        return msgspec.structs.replace(ruled, points=tuple(points))
    if len(points) != SEATS or any(each % 50 for each in points) or sum(points) > 100:
        text = Text("Points are 0, 50 or 100 each, and at most 100 together.")
        raise CommandRefused(RefusalCode.MALFORMED, text, "$.points")
    if state.format in BRACKETS and 50 in points:
        text = Text("In a bracket somebody must go on: rule 100 for one player, or 0 for both.")
        raise CommandRefused(RefusalCode.MALFORMED, text, "$.points")
    return msgspec.structs.replace(ruled, halves=tuple(each // 50 for each in points))


async def said(documents: DocumentStore, player: Player, text: str, most: int, where: str, now: Milliseconds) -> str:
    """Return a text of a player that everybody will read. Raises `CommandRefused` if it may not be shown, or if the
    player is muted, and `Unavailable`."""
    normal = player_text.plain(text, most, where)
    people = [player.id, player.owner or player.id]
    sanctions = await SANCTIONS.read(documents, people)
    sanction_rules.refuse_muted(sanction_rules.together(sanctions), now)
    return normal


def check_apart(state: Tournament, player: Player, where: str) -> None:
    """Raise `CommandRefused` if a director takes part, alone or with a bot: since the first round, each decision about
    a player changes the place of all others."""
    if state.is_running and _is_entered(state, player):
        text = Text("You take part in this tournament: you cannot decide about its players and results.")
        raise CommandRefused(RefusalCode.CONFLICT_OF_INTEREST, text, where)


def check_time(state: Tournament, player: Player, now: Milliseconds) -> None:
    """Raise `CommandRefused` if a director may not begin the next round `now`, before the time that all players see: it
    would be missed by those who rely on it."""
    due = state.next_round_at
    if due is None or due <= now:
        return
    checks_in = state.check_in_from is not None and not state.begun_rounds
    if checks_in and not all(each.checked_in for each in state.playing):
        raise wrong_stage(Text("Until the time of the first round, players can still check in."), "$.round")
    if _is_entered(state, player):
        text = Text("You take part in this tournament: you cannot begin a round before its time.")
        raise CommandRefused(RefusalCode.CONFLICT_OF_INTEREST, text, "$.round")


def _is_entered(state: Tournament, player: Player) -> bool:
    own = [each for each in state.entrants.values() if each.owner == (player.owner or player.id)]
    return any(_takes_part(each, state.arena) for each in own)


def _takes_part(entrant: EntrantState, arena: Arena | None) -> bool:
    """True unless a player was disqualified, or left before there was a round, or a match of an arena."""
    has_played = entrant.number is not None or (arena is not None and arena.has_paired(entrant.player))
    has_left = entrant.stage is orders.EntrantStage.OUT and not has_played
    return not has_left and entrant.stage is not orders.EntrantStage.DISQUALIFIED


def check_current(state: Tournament) -> None:
    """Raise `CommandRefused` if a tournament is over."""
    if state.stage in (orders.TournamentStage.ENDED, orders.TournamentStage.CANCELLED):
        raise wrong_stage(Text("This tournament is over."), "$.tournament")


def check_going_on(state: Tournament, player: PlayerId) -> None:
    """Raise `CommandRefused` if no round can follow for a player."""
    check_current(state)
    if not state.goes_on_for(player):
        text = Text("No round follows for you: you cannot enter, come back or leave any more.")
        raise wrong_stage(text, "$.tournament")


def wrong_stage(text: Text, where: str) -> CommandRefused:
    """Return the refusal of a command that the tournament is not ready for, or not any more."""
    return CommandRefused(RefusalCode.TOURNAMENT_CLOSED, text, where)


def deed_id(what: str) -> DeedId:
    """Return the id of an entry in the audit log: the same for the same act."""
    return DeedId(hashlib.sha256(f"tournament {what}".encode()).hexdigest()[:32])
