"""Random movements from two processes on one store, which die and whose answers are lost: nothing is doubled or lost.

Whoever has no answer asks again, at another process, as a client does. What was acknowledged once is what the accounts
own in the end, and the audit finds nothing wrong at any moment.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from random import Random

import pytest
from lobby.collection_world import ASH, ELM, NOON, OAK, World
from lobby.failing_processes import FATES, FINE, Died, Fate, FatefulDocuments
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collection.holdings import COLLECTIONS, Hold, HoldId, HoldKind
from quarterdeck_server.lobby.collection.ledger import Moved, Release
from quarterdeck_server.lobby.collection.ledger_audit import audited
from quarterdeck_server.lobby.collection.movements import Cause, Face, Movement, MovementId, exchange, grant
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.storage.memory import Memory
from quarterdeck_server.store_errors import Unavailable
from stores import processes_on, redis_url, server_of_our_own  # noqa: F401 - fixtures

# ruff: noqa: F811 - fixtures

FACES = (OAK, ELM, ASH)
ROUNDS, AT_ONCE, MOST_PLAYERS = 12, 8, 5
REFUSED = {RefusalCode.NOT_OWNED, RefusalCode.COPIES_HELD, RefusalCode.UNKNOWN_PLAYER, RefusalCode.UNAVAILABLE}


class Process:
    """One of the two, which is another one after it has died."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents
        self.now = NOON
        self.begin()

    def begin(self) -> None:
        """Run anew, with nothing remembered."""
        self.fate = Fate()
        self.world = World(FatefulDocuments(self._documents, self.fate, lambda: self.now))
        self.world.now = self.now


class Story:
    """What is done, and what has to have come of it."""

    def __init__(self, stores: list[DocumentStore], seed: int) -> None:
        self.random = Random(seed)
        self.plain = World(stores[0])
        self.processes = [Process(documents) for documents in stores]
        self.owned: dict[PlayerId, Counter[Face]] = defaultdict(Counter)
        self.gone: set[PlayerId] = set()
        self.now, self.made, self.numbers, self.deaths = NOON, 0, 0, 0

    def number(self) -> int:
        self.numbers += 1
        return self.numbers

    def copies(self, most: int = 3) -> dict[Face, int]:
        some = self.random.sample(FACES, self.random.randint(1, len(FACES)))
        return {face: self.random.randint(1, most) for face in some}

    async def insist(self, order: Callable[[World], Awaitable[object]]) -> object:
        """Have something done, by whichever process, until there is an answer."""
        while True:
            process = self.random.choice(self.processes)
            process.fate.what = self.random.choice([*FATES, FINE, FINE, FINE])
            process.fate.after = self.random.randrange(2)
            try:
                return await order(process.world)
            except Unavailable:
                continue
            except Died:
                if process.fate.is_dead:
                    self.deaths += 1
                    process.begin()

    async def move(self, movement: Movement) -> None:
        """Have a movement made, and note what has to have come of it."""
        try:
            moved = await self.insist(lambda world: world.ledger.move(movement))
        except CommandRefused as refused:
            if refused.code is not RefusalCode.REF_REUSED:
                assert refused.code in REFUSED, refused  # noqa: PT017 - either will do
                return
            # It was made, its answer was lost, and who had part in it was deleted before it was asked for again.
            assert any(leg.player in self.gone for leg in movement.legs)
        else:
            assert isinstance(moved, Moved)
        for leg in movement.legs:
            self.owned[leg.player].update(dict(leg.copies))

    async def one(self) -> None:
        """Do something."""
        here = [player for player in self.owned if player not in self.gone]
        what = self.random.choice(["open", "gift", "gift", "trade", "trade", "again", "hold", "release", "delete"])
        if what == "open" and len(here) < MOST_PLAYERS:
            player = PlayerId(f"player-{self.number()}")
            await self.plain.open(player)
            self.owned[player] = Counter()
            return
        if len(here) < 2:
            return
        one, other = self.random.sample(here, 2)
        match what:
            case "gift" | "again":
                gift = grant(MovementId(f"gift:{self.number()}"), Cause.GIFT, one, self.copies())
                await self.move(gift)
                if what == "again" and one not in self.gone:
                    await self.once_more(gift)
            case "trade":
                id_ = MovementId(f"trade:{self.number()}")
                await self.move(exchange(id_, Cause.TRADE, one, self.copies(), other, self.copies(2)))
            case "hold":
                hold = Hold(
                    id=HoldId(f"hold:{self.random.randrange(4)}"),
                    player=one,
                    kind=self.random.choice(list(HoldKind)),
                    copies=self.copies(2),
                    until=self.random.choice([None, Milliseconds(self.now + 1)]),
                )
                await self.try_to(lambda world: world.ledger.hold(hold))
            case "release":
                release = Release(one, HoldId(f"hold:{self.random.randrange(4)}"))
                await self.try_to(lambda world: world.ledger.release(release))
            case "delete" if self.random.random() < 0.3:
                self.gone.add(one)
                await self.insist(lambda world: world.players.remove(one))
            case _:
                pass

    async def once_more(self, gift: Movement) -> None:
        """Ask for what was made: it is told so, unless its player is deleted meanwhile."""
        try:
            moved = await self.insist(lambda world: world.ledger.move(gift))
        except CommandRefused as refused:
            assert refused.code in (RefusalCode.REF_REUSED, RefusalCode.UNAVAILABLE)  # noqa: PT017 - either will do
        else:
            assert isinstance(moved, Moved)
            assert not moved.is_new

    async def try_to(self, order: Callable[[World], Awaitable[object]]) -> None:
        try:
            await self.insist(order)
        except CommandRefused as refused:
            assert refused.code in REFUSED, refused  # noqa: PT017 - either will do

    async def check(self) -> None:
        """Hold what there is against what was acknowledged."""
        found = await audited(self.plain.documents)
        assert found.faults == ()
        assert found.owned + found.burnt == found.made
        for player, owned in self.owned.items():
            (record,) = await COLLECTIONS.read(self.plain.documents, [player])
            if player in self.gone:
                assert record is None
                continue
            assert (record.copies if record else {}) == {face: count for face, count in owned.items() if count}
            assert record is None or all(
                record.copies.get(face, 0) >= held for face, held in record.held(self.now).items()
            )


async def told(stores: list[DocumentStore], seed: int) -> Story:
    story = Story(stores, seed)
    for number in range(ROUNDS):
        story.now = Milliseconds(NOON + number)  # it never goes back: what was no longer held may be given away
        for process in story.processes:
            process.now = process.world.now = story.now
        audit = asyncio.create_task(audited(story.plain.documents))
        await asyncio.gather(*(story.one() for _ in range(AT_ONCE)), audit)
        assert audit.result().faults == ()
        await story.check()
    assert story.deaths > 0
    return story


@pytest.fixture
async def on_redis(redis_url: str) -> AsyncIterator[list[DocumentStore]]:
    async with processes_on(Memory(), redis_url) as start:
        yield [(await start()).documents for _ in range(2)]


@pytest.mark.parametrize("seed", range(3))
async def test_nothing_is_doubled_or_lost_on_a_real_store(on_redis: list[DocumentStore], seed: int) -> None:
    await told(on_redis, seed)


@pytest.mark.parametrize("seed", range(100, 106))
async def test_nothing_is_doubled_or_lost_in_memory(seed: int) -> None:
    async with processes_on(Memory(), None) as start:
        await told([(await start()).documents for _ in range(2)], seed)
