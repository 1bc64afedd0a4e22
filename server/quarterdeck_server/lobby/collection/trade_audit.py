"""Audit of trades against the movements and holds of the ledger, while servers are running. It only reads.

A finished trade was committed with its movement, and neither changes any more. So they can be read in any order. Open
trades change. If the open trades and holds of an account do not fit, they are read again, until two readings in a row
are equal. Then all of it was true at the moment between them.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence

import msgspec
from quarterdeck_protocol.lobby.collection.trades import TradeId, TradeStage
from quarterdeck_protocol.names import Milliseconds, PlayerId

from quarterdeck_server.lobby.collection.holdings import COLLECTIONS, CollectionRecord, HoldKind, HoldRecord
from quarterdeck_server.lobby.collection.ledger_audit import LedgerFault
from quarterdeck_server.lobby.collection.ledger_pages import pages_of
from quarterdeck_server.lobby.collection.movements import MOVEMENTS, Cause, Face, HolderId, MovementRecord, in_order
from quarterdeck_server.lobby.collection.trade_records import (
    TRADERS,
    TRADES,
    TradeRecord,
    TraderRecord,
    hold_of,
    movement_of,
)
from quarterdeck_server.lobby.collection.trades import DONE
from quarterdeck_server.lobby.documents import Document, DocumentStore

Now = Callable[[], Awaitable[Milliseconds]]

NEARLY_NOW = 60_000
"""Trades that end within so many milliseconds of now are not judged, because the clocks of processes may differ a
little."""


class TradeAuditor:
    """Finds faults in trades. Every method raises `Unavailable`."""

    def __init__(self, documents: DocumentStore, now: Now) -> None:
        self._documents = documents
        self._now = now
        self.done = 0
        """Number of finished trades."""

        self.faults: dict[LedgerFault, None] = {}
        """The faults, each once even if found with two accounts."""

    def _fault(self, where: str, what: str) -> None:
        self.faults[LedgerFault(where, what)] = None

    # What is done

    async def read_done(self) -> None:
        """Check every finished trade against its ledger movement."""
        async for page in pages_of(self._documents, DONE):
            trades = await TRADES.read(self._documents, page)
            movements = await MOVEMENTS.read(self._documents, [movement_of(TradeId(name)) for name in page])
            players = list(dict.fromkeys(player for trade in trades if trade is not None for player in trade.players))
            records = await COLLECTIONS.read(self._documents, players) if players else []
            accounts = {player: each.account for player, each in zip(players, records, strict=True) if each is not None}
            for name, trade, movement in zip(page, trades, movements, strict=True):
                self.done += 1
                self._judge_done(name, trade, movement, accounts)

    def _judge_done(
        self,
        name: str,
        trade: TradeRecord | None,
        movement: MovementRecord | None,
        accounts: Mapping[PlayerId, HolderId],
    ) -> None:
        """Check a trade that is listed as done. `accounts` has the accounts of its players, without deleted ones."""
        where = f"trade {name}"
        if trade is None:
            self._fault(where, "it is listed as done, and is not there")
        elif trade.stage is not TradeStage.DONE:
            self._fault(where, f"it is listed as done, and is {trade.stage}")
        elif movement is None:
            self._fault(where, "it is done, and nothing has moved")
        elif movement.cause is not Cause.TRADE or movement.of != name or len(movement.legs) != len(trade.players):
            self._fault(where, f"its movement, `{movement.id}`, is not one between two for it")
        else:
            for leg, wanted in zip(movement.legs, trade.movement.legs, strict=True):
                if accounts.get(wanted.player, leg.account) != leg.account:
                    text = f"its movement concerns {leg.account}, and not {accounts[wanted.player]}"
                    self._fault(where, text)
                said = dict(in_order(wanted.copies))
                if differing := _differing(dict(leg.copies), said):
                    text = f"trade {name} has moved {differing}, by its revision {trade.revision}"
                    self._fault(leg.account, text)

    async def judge_movements(self, movements: Sequence[MovementRecord]) -> None:
        """Check ledger movements against the trades for which they were made."""
        made = [movement for movement in movements if movement.cause is Cause.TRADE]
        if not made:
            return
        trades = await TRADES.read(self._documents, [movement.of or "-" for movement in made])
        listed = await asyncio.gather(*(self._documents.number_of(DONE, movement.of) for movement in made))
        for movement, trade, at in zip(made, trades, listed, strict=True):
            where = f"trade {movement.of}"
            if trade is None:
                self._fault(where, f"`{movement.id}` was made for it, and it is not there")
            elif trade.stage is not TradeStage.DONE:
                self._fault(where, f"`{movement.id}` was made for it, and it is {trade.stage}")
            elif movement.id != movement_of(trade.id):
                self._fault(where, f"`{movement.id}` was made for it, too")
            elif at is None:
                self._fault(where, "it is done, and not listed as done")

    # What is open

    async def judge_open(self, player: str) -> None:
        """Compare the open trades of a player with the reserved copies (holds) of the player's account."""
        before: list[Document | None] = []
        while True:
            stored, faults = await self._open(PlayerId(player))
            if not faults or stored == before:
                self.faults.update(dict.fromkeys(faults))
                return
            before = stored  # it may have changed while it was read; two equal readings were true in between

    async def _open(self, player: PlayerId) -> tuple[list[Document | None], list[LedgerFault]]:
        """Read an account once, and return the documents and the faults."""
        keys = [COLLECTIONS.key(player), TRADERS.key(player)]
        own, now = await asyncio.gather(self._documents.read(keys), self._now())
        record, trader = COLLECTIONS.of(own[0]), TRADERS.of(own[1]) or TraderRecord()
        if record is None:  # deleted meanwhile
            return own, []
        holds = {_trade_of(id_): hold for id_, hold in record.holds.items() if _is_offered(id_, hold, now)}
        ids = list(dict.fromkeys([*trader.at(now).open, *holds]))
        if not ids:
            return own, _overheld(record, now)
        read = await self._documents.read([*map(TRADES.key, ids), *(MOVEMENTS.key(movement_of(id_)) for id_ in ids)])
        faults = _overheld(record, now)
        for id_, stored, moved in zip(ids, read[: len(ids)], read[len(ids) :], strict=True):
            trade = TRADES.of(stored)
            ends = trade.expires_at if trade is not None else None
            if ends is not None and abs(ends - now) < NEARLY_NOW:
                continue
            is_listed = id_ in trader.open
            faults += _judged(_Standing(id_, player, record.account, trade, holds.get(id_), is_listed), now)
            if moved is not None and trade is not None and trade.stage is not TradeStage.DONE:
                faults.append(LedgerFault(f"trade {id_}", f"it is {trade.stage}, and its copies have moved"))
        return [*own, *read], faults


