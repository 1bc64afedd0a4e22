"""Replays and transcripts are made one at a time, and each address and each player has a fair share of that."""

import asyncio
from typing import Any

import aiohttp
import pytest
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.fair_queue import Sharer
from quarterdeck_server.web.http.replay_turns import MAKING
from servers import LiveServer, bot, live_server, soon

SOMEBODY = Sharer("192.0.2.100", "")
CROWD, ALONE = "192.0.2.1", "192.0.2.9"
MANY = 20
MATCHES = [f"m{number}" for number in range(MANY)]


async def with_matches(server: LiveServer) -> None:
    """Play some matches to their ends."""
    for match in MATCHES:
        await server.begin(match, [bot(1), bot(2)], marks=5)
        held = await server.services.matches.open(MatchId(match))
        while held.record.result is None:
            await server.services.matches.sweep()
            await asyncio.sleep(0)


class Asking:
    """Many who ask at the same time, and the order in which they are answered."""

    def __init__(self, server: LiveServer) -> None:
        self._server = server
        self.order: list[str] = []
        self._asking: list[asyncio.Task[int]] = []

    async def ask(self, path: str, name: str, address: str, **headers: str) -> None:
        """Ask, and go on when it waits."""
        turns, waiting = self._server.app[MAKING], self._server.app[MAKING].waiting
        self._asking.append(asyncio.create_task(self._asked(path, name, {"X-Forwarded-For": address, **headers})))
        await soon(lambda: turns.waiting > waiting)

    async def _asked(self, path: str, name: str, headers: dict[str, str]) -> int:
        async with aiohttp.ClientSession() as http, http.get(self._server.url + path, headers=headers) as answer:
            await answer.read()
        self.order.append(name)
        return answer.status

    async def answered(self) -> list[int]:
        return list(await asyncio.gather(*self._asking))


@pytest.mark.parametrize("suffix", ["", "/replay"])
async def test_an_address_that_asks_for_many_makes_nobody_else_wait_for_all_of_them(suffix: str) -> None:
    async with live_server(trusted_proxies=1) as server:
        await with_matches(server)
        turns, asking = server.app[MAKING], Asking(server)
        async with turns.turn(SOMEBODY, "full"):
            for match in MATCHES:
                await asking.ask(f"/v1/matches/{match}{suffix}", "crowd", CROWD)
            await asking.ask(f"/v1/matches/{MATCHES[-1]}{suffix}", "alone", ALONE)
        assert await asking.answered() == [200] * (MANY + 1)
        assert asking.order.index("alone") <= 2


async def test_a_player_has_a_share_of_their_address_for_themselves() -> None:
    async with live_server(trusted_proxies=1) as server, server.line() as line:
        token = (await line.sign_in("Ada"))["token"]
        await with_matches(server)
        turns, asking = server.app[MAKING], Asking(server)
        async with turns.turn(SOMEBODY, "full"):
            for match in MATCHES:
                await asking.ask(f"/v1/matches/{match}", "crowd", CROWD, Authorization="Bearer of nothing")
            await asking.ask("/v1/matches/m0", "ada", CROWD, Authorization=f"Bearer {token}")
        assert await asking.answered() == [200] * (MANY + 1)
        assert asking.order.index("ada") <= 2


async def test_a_replay_that_many_ask_for_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async with live_server(trusted_proxies=1) as server:
        await with_matches(server)
        made: list[str] = []
        replay = server.services.matches.replay

        async def noted(match: Any, *rest: Any) -> bytes:
            made.append(match)
            return await replay(match, *rest)

        monkeypatch.setattr(server.services.matches, "replay", noted)
        turns, asking = server.app[MAKING], Asking(server)
        async with turns.turn(SOMEBODY, "full"):
            for number in range(MANY):
                await asking.ask("/v1/matches/m0/replay", "crowd", f"192.0.2.{number}")
        assert await asking.answered() == [200] * MANY
        assert made == ["m0"]
