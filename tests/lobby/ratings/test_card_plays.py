"""How often cards are played and won with: counted once for each match that moves ratings, in the settling's commit."""

from collections.abc import Awaitable, Callable

import pytest
from lobby.ratings_world import NOON, TINY, Fate, World, finished
from quarterdeck_protocol.http.card_search import CardPlays
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_server.lobby.ratings.card_plays import KNOWN_FOR, CardPlayCounts, plays_of
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.storage.store import Store
from quarterdeck_server.store_errors import Unavailable
from stores import address, another_process, redis_url, server_of_our_own  # noqa: F401 - fixtures

# ruff: noqa: F811 - fixtures

OAKS, ELMS = ("ash", "oak"), ("ash", "elm")
AnotherWorld = Callable[[], Awaitable[World]]


@pytest.fixture
def another_world(another_process: Callable[[], Awaitable[Store]]) -> AnotherWorld:
    async def start() -> World:
        return World(await another_process())

    return start


async def counts(world: World, *versions: int) -> dict[str, tuple[CardPlays, ...]]:
    """Return what was counted, as a process that has just begun reads it."""
    read = CardPlayCounts(world.documents, {TINY: versions or (1,)}, lambda: Milliseconds(NOON))
    return dict(await read.of(TINY))


def plays(rules: int, decks: int, played: int, won: int) -> CardPlays:
    return CardPlays(rules=rules, decks=decks, played=played, won=won)


async def test_each_deck_counts_once_for_each_of_its_cards_and_the_winners_as_won(another_world: AnotherWorld) -> None:
    world, other = await another_world(), await another_world()
    ada, bo = await world.person("Ada"), await world.person("Bo")
    match = finished("m1", [ada, bo], [1, 2], decks=(OAKS, ELMS), rules=1)
    for process in (world, other, world):
        await process.settling.settle(match)
    assert await counts(other) == {
        "ash": (plays(1, 2, 2, 1),),
        "oak": (plays(1, 2, 1, 1),),
        "elm": (plays(1, 2, 1, 0),),
    }


@pytest.mark.parametrize("fate", [Fate.LOST, Fate.UNANSWERED])
async def test_anything_that_becomes_of_the_commit_a_match_is_counted_once(fate: Fate) -> None:
    world = World(MemoryStore(Memory()))
    ada, bo = await world.person("Ada"), await world.person("Bo")
    match = finished("m1", [ada, bo], [1, 2], decks=(OAKS, ELMS), rules=1)
    world.documents.fates = [fate]
    with pytest.raises(Unavailable):
        await world.settling.settle(match)
    await world.settling.settle(match)
    assert (await counts(world))["ash"] == (plays(1, 2, 2, 1),)


async def test_counting_costs_no_commit_and_no_reading_of_its_own() -> None:
    costs = []
    for decks in ((), (OAKS, ELMS)):
        world = World(MemoryStore(Memory()))
        ada, bo = await world.person("Ada"), await world.person("Bo")
        world.documents.commits = world.documents.reads = 0
        await world.settling.settle(finished("m1", [ada, bo], [1, 2], decks=decks, rules=1))
        costs.append((world.documents.commits, world.documents.reads))
    assert costs[0] == costs[1]


async def test_anything_that_moves_no_rating_is_not_counted_and_who_shares_the_first_place_has_not_won() -> None:
    world = World(MemoryStore(Memory()))
    ada, bo = await world.person("Ada"), await world.person("Bo")
    await world.play("friendly", [ada, bo], [1, 2], decks=(OAKS, ELMS), rules=1, rated=False)
    await world.play("too short", [ada, bo], [1, 2], decks=(OAKS, ELMS), rules=1, acted=(0, 0))
    assert await counts(world) == {}
    await world.play("drawn", [ada, bo], [1, 1], decks=(OAKS, ELMS), rules=1)
    assert (await counts(world))["ash"] == (plays(1, 2, 2, 0),)


async def test_each_version_of_the_rules_has_counts_of_its_own_and_the_newest_come_first() -> None:
    world = World(MemoryStore(Memory()))
    ada, bo = await world.person("Ada"), await world.person("Bo")
    await world.play("m1", [ada, bo], [1, 2], decks=(OAKS, ELMS), rules=1)
    await world.play("m2", [ada, bo], [2, 1], decks=(OAKS, ELMS), rules=2)
    found = await counts(world, 1, 2)
    assert found["oak"] == (plays(2, 2, 1, 0), plays(1, 2, 1, 1))
    assert found["elm"] == (plays(2, 2, 1, 1), plays(1, 2, 1, 0))


async def test_anything_that_was_read_lately_is_not_read_again() -> None:
    world, now = World(MemoryStore(Memory())), NOON
    ada, bo = await world.person("Ada"), await world.person("Bo")
    read = CardPlayCounts(world.documents, {TINY: (1,)}, lambda: Milliseconds(now))
    assert await read.of(TINY) == {}
    await world.play("m1", [ada, bo], [1, 2], decks=(OAKS, ELMS), rules=1)
    assert await read.of(TINY) == {}
    now += KNOWN_FOR
    assert (await read.of(TINY))["oak"] == (plays(1, 2, 1, 1),)
    assert await read.of("chess") == {}
    assert await world.documents.count(plays_of(TINY, 1)) == 1 + 3 + 2
