"""Trades in a moderator's view, and the order to freeze one. A frozen trade cannot be accepted for now. The change of
the trade and its entry in the audit log are one commit. Moderators cannot move copies."""

import msgspec
from quarterdeck_protocol.lobby.collection.trades import Trade, TradeId, Trades, TradeStage
from quarterdeck_protocol.lobby.moderation import Deed, DeedKind, FreezeOrder
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.collection.notifications import TradeNews
from quarterdeck_server.lobby.collection.trade_records import TRADES, TradeRecord, check_open, unknown_trade
from quarterdeck_server.lobby.collection.trades import TradeService, seconds_kept
from quarterdeck_server.lobby.collections import again
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.moderation.audit import AuditLog, AuditRecord
from quarterdeck_server.lobby.moderation.orders import Orders


class TradeOrders:
    """Freezes trades, and unfreezes them. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(self, documents: DocumentStore, trades: TradeService, audit: AuditLog, orders: Orders) -> None:
        self._documents = documents
        self._trades = trades
        self._audit = audit
        self._orders = orders

    async def listed(self, by: Identity, player: PlayerId, before: Milliseconds | None = None) -> Trades:
        """Return the trades of a player, for a moderator without a conflict of interest."""
        await self._orders.check_apart(by, [player], "player")
        return await self._trades.listed(player, before)

    async def shown(self, by: Identity, trade: TradeId) -> Trade:
        """Return any trade, for a moderator who is one of its two players, or who has no conflict of interest with
        either."""
        (record,) = await TRADES.read(self._documents, [trade])
        if record is None:
            raise _no_such_trade()
        if by.player.id not in record.players:
            await self._orders.check_apart(by, record.players, "trade")
        return (await self._trades.all_shown([record]))[0]

    async def carry_out(self, by: Identity, order: FreezeOrder) -> Deed:
        """Freeze a trade, or unfreeze it."""
        return await self._audit.shown(await again(lambda: self._carried_out(by, order)))

    async def _carried_out(self, by: Identity, order: FreezeOrder) -> AuditRecord:
        (document,) = await self._documents.read([TRADES.key(order.trade)])
        record = TRADES.of(document)
        what = DeedKind.FREEZE_TRADE if order.is_frozen else DeedKind.UNFREEZE_TRADE
        sides = () if record is None else record.players
        accounts = [each for each in await ACCOUNTS.read(self._documents, sides) if each is not None]
        is_own = any(by.player.id in (each.id, each.owner) for each in accounts)
        judged = await self._orders.judge(
            by,
            what,
            order,
            None,
            order.why,
            subject=order.trade,
            concerned=() if is_own else sides,
            concerned_at="$.trade",
        )
        if judged.is_done:
            return judged.deed
        if record is None:
            raise _no_such_trade()
        if is_own:
            text = Text("You are part of this trade: another moderator has to review it.")
            raise CommandRefused(RefusalCode.NOT_YOURSELF, text, "$.trade")
        deed = msgspec.structs.replace(judged.deed, detail=record.id)
        check_open(record, deed.at)
        stage = TradeStage.FROZEN if order.is_frozen else TradeStage.OPEN
        after: TradeRecord = msgspec.structs.replace(record, stage=stage, changed_at=deed.at)
        (shown,) = await self._trades.all_shown([after])
        beside = judged.beside(deed)
        change = TRADES.put(record.id, document, after, seconds_kept(after, deed.at))
        await self._documents.commit([change, *beside.changes], beside.indexed, notification(TradeNews(shown)))
        return deed


def _no_such_trade() -> CommandRefused:
    refusal = unknown_trade()
    return CommandRefused(refusal.code, Text("There is no such trade. It may have been deleted."), "$.trade")
