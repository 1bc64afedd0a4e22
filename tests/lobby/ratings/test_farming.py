"""Nobody makes a rating for themselves: not with throw-away guests, at home, with one friend or by leaving."""

from collections.abc import AsyncIterator, Sequence

import pytest
from lobby.ratings_world import NOON, TINY, World
from quarterdeck_protocol.lobby.ratings import Unrated
from quarterdeck_protocol.names import MatchId, Milliseconds
from quarterdeck_protocol.sides import Player
from quarterdeck_server.lobby.accounts.address_marks import LATELY, MARKS, AddressMarks, AddressMarksRecord
from quarterdeck_server.lobby.ratings.documents import MATCH_RESULTS
from quarterdeck_server.lobby.ratings.match_results import (
    LEAST_ACTIONS,
    MOST_IN_ONE_ROOM,
    MOST_MEETINGS_A_DAY,
    MOST_TOURNAMENT_MEETINGS,
)
from quarterdeck_server.lobby.ratings.patterns import MOST_NEWEST, PATTERN_SECONDS, PatternList
from quarterdeck_server.storage.memory import Memory, MemoryStore

HOME, AWAY = "81.2.69.142", "81.2.69.160"
DAY = 24 * 60 * 60 * 1000


@pytest.fixture
async def world() -> AsyncIterator[World]:
    store = MemoryStore(Memory(lambda: Milliseconds(NOON)))
    await store.start()
    yield World(store)
    await store.close()


async def comes_from(world: World, player: Player, address: str, at: int = NOON - 60_000) -> None:
    """Note from where a player came, as the door does."""
    mark = await AddressMarks(world.documents, Unlikely()).of(address)
    (page,) = await world.documents.read([MARKS.key(player.id)])
    marks = (MARKS.of(page) or AddressMarksRecord()).with_mark(mark, Milliseconds(at))
    await world.documents.commit([MARKS.put(player.id, page, marks)])


class Unlikely:
    """A chance that is none."""

    def token_hex(self, nbytes: int | None = None, /) -> str:
        return "ab" * (nbytes or 1)

    def token_bytes(self, nbytes: int | None = None, /) -> bytes:
        return b"a" * (nbytes or 1)

    def token_urlsafe(self, nbytes: int | None = None, /) -> str:
        return "a" * (nbytes or 1)

    def randbelow(self, exclusive_upper_bound: int, /) -> int:
        return 0


async def unrated(world: World, match: str) -> Unrated | None:
    (result,) = await MATCH_RESULTS.read(world.documents, [match])
    assert result is not None
    return result.unrated


async def number(world: World, player: Player) -> int:
    return (await world.standings.of([player.id], [TINY]))[player.id, TINY].number


async def test_a_farm_of_guests_who_leave_after_a_move_gains_nothing(world: World) -> None:
    ada = await world.person("Ada")
    for match in range(30):
        guest = await world.guest()
        await world.play(f"m{match}", [ada, guest], [1, 2], acted=(1, 0), entries=4)
    assert await number(world, ada) == 1500
    assert await unrated(world, "m0") is Unrated.TOO_SHORT


async def test_a_farm_of_guests_who_play_gains_nothing_either_nor_does_a_guest_who_registers_afterwards(
    world: World,
) -> None:
    ada, eve = await world.person("Ada"), await world.guest()
    for match in range(30):
        guest = await world.guest()
        await world.play(f"m{match}", [ada, guest], [1, 2])
        await world.play(f"n{match}", [eve, guest], [1, 2])
    assert (await number(world, ada), await number(world, eve)) == (1500, 1500)
    assert {await unrated(world, each) for each in ("m0", "m29", "n0")} == {Unrated.GUESTS}


async def test_people_with_accounts_are_rated_among_themselves_where_guests_play_with_them(world: World) -> None:
    ada, bo, guest = await world.person("Ada"), await world.person("Bo"), await world.guest()
    await world.play("m", [ada, guest, bo], [1, 2, 3])
    assert await unrated(world, "m") is None
    assert await number(world, ada) > 1500 > await number(world, bo)
    assert await number(world, guest) == 1500


async def test_a_farm_of_accounts_of_one_address_gains_nothing(world: World) -> None:
    ada = await world.person("Ada")
    await comes_from(world, ada, HOME)
    for each in range(12):
        puppet = await world.person(f"Puppet no {each}")
        await comes_from(world, puppet, HOME)
        await world.play(f"m{each}", [ada, puppet], [1, 2])
    assert await number(world, ada) == 1500
    assert await unrated(world, "m11") is Unrated.SAME_ADDRESS


