"""Interpreter instructions of each periodic work and each event, beside any number of players.

    python tests/bench crowd_costs --people 1250 --people 10000

One process without sockets, with its store in memory (`socketless_server.py`), holds the people of an evening: half sit
at matches of `tiny`, three tenths follow the list of tables and the chat of the lobby, and as many players with an
account as people are there. Periodic work is counted for one turn, the rest for one event. Each is the least of some
turns, in which nothing else was done. The counts do not depend on the load of the machine (`action_steps.py`). What is
done for each person grows with their number, and its column *a person* says how much. All else must be flat.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast

import click
import msgspec
from aiohttp import web
from bench.action_steps import Steps
from bench.socketless_server import SECONDS_BETWEEN_PINGS, Player, seated_at
from quarterdeck_client.commands.output import echo
from quarterdeck_protocol.lobby.social.follow_lists import SeenBy
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_server.app import build
from quarterdeck_server.process.loops import fastest_loop
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage.memory import MemoryStore
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.heartbeat import Heartbeat
from quarterdeck_server.web.socket import CONVERSATIONS

TURNS = 5
AT_TABLES, IN_LOBBY = 0.5, 0.3
SECONDS_UNTIL_NEWS = 0.3

Work = Callable[[], Awaitable[object]]


class Cost(msgspec.Struct, frozen=True):
    """Cost of one turn of periodic work, or of one event."""

    instructions: int
    microseconds: float


class Crowd:
    """A server with so many people."""

    def __init__(self, app: web.Application, people: int) -> None:
        self.app = app
        self.people = people
        self.services = app[SERVICES]
        self.heartbeat = app[CONVERSATIONS].heartbeat = Heartbeat(SECONDS_BETWEEN_PINGS)
        self.all: list[Player] = []

    async def come(self) -> None:
        """Let all people come."""
        for number in range(self.people):
            player = PlayerId(f"player-{number}")
            self.services.presence.arrive(player, cast("Any", _Connected(player)))
        await self.services.online_players.settle()
        for _ in range(round(self.people * IN_LOBBY)):
            follower = await self.one_more()
            await follower.ask("watch_lobby")
            await follower.ask("join_chat", where="lobby", id=None)
        for _ in range(round(self.people * AT_TABLES / 2)):
            self.all += (await seated_at(self.app)).seats
        for _ in range(self.people - len(self.all)):
            await self.one_more()

    async def one_more(self) -> Player:
        player = Player(self.app)
        self.all.append(player)
        await player.ask("sign_in", name="Load")
        return player

    async def join_lobby(self) -> None:
        await self.all[-1].ask("watch_lobby")

    async def open_table(self) -> None:
        await self.all[-1].ask("open_table", game="tiny")
        await asyncio.sleep(SECONDS_UNTIL_NEWS)

    async def say(self) -> None:
        await self.all[-1].ask("say", where="lobby", id=None, text="Good evening")
        await asyncio.sleep(0)

    async def beat(self) -> None:
        self.heartbeat.turn()

    async def seek(self) -> None:
        await self.all[-1].ask("seek", games=["amiibart"], rated=False)

    def works(self) -> dict[str, Work]:
        """Return each work by its name, with how often it is done."""
        services = self.services
        return {
            "an arrival of a guest": self.one_more,
            "somebody follows the list": self.join_lobby,
            "a table opens, and all followers hear of it": self.open_table,
            "a chat line, and all followers get it": self.say,
            "a ticket of quick match": self.seek,
            "online players, every 5 s": services.online_players.refresh,
            "attendance, every 10 s": services.attendance.count,
            "matches, every second": services.matches.sweep,
            "tables, every 15 s": services.tables.sweeper.sweep,
            "a round of quick match, every 2 s": services.quick_match.rounds.run_round,
            "pings, every 0.2 s": self.beat,
            "announcements, every 2 s": services.board.refresh,
        }

    async def measured(self) -> dict[str, Cost]:
        """Return the cost of each work."""
        found = {}
        for name, work in self.works().items():
            took, counted = [], []
            for turn in range(2 * TURNS):
                for each in self.all:
                    each.taken()
                steps = Steps()
                began = time.thread_time()
                if turn < TURNS:
                    steps.watch()
                await work()
                steps.unwatch()
                if turn < TURNS:
                    counted.append(steps.instructions.total())
                else:
                    took.append(time.thread_time() - began)
            found[name] = Cost(min(counted), 1e6 * min(took))
        return found


class _Connected:
    """A connection of a player with an account."""

    address = ""

    def __init__(self, player: PlayerId) -> None:
        known = SimpleNamespace(kind=PlayerKind.PERSON, id=player)
        self.identity = SimpleNamespace(player=known, seen_by=SeenBy.EVERYBODY, session="", turn=0)

    def check_again(self) -> None:
        """Nothing changes."""


async def costs_of(people: int) -> dict[str, Cost]:
    """Return the cost of each work beside so many people."""
    free = {"tables_per_player": 0, "tables_per_address": 0, "connections_per_address": 0}
    settings = {"store": "memory", "port": 0, "quotas": "off", "messages_per_second": 1_000_000, **free}
    runner = web.AppRunner(build(msgspec.convert(settings, Settings), MemoryStore()))
    await runner.setup()
    crowd = Crowd(runner.app, people)
    await crowd.come()
    found = await crowd.measured()
    for each in crowd.all:
        each.hang_up()
    await runner.cleanup()
    return found


@click.command()
@click.option("--people", multiple=True, type=click.IntRange(4, 100_000), default=(1_250, 2_500, 5_000, 10_000))
def main(people: tuple[int, ...]) -> None:
    """Print the instructions of each work beside different numbers of people, and its processor time at the last."""
    with asyncio.Runner(loop_factory=fastest_loop()) as runner:
        found = [runner.run(costs_of(number)) for number in people]
    echo("| instructions beside so many people | " + " | ".join(f"{each:,}" for each in people) + " | a person | µs |")
    echo("| --- |" + " --- |" * (len(people) + 2))
    for name, last in found[-1].items():
        figures = " | ".join(f"{each[name].instructions:,}" for each in found)
        echo(f"| {name} | {figures} | {last.instructions / people[-1]:.2f} | {last.microseconds:,.0f} |")
