"""Audit of the causes of movements against the ledger: trades, their holds, claims of codes, and the trader indexes.

Reads all accounts once, page by page, so memory does not grow with the number of movements. `ledger_audit` checks the
ledger itself, and `pack_audit` draws all packs again.
"""

from collections.abc import Callable

import msgspec

from quarterdeck_server.lobby.collection.code_audit import CodeAuditor
from quarterdeck_server.lobby.collection.ledger import HOLDERS
from quarterdeck_server.lobby.collection.ledger_audit import LedgerFault
from quarterdeck_server.lobby.collection.ledger_pages import accounts_once, movements_in
from quarterdeck_server.lobby.collection.trade_audit import Now, TradeAuditor
from quarterdeck_server.lobby.collection.trader_audit import TraderAuditor
from quarterdeck_server.lobby.documents import DocumentStore


class CauseAudit(msgspec.Struct, frozen=True, kw_only=True):
    """Findings of an audit of the causes of ledger movements."""

    trades: int
    """Number of finished trades."""

    claims: int
    """Number of claims of codes that have given copies."""

    faults: tuple[LedgerFault, ...]

    found: int = 0
    """Number of players that have opted in to be found by cards and wishes."""


async def audited_causes(
    documents: DocumentStore, now: Now | None = None, done: Callable[[int, int], object] = lambda _done, _of: None
) -> CauseAudit:
    """Check all trades and claims against the ledger. `now` returns the time; by default it is the store's. `done` is
    called with the number of accounts read and of all accounts. Raises `Unavailable`."""
    trades, codes = TradeAuditor(documents, documents.now if now is None else now), CodeAuditor(documents)
    traders = TraderAuditor(documents)
    await codes.begin()
    await trades.read_done()
    count, met = await documents.count(HOLDERS), set[str]()
    while True:  # again, until there are no new holders: a deleted player's account goes on under its own name
        before = len(met)
        async for holder, record in accounts_once(documents, HOLDERS, met):
            async for page in movements_in(documents, record):
                await trades.judge_movements(page)
                codes.judge_movements(page)
            await trades.judge_open(holder)
            await traders.judge_account(holder)
            done(len(met), max(count, len(met)))
        if len(met) == before:
            break
    await codes.end()
    await traders.read_indexes()
    return CauseAudit(
        trades=trades.done,
        claims=codes.claims,
        found=len(traders.found),
        faults=(*trades.faults, *codes.faults, *traders.faults),
    )