@pytest.mark.parametrize(
    ("one", "other", "at", "code"),
    [
        (HOME, HOME, NOON - 60_000, Unrated.SAME_ADDRESS),
        (HOME, HOME, NOON - LATELY - 120_000, None),  # it is too long ago
        (HOME, AWAY, NOON - 60_000, None),
        ("2a02:8070:1::1", "2a02:8070:1::2", NOON - 60_000, Unrated.SAME_ADDRESS),  # one household has all of these
        ("127.0.0.1", "127.0.0.1", NOON - 60_000, None),  # a proxy, or both on the machine of the server
        ("172.17.0.1", "172.17.0.1", NOON - 60_000, None),  # the gateway of a container
        ("::1", "::1", NOON - 60_000, None),
        ("unknown", "unknown", NOON - 60_000, None),
    ],
)
async def test_only_an_address_of_their_own_that_both_had_lately_counts(
    world: World, one: str, other: str, at: int, code: Unrated | None
) -> None:
    ada, bo = await world.person("Ada"), await world.person("Bo")
    await comes_from(world, ada, one)
    await comes_from(world, bo, other, at)
    await world.play("m", [ada, bo], [1, 2])
    assert await unrated(world, "m") is code


async def test_one_friend_is_worth_so_many_matches_a_day(world: World) -> None:
    ada, bo, cy = [await world.person(name) for name in ("Ada", "Bo", "Cy")]
    for match in range(MOST_MEETINGS_A_DAY + 3):
        await world.play(f"m{match}", [ada, bo], [1, 2], at=NOON + match)
    by_bo = await number(world, ada)
    assert [await unrated(world, f"m{each}") for each in (0, MOST_MEETINGS_A_DAY - 1)] == [None, None]
    assert await unrated(world, f"m{MOST_MEETINGS_A_DAY}") is Unrated.MET_TOO_OFTEN
    await world.play("with another", [ada, cy], [1, 2], at=NOON + 100)
    assert await unrated(world, "with another") is None
    assert await number(world, ada) > by_bo
    await world.play("tomorrow", [bo, ada], [1, 2], at=NOON + DAY + 1000)
    assert await unrated(world, "tomorrow") is None


async def tournament_match(world: World, name: str, players: Sequence[Player], at: int) -> Unrated | None:
    """Let the first player win a match of a tournament: its table has the id of the match."""
    await world.play(name, players, [1, 2], at=at, table=name)
    return await unrated(world, name)


async def test_an_evening_of_a_tournament_in_one_room_is_rated(world: World) -> None:
    """Four rounds of the Swiss system, then a cut to four with best of three."""
    people = [await world.person(f"Player no {each}") for each in range(8)]
    for each in people:
        await comes_from(world, each, HOME)
    evening = [*[(0, other) for other in (1, 2, 3, 4)], *[(0, 5)] * 3, *[(0, 6)] * 3]
    codes = [
        await tournament_match(world, f"m{at}", [people[one], people[other]], NOON + at)
        for at, (one, other) in enumerate(evening)
    ]
    assert codes == [None] * 10


@pytest.mark.parametrize("address", [HOME, AWAY])
async def test_three_friends_lift_one_of_them_by_six_matches_in_ten_tournaments(world: World, address: str) -> None:
    ada, *friends = [await world.person(name) for name in ("Ada", "Bo", "Cy")]
    await comes_from(world, ada, HOME)
    for each in friends:
        await comes_from(world, each, address)
    codes = [
        await tournament_match(world, f"m{cup}-{each.id}", [ada, each], NOON + 2 * cup + at)
        for cup in range(10)
        for at, each in enumerate(friends)
    ]
    rated = 2 * MOST_TOURNAMENT_MEETINGS
    assert codes == [None] * rated + [Unrated.MET_TOO_OFTEN] * (20 - rated)


async def test_a_room_of_accounts_is_worth_an_evening_a_day(world: World) -> None:
    ada = await world.person("Ada")
    await comes_from(world, ada, HOME)
    puppets = [await world.person(f"Puppet no {each}") for each in range(MOST_IN_ONE_ROOM + 2)]
    codes = []
    for each, puppet in enumerate(puppets):
        await comes_from(world, puppet, HOME)
        codes.append(await tournament_match(world, f"m{each}", [ada, puppet], NOON + each))
    assert codes == [None] * MOST_IN_ONE_ROOM + [Unrated.MET_TOO_OFTEN] * 2
    assert await tournament_match(world, "tomorrow", [ada, puppets[-1]], NOON + DAY + 1000) is None


