"""Server cost of each form of updates. The bench plays the same matches, action by action, over real sockets. In turn,
all seats get whole updates, patches, or either of them compressed. It measures the usage of the server's process for an
action.

    python tests/bench update_cost density-deck
"""

import asyncio
import gc
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from statistics import median
from typing import TypeVar

import click
import msgspec
from aiohttp import web
from bench.programs import words_of
from bench.scripted_players import Done, Order, PlayOn, Script, Seated, SitDown, Watch
from bench.update_bytes import BEGAN
from quarterdeck_client.commands.output import echo, echo_json
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.messages import Act, UpdateForm
from quarterdeck_protocol.names import Milliseconds, Ref
from quarterdeck_protocol.open_choices import complete
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.transcript import Opened
from quarterdeck_server.app import build
from quarterdeck_server.evaluation.matches import SHIPPED, opened_for
from quarterdeck_server.matches.entries import acted_entry, opening_entry
from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.record import Record
from quarterdeck_server.process.freed_memory import collect_rarely
from quarterdeck_server.process.loops import fastest_loop
from quarterdeck_server.process.supervisor import listening_socket
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.storage.store import Store
from quarterdeck_server.web.connection_limits import CONNECTIONS
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.listener import Listener

FORMS = {
    "whole": (UpdateForm.WHOLE, False),
    "patches": (UpdateForm.PATCH, False),
    "whole, compressed": (UpdateForm.WHOLE, True),
    "patches, compressed": (UpdateForm.PATCH, True),
}
Answer = TypeVar("Answer", Seated, Done)
ROUNDS_TO_WARM_UP = 2
LONG = Milliseconds(3_600_000)


class FormCost(msgspec.Struct, frozen=True, kw_only=True):
    """Cost of one form, in the median of the rounds."""

    microseconds: float
    """Of one core, for an action and all its recipients."""

    ratio: float
    """The ratio of that to the cost of whole updates in the same round."""

    bytes: float
    """That one seat is sent for an action."""


class _Planned(msgspec.Struct, frozen=True):
    opened: Opened
    script: Script


def measure(name: str, *, matches: int, rounds: int, actions: int, store: str, seed: int = 1) -> dict[str, FormCost]:
    """Return the cost of each form in a game: so many matches at once, and so many actions of each a round."""
    with asyncio.Runner(loop_factory=fastest_loop()) as runner:
        return runner.run(_measured(name, matches, rounds, actions, store, seed))


async def _measured(name: str, matches: int, rounds: int, actions: int, store: str, seed: int) -> dict[str, FormCost]:
    most = actions * (rounds + ROUNDS_TO_WARM_UP)
    plans = [_planned(GAMES[name], random.Random(f"{seed} {number}"), most) for number in range(matches)]
    took: dict[str, list[float]] = {form: [] for form in FORMS}
    sizes: dict[str, float] = {}
    async with AsyncExitStack() as servers, _players() as players:
        for form in FORMS:
            await _begin(servers, players, plans, form, store)
        gc.collect()
        collect_rarely()
        forms = list(FORMS)
        done = dict.fromkeys(FORMS, Done(0, 0, 0))
        for number in range(-ROUNDS_TO_WARM_UP, rounds):
            for form in forms:
                began = time.process_time()
                now = await _tell(players, PlayOn(form, actions), Done)
                seconds = time.process_time() - began
                count = now.actions - done[form].actions
                if number >= 0 and count:
                    took[form].append(seconds * 1e6 / count)
                    sizes[form] = now.bytes / now.updates
                done[form] = now
            forms = [*forms[1:], forms[0]]
        gc.unfreeze()
    return {
        form: FormCost(
            microseconds=median(took[form]),
            ratio=median(each / whole for each, whole in zip(took[form], took["whole"], strict=True)),
            bytes=sizes[form],
        )
        for form in FORMS
    }


