"""Players who are online: noted once, believed for a while, and never if they are invisible."""

import asyncio
from typing import Any, NoReturn, cast

import pytest
from lobby.people import Noting
from quarterdeck_protocol.lobby.social.follow_lists import SeenBy
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.followed_players.follow_lists import follow_entries
from quarterdeck_server.lobby.followed_players.online_players import (
    MILLISECONDS_BELIEVED,
    MILLISECONDS_BETWEEN_NOTES,
    MOST_AT_ONCE,
    ONLINE,
    OnlinePlayers,
)
from quarterdeck_server.storage.memory import Memory, MemoryStore

NOW = Milliseconds(1_000_000)
ADA, BO, CY = map(PlayerId, ("ada", "bo", "cy"))


class Process:
    """A process with some players, on a store with a clock that stands still."""

    def __init__(self, memory: Memory) -> None:
        store = MemoryStore(memory)
        self.store, self.documents = store, store.documents
        self.now = 1_000_000
        self.here: dict[PlayerId, SeenBy] = {}
        self.online = OnlinePlayers(self.documents, EventBus(self.documents), lambda: Milliseconds(self.now))
        self.online.here = lambda: self.here

    async def come(self, player: PlayerId, by: SeenBy = SeenBy.EVERYBODY) -> None:
        self.here[player] = by
        self.online.change(player)
        await self.online.settle()


async def test_a_player_is_noted_once_and_again_before_nobody_believes_it() -> None:
    process = Process(Memory())
    await process.come(ADA)
    first = await process.documents.number_of(ONLINE, ADA)
    process.now += MILLISECONDS_BETWEEN_NOTES - 1
    await process.come(ADA)
    await process.online.refresh()
    assert await process.documents.number_of(ONLINE, ADA) == first
    process.now += 1
    await process.online.refresh()
    assert await process.documents.number_of(ONLINE, ADA) == process.now
    assert await process.online.read([ADA, BO]) == [True, False]


async def test_the_players_of_a_dead_process_go_offline() -> None:
    memory = Memory()
    dead, alive = Process(memory), Process(memory)
    await dead.come(ADA)
    alive.now += MILLISECONDS_BELIEVED
    assert await alive.online.read([ADA]) == [False]
    alive.now += 1
    await alive.come(BO)
    assert await alive.documents.number_of(ONLINE, ADA) is None


async def test_an_invisible_player_is_not_in_the_index() -> None:
    process = Process(Memory())
    await process.come(ADA, SeenBy.NOBODY)
    assert await process.documents.count(ONLINE) == 0
    await process.come(ADA, SeenBy.FOLLOWED)
    assert await process.documents.count(ONLINE) == 1
    process.here[ADA] = SeenBy.NOBODY
    process.online.change(ADA)
    await process.online.refresh()
    assert await process.documents.count(ONLINE) == 0


async def test_a_process_that_ends_takes_its_players_offline_but_not_those_of_others() -> None:
    memory = Memory()
    one, other = Process(memory), Process(memory)
    await one.store.start()
    await other.store.start()
    for process in (one, other):
        await process.come(ADA)
    await one.come(BO)
    await one.online.close()
    await asyncio.sleep(0)  # the notification arrives in the next turn of the loop
    await other.online.settle()
    assert await other.online.read([ADA, BO]) == [True, False]


async def test_a_crowd_is_noted_in_few_commits() -> None:
    process = Process(Memory())
    for number in range(MOST_AT_ONCE + 1):
        player = PlayerId(f"player-{number}")
        process.here[player] = SeenBy.EVERYBODY
        process.online.change(player)
    await process.online.settle()
    assert await process.documents.count(ONLINE) == MOST_AT_ONCE + 1 == process.online.noted


class Looked(dict[PlayerId, SeenBy]):
    """Players of a process, with the number of looks at one of them. Nothing may go through all."""

    looks = 0

    def get(self, player: PlayerId, default: Any = None) -> Any:
        self.looks += 1
        return super().get(player, default)

    def __iter__(self) -> NoReturn:
        raise AssertionError("it went through all players")

    items = keys = values = __iter__


@pytest.mark.parametrize("players", [1_250, 10_000])
async def test_an_arrival_and_a_check_cost_the_same_beside_any_number_of_players(players: int) -> None:
    process = Process(Memory())
    here = process.here = Looked()
    for number in range(players):
        process.here[PlayerId(f"player-{number}")] = SeenBy.EVERYBODY
        process.online.change(PlayerId(f"player-{number}"))
    await process.online.settle()
    here.looks = 0
    await process.come(ADA)
    del process.here[ADA]
    process.online.change(ADA)
    await process.online.refresh()
    assert here.looks <= 6
    assert await process.online.read([ADA]) == [False]


async def test_a_player_who_leaves_during_the_commit_goes_offline_with_the_next_check() -> None:
    process = Process(Memory())

    class Meanwhile(Noting):
        def __getattr__(self, name: str) -> Any:
            process.here.clear()
            return super().__getattr__(name)

    process.online = OnlinePlayers(
        cast("DocumentStore", Meanwhile(process.documents)), EventBus(process.documents), lambda: NOW
    )
    process.online.here = lambda: process.here
    await process.come(ADA)
    assert await process.online.read([ADA]) == [True]
    await process.online.refresh()
    assert await process.online.read([ADA]) == [False]


async def test_coming_online_is_one_commit_whatever_the_number_of_followers() -> None:
    process = Process(Memory())
    entries = [entry for number in range(10_000) for entry in follow_entries(PlayerId(f"fan-{number}"), ADA, NOW)]
    await process.documents.commit([], entries)
    noting = Noting(process.documents)
    online = OnlinePlayers(
        cast("DocumentStore", noting), EventBus(process.documents), lambda: Milliseconds(process.now)
    )
    online.here = lambda: {ADA: SeenBy.EVERYBODY}
    online.change(ADA)
    await online.settle()
    assert [name for name, _ in noting.requests] == ["commit"]
    assert await online.read([ADA]) == [True]