async def test_a_farm_of_accounts_of_another_address_is_worth_one_friend(world: World) -> None:
    """Accounts cost little: without this, thirty of them were worth 992 in an evening, and nobody saw it."""
    ada, bo = await world.person("Ada"), await world.person("Bo")
    await comes_from(world, ada, HOME)
    puppets = [await world.person(f"Puppet no {each}") for each in range(MOST_MEETINGS_A_DAY + 3)]
    for each, puppet in enumerate(puppets):
        await comes_from(world, puppet, AWAY)
        await world.play(f"m{each}", [ada, puppet], [1, 2], at=NOON + each)
    codes = [await unrated(world, f"m{each}") for each in range(MOST_MEETINGS_A_DAY + 3)]
    assert codes == [None] * MOST_MEETINGS_A_DAY + [Unrated.MET_TOO_OFTEN] * 3
    await world.play("with another", [ada, bo], [1, 2], at=NOON + 100)
    assert await unrated(world, "with another") is None
    await world.play("of another", [puppets[0], bo], [1, 2], at=NOON + 101)
    assert await unrated(world, "of another") is None, "it is Ada's rating that was moved often enough"
    await world.play("tomorrow", [ada, puppets[0]], [1, 2], at=NOON + DAY + 1000)
    assert await unrated(world, "tomorrow") is None


@pytest.mark.parametrize(
    ("acted", "code"),
    [
        ((LEAST_ACTIONS, LEAST_ACTIONS), None),
        ((LEAST_ACTIONS - 1, LEAST_ACTIONS), Unrated.TOO_SHORT),
        ((90, 0), Unrated.TOO_SHORT),
    ],
)
async def test_a_player_who_leaves_at_once_makes_nobody_win(
    world: World, acted: Sequence[int], code: Unrated | None
) -> None:
    ada, bo = await world.person("Ada"), await world.person("Bo")
    await world.play("m", [ada, bo], [1, 2], acted=tuple(acted))
    assert await unrated(world, "m") is code


async def test_one_of_many_who_leaves_at_once_is_rated_with_the_others_who_go_on(world: World) -> None:
    ada, bo, cy = [await world.person(name) for name in ("Ada", "Bo", "Cy")]
    await world.play("m", [ada, bo, cy], [1, 2, 3], acted=(9, 9, 1))
    assert await unrated(world, "m") is None
    assert await number(world, cy) < 1500


async def test_moderators_see_who_plays_such_matches_again_and_again(world: World) -> None:
    ada, bo, cy, guest = [await world.person(name) for name in ("Ada", "Bo", "Cy")] + [await world.guest()]
    for each in (ada, bo):
        await comes_from(world, each, HOME)
    for match in range(MOST_NEWEST + 2):
        await world.play(f"m{match}", [ada, bo, cy], [1, 2, 3], at=NOON + match)
    await world.play("short", [ada, cy], [1, 2], at=NOON + 50, acted=(1, 0))
    await world.play("friendly", [ada, cy], [1, 2], at=NOON + 51, acted=(1, 0), rated=False)
    await world.play("guest", [ada, guest], [1, 2], at=NOON + 52)
    shown = await PatternList(world.documents, world.players).read(None, 50)
    assert shown.before is None
    short, neighbours = shown.patterns
    assert (short.why, short.matches, short.newest) == (Unrated.TOO_SHORT, 1, (MatchId("short"),))
    assert {each.name for each in neighbours.players} == {"Ada", "Bo"}
    assert (neighbours.why, neighbours.game, neighbours.matches) == (Unrated.SAME_ADDRESS, TINY, MOST_NEWEST + 2)
    assert (neighbours.since, neighbours.last) == (NOON, NOON + MOST_NEWEST + 1)
    assert neighbours.newest == tuple(MatchId(f"m{each}") for each in range(MOST_NEWEST + 1, 1, -1))
    page = await PatternList(world.documents, world.players).read(None, 1)
    assert page.patterns == (short,)
    assert (await PatternList(world.documents, world.players).read(page.before, 1)).patterns == (neighbours,)


async def test_a_pattern_is_forgotten_after_a_month(world: World) -> None:
    ada, bo, cy = [await world.person(name) for name in ("Ada", "Bo", "Cy")]
    await world.play("old", [ada, bo], [1, 2], acted=(1, 1))
    await world.play("new", [ada, cy], [1, 2], acted=(1, 1), at=NOON + 1000 * PATTERN_SECONDS + 1)
    shown = await PatternList(world.documents, world.players).read(None, 50)
    assert [each.newest for each in shown.patterns] == [(MatchId("new"),)]
