"""Bots that search, over the real socket: they play what they have thought of, and whatever dies, they play."""

import asyncio
import contextlib
import multiprocessing
import os
import random
import signal
from pathlib import Path

import pytest
from failover_bots import Switch
from quarterdeck_client import Client, FollowedMatch
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_server.metrics import SearchOutcome
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from servers import SOON, live_server, served

FEW = {"club": 150, "expert": 300, "master": 600}
UNHURRIED = {level: Milliseconds(600_000) for level in FEW}


async def moved(seat: FollowedMatch, chance: random.Random) -> None:
    """Take any choice, once."""
    turn = await anext(aiter(seat.turns()))
    await turn.act(chance.choice(turn.choices))


async def thinking(seat: FollowedMatch, chance: random.Random) -> None:
    """Take any choice, until it is the bot that is asked."""
    await moved(seat, chance)
    while {waiting.seat for waiting in seat.latest.waiting} == {seat.seat}:
        await moved(seat, chance)


async def test_the_usual_bot_plays_what_it_has_thought_of_though_a_process_of_its_dies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in ("record", "bot_turns"):  # the machine may be as busy as it likes
        monkeypatch.setattr(f"quarterdeck_server.matches.{module}.CLOCKS", UNHURRIED)
    chance = random.Random(1)
    async with live_server(bot_processes=1, budgets=FEW) as server, Client(server.url, name="Ada") as ada:
        offer = next(offer for offer in ada.welcome.games if offer.name == "density-deck")
        assert offer.bots == ("random", "greedy", "club", "expert", "master")
        assert offer.default_bot == "club"
        seat = await ada.play("density-deck", bots=1, time_limit=600)
        assert [player.name for player in seat.latest.players] == ["Ada", "Club 1"]
        searches = server.services.matches.metrics.searches
        async with asyncio.timeout(SOON):
            while searches.outcomes[SearchOutcome.WHOLE] < 2:
                await moved(seat, chance)
            (process,) = multiprocessing.active_children()
            assert process.pid is not None
            os.kill(process.pid, signal.SIGKILL)
            while searches.deaths < 1 or searches.outcomes[SearchOutcome.WHOLE] < 4:
                await moved(seat, chance)
        assert {outcome for outcome, number in searches.outcomes.items() if number} == {SearchOutcome.WHOLE}
        await server.stop()
        assert multiprocessing.active_children() == []


async def test_whichever_server_dies_or_leaves_while_a_bot_thinks_the_bot_plays_on(tmp_path: Path) -> None:
    store = EmbeddedStore(tmp_path / "store")
    await store.start()
    chance = random.Random(2)
    try:
        async with contextlib.AsyncExitStack() as stack:
            environment = {"QUARTERDECK_BOT_PROCESSES": "1", "QUARTERDECK_BOT_DELAY": "500"}
            options = ("--store", store.url, "--log-level", "error", "--drain", "1")
            servers = [await stack.enter_async_context(served(*options, environment=environment)) for _ in range(3)]
            switch = await stack.enter_async_context(Switch.to([servers[0].url]))
            ada = await stack.enter_async_context(Client(switch.url, name="Ada"))
            seat = await ada.play("density-deck", bots=1)
            async with asyncio.timeout(SOON):
                await thinking(
                    seat, chance
                )  # from now on there is a process that thinks: one that dies as it begins complains
                await thinking(seat, chance)
                switch.urls[:] = [servers[1].url]
                servers[0].kill()
                assert await servers[0].ended() == -signal.SIGKILL  # and nobody holds what it wrote to any more
                await thinking(seat, chance)
                switch.urls[:] = [servers[2].url]
                assert await servers[1].terminated() == 0
                await thinking(seat, chance)
                await moved(seat, chance)
            assert ada.reconnects == 2
            assert await servers[2].terminated() == 0
            assert [server.said for server in servers[1:]] == [b"", b""]
            assert all(b"resource_tracker" in line for line in servers[0].said.splitlines())  # which clears up
    finally:
        await store.stop()
