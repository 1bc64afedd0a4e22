"""Random trades at two processes on one store, which die and whose answers are lost: nothing is doubled or lost.

What players own is worked out from the trades that are done, and held against the ledger; what is held, against the
trades that are open.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from random import Random

import pytest
from lobby.collection_world import ADA, ASH, BO, CY, ELM, NOON, OAK
from lobby.cut_wire import CutWire
from lobby.failing_processes import FATES, FINE, Died, Fate, FatefulDocuments
from lobby.trade_world import TradeWorld, acceptance, counter, offer
from quarterdeck_protocol.lobby.collection.trades import Trade, TradeId, TradeStage
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collection.cause_audit import CauseAudit, audited_causes
from quarterdeck_server.lobby.collection.ledger_audit import audited
from quarterdeck_server.lobby.collection.movements import Face
from quarterdeck_server.lobby.collection.trade_records import DAY, TRADERS, TRADES, TraderRecord
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.storage.memory import Memory
from quarterdeck_server.store_errors import Unavailable
from stores import (  # noqa: F401 - fixtures
    SOON,
    cluster_of_our_own,
    cluster_url,
    patient_store,
    processes_on,
    redis_url,
    server_of_our_own,
)

# ruff: noqa: F811 - fixtures

FACES = (OAK, ELM, ASH)
PLAYERS = (ADA, BO, CY)
ROUNDS, AT_ONCE = 12, 6
REFUSED = {
    RefusalCode.NOT_OWNED,
    RefusalCode.COPIES_HELD,
    RefusalCode.UNAVAILABLE,
    RefusalCode.STALE_TRADE,
    RefusalCode.OWN_REVISION,
    RefusalCode.TRADE_OVER,
    RefusalCode.TRADE_EXPIRED,
    RefusalCode.TOO_MANY_TRADES,
    RefusalCode.NOT_TRADING,
    RefusalCode.UNKNOWN_PLAYER,
    RefusalCode.UNKNOWN_TRADE,
    RefusalCode.UNKNOWN_TOKEN,
}


class Process:
    """One of the two, which is another one after it has died."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents
        self.now = Milliseconds(NOON + DAY)
        self.begin()

    def begin(self) -> None:
        """Run anew, with nothing remembered."""
        self.fate = Fate()
        self.world = TradeWorld(FatefulDocuments(self._documents, self.fate, lambda: self.now))
        self.world.now = self.now


