"""What it costs not to reveal entropy: a rated match is lost, to nobody's gain, and it stands on the record."""

from collections.abc import Sequence

from lobby.ratings_world import NOON, TINY, World
from quarterdeck_protocol.names import MatchId, Milliseconds, Seat
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.tables import RefusedDeal
from quarterdeck_server.lobby.ratings import rating_model, refused_deals
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


async def test_who_does_not_reveal_loses_a_rated_match_and_nobody_wins_it() -> None:
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
