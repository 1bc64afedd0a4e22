"""Cost of opening packs, and the load time of an account with many copies, on a real store of the bench's own.

python tests/bench pack_openings --openings 2000
"""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from statistics import median

import click
import msgspec
from quarterdeck_client.commands.output import echo, echo_json
from quarterdeck_games import GAMES
from quarterdeck_protocol.lobby.collection.owned_copies import OpenPack
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import keep
from quarterdeck_server.lobby.collection.ledger import Ledger
from quarterdeck_server.lobby.collection.movements import Cause, MovementId, face_of, grant
from quarterdeck_server.lobby.collection.owned_copies import OwnedCopyList
from quarterdeck_server.lobby.collection.pack_records import DAY, PackSettings
from quarterdeck_server.lobby.collection.packs import PackService
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from quarterdeck_server.storage.redis.redis_store import RedisStore
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

GAME = GameName("amiibart")
PACKS_EACH = 100
AT_ONCE = 32
"""So many players open packs at the same time, each one after the other."""

LOADS = 25
ADDRESS = "127.0.0.1"
NOW = Milliseconds(1_800_000_000_000)

Tell = Callable[[int], object]
"""Called with the number of further opened packs."""


class PackFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Measured figures."""

    openings: int
    cpu_ms: float
    """Of this process, for one opening."""

    round_trips: float
    """To the store, for one opening."""

    copies: int
    load_ms: float
    """The median time to read and show an account with so many copies. They are as many different cards as copies,
    which no catalogue has."""

    @property
    def per_second(self) -> float:
        """The number of packs that one core opens in a second."""
        return 1000 / self.cpu_ms


@asynccontextmanager
async def _store() -> AsyncIterator[RedisStore]:
    with tempfile.TemporaryDirectory(prefix="quarterdeck-bench-") as folder:
        embedded = EmbeddedStore(Path(folder))
        await embedded.start()
        store = RedisStore(embedded.url)
        try:
            await store.start()
            yield store
        finally:
            await store.close()
            await embedded.stop()


async def measure_openings(openings: int, copies: int, tell: Tell = lambda _: None) -> PackFigures:
    """Open so many packs, and load an account with so many copies."""
    async with _store() as store:
        documents = store.documents
        ledger = Ledger(documents, lambda: NOW)
        settings = PackSettings(first=PACKS_EACH, per_day=0, age=Milliseconds(0))
        packs = PackService(documents, ledger, GAMES, settings, lambda: NOW)
        players = [PlayerId(f"player-{number}") for number in range(-(-openings // PACKS_EACH) + 1)]
        for player in players:
            made = AccountRecord(id=player, name=player, kind=PlayerKind.PERSON, made_at=Milliseconds(NOW - DAY))
            await documents.commit([keep(made, None)])
        mine = {player: (await packs.claim(player, GAME, ADDRESS)).packs for player in players}
        await packs.open(players[-1], OpenPack(pack=mine[players[-1]][0].id))  # the store learns the scripts
        room = asyncio.Semaphore(AT_ONCE)

        async def open_all(player: PlayerId) -> None:
            async with room:
                for pack in mine[player]:
                    await packs.open(player, OpenPack(pack=pack.id, entropy="a penny in the fountain"))
                    tell(1)

        # One by one their round trips are seen; at once, what they cost.
        before = store.pipeline.batches
        for pack in mine[players[-1]][1:]:
            await packs.open(players[-1], OpenPack(pack=pack.id))
        trips = (store.pipeline.batches - before) / (PACKS_EACH - 1)
        began = time.process_time()
        await asyncio.gather(*map(open_all, players[:-1]))
        cpu = time.process_time() - began
        opened = PACKS_EACH * (len(players) - 1)
        return PackFigures(
            openings=opened,
            cpu_ms=1000 * cpu / opened,
            round_trips=trips,
            copies=copies,
            load_ms=await _load(ledger, players[0], copies),
        )


async def _load(ledger: Ledger, player: PlayerId, copies: int) -> float:
    """Return the milliseconds that it takes to read and show all copies of an account."""
    await ledger.move(
        grant(MovementId("bench"), Cause.GIFT, player, {face_of(GAME, f"card-{n}"): 1 for n in range(copies)})
    )
    owned, taken = OwnedCopyList(ledger, GAMES), []
    for _ in range(LOADS):
        began = time.perf_counter()
        await owned.listed(player)
        taken.append(1000 * (time.perf_counter() - began))
    return median(taken)


@click.command()
@click.option("--openings", type=click.IntRange(100, 1_000_000), default=2000, show_default=True)
@click.option("--copies", type=click.IntRange(1, 1_000_000), default=10_000, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object as the last line.")
def main(openings: int, copies: int, *, as_json: bool) -> None:
    """Print what opening a pack costs in processor time and round trips to a real store, and how long an account that
    owns so many copies takes to load."""
    found = asyncio.run(_measured(openings, copies))
    echo(
        f"{found.openings:,} packs: {found.cpu_ms:.2f} ms of processor time each, {found.per_second:,.0f} a second on"
        f" one core, {found.round_trips:.1f} round trips"
    )
    echo(f"an account with {found.copies:,} copies loads in {found.load_ms:.1f} ms")
    if as_json:
        echo_json(msgspec.to_builtins(found))


async def _measured(openings: int, copies: int) -> PackFigures:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("packs opened", total=openings)
        return await measure_openings(openings, copies, partial(progress.advance, task))
