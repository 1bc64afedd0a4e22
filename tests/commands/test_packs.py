"""`quarterdeck packs`, as it is typed, on a store that servers run on."""

import asyncio
import json

from click.testing import CliRunner, Result
from lobby.collection.test_packs import GAME, Packs
from lobby.collection_world import ADA
from quarterdeck_server.__main__ import main
from quarterdeck_server.lobby.collection.pack_records import counts_of
from quarterdeck_server.lobby.documents import IndexAddition
from quarterdeck_server.storage.memory import Memory
from stores import processes_on, redis_url, server_of_our_own  # noqa: F401 - fixtures

# ruff: noqa: F811 - fixtures


async def said(*words: str, status: int = 0) -> str:
    clean = {f"QUARTERDECK_{name}": None for name in ("STORE", "DATA", "CARDS", "SETS", "DURABILITY", "ARCHIVE")}
    result: Result = await asyncio.to_thread(lambda: CliRunner().invoke(main, list(words), env=clean))
    assert result.exit_code == status, result.output
    return result.output


async def test_the_audit_draws_every_pack_again_and_says_what_was_counted_wrong(redis_url: str) -> None:
    there = ("packs", "audit", "--store", redis_url)
    async with processes_on(Memory(), redis_url) as start:
        world = Packs((await start()).documents)
        await world.open(ADA)
        for pack in await world.claimed(ADA):
            await world.opened(ADA, pack, "mine")
        assert (await said(*there)).endswith("No faults found. 5 packs were drawn again.\n")
        told = json.loads(await said(*there, "--json"))
        assert (told["packs"], told["faults"], told["doubts"]) == (5, [], [])
        index = counts_of(world.packs.pools[GAME].hash)
        member, _ = (await world.documents.listed(index, most=1))[0]
        await world.documents.commit([], [IndexAddition(index, member, 1)])
        wrong = await said(*there, status=1)
        assert "FAULT  " in wrong
        assert wrong.endswith("Faults found. 5 packs were drawn again.\n")


async def test_a_host_who_cannot_reach_the_store_is_told_so() -> None:
    assert "A memory store is inside its server" in await said("packs", "audit", "--store", "memory", status=1)
