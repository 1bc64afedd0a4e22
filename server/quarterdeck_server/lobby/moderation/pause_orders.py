"""Orders of admins to begin or end the pause, in which no match begins. The pause and its entry in the audit log are
one commit."""

from typing import Protocol

from msgspec import UNSET
from quarterdeck_protocol.lobby.moderation import LONGEST_REASON, Deed, DeedKind, PauseDetails, PauseOrder
from quarterdeck_protocol.lobby.moderation import MatchPause as ShownPause

from quarterdeck_server.lobby import player_text
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.collections import again
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.match_pause import MatchPause, PauseRecord
from quarterdeck_server.lobby.moderation.audit import AuditLog, AuditRecord
from quarterdeck_server.lobby.moderation.orders import Orders
from quarterdeck_server.lobby.notifications import PauseChanged


class RunningMatches(Protocol):
    """Interface to the running matches of all servers."""

    async def running(self) -> int:
        """Return the number of matches that have begun and are not settled. Raises `Unavailable`."""
        ...


class PauseOrders:
    """Begins and ends the pause of all servers. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(
        self, documents: DocumentStore, pause: MatchPause, audit: AuditLog, matches: RunningMatches, orders: Orders
    ) -> None:
        self._documents = documents
        self._pause = pause
        self._audit = audit
        self._matches = matches
        self._orders = orders

    async def shown(self) -> ShownPause:
        """Return the state of the pause of all servers, and the number of running matches."""
        running = await self._matches.running()
        record = (await self._pause.refresh()).record
        here = self._pause.is_on_here
        if record is None:
            return ShownPause(is_on=False, is_on_here=here, running=running)
        known = await self._audit.players.known([record.by])
        return ShownPause(
            is_on=record.is_on,
            is_on_here=here,
            running=running,
            at=record.at,
            by=known[record.by],
            why=record.why,
            details=None if record.details is UNSET else record.details,
        )

    async def carry_out(self, by: Identity, order: PauseOrder) -> Deed:
        """Begin or end the pause. When this returns, the order applies in every process."""
        deed = await again(lambda: self._carried_out(by, order))
        await self._pause.refresh()
        return await self._audit.shown(deed)

    @staticmethod
    def _details(order: PauseOrder) -> PauseDetails | None:
        reason = None if order.reason is None else player_text.plain(order.reason, LONGEST_REASON, "$.reason")
        is_said = order.is_on and not (reason is None and order.until is None)
        return PauseDetails(reason=reason, until=order.until) if is_said else None

    async def _carried_out(self, by: Identity, order: PauseOrder) -> AuditRecord:
        what = DeedKind.PAUSE if order.is_on else DeedKind.RESUME
        judged = await self._orders.judge(by, what, order, None, order.why)
        if judged.is_done:
            return judged.deed
        deed = judged.deed
        beside = judged.beside(deed)
        details = self._details(order)
        record = PauseRecord(order.is_on, deed.at, by.player.id, deed.why, UNSET if details is None else details)
        change = (await self._pause.refresh()).becomes(record)
        news = notification(PauseChanged(order.is_on, details))
        await self._documents.commit([change, *beside.changes], beside.indexed, news)
        return deed
