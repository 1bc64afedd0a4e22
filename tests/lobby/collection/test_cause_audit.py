"""Trades and claims are held against the ledger together, in one reading of all accounts, however much there is."""

from lobby.codes_world import A_CARD, Codes
from lobby.collection_world import ADA, BO, OAK
from lobby.trade_world import TradeWorld, acceptance, offer
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_server.lobby.collection.cause_audit import CauseAudit, audited_causes
from quarterdeck_server.lobby.collection.ledger_pages import AT_ONCE
from quarterdeck_server.lobby.collection.trade_records import DAY, TradeSettings
from quarterdeck_server.lobby.documents import IndexAddition


async def test_of_nothing_it_finds_nothing() -> None:
    assert await audited_causes(TradeWorld().documents) == CauseAudit(trades=0, claims=0, faults=())


async def test_trades_and_claims_are_found_over_several_pages_and_it_is_told_how_many_accounts_were_read() -> None:
    codes = Codes()
    world = TradeWorld(codes.documents, TradeSettings(age=Milliseconds(0)))
    await world.open(ADA, BO)
    await codes.employ()
    await codes.claimed(ADA, (await codes.made(A_CARD)).codes[0])
    await world.give(ADA, {OAK: AT_ONCE + 1}, "gift:1")
    for number in range(AT_ONCE + 1):
        world.now = Milliseconds(world.now + number % 2 * DAY)
        trade = await world.trades.offer(ADA, offer(BO, {OAK: 1}))
        await world.trades.accept(BO, acceptance(trade))
    told: list[tuple[int, int]] = []
    found = await audited_causes(world.documents, done=lambda done, of: told.append((done, of)))
    assert found == CauseAudit(trades=AT_ONCE + 1, claims=1, faults=())
    assert told == [(1, 2), (2, 2)]


async def test_anything_that_is_wrong_with_both_is_said() -> None:
    world = TradeWorld()
    await world.documents.commit([], [IndexAddition("done_trades", "one", 1), IndexAddition("code_batches", "two", 1)])
    assert [fault.where for fault in (await audited_causes(world.documents)).faults] == ["trade one", "batch two"]
