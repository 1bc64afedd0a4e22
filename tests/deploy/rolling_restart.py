"""The long form: 200 matches behind each proxy while its servers are restarted in turn, and while one is frozen.

Players are those of the SDK, and nobody presses a key: each acts in a match of their own against a bot, and asks
something small in between, all the time. What is noted is how long each thing took from being asked until it was
answered; the longest of them during a restart is the gap that this player has seen.

Not part of the usual run: `make doors`. `DOORS_MATCHES=200`, `DOORS=nginx,haproxy,caddy`.
"""

import asyncio
import contextlib
import os
import random
import time
from pathlib import Path

import pytest
from deploy.doors import Door, doors
from deploy.proxies import PROXIES, Proxy
from quarterdeck_client import Client
from quarterdeck_protocol.messages import Hello
from servers import line_to

MATCHES = int(os.environ.get("DOORS_MATCHES", "200"))
CHOSEN = os.environ.get("DOORS", "nginx,haproxy,caddy").split(",")
COMING_AT_ONCE = 16
SECONDS_OF_QUIET = 10.0
SECONDS_BETWEEN_QUESTIONS = 0.5
SECONDS_TO_THINK = 6.0
DRAIN = 5
FROZEN_FOR = 60.0
"""How long a server stands still at most; nginx would wait for 90 seconds."""


class Seated:
    """A player in a match against a bot."""

    def __init__(self, client: Client, chance: random.Random) -> None:
        self.client = client
        self._chance = chance
        self._took: list[tuple[float, float]] = []
        self._asked_at: dict[str, float] = {}
        self.acted = 0

    async def ask_again_and_again(self) -> None:
        """Ask something small all the time."""
        await asyncio.sleep(self._chance.random() * SECONDS_BETWEEN_QUESTIONS)
        while True:
            began = time.monotonic()
            self._asked_at["question"] = began
            await self.client.ask(Hello())
            self._note("question", began)
            await asyncio.sleep(SECONDS_BETWEEN_QUESTIONS)

    async def play(self) -> None:
        """Play one match after the other."""
        while True:
            seat = await self.client.play("density-deck", bots=1)
            async for turn in seat.turns():
                await asyncio.sleep(self._chance.random() * SECONDS_TO_THINK)
                began = time.monotonic()
                self._asked_at["action"] = began
                with contextlib.suppress(Exception):  # the clock may have been faster
                    await turn.act(self._chance.choice(turn.choices))
                self._note("action", began)
                self.acted += 1

    def _note(self, what: str, began: float) -> None:
        now = time.monotonic()
        self._took.append((now, now - began))
        self._asked_at.pop(what, None)

    def gap_since(self, moment: float) -> float:
        """Return the longest that anything took which was answered since then, or is not answered yet."""
        now = time.monotonic()
        waiting = [now - began for began in self._asked_at.values()]
        return max([took for at, took in self._took if at >= moment] + waiting, default=0.0)

    def is_answered_since(self, moment: float) -> bool:
        """Whether something that was asked since then has been answered."""
        return any(at - took >= moment for at, took in self._took)


@pytest.mark.parametrize("proxy", [each for each in PROXIES if each.program in CHOSEN], ids=lambda each: each.program)
async def test_a_rolling_restart_disturbs_nobody(proxy: Proxy, tmp_path: Path) -> None:
    loads = [os.getloadavg()[0]]
    options = ("--tables-per-address", "0", "--connections-per-address", "0", "--silence", "3000")
    async with doors(proxy, tmp_path, *options, drain=DRAIN) as door, contextlib.AsyncExitStack() as stack:
        seated = await _seated(door, stack)
        moment = time.monotonic()
        await asyncio.sleep(SECONDS_OF_QUIET)
        print(f"\n{proxy.program}: {MATCHES} matches; nothing happens: {_figures(seated, moment)}", flush=True)
        gaps: list[float] = []
        for number in (0, 1):
            moment, before = time.monotonic(), [each.client.reconnects for each in seated]
            await door.end(number)
            await door.begin(number)
            await _all_answered(seated)
            moved = [each for each, times in zip(seated, before, strict=True) if each.client.reconnects > times]
            gaps += [each.gap_since(moment) for each in moved]
            print(f"{proxy.program}: server {number + 1} restarted: {_figures(seated, moment)}", flush=True)
        print(f"{proxy.program}: {len(gaps)} who were there: {_shown(gaps)}", flush=True)
        loads.append(os.getloadavg()[0])
        await _freeze(proxy, door, seated)
        print(f"{proxy.program}: load {loads[0]:.1f} before, {loads[1]:.1f} after the restarts", flush=True)


async def _seated(door: Door, stack: contextlib.AsyncExitStack) -> list[Seated]:
    """Bring everybody to a match."""
    room = asyncio.Semaphore(COMING_AT_ONCE)

    async def come(number: int) -> Seated:
        async with room:
            client = Client(door.url, name=f"Player {number}")
            await client.__aenter__()
            stack.push_async_exit(client)
            return Seated(client, random.Random(number))

    seated = await asyncio.gather(*(come(number) for number in range(MATCHES)))
    tasks = [asyncio.create_task(work) for each in seated for work in (each.play(), each.ask_again_and_again())]

    async def leave() -> None:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        lost = [each for each in ended if not isinstance(each, asyncio.CancelledError)]
        assert lost == [], "somebody would have had to press a key"

    stack.push_async_callback(leave)
    while not all(each.acted for each in seated):  # noqa: ASYNC110 - they are many
        await asyncio.sleep(0.1)
    return seated


async def _all_answered(seated: list[Seated]) -> None:
    moment = time.monotonic()
    while not all(each.is_answered_since(moment) for each in seated):  # noqa: ASYNC110 - they are many
        await asyncio.sleep(0.05)


async def _freeze(proxy: Proxy, door: Door, seated: list[Seated]) -> None:
    """Let a server stand still, and say when newcomers and those inside are answered."""
    moment = time.monotonic()
    door.freeze(0)
    newcomers = []
    for _ in range(4):  # whichever server is next
        began = time.monotonic()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FROZEN_FOR / 4), line_to(door.url) as line:
                await line.ask({"type": "hello"})
        newcomers.append(time.monotonic() - began)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(FROZEN_FOR - (time.monotonic() - moment)):
            await _all_answered(seated)
    after = time.monotonic() - moment
    still = sum(not each.is_answered_since(moment) for each in seated)
    print(
        f"{proxy.program}: a server is frozen: {_figures(seated, moment)}; {still} still wait after {after:.1f} s;"
        f" four who come then are in after {', '.join(f'{each:.1f}' for each in newcomers)} s",
        flush=True,
    )
    door.thaw(0)


def _figures(seated: list[Seated], moment: float) -> str:
    return _shown([each.gap_since(moment) for each in seated])


def _shown(gaps: list[float]) -> str:
    gaps = sorted(gaps)
    ninety_nine = gaps[min(len(gaps) - 1, int(0.99 * len(gaps)))]
    return f"median {gaps[len(gaps) // 2]:.2f} s, p99 {ninety_nine:.2f} s, longest {gaps[-1]:.2f} s"