class Story:
    """What is traded, and what has to have come of it."""

    def __init__(self, stores: list[DocumentStore], seed: int) -> None:
        self.random = Random(seed)
        self.plain = TradeWorld(stores[0])
        self.processes = [Process(documents) for documents in stores]
        self.given: dict[PlayerId, Counter[Face]] = {}
        self.met: dict[TradeId, Trade] = {}
        self.gone: set[PlayerId] = set()
        self.numbers = self.deaths = 0

    async def begin(self) -> None:
        await self.plain.open(*PLAYERS)
        for player in PLAYERS:
            self.given[player] = Counter({face: self.random.randint(1, 4) for face in FACES})
            await self.plain.give(player, self.given[player], f"gift:{player}")

    def terms(self) -> tuple[dict[Face, int], dict[Face, int]]:
        """Return what goes each way: nothing goes both, and something goes."""
        some = self.random.sample(FACES, self.random.randint(1, len(FACES)))
        cut = self.random.randint(0, len(some))
        one, other = ({face: self.random.randint(1, 2) for face in part} for part in (some[:cut], some[cut:]))
        return one, other

    async def insist(self, order: Callable[[TradeWorld], Awaitable[Trade | None]]) -> None:
        """Have something done, by whichever process, until there is an answer."""
        while True:
            process = self.random.choice(self.processes)
            process.fate.what = self.random.choice([*FATES, FINE, FINE, FINE])
            process.fate.after = self.random.randrange(3)
            try:
                trade = await order(process.world)
            except Unavailable:
                continue
            except CommandRefused as refused:
                assert refused.code in REFUSED, refused  # noqa: PT017 - either will do
                return
            except Died:
                if process.fate.is_dead:
                    self.deaths += 1
                    process.begin()
                continue
            if trade is not None:
                self.met[trade.id] = trade
            return

    async def one(self) -> None:
        """Do something."""
        here = [player for player in PLAYERS if player not in self.gone]
        player, other = self.random.sample(here, 2)
        gives, takes = self.terms()
        self.numbers += 1
        ref = f"r{self.numbers}"
        what = self.random.choice(["offer", "offer", "counter", "accept", "accept", "accept", "cancel", "gone"])
        if what == "offer" or not self.met:
            await self.insist(lambda world: world.trades.offer(player, offer(other, gives, takes, ref=ref)))
            return
        trade = self.random.choice(list(self.met.values()))
        mover = self.random.choice(trade.sides).player.id
        match what:
            case "counter":
                await self.insist(lambda world: world.trades.counter(mover, counter(trade, gives, takes)))
            case "accept":
                await self.insist(lambda world: world.trades.accept(mover, acceptance(trade)))
            case "cancel":
                await self.insist(lambda world: world.trades.cancel(mover, trade.id))
            case "gone" if len(here) == len(PLAYERS) and self.numbers > ROUNDS * AT_ONCE - AT_ONCE:
                self.gone.add(player)

                async def remove(world: TradeWorld) -> None:
                    await world.players.remove(player)

                await self.insist(remove)
            case _:
                pass

    async def clock(self) -> Milliseconds:
        """Return what time it is here."""
        return self.plain.now

    async def check(self) -> None:
        """Hold what there is against what was done."""
        found = await audited(self.plain.documents)
        assert found.faults == ()
        assert (await audited_causes(self.plain.documents, self.clock)).faults == ()
        assert found.owned + found.burnt == found.made
        owned = {player: Counter(copies) for player, copies in self.given.items()}
        held: dict[PlayerId, Counter[Face]] = {player: Counter() for player in PLAYERS}
        going: dict[PlayerId, set[TradeId]] = {player: set() for player in PLAYERS}
        for record in await TRADES.read(self.plain.documents, list(self.met)):
            assert record is not None
            if record.stage is TradeStage.DONE:
                for number, player in enumerate(record.players):
                    owned[player].subtract(dict(record.gives[number]))
                    owned[player].update(dict(record.gives[1 - number]))
            elif record.is_open(self.plain.now):
                for player in record.players:
                    going[player].add(record.id)
                held[record.players[record.by]].update(dict(record.gives[record.by]))
        for player in set(PLAYERS) - self.gone:
            balance = await self.plain.ledger.balance(player)
            assert balance.copies == {face: count for face, count in owned[player].items() if count}
            assert Counter(balance.copies) - Counter(balance.free) == +held[player]
            (trader,) = await TRADERS.read(self.plain.documents, [player])
            assert set((trader or TraderRecord()).at(self.plain.now).open) == going[player]

    async def end(self) -> None:
        """Have one trade more accepted, after all that there were: whatever has happened, it goes on."""
        one, other = [player for player in PLAYERS if player not in self.gone][:2]
        self.plain.now = Milliseconds(self.plain.now + 3 * DAY)
        await self.plain.give(one, {OAK: 1}, "gift:last")
        self.given[one][OAK] += 1
        trade = await self.plain.trades.offer(one, offer(other, {OAK: 1}))
        self.met[trade.id] = await self.plain.trades.accept(other, acceptance(trade))
        assert self.met[trade.id].stage is TradeStage.DONE
        await self.check()


