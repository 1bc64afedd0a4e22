"""Spectators of a match see it later, over a real socket with the SDK, and no sooner than its table says."""

import asyncio
from typing import Any

import pytest
from matches.processes import Hand
from quarterdeck_client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_protocol.names import Version
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.tables import SpectatorDelay
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import SOON, LiveServer, live_server

GUESSED = 5_000
"""By how much a process may be ahead of a clock that stands still, at most."""


async def _passed(server: LiveServer, hand: Hand, milliseconds: int) -> None:
    """Let time go by, and have the process look at the clock."""
    hand.move(milliseconds)
    await server.services.matches.sweep()


async def test_a_spectator_of_a_match_is_told_of_it_when_its_table_says() -> None:
    hand = Hand()
    async with (
        asyncio.timeout(SOON),
        live_server(MemoryStore(Memory(hand))) as server,
        Client(server.url, name="Ada") as ada,
        Client(server.url, name="Cy") as cy,
    ):
        table = await ada.tables.open("tiny", time_limit=3_600.0, spectator_delay=SpectatorDelay.HALF_A_MINUTE)
        assert table.spectator_delay is SpectatorDelay.HALF_A_MINUTE
        await ada.tables.add_bot(table.id)
        await ada.tables.ready(table.id)
        seat = await ada.watch_match(table.match)
        with pytest.raises(RefusedError) as refused:
            await cy.watch_match(table.match)
        assert refused.value.code is RefusalCode.NOT_SHOWN_YET
        assert 0 < (refused.value.retry_in or 0) <= 30_000
        await _passed(server, hand, 30_000)
        watching = await cy.watch_match(table.match)
        first = watching.latest.version
        assert watching.latest.delay == 30_000
        turns = seat.turns()
        turn = await anext(turns)
        await _passed(server, hand, 1_000)
        await turn.act(turn.choices[0])
        acted = seat.latest.version
        assert acted > first
        await _passed(server, hand, 30_000 - 1_000 - GUESSED)
        assert (await cy.watch_match(table.match)).latest.version < acted
        await _passed(server, hand, 1_000 + GUESSED)
        versions: list[Version] = []
        async for update in watching.updates():
            versions.append(update.version)
            if update.version >= acted:
                break
        assert versions == sorted(versions)
        assert versions[-1] == acted


async def test_a_table_that_counts_for_ratings_is_seen_half_a_minute_later_unless_it_says_otherwise() -> None:
    async with live_server() as server, Client(server.url, name="Ada") as ada:
        said: Any = {}
        for rated, delay in ((False, None), (True, None), (True, SpectatorDelay.NONE), (False, SpectatorDelay.END)):
            table = await ada.tables.open("tiny", rated=rated, spectator_delay=delay)
            said[rated, delay] = table.spectator_delay
        assert said == {
            (False, None): SpectatorDelay.NONE,
            (True, None): SpectatorDelay.HALF_A_MINUTE,
            (True, SpectatorDelay.NONE): SpectatorDelay.NONE,
            (False, SpectatorDelay.END): SpectatorDelay.END,
        }
