"""A store's logs with an archive behind them: who asks for what the store has not, and what happens when it is away."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from finished_matches import logged
from quarterdeck_protocol.names import MatchId, Version
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.matches.log import NEVER, START, History, MatchLog, end_of
from quarterdeck_server.metrics import RetentionMetrics
from quarterdeck_server.storage.archive.archive import ArchiveAway
from quarterdeck_server.storage.archive.match_archive import MatchArchive, archived, name_of
from quarterdeck_server.storage.archive.read_through_log import MOST_AT_ONCE, MOST_WAITING, with_archive
from quarterdeck_server.storage.memory import Memory, MemoryStore

KEPT, ARCHIVED, NOWHERE = MatchId("kept"), MatchId("archived"), MatchId("nowhere")


class Asked:
    """An archive that notes what it is asked for, answers when it may, and may be away."""

    def __init__(self, stored: dict[str, bytes]) -> None:
        self.stored = stored
        self.asked: list[str] = []
        self.most = self.now = 0
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.is_full = asyncio.Event()
        self.is_away = False

    async def get(self, name: str) -> bytes | None:
        self.asked.append(name)
        self.now += 1
        self.most = max(self.most, self.now)
        if self.now == MOST_AT_ONCE:
            self.is_full.set()
        await self.may_answer.wait()
        self.now -= 1
        if self.is_away:
            raise ArchiveAway("it is away")
        return self.stored.get(name)

    async def put(self, name: str, body: bytes) -> None:
        raise AssertionError(f"{name} is written back")

    async def remove(self, name: str) -> None:
        raise AssertionError(f"{name} is removed")

    async def listed(self) -> AsyncIterator[tuple[str, int]]:
        for name, body in self.stored.items():
            yield name, len(body)


class World:
    def __init__(self, history: History) -> None:
        self.history = history
        self.archive = Asked({name_of(ARCHIVED): archived(ARCHIVED, history)})
        self.metrics = RetentionMetrics()
        self.store = MemoryStore(Memory())
        self.log: MatchLog = with_archive(self.store.log, MatchArchive(self.archive), self.metrics)


@pytest.fixture
async def world() -> World:
    world = World(await logged(ARCHIVED))
    await world.log.append(KEPT, START, b"entry", NEVER, over=False)
    return world


async def test_anything_that_the_store_has_is_read_there_alone(world: World) -> None:
    assert [each.entry for each in (await world.log.read(KEPT)).entries] == [b"entry"]
    assert (await world.log.read(KEPT, Version(1))).entries == []
    assert (await world.log.heads([KEPT]))[KEPT].version == 1
    assert world.archive.asked == []


async def test_anything_that_the_store_has_not_is_read_from_the_archive_and_not_written_back(world: World) -> None:
    assert await world.log.read(ARCHIVED) == world.history
    assert (await world.log.read(ARCHIVED, Version(2))).entries == world.history.entries[2:]
    assert (await world.log.read(NOWHERE)).entries == []
    assert world.metrics.read_back == 2
    assert await world.store.log.versions([ARCHIVED, NOWHERE]) == {ARCHIVED: 0, NOWHERE: 0}


async def test_anything_that_was_read_from_there_is_not_asked_for_each_second(world: World) -> None:
    assert await world.log.heads([ARCHIVED, KEPT]) == {**await world.store.log.heads([KEPT]), ARCHIVED: START}
    await world.log.read(ARCHIVED)
    assert (await world.log.heads([ARCHIVED]))[ARCHIVED] == end_of(world.history)
    assert len(world.archive.asked) == 1


async def test_a_process_that_asks_for_what_the_store_has_not_is_told_that_the_archive_is_away(world: World) -> None:
    world.archive.is_away = True
    for match in (ARCHIVED, NOWHERE):
        with pytest.raises(CommandRefused, match="archive cannot be reached") as refused:
            await world.log.read(match)
        assert refused.value.code is RefusalCode.UNAVAILABLE
    assert len((await world.log.read(KEPT)).entries) == 1
    assert (world.metrics.failures["read"], world.metrics.read_back) == (2, 0)
    world.archive.is_away = False
    assert await world.log.read(ARCHIVED) == world.history


async def test_anything_that_is_damaged_there_is_a_mistake_and_no_match(world: World) -> None:
    world.archive.stored[name_of(ARCHIVED)] = b"damaged"
    with pytest.raises(CommandRefused, match="cannot be read from the archive") as refused:
        await world.log.read(ARCHIVED)
    assert refused.value.code is RefusalCode.INTERNAL
    assert world.metrics.failures["read"] == 1


async def test_only_so_many_ask_at_once_and_only_so_many_wait(world: World) -> None:
    world.archive.may_answer.clear()
    asking = [asyncio.ensure_future(world.log.read(ARCHIVED)) for _ in range(MOST_WAITING)]
    await world.archive.is_full.wait()
    with pytest.raises(CommandRefused, match="ask again"):
        await world.log.read(ARCHIVED)
    world.archive.may_answer.set()
    assert await asyncio.gather(*asking) == [world.history] * MOST_WAITING
    assert world.archive.most == MOST_AT_ONCE