async def told(stores: list[DocumentStore], seed: int) -> Story:
    story = Story(stores, seed)
    await story.begin()
    for number in range(ROUNDS):
        for process in story.processes:
            process.now = process.world.now = story.plain.now = Milliseconds(NOON + DAY + number * DAY // 2)
        audit = asyncio.create_task(audited_causes(story.plain.documents, story.clock))
        await asyncio.gather(*(story.one() for _ in range(AT_ONCE)), audit)
        assert audit.result().faults == ()
        await story.check()
    assert story.deaths > 0
    await story.end()
    return story


@pytest.fixture
async def on_redis(redis_url: str) -> AsyncIterator[list[DocumentStore]]:
    async with processes_on(Memory(), redis_url) as start:
        yield [(await start()).documents for _ in range(2)]


@pytest.mark.parametrize("seed", range(3))
async def test_no_trade_doubles_or_loses_a_copy_on_a_real_store(on_redis: list[DocumentStore], seed: int) -> None:
    await told(on_redis, seed)


@pytest.mark.parametrize("seed", range(100, 106))
async def test_no_trade_doubles_or_loses_a_copy_in_memory(seed: int) -> None:
    async with processes_on(Memory(), None) as start:
        await told([(await start()).documents for _ in range(2)], seed)


@pytest.mark.parametrize(
    ("what", "trips"), [("offer", 2), ("offer to a bot", 3), ("counter", 3), ("accept", 3), ("cancel", 3)]
)
async def test_each_command_takes_at_most_four_round_trips(redis_url: str, what: str, trips: int) -> None:
    store = patient_store(redis_url)
    await store.start()
    try:
        world = TradeWorld(store.documents)
        await world.open(ADA, BO)
        await world.give(ADA, {OAK: 9}, "gift:ada")
        await world.give(BO, {ASH: 9}, "gift:bo")
        bot, taken = await world.bot(BO), 0
        for _ in range(2):  # Redis learns the script
            trade = await world.trades.offer(ADA, offer(BO, {OAK: 1}, {ASH: 1}))
            orders: dict[str, Callable[[], Awaitable[Trade]]] = {
                "offer": lambda: world.trades.offer(BO, offer(ADA, {ASH: 1}, {OAK: 1})),
                "offer to a bot": lambda: world.trades.offer(ADA, offer(bot, {OAK: 1})),
                "counter": lambda trade=trade: world.trades.counter(BO, counter(trade, {ASH: 2}, {OAK: 1})),  # type: ignore[misc]  # mypy takes a default for no argument
                "accept": lambda trade=trade: world.trades.accept(BO, acceptance(trade)),  # type: ignore[misc]  # the same
                "cancel": lambda trade=trade: world.trades.cancel(BO, trade.id),  # type: ignore[misc]  # the same
            }
            before = store.pipeline.batches
            await orders[what]()
            taken = store.pipeline.batches - before
        assert taken == trips <= 4
    finally:
        await store.close()


STEPS = {"the trade and what both own": b":trader:", "what was read and the commit": b'"stage":"done"'}
"""What a process says in the step at which it is cut off, and in none before it."""


@pytest.mark.parametrize("reaches", [False, True], ids=["it does not arrive", "nobody hears that it has"])
@pytest.mark.parametrize("step", STEPS)
async def test_a_player_who_is_cut_off_while_a_trade_is_accepted_has_both_sides_moved_once_or_none(
    redis_url: str, tmp_path: Path, step: str, reaches: bool
) -> None:
    async with processes_on(Memory(), redis_url) as start:
        world = TradeWorld((await start()).documents)
        await world.open(ADA, BO)
        await world.give(ADA, {OAK: 3}, "gift:ada")
        await world.give(BO, {ASH: 3}, "gift:bo")
        trade = await world.trades.offer(ADA, offer(BO, {OAK: 2}, {ASH: 1}))
        wire = CutWire(redis_url, STEPS[step], reaches=reaches)
        async with wire.laid(tmp_path / "wire") as store:
            with pytest.raises(Unavailable):
                await TradeWorld(store.documents).trades.accept(BO, acceptance(trade))
            assert wire.is_cut
        before, after = ({OAK: 3}, {ASH: 3}), ({OAK: 1, ASH: 1}, {OAK: 2, ASH: 2})
        expected = after if reaches and "commit" in step else before
        async with asyncio.timeout(SOON):
            while await world.owned(ADA) != expected[0]:  # noqa: ASYNC110 - what is underway to the store arrives
                await asyncio.sleep(0.01)
        assert await world.owned(BO) == expected[1]
        done = await world.trades.accept(BO, acceptance(trade))
        assert done.stage is TradeStage.DONE
        assert await world.stand(ADA, BO) == [(each, each) for each in after]
        assert (await audited(world.documents)).faults == ()
        assert (await audited_causes(world.documents)).faults == ()


async def test_on_a_cluster_a_trade_that_both_accept_everywhere_at_once_moves_once(cluster_url: str) -> None:
    async with processes_on(Memory(), cluster_url) as start:
        one, other = TradeWorld((await start()).documents), TradeWorld((await start()).documents)
        await one.open(ADA, BO)
        await one.give(ADA, {OAK: 3}, "gift:ada")
        await one.give(BO, {ASH: 3}, "gift:bo")
        trade = await one.trades.offer(ADA, offer(BO, {OAK: 2}, {ASH: 1}))
        told = await asyncio.gather(*((one, other)[n % 2].trades.accept(BO, acceptance(trade)) for n in range(10)))
        assert {each.stage for each in told} == {TradeStage.DONE}
        assert await other.owned(ADA) == {OAK: 1, ASH: 1}
        assert await other.owned(BO) == {OAK: 2, ASH: 2}
        assert (await audited(one.documents)).faults == ()
        assert await audited_causes(one.documents) == CauseAudit(trades=1, claims=0, faults=())


async def test_no_trade_doubles_or_loses_a_copy_on_a_cluster(cluster_url: str) -> None:
    async with processes_on(Memory(), cluster_url) as start:
        await told([(await start()).documents for _ in range(2)], 200)