@asynccontextmanager
async def _players() -> AsyncIterator[asyncio.subprocess.Process]:
    players = await asyncio.create_subprocess_exec(
        sys.executable,
        *words_of("scripted_players"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=1 << 26,
    )
    try:
        yield players
    finally:
        if players.stdin is not None:
            players.stdin.close()
        await players.wait()


async def _begin(
    servers: AsyncExitStack, players: asyncio.subprocess.Process, plans: Sequence[_Planned], form: str, store: str
) -> None:
    """Begin all matches on a fresh server, with everybody watching in this form."""
    update_form, compressed = FORMS[form]
    prepared = await servers.enter_async_context(_store(store))
    app, host, port = await servers.enter_async_context(_server(prepared))
    scripts = tuple(plan.script for plan in plans)
    seated = await _tell(players, SitDown(form, host, port, scripts, update_form, compressed), Seated)
    for plan, signed_in in zip(plans, seated.signed_in, strict=True):
        sitting = tuple(msgspec.json.decode(each, type=_SignedIn).player for each in signed_in)
        await app[SERVICES].matches.begin(msgspec.structs.replace(plan.opened, players=sitting))
    await _tell(players, Watch(form), Done)


class _SignedIn(msgspec.Struct, frozen=True):
    player: Player


async def _tell(players: asyncio.subprocess.Process, order: Order, kind: type[Answer]) -> Answer:
    """Return the players' answer to an order."""
    assert players.stdin is not None
    assert players.stdout is not None
    players.stdin.write(msgspec.json.encode(order) + b"\n")
    answer = await players.stdout.readline()
    if not answer:
        raise RuntimeError("the players have gone; why, is said above")
    return msgspec.json.decode(answer, type=kind)


@asynccontextmanager
async def _store(name: str) -> AsyncIterator[Store]:
    """Return a fresh store."""
    if name == "memory":
        yield MemoryStore(Memory())
        return
    with tempfile.TemporaryDirectory(prefix="quarterdeck-bench-") as folder:
        embedded = EmbeddedStore(Path(folder), fsync="everysec")
        await embedded.start()
        watching = asyncio.ensure_future(embedded.keep_running())
        try:
            yield RedisStore(embedded.url)
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
            await embedded.stop()


@asynccontextmanager
async def _server(store: Store) -> AsyncIterator[tuple[web.Application, str, int]]:
    """Return a server in this process, and where it listens."""
    free = {"tables_per_player": 0, "tables_per_address": 0, "connections_per_address": 0}
    settings = {"store": "memory", "port": 0, "quotas": "off", "messages_per_second": 1_000_000, **free}
    app = build(msgspec.convert(settings, Settings), store)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    listening = listening_socket(Settings(port=0))
    host, port = listening.getsockname()[:2]
    assert runner.server is not None
    listener = Listener(runner.server, listening, app[CONNECTIONS])
    listener.start()
    try:
        yield app, host, port
    finally:
        listener.close()
        await runner.cleanup()


def _planned(game: AnyGame, chance: random.Random, actions: int) -> _Planned:
    """Return a match and all its actions. They are random, without the action that ends the match (its settlement is no
    part of an action) and without actions that a standing order would continue by itself."""
    opened = msgspec.structs.replace(opened_for(game, chance), time_limit=LONG)
    record = Record(opened, game)
    opening = opening_entry(record)
    record.advance(record.foresee(opening), Stamped(record.next_version, record.codec.stored(opening), BEGAN))
    frames: list[tuple[int, str]] = []
    while len(frames) < actions:
        seat = chance.choice([seat for seat in record.seats if record.choices[seat]])
        raw = chance.choice(complete(record.codec.canonical(chance.choice(record.choices[seat]))))
        action = record.codec.action(raw)
        entry = acted_entry(record, seat, action, record.codec.canonical(action), None)
        foreseen = record.foresee(entry)
        if foreseen.result is not None:
            break
        if foreseen.obeying:
            continue
        command = Act(match=opened.match, seen=record.version, action=raw, ref=Ref(f"c{len(frames)}"))
        frames.append((seat, wire.encode(command).decode()))
        at = Milliseconds(record.at + 1_000)
        record.advance(foreseen, Stamped(record.next_version, record.codec.stored(entry), at))
    return _Planned(opened, Script(opened.match, len(record.seats), tuple(frames)))


def lines_of(name: str, costs: dict[str, FormCost]) -> Sequence[str]:
    """Return the figures in words."""
    return [
        f"{name}: processor time of the server for an action, and bytes for a seat",
        *(
            f"  {form:<20} {cost.microseconds:7.0f} µs {cost.ratio - 1:+7.1%} {cost.bytes:8.0f} bytes"
            for form, cost in costs.items()
        ),
    ]


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(sorted(GAMES)))
@click.option("--matches", type=click.IntRange(1, 1_000), default=20, show_default=True, help="At once, of each game.")
@click.option("--rounds", type=click.IntRange(1, 1_000), default=40, show_default=True)
@click.option("--actions", type=click.IntRange(1, 1_000), default=3, show_default=True, help="Of a match in a round.")
@click.option(
    "--store", type=click.Choice(["embedded", "memory"]), default="embedded", show_default=True, help="Of the servers."
)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object as the last line.")
def main(
    games: tuple[str, ...], matches: int, rounds: int, actions: int, store: str, seed: int, *, as_json: bool
) -> None:
    """Print what an action of each of GAMES (by default of each shipped game) costs a server in processor time
    where all seats are told whole updates, patches, or either of them compressed.

    The same matches are played on four servers, one for each form, over sockets, a few actions on each in turn. The
    ratios are medians of the rounds; they count, and hardly change with what else the machine has to do.
    """
    found = {
        name: measure(name, matches=matches, rounds=rounds, actions=actions, store=store, seed=seed)
        for name in games or SHIPPED
    }
    for name, costs in found.items():
        for line in lines_of(name, costs):
            echo(line)
    if as_json:
        echo_json({name: msgspec.to_builtins(costs) for name, costs in found.items()})
