"""Appeals of players against rulings, and their answers by directors or moderators. Both are in the audit log, so that
moderators see appeals in a tournament whose director takes part."""

from collections.abc import Callable, Sequence

import msgspec
from msgspec import UNSET
from quarterdeck_protocol.lobby.moderation import DeedKind
from quarterdeck_protocol.lobby.notices import NoticeKind
from quarterdeck_protocol.lobby.tournaments import LONGEST_REASON, AnswerAppeal, AppealRuling
from quarterdeck_protocol.lobby.tournaments import Tournament as TournamentShown
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.lobby.collections import ExtraWrites, Snapshot, again
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.moderation import audit, sanction_rules
from quarterdeck_server.lobby.moderation.audit import AuditRecord
from quarterdeck_server.lobby.moderation.sanction_rules import Affair, AffairKind
from quarterdeck_server.lobby.notices.inbox import INBOXES, added
from quarterdeck_server.lobby.tournaments.director_orders import (
    ByRole,
    DirectorOrders,
    check_current,
    deed_id,
    reinstated,
    said,
    wrong_stage,
)
from quarterdeck_server.lobby.tournaments.tournament_log import AnyEvent, AppealAnswered, Appealed
from quarterdeck_server.lobby.tournaments.tournament_log import TournamentRecord as Record
from quarterdeck_server.lobby.tournaments.tournament_readings import TournamentReadings
from quarterdeck_server.lobby.tournaments.tournament_rounds import notice_of
from quarterdeck_server.lobby.tournaments.tournament_state import Tournament, state_of
from quarterdeck_server.lobby.tournaments.tournament_store import TournamentStore


class Appeals:
    """Appeals and their answers. Everything here raises `CommandRefused` and `Unavailable`."""

    def __init__(
        self,
        documents: DocumentStore,
        orders: DirectorOrders,
        readings: TournamentReadings,
        now: Callable[[], Milliseconds],
    ) -> None:
        self._documents = documents
        self._store = TournamentStore(documents)
        self._orders = orders
        self._readings = readings
        self._now = now

    async def appeal(self, player: Player, message: AppealRuling) -> TournamentShown:
        """Appeal against a ruling. Repeating it with the same words changes nothing."""
        why = await said(self._documents, player, message.why, LONGEST_REASON, "$.why", self._now())

        async def step() -> Record:
            seen, record = await self._store.read(message.tournament)
            state, now = state_of(record), self._now()
            ruled_at = state.ruled_at(player.id, message.match)
            match = UNSET if message.match is None else message.match
            event = Appealed(at=now, player=player.id, why=why, match=match)
            for each in state.appeals:
                if (each.appealed.player, each.appealed.match, each.ruled_at) == (player.id, match, ruled_at):
                    if each.appealed.why == why:
                        return record
                    raise wrong_stage(Text("You have appealed against this ruling already."), "$.match")
            check_current(state)
            if ruled_at is None:
                raise wrong_stage(Text("There is no ruling about you to appeal against."), "$.match")
            deed = self._deed(state, DeedKind.APPEAL, player, event, len(state.appeals) + 1)
            people = [state.director, *state.assistants]
            return await self._noted(seen, record, [event], deed, NoticeKind.RULING_APPEALED, player, people)

        return await self._readings.shown(await again(step))

    async def answer(self, player: Player, message: AnswerAppeal, *, role: ByRole | None = None) -> TournamentShown:
        """Answer an appeal, as a director or a moderator (`role`) who takes no part. An upheld one takes a removal
        back."""
        why = await said(self._documents, player, message.why, LONGEST_REASON, "$.why", self._now())

        async def step() -> Record:
            seen, record = await self._store.read(message.tournament)
            state, now = state_of(record), self._now()
            if role is None or state.is_directed_by(player.id):
                await self._orders.check_director(state, player.id, message)
            else:
                await role()
                if state.is_entered_by(player):
                    await self._orders.note_refused(state, player.id, message, "shared tournament", moderates=True)
                    raise sanction_rules.own_case(Affair(AffairKind.TOURNAMENT, state.id), "$.tournament")
            if message.appeal > len(state.appeals):
                raise wrong_stage(Text("There is no appeal {number}.", number=message.appeal), "$.appeal")
            appeal = state.appeals[message.appeal - 1]
            if appeal.answered is not None:
                if (appeal.answered.upheld, appeal.answered.why) == (message.upheld, why):
                    return record
                raise wrong_stage(Text("This appeal is answered already."), "$.appeal")
            check_current(state)
            await self._orders.check_apart(state, player, message, "$.appeal")
            answered = AppealAnswered(
                at=now, number=message.appeal, by=player.id, owner=player.owner, upheld=message.upheld, why=why
            )
            events: list[AnyEvent] = [answered]
            who = appeal.appealed.player
            if message.upheld and appeal.appealed.match is UNSET and state.ruled_at(who, None) == appeal.ruled_at:
                events.append(reinstated(state, who, player, why, now))
            deed = self._deed(state, DeedKind.ANSWER_APPEAL, player, answered, message.appeal, who)
            people = [each for each in (who, state.director, *state.assistants) if each != player.id]
            return await self._noted(seen, record, events, deed, NoticeKind.APPEAL_ANSWERED, player, people)

        return await self._readings.shown(await again(step))

    def _deed(
        self,
        state: Tournament,
        what: DeedKind,
        by: Player,
        event: Appealed | AppealAnswered,
        number: int,
        about: PlayerId | None = None,
    ) -> AuditRecord:
        verdict = "" if isinstance(event, Appealed) else " upheld" if event.upheld else " rejected"
        return AuditRecord(
            id=deed_id(f"{what} {state.id} {number}"),
            at=event.at,
            by=by.id,
            what=what,
            whom=state.director if about is None else about,
            why=event.why,
            detail=f"{state.id} {number}{verdict}",
        )

    async def _noted(
        self,
        seen: Snapshot[Record],
        record: Record,
        events: Sequence[AnyEvent],
        deed: AuditRecord,
        kind: NoticeKind,
        by: Player,
        people: Sequence[PlayerId],
    ) -> Record:
        """Append events with an entry of the audit log, and notices to these people."""
        people = list(dict.fromkeys(people))
        notice = notice_of(state_of(record), kind, deed.at, None)
        notice = msgspec.structs.replace(notice, player=by, reason=deed.why)
        stored = await self._documents.read([INBOXES.key(each) for each in people])
        inboxes = dict(zip(people, stored, strict=True))
        beside: ExtraWrites = added(inboxes, [(each, notice) for each in people]).plus(audit.noted(deed))
        return await self._store.append(seen, record, events, beside, tuple(people))