class _Standing(msgspec.Struct, frozen=True):
    """A trade from the side of one account, with its hold and its place in the list of open trades."""

    id: TradeId
    player: PlayerId
    account: HolderId
    trade: TradeRecord | None
    hold: HoldRecord | None
    is_listed: bool
    """True if it is among the player's open trades."""


def _judged(at: _Standing, now: Milliseconds) -> list[LedgerFault]:
    """Return the faults of a trade from the side of one account."""
    trade = at.trade
    if trade is None or not trade.is_open(now) or at.player not in trade.players:
        stands = "not there" if trade is None else "somebody else's" if at.player not in trade.players else trade.stage
        stands = "over" if trade is not None and stands in (TradeStage.OPEN, TradeStage.FROZEN) else stands
        texts = [f"trade {at.id} is among its open ones, and is {stands}"] if at.is_listed else []
        texts += [f"it holds {_said(at.hold.copies)} for trade {at.id}, which is {stands}"] if at.hold else []
        return [LedgerFault(at.account, text) for text in texts]
    texts = [] if at.is_listed else [f"trade {at.id} is open, and is not among its open ones"]
    due = trade.hold if trade.players[trade.by] == at.player else None
    if due is None and at.hold is not None:
        texts.append(f"it holds {_said(at.hold.copies)} for trade {at.id}, in which it has offered nothing now")
    elif due is not None and at.hold is None:
        texts.append(f"it does not hold what it offers in trade {at.id}: {_said(due.copies)}")
    elif due is not None and at.hold is not None:
        if differing := _differing(at.hold.copies, due.copies):
            texts.append(f"it holds for trade {at.id} {differing}")
        if (at.hold.kind, at.hold.until) != (due.kind, due.until):
            texts.append(f"it holds for trade {at.id} otherwise or for another time than that lasts")
    return [LedgerFault(at.account, text) for text in texts]


def _overheld(record: CollectionRecord, now: Milliseconds) -> list[LedgerFault]:
    """Return a fault for each card or printing with more held copies than owned ones."""
    return [
        LedgerFault(record.account, f"it holds {count} of {face}, and owns {record.copies.get(face, 0)}")
        for face, count in sorted(record.held(now).items())
        if record.copies.get(face, 0) < count
    ]


def _is_offered(id_: str, hold: HoldRecord, now: Milliseconds) -> bool:
    """True if a hold (a reservation of copies) belongs to a trade and has not expired."""
    is_trades = hold.kind is HoldKind.OFFER or id_.startswith(hold_of(TradeId("")))
    return is_trades and (hold.until is None or hold.until > now)


def _trade_of(hold: str) -> TradeId:
    """Return the trade for which copies are reserved by this hold."""
    return TradeId(hold.removeprefix(hold_of(TradeId(""))))


def _said(copies: Mapping[Face, int]) -> str:
    return ", ".join(f"{face} {count}" for face, count in sorted(copies.items()))


def _differing(found: Mapping[Face, int], wanted: Mapping[Face, int]) -> str:
    """Return the differences between two counts as text; empty if there are none."""
    faces = sorted(face for face in {*found, *wanted} if found.get(face, 0) != wanted.get(face, 0))
    return ", ".join(f"{face} {found.get(face, 0)}, not {wanted.get(face, 0)}" for face in faces)
