"""What it costs not to reveal entropy: a rated match is lost, to nobody's gain, and it stands on the record."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from lobby.delayed_world import DELAY, Delayed, settled_player
from lobby.ratings_world import NOON, TINY, World
from quarterdeck_protocol.lobby.tables import RefusedDeal
from quarterdeck_protocol.names import MatchId, Milliseconds, Seat
from quarterdeck_protocol.sides import Player
from quarterdeck_server.lobby.ratings import rating_model, refused_deals
from quarterdeck_server.lobby.ratings.documents import UNPLACED, ladder
from quarterdeck_server.lobby.ratings.rating_model import BEGINNER
from quarterdeck_server.storage.memory import Memory, MemoryStore


def deal(players: Sequence[Player], *missing: int, rated: bool = True, number: int = 1) -> RefusedDeal:
    return RefusedDeal(
        match=MatchId(f"m{number}"),
        game=TINY,
        rated=rated,
        commitment=f"{number}" * 64,
        players=tuple(players),
        entropy_hashes=tuple("e" * 64 for _ in players),
        missing=tuple(map(Seat, missing)),
        at=Milliseconds(NOON + number),
    )


async def refuse(world: World, refused: RefusedDeal) -> None:
    noted = await refused_deals.noted(world.documents, refused)
    await world.documents.commit(noted.changes, noted.indexed)


async def test_a_bot_and_its_opponent_lose_points_among_bots() -> None:
    store = MemoryStore(Memory())
    await store.start()
    try:
        world = World(store)
        ada, bo = await world.person("Ada"), await world.person("Bo")
        engine = await world.bot(ada, "Engine")
        await refuse(world, deal((engine, bo), 0, number=1))
        await refuse(world, deal((engine, bo), 1, number=2))
        ratings = await world.standings.of([engine.id, bo.id], [TINY])
        assert ratings[engine.id, TINY].number < 1500 == ratings[bo.id, TINY].number
        [apart] = (await world.standings.profile(await world.standings.find(bo.id, None))).against_bots
        assert (apart.rated, apart.rating.number < 1500) == (1, True)
    finally:
        await store.close()


async def test_a_player_who_does_not_reveal_loses_a_rated_match_and_nobody_wins_it() -> None:
    store = MemoryStore(Memory())
    await store.start()
    try:
        world = World(store)
        ada, bo, guest = await world.person("Ada"), await world.person("Bo"), await world.guest()
        lost = rating_model.shown(rating_model.after([BEGINNER, BEGINNER], [1, 2])[1])
        for number, (players, missing, rated) in enumerate(
            (((ada, bo), (1,), False), ((ada, bo), (0, 1), True), ((guest, bo), (1,), True), ((ada, bo), (1,), True)), 1
        ):
            ratings = await world.standings.of([ada.id, bo.id], [TINY])
            assert ratings[bo.id, TINY] == rating_model.shown(BEGINNER), number
            await refuse(world, deal(players, *missing, rated=rated, number=number))
        ratings = await world.standings.of([ada.id, bo.id], [TINY])
        assert ratings[ada.id, TINY] == rating_model.shown(BEGINNER)
        assert ratings[bo.id, TINY] == lost
        account = await world.standings.find(bo.id, None)
        (standing,) = (await world.standings.profile(account)).games
        assert (standing.rated, standing.played, standing.won) == (1, 1, 0)
        assert (await world.standings.profile(account)).refused_deals == 4
        listed = (await world.standings.refused_deals(account)).deals
        assert [each.match for each in listed] == ["m4", "m3", "m2", "m1"]
        assert listed[0] == deal((ada, bo), 1, number=4)
    finally:
        await store.close()


@pytest.mark.parametrize("missing", [0, 1])
async def test_anything_that_is_lost_says_nothing_of_a_result_that_others_are_not_told_yet(missing: int) -> None:
    """In one world Ada has won what is hidden, in the other she has lost it; then a rated deal of hers and Cy's is
    refused, because one of them has not revealed."""
    delayed = Delayed()
    ada, bo, cy, dee = [await settled_player(delayed, name) for name in ("Ada", "Bo", "Cy", "Dee")]
    await delayed.play("before", [dee, ada], [1, 2], delay=0)
    await delayed.play("between", [bo, cy], [1, 2], delay=0)
    delayed.hand.move(1_000)
    worlds = [delayed, delayed.another()]
    for each, hidden in zip(worlds, ([1, 2], [2, 1]), strict=True):
        await each.play("hidden", [ada, bo], hidden)
        each.hand.move(1_000)
        await refuse(each.world, msgspec.structs.replace(deal((ada, cy), missing), at=each.hand.time))

    async def told() -> list[Any]:
        return [
            [await each.ladder(), *[await each.told(of, dee, bo) for of in (ada, cy)], await each.told(cy, bo, dee)]
            for each in worlds
        ]

    for passed in (0, DELAY - 1_001):
        for each in worlds:
            each.hand.move(passed)
            await each.sweep()
        here, there = await told()
        assert here == there
    for each in worlds:
        each.hand.move(1)
        await each.sweep()
    here, there = await told()
    assert here != there
    for each in worlds:
        assert await each.world.documents.count(UNPLACED) == 0
        for who in (ada, cy):
            skill = (await each.standings.of([who.id], [TINY]))[who.id, TINY]
            assert await each.world.documents.number_of(ladder(TINY), who.id) == rating_model.at_least(skill)
