"""Quick match whose time stands still: nobody is too late on a slow machine, and no bots come for who wishes none."""

import contextlib
from collections.abc import AsyncIterator

from browsers import Window
from hands import keep
from matches.processes import Hand
from playwright.async_api import expect
from quarterdeck_server.lobby.matchmaking.offers import TIME_TO_ACCEPT
from quarterdeck_server.lobby.matchmaking.rounds import BETWEEN_ROUNDS
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import LiveServer, live_server

STEPS = 8
"""A step at once would be too long for whoever is to be here, and between two of them this machine's clock runs on."""


class Rounds:
    """A server whose store's clock stands still, and whose rounds of quick match come when a test says so."""

    def __init__(self, server: LiveServer, hand: Hand) -> None:
        self.server = server
        self._hand = hand

    async def run(self, after: int = BETWEEN_ROUNDS) -> None:
        """Move the clock on by so many milliseconds, and pair whoever is there."""
        self._hand.move(after)
        services = self.server.services
        services.matches.clock.correct(self._hand.time)
        await services.quick_match.here.report_connected_seekers()
        assert await services.quick_match.rounds.run_round()

    async def end_of_the_time_to_accept(self) -> None:
        """Let the time pass in which what is offered now can be accepted."""
        for _ in range(STEPS):
            await self.run(TIME_TO_ACCEPT // 2)


@contextlib.asynccontextmanager
async def rounds() -> AsyncIterator[Rounds]:
    """Run a server whose rounds come when a test says so."""
    hand = Hand()
    async with live_server(MemoryStore(Memory(hand))) as server:
        yield Rounds(server, hand)


async def seek(player: Window) -> None:
    """Say on the first page that one wants to play at once, and with people."""
    await keep(player, "wish", {"bots_after": None})
    await player.open()
    await player.page.locator(".offer[data-game=amfibido]").get_by_role("button", name="Play now").click()
    await player.see(".seeking")
    await expect(player.page.locator(".seeking")).not_to_contain_text("bots")
