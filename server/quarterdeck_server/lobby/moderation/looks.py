"""Moderators' looks at matches. Each is in the audit log before anything is shown, and is refused to moderators with a
stake in the match."""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET
from quarterdeck_protocol.lobby.console import InspectOrder
from quarterdeck_protocol.lobby.moderation import DeedKind
from quarterdeck_protocol.names import MatchId, PlayerId, Ref, Seat, Version

from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.accounts.identities import Identity, check_moderate_scope
from quarterdeck_server.lobby.collections import NOTHING, ExtraWrites, again, seen
from quarterdeck_server.lobby.documents import DocumentStore, Key, Unchanged
from quarterdeck_server.lobby.moderation import permissions
from quarterdeck_server.lobby.moderation.audit import AUDIT_ENTRIES, AuditRecord, inspection_mark
from quarterdeck_server.lobby.moderation.orders import LiveWatch, Orders
from quarterdeck_server.lobby.moderation.permissions import Permission
from quarterdeck_server.lobby.moderation.sanction_rules import Affair, AffairKind

A_DAY = 86_400_000

TOURNAMENT = "tournament"
"""The stored kind of tournaments, whose modules import this one."""

WITHOUT_REASON = "a replay, not by the match inspector"
"""The reason of a look for which none was asked."""


class Looks:
    """Records the looks of moderators. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(self, documents: DocumentStore, orders: Orders) -> None:
        self._documents = documents
        self._orders = orders

    def check_live_watch(self, by: Identity) -> None:
        """Raise `CommandRefused` unless the token and the player may watch matches as a moderator."""
        check_moderate_scope(by, "$.live")
        permissions.check(by.roles, Permission.MODERATE, "$.live")

    async def note_live_watch(self, by: Identity, watch: LiveWatch, players: Sequence[PlayerId]) -> None:
        """Record that a moderator watches a match of these players without delay. A moderator who plays in the match
        sees only their own seat."""
        concerned = () if by.player.id in players else players
        self.check_live_watch(by)
        await again(lambda: self._note_live_watch(by, watch, concerned))

    async def _note_live_watch(self, by: Identity, watch: LiveWatch, concerned: Sequence[PlayerId]) -> None:
        mark = await self._mark(by, watch.match) if concerned else NOTHING
        judged = await self._orders.judge(
            by,
            DeedKind.WATCH_LIVE,
            watch,
            None,
            watch.why,
            where="$.live",
            subject=watch.match,
            concerned=concerned,
            concerned_at="$.live",
        )
        if not judged.is_done:
            beside = judged.beside(msgspec.structs.replace(judged.deed, detail=f"match {watch.match}")).plus(mark)
            await self._documents.commit(beside.changes, beside.indexed)

    async def _mark(self, by: Identity, match: MatchId) -> ExtraWrites:
        """Return the writes by which a moderator who looks at a match of a tournament cannot enter it afterwards. The
        tournament must not change meanwhile, so that nobody enters between the check and the look."""
        tournament, dash, _ = match.partition("-")
        id_ = inspection_mark(tournament, by.player.owner or by.player.id)
        event = Key(TOURNAMENT, tournament)
        if not dash:
            return NOTHING
        marked, running = await self._documents.read([AUDIT_ENTRIES.key(id_), event])
        if marked is not None:
            return NOTHING
        deed = AuditRecord(
            id=id_,
            at=await self._documents.now(),
            by=by.player.id,
            what=DeedKind.INSPECT_MATCH,
            whom=None,
            why="",
            detail=f"tournament {tournament}",
        )
        return ExtraWrites((AUDIT_ENTRIES.put(id_, None, deed), Unchanged(event, seen(running))))

    async def note_inspection(
        self, by: Identity, order: InspectOrder, players: Sequence[PlayerId], newest: Version
    ) -> Version:
        """Record that a moderator looks at a match of these players with the eyes of a seat. Return the last version
        that the look may show: the `newest` one of the match when it was recorded. So a moderator cannot follow a
        running match by a `ref` of an hour ago."""
        eyes = "as spectators see it" if order.seat is None else f"through seat {order.seat}"
        same = msgspec.structs.replace(order, version=None, since=None)
        deed = await self._noted(by, same, players, f"match {order.match} {eyes}", newest)
        return newest if deed.version is UNSET else deed.version

    async def note_replay(
        self, by: Identity, match: MatchId, seat: Seat | None, players: Sequence[PlayerId], *, is_whole: bool
    ) -> None:
        """Record that a moderator reads the replay of a private match of these players, or its transcript (`is_whole`).
        All requests of a day for the same one are one look."""
        eyes = "as spectators see it" if seat is None else f"through seat {seat}"
        detail = f"transcript of match {match}" if is_whole else f"replay of match {match} {eyes}"
        day = await self._documents.now() // A_DAY
        order = InspectOrder(ref=Ref(f"{detail} on {day}"), match=match, seat=seat, why=WITHOUT_REASON)
        await self._noted(by, order, players, detail, None)

    async def _noted(
        self, by: Identity, order: InspectOrder, players: Sequence[PlayerId], detail: str, newest: Version | None
    ) -> AuditRecord:
        (account,) = await ACCOUNTS.read(self._documents, [by.player.id])
        own = {by.player.id, *(() if account is None else account.bots)}
        stake = Affair(AffairKind.OWN_MATCH, order.match) if own & set(players) else None

        async def note() -> AuditRecord:
            mark = await self._mark(by, order.match)
            judged = await self._orders.judge(
                by,
                DeedKind.INSPECT_MATCH,
                order,
                None,
                order.why,
                subject=order.match,
                concerned=players,
                concerned_at="$.match",
                stake=stake,
            )
            if judged.is_done:
                return judged.deed
            deed = msgspec.structs.replace(judged.deed, detail=detail, version=UNSET if newest is None else newest)
            beside = judged.beside(deed).plus(mark)
            await self._documents.commit(beside.changes, beside.indexed)
            return deed

        return await again(note)
