"""What a process knows of ratings without asking the store."""

from collections.abc import Awaitable, Callable

import pytest
from lobby.ratings_world import NOON, TINY, World
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.tables import rating_cache
from quarterdeck_server.lobby.tables.rating_cache import RatingCache
from quarterdeck_server.storage.store import Store
from stores import address, another_process, redis_url, server_of_our_own, until  # noqa: F401 - fixtures

AnotherProcess = Callable[[], Awaitable[Store]]


@pytest.fixture
async def world(another_process: AnotherProcess) -> World:  # noqa: F811 - a fixture
    return World(await another_process())


def known_at(world: World) -> RatingCache:
    return RatingCache(world.standings, list(GAMES), EventBus(world.documents))


async def test_a_player_who_is_looked_up_is_followed_from_then_on_without_asking(world: World) -> None:
    here = known_at(world)
    ada, bo = await world.somebody(), await world.somebody()
    await here.learn(ada)
    assert here.of(bo, TINY) is None
    first = here.of(ada, TINY)
    assert first is not None
    assert first.number == 1500
    await world.play("m", [ada, bo], [1, 2])
    await until(lambda: here.of(bo, TINY) is not None)
    reads = world.documents.reads
    shown = [here.of(each, TINY) for each in (ada, bo)]
    assert world.documents.reads == reads
    ratings = await world.standings.of([ada.id, bo.id], [TINY])
    assert shown == [ratings[ada.id, TINY], ratings[bo.id, TINY]] != [first, first]


async def test_an_unrated_match_changes_nothing(world: World) -> None:
    here = known_at(world)
    ada, bo = await world.somebody(), await world.somebody()
    await world.play("friendly", [ada, bo], [1, 2], rated=False)
    await world.play("rated", [bo, ada], [1, 2], at=NOON + 1)
    await until(lambda: here.of(bo, TINY) is not None)
    winner = here.of(bo, TINY)
    assert winner is not None
    assert winner.number > 1500


async def test_a_match_with_a_players_bot_changes_only_the_rating_of_the_bot(world: World) -> None:
    here = known_at(world)
    ada, bo = await world.somebody(), await world.somebody()
    engine = Player(id=PlayerId("engine"), name="Engine", kind=PlayerKind.BOT, owner=ada.id)
    await here.learn(bo)
    await here.learn(engine)
    before, new = here.of(bo, TINY), here.of(engine, TINY)
    assert new == before
    await world.play("against-engine", [engine, bo], [1, 2])
    await until(lambda: here.of(engine, TINY) != new)
    winner = here.of(engine, TINY)
    assert winner is not None
    assert winner.number > 1500
    assert here.of(bo, TINY) == before


async def test_anything_that_may_be_old_is_forgotten(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    event_bus = EventBus(world.documents)
    here = RatingCache(world.standings, list(GAMES), event_bus)
    ada, bo = await world.somebody(), await world.somebody()
    await here.learn(ada)
    event_bus._missed()  # as after a gap in what was heard
    assert here.of(ada, TINY) is None
    monkeypatch.setattr(rating_cache, "MOST_KNOWN", 1)
    await here.learn(ada)
    await here.learn(bo)
    assert here.of(ada, TINY) is None
    assert here.of(bo, TINY) is not None
