"""Random wishes, trades and words about who may find whom, at two processes on one store that die and whose answers are
lost: whoever is found has what they are found by, and nobody is found who has not said so.

What there has to be is worked out from the documents, and held against the indexes and against what is answered.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from random import Random

import pytest
from lobby.collection_world import ADA, ASH, BO, CY, ELM, NOON, OAK
from lobby.failing_processes import FATES, FINE, Died, Fate, FatefulDocuments
from lobby.trade_world import acceptance, offer
from lobby.wish_world import WishWorld
from quarterdeck_protocol.lobby.collection.wishes import FoundBy, TraderRole
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collection.cause_audit import audited_causes
from quarterdeck_server.lobby.collection.holdings import COLLECTIONS
from quarterdeck_server.lobby.collection.ledger_audit import audited
from quarterdeck_server.lobby.collection.trade_records import DAY
from quarterdeck_server.lobby.collection.wish_records import WISH_LISTS
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.storage.memory import Memory
from quarterdeck_server.store_errors import Unavailable
from stores import (  # noqa: F401 - fixtures
    cluster_of_our_own,
    cluster_url,
    processes_on,
    redis_url,
    server_of_our_own,
)

# ruff: noqa: F811 - fixtures

FACES = (OAK, ELM, ASH)
DI = PlayerId("di")
PLAYERS = (ADA, BO, CY, DI)
ROUNDS, AT_ONCE = 8, 8
REFUSED = {
    RefusalCode.NOT_OWNED,
    RefusalCode.COPIES_HELD,
    RefusalCode.UNAVAILABLE,
    RefusalCode.TOO_MANY_TRADES,
    RefusalCode.NOT_TRADING,
    RefusalCode.UNKNOWN_PLAYER,
    RefusalCode.UNKNOWN_TOKEN,
    RefusalCode.UNKNOWN_TRADE,
    RefusalCode.TRADE_OVER,
}

Order = Callable[[WishWorld], Awaitable[object]]


class Process:
    """One of the two, which is another one after it has died."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents
        self.now = Milliseconds(NOON + DAY)
        self.begin()

    def begin(self) -> None:
        """Run anew, with nothing remembered."""
        self.fate = Fate()
        self.world = WishWorld(FatefulDocuments(self._documents, self.fate, lambda: self.now))


class Story:
    """What is wished, traded and said."""

    def __init__(self, stores: list[DocumentStore], seed: int) -> None:
        self.random = Random(seed)
        self.plain = WishWorld(stores[0])
        self.processes = [Process(documents) for documents in stores]
        self.gone: set[PlayerId] = set()
        self.deaths = self.found = 0

    async def insist(self, order: Order) -> None:
        """Have something done, by whichever process, until there is an answer."""
        while True:
            process = self.random.choice(self.processes)
            process.fate.what = self.random.choice([*FATES, FINE, FINE, FINE])
            process.fate.after = self.random.randrange(3)
            try:
                await order(process.world)
            except Unavailable:
                continue
            except CommandRefused as refused:
                assert refused.code in REFUSED, refused  # noqa: PT017 - either will do
            except Died:
                if process.fate.is_dead:
                    self.deaths += 1
                    process.begin()
                continue
            return

    async def one(self) -> None:
        """Do something."""
        player, other = self.random.sample([each for each in PLAYERS if each not in self.gone], 2)
        face, another = self.random.sample(FACES, 2)
        by = self.random.choice([FoundBy.TRADERS, FoundBy.TRADERS, FoundBy.NOBODY])
        match self.random.choice(["wish", "wish", "word", "word", "trade", "trade"]):
            case "wish":
                await self.insist(lambda world: world.wish(player, face, no_more=[another]))
            case "word":
                await self.insist(lambda world: world.wishes.be_found(player, by))
            case _:

                async def trade(world: WishWorld) -> None:
                    offered = await world.trades.offer(player, offer(other, {face: 1}, {another: 1}))
                    await world.trades.accept(other, acceptance(offered))

                await self.insist(trade)

    async def remove(self, player: PlayerId) -> None:
        """Let somebody leave."""
        self.gone.add(player)
        await self.insist(lambda world: world.players.remove(player))

    async def clock(self) -> Milliseconds:
        """Return what time it is here."""
        return self.plain.now

    async def audit(self) -> None:
        assert (await audited_causes(self.plain.documents, self.clock)).faults == ()

    async def check(self) -> None:
        """Hold what is answered against what there is."""
        assert (await audited(self.plain.documents)).faults == ()
        await self.audit()
        there = [player for player in PLAYERS if player not in self.gone]
        records = dict(zip(there, await COLLECTIONS.read(self.plain.documents, there), strict=True))
        wishes = dict(zip(there, await WISH_LISTS.read(self.plain.documents, there), strict=True))
        for me in there:
            mine = records[me]
            for face in FACES:
                shown = {p: record for p, record in records.items() if record is not None and record.is_found}
                others = {player: record for player, record in shown.items() if player != me}
                has = {p for p, record in others.items() if record.free_for_others_among([face], self.plain.now)}
                assert await self.plain.having(me, face) == has
                self.found += len(has)
                if mine is not None and mine.free(self.plain.now)[face]:
                    lists = {player: wishes[player] for player in others}
                    wishing = {player for player, each in lists.items() if each is not None and face in each.faces}
                    found = await self.plain.find(me, TraderRole.WISHES, face)
                    assert {each.player.id for each in found.traders} == wishing


async def told(stores: list[DocumentStore], seed: int) -> None:
    story = Story(stores, seed)
    await story.plain.open(*PLAYERS)
    for number, player in enumerate(PLAYERS):
        await story.plain.give(player, dict.fromkeys(FACES, 1 + number % 2), f"gift:{player}")
    for number in range(ROUNDS):
        if number == ROUNDS // 2:
            await story.remove(DI)
        for process in story.processes:
            process.now = process.world.now = story.plain.now = Milliseconds(NOON + DAY + number * 3 * DAY)
        await asyncio.gather(*(story.one() for _ in range(AT_ONCE)), story.audit())
        await story.check()
    assert story.deaths > 0
    assert story.found > 0


@pytest.fixture
async def on_redis(redis_url: str) -> AsyncIterator[list[DocumentStore]]:
    async with processes_on(Memory(), redis_url) as start:
        yield [(await start()).documents for _ in range(2)]


@pytest.mark.parametrize("seed", range(2))
async def test_a_player_who_is_found_has_it_and_has_said_so_on_a_real_store(
    on_redis: list[DocumentStore], seed: int
) -> None:
    await told(on_redis, seed)


@pytest.mark.parametrize("seed", range(100, 104))
async def test_a_player_who_is_found_has_it_and_has_said_so_in_memory(seed: int) -> None:
    async with processes_on(Memory(), None) as start:
        await told([(await start()).documents for _ in range(2)], seed)


async def test_a_player_who_is_found_has_it_and_has_said_so_on_a_cluster(cluster_url: str) -> None:
    async with processes_on(Memory(), cluster_url) as start:
        await told([(await start()).documents for _ in range(2)], 200)
