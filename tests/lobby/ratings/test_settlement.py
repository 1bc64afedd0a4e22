"""A match is settled exactly once, whoever notices its end first and whatever dies meanwhile; on both stores."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lobby.ratings_world import NOON, PASSWORD, TINY, Fate, World, finished
from quarterdeck_protocol.names import MatchId, Milliseconds
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.ratings import settlement as settling_module
from quarterdeck_server.lobby.ratings.documents import (
    HISTORY_SECONDS,
    MATCH_RESULT_SECONDS,
    MATCH_RESULTS,
    SETTLED,
    STANDING_SECONDS,
    UNSETTLED,
    encounters,
    history,
)
from quarterdeck_server.lobby.ratings.match_results import FinishedMatch
from quarterdeck_server.lobby.ratings.settlement import FIRST_LOOK, NEXT_LOOK
from quarterdeck_server.storage.lifetimes import LIFETIMES
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.storage.store import Store
from quarterdeck_server.store_errors import Unavailable
from stores import address, another_process, redis_url, server_of_our_own, until  # noqa: F401 - fixtures

AnotherProcess = Callable[[], Awaitable[Store]]


@pytest.fixture
def another_world(another_process: AnotherProcess) -> Callable[[], Awaitable[World]]:  # noqa: F811 - a fixture
    async def start() -> World:
        return World(await another_process())

    return start


AnotherWorld = Callable[[], Awaitable[World]]


async def standing(world: World, player: Player) -> tuple[int, int, int]:
    """Return how many rated matches somebody has, how many they have won, and how many are in their history."""
    account = await world.standings.find(player.id, None)
    profile = await world.standings.profile(account)
    history = await world.standings.history(account, None)
    [game] = profile.games
    return game.rated, game.won, len(history.matches)


class Shown:
    """Matches as a sweep finds them."""

    def __init__(self, *over: FinishedMatch) -> None:
        self.over = {each.match: each for each in over}
        self.going_on: set[MatchId] = set()
        self.asked: list[MatchId] = []

    async def look(self, match: MatchId) -> FinishedMatch | None:
        self.asked.append(match)
        if match in self.going_on:
            return None
        if match not in self.over:
            raise CommandRefused(RefusalCode.UNKNOWN_MATCH, "There is no such match.")
        return self.over[match]


class TestOnce:
    async def test_many_processes_that_notice_the_same_end_settle_it_once(self, another_world: AnotherWorld) -> None:
        worlds = [await another_world() for _ in range(4)]
        ada, bo = [await worlds[0].somebody() for _ in range(2)]
        match = finished("m", [ada, bo], [1, 2])
        results = await asyncio.gather(*(world.settling.settle(match) for world in worlds for _ in range(2)))
        assert all(each == results[0] for each in results)
        assert await standing(worlds[3], ada) == (1, 1, 1)
        assert await standing(worlds[3], bo) == (1, 0, 1)
        assert sum(world.documents.commits for world in worlds) == 1
        await until(lambda: all(world.heard for world in worlds))
        for world in worlds:
            assert [notified.verdict for notified in world.heard] == [results[0]]

    async def test_matches_of_the_same_players_that_end_at_once_all_count(self, another_world: AnotherWorld) -> None:
        worlds = [await another_world() for _ in range(3)]
        ada, bo = [await worlds[0].somebody() for _ in range(2)]
        matches = [finished(f"m{number}", [ada, bo], [1, 2], at=NOON + number) for number in range(6)]
        await asyncio.gather(*(worlds[number % 3].settling.settle(match) for number, match in enumerate(matches)))
        assert await standing(worlds[0], ada) == (6, 6, 6)
        page = await worlds[0].standings.history(await worlds[0].standings.find(ada.id, None), None)
        moves = {
            (seat.before, seat.after) for match in page.matches for seat in match.seats if seat.player.id == ada.id
        }
        assert len(moves) == 6, "each began where another ended"

    @pytest.mark.parametrize("fate", [Fate.LOST, Fate.UNANSWERED])
    async def test_an_answer_of_the_store_that_is_lost_is_asked_for_again(
        self, another_world: AnotherWorld, fate: Fate
    ) -> None:
        world = await another_world()
        ada, bo = await world.somebody(), await world.somebody()
        world.documents.fates = [fate]
        world.settling.match_ended(finished("m", [ada, bo], [1, 2]))
        await until(lambda: not world.settling._tasks)
        assert world.documents.fates == []
        await world.settling.sweep(Shown().look)
        assert await standing(world, ada) == (1, 1, 1)
        await world.settling.sweep(Shown().look)
        assert world.documents.commits == 1

    async def test_anything_that_is_owed_is_settled_only_until_it_is(self, another_world: AnotherWorld) -> None:
        world = await another_world()
        ada, bo = await world.somebody(), await world.somebody()
        world.documents.fates = [Fate.LOST, Fate.LOST]
        world.settling.match_ended(finished("m", [ada, bo], [1, 2]))
        await until(lambda: not world.settling._tasks)
        await world.settling.sweep(Shown().look)
        await world.settling.sweep(Shown().look)
        assert await standing(world, bo) == (1, 0, 1)
        assert not world.settling._owed
        reads = world.documents.reads
        await world.settling.sweep(Shown().look)
        assert world.documents.reads == reads, "nothing is owed any more"

    @given(
        st.lists(
            st.tuples(st.integers(0, 2), st.integers(0, 3), st.sampled_from(Fate), st.booleans()),
            min_size=1,
            max_size=12,
        )
    )
    def test_anything_that_fails_each_match_counts_once(self, steps: list[tuple[int, int, Fate, bool]]) -> None:
        async def run() -> None:
            memory = Memory()
            worlds = [World(MemoryStore(memory)) for _ in range(3)]
            ada, bo = [await worlds[0].somebody() for _ in range(2)]
            matches = [finished(f"m{number}", [ada, bo], [1, 2], at=NOON + number) for number in range(4)]
            for match in matches:
                await worlds[0].settling.note(match.match, Milliseconds(0))
            for process, number, fate, sweeps in steps:
                world = worlds[process]
                world.documents.fates = [fate]
                try:
                    if sweeps:
                        await world.settling.sweep(Shown(*matches).look)
                    else:
                        await world.settling.settle(matches[number])
                except Unavailable:
                    worlds[process] = World(MemoryStore(memory))  # it has died with all it knew
            last = World(MemoryStore(memory))
            for match in matches:
                await last.settling.settle(match)
            assert await standing(last, ada) == (4, 4, 4)
            assert await standing(last, bo) == (4, 0, 4)

        asyncio.run(run())


class TestLookingAfter:
    async def test_a_match_whose_end_nobody_told_is_found(self, another_world: AnotherWorld) -> None:
        dying, other = await another_world(), await another_world()
        ada, bo = await dying.somebody(), await dying.somebody()
        now = await other.documents.now()
        await dying.settling.note(MatchId("m"), Milliseconds(now - FIRST_LOOK))
        await other.settling.sweep(Shown(finished("m", [ada, bo], [1, 2])).look)
        assert await standing(other, ada) == (1, 1, 1)
        assert await other.documents.count(UNSETTLED) == 0

    async def test_a_process_that_looks_after_none_still_settles_what_it_owes(
        self, another_world: AnotherWorld, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(settling_module, "SECONDS_BETWEEN_SWEEPS", 0.0)
        world = await another_world()
        ada, bo = await world.somebody(), await world.somebody()
        await world.settling.note(MatchId("unseen"), Milliseconds(0))
        world.settling.start(None)
        for number in range(2):  # once it has settled the second, it has swept at least once after the first
            world.documents.fates = [Fate.LOST, Fate.LOST]
            world.settling.match_ended(finished(f"m{number}", [ada, bo], [1, 2], at=NOON + number))
            await until(lambda: not world.settling._owed)
        await world.settling.close()
        assert await standing(world, ada) == (2, 2, 2)
        assert [match for match, _ in await world.documents.listed(UNSETTLED, most=9)] == ["unseen"]

    async def test_it_is_not_looked_at_before_its_time(self, another_world: AnotherWorld) -> None:
        world = await another_world()
        await world.settling.note(MatchId("m"), await world.documents.now())
        shown = Shown()
        await world.settling.sweep(shown.look)
        assert (shown.asked, await world.documents.count(UNSETTLED)) == ([], 1)

    async def test_one_that_goes_on_is_looked_at_again_later(self, another_world: AnotherWorld) -> None:
        world = await another_world()
        now = await world.documents.now()
        await world.settling.note(MatchId("m"), Milliseconds(now - FIRST_LOOK))
        shown = Shown()
        shown.going_on.add(MatchId("m"))
        await world.settling.sweep(shown.look)
        await world.settling.sweep(shown.look)
        [(match, at)] = await world.documents.listed(UNSETTLED, most=9)
        assert (shown.asked, match) == ([MatchId("m")], "m")
        assert now + NEXT_LOOK <= at <= now + NEXT_LOOK + 60_000

    async def test_one_that_is_not_there_any_more_is_forgotten(self, another_world: AnotherWorld) -> None:
        world = await another_world()
        await world.settling.note(MatchId("m"), Milliseconds(0))
        await world.settling.sweep(Shown().look)
        assert await world.documents.count(UNSETTLED) == 0

    async def test_one_that_was_noted_again_after_it_was_settled_is_forgotten(
        self, another_world: AnotherWorld
    ) -> None:
        world = await another_world()
        ada, bo = await world.somebody(), await world.somebody()
        match = finished("m", [ada, bo], [1, 2])
        await world.settling.settle(match)
        await world.settling.note(match.match, Milliseconds(0))
        await world.settling.sweep(Shown(match).look)
        assert await world.documents.count(UNSETTLED) == 0
        assert await standing(world, ada) == (1, 1, 1)

    async def test_one_that_cannot_be_read_does_not_stand_in_the_way_of_others(
        self, another_world: AnotherWorld
    ) -> None:
        world = await another_world()
        ada, bo = await world.somebody(), await world.somebody()
        for number, name in enumerate(("broken", "m")):
            await world.settling.note(MatchId(name), Milliseconds(number))
        shown = Shown(finished("m", [ada, bo], [1, 2]))

        async def look(match: MatchId) -> FinishedMatch | None:
            if match == "broken":
                raise ZeroDivisionError
            return await shown.look(match)

        await world.settling.sweep(look)
        assert await standing(world, ada) == (1, 1, 1)
        assert [match for match, _ in await world.documents.listed(UNSETTLED, most=9)] == ["broken"]


async def test_a_player_who_has_deleted_their_account_is_rated_no_more_but_still_counts_for_the_others(
    another_world: AnotherWorld,
) -> None:
    world = await another_world()
    ada, bo = await world.somebody(), await world.somebody()
    await world.players.delete(bo.id, PASSWORD)
    await world.play("m", [ada, bo], [1, 2])
    assert await standing(world, ada) == (1, 1, 1)
    ratings = await world.standings.of([ada.id, bo.id], [TINY])
    assert ratings[bo.id, TINY].number == 1500 < ratings[ada.id, TINY].number


async def test_a_match_is_forgotten_by_everybody_when_it_is_too_old(another_world: AnotherWorld) -> None:
    world = await another_world()
    ada, bo = await world.somebody(), await world.somebody()
    now = await world.documents.now()
    old, young = now - 1000 * HISTORY_SECONDS - 1, now - 1000 * HISTORY_SECONDS + 60_000
    await world.play("old", [ada, bo], [1, 2], at=old)
    await world.play("young", [ada, bo], [1, 2], at=young)
    await world.settling.sweep(Shown().look)
    pair = min((ada.id, bo.id), (bo.id, ada.id))
    for index in (SETTLED, history(ada.id), history(bo.id), encounters(pair)):
        assert await world.documents.listed(index, most=9) == [("young", young)]
    assert [page is None for page in await MATCH_RESULTS.read(world.documents, ["old", "young"])] == [True, False]
    assert await standing(world, ada) == (2, 2, 1)


def test_a_match_is_remembered_to_have_been_settled_for_longer_than_its_log_is_kept() -> None:
    assert LIFETIMES.finished_match < HISTORY_SECONDS < MATCH_RESULT_SECONDS < STANDING_SECONDS
