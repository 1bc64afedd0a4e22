"""`quarterdeck collection`, as it is typed, on a store that servers run on."""

import asyncio
import json

from click.testing import CliRunner, Result
from lobby.collection_world import ADA, BO, OAK, World
from lobby.trade_world import TradeWorld, acceptance, offer
from quarterdeck_server.__main__ import main
from quarterdeck_server.lobby.collection.ledger import MADE
from quarterdeck_server.lobby.collection.trade_records import TRADES
from quarterdeck_server.lobby.documents import IndexAddition
from quarterdeck_server.storage.memory import Memory
from stores import processes_on, redis_url, server_of_our_own  # noqa: F401 - fixtures

# ruff: noqa: F811 - fixtures


async def said(*words: str, status: int = 0) -> str:
    clean = {f"QUARTERDECK_{name}": None for name in ("STORE", "DATA", "DURABILITY", "ARCHIVE")}
    result: Result = await asyncio.to_thread(lambda: CliRunner().invoke(main, list(words), env=clean))
    assert result.exit_code == status, result.output
    return result.output


async def test_the_audit_says_what_there_is_and_what_is_wrong_with_it(redis_url: str) -> None:
    there = ("collection", "audit", "--store", redis_url)
    async with processes_on(Memory(), redis_url) as start:
        world = World((await start()).documents)
        await world.open(ADA, BO)
        await world.give(ADA, {OAK: 3}, "gift:1")
        right = "No faults found. 3 copies were made, 0 burnt, and 3 are in 1 accounts, by 1 movements."
        right += " 0 trades are done, and 0 claims of codes have given copies. 0 players let themselves be found.\n"
        assert await said(*there) == right
        told = json.loads(await said(*there, "--json"))
        assert (told["faults"], told["trades"], told["claims"], told["owned"]) == ([], 0, 0, 3)
        await world.documents.commit([], [IndexAddition(MADE, OAK, 1)])
        assert (await said(*there, status=1)).startswith("FAULT  forest/oak: the movements have made 3 copies, and")


async def test_a_host_who_cannot_reach_the_store_is_told_so() -> None:
    text = "A memory store is inside its server"
    assert text in await said("collection", "audit", "--store", "memory", status=1)


async def test_the_audit_holds_trades_against_what_has_moved(redis_url: str) -> None:
    there = ("collection", "audit", "--store", redis_url)
    async with processes_on(Memory(), redis_url) as start:
        world = TradeWorld((await start()).documents)
        await world.open(ADA, BO)
        await world.give(ADA, {OAK: 3}, "gift:1")
        trade = await world.trades.offer(ADA, offer(BO, {OAK: 2}))
        await world.trades.accept(BO, acceptance(trade))
        assert "1 trades are done" in await said(*there)
        (document,) = await world.documents.read([TRADES.key(trade.id)])
        await world.documents.commit([TRADES.drop(trade.id, document)])
        assert (await said(*there, status=1)).startswith(f"FAULT  trade {trade.id}: it is listed as done")
